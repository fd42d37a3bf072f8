//! `cairn show`

use diag::{Diagnostic, Diagnostics, SourceMap};
use plan::file::{SavedPlan, is_saved_plan};
use render::StateJson;
use state::StateFile;

use crate::app::Command;
use crate::flags::{Parsed, option, switch};
use crate::plugins;
use crate::saved;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "show",
    about: "Show the state or a saved plan",
    help: "Usage: cairn [global options] show [options] [FILE]\n\n  Shows a saved plan or a state file; without a file, the state of the \
           selected workspace.\n\nOptions:\n\n  -json         Print it as JSON, with secrets.\n  -plan=FILE    The same as FILE, for a saved \
           plan.\n  -show-sensitive  Show secrets in clear.\n  -no-color     Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[switch("json"), option("plan")]);
    let Some((ui, parsed)) = stateful::parse(ui, args, &known) else { return 1 };
    let mut diags = Diagnostics::new();
    let files: Vec<&str> = parsed.positionals.iter().map(String::as_str).chain(parsed.last("plan")).collect();
    let text = match files.as_slice() {
        [] | [""] => return show_current(ui, &parsed),
        [path] => show_file(ui, path, parsed.bool("json", false), &mut diags),
        _ => {
            let detail = "Expected at most one positional argument.";
            diags.push(Diagnostic::error("Too many command line arguments", detail));
            None
        }
    };
    if let Some(text) = text {
        text.print(ui);
    }
    ui.diagnostics(&diags, &SourceMap::new());
    u8::from(diags.has_errors())
}

fn show_current(ui: Ui, parsed: &Parsed) -> u8 {
    let Some((session, mut diags, sources)) = stateful::open(ui, parsed, None) else { return 1 };
    let json = parsed.bool("json", false);
    let text = match &session.snapshot().file {
        None if !json => Some(Shown::Text("No state.\n".to_owned())),
        None => state_shown(ui, &StateFile::default(), json, &mut diags),
        Some(file) => state_shown(ui, file, json, &mut diags),
    };
    if let Some(text) = text {
        text.print(ui);
    }
    stateful::finish(ui, session, diags, &sources)
}

fn show_file(ui: Ui, path: &str, json: bool, diags: &mut Diagnostics) -> Option<Shown> {
    let mut refuse = |detail: String| {
        diags.push(Diagnostic::error("Failed to read the given file as a state or plan file", detail));
    };
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            refuse(format!("The file {path} cannot be read: {error}.", error = diag::reason(&error)));
            return None;
        }
    };
    if is_saved_plan(&bytes) {
        return match SavedPlan::read(&bytes) {
            Ok(saved) => plan_shown(ui, &saved, json, diags).map(Shown::Text),
            Err(error) => {
                refuse(format!("{path}: {error}"));
                None
            }
        };
    }
    match StateFile::read(&bytes) {
        Ok(file) => state_shown(ui, &file, json, diags),
        Err(error) if error.is_of_state() => {
            let detail = format!("The state {path} cannot be used: {error}");
            diags.push(Diagnostic::error("Couldn't show state file", detail));
            None
        }
        Err(error) => {
            refuse(format!("{path} is no saved plan of Cairn, and as a state it cannot be read: {error}"));
            None
        }
    }
}

/// What is shown.
enum Shown {
    Text(String),
    /// A state as JSON, which may be large.
    State(StateJson),
}

impl Shown {
    fn print(self, ui: Ui) {
        match self {
            Self::Text(text) => ui.out(&text),
            Self::State(json) => ui.out_line(|sink| json.write_to(sink)),
        }
    }
}

fn state_shown(ui: Ui, file: &StateFile, json: bool, diags: &mut Diagnostics) -> Option<Shown> {
    let state = &file.state;
    let providers = plugins::for_state(ui, state, diags)?;
    let schemas =
        |provider: &addrs::Provider, mode, type_name: &str| providers.schema(provider, mode, type_name);
    let shown = if json {
        render::state_json(state, &schemas, &written_by(file)).map(Shown::State)
    } else {
        render::state_text(state, &schemas, ui.style()).map(Shown::Text)
    };
    shown
        .map_err(|error| {
            diags.push(Diagnostic::error(
                if json { "Failed to marshal state to json" } else { "The state cannot be shown" },
                error.to_string(),
            ))
        })
        .ok()
}

/// The version of the program that wrote a state, written in full.
fn written_by(file: &StateFile) -> String {
    let version = config::Version::parse(&file.terraform_version);
    version.map_or_else(|| file.terraform_version.clone(), |version| version.to_string())
}

fn plan_shown(ui: Ui, saved: &SavedPlan, json: bool, diags: &mut Diagnostics) -> Option<String> {
    let schemas = |provider: &addrs::Provider, mode, type_name: &str| saved.schema(provider, mode, type_name);
    if !json {
        return Some(render::plan_text(&saved.plan, &schemas, ui.style()));
    }
    let mut problems = Diagnostics::new();
    let tree = saved::tree_of(saved, &mut problems);
    // It was warned of when the plan was made; here programs read the answer.
    if problems.has_errors() {
        diags.append(problems);
    }
    let json = render::plan_json(&saved.plan, &tree, &schemas, &saved.terraform_version);
    json.map(|json| json + "\n")
        .map_err(|error| diags.push(Diagnostic::error("Failed to marshal plan to json", error.to_string())))
        .ok()
}
