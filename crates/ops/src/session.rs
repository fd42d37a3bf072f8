//! State for the time of one command: locked, recovered, read, and written at the end.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use addrs::Provider;
use backend::{Backend, LockError, LockInfo, Recovered, Snapshot, StateStore, StoreError, Unpersisted};
use diag::{Diagnostic, Diagnostics};
use state::journal::{Binding, Journal, Moves};
use state::{ReadError, State, StateFile};

use crate::interrupt::Listener;
use crate::rescue::rescue;

/// How long a lock is waited for without a word.
const PATIENCE: Duration = Duration::from_millis(400);

/// How to lock.
#[derive(Clone, Debug)]
pub struct LockOptions {
    /// Whether at all.
    pub enabled: bool,
    /// How long to try.
    pub timeout: Duration,
    /// What for, as others are told.
    pub operation: &'static str,
    /// Tells the user that it takes a while.
    pub waiting: fn(),
}

impl LockOptions {
    /// Without a lock, for those that only read.
    pub fn none() -> Self {
        Self { enabled: false, timeout: Duration::ZERO, operation: "", waiting: || {} }
    }
}

/// What a state is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be looked at, or edited as a whole.
    Look,
    /// For a run that may keep a journal of what it does.
    Run,
}

/// State for the time of one command.
pub struct Session {
    store: Box<dyn StateStore>,
    lock: Option<String>,
    snapshot: Snapshot,
    /// What a journal is bound to, in a run.
    binding: Option<Binding>,
    version: String,
}

/// What went wrong with a store, for the user.
pub fn store_error(summary: &str, error: &StoreError) -> Diagnostic {
    Diagnostic::error(summary, error.to_string())
}

/// What a state that cannot be read is called. Taking the lock reads it first with Terraform, so that there the lock is
/// what fails; programs match on that.
fn read_summary(error: &StoreError, locked: bool) -> &'static str {
    match error {
        StoreError::Unreadable { .. } if locked => "Error acquiring the state lock",
        StoreError::Unreadable { error: ReadError::Invalid { summary, .. }, .. } => summary,
        StoreError::Unreadable { error: ReadError::Form { .. }, .. } => "Invalid state file format",
        StoreError::Unreadable { error: ReadError::Encrypted, .. } => "Error loading state",
        StoreError::Unreadable { .. } => "Unsupported state file format",
        _ => "Error loading state",
    }
}

