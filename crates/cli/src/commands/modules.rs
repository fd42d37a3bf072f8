//! `cairn modules`: which modules are called, and in which version.

use config::ModuleTree;
use diag::{Diagnostic, Diagnostics};
use install::InstalledModules;
use serde_json::{Value, json};

use crate::app::Command;
use crate::branches;
use crate::flags::switch;
use crate::project::{self, Versions};
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "modules",
    about: "Show which modules are called",
    help: "Usage: cairn [global options] modules [options]\n\n  Shows which modules the configuration calls, where they come from, and \
           in which version\n  they are installed.\n\nOptions:\n\n  -json        Print them as JSON.\n  -no-color    Plain text without \
           colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse(ui, args, &stateful::flags(&[switch("json")])) else { return 1 };
    let mut diags = Diagnostics::new();
    if !parsed.positionals.is_empty() {
        let detail = "\"modules\" takes no arguments; -chdir names another folder.";
        diags.push(Diagnostic::error("Too many command line arguments", detail));
    }
    let tree = project::load_tree(&parsed, Versions::MustFit, &mut diags);
    ui.diagnostics(&diags, &tree.sources());
    if diags.has_errors() {
        return 1;
    }
    let installed = project::modules();
    if parsed.bool("json", false) {
        let mut modules = Vec::new();
        collect(&tree, 0, &installed, &mut modules);
        // The models say "null" where nothing is called.
        let modules = if modules.is_empty() { Value::Null } else { modules.into() };
        ui.out(&format!("{}\n", json!({"format_version": "1.0", "modules": modules})));
    } else if tree.modules.len() == 1 {
        ui.out("No modules found in configuration.\n");
    } else {
        let mut text = String::from("\nModules declared by configuration:\n.\n");
        write_calls(&tree, 0, &installed, "", &mut text);
        ui.out(&format!("{text}\n"));
    }
    0
}

fn collect(tree: &ModuleTree, index: usize, installed: &InstalledModules, into: &mut Vec<Value>) {
    for (name, child) in &tree.modules[index].children {
        let version = installed.version(&tree.key(*child)).unwrap_or_default();
        into.push(json!({"key": name.as_str(), "source": source_of(tree, *child), "version": version}));
        collect(tree, *child, installed, into);
    }
}

fn write_calls(
    tree: &ModuleTree,
    index: usize,
    installed: &InstalledModules,
    indent: &str,
    out: &mut String,
) {
    let module = &tree.modules[index];
    for (at, (name, child)) in module.children.iter().enumerate() {
        let (branch, below) = branches::of(at + 1 == module.children.len());
        let source = source_of(tree, *child);
        out.push_str(&format!("{indent}{branch}\"{name}\"[{source}]"));
        if let Some(version) = installed.version(&tree.key(*child)) {
            out.push_str(&format!(" {version}"));
        }
        let wanted = module.module.module_calls.get(name).and_then(|call| call.version.as_ref());
        let wanted = wanted.map(|version| version.eval(&hcl::eval::EmptyScope).0);
        if let Some(wanted) = wanted.as_ref().and_then(|version| version.as_str()) {
            out.push_str(&format!(" ({wanted})"));
        }
        out.push('\n');
        write_calls(tree, *child, installed, &format!("{indent}{below}"), out);
    }
}

/// Where a module comes from; a local folder without detours.
fn source_of(tree: &ModuleTree, index: usize) -> String {
    let source = tree.modules[index].source.as_deref().unwrap_or_default();
    if !source.starts_with("./") && !source.starts_with("../") {
        return source.to_owned();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in source.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let begin = if parts.first() == Some(&"..") { "" } else { "./" };
    format!("{begin}{}", parts.join("/"))
}
