//! `cairn console`

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use config::ModuleTree;
use lang::DiskFiles;

use crate::app::Command;
use crate::commands::validate::unsupported_versions;
use crate::console::{Session, prompt};
use crate::flags::{self, switch};
use crate::ui::Ui;
use crate::variables::{self, Inputs};

pub(crate) const COMMAND: Command = Command {
    name: "console",
    about: "Try expressions at an interactive prompt",
    help: "Usage: cairn [global options] console [options]\n\n  Evaluates expressions of the configuration language in the \
           module of the current folder:\n  its variables and local values can be referred to. Expressions may span several \
           lines while a\n  bracket is open. Without a terminal, expressions are read from standard input.\n\n  Leave with \
           \"exit\", Ctrl-C or Ctrl-D.\n\nOptions:\n\n  -var 'foo=bar'       Set a variable of the module. Can be given several \
           times.\n  -var-file=FILE       Set variables from a file. Can be given several times.\n  -no-color            Plain \
           text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let parsed = match flags::parse(args, &[variables::FLAGS[0], variables::FLAGS[1], switch("no-color")]) {
        Ok(parsed) => parsed,
        Err(error) => {
            ui.err(&format!("{error}\n\n{}", COMMAND.help));
            return 1;
        }
    };
    let ui = ui.plain_if(parsed.bool("no-color", false));
    let dir = Path::new(".");
    let (mut module, mut diags) = config::load_module(dir);
    let mut values = BTreeMap::new();
    if !diags.has_errors() {
        values = Inputs::collect(dir, &parsed, &mut diags).values(&mut module, &mut diags);
    }
    let files = DiskFiles::new(".");
    let (tree, more) = ModuleTree::load(module, &values, &files);
    diags.append(more);
    let versions = unsupported_versions(&tree);
    if versions.has_errors() {
        ui.diagnostics(&versions, &tree.sources());
        return 1;
    }
    let mut names = None;
    if !diags.has_errors() {
        let (evaluated, more) = config::evaluate(&tree, values, &files);
        names = Some(evaluated);
        diags.append(more);
    }
    ui.diagnostics(&diags, &tree.sources());
    let Some(names) = names.filter(|_| !diags.has_errors()) else { return 1 };
    let module = &tree.modules[0].module;
    let session = Session::new(ui, &names, module);
    if std::io::stdin().is_terminal() { prompt::run(&session) } else { session.run_piped() }
}
