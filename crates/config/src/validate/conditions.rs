//! Conditions, as far as they can be judged without running anything.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::Expression;
use hcl::eval::Cause;
use value::{Type, Value, convert};

use super::eval::{BlockEval, Sight};
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
    let (sight, mut found) = eval.look(condition.expressions().flat_map(Expression::references));
    let mut value = Value::dynamic();
    // What a check block asserts is judged when it is planned.
    if let Some(expr) = condition.condition.as_ref().filter(|_| !eval.is_of_check()) {
        let (result, more) = eval.eval_seeing(sight, expr);
        value = result;
        found.append(more);
    }
    let Message { text: message, unsuitable, hidden } = message(eval, condition, sight, true, &mut found);
    found.extend(unsuitable);
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

/// The message of a condition.
#[derive(Default)]
struct Message {
    /// Its text, where it can be told and shown.
    text: Option<String>,
    /// What to say where it is none.
    unsuitable: Option<Diagnostic>,
    /// What to say where it is a secret.
    hidden: Option<Diagnostic>,
}

/// Evaluates the message of a condition. Validations may have none.
fn message(
    eval: &BlockEval<'_>,
    condition: &Condition,
    sight: Sight,
    is_needed: bool,
    diags: &mut Diagnostics,
) -> Message {
    let Some(expr) = &condition.error_message else { return Message::default() };
    let (value, more) = eval.eval_seeing(sight, expr);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return Message::default();
    }
    let unsuitable = |reason: &str| {
        let detail = format!("Unsuitable value for error message: {reason}.");
        let problem = Diagnostic::error("Invalid error message", detail);
        let unsuitable = Some(eval.problem(expr, Cause::Values, problem));
        Message { unsuitable, ..Message::default() }
    };
    let marks = value.deep_marks();
    let hidden = match (marks.is_sensitive(), marks.is_ephemeral()) {
        (true, _) => Some("sensitive"),
        (false, true) => Some("ephemeral"),
        (false, false) => None,
    };
    match convert::convert(&value, &Type::String) {
        Ok(value) if value.is_null() && is_needed => unsuitable("it must not be null"),
        Ok(value) => match hidden {
            Some(why) => {
                let detail = format!(
                    "The message of this condition refers to {why} values, so it is not shown. Take them out of it, or \
                     use nonsensitive() or ephemeralasnull() where they are no secrets."
                );
                let problem = Diagnostic::error(format!("Error message refers to {why} values"), detail);
                let cause = if why == "sensitive" { Cause::Sensitive } else { Cause::Ephemeral };
                let hidden = value.is_known().then(|| eval.problem(expr, cause, problem));
                Message { hidden, ..Message::default() }
            }
            None => {
                let text = value.as_str().map(|text| text.trim().to_owned());
                Message { text, ..Message::default() }
            }
        },
        Err(error) => unsuitable(&error.to_string()),
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
    let (sight, more) = eval.look(validation.expressions().flat_map(Expression::references));
    diags.append(more);
    if sight != Sight::All {
        return;
    }
    let (value, more) = eval.eval_seeing(sight, expr);
    let failed = more.has_errors();
    diags.append(more);
    let mut found = Diagnostics::new();
    let message = message(eval, validation, sight, false, &mut found);
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
    diags.extend(message.unsuitable);
    // That a message about a secret variable tells the secret is no surprise.
    diags.extend(message.hidden.filter(|_| variable.sensitive != Some(true)));
    let message = message.text.unwrap_or_else(|| {
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
