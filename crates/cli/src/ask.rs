//! Asking the user: for the values of variables that nothing gives, and for an answer.

use std::io::BufRead;

use config::Module;
use nix::sys::termios::{self, LocalFlags, SetArg, Termios};

use crate::flags::Parsed;
use crate::ui::Ui;
use crate::variables::Inputs;

/// Whether the user may be asked.
pub(crate) fn is_allowed(parsed: &Parsed) -> bool {
    let forbidden = std::env::var("TF_INPUT").is_ok_and(|value| matches!(value.as_str(), "0" | "false"));
    parsed.bool("input", true) && !parsed.bool("json", false) && !forbidden
}

/// Asks for each variable that needs a value and has none. Where nobody answers, it stays without one, which is told
/// elsewhere.
pub(crate) fn for_variables(ui: Ui, module: &Module, inputs: &mut Inputs) {
    let mut ended = false;
    for (name, variable) in &module.variables {
        if variable.default.is_some() || inputs.has(name) {
            continue;
        }
        let kind = if variable.ephemeral == Some(true) { " (ephemeral)" } else { "" };
        ui.out(&format!("var.{name}{kind}\n{}  Enter a value: ", described(variable.description.as_deref())));
        if ended {
            continue;
        }
        let hidden = (variable.sensitive == Some(true)).then(Hidden::begin);
        let answer = answer().flatten();
        drop(hidden);
        ended = answer.is_none();
        if let Some(answer) = answer {
            ui.out("\n");
            inputs.answer(name, answer);
        }
    }
}

/// A line that the user types; nothing inside where there is none any more, and nothing at all when an interrupt comes
/// instead.
pub(crate) fn answer() -> Option<Option<String>> {
    ops::unless_interrupted(line)
}

/// The same without listening for interrupts. A line counts when it has an end: one that is cut off may be the beginning of
/// another answer.
pub(crate) fn line() -> Option<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).ok()?;
    let line = line.strip_suffix('\n')?;
    Some(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

/// While it is there, a terminal does not show what is typed.
struct Hidden(Option<Termios>);

impl Hidden {
    fn begin() -> Self {
        let stdin = std::io::stdin();
        // What is no terminal shows nothing anyway.
        let before = termios::tcgetattr(&stdin).ok();
        if let Some(before) = &before {
            let mut hidden = before.clone();
            hidden.local_flags.remove(LocalFlags::ECHO);
            let _ = termios::tcsetattr(&stdin, SetArg::TCSANOW, &hidden);
        }
        Self(before)
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            let _ = termios::tcsetattr(std::io::stdin(), SetArg::TCSANOW, before);
        }
    }
}

/// What a variable is for, as lines of its own.
fn described(text: Option<&str>) -> String {
    let lines: String = text.unwrap_or_default().lines().map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { lines + "\n" }
}
