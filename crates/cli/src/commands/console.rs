//! `cairn console`

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use config::Module;
use diag::Diagnostics;
use lang::DiskFiles;

use crate::app::Command;
use crate::console::{Session, prompt};
use crate::flags::{self, Parsed, option, switch};
use crate::module_names::ModuleNames;
use crate::ui::Ui;

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
    let parsed = match flags::parse(args, &[option("var"), option("var-file"), switch("no-color")]) {
        Ok(parsed) => parsed,
        Err(error) => {
            ui.err(&format!("{error}\n\n{}", COMMAND.help));
            return 1;
        }
    };
    let ui = ui.plain_if(parsed.bool("no-color", false));
    let (module, mut diags) = config::load_module(Path::new("."));
    let variables = variable_values(&module, &parsed, &mut diags);
    ui.diagnostics(&diags, &module.sources);
    if diags.has_errors() {
        return 1;
    }
    let files = DiskFiles::new(".");
    let names = ModuleNames::new(&module, variables, &files);
    let diags = names.evaluate_all();
    ui.diagnostics(&diags, &module.sources);
    if diags.has_errors() {
        return 1;
    }
    let session = Session::new(ui, &names, &module);
    if std::io::stdin().is_terminal() { prompt::run(&session) } else { session.run_piped() }
}

fn variable_values(
    module: &Module,
    _parsed: &Parsed,
    diags: &mut Diagnostics,
) -> BTreeMap<smol_str::SmolStr, value::Value> {
    let mut values = BTreeMap::new();
    for (name, variable) in &module.variables {
        match variable.value_for(None) {
            Ok(value) => {
                values.insert(name.clone(), value);
            }
            Err(diagnostic) => diags.push(diagnostic),
        }
    }
    values
}
