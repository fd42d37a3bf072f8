//! `cairn validate`

use std::path::{Path, PathBuf};

use config::{Graph, ModuleTree, Version, check_prereleases, check_versions, validate};
use diag::{Diagnostic, Diagnostics, Severity, SourceMap};
use lang::DiskFiles;
use serde::Serialize;

use crate::app::Command;
use crate::commands::version::{OPENTOFU_LEVEL, terraform_level};
use crate::flags::{self, option, switch};
use crate::plugins;
use crate::test_files;
use crate::ui::Ui;
use crate::variables::{self, Inputs};

pub(crate) const COMMAND: Command = Command {
    name: "validate",
    about: "Check whether the configuration is valid",
    help: "Usage: cairn [global options] validate [options] [DIR]\n\n  Checks the configuration in a folder, the current one unless another is \
           given, without looking\n  at anything outside of it: syntax, declarations, references, functions, types, cycles, and the\n  \
           arguments of modules in folders beside it.\n\n  Nothing needs to be installed before. What only providers know is not checked: \
           the arguments and\n  attributes of their resources. Modules from elsewhere are not looked into.\n\nOptions:\n\n  -json                 \
           Print the result as a JSON object, for editors and other programs.\n  -compact-warnings     Show warnings by their summaries.\n  -no-color             Plain text without colours.\n  \
           -no-tests             Do not check the test files.\n  -test-directory=DIR   Where test files are, besides the folder itself. \"tests\" by \
           default.\n  -var 'foo=bar'        A value that the sources of modules may depend on. Can be given several\n                        \
           times.\n  -var-file=FILE        A file with such values. Can be given several times.\n",
    run,
};

/// The result for programs.
#[derive(Serialize)]
struct ResultJson {
    format_version: &'static str,
    valid: bool,
    error_count: usize,
    warning_count: usize,
    diagnostics: Vec<render::DiagnosticJson>,
}

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = [
        switch("json"),
        switch("no-tests"),
        option("test-directory"),
        variables::FLAGS[0],
        variables::FLAGS[1],
    ];
    let parsed = match flags::parse(args, &known) {
        Ok(parsed) => parsed,
        Err(error) => {
            flags::refuse(ui, args, &error);
            return 1;
        }
    };
    let ui = ui.with_flags(&parsed);
    let (diags, sources) = match parsed.positionals.as_slice() {
        [] => check(ui, Path::new("."), &parsed),
        [dir] => check(ui, &PathBuf::from(dir), &parsed),
        _ => {
            let detail = "Expected at most one positional argument.";
            let error = Diagnostic::error("Too many command line arguments", detail);
            // Who gets the command line wrong is told so, whatever would have read the answer.
            print_text(ui, &error.into(), &SourceMap::new());
            return 1;
        }
    };
    if parsed.bool("json", false) {
        print_json(ui, &diags, &sources)
    } else {
        print_text(ui, &diags, &sources)
    }
    u8::from(diags.has_errors())
}

/// Everything that is wrong with the configuration in a folder, and the texts that are pointed at.
fn check(ui: Ui, dir: &Path, parsed: &flags::Parsed) -> (Diagnostics, SourceMap) {
    let (mut module, mut diags) = config::load_module(dir);
    let root_failed = diags.has_errors();
    let inputs = Inputs::collect_loosely(dir, parsed, &mut diags);
    let values = inputs.known_values(&mut module);
    let files = DiskFiles::new(".");
    let (tree, more) = ModuleTree::load_partly(&crate::project::modules(), module, &values, &files);
    if !root_failed {
        // What a module that is at fault itself calls is not looked at.
        diags.append(more);
    }
    let mut sources = tree.sources();
    // Whoever asks for another version may use what is not understood here.
    let versions = unsupported_versions(&tree);
    if versions.has_errors() {
        return (versions, sources);
    }
    if !diags.has_errors() {
        diags.append(check_prereleases(&tree));
    }
    if !diags.has_errors() {
        diags.extend(plugins::missing_builtin(&tree));
    }
    if !diags.has_errors() {
        let providers = plugins::at_hand(ui, &tree, &mut diags);
        diags.append(validate(&tree, &Graph::build(&tree), &files, &providers));
    }
    if !parsed.bool("no-tests", false) {
        let test_dir = dir.join(parsed.last("test-directory").unwrap_or(test_files::USUAL));
        diags.extend(test_files::missing(dir, parsed));
        diags.append(test_files::check(dir, &test_dir, &mut sources));
    }
    (diags, sources)
}

/// The versions that are asked for, against both levels.
pub(crate) fn unsupported_versions(tree: &ModuleTree) -> Diagnostics {
    let level = terraform_level();
    let versions: Vec<(&str, Version)> = [("Terraform", level.as_str()), ("OpenTofu", OPENTOFU_LEVEL)]
        .into_iter()
        .filter_map(|(name, text)| Some((name, Version::parse(text)?)))
        .collect();
    let levels: Vec<(&str, &Version)> = versions.iter().map(|(name, version)| (*name, version)).collect();
    check_versions(tree, &levels)
}

fn print_text(ui: Ui, diags: &Diagnostics, sources: &SourceMap) {
    ui.diagnostics(diags, sources);
    if diags.has_errors() {
        return;
    }
    let success =
        if ui.no_color { "Success!".to_owned() } else { "\u{1b}[32m\u{1b}[1mSuccess!\u{1b}[0m".to_owned() };
    if diags.is_empty() {
        ui.out(&format!("{success} The configuration is valid.\n\n"));
    } else {
        ui.out(&format!(
            "{success} The configuration is valid, but there were some validation warnings\nas shown above.\n\n"
        ));
    }
}

fn print_json(ui: Ui, diags: &Diagnostics, sources: &SourceMap) {
    let count =
        |severity: Severity| diags.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let result = ResultJson {
        format_version: "1.0",
        valid: !diags.has_errors(),
        error_count: count(Severity::Error),
        warning_count: count(Severity::Warning),
        diagnostics: diags.iter().map(|diagnostic| render::diagnostic_json(diagnostic, sources)).collect(),
    };
    match serde_json::to_string_pretty(&result) {
        Ok(json) => ui.out_bytes(format!("{json}\n").as_bytes()),
        Err(error) => ui.err(&format!("The result cannot be written as JSON: {error}.\n")),
    }
}
