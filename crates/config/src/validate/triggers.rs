//! `action_trigger` blocks: that the actions are there, and how they are named.

use diag::{Diagnostic, Diagnostics};
use value::Type;

use super::eval::BlockEval;
use crate::action::{ActionKey, ActionRef};
use crate::names::{Context, ModuleNames};
use crate::resource::ResourceConfig;

/// Checks what a resource triggers.
pub(super) fn check(names: &ModuleNames<'_>, config: &ResourceConfig) -> Diagnostics {
    let inside = BlockEval::new(names, Context::of(&config.repetition));
    let mut diags = Diagnostics::new();
    for trigger in &config.lifecycle.action_triggers {
        if let Some(condition) = &trigger.condition {
            diags.append(inside.eval_as(condition, &Type::Bool).1);
        }
        for action in &trigger.actions {
            match check_action(names, action) {
                Some(problem) => diags.push(problem),
                None => {
                    if let Some(ActionKey::Expression(key)) = &action.key {
                        diags.append(inside.eval(key).1);
                    }
                }
            }
        }
    }
    diags
}

fn check_action(names: &ModuleNames<'_>, named: &ActionRef) -> Option<Diagnostic> {
    let (action, at) = (&named.action, named.expr.range());
    let (ty, name) = (action.type_name.as_str(), action.name.as_str());
    let Some(declared) = names.module().resources.get(action) else {
        let detail = format!(
            "An action {ty:?} {name:?} has not been declared in this module. Triggers name actions of their own module only."
        );
        return Some(Diagnostic::error("Reference to undeclared action", detail).at(at));
    };
    let repetition = &declared.repetition;
    let argument = match (&repetition.count, &repetition.for_each) {
        (Some(_), _) => Some(("count", "0", "count.index")),
        (None, Some(_)) => Some(("for_each", "\"key\"", "each.key")),
        (None, None) => None,
    };
    let (summary, detail) = match (argument, &named.key) {
        (Some((argument, constant, own)), None) => (
            "Missing action instance key",
            format!(
                "Because {action} has {argument:?} set, one of its instances must be named, as in {action}[{constant}] or \
                 {action}[{own}]."
            ),
        ),
        (None, Some(_)) => (
            "Unexpected action instance key",
            format!(
                "Because {action} does not have \"count\" or \"for_each\" set, references to it must not include an index key."
            ),
        ),
        _ => return None,
    };
    Some(Diagnostic::error(summary, detail).at(at))
}
