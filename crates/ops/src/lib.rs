//! What a user can ask for, one function each: opens files and takes locks, runs the engine, gives back data.
//!
//! Nothing here prints, reads the environment or exits: `cli` does.

mod backend_record;
mod examine;
mod generated;
mod interrupt;
mod project;
mod providers;
mod provisioners;
mod query;
mod remote_states;
mod rescue;
mod run;
mod session;
pub mod state_edit;

pub use backend_record::{BackendRecord, block_hash};
pub use examine::examine;
pub use generated::check_generated_path;
pub use interrupt::{Interrupts, unless_interrupted};
pub use project::Project;
pub use providers::{Program, Programs, ProviderSet};
pub use query::query;
pub use run::{ApplyOutcome, RunOptions, Watch, apply, plan, refresh};
pub use session::{LockOptions, Purpose, Session, store_error};
