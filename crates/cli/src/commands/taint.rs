//! `cairn taint` and `cairn untaint`

use addrs::ResourceMode;
use diag::{Diagnostic, Diagnostics};
use ops::state_edit::{self, Marked};
use state::ObjectStatus;

use crate::addresses;
use crate::app::Command;
use crate::flags::switch;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "taint",
    about: "Mark an instance as not fit for use",
    help: "Usage: cairn [global options] taint [options] ADDRESS\n\n  Marks an instance as not fit for use, so that the next plan \
           replaces it. \"plan -replace=ADDRESS\"\n  does the same without changing the state.\n\nOptions:\n\n  -allow-missing     No \
           error where there is no such instance.\n  -lock=false        Do not lock the state.\n  -lock-timeout=0s   How long to wait for \
           a lock.\n",
    run: |ui, args| run(ui, args, &COMMAND, ObjectStatus::Tainted),
};

pub(crate) const UNTAINT: Command = Command {
    name: "untaint",
    about: "Take back the mark of \"taint\"",
    help: "Usage: cairn [global options] untaint [options] ADDRESS\n\n  Takes back the mark that an instance is not fit for use.\
           \n\nOptions:\n\n  -allow-missing     No error where there is no such instance.\n  -lock=false        Do not lock the state.\n  \
           -lock-timeout=0s   How long to wait for a lock.\n",
    run: |ui, args| run(ui, args, &UNTAINT, ObjectStatus::Ready),
};

fn run(ui: Ui, args: &[String], command: &Command, status: ObjectStatus) -> u8 {
    let Some((ui, parsed)) =
        stateful::parse_in_line(ui, args, &stateful::flags(&[switch("allow-missing")]), Some(command))
    else {
        return 1;
    };
    let name = command.name;
    let [text] = parsed.positionals.as_slice() else {
        return stateful::wrong_arguments_aside(
            ui,
            &format!("The {name} command expects exactly one argument."),
            command,
        );
    };
    let mut wrong = Diagnostics::new();
    let Some(addr) = addresses::instance(text, &mut wrong) else {
        ui.diagnostics(&wrong, &diag::SourceMap::new());
        return 1;
    };
    let taints = status == ObjectStatus::Tainted;
    // What is not managed is never tainted: whoever takes that back is told that there is no such instance.
    if addr.resource.resource.mode != ResourceMode::Managed && taints {
        ui.err(&format!("Resource instance {addr} cannot be {name}ed\n"));
        return 1;
    }
    if taints && stateful::refuses_version(ui, &parsed) {
        return 1;
    }
    let operation = if taints { "taint" } else { "untaint" };
    let Some((mut session, mut diags, sources)) = stateful::open(ui, &parsed, Some(operation)) else {
        return 1;
    };
    let mut state = session.state();
    match state_edit::mark(&mut state, &addr, status) {
        Marked::Missing if parsed.bool("allow-missing", false) => {
            let detail =
                format!("There is no instance {addr}, which is no error because -allow-missing was given.");
            diags.push(Diagnostic::warning("No such resource instance", detail));
        }
        Marked::Missing => {
            let detail = format!(
                "There is no instance {addr} in the state. The command \"cairn state list\" shows the addresses of all instances; \
                 what was only just written must be applied first."
            );
            diags.push(Diagnostic::error("No such resource instance", detail));
        }
        Marked::Already if status == ObjectStatus::Ready => {
            let detail = format!("The instance {addr} is not marked, so there is nothing to take back.");
            diags.push(Diagnostic::error("Resource instance is not tainted", detail));
        }
        Marked::Already | Marked::Done => match session.persist(state) {
            Ok(_) if status == ObjectStatus::Tainted => {
                ui.out(&format!("Resource instance {addr} has been marked as tainted.\n"));
            }
            Ok(_) => ui.out(&format!("Resource instance {addr} has been successfully untainted.\n")),
            Err(diagnostic) => diags.push(*diagnostic),
        },
    }
    stateful::finish(ui, session, diags, &sources)
}
