//! The scope that expressions of a module are evaluated in.

use diag::{Diagnostic, Diagnostics, SourceRange, Span};
use functions::{Env, FileAccess, FunctionError, PlanTime, Templates};
use hcl::eval::{CallFailure, Cause, Reference, Resolved, Scope};
use hcl::references::references;
use hcl::{AbsTraversal, Expression};
use smol_str::SmolStr;
use value::{Type, Value, convert};

use crate::references::{nameless, unreadable_span};
use crate::{Names, ParsedReference, call, parse_reference, subject_span};

/// Everything an expression of a module can name.
#[derive(Clone, Copy)]
pub struct LangScope<'a> {
    /// The values of references.
    pub names: &'a dyn Names,
    /// Reading files, for the functions that do.
    pub files: &'a dyn FileAccess,
    /// Whether this is the console, which has a function of its own and no plan.
    pub console: bool,
    /// The time of planning.
    pub plan_time: PlanTime<'a>,
    /// Whether `timestamp` and its like give a value now, or only during apply.
    pub impure_allowed: bool,
}

impl LangScope<'_> {
    /// Evaluates an expression after checking that everything it refers to may be referred to.
    pub fn eval(&self, expr: &Expression) -> (Value, Diagnostics) {
        let diags = self.check_references(expr);
        if diags.has_errors() {
            return (Value::dynamic(), diags);
        }
        expr.eval(self)
    }

    /// Evaluates an expression to a value of a type.
    pub fn eval_as(&self, expr: &Expression, ty: &Type) -> (Value, Diagnostics) {
        let (value, mut diags) = self.eval(expr);
        match convert::convert(&value, ty) {
            Ok(value) => (value, diags),
            Err(error) => {
                let detail = format!("Invalid expression value: {error}.");
                let problem = Diagnostic::error("Incorrect value type", detail);
                diags.push(expr.problem(problem, Cause::Values, self));
                (Value::unknown(ty.clone()), diags)
            }
        }
    }

    /// Reports references to what is not declared or cannot be referred to here.
    pub fn check_references(&self, expr: &Expression) -> Diagnostics {
        match expr {
            // Done for every evaluation, so nothing is copied unless there is something to report.
            Expression::Native(tree, id) => references(tree, *id)
                .into_iter()
                .filter_map(|(id, traversal)| {
                    let reference = Reference {
                        root: tree.text(traversal.root_span),
                        steps: tree.steps(traversal.steps),
                    };
                    self.check_reference(reference, tree.span(id), |span| tree.range(span)).problems()
                })
                .flatten()
                .collect(),
            Expression::Data(_) => {
                let references = expr.references();
                references
                    .iter()
                    .filter_map(|traversal| self.check_traversal(traversal).problems())
                    .flatten()
                    .collect()
            }
        }
    }

    /// Takes a reference apart and looks whether it may be made here.
    pub fn check_traversal(&self, traversal: &AbsTraversal) -> CheckedReference {
        let place = |span| traversal.source.range(span);
        self.check_reference(traversal.as_reference(), traversal.span, place)
    }

    fn check_reference(
        &self,
        reference: Reference<'_>,
        whole: Span,
        place: impl Fn(Span) -> SourceRange,
    ) -> CheckedReference {
        let nameless = nameless(reference).and_then(|subject| self.names.check(&subject).err());
        let parsed = parse_reference(reference);
        let at = match &parsed {
            Ok(parsed) => subject_span(reference, parsed, whole),
            Err(_) => unreadable_span(reference, whole),
        };
        let parsed = parsed.and_then(|parsed| self.names.check(&parsed.subject).map(|()| parsed));
        let placed = |mut problem: Box<Diagnostic>, at: Span| {
            problem.subject.get_or_insert_with(|| place(at));
            problem
        };
        CheckedReference {
            nameless: nameless.map(|problem| placed(problem, whole)),
            parsed: parsed.map_err(|problem| placed(problem, at)),
        }
    }

    fn env(&self) -> Env<'_> {
        Env {
            files: self.files,
            templates: self,
            impure_allowed: self.impure_allowed,
            plan_time: self.plan_time,
        }
    }
}

/// A reference, and what is wrong with making it.
pub struct CheckedReference {
    /// What is to say of an object that is named without an attribute, besides that it cannot be read.
    pub nameless: Option<Box<Diagnostic>>,
    /// What it means, or why it cannot be read or may not be made here.
    pub parsed: Result<ParsedReference, Box<Diagnostic>>,
}

impl CheckedReference {
    /// Everything that is wrong, where something is.
    pub fn problems(self) -> Option<Diagnostics> {
        match (self.nameless, self.parsed) {
            (None, Ok(_)) => None,
            (nameless, parsed) => {
                Some(nameless.into_iter().chain(parsed.err()).map(|found| *found).collect())
            }
        }
    }
}

impl Scope for LangScope<'_> {
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>> {
        let parsed = parse_reference(reference)?;
        if let Some(found) = self.names.value_at(&parsed.subject, &reference.steps[parsed.used..]) {
            let (value, more) = found?;
            return Ok(Resolved { value, used: parsed.used + more });
        }
        let value = self.names.value(&parsed.subject)?;
        Ok(Resolved { value, used: parsed.used })
    }

    fn call(&self, name: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        if let Some((provider, function)) =
            name.strip_prefix("provider::").and_then(|rest| rest.split_once("::"))
            && let Some(result) = self.names.call_provider(provider, function, &args)
        {
            return result;
        }
        call::call(self.console, &self.env(), name, args)
    }

    fn signature(&self, name: &str) -> Option<diag::Signature> {
        functions::lookup(name).map(call::signature)
    }
}

/// Template files see their variables and the functions, nothing else of the module.
impl Templates for LangScope<'_> {
    fn render(
        &self,
        name: &str,
        text: &[u8],
        variables: &[(SmolStr, Value)],
    ) -> Result<Value, FunctionError> {
        call::render_template(self, name, text, variables)
    }
}
