//! State in memory, for tests: it ends with the process.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::workspace::{DEFAULT_WORKSPACE, is_workspace_name};
use crate::{Backend, Give, LockError, LockInfo, Ready, StateStore, StoreError, Take};

/// Workspaces in memory.
#[derive(Clone, Debug, Default)]
pub struct InmemBackend {
    entries: Arc<Mutex<BTreeMap<String, Entry>>>,
}

#[derive(Debug, Default)]
struct Entry {
    bytes: Option<Vec<u8>>,
    lock: Option<LockInfo>,
}

struct InmemStore {
    entries: Arc<Mutex<BTreeMap<String, Entry>>>,
    workspace: String,
}

/// Nothing is left half done under this mutex, so a panic elsewhere does no harm.
fn locked(entries: &Mutex<BTreeMap<String, Entry>>) -> MutexGuard<'_, BTreeMap<String, Entry>> {
    entries.lock().unwrap_or_else(PoisonError::into_inner)
}

impl InmemBackend {
    /// A place whose default workspace somebody holds already, under that id.
    pub fn locked(id: &str) -> Self {
        let backend = Self::default();
        let mut info = LockInfo::new("test", "");
        id.clone_into(&mut info.id);
        let entry = Entry { bytes: None, lock: Some(info) };
        locked(&backend.entries).insert(DEFAULT_WORKSPACE.to_owned(), entry);
        backend
    }
}

impl Backend for InmemBackend {
    fn workspaces(&self) -> Result<Vec<String>, StoreError> {
        let entries = locked(&self.entries);
        let others = entries.keys().filter(|name| *name != DEFAULT_WORKSPACE).cloned();
        Ok(std::iter::once(DEFAULT_WORKSPACE.to_owned()).chain(others).collect())
    }

    fn create_workspace(&self, name: &str) -> Result<(), StoreError> {
        if !is_workspace_name(name) {
            return Err(StoreError::WorkspaceName(name.to_owned()));
        }
        let mut entries = locked(&self.entries);
        if name == DEFAULT_WORKSPACE || entries.contains_key(name) {
            return Err(StoreError::WorkspaceExists(name.to_owned()));
        }
        entries.insert(name.to_owned(), Entry::default());
        Ok(())
    }

    fn delete_workspace(&self, name: &str) -> Result<(), StoreError> {
        if name == DEFAULT_WORKSPACE {
            return Err(StoreError::DefaultWorkspace);
        }
        match locked(&self.entries).remove(name) {
            Some(_) => Ok(()),
            None => Err(StoreError::NoWorkspace(name.to_owned())),
        }
    }

    fn open(&self, workspace: &str) -> Result<Box<dyn StateStore>, StoreError> {
        if !is_workspace_name(workspace) {
            return Err(StoreError::WorkspaceName(workspace.to_owned()));
        }
        Ok(Box::new(InmemStore { entries: self.entries.clone(), workspace: workspace.to_owned() }))
    }
}

impl InmemStore {
    fn with<T>(&self, act: impl FnOnce(&mut Entry) -> T) -> T {
        act(locked(&self.entries).entry(self.workspace.clone()).or_default())
    }

    fn failed(&self, what: &'static str, error: io::Error) -> StoreError {
        StoreError::io(what, Path::new(&self.workspace))(error)
    }
}

impl StateStore for InmemStore {
    fn description(&self) -> String {
        format!("of workspace {:?} in memory", self.workspace)
    }

    fn lock(&self, info: &LockInfo) -> Result<String, LockError> {
        self.with(|entry| match &entry.lock {
            Some(holder) => Err(LockError::Held { info: Some(Box::new(holder.clone())) }),
            None => {
                entry.lock = Some(LockInfo { path: self.workspace.clone(), ..info.clone() });
                Ok(info.id.clone())
            }
        })
    }

    fn unlock(&self, id: &str) -> Result<(), LockError> {
        self.with(|entry| match &entry.lock {
            None => Err(LockError::NotHeld),
            Some(holder) if holder.id != id => Err(LockError::OtherId { existing: holder.id.clone() }),
            Some(_) => {
                entry.lock = None;
                Ok(())
            }
        })
    }

    fn force_unlock(&self, id: &str) -> Result<(), LockError> {
        self.unlock(id)
    }

    fn read_through(&self, take: &mut Take<'_>) -> Result<bool, StoreError> {
        let Some(bytes) = self.with(|entry| entry.bytes.clone()) else { return Ok(false) };
        take(&mut bytes.as_slice()).map_err(|error| self.failed("The state cannot be read:", error))?;
        Ok(true)
    }

    fn write_through(&self, give: &mut Give<'_>, ready: &mut Ready<'_>) -> Result<(), StoreError> {
        let mut bytes = Vec::new();
        let written = give(&mut bytes);
        ready(&written.map_err(|error| self.failed("The state cannot be written:", error))?);
        self.with(|entry| entry.bytes = Some(bytes));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        crate::conformance::check(&InmemBackend::default());
    }

    #[test]
    fn it_may_be_held_from_the_start() {
        let store = InmemBackend::locked("an-id").open(DEFAULT_WORKSPACE).unwrap();
        assert!(matches!(store.lock(&LockInfo::new("x", "1")), Err(LockError::Held { .. })));
        assert!(store.force_unlock("another").is_err());
        store.force_unlock("an-id").unwrap();
        store.lock(&LockInfo::new("x", "1")).unwrap();
    }
}
