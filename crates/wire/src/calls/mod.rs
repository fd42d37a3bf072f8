//! Every call of the protocol.

mod actions;
mod config;
mod ephemeral;
mod functions;
mod list;
mod resource;
mod state_store;

pub use actions::{InvokeAction, PlanAction, ValidateAction};
pub use config::ValidateProviderConfig;
pub use functions::GetFunctions;
pub use state_store::{
    ConfigureStateStore, DeleteState, ListStates, ReadState, StatePiece, ValidateStateStore, state_chunks,
};
