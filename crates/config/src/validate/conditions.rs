//! Conditions, as far as they can be judged without running anything.

use diag::{Diagnostic, Diagnostics, SourceRange};
use value::{Type, Value, convert};

use super::eval::BlockEval;
use crate::condition::Condition;
use crate::variable::Variable;

/// Checks that a condition is a bool and its message a string.
pub(super) fn check(eval: &BlockEval<'_>, condition: &Condition, diags: &mut Diagnostics) {
    let mut found = Diagnostics::new();
    let mut value = Value::dynamic();
    if let Some(expr) = &condition.condition {
        let (result, more) = eval.eval(expr);
        value = result;
        found.append(more);
    }
    message(eval, condition, &mut found);
    if let Some(expr) = &condition.condition
        && !found.has_errors()
        && value.is_known()
        && let Err(error) = convert::convert(&value, &Type::Bool)
    {
        let detail = format!("Invalid condition result value: {error}.");
        found.push(Diagnostic::error("Invalid condition result", detail).at(expr.range()));
    }
    diags.append(found);
}

/// The message of a condition; nothing where it cannot be told or must not be shown.
fn message(eval: &BlockEval<'_>, condition: &Condition, diags: &mut Diagnostics) -> Option<String> {
    let expr = condition.error_message.as_ref()?;
    let (value, more) = eval.eval(expr);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return None;
    }
    let hidden = value.deep_marks().is_sensitive() || value.deep_marks().is_ephemeral();
    match convert::convert(&value, &Type::String) {
        Ok(_) if hidden => None,
        Ok(value) => value.as_str().map(|text| text.trim().to_owned()),
        Err(error) => {
            let detail = format!("Unsuitable value for error message: {error}.");
            diags.push(Diagnostic::error("Invalid error message", detail).at(expr.range()));
            None
        }
    }
}

/// Checks the value of a variable by one of its validations. `at` is where the value was given.
pub(super) fn check_variable(
    eval: &BlockEval<'_>,
    variable: &Variable,
    validation: &Condition,
    at: &SourceRange,
    diags: &mut Diagnostics,
) {
    const BAD_RESULT: &str = "Invalid variable validation result";
    let Some(expr) = &validation.condition else { return };
    let (value, more) = eval.eval(expr);
    let failed = more.has_errors();
    diags.append(more);
    let message = message(eval, validation, diags);
    if failed || !value.is_known() {
        return;
    }
    let result = match convert::convert(&value, &Type::Bool) {
        Ok(result) => result.unmark().0,
        Err(error) => {
            let detail = format!("Invalid validation condition result value: {error}.");
            diags.push(Diagnostic::error(BAD_RESULT, detail).at(expr.range()));
            return;
        }
    };
    if result.is_null() {
        let detail = "Validation condition expression must return either true or false, not null.";
        diags.push(Diagnostic::error(BAD_RESULT, detail).at(expr.range()));
        return;
    }
    if result.as_bool() != Some(false) {
        return;
    }
    let message = message.unwrap_or_else(|| {
        format!(
            "The value of var.{} is not valid; the message about it refers to secret values.",
            variable.name
        )
    });
    let rule = &validation.range;
    let detail = format!(
        "{message}\n\nThis was checked by the validation rule at {}:{},{}-{}.",
        rule.filename, rule.start.line, rule.start.column, rule.end.column
    );
    diags.push(Diagnostic::error("Invalid value for variable", detail).at(at.clone()));
}

/// Whether a value may be where only plain ones may.
pub(super) fn is_ephemeral(value: &Value) -> bool {
    value.deep_marks().is_ephemeral()
}