impl Session {
    /// Opens the state of a workspace: takes its lock, brings what an interrupted run left into it, and reads it.
    pub fn open(
        backend: &dyn Backend,
        workspace: &str,
        purpose: Purpose,
        lock: &LockOptions,
        version: &str,
        diags: &mut Diagnostics,
    ) -> Option<Session> {
        let store = match backend.open(workspace) {
            Ok(store) => store,
            Err(error) => {
                // A name that is kept was checked when it was selected.
                let summary = match &error {
                    StoreError::WorkspaceName(_) => "Invalid workspace name set using TF_WORKSPACE",
                    _ => "Error loading state",
                };
                diags.push(store_error(summary, &error));
                return None;
            }
        };
        let id = if lock.enabled {
            let info = LockInfo::new(lock.operation, version);
            let (start, mut told) = (Instant::now(), false);
            let mut listener = None;
            let has_to_stop = || {
                if !told && start.elapsed() >= PATIENCE {
                    told = true;
                    (lock.waiting)();
                }
                listener.get_or_insert_with(Listener::begin).as_mut().is_some_and(Listener::has_come)
            };
            match backend::acquire(store.as_ref(), &info, lock.timeout, has_to_stop) {
                Ok(id) => Some(id),
                Err(error) => {
                    diags.push(lock_error(&error));
                    return None;
                }
            }
        } else {
            None
        };
        let recovered = if lock.enabled {
            backend::recover(store.as_ref(), version)
        } else {
            backend::recover_if_idle(store.as_ref(), version)
        };
        let version = version.to_owned();
        let session = Session { store, lock: id, snapshot: Snapshot::default(), binding: None, version };
        match recovered {
            Ok(Recovered::Folded { instances, torn, .. }) => diags.push(recovered_text(instances, torn)),
            Ok(Recovered::Nothing | Recovered::Already) => {}
            Err(error) => {
                diags.push(Diagnostic::error("Interrupted run not recovered", error.to_string()));
                session.close(diags);
                return None;
            }
        }
        let read = match purpose {
            Purpose::Look => session.store.read().map(|snapshot| (snapshot, None)),
            Purpose::Run => session.store.read_for_run().map(|(snapshot, binding)| (snapshot, Some(binding))),
        };
        match read {
            Ok((snapshot, binding)) => {
                if let Some(warning) = &snapshot.warning {
                    diags.push(Diagnostic::warning("Empty state", warning.clone()));
                }
                Some(Session { snapshot, binding, ..session })
            }
            Err(error) => {
                diags.push(store_error(read_summary(&error, lock.enabled), &error));
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

    /// The providers of what was read.
    pub fn providers(&self) -> BTreeSet<Provider> {
        let mut found = BTreeSet::new();
        let resources = self.snapshot.file.iter().flat_map(|file| file.state.resources.values());
        for resource in resources.filter(|resource| !resource.instances.is_empty()) {
            if !found.contains(&resource.provider.provider) {
                found.insert(resource.provider.provider.clone());
            }
        }
        found
    }

    /// Lineage and serial of what was read.
    pub fn identity(&self) -> (&str, u64) {
        self.snapshot.file.as_ref().map_or(("", 0), |file| (file.lineage.as_str(), file.serial))
    }

    /// Begins the journal of a run, where the store can have one. `moves` says where instances were in what was read.
    pub(crate) fn begin_journal(&self, moves: &Moves<'_>) -> Result<Option<Journal>, Box<Diagnostic>> {
        let failed = |detail: String| Box::new(Diagnostic::error("Failed to begin a journal", detail));
        let Some(binding) = &self.binding else {
            return Err(failed("The state was only read to be looked at.".to_owned()));
        };
        backend::begin_journal(self.store.as_ref(), binding, moves).map_err(|error| failed(error.to_string()))
    }

    /// Where the state is, as the user knows it.
    pub fn place(&self) -> String {
        self.store.description()
    }

    /// Writes the state that a command left, unless nothing is different.
    pub fn persist(&mut self, state: State) -> Result<StateFile, Box<Diagnostic>> {
        self.store_state(state, None, false)
            .map_err(|failed| Box::new(Diagnostic::error("Failed to save state", failed.error.to_string())))
    }

    /// Writes the state that a run left, unless nothing is or was different, and ends its journal. `recorded` is whether
    /// the journal holds everything, `touched` whether the state was different on the way.
    pub(crate) fn persist_run(
        &mut self,
        state: State,
        journal: Option<Journal>,
        recorded: bool,
        touched: bool,
    ) -> Result<StateFile, Box<Diagnostic>> {
        let path = journal.as_ref().filter(|_| recorded).map(|journal| journal.path().to_owned());
        self.store_state(state, journal, touched).map_err(|failed| Box::new(rescue(*failed, path.as_deref())))
    }

    fn store_state(
        &mut self,
        state: State,
        journal: Option<Journal>,
        touched: bool,
    ) -> Result<StateFile, Box<Unpersisted>> {
        let (store, before) = (self.store.as_ref(), self.snapshot.file.as_ref());
        let stored = backend::persist_and_finish(store, before, state, &self.version, journal, touched)?;
        self.snapshot.file = Some(stored.file.clone());
        Ok(stored.file)
    }

    /// Writes a state as it is, with its own serial and lineage.
    pub fn replace(&mut self, file: StateFile) -> Result<(), Box<Diagnostic>> {
        self.store.write(&file).map_err(|error| Box::new(store_error("Failed to save state", &error)))?;
        self.snapshot.file = Some(file);
        Ok(())
    }

    /// Gives the lock back.
    pub fn close(self, diags: &mut Diagnostics) {
        if let Some(id) = &self.lock
            && let Err(error) = self.store.unlock(id)
        {
            let detail =
                format!("{error}\n\nIf the lock stays, release it with:\n    cairn force-unlock {id}");
            diags.push(Diagnostic::error("Error releasing the state lock", detail));
        }
    }
}

/// What to tell of a journal that is part of the state now.
fn recovered_text(instances: usize, torn: Option<PathBuf>) -> Diagnostic {
    let what = if instances == 1 { "1 object".to_owned() } else { format!("{instances} objects") };
    let mut detail = format!(
        "An earlier run was cut short. What it had done to {what} was kept in its journal and is part of the state now."
    );
    if let Some(path) = torn {
        detail.push_str(&format!(
            "\n\nThe last record of the journal is not whole, so there may be an object that the state does not know. The journal \
             is kept as {path}: its last line says which object it is about. Look whether that exists, take it over with \
             \"cairn import\" if it does and is not in the state, and delete {path}.",
            path = path.display()
        ));
    }
    Diagnostic::warning("Interrupted run recovered", detail)
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
    detail.push_str(match error {
        LockError::Store(_) => {
            "\n\nA run locks the state first, so that no two change it at once. What only looks at it, such as a plan, can do \
             without: give -lock=false."
        }
        _ => {
            "\n\nThe state is locked so that two runs do not change it at once. Wait for the other run; or turn locking off for \
             this one with -lock=false, which is not recommended."
        }
    });
    Diagnostic::error("Error acquiring the state lock", detail)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use backend::InmemBackend;

    use super::*;

    static TOLD: AtomicUsize = AtomicUsize::new(0);

    #[test]
    fn a_lock_that_takes_a_while_is_told_of_once() {
        let backend = InmemBackend::default();
        let other = backend.open("default").unwrap();
        let id = other.lock(&LockInfo::new("test", "1")).unwrap();
        let open = |milliseconds| {
            let lock = LockOptions {
                enabled: true,
                timeout: Duration::from_millis(milliseconds),
                operation: "test",
                waiting: || {
                    TOLD.fetch_add(1, Ordering::Relaxed);
                },
            };
            let session =
                Session::open(&backend, "default", Purpose::Look, &lock, "1", &mut Diagnostics::new());
            (session.is_some(), TOLD.swap(0, Ordering::Relaxed))
        };
        assert_eq!(open(0), (false, 0));
        assert_eq!(open(200), (false, 0), "too short to be told of");
        assert_eq!(open(900), (false, 1));
        other.unlock(&id).unwrap();
        assert_eq!(open(900), (true, 0));
    }
}
