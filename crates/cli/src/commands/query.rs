//! `cairn query`

use addrs::ResourceMode;
use diag::{Diagnostic, Diagnostics, SourceMap};
use ops::Watch;

use crate::app::Command;
use crate::flags::{Parsed, option, switch};
use crate::operation;
use crate::project::{self, Loaded};
use crate::ui::Ui;
use crate::variables;
use crate::view::View;

pub(crate) const COMMAND: Command = Command {
    name: "query",
    about: "List what there is outside",
    help: "Usage: cairn [global options] query [options]\n\n  Asks providers for what the \"list\" blocks of the .tfquery.hcl files \
           in this folder describe, and\n  shows what is found. Nothing is changed.\n\nOptions:\n\n  -generate-config-out=FILE  \
           Write resources and imports for what is found into a new file.\n  -var 'foo=bar'         Set a variable. Can be given \
           several times.\n  -var-file=FILE         Set variables from a file. Can be given several times.\n  -json                  \
           Print what is found as lines of JSON.\n  -parallelism=10        How many lists are asked for at once.\n  -no-color              \
           Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let mut known = vec![
        switch("no-color"),
        switch("compact-warnings"),
        switch("json"),
        switch("input"),
        option("parallelism"),
        option("generate-config-out"),
    ];
    known.extend(variables::FLAGS);
    let Some((ui, parsed, view)) = operation::begin(ui, args, &known) else { return 1 };
    let mut diags = Diagnostics::new();
    let mut sources = SourceMap::new();
    ask(ui, &parsed, &view, &mut diags, &mut sources);
    view.diagnostics(&diags, &sources);
    u8::from(diags.has_errors())
}

/// Asks all lists; nothing when that was not possible.
fn ask(ui: Ui, parsed: &Parsed, view: &View, diags: &mut Diagnostics, sources: &mut SourceMap) -> Option<()> {
    if !parsed.positionals.is_empty() {
        let detail = "The folder to query from is the current one; name another one with -chdir.";
        diags.push(Diagnostic::error("Too many command line arguments", detail));
        return None;
    }
    let file = parsed.last("generate-config-out").filter(|path| !path.is_empty());
    if let Some(file) = file {
        ops::check_generated_path(file).map_err(|diagnostic| diags.push(*diagnostic)).ok()?;
    }
    let run_options = operation::run_options(parsed, diags);
    let (loaded, found) = project::load_with_queries(ui, parsed, diags);
    *sources = found;
    let Loaded { project, providers } = loaded?;
    let lists = |module: &config::Module| module.resources.keys().any(|key| key.mode == ResourceMode::List);
    if !lists(&project.tree.modules[0].module) {
        let detail = "The configuration does not contain any resources that can be queried: \"list\" blocks in files whose names \
                      end in .tfquery.hcl.";
        diags.push(Diagnostic::error("No resources to query", detail));
        return None;
    }
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: view, interrupts: &view.interrupts, told: &told };
    diags.append(ops::query(&project, &providers, file, operation::now(), &run_options, &watch));
    if let Some(file) = file.filter(|file| std::path::Path::new(file).exists()) {
        view.out(&format!(
            "\nConfiguration was generated into {file}. Read it before it becomes part of yours.\n"
        ));
    }
    Some(())
}
