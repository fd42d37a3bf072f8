//! `cairn get`

use std::path::Path;

use config::{ModuleSource, ModuleTree};
use diag::{Diagnostic, Diagnostics};
use hcl::eval::EmptyScope;

use crate::app::Command;
use crate::flags::{option, switch};
use crate::project::{self, data_dir};
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "get",
    about: "Install the modules that are called",
    help: "Usage: cairn [global options] get [options]\n\n  Installs the modules that the configuration calls; \"init\" does it too.\n\n\
           Options:\n\n  -update      Look for newer versions of those that are there.\n  -no-color    Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known =
        stateful::flags(&[switch("update"), switch("json"), option("json-into"), option("test-directory")]);
    let Some((ui, parsed)) = stateful::parse(ui, args, &known) else { return 1 };
    if !parsed.positionals.is_empty() {
        ui.err("Too many command line arguments. Did you mean to use -chdir?\n");
        return 1;
    }
    let mut diags = Diagnostics::new();
    let before = known_modules();
    let tree = project::load_tree(&parsed, &mut diags);
    refuse_missing(&tree, &mut diags);
    if !diags.has_errors() {
        install(&tree, &mut diags);
        for (key, dir) in ops::called_modules(&tree) {
            if parsed.bool("update", false) || !before.contains(&key) {
                ui.out(&format!("- {key} in {dir}\n"));
            }
        }
    }
    ui.diagnostics(&diags, &tree.sources());
    u8::from(diags.has_errors())
}

/// The keys of the modules that were installed before.
pub(crate) fn known_modules() -> Vec<String> {
    let bytes = std::fs::read(Path::new(&data_dir()).join("modules/modules.json")).unwrap_or_default();
    let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let modules = json["Modules"].as_array().cloned().unwrap_or_default();
    modules.iter().filter_map(|module| module["Key"].as_str().map(str::to_owned)).collect()
}

/// Remembers where each module is.
pub(crate) fn install(tree: &ModuleTree, diags: &mut Diagnostics) {
    if let Err(error) = ops::write_manifest(tree, Path::new(&data_dir())) {
        let detail = format!("The list of modules cannot be written into {}: {error}.", data_dir());
        diags.push(Diagnostic::error("Failed to update module manifest", detail));
    }
}

/// Tells which modules are not there: folders, and those from elsewhere, which cannot be installed yet.
pub(crate) fn refuse_missing(tree: &ModuleTree, diags: &mut Diagnostics) {
    for module in &tree.modules {
        for call in
            module.module.module_calls.values().filter(|call| !module.children.contains_key(&call.name))
        {
            let Some(source) = &call.source else { continue };
            let (value, _) = source.eval(&EmptyScope);
            let parsed = value.as_str().and_then(ModuleSource::parse);
            if let Some(ModuleSource::Local(path)) = &parsed
                && !module.module.dir.join(path).is_dir()
            {
                let detail = format!(
                    "The module {:?} was not installed, because its folder {path} is not there.",
                    call.name.as_str()
                );
                diags.push(Diagnostic::error("Unreadable module directory", detail).at(call.range.clone()));
            }
            if let Some(ModuleSource::Remote(address)) = parsed {
                let detail = format!(
                    "The module {:?} comes from {address:?}, and this version of Cairn installs no modules from elsewhere. Put it into a \
                     folder beside this one and name that.",
                    call.name.as_str()
                );
                diags.push(Diagnostic::error("Failed to install module", detail).at(source.range()));
            }
        }
    }
}
