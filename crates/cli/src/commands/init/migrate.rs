//! Taking state along to another place.

use std::path::Path;

use backend::{Backend, DEFAULT_WORKSPACE, LocalBackend, LocalOptions, StoreError};
use diag::{Diagnostic, Diagnostics};
use ops::{Purpose, Session};
use state::StateFile;

use super::report::Report;
use crate::ask;
use crate::backends::{self, Arguments};
use crate::commands::version::terraform_level;
use crate::flags::Parsed;
use crate::operation;

/// A place by its type and its arguments; nothing is the usual files.
type Place<'a> = Option<(&'a str, &'a Arguments)>;

/// Copies the state of every workspace to another place. What is in the old one is left to the caller.
pub(super) fn migrate(
    from: Place<'_>,
    to: Place<'_>,
    parsed: &Parsed,
    report: &Report,
    diags: &mut Diagnostics,
) {
    let (Some(source), Some(dest)) = (make(from, diags), make(to, diags)) else { return };
    let Some(sessions) = open_all(source.as_ref(), parsed, diags) else { return };
    let several = source.workspaces().is_ok_and(|names| names.len() > 1);
    copy_all(&sessions, several, dest.as_ref(), parsed, report, diags);
    sessions.into_iter().for_each(|(_, session)| session.close(diags));
}

fn copy_all(
    sessions: &[(String, Session)],
    several: bool,
    dest: &dyn Backend,
    parsed: &Parsed,
    report: &Report,
    diags: &mut Diagnostics,
) {
    let there = |name: &str| dest.open(name).ok()?.read().ok()?.file.filter(|there| !there.state.is_empty());
    let mut replaced = Vec::new();
    let mut states = Vec::new();
    for (name, session) in sessions {
        let Some(file) = session.snapshot().file.as_ref().filter(|file| !file.state.is_empty()) else {
            continue;
        };
        match there(name) {
            // Only what says the same need not be copied: whatever else is there, one of the two would be forgotten.
            Some(there) if there.lineage == file.lineage && there.state.same_as(&file.state) => continue,
            Some(_) => replaced.push(format!("{name:?}")),
            None => {}
        }
        states.push((name, file));
    }
    if states.is_empty() && !several {
        return;
    }
    if !parsed.bool("force-copy", false) {
        let input = ask::is_allowed(parsed);
        match report.ask(&question(several, &replaced), input) {
            Some(true) => {}
            Some(false) if several => {
                let detail = "Neither the states nor the place of the state were changed.";
                return diags.push(Diagnostic::error("Migration aborted by user.", detail));
            }
            Some(false) => return,
            None => return diags.push(nobody_answers(several, input)),
        }
    }
    for (name, file) in states {
        copy(dest, name, file, parsed, diags);
    }
}

/// What is asked before anything is copied. One state may be left behind for one in the new place; of several, some would be
/// forgotten without a word, so that a no to them is a no to the new place.
fn question(several: bool, replaced: &[String]) -> String {
    let replaced = replaced.join(", ");
    let (asked, found, no) = match several {
        true => (
            "Do you want to migrate all workspaces to the new backend?",
            "There are several workspaces in the old place, and all of them are copied together.",
            "anything else leaves\n  everything as it is, and the old place in use.",
        ),
        false => (
            "Do you want to copy existing state to the new backend?",
            "There is state in the old place, and it can be copied to the new one.",
            "anything else leaves\n  the new place as it is, and what is in it will be used.",
        ),
    };
    let yes = match replaced.is_empty() {
        true => "Enter \"yes\" to copy".to_owned(),
        false => format!(
            "In the new place there is another state of {replaced}.\n  Enter \"yes\" to replace what is there, of which a backup is kept"
        ),
    };
    format!("{asked}\n  {found}\n  {yes}; {no}")
}

/// The problem of a question that nobody answers.
fn nobody_answers(several: bool, input: bool) -> Diagnostic {
    let detail = "There is state in the old place, and nobody can be asked whether to copy it. Give -force-copy to copy it, or \
                  -reconfigure to leave it.";
    let summary = match (several, input) {
        (true, true) => "Error asking for state migration action: Error asking for confirmation: EOF",
        (true, false) => "Error asking for state migration action: input is disabled",
        (false, true) => "Error asking for confirmation: EOF",
        (false, false) => "Can't ask approval for state migration when interactive input is disabled.",
    };
    Diagnostic::error(summary, detail)
}

/// Moves the state in the usual file to its backup, when another place has been settled on and there is no other workspace:
/// nobody shall take it for the state that is in use.
pub(super) fn retire_usual_file(parsed: &Parsed, diags: &mut Diagnostics) {
    let usual = LocalBackend::new(".", LocalOptions::default());
    let alone = usual.workspaces().is_ok_and(|names| names == [DEFAULT_WORKSPACE]);
    let file = Path::new("terraform.tfstate");
    if !alone || !std::fs::metadata(file).is_ok_and(|metadata| metadata.len() > 0) {
        return;
    }
    let lock = operation::lock_options(parsed, "migration source state");
    let session = Session::open(&usual, DEFAULT_WORKSPACE, Purpose::Look, &lock, &terraform_level(), diags);
    let Some(session) = session else { return };
    if let Err(error) = usual.retire() {
        let detail = format!(
            "{} cannot be moved to its backup: {error}.",
            file.display(),
            error = diag::reason(&error)
        );
        diags.push(Diagnostic::error("Error migrating state", detail));
    }
    session.close(diags);
}

fn make(place: Place<'_>, diags: &mut Diagnostics) -> Option<Box<dyn Backend>> {
    let (type_name, arguments) = match place {
        Some((type_name, arguments)) => (type_name, arguments.clone()),
        None => ("local", Arguments::new()),
    };
    backends::make(type_name, &arguments, LocalOptions::default(), diags)
}

/// The states of all workspaces that hold something, locked: no run is to be under way while they are copied, and what one
/// did that was cut short belongs to them.
fn open_all(
    backend: &dyn Backend,
    parsed: &Parsed,
    diags: &mut Diagnostics,
) -> Option<Vec<(String, Session)>> {
    let mut found = Vec::new();
    let names = held(backend).map_err(|error| diags.push(ops::store_error("Error loading state", &error)));
    for name in names.ok()? {
        let lock = operation::lock_options(parsed, "migration source state");
        let session = Session::open(backend, &name, Purpose::Look, &lock, &terraform_level(), diags)?;
        found.push((name, session));
    }
    Some(found)
}

/// The workspaces that hold something.
fn held(backend: &dyn Backend) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    for name in backend.workspaces()? {
        let store = backend.open(&name)?;
        let left = store.journal_path().is_some_and(|path| path.exists());
        if left || store.read()?.file.is_some_and(|file| !file.state.is_empty()) {
            found.push(name);
        }
    }
    Ok(found)
}

fn copy(dest: &dyn Backend, name: &str, file: &StateFile, parsed: &Parsed, diags: &mut Diagnostics) {
    let known = dest.workspaces().unwrap_or_default();
    if !known.iter().any(|known| known == name)
        && let Err(error) = dest.create_workspace(name)
    {
        return diags.push(ops::store_error("Failed to create workspace", &error));
    }
    let lock = operation::lock_options(parsed, "migration destination state");
    let Some(mut session) = Session::open(dest, name, Purpose::Look, &lock, &terraform_level(), diags) else {
        return;
    };
    if let Err(diagnostic) = session.replace(file.clone()) {
        diags.push(*diagnostic);
    }
    session.close(diags);
}
