//! What to do with a state that cannot be stored at the end of a run: nothing that was done may be forgotten.

use std::path::Path;

use backend::Unpersisted;
use diag::Diagnostic;

/// Where a state goes that cannot go where it belongs; Terraform's users look for this name.
const FILE: &str = "errored.tfstate";

/// What to tell of a state that could not be stored. Where the journal holds everything it stays, and the next
/// command takes it from there; otherwise the state is written into the working folder.
pub(crate) fn rescue(failed: Unpersisted, journal: Option<&Path>) -> Diagnostic {
    let Unpersisted { mut file, error } = failed;
    if let Some(journal) = journal.filter(|journal| journal.exists()) {
        let detail = format!(
            "{error}\n\nNothing is lost: what this run did is kept in {}, and the next command brings it into the state as soon \
             as that can be written.",
            journal.display()
        );
        return Diagnostic::error("Failed to save state", detail);
    }
    // Something may be recovered meanwhile, which makes the serial grow; this state is the later one all the same.
    file.serial = file.serial.saturating_add(1);
    let detail = match plan::file::write_file(Path::new(FILE), &file.write()) {
        Ok(()) => format!(
            "{error}\n\nThe state was written to the file {FILE:?} in the current folder instead. To prevent what was made \
             from being made again, store it before anything else is run, when the cause is gone:\n    cairn state push {FILE}"
        ),
        Err(second) => format!(
            "{error}\n\nThe state could not be written to the file {FILE:?} in the current folder either: {}. What this run made \
             is known from its output only: import it before anything else is run.",
            diag::reason(&second)
        ),
    };
    Diagnostic::error("Failed to save state", detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use backend::{PersistError, StoreError};
    use state::StateFile;

    #[test]
    fn the_journal_is_enough_where_it_holds_everything() {
        let dir = tempfile::tempdir().unwrap();
        let journal = dir.path().join("journal");
        std::fs::write(&journal, "x").unwrap();
        let failed = Unpersisted { file: StateFile::default(), error: lost() };
        let text = rescue(failed, Some(&journal)).detail;
        assert!(text.contains("Nothing is lost") && text.contains(&journal.display().to_string()), "{text}");
    }

    fn lost() -> PersistError {
        PersistError::Store(StoreError::WorkspaceName("x".to_owned()))
    }
}
