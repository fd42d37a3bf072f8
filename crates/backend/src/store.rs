//! What a place for state can do.

use std::path::PathBuf;

use state::StateFile;
use state::journal::Binding;

use crate::{LockError, LockInfo, StoreError};

/// A place for the states of several workspaces.
pub trait Backend: Send + Sync {
    /// The workspaces: `default` first, the others in order.
    fn workspaces(&self) -> Result<Vec<String>, StoreError>;

    /// Makes a workspace without state.
    fn create_workspace(&self, name: &str) -> Result<(), StoreError>;

    /// Deletes a workspace with its state, whatever that holds.
    fn delete_workspace(&self, name: &str) -> Result<(), StoreError>;

    /// Opens the state of a workspace. Nothing is read or made yet.
    fn open(&self, workspace: &str) -> Result<Box<dyn StateStore>, StoreError>;
}

/// A place for one state. All methods block: who must not wait calls them elsewhere.
pub trait StateStore: Send + Sync {
    /// What a user knows it by.
    fn description(&self) -> String;

    /// Takes the lock and gives its ID. Tries once.
    fn lock(&self, info: &LockInfo) -> Result<String, LockError>;

    /// Releases the lock that [`StateStore::lock`] of this store took.
    fn unlock(&self, id: &str) -> Result<(), LockError>;

    /// Releases a lock that another process left behind.
    fn force_unlock(&self, id: &str) -> Result<(), LockError>;

    /// What is stored, as it is; nothing if there is nothing.
    fn read_bytes(&self) -> Result<Option<Vec<u8>>, StoreError>;

    /// Replaces what is stored, whole or not at all.
    fn write_bytes(&self, bytes: &[u8]) -> Result<(), StoreError>;

    /// Where outcomes are kept until they are part of what is stored; nothing if that is not possible.
    fn journal_path(&self) -> Option<PathBuf> {
        None
    }

    /// Whether what is written goes to another place than where was read, so that it has to be written in any case.
    fn writes_elsewhere(&self) -> bool {
        false
    }

    /// What bytes that were read here mean.
    fn understand(&self, bytes: Option<Vec<u8>>) -> Result<Snapshot, StoreError> {
        Snapshot::of(bytes, &self.description())
    }

    /// Reads the state to look at it.
    fn read(&self) -> Result<Snapshot, StoreError> {
        self.understand(self.read_bytes()?)
    }

    /// Reads the state to continue it: a journal of that can be bound to what was read.
    fn read_for_run(&self) -> Result<(Snapshot, Binding), StoreError> {
        let bytes = self.read_bytes()?;
        let hash = hash(bytes.as_deref().unwrap_or_default());
        let snapshot = self.understand(bytes)?;
        let (lineage, serial) =
            snapshot.file.as_ref().map(|file| (file.lineage.clone(), file.serial)).unwrap_or_default();
        Ok((snapshot, Binding { lineage, serial, hash }))
    }

    /// Writes the state as it is, with its serial and lineage. See [`crate::persist()`] for what a run does.
    fn write(&self, file: &StateFile) -> Result<(), StoreError> {
        self.write_bytes(&file.write())
    }
}

/// State as it was stored at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The state; nothing if none was stored.
    pub file: Option<StateFile>,
    /// What the user should know, as a sentence.
    pub warning: Option<String>,
}

impl Snapshot {
    /// From what was stored.
    pub(crate) fn of(bytes: Option<Vec<u8>>, place: &str) -> Result<Snapshot, StoreError> {
        let bytes = bytes.unwrap_or_default();
        if bytes.is_empty() {
            return Ok(Snapshot { file: None, warning: None });
        }
        match StateFile::read(&bytes) {
            Ok(file) => Ok(Snapshot { file: Some(file), warning: None }),
            Err(error) => Err(StoreError::Unreadable { place: place.to_owned(), error, restore: None }),
        }
    }
}

/// The hash by which journals know the state that they continue. States of long chains are hundreds of megabytes, of which
/// SHA-256 would take more time than reading them.
pub(crate) fn hash(bytes: &[u8]) -> [u8; 32] {
    blake3::hash(bytes).into()
}
