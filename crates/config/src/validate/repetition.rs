//! Values of `count`, `for_each` and `enabled`.

use diag::{Diagnostic, Diagnostics};
use hcl::Expression;
use hcl::eval::Cause;
use value::{Type, Value};

use super::eval::BlockEval;
use crate::repetition::Repetition;

/// Checks what says how many instances there are.
pub(super) fn check(eval: &BlockEval<'_>, repetition: &Repetition) -> Diagnostics {
    let mut diags = Diagnostics::new();
    if let Some(expr) = &repetition.count {
        check_count(&Argument { eval, expr }, &mut diags);
    }
    if let Some(expr) = &repetition.for_each {
        check_for_each(&Argument { eval, expr }, &mut diags);
    }
    if let Some(expr) = &repetition.enabled {
        // What its value may be is told when it is planned, as OpenTofu does.
        diags.append(eval.eval(expr).1);
    }
    diags
}

/// An argument that says how many instances there are.
struct Argument<'a> {
    eval: &'a BlockEval<'a>,
    expr: &'a Expression,
}

impl Argument<'_> {
    /// Because of its value.
    fn refuse(&self, summary: &str, detail: &str, diags: &mut Diagnostics) {
        self.refuse_for(Cause::Values, summary, detail, diags);
    }

    fn refuse_for(&self, cause: Cause, summary: &str, detail: &str, diags: &mut Diagnostics) {
        diags.push(self.eval.problem(self.expr, cause, Diagnostic::error(summary, detail)));
    }
}

fn check_count(argument: &Argument<'_>, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Invalid count argument";
    let (value, more) = argument.eval.eval_as(argument.expr, &Type::Number);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return;
    }
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"count\" is derived from an ephemeral value, which is different in every run. The number of \
                      instances cannot depend on it.";
        return argument.refuse_for(Cause::Ephemeral, SUMMARY, detail, diags);
    }
    let (value, _) = value.unmark();
    if value.is_null() {
        let detail = "The given \"count\" argument value is null. An integer is required.";
        return argument.refuse(SUMMARY, detail, diags);
    }
    let Some(number) = value.as_num() else { return };
    let text = number.to_string();
    if text.starts_with('-') {
        let detail =
            "The given \"count\" argument value is unsuitable: must be greater than or equal to zero.";
        return argument.refuse(SUMMARY, detail, diags);
    }
    if text.parse::<i32>().is_err() {
        let detail = format!(
            "The given \"count\" argument value is unsuitable: value must be a whole number, between 0 and {}.",
            i32::MAX
        );
        argument.refuse(SUMMARY, &detail, diags);
    }
}

fn check_for_each(argument: &Argument<'_>, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Invalid for_each argument";
    let (value, more) = argument.eval.eval(argument.expr);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return;
    }
    let marks = value.marks();
    if marks.is_sensitive() {
        let detail = "Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments: the \
                      keys of instances are shown everywhere.";
        return argument.refuse_for(Cause::Sensitive, SUMMARY, detail, diags);
    }
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"for_each\" is derived from an ephemeral value, which is different in every run. Which \
                      instances there are cannot depend on it.";
        return argument.refuse_for(Cause::Ephemeral, SUMMARY, detail, diags);
    }
    let (value, _) = value.unmark();
    if value.is_null() {
        let detail = "The given \"for_each\" argument value is unsuitable: the given \"for_each\" argument value is null. A \
                      map, or set of strings is allowed.";
        return argument.refuse(SUMMARY, detail, diags);
    }
    match value.ty() {
        Type::Map(_) | Type::Object(_) | Type::Dynamic => {}
        Type::Set(element) => check_set(&value, &element, argument, diags),
        other => {
            let detail = format!(
                "The given \"for_each\" argument value is unsuitable: the \"for_each\" argument must be a map, or set of \
                 strings, and you have provided a value of type {}.",
                other.friendly_name()
            );
            argument.refuse(SUMMARY, &detail, diags);
        }
    }
}

fn check_set(value: &Value, element: &Type, argument: &Argument<'_>, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Invalid for_each set argument";
    // What an unknown element is may still change.
    if !matches!(element, Type::String | Type::Dynamic) && value.is_wholly_known() {
        let detail = format!(
            "The given \"for_each\" argument value is unsuitable: \"for_each\" supports maps and sets of strings, but you have \
             provided a set containing type {}.",
            element.friendly_name()
        );
        return argument.refuse(SUMMARY, &detail, diags);
    }
    if value.as_items().is_some_and(|items| items.iter().any(Value::is_null)) {
        let detail = "The given \"for_each\" argument value is unsuitable: \"for_each\" sets must not contain null values.";
        argument.refuse(SUMMARY, detail, diags);
    }
}
