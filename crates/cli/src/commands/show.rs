//! `cairn show`

use diag::{Diagnostic, Diagnostics, SourceMap};
use ops::BundledProviders;
use plan::file::{SavedPlan, is_saved_plan};
use state::StateFile;

use crate::app::Command;
use crate::commands::version::terraform_level;
use crate::flags::{self, Parsed, switch};
use crate::project;
use crate::saved;
use crate::ui::Ui;
use crate::variables;

pub(crate) const COMMAND: Command = Command {
    name: "show",
    about: "Show the state or a saved plan",
    help: "Usage: cairn [global options] show [options] [FILE]\n\n  Shows a saved plan or a state file; without a file the state \
           of the selected workspace.\n\nOptions:\n\n  -json        Print it as JSON.\n  -no-color    Plain text without \
           colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = [
        switch("json"),
        switch("no-color"),
        switch("show-sensitive"),
        variables::FLAGS[0],
        variables::FLAGS[1],
    ];
    let parsed = match flags::parse(args, &known) {
        Ok(parsed) => parsed,
        Err(error) => {
            ui.err(&format!("{error}\n\n{}", COMMAND.help));
            return 1;
        }
    };
    let ui = ui.plain_if(parsed.bool("no-color", false));
    let mut diags = Diagnostics::new();
    let text = show(ui, &parsed, &mut diags);
    ui.diagnostics(&diags, &SourceMap::new());
    match text {
        Some(text) if !diags.has_errors() => {
            ui.out(&text);
            0
        }
        _ => 1,
    }
}

fn show(ui: Ui, parsed: &Parsed, diags: &mut Diagnostics) -> Option<String> {
    let json = parsed.bool("json", false);
    let Some(path) = parsed.positionals.first() else {
        let (module, _) = config::load_module(std::path::Path::new("."));
        let backend = project::backend(Some(&module.settings), parsed, diags)?;
        let read = backend.open(&project::current_workspace()).and_then(|store| store.read());
        return match read {
            Ok(snapshot) => show_state(ui, snapshot.file, json, diags),
            Err(error) => {
                diags.push(ops::store_error("Error loading state", &error));
                None
            }
        };
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let detail = format!("The file {path} cannot be read: {error}.");
            diags.push(Diagnostic::error("Failed to read the given file as a state or plan file", detail));
            return None;
        }
    };
    if !is_saved_plan(&bytes)
        && let Ok(file) = StateFile::read(&bytes)
    {
        return show_state(ui, Some(file), json, diags);
    }
    let saved = match SavedPlan::read(&bytes) {
        Ok(saved) => saved,
        Err(error) => {
            let detail = format!("{path}: {error}");
            diags.push(Diagnostic::error("Failed to read the given file as a state or plan file", detail));
            return None;
        }
    };
    let providers = BundledProviders::default();
    let schemas =
        |provider: &addrs::Provider, mode, type_name: &str| providers.schema(provider, mode, type_name);
    if !json {
        return Some(render::plan_text(&saved.plan, &schemas, ui.style()));
    }
    let tree = saved::tree_of(&saved, diags);
    match render::plan_json(&saved.plan, &tree, &schemas, &saved.terraform_version) {
        Ok(text) => Some(text + "\n"),
        Err(error) => {
            diags.push(Diagnostic::error("Failed to marshal plan to json", error.to_string()));
            None
        }
    }
}

fn show_state(ui: Ui, file: Option<StateFile>, json: bool, diags: &mut Diagnostics) -> Option<String> {
    let providers = BundledProviders::default();
    let schemas =
        |provider: &addrs::Provider, mode, type_name: &str| providers.schema(provider, mode, type_name);
    if json {
        let Some(file) = file else { return Some("{\"format_version\":\"1.0\"}\n".to_owned()) };
        let version = terraform_level();
        return match render::state_json(&file.state, &schemas, &version) {
            Ok(text) => Some(text + "\n"),
            Err(error) => {
                diags.push(Diagnostic::error("Failed to marshal state to json", error.to_string()));
                None
            }
        };
    }
    let Some(file) = file else { return Some("No state.\n".to_owned()) };
    match render::state_text(&file.state, &schemas, ui.style()) {
        Ok(text) => Some(text),
        Err(error) => {
            diags.push(Diagnostic::error("The state cannot be shown", error.to_string()));
            None
        }
    }
}
