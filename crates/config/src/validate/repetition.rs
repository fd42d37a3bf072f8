//! Values of `count`, `for_each` and `enabled`.

use diag::{Diagnostic, Diagnostics};
use hcl::Expression;
use value::{Type, Value};

use super::eval::BlockEval;
use crate::repetition::Repetition;

/// Checks what says how many instances there are.
pub(super) fn check(eval: &BlockEval<'_>, repetition: &Repetition) -> Diagnostics {
    let mut diags = Diagnostics::new();
    if let Some(expr) = &repetition.count {
        check_count(eval, expr, &mut diags);
    }
    if let Some(expr) = &repetition.for_each {
        check_for_each(eval, expr, &mut diags);
    }
    if let Some(expr) = &repetition.enabled {
        // What its value may be is told when it is planned, as OpenTofu does.
        diags.append(eval.eval(expr).1);
    }
    diags
}

/// What is wrong with a value, if anything is.
fn refuse(summary: &str, detail: &str, expr: &Expression, diags: &mut Diagnostics) {
    diags.push(Diagnostic::error(summary, detail).at(expr.range()));
}

fn check_count(eval: &BlockEval<'_>, expr: &Expression, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Invalid count argument";
    let (value, more) = eval.eval_as(expr, &Type::Number);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return;
    }
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"count\" is derived from an ephemeral value, which is different in every run. The number of \
                      instances cannot depend on it.";
        return refuse(SUMMARY, detail, expr, diags);
    }
    let (value, _) = value.unmark();
    if value.is_null() {
        let detail = "The given \"count\" argument value is null. An integer is required.";
        return refuse(SUMMARY, detail, expr, diags);
    }
    let Some(number) = value.as_num() else { return };
    let text = number.to_string();
    if text.starts_with('-') {
        let detail =
            "The given \"count\" argument value is unsuitable: must be greater than or equal to zero.";
        return refuse(SUMMARY, detail, expr, diags);
    }
    if text.parse::<i32>().is_err() {
        let detail = format!(
            "The given \"count\" argument value is unsuitable: value must be a whole number, between 0 and {}.",
            i32::MAX
        );
        refuse(SUMMARY, &detail, expr, diags);
    }
}

fn check_for_each(eval: &BlockEval<'_>, expr: &Expression, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Invalid for_each argument";
    let (value, more) = eval.eval(expr);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return;
    }
    let marks = value.marks();
    if marks.is_sensitive() {
        let detail = "Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments: the \
                      keys of instances are shown everywhere.";
        return refuse(SUMMARY, detail, expr, diags);
    }
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"for_each\" is derived from an ephemeral value, which is different in every run. Which \
                      instances there are cannot depend on it.";
        return refuse(SUMMARY, detail, expr, diags);
    }
    let (value, _) = value.unmark();
    if value.is_null() {
        let detail = "The given \"for_each\" argument value is unsuitable: the given \"for_each\" argument value is null. A \
                      map, or set of strings is allowed.";
        return refuse(SUMMARY, detail, expr, diags);
    }
    match value.ty() {
        Type::Map(_) | Type::Object(_) | Type::Dynamic => {}
        Type::Set(element) => check_set(&value, &element, expr, diags),
        other => {
            let detail = format!(
                "The given \"for_each\" argument value is unsuitable: the \"for_each\" argument must be a map, or set of \
                 strings, and you have provided a value of type {}.",
                other.friendly_name()
            );
            refuse(SUMMARY, &detail, expr, diags);
        }
    }
}

fn check_set(value: &Value, element: &Type, expr: &Expression, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Invalid for_each set argument";
    if !matches!(element, Type::String | Type::Dynamic) {
        let detail = format!(
            "The given \"for_each\" argument value is unsuitable: \"for_each\" supports maps and sets of strings, but you have \
             provided a set containing type {}.",
            element.friendly_name()
        );
        return refuse(SUMMARY, &detail, expr, diags);
    }
    if value.as_items().is_some_and(|items| items.iter().any(Value::is_null)) {
        let detail = "The given \"for_each\" argument value is unsuitable: \"for_each\" sets must not contain null values.";
        refuse(SUMMARY, detail, expr, diags);
    }
}
