//! `cairn state replace-provider`

use addrs::Provider;
use diag::{Diagnostic, Diagnostics};
use ops::state_edit;

use crate::app::Command;
use crate::ask;
use crate::flags::switch;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "replace-provider",
    about: "Give resources to another provider",
    help: "Usage: cairn [global options] state replace-provider [options] FROM TO\n\n  Gives all resources of one provider to another one, \
           after asking for approval. Providers are\n  named by their sources, as in registry.terraform.io/hashicorp/aws.\n\nOptions:\n\n  \
           -auto-approve      Do not ask for approval.\n  -backup=FILE       Where the state as it was goes.\n  -lock=false        Do not \
           lock the state.\n  -lock-timeout=0s   How long to wait for a lock.\n  -state=FILE        Another state file.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) =
        stateful::parse_or_show(ui, args, &stateful::flags(&[switch("auto-approve")]), &COMMAND)
    else {
        return 1;
    };
    let [from, to] = parsed.positionals.as_slice() else {
        return stateful::wrong_arguments(ui, "Exactly two arguments expected.", &COMMAND);
    };
    if stateful::refuses_version(ui, &parsed) {
        return 1;
    }
    let mut errors = Diagnostics::new();
    let (from, to) = (provider(from, "from", &mut errors), provider(to, "to", &mut errors));
    let (Some(from), Some(to)) = (from, to) else {
        ui.diagnostics(&errors, &diag::SourceMap::new());
        return 1;
    };
    let opened = stateful::open_kept(ui, &parsed, Some("state-replace-provider"), true);
    let Some((mut session, mut diags, sources)) = opened else { return 1 };
    if session.snapshot().file.is_none() {
        stateful::no_state(ui);
        session.close(&mut diags);
        return 1;
    }
    let mut state = session.state();
    let resources = state_edit::resources_of(&state, &from);
    if resources.is_empty() {
        ui.out("No matching resources found.\n");
        return stateful::finish(ui, session, diags, &sources);
    }
    ui.out(&format!(
        "Cairn will perform the following actions:\n\n  ~ Updating provider:\n    - {from}\n    + {to}\n\nChanging {} \
         resources:\n\n",
        resources.len()
    ));
    resources.iter().for_each(|addr| ui.out(&format!("  {addr}\n")));
    if !parsed.bool("auto-approve", false) {
        ui.out("\nDo you want to make these changes?\nOnly 'yes' will be accepted to continue.\n\nEnter a value: ");
        let Some(answer) = ask::line() else {
            let detail = "No answer could be read. Give -auto-approve where nobody can be asked.";
            diags.push(Diagnostic::error("Error asking for approval: EOF", detail));
            return stateful::finish(ui, session, diags, &sources);
        };
        if answer != "yes" {
            ui.out("\nCancelled replacing providers.\n");
            return stateful::finish(ui, session, diags, &sources);
        }
    }
    state_edit::replace_provider(&mut state, &from, &to);
    match session.persist(state) {
        Ok(_) => ui.out(&format!("\nSuccessfully replaced provider for {} resources.\n", resources.len())),
        Err(diagnostic) => diags.push(*diagnostic),
    }
    stateful::finish(ui, session, diags, &sources)
}

fn provider(text: &str, which: &str, diags: &mut Diagnostics) -> Option<Provider> {
    let provider = Provider::parse(text);
    if provider.is_none() {
        let detail =
            format!("{text:?} is not the source of a provider, as in registry.terraform.io/hashicorp/aws.");
        diags.push(Diagnostic::error(format!("Invalid {which:?} provider {text:?}"), detail));
    }
    provider
}
