//! The selected workspace, which has to be one of those that are in the place of the state.

use backend::{LocalOptions, is_workspace_name};
use diag::{Diagnostic, Diagnostics};

use super::report::Report;
use crate::ask;
use crate::backends::{self, Arguments};
use crate::commands::workspace;
use crate::flags::Parsed;
use crate::project::current_workspace;

/// Selects a workspace that is there where the selected one is not, or makes it: what would be made in one that no list
/// shows would be found by nobody. Without a place it is about the usual files, which have whatever is selected.
pub(super) fn settle(
    place: Option<(&str, &Arguments)>,
    parsed: &Parsed,
    report: &Report,
    diags: &mut Diagnostics,
) {
    let none = Arguments::new();
    let (type_name, arguments) = place.unwrap_or(("local", &none));
    let Some(backend) = backends::make(type_name, arguments, LocalOptions::default(), diags) else { return };
    let names = match backend.workspaces() {
        Ok(names) => names,
        Err(error) => return diags.push(ops::store_error("Error listing workspaces", &error)),
    };
    let selected = current_workspace();
    if names.contains(&selected) {
        return;
    }
    if place.is_none() || workspace::is_overridden() {
        // What cannot be a name is told by who works in it.
        if is_workspace_name(&selected)
            && let Err(error) = backend.create_workspace(&selected)
        {
            diags.push(ops::store_error("Failed to create workspace", &error));
        }
        return;
    }
    let chosen = match names.as_slice() {
        [only] => Ok(only),
        _ if !ask::is_allowed(parsed) => {
            let detail = "There are several others, and nobody can be asked which of them to select. Allow that, or select one by \
                          TF_WORKSPACE.";
            let summary = format!("Currently selected workspace {selected:?} does not exist");
            Err(Box::new(Diagnostic::error(summary, detail)))
        }
        _ => ask_which(&selected, &names, report),
    };
    match chosen {
        Ok(name) => workspace::remember(name, diags),
        Err(problem) => diags.push(*problem),
    }
}

fn ask_which<'a>(
    selected: &str,
    names: &'a [String],
    report: &Report,
) -> Result<&'a String, Box<Diagnostic>> {
    let list: String =
        names.iter().enumerate().map(|(index, name)| format!("\n  {}. {name}", index + 1)).collect();
    let question = format!(
        "The currently selected workspace ({selected}) does not exist.\n  It has no state in this place. Enter the number of the one to \
         select:\n{list}"
    );
    let refuse = |reason: &str| {
        let detail = "The place of the state is the one that it was before.";
        Box::new(Diagnostic::error(format!("Failed to select workspace: {reason}"), detail))
    };
    let answer = report.answer(&question).ok_or_else(|| refuse("EOF"))?;
    let index = answer.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    index.and_then(|index| names.get(index)).ok_or_else(|| refuse("input not a valid number"))
}
