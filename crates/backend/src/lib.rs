//! Where state is stored, versioned and locked.
//!
//! A [`Backend`] has workspaces; each of them has one [`StateStore`], which keeps bytes and a lock and knows
//! nothing of what they mean. What all stores have in common is written once around that trait: how serial and
//! lineage grow ([`persist()`]), how long to wait for a lock ([`acquire`]), how a run that was cut short is
//! made good ([`recover()`]). Each store is tested by the same [`conformance`] suite.

pub mod conformance;
mod error;
mod inmem;
mod local;
mod lock_info;
mod persist;
mod recover;
mod store;
mod wait;
mod workspace;

pub use error::{LockError, StoreError};
pub use inmem::InmemBackend;
pub use local::{BadArgument, LocalBackend, LocalOptions, bad_local_arguments};
pub use lock_info::LockInfo;
pub use persist::{PersistError, Persisted, Unpersisted, persist, persist_and_finish};
pub use recover::{RecoverError, Recovered, begin_journal, recover, recover_if_idle};
pub use store::{Backend, Give, Ready, Snapshot, StateStore, Stored, Take, Written};
pub use wait::acquire;
pub use workspace::{DEFAULT_WORKSPACE, is_workspace_name};
