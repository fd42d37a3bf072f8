//! State for the time of one command: locked, recovered, read, and written at the end.

use std::time::Duration;

use backend::{Backend, LockError, LockInfo, Snapshot, StateStore, StoreError};
use diag::{Diagnostic, Diagnostics};
use state::{State, StateFile};

/// How to lock.
#[derive(Clone, Debug)]
pub struct LockOptions {
    /// Whether at all.
    pub enabled: bool,
    /// How long to try.
    pub timeout: Duration,
    /// What for, as others are told.
    pub operation: &'static str,
}

/// State for the time of one command.
pub struct Session {
    store: Box<dyn StateStore>,
    lock: Option<String>,
    snapshot: Snapshot,
    version: String,
}

/// What went wrong with a store, for the user.
pub fn store_error(summary: &str, error: &StoreError) -> Diagnostic {
    Diagnostic::error(summary, error.to_string())
}

impl Session {
    /// Opens the state of a workspace: takes its lock, brings what an interrupted run left into it, and reads it.
    pub fn open(
        backend: &dyn Backend,
        workspace: &str,
        lock: &LockOptions,
        version: &str,
        diags: &mut Diagnostics,
    ) -> Option<Session> {
        let store = match backend.open(workspace) {
            Ok(store) => store,
            Err(error) => {
                diags.push(store_error("Error loading state", &error));
                return None;
            }
        };
        let id = if lock.enabled {
            let info = LockInfo::new(lock.operation, version);
            match backend::acquire(store.as_ref(), &info, lock.timeout, || false) {
                Ok(id) => Some(id),
                Err(error) => {
                    diags.push(lock_error(&error));
                    return None;
                }
            }
        } else {
            None
        };
        let mut session = Session { store, lock: id, snapshot: Snapshot::default(), version: version.to_owned() };
        match session.store.read() {
            Ok(snapshot) => {
                if let Some(warning) = &snapshot.warning {
                    diags.push(Diagnostic::warning("Empty state", warning.clone()));
                }
                session.snapshot = snapshot;
                Some(session)
            }
            Err(error) => {
                diags.push(store_error("Error loading state", &error));
                session.close(diags);
                None
            }
        }
    }

    /// Where the state is.
    pub fn store(&self) -> &dyn StateStore {
        self.store.as_ref()
    }

    /// What was read.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The state that was read; empty where there was none.
    pub fn state(&self) -> State {
        self.snapshot.file.as_ref().map(|file| file.state.clone()).unwrap_or_default()
    }

    /// Lineage and serial of what was read.
    pub fn identity(&self) -> (&str, u64) {
        self.snapshot.file.as_ref().map_or(("", 0), |file| (file.lineage.as_str(), file.serial))
    }

    /// Writes the state that a run left, unless nothing is different.
    pub fn persist(&mut self, state: State) -> Result<StateFile, Diagnostic> {
        match backend::persist(self.store.as_ref(), self.snapshot.file.as_ref(), state, &self.version) {
            Ok(persisted) => {
                self.snapshot.file = Some(persisted.file.clone());
                Ok(persisted.file)
            }
            Err(error) => Err(store_error("Failed to save state", &error)),
        }
    }

    /// Gives the lock back.
    pub fn close(self, diags: &mut Diagnostics) {
        if let Some(id) = &self.lock
            && let Err(error) = self.store.unlock(id)
        {
            let detail = format!("{error}\n\nIf the lock stays, release it with:\n    cairn force-unlock {id}");
            diags.push(Diagnostic::error("Error releasing the state lock", detail));
        }
    }
}

fn lock_error(error: &LockError) -> Diagnostic {
    let mut detail = error.to_string();
    if let LockError::Held { info: Some(info) } = error {
        detail.push_str(&format!(
            "\n\nLock Info:\n  ID:        {}\n  Path:      {}\n  Operation: {}\n  Who:       {}\n  Version:   {}\n  Created:   \
             {}\n  Info:      {}\n",
            info.id, info.path, info.operation, info.who, info.version, info.created, info.info
        ));
    }
    detail.push_str(
        "\n\nThe state is locked so that two runs do not change it at once. Wait for the other run; or turn locking off for \
         this one with -lock=false, which is not recommended.",
    );
    Diagnostic::error("Error acquiring the state lock", detail)
}
