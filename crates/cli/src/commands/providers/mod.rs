//! `cairn providers`: which ones are needed, and their packages.

mod lock;
mod mirror;
mod schema;

use std::collections::BTreeSet;

use addrs::Provider;
use config::ModuleTree;
use diag::{Diagnostic, Diagnostics};
use install::{Platform, Requirements};

use crate::app::{Command, Group};
use crate::branches;
use crate::flags::{Parsed, option};
use crate::project::{self, Versions};
use crate::stateful;
use crate::ui::Ui;

pub(crate) const GROUP: Group = Group {
    name: "providers",
    about: "Show which providers are needed, and look after their packages",
    commands: &[&lock::COMMAND, &mirror::COMMAND, &schema::COMMAND],
    bare: Some(&COMMAND),
};

const COMMAND: Command = Command {
    name: "providers",
    about: "Show which providers are needed",
    help: "Usage: cairn [global options] providers [options]\n\n  Shows which modules of the configuration need which providers, and which \
           ones the state needs.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) =
        stateful::parse_in_line(ui, args, &stateful::flags(&[option("test-directory")]), Some(&COMMAND))
    else {
        return 1;
    };
    if !parsed.positionals.is_empty() {
        ui.err("Too many command line arguments. Did you mean to use -chdir?\n");
        return 1;
    }
    let mut diags = Diagnostics::new();
    let tree = project::load_tree(&parsed, Versions::MayDiffer, &mut diags);
    diags.extend(crate::test_files::missing(std::path::Path::new("."), &parsed));
    if project::module_is_empty(&tree.modules[0].module) && !diags.has_errors() {
        let detail =
            "This folder holds no configuration. Make a .tf file in it, or name another folder with -chdir.";
        diags.push(Diagnostic::error("No configuration files", detail));
    }
    if diags.has_errors() {
        ui.diagnostics(&diags, &tree.sources());
        return 1;
    }
    let Some((session, found, _)) = stateful::open(ui, &parsed, None) else { return 1 };
    diags.append(found);
    let mut text = String::from("\nProviders required by configuration:\n.\n");
    write_module(&tree, 0, "", &mut text);
    let of_state: BTreeSet<Provider> =
        session.state().resources.values().map(|resource| resource.provider.provider.clone()).collect();
    if !of_state.is_empty() {
        text.push_str("\nProviders required by state:\n\n");
        of_state.iter().for_each(|provider| text.push_str(&format!("    provider[{provider}]\n\n")));
    } else {
        text.push('\n');
    }
    ui.out(&text);
    stateful::finish(ui, session, diags, &tree.sources())
}

/// What the configuration and the state need that is no part of the program.
fn requirements(tree: &ModuleTree, parsed: &Parsed, diags: &mut Diagnostics) -> Requirements {
    let mut needed = install::requirements(tree);
    for provider in stateful::providers_of_state(parsed, diags) {
        needed.entry(provider).or_default();
    }
    needed.retain(|provider, _| !provider.is_builtin());
    needed
}

/// The platforms of the command line, or this one.
fn platforms(parsed: &Parsed, diags: &mut Diagnostics) -> Vec<Platform> {
    let mut platforms = Vec::new();
    for (_, text) in parsed.given().filter(|(name, _)| *name == "platform") {
        match Platform::parse(text) {
            Some(platform) => platforms.push(platform),
            None => {
                let detail = format!(
                    "{text:?} is not a platform: an operating system and a processor, as in \"linux_amd64\"."
                );
                diags.push(Diagnostic::error("Invalid target platform", detail));
            }
        }
    }
    if platforms.is_empty() {
        platforms.push(Platform::current());
    }
    platforms
}

fn write_module(tree: &ModuleTree, index: usize, indent: &str, out: &mut String) {
    let providers = install::of_module(&tree.modules[index].module);
    let children = &tree.modules[index].children;
    let count = providers.len() + children.len();
    let lines = |at: usize| branches::of(at + 1 == count);
    for (at, (provider, constraints)) in providers.iter().enumerate() {
        let version = if constraints.is_empty() { String::new() } else { format!(" {constraints}") };
        out.push_str(&format!("{indent}{}provider[{provider}]{version}\n", lines(at).0));
    }
    for (at, (name, child)) in children.iter().enumerate() {
        let at = providers.len() + at;
        let (branch, below) = lines(at);
        out.push_str(&format!("{indent}{branch}module.{name}\n"));
        write_module(tree, *child, &format!("{indent}{below}"), out);
    }
}
