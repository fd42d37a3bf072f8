//! `cairn providers schema`

use std::collections::BTreeSet;

use addrs::Provider;
use diag::Diagnostics;

use super::requirements;
use crate::app::Command;
use crate::flags::{option, switch};
use crate::project::{self, Versions};
use crate::ui::Ui;
use crate::{plugins, stateful};

pub(crate) const COMMAND: Command = Command {
    name: "schema",
    about: "Show what providers offer",
    help: "Usage: cairn [global options] providers schema -json\n\n  Prints what the providers of the configuration and of the state offer, as \
           JSON: their own\n  configuration, resources, data sources, ephemeral resources and functions.\n\nOptions:\n\n  -json       Must be \
           given: there is no other form.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[switch("json"), option("test-directory")]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, Some(&COMMAND)) else { return 1 };
    if !parsed.bool("json", false) {
        return stateful::wrong_arguments_aside(
            ui,
            "The `cairn providers schema` command requires the `-json` flag.",
            &COMMAND,
        );
    }
    let mut diags = Diagnostics::new();
    let tree = project::load_tree(&parsed, Versions::MayDiffer, &mut diags);
    let sources = tree.sources();
    if !diags.has_errors() {
        let needed = requirements(&tree, &parsed, &mut diags);
        let all = install::requirements(&tree);
        let names: BTreeSet<Provider> = needed.keys().chain(all.keys()).cloned().collect();
        if let Some(set) = plugins::of(ui, needed, &mut diags).filter(|_| !diags.has_errors()) {
            let json = set.with_offers(&names, render::provider_schemas_json);
            ui.out_bytes(format!("{json}\n").as_bytes());
        }
    }
    ui.diagnostics(&diags, &sources);
    u8::from(diags.has_errors())
}
