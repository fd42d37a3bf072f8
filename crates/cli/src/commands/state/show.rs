//! `cairn state show`

use diag::{Diagnostic, Diagnostics};

use crate::addresses;
use crate::app::Command;
use crate::plugins;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "show",
    about: "Show one instance in the state",
    help: "Usage: cairn [global options] state show [options] ADDRESS\n\n  Shows the attributes of one instance as they are \
           remembered.\n\nOptions:\n\n  -state=FILE   Another state file.\n  -show-sensitive  Show secrets in clear.\n",
    run,
};

const NEEDS_ONE: &str = "\n\nThis command shows one instance; its address must have the key where there are several. The command\n\
                         \"cairn state list\" shows all addresses.\n";

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &stateful::flags(&[]), None) else { return 1 };
    let [text] = parsed.positionals.as_slice() else {
        return stateful::wrong_arguments(ui, "Exactly one argument expected.", &COMMAND);
    };
    let Some((session, mut diags, sources)) = stateful::open(ui, &parsed, None) else { return 1 };
    if session.snapshot().file.is_none() {
        stateful::no_state(ui);
        return 1;
    }
    let Some(addr) = addresses::instance(text, &mut Diagnostics::new()) else {
        ui.err(&format!("Error parsing instance address: {text}{NEEDS_ONE}"));
        return 1;
    };
    let state = session.state();
    let Some(object) = state.instance(&addr).and_then(|instance| instance.current.as_ref()) else {
        ui.err(&format!("No instance found for the given address!{NEEDS_ONE}"));
        return 1;
    };
    let provider = state.resources.get(&addr.resource()).map(|resource| &resource.provider.provider);
    let Some(providers) = plugins::for_state(ui, &state, &mut diags) else {
        return stateful::finish(ui, session, diags, &sources);
    };
    let ty = &addr.resource.resource;
    let schema = provider.and_then(|provider| providers.schema(provider, ty.mode, &ty.type_name));
    match render::object_text(&addr, object, schema.as_deref(), ui.style()) {
        Ok(text) => ui.out(&text),
        Err(error) => diags.push(Diagnostic::error("Failed to show the instance", error.to_string())),
    }
    stateful::finish(ui, session, diags, &sources)
}
