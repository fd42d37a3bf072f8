//! How a state grows: its serial with every change, its lineage once.

use state::journal::{Journal, JournalError};
use state::{State, StateFile};

use crate::store::Written;
use crate::{StateStore, StoreError};

/// What became of a state that was to be stored.
#[derive(Clone, Debug)]
pub struct Persisted {
    /// The state as it is stored now.
    pub file: StateFile,
    /// Whether something was written; not where it held the same before.
    pub written: bool,
}

/// Why the end of a run could not be stored. The journal stays, so that nothing is lost.
#[derive(Debug, thiserror::Error)]
pub enum PersistError {
    /// The state could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal could not be ended.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Stores what a run left, unless the store holds just that.
///
/// `before` is what was read, nothing if nothing was stored; a first state is written even if it is empty.
pub fn persist(
    store: &dyn StateStore,
    before: Option<&StateFile>,
    state: State,
    version: &str,
) -> Result<Persisted, StoreError> {
    let (file, differs) = next(before, state, version, false);
    let written = differs || store.writes_elsewhere();
    if written {
        store.write(&file)?;
    }
    Ok(Persisted { file, written })
}

/// A state that could not be stored.
#[derive(Debug)]
pub struct Unpersisted {
    /// What was to be stored.
    pub file: StateFile,
    /// Why it is not.
    pub error: PersistError,
}

/// Stores what a run left and ends its journal. If that fails the journal stays for the next command.
pub fn persist_and_finish(
    store: &dyn StateStore,
    before: Option<&StateFile>,
    state: State,
    version: &str,
    journal: Option<Journal>,
    touched: bool,
) -> Result<Persisted, Box<Unpersisted>> {
    let (file, differs) = next(before, state, version, touched);
    let written = differs || store.writes_elsewhere();
    match write_and_finish(store, &file, written, journal) {
        Ok(()) => Ok(Persisted { file, written }),
        Err(error) => Err(Box::new(Unpersisted { file, error })),
    }
}

fn write_and_finish(
    store: &dyn StateStore,
    file: &StateFile,
    changed: bool,
    journal: Option<Journal>,
) -> Result<(), PersistError> {
    if changed {
        // Killed after the write and before the deletion, the next command must see that all is done. A journal that
        // cannot be written any more is no reason not to try to write the state.
        let mut seal = |written: &Written| {
            let _ = journal.as_ref().map(|journal| journal.seal(written.hash));
        };
        store.write_through(&mut |sink| Written::by_writing(file, sink), &mut seal)?;
    }
    Ok(journal.map_or(Ok(()), Journal::finish)?)
}

/// The state with its serial and lineage, and whether it has to be written: also when it was different on the way.
pub(crate) fn next(
    before: Option<&StateFile>,
    state: State,
    version: &str,
    touched: bool,
) -> (StateFile, bool) {
    let is_same = |before: &StateFile| !before.lineage.is_empty() && before.state.same_as(&state);
    let same = !touched && before.is_some_and(is_same);
    let lineage = before.map(|before| before.lineage.clone()).filter(|lineage| !lineage.is_empty());
    let serial = before.map_or(0, |before| before.serial);
    let file = StateFile {
        terraform_version: match before {
            Some(before) if same => before.terraform_version.clone(),
            _ => version.to_owned(),
        },
        serial: if same { serial } else { serial.saturating_add(1) },
        lineage: lineage.unwrap_or_else(|| uuid::Uuid::new_v4().to_string()),
        state,
    };
    (file, !same)
}
