//! `cairn state mv`

use std::path::{Path, PathBuf};

use addrs::Target;
use backend::{LocalBackend, LocalOptions};
use diag::{Diagnostic, Diagnostics};
use ops::{LockOptions, Purpose, Session, state_edit};

use crate::addresses;
use crate::app::Command;
use crate::backends;
use crate::commands::version::terraform_level;
use crate::flags::{Parsed, option, switch};
use crate::operation;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "mv",
    about: "Give an item in the state another address",
    help: "Usage: cairn [global options] state mv [options] SOURCE DESTINATION\n\n  Gives a module, a resource or an instance another \
           address, in this state or in another file. The\n  real objects stay as they are.\n\nOptions:\n\n  -dry-run           Only \
           tell what would be moved.\n  -backup=FILE       Where the state as it was goes.\n  -backup-out=FILE   The same for the state \
           that it is moved to.\n  -lock=false        Do not lock the state.\n  -lock-timeout=0s   How long to wait for a lock.\n  \
           -state=FILE        Another state file.\n  -state-out=FILE    The state file to move it to.\n",
    run,
};

pub(crate) const MOVE: Command = Command { name: "move", about: "The same as \"mv\"", ..COMMAND };

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[switch("dry-run"), option("backup-out")]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, None) else { return 1 };
    let [from, to] = parsed.positionals.as_slice() else {
        return stateful::wrong_arguments(ui, "Exactly two arguments expected.", &COMMAND);
    };
    if stateful::refuses_version(ui, &parsed) {
        return 1;
    }
    let mut errors = Diagnostics::new();
    let (from, to) = (addresses::target(from, &mut errors), addresses::target(to, &mut errors));
    let (Some(from), Some(to)) = (from, to) else {
        ui.diagnostics(&errors, &diag::SourceMap::new());
        return 1;
    };
    // What goes to another file is not written there by the session of this one.
    let here = parsed.without("state-out");
    let Some((mut session, mut diags, sources)) = stateful::open_kept(ui, &here, Some("state-mv"), true)
    else {
        return 1;
    };
    if session.snapshot().file.is_none() {
        stateful::no_state(ui);
        session.close(&mut diags);
        return 1;
    }
    let mut other = None;
    // Where both are one file, there is only one state.
    let place = session.place();
    let is_other = |path: &str| !path.is_empty() && !backends::is_same_file(Path::new(path), place.as_ref());
    if let Some(path) = parsed.last("state-out").filter(|path| is_other(path)) {
        let lock = operation::lock_options(&parsed, "state-mv");
        other = open_other(path, &parsed, &lock, &mut diags);
        if other.is_none() {
            return stateful::finish(ui, session, diags, &sources);
        }
    }
    move_and_save(ui, &parsed, &mut session, other.as_mut(), (&from, &to), &mut diags);
    if let Some(other) = other {
        other.close(&mut diags);
    }
    stateful::finish(ui, session, diags, &sources)
}

/// The state in the file that `-state-out` names.
fn open_other(path: &str, parsed: &Parsed, lock: &LockOptions, diags: &mut Diagnostics) -> Option<Session> {
    let options = LocalOptions {
        state: Some(PathBuf::from(path)),
        backup: parsed.last("backup-out").map(PathBuf::from),
        kept_at: Some(backends::seconds_now()),
        ..LocalOptions::default()
    };
    let backend = LocalBackend::new(".", options);
    Session::open(&backend, backend::DEFAULT_WORKSPACE, Purpose::Look, lock, &terraform_level(), diags)
}

fn move_and_save(
    ui: Ui,
    parsed: &Parsed,
    session: &mut Session,
    other: Option<&mut Session>,
    (from, to): (&Target, &Target),
    diags: &mut Diagnostics,
) {
    let mut state = session.state();
    let mut other_state = other.as_ref().map(|other| other.state());
    let moved = match state_edit::move_item(&mut state, other_state.as_mut(), from, to) {
        Ok(moved) => moved,
        Err(errors) => {
            for error in errors {
                diags.push(Diagnostic::error(error.summary(), error.to_string()));
            }
            return;
        }
    };
    let dry = parsed.bool("dry-run", false);
    for (from, to) in &moved {
        let (from, to) = (from.to_string(), to.to_string());
        ui.out(&format!("{} {from:?} to {to:?}\n", if dry { "Would move" } else { "Move" }));
    }
    if dry {
        return;
    }
    // It is there before it is gone here: killed in between, it is in both, never in none.
    if let (Some(other), Some(state)) = (other, other_state)
        && let Err(diagnostic) = other.persist(state)
    {
        return diags.push(*diagnostic);
    }
    match session.persist(state) {
        Ok(_) => ui.out(&format!("Successfully moved {} object(s).\n", moved.len())),
        Err(diagnostic) => diags.push(*diagnostic),
    }
}
