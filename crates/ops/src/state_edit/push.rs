//! When one state may take the place of another.

use state::StateFile;

/// Why a state may not take the place of the one that is stored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// They have nothing to do with each other.
    #[error("cannot import state with lineage {new:?} over unrelated state with lineage {stored:?}")]
    Lineage {
        /// Of the one that was given.
        new: String,
        /// Of the one that is stored.
        stored: String,
    },
    /// It is older.
    #[error("cannot import state with serial {new} over newer state with serial {stored}")]
    Older {
        /// Of the one that was given.
        new: u64,
        /// Of the one that is stored.
        stored: u64,
    },
    /// Two different states have one serial.
    #[error(
        "cannot overwrite existing state with serial {0} with a different state that has the same serial"
    )]
    SameSerial(u64),
}

/// Whether a state may take the place of the one that is stored. One that holds nothing can be replaced by any, and where
/// one of both does not say which line it belongs to, its serial says nothing either.
pub fn check_push(new: &StateFile, stored: &StateFile) -> Result<(), PushError> {
    if stored.state.is_empty() || new.lineage.is_empty() || stored.lineage.is_empty() {
        return Ok(());
    }
    if new.lineage != stored.lineage {
        return Err(PushError::Lineage { new: new.lineage.clone(), stored: stored.lineage.clone() });
    }
    if new.serial < stored.serial {
        return Err(PushError::Older { new: new.serial, stored: stored.serial });
    }
    if new.serial == stored.serial && !new.state.same_as(&stored.state) {
        return Err(PushError::SameSerial(new.serial));
    }
    Ok(())
}

/// The serial that a state gets when it takes the place of the one that is stored: its own, and one more where it says
/// something else, since storing it is a change. Where an older one is forced upon a newer one, whoever has that must see
/// that there is another.
pub fn pushed_serial(new: &StateFile, stored: &StateFile) -> u64 {
    if new.state.same_as(&stored.state) {
        return new.serial;
    }
    let before = match check_push(new, stored) {
        Err(PushError::Older { stored, .. }) => stored,
        _ => new.serial,
    };
    before.saturating_add(1)
}
