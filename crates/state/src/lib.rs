//! What is remembered of the real world: the model of state, the versions of its file, the journal.

mod chunk_texts;
mod compare;
mod dependency;
mod dependency_list;
mod file;
pub mod journal;
mod list_parts;
mod list_writer;
mod model;
mod shared;
mod told_lists;

pub use dependency::Dependency;
pub use dependency_list::{Chunk, DependencyList, ListBuilder};
pub use file::{ListIndex, ReadError, Rest, StateFile};
pub use list_writer::ListWriter;
pub use model::{
    CheckObject, CheckResult, CheckStatus, InstanceState, Object, ObjectStatus, OutputState, ResourceState,
    State,
};
pub use shared::Shared;
