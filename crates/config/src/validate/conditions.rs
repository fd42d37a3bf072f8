//! Conditions, as far as they can be judged without running anything.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::Cause;
use value::{Type, Value, convert};

use super::eval::BlockEval;
use crate::condition::Condition;
use crate::variable::Variable;

/// Checks a condition of an output, which counts already where it is known: it would not hold whatever is found out.
pub(super) fn check_output(eval: &BlockEval<'_>, condition: &Condition, diags: &mut Diagnostics) {
    let (holds, message) = check(eval, condition, diags);
    if let (Some(false), Some(expr)) = (holds, &condition.condition) {
        let message = message.unwrap_or_else(|| {
            "This check failed, but its message is not known yet or refers to secret values.".to_owned()
        });
        let problem = Diagnostic::error("Module output value precondition failed", message);
        diags.push(eval.problem(expr, Cause::Values, problem).of_kind(diag::Kind::Assertion));
    }
}

/// Checks that a condition is a bool and its message a string. Whether it holds, where that is known, and its message.
pub(super) fn check(
    eval: &BlockEval<'_>,
    condition: &Condition,
    diags: &mut Diagnostics,
) -> (Option<bool>, Option<String>) {
    let mut found = Diagnostics::new();
    let mut value = Value::dynamic();
    if let Some(expr) = &condition.condition {
        let (result, more) = eval.eval_in_condition(expr);
        value = result;
        found.append(more);
    }
    let (message, hidden) = message(eval, condition, true, &mut found);
    found.extend(hidden.map(|found| Diagnostic { severity: diag::Severity::Warning, ..found }));
    let mut holds = None;
    if let Some(expr) = &condition.condition
        && !found.has_errors()
        && value.is_known()
    {
        match convert::convert(&value, &Type::Bool) {
            Ok(value) => holds = value.unmark().0.as_bool(),
            Err(error) => {
                let detail = format!("Invalid condition result value: {error}.");
                let problem = Diagnostic::error("Invalid condition result", detail);
                found.push(eval.problem(expr, Cause::Values, problem));
            }
        }
    }
    diags.append(found);
    (holds, message)
}

/// The message of a condition where it can be told and shown; and what to say where it is a secret. Validations may have
/// no message.
fn message(
    eval: &BlockEval<'_>,
    condition: &Condition,
    is_needed: bool,
    diags: &mut Diagnostics,
) -> (Option<String>, Option<Diagnostic>) {
    let Some(expr) = &condition.error_message else { return (None, None) };
    let (value, more) = eval.eval_in_condition(expr);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return (None, None);
    }
    let marks = value.deep_marks();
    let hidden = match (marks.is_sensitive(), marks.is_ephemeral()) {
        (true, _) => Some("sensitive"),
        (false, true) => Some("ephemeral"),
        (false, false) => None,
    };
    match convert::convert(&value, &Type::String) {
        Ok(value) if value.is_null() && is_needed => {
            let detail = "Unsuitable value for error message: it must not be null.";
            let problem = Diagnostic::error("Invalid error message", detail);
            diags.push(eval.problem(expr, Cause::Values, problem));
            (None, None)
        }
        Ok(value) => match hidden {
            Some(why) => {
                let detail = format!(
                    "The message of this condition refers to {why} values, so it is not shown. Take them out of it, or \
                     use nonsensitive() or ephemeralasnull() where they are no secrets."
                );
                let problem = Diagnostic::error(format!("Error message refers to {why} values"), detail);
                let cause = if why == "sensitive" { Cause::Sensitive } else { Cause::Ephemeral };
                (None, value.is_known().then(|| eval.problem(expr, cause, problem)))
            }
            None => (value.as_str().map(|text| text.trim().to_owned()), None),
        },
        Err(error) => {
            let detail = format!("Unsuitable value for error message: {error}.");
            let problem = Diagnostic::error("Invalid error message", detail);
            diags.push(eval.problem(expr, Cause::Values, problem));
            (None, None)
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
    let mut found = Diagnostics::new();
    let (message, hidden) = message(eval, validation, false, &mut found);
    let message_failed = found.has_errors();
    diags.append(found);
    if failed || !value.is_known() {
        return;
    }
    let result = match convert::convert(&value, &Type::Bool) {
        Ok(result) => result.unmark().0,
        Err(error) => {
            let detail = format!("Invalid validation condition result value: {error}.");
            diags.push(eval.problem(expr, Cause::Values, Diagnostic::error(BAD_RESULT, detail)));
            return;
        }
    };
    if result.is_null() {
        let detail = "Validation condition expression must return either true or false, not null.";
        diags.push(eval.problem(expr, Cause::Values, Diagnostic::error(BAD_RESULT, detail)));
        return;
    }
    if result.as_bool() != Some(false) || message_failed {
        return;
    }
    // That a message about a secret variable tells the secret is no surprise.
    diags.extend(hidden.filter(|_| variable.sensitive != Some(true)));
    let message = message.unwrap_or_else(|| {
        format!(
            "The value of var.{} is not valid; there is no message about it that can be shown.",
            variable.name
        )
    });
    let rule = &validation.range;
    let detail = format!(
        "{message}\n\nThis was checked by the validation rule at {}:{},{}-{}.",
        rule.filename, rule.start.line, rule.start.column, rule.end.column
    );
    let invalid = Diagnostic::error("Invalid value for variable", detail).at(at.clone());
    diags.push(expr.explain(invalid, Cause::Values, &eval.scope()));
}

/// Whether a value may be where only plain ones may.
pub(super) fn is_ephemeral(value: &Value) -> bool {
    value.deep_marks().is_ephemeral()
}
