//! `cairn state rm`

use diag::Diagnostic;
use ops::state_edit;

use crate::addresses;
use crate::app::Command;
use crate::flags::switch;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "rm",
    about: "Forget instances without destroying them",
    help: "Usage: cairn [global options] state rm [options] ADDRESS...\n\n  Takes instances out of the state. The real objects stay as \
           they are and are no longer managed.\n  The address of a module or of a resource means all of its instances.\n\nOptions:\n\n  \
           -dry-run           Only tell what would be forgotten.\n  -backup=FILE       Where the state as it was goes.\n  \
           -lock=false        Do not lock the state.\n  -lock-timeout=0s   How long to wait for a lock.\n  -state=FILE        Another \
           state file.\n",
    run,
};

pub(crate) const REMOVE: Command = Command { name: "remove", about: "The same as \"rm\"", ..COMMAND };

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &stateful::flags(&[switch("dry-run")]), None)
    else {
        return 1;
    };
    if parsed.positionals.is_empty() {
        return stateful::wrong_arguments(ui, "At least one address is required.", &COMMAND);
    }
    if stateful::refuses_version(ui, &parsed) {
        return 1;
    }
    let Some((mut session, mut diags, sources)) = stateful::open_kept(ui, &parsed, Some("state-rm"), true)
    else {
        return 1;
    };
    if session.snapshot().file.is_none() {
        stateful::no_state(ui);
        session.close(&mut diags);
        return 1;
    }
    let mut state = session.state();
    let mut found = Vec::new();
    for text in &parsed.positionals {
        let Some(target) = addresses::target(text, &mut diags) else { continue };
        // What is named twice is told twice.
        found.extend(state_edit::select(&state, &target));
    }
    let dry = parsed.bool("dry-run", false);
    if found.is_empty() && !diags.has_errors() && dry {
        ui.out("Would have removed nothing.\n");
    } else if found.is_empty() && !diags.has_errors() {
        let detail = "No matching objects found. The command \"cairn state list\" shows the addresses of all instances.";
        diags.push(Diagnostic::error("Invalid target address", detail));
    }
    if diags.has_errors() {
        return stateful::finish(ui, session, diags, &sources);
    }
    for addr in &found {
        ui.out(&format!("{} {addr}\n", if dry { "Would remove" } else { "Removed" }));
    }
    if !dry {
        state_edit::forget(&mut state, &found);
        match session.persist(state) {
            Ok(_) => ui.out(&format!("Successfully removed {} resource instance(s).\n", found.len())),
            Err(diagnostic) => diags.push(*diagnostic),
        }
    }
    stateful::finish(ui, session, diags, &sources)
}
