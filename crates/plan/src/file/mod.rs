//! A plan as a file that stands alone: what shall change, the state and the configuration it was made from.
//!
//! The format is our own and compact: a line with its version, a SHA-256 over all other bytes, lengths, and then
//! the content, compressed. A byte that was changed, added or lost is noticed before anything is read.

mod addresses;
mod content;
mod disk;
mod error;
mod part;
mod schemas;
mod seal;
mod stream;
#[cfg(test)]
mod tests;
mod values;

use std::path::PathBuf;
use std::sync::Arc;

use addrs::{Provider, ResourceMode};
use schema::Schema;
use smol_str::SmolStr;
use value::Value;

use crate::Plan;

pub use disk::write_file;
pub use error::PlanFileError;
pub use seal::is_saved_plan;

/// A plan with all that is needed to show and to perform it later and elsewhere.
#[derive(Clone, Debug, Default)]
pub struct SavedPlan {
    /// What shall change.
    pub plan: Plan,
    /// The files of the configuration, the root module first.
    pub modules: Vec<SavedModule>,
    /// The schemas of the types that are named in it, for who shows it.
    pub schemas: Vec<SavedSchema>,
    /// The lineage of the state that it was made from; empty where that was never stored.
    pub lineage: String,
    /// The serial of that state.
    pub serial: u64,
    /// Where that state is kept.
    pub backend: SavedBackend,
    /// The version of Terraform that is spoken.
    pub terraform_version: String,
    /// The program that made it, with its version.
    pub created_by: String,
}

/// The schema of a type.
#[derive(Clone, Debug)]
pub struct SavedSchema {
    /// Whose.
    pub provider: Provider,
    /// What it is for.
    pub mode: ResourceMode,
    /// Its name.
    pub type_name: SmolStr,
    /// The schema, without words for documentation of blocks.
    pub schema: Arc<Schema>,
}

/// One module of the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedModule {
    /// The names of the calls that lead to it, joined by dots; empty for the root.
    pub key: String,
    /// Its folder, which is what `path.module` says.
    pub dir: PathBuf,
    /// Its files by name. None where a module before this one is in the same folder.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Where state is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedBackend {
    /// The type of the backend.
    pub type_name: String,
    /// Its configuration.
    pub config: Option<Value>,
    /// The workspace.
    pub workspace: String,
}

impl SavedPlan {
    /// The bytes of the file. Refused where the plan holds what must not be stored.
    pub fn write(&self) -> Result<Vec<u8>, PlanFileError> {
        seal::write(|out| part::Part::write(self, out))
    }

    /// Reads a file. Any bytes are safe to give.
    pub fn read(bytes: &[u8]) -> Result<SavedPlan, PlanFileError> {
        seal::read(bytes, part::Part::read)
    }
}
