//! The names that `dynamic` blocks bring, on top of those of the module.

use diag::{Diagnostic, Diagnostics};
use hcl::eval::{CallFailure, Reference, Resolved, Scope};
use hcl::{Expression, eval};
use smol_str::SmolStr;
use value::Value;

use crate::LangScope;

/// The iterators around an expression with their values, the innermost last.
pub(crate) type Iterators = [(SmolStr, Value)];

/// Evaluates an expression where iterators are known. The check of its references can be left out when
/// it was done before with the same names.
pub(crate) fn eval_with_iterators(
    scope: &LangScope<'_>,
    iterators: &Iterators,
    expr: &Expression,
    check: bool,
) -> (Value, Diagnostics) {
    if iterators.is_empty() {
        return if check { scope.eval(expr) } else { expr.eval(scope) };
    }
    if check {
        let references = expr.references();
        let outside = references.iter().filter(|reference| find(iterators, &reference.root).is_none());
        let problems = outside.filter_map(|reference| scope.check_traversal(reference).problems());
        let diags: Diagnostics = problems.flatten().collect();
        if diags.has_errors() {
            return (Value::dynamic(), diags);
        }
    }
    expr.eval(&IteratorScope { scope, iterators })
}

/// A problem with the value of an expression, with the values of what it refers to.
pub(crate) fn problem_with_iterators(
    expr: &Expression,
    problem: Diagnostic,
    scope: &LangScope<'_>,
    iterators: &Iterators,
) -> Diagnostic {
    expr.problem(problem, eval::Cause::Values, &IteratorScope { scope, iterators })
}

fn find<'a>(iterators: &'a Iterators, name: &str) -> Option<&'a Value> {
    iterators.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
}

/// The scope of a module and the iterators, which win.
struct IteratorScope<'a> {
    scope: &'a LangScope<'a>,
    iterators: &'a Iterators,
}

impl Scope for IteratorScope<'_> {
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>> {
        match find(self.iterators, reference.root) {
            Some(value) => Ok(Resolved { value: value.clone(), used: 0 }),
            None => self.scope.resolve(reference),
        }
    }

    fn function_kind(&self, name: &str) -> eval::FunctionKind {
        self.scope.function_kind(name)
    }

    fn call(&self, name: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        self.scope.call(name, args)
    }

    fn signature(&self, name: &str) -> Option<diag::Signature> {
        self.scope.signature(name)
    }
}
