//! `cairn state list`

use addrs::{AbsResourceInstance, Target};
use diag::{Diagnostic, Diagnostics};
use ops::state_edit;
use state::State;

use crate::addresses;
use crate::app::Command;
use crate::flags::option;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "list",
    about: "List the instances in the state",
    help: "Usage: cairn [global options] state list [options] [ADDRESS...]\n\n  Lists the addresses of all instances in the state, \
           or of those that the given addresses of modules,\n  resources and instances mean.\n\nOptions:\n\n  -id=ID        Only \
           those with this id.\n  -state=FILE   Another state file.\n",
    run,
};

pub(crate) const LS: Command = Command { name: "ls", about: "The same as \"list\"", ..COMMAND };

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse_or_show(ui, args, &stateful::flags(&[option("id")]), &COMMAND)
    else {
        return 1;
    };
    let Some((session, mut diags, sources)) = stateful::open(ui, &parsed, None) else { return 1 };
    let Some(file) = &session.snapshot().file else {
        stateful::no_state(ui);
        return 1;
    };
    let state = &file.state;
    let found = find(state, &parsed.positionals, &mut diags);
    let id = parsed.last("id").filter(|id| !id.is_empty());
    if !diags.has_errors() {
        let shown = found.iter().filter(|addr| id.is_none_or(|id| has_id(state, addr, id)));
        let text: String = shown.map(|addr| format!("{addr}\n")).collect();
        ui.out(&text);
    }
    stateful::finish(ui, session, diags, &sources)
}

/// The instances that addresses mean, in the order of the addresses; all without any.
fn find(state: &State, texts: &[String], diags: &mut Diagnostics) -> Vec<AbsResourceInstance> {
    if texts.is_empty() {
        return state_edit::instances(state);
    }
    let mut wanted = Vec::new();
    for text in texts {
        let Some(target) = addresses::target(text, diags) else { continue };
        let found = state_edit::select(state, &target);
        if found.is_empty() {
            let (summary, what) = match &target {
                Target::Module(_) => ("Unknown module", "module"),
                Target::Instance(instance) if instance.resource.key.is_some() => {
                    ("Unknown resource instance", "resource instance")
                }
                _ => ("Unknown resource", "resource"),
            };
            let detail = format!(
                "There is no {what} {target} in the state. What was only just written must be applied first."
            );
            diags.push(Diagnostic::error(summary, detail));
        }
        wanted.extend(found);
    }
    wanted
}

fn has_id(state: &State, addr: &AbsResourceInstance, id: &str) -> bool {
    let object = state.instance(addr).and_then(|instance| instance.current.as_ref());
    let attributes =
        object.and_then(|object| serde_json::from_str::<serde_json::Value>(&object.attributes).ok());
    attributes.is_some_and(|attributes| attributes.get("id").and_then(|found| found.as_str()) == Some(id))
}
