//! `cairn state push`

use std::io::Read;

use ops::state_edit;
use state::StateFile;

use crate::app::Command;
use crate::flags::switch;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "push",
    about: "Replace the state by that of a file",
    help: "Usage: cairn [global options] state push [options] FILE\n\n  Stores a state file, or standard input for \"-\", as the state \
           of the selected workspace. One of\n  another lineage or one that is older than what is stored is refused.\n\nOptions:\n\n  \
           -force             Store it all the same.\n  -lock=false        Do not lock the state.\n  -lock-timeout=0s   How long to \
           wait for a lock.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &stateful::flags(&[switch("force")]), None)
    else {
        return 1;
    };
    let [path] = parsed.positionals.as_slice() else {
        return stateful::wrong_arguments(ui, "Exactly one argument expected.", &COMMAND);
    };
    if stateful::refuses_version(ui, &parsed) {
        return 1;
    }
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let read = match bytes {
        Ok(bytes) => StateFile::read(&bytes).map_err(|error| error.to_string()),
        Err(error) => Err(format!("{}.", diag::reason(&error))),
    };
    let new = match read {
        Ok(new) => new,
        Err(error) => {
            ui.err(&format!("Error reading source state {path:?}: {error}\n"));
            return 1;
        }
    };
    let Some((mut session, mut diags, sources)) = stateful::open(ui, &parsed, Some("state-push")) else {
        return 1;
    };
    let mut refused = false;
    let mut file = new;
    let mut same = false;
    if let Some(stored) = &session.snapshot().file {
        let force = parsed.bool("force", false);
        if let Err(error) = state_edit::check_push(&file, stored)
            && !force
        {
            ui.err(&format!("Failed to write state: {error}\n"));
            refused = true;
        }
        file.serial = state_edit::pushed_serial(&file, stored);
        same = !force && file.serial == stored.serial && file.lineage == stored.lineage;
    }
    if !refused
        && !same
        && let Err(diagnostic) = session.replace(file)
    {
        diags.push(*diagnostic);
    }
    stateful::finish(ui, session, diags, &sources).max(u8::from(refused))
}
