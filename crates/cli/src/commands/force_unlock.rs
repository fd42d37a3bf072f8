//! `cairn force-unlock`

use diag::{Diagnostic, Diagnostics};

use crate::app::Command;
use crate::ask;
use crate::flags::switch;
use crate::project::current_workspace;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "force-unlock",
    about: "Release a lock that was left behind",
    help: "Usage: cairn [global options] force-unlock [options] LOCK_ID\n\n  Releases the lock of the state that a run left behind. The lock \
           of a local file ends with the\n  process that has it, so that there it is never needed.\n\nOptions:\n\n  -force    Do not ask for \
           approval.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) =
        stateful::parse_in_line(ui, args, &stateful::flags(&[switch("force")]), Some(&COMMAND))
    else {
        return 1;
    };
    let [id] = parsed.positionals.as_slice() else {
        return stateful::wrong_arguments(ui, "Expected a single argument: LOCK_ID", &COMMAND);
    };
    let mut diags = Diagnostics::new();
    let (backend, sources) = stateful::backend(&parsed, false, &mut diags);
    let store = backend.and_then(|backend| match backend.open(&current_workspace()) {
        Ok(store) => Some(store),
        Err(error) => {
            diags.push(ops::store_error("Error loading state", &error));
            None
        }
    });
    let Some(store) = store else {
        ui.diagnostics(&diags, &sources);
        return 1;
    };
    if !parsed.bool("force", false) {
        // The lock of a file is the operating system's: it cannot be taken from a process that is still there.
        if store.journal_path().is_some() {
            ui.err("Local state cannot be unlocked by another process\n");
            return 1;
        }
        ui.out(
            "Do you really want to force-unlock?\n  The lock of the state will be released, although another run may still need it.\n  \
             Only 'yes' will be accepted to confirm.\n\n  Enter a value: ",
        );
        if ask::line().as_deref() != Some("yes") {
            ui.out("force-unlock cancelled.\n");
            return 1;
        }
    }
    match store.force_unlock(id) {
        Ok(()) => ui.success(
            "Cairn state has been successfully unlocked!\n\nThe state can be locked again by other runs.\n",
        ),
        Err(error) => diags.push(Diagnostic::error("Failed to unlock state", error.to_string())),
    }
    ui.diagnostics(&diags, &sources);
    u8::from(diags.has_errors())
}
