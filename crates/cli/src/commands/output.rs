//! `cairn output`

use diag::{Diagnostic, SourceMap};

use crate::app::Command;
use crate::flags::switch;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "output",
    about: "Show the outputs of the last apply",
    help: "Usage: cairn [global options] output [options] [NAME]\n\n  Shows the outputs of the root module as they are remembered: all, \
           without secrets, or one.\n\nOptions:\n\n  -json         Print them as JSON, with secrets.\n  -raw          Print one text, number or \
           truth value as it is.\n  -state=FILE   Another state file.\n  -show-sensitive  Show secrets in clear.\n  -no-color     Plain text without colours.\n",
    run,
};

fn fail(ui: Ui, summary: &str, detail: &str) -> u8 {
    ui.diagnostics(&Diagnostic::error(summary, detail).into(), &SourceMap::new());
    1
}

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[switch("json"), switch("raw")]);
    let Some((ui, parsed)) = stateful::parse(ui, args, &known) else { return 1 };
    let (json, raw) = (parsed.bool("json", false), parsed.bool("raw", false));
    if json && raw {
        return fail(ui, "Invalid output format", "The -raw and -json options are mutually-exclusive.");
    }
    let name = match parsed.positionals.as_slice() {
        [] => None,
        [name] => Some(name.as_str()).filter(|name| !name.is_empty()),
        _ => {
            let detail = "Give the name of one output, or nothing to see all of them.";
            return fail(ui, "Unexpected argument", detail);
        }
    };
    if raw && name.is_none() {
        return fail(ui, "Output name required", "The -raw option prints one output: give its name.");
    }
    let Some((session, mut diags, sources)) = stateful::open(ui, &parsed, None) else { return 1 };
    let outputs = session.snapshot().file.as_ref().map(|file| file.state.outputs.clone()).unwrap_or_default();
    match name {
        None if json => ui.out(&format!("{}\n", render::outputs_json(&outputs))),
        _ if outputs.is_empty() && !(json && name.is_some()) => diags.push(none_found()),
        None => ui.out(&render::outputs_text(&outputs, ui.style())),
        Some(name) => match outputs.get(name) {
            None => {
                let detail = "There is no such output in the state. One that was only just written is there after the next apply.";
                diags.push(Diagnostic::error(format!("Output {name:?} not found"), detail));
            }
            Some(output) if json => ui.out(&format!("{}\n", render::output_json(output))),
            Some(output) if raw => match render::output_raw(name, output) {
                Ok(text) => ui.out_bytes(text.as_bytes()),
                Err(detail) => diags.push(Diagnostic::error("Unsupported value for raw output", detail)),
            },
            Some(output) => ui.out(&format!("{}\n", render::value_text(&output.value))),
        },
    }
    stateful::finish(ui, session, diags, &sources)
}

fn none_found() -> Diagnostic {
    let detail = "The state holds no outputs. Declare them with \"output\" blocks and run \"cairn apply\"; an output whose value is \
                  null is not stored.";
    Diagnostic::warning("No outputs found", detail)
}
