//! Values of `count`, `for_each` and `enabled`, as far as they are known.

use diag::{Diagnostic, Diagnostics};
use hcl::Expression;
use value::Type;

use super::eval::BlockEval;
use crate::repetition::Repetition;
use crate::repetition_values::{Unsuitable, count_of, keys_of};

/// Checks what says how many instances there are.
pub(super) fn check(eval: &BlockEval<'_>, repetition: &Repetition) -> Diagnostics {
    let mut diags = Diagnostics::new();
    if let Some(expr) = &repetition.count {
        let (value, problems) = eval.eval_as(expr, &Type::Number);
        judge(eval, expr, problems, || count_of(&value).map(drop), &mut diags);
    }
    if let Some(expr) = &repetition.for_each {
        let (value, problems) = eval.eval(expr);
        judge(eval, expr, problems, || keys_of(&value).map(drop), &mut diags);
    }
    if let Some(expr) = &repetition.enabled {
        // What its value may be is told when it is planned, as OpenTofu does.
        diags.append(eval.eval(expr).1);
    }
    diags
}

/// What is wrong with an argument: what evaluating it said or, where that went well, its value.
fn judge(
    eval: &BlockEval<'_>,
    expr: &Expression,
    problems: Diagnostics,
    check: impl FnOnce() -> Result<(), Unsuitable>,
    diags: &mut Diagnostics,
) {
    let failed = problems.has_errors();
    diags.append(problems);
    if !failed && let Err(Unsuitable { cause, summary, detail }) = check() {
        let problem = Diagnostic::error(summary, detail);
        diags.push(match cause {
            Some(cause) => eval.problem(expr, cause, problem),
            None => problem.at(expr.range()),
        });
    }
}
