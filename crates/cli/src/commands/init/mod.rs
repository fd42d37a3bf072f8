//! `cairn init`

mod migrate;
mod place;
mod plugins;
mod report;
mod selection;

use diag::{Diagnostic, Diagnostics, SourceMap};

use crate::app::Command;
use crate::commands::get;
use crate::flags::{Flag, Parsed, option, switch};
use crate::project::{self, Versions, module_is_empty};
use crate::stateful;
use crate::ui::Ui;
use report::Report;

pub(crate) const COMMAND: Command = Command {
    name: "init",
    about: "Prepare the folder for the other commands",
    help: "Usage: cairn [global options] init [options]\n\n  Prepares the folder: settles the place of the state, installs the modules that \
           are called, and looks\n  for the providers that are needed. It can be run again at any time.\n\nOptions:\n\n  -backend=false           \
           Leave the place of the state as it is.\n  -backend-config=FILE     Arguments of the backend from a file, or one as NAME=VALUE. Can \
           be\n                           given several times.\n  -reconfigure             Take the new place of the state without taking the \
           state along.\n  -migrate-state           Take the state along to the new place.\n  -force-copy              The same without a \
           question.\n  -from-module=SOURCE      Fill this folder, which must be empty, with a copy of a module.\n  -get=false               Leave the modules as they are.\n  -upgrade                 Look for newer versions of modules \
           and providers.\n  -lockfile=readonly       Leave the dependency lock file as it is.\n  -plugin-dir=DIR          Take providers from \
           this folder alone. Can be given\n                           several times.\n  -input=false             Ask for nothing.\n  -json                    Print what happens as lines of JSON.\n  \
           -lock=false              Do not lock the state.\n  -lock-timeout=0s         How long to wait for a lock.\n  -no-color                \
           Plain text without colours.\n",
    run,
};

fn flags() -> Vec<Flag> {
    stateful::flags(&[
        switch("json"),
        option("json-into"),
        switch("input"),
        switch("backend"),
        switch("cloud"),
        option("backend-config"),
        switch("reconfigure"),
        switch("migrate-state"),
        switch("force-copy"),
        option("from-module"),
        switch("get"),
        switch("upgrade"),
        option("plugin-dir"),
        option("lockfile"),
        option("test-directory"),
    ])
}

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse(ui, args, &flags()) else { return 1 };
    let report = Report::new(ui, parsed.bool("json", false));
    let mut diags = check_arguments(&parsed);
    let mut sources = SourceMap::new();
    if !diags.has_errors() {
        prepare(&parsed, &report, &mut diags, &mut sources);
        diags.extend(crate::test_files::missing(std::path::Path::new("."), &parsed));
    }
    report.diagnostics(&diags, &sources);
    if diags.has_errors() {
        return 1;
    }
    report.done();
    0
}

fn check_arguments(parsed: &Parsed) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let mut refuse = |summary: &str, detail: &str| diags.push(Diagnostic::error(summary, detail));
    if !parsed.positionals.is_empty() {
        let detail = "The folder to prepare is the current one; name another one with -chdir.";
        refuse("Too many command line arguments. Did you mean to use -chdir?", detail);
    }
    if parsed.bool("migrate-state", false) && parsed.bool("reconfigure", false) {
        let detail = "The -migrate-state and -reconfigure options are mutually-exclusive: the state is taken along or it is not.";
        refuse("Invalid init options", detail);
    }
    if parsed.bool("migrate-state", false) && parsed.bool("json", false) {
        let detail = "What is taken along has to be approved, and nobody can be asked where programs read. Leave one of the two out.";
        refuse("The -migrate-state and -json options are mutually-exclusive", detail);
    }
    match parsed.last("lockfile").unwrap_or_default() {
        "" => {}
        "readonly" if parsed.bool("upgrade", false) => {
            let detail = "Newer versions cannot be chosen while the lock file must stay as it is.";
            refuse("The -upgrade flag conflicts with -lockfile=readonly.", detail);
        }
        "readonly" => {}
        other => {
            let detail = format!("{other:?} is no mode of the lock file. There is only \"readonly\".");
            refuse("Invalid lockfile mode", &detail);
        }
    }
    diags
}

fn prepare(parsed: &Parsed, report: &Report, diags: &mut Diagnostics, sources: &mut SourceMap) {
    if let Some(source) = parsed.last("from-module").filter(|source| !source.is_empty()) {
        if config::list_files(std::path::Path::new(".")).is_ok_and(|files| !files.is_empty()) {
            let summary = "The working directory already contains files. The -from-module option requires\nan empty directory.";
            let detail = "There is a configuration in it, which would be mixed with the copy. Without the option this folder is \
                          prepared as it is.";
            return diags.push(Diagnostic::error(summary, detail));
        }
        report.say("copying_configuration_message", &format!("Copying configuration from {source:?}..."));
        get::copy_module(report.ui(), source, diags, &|line| report.line(line));
        if diags.has_errors() {
            return;
        }
    }
    let (root, more) = config::load_module(std::path::Path::new("."));
    if module_is_empty(&root) && !more.has_errors() {
        return report.empty();
    }
    *sources = root.sources.clone();
    if parsed.bool("backend", true) && parsed.bool("cloud", true) {
        report.say("initializing_backend_message", "Initializing the backend...");
        place::settle(&root.settings, parsed, report, diags, sources);
        if diags.has_errors() {
            return;
        }
    }
    let tree = if parsed.bool("get", true) && !root.module_calls.is_empty() {
        let upgrade = parsed.bool("upgrade", false);
        if upgrade {
            report.say("upgrading_modules_message", "Upgrading modules...");
        } else {
            report.say("initializing_modules_message", "Initializing modules...");
        }
        let (tree, more) = get::install(report.ui(), parsed, upgrade, &|line| report.line(line));
        diags.append(more);
        tree
    } else {
        project::load_tree(parsed, Versions::MustFit, diags)
    };
    *sources = tree.sources();
    if diags.has_errors() {
        return;
    }
    diags.append(config::check_prereleases(&tree));
    diags.append(config::check_handed_over(&tree));
    if diags.has_errors() {
        return;
    }
    plugins::install(&tree, parsed, report, diags);
}
