//! How a state grows: its serial with every change, its lineage once.

use state::{State, StateFile};

use crate::{StateStore, StoreError};

/// What became of a state that was to be stored.
#[derive(Clone, Debug)]
pub struct Persisted {
    /// The state as it is stored now.
    pub file: StateFile,
    /// Whether something was written; not where it held the same before.
    pub written: bool,
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
    match next(before, state, version) {
        (file, false) => Ok(Persisted { file, written: false }),
        (file, true) => {
            store.write(&file)?;
            Ok(Persisted { file, written: true })
        }
    }
}

/// The state with its serial and lineage, and whether it has to be written.
pub(crate) fn next(before: Option<&StateFile>, state: State, version: &str) -> (StateFile, bool) {
    let same = before.is_some_and(|before| !before.lineage.is_empty() && before.state.same_as(&state));
    let lineage = before.map(|before| before.lineage.clone()).filter(|lineage| !lineage.is_empty());
    let serial = before.map_or(0, |before| before.serial);
    let file = StateFile {
        terraform_version: match before {
            Some(before) if same => before.terraform_version.clone(),
            _ => version.to_owned(),
        },
        serial: if same { serial } else { serial + 1 },
        lineage: lineage.unwrap_or_else(|| uuid::Uuid::new_v4().to_string()),
        state,
    };
    (file, !same)
}
