//! Expressions of a block, evaluated with what is known before anything runs.

use std::borrow::Borrow;

use diag::{Diagnostic, Diagnostics, Span};
use hcl::eval::{CallFailure, Cause, Reference, Resolved, Scope};
use hcl::syntax::ast::{Step, StepKind};
use hcl::{AbsTraversal, Expression};
use lang::LangScope;
use smol_str::SmolStr;
use value::{Type, Value, convert};

use super::parts;
use crate::body_walk::Found;
use crate::module::Module;
use crate::names::{Context, ModuleNames, ScopedNames};
use crate::resource::ResourceConfig;

/// The expressions of one block.
pub(super) struct BlockEval<'a> {
    module: &'a Module,
    names: ScopedNames<'a>,
    /// The check block that they stand in.
    check: Option<&'a SmolStr>,
    /// The resource that is `self` to them.
    own: Option<&'a ResourceConfig>,
    /// The element that is `each` to them, where it is known.
    each: Option<Element>,
}

/// An element that is gone through.
pub(super) struct Element {
    pub(super) key: Value,
    pub(super) value: Value,
}

impl<'a> BlockEval<'a> {
    pub(super) fn new(names: &'a ModuleNames<'a>, context: Context) -> Self {
        let scoped = ScopedNames::new(names, context);
        Self { module: names.module(), names: scoped, check: None, own: None, each: None }
    }

    /// The same expressions, of one element.
    pub(super) fn of_element(self, each: Option<Element>) -> Self {
        Self { each, ..self }
    }

    /// The expressions of a resource that may look at its object.
    pub(super) fn with_self(names: &'a ModuleNames<'a>, config: &'a ResourceConfig) -> Self {
        let context = Context::of(&config.repetition).with_self();
        Self { own: Some(config), ..Self::new(names, context) }
    }

    /// The expressions of a check block.
    pub(super) fn of_check(names: &'a ModuleNames<'a>, check: &'a SmolStr) -> Self {
        Self { check: Some(check), ..Self::new(names, Context::default()) }
    }

    /// Whether they stand in a check block.
    pub(super) fn is_of_check(&self) -> bool {
        self.check.is_some()
    }

    /// Evaluates an expression.
    pub(super) fn eval(&self, expr: &Expression) -> (Value, Diagnostics) {
        self.eval_within(expr, &[])
    }

    /// A problem with the value of an expression, with the values of what it refers to.
    pub(super) fn problem(&self, expr: &Expression, cause: Cause, problem: Diagnostic) -> Diagnostic {
        expr.problem(problem, cause, &self.static_scope(&[]))
    }

    /// Evaluates an expression of a condition for itself.
    pub(super) fn eval_in_condition(&self, expr: &Expression) -> (Value, Diagnostics) {
        let (sight, mut diags) = self.look(expr.references());
        let (value, more) = self.eval_seeing(sight, expr);
        diags.append(more);
        (value, diags)
    }

    /// Evaluates an expression of a condition with what can be seen. The models go on after a name that leads nowhere, and
    /// report the names that are not there then.
    pub(super) fn eval_seeing(&self, sight: Sight, expr: &Expression) -> (Value, Diagnostics) {
        let scope = self.names.scope();
        match sight {
            Sight::All => expr.eval(&scope),
            Sight::Readable | Sight::Nothing => expr.eval(&DimScope { scope, sight }),
        }
    }

    /// Evaluates an expression of a body without schema.
    pub(super) fn eval_found(&self, found: &Found) -> (Value, Diagnostics) {
        self.eval_within(&found.expr, &found.iterators)
    }

    /// Whether everything that expressions of a body refer to is there.
    pub(super) fn check_found(&self, found: &[Found]) -> Diagnostics {
        self.look(found.iter().flat_map(Found::references)).1
    }

    /// What can be seen of what is referred to, and what is wrong with it. What cannot be read is told always, and what has
    /// no value here only where everything else is declared.
    pub(super) fn look<R: Borrow<AbsTraversal>>(
        &self,
        references: impl IntoIterator<Item = R>,
    ) -> (Sight, Diagnostics) {
        let scope = self.names.scope();
        let (mut unreadable, mut undeclared, mut valueless) =
            (Diagnostics::new(), Diagnostics::new(), Diagnostics::new());
        for traversal in references {
            let traversal = traversal.borrow();
            let checked = scope.check_traversal(traversal);
            valueless.extend(checked.nameless.map(|problem| *problem));
            match checked.parsed {
                Ok(parsed) => undeclared.extend(self.check_resource(traversal, &parsed)),
                Err(problem) if lang::parse_reference(traversal.as_reference()).is_err() => {
                    unreadable.push(*problem);
                }
                Err(problem) if ALWAYS_THERE.contains(&traversal.root.as_str()) => valueless.push(*problem),
                Err(problem) => undeclared.push(*problem),
            }
        }
        let is_declared = !undeclared.has_errors();
        let sight = match (is_declared, unreadable.has_errors() || valueless.has_errors()) {
            (false, _) => Sight::Nothing,
            (true, true) => Sight::Readable,
            (true, false) => Sight::All,
        };
        unreadable.append(if is_declared { valueless } else { undeclared });
        (sight, unreadable)
    }

    /// The scope of the expressions.
    pub(super) fn scope(&self) -> LangScope<'_> {
        self.names.scope()
    }

    fn eval_within(&self, expr: &Expression, iterators: &[SmolStr]) -> (Value, Diagnostics) {
        let references = expr.references().into_iter();
        let (_, diags) = self.look(references.filter(|traversal| !iterators.contains(&traversal.root)));
        if diags.has_errors() {
            return (Value::dynamic(), diags);
        }
        expr.eval(&self.static_scope(iterators))
    }

    fn static_scope<'s>(&'s self, iterators: &'s [SmolStr]) -> StaticScope<'s> {
        StaticScope { scope: self.names.scope(), iterators, each: self.each.as_ref() }
    }

    /// Evaluates an expression to a value of a type.
    pub(super) fn eval_as(&self, expr: &Expression, ty: &Type) -> (Value, Diagnostics) {
        let (value, mut diags) = self.eval(expr);
        match convert::convert(&value, ty) {
            Ok(value) => (value, diags),
            Err(error) => {
                // Also beside what evaluating it said: what is wrong inside does not change what it is.
                let detail = format!("Invalid expression value: {error}.");
                let problem = Diagnostic::error("Incorrect value type", detail);
                diags.push(self.problem(expr, Cause::Values, problem));
                (Value::unknown(ty.clone()), diags)
            }
        }
    }

    /// Whether a reference leads somewhere.
    pub(super) fn check_one(&self, traversal: &AbsTraversal) -> Diagnostics {
        self.look([traversal]).1
    }

    /// Whether a resource can be referred to here, and in this way: with a key where it stands for several
    /// instances, without where not, and to something that it has.
    fn check_resource(&self, traversal: &AbsTraversal, parsed: &lang::ParsedReference) -> Vec<Diagnostic> {
        let steps = &traversal.steps[parsed.used..];
        let resource = match &parsed.subject {
            addrs::Referenceable::Resource(resource) => resource,
            addrs::Referenceable::SelfObject => {
                let own = self.own.and_then(|own| self.check_steps(own, traversal, steps));
                return own.into_iter().collect();
            }
            _ => return Vec::new(),
        };
        let Some(config) = self.module.resources.get(resource) else { return Vec::new() };
        // Finding the line takes long where there are many, and mostly nothing is wrong.
        let subject = || {
            let span = lang::subject_span(traversal.as_reference(), parsed, traversal.span);
            traversal.source.range(span)
        };
        if config.check.is_some() && config.check.as_ref() != self.check {
            let detail =
                format!("The resource {resource} stands in a check block and can be referred to there only.");
            return vec![Diagnostic::error("Reference to scoped resource", detail).at(subject())];
        }
        let Some(first) = steps.first() else { return Vec::new() };
        let has_key = matches!(first.kind, StepKind::Index(_));
        let mut found: Vec<Diagnostic> = check_key(config, has_key)
            .into_iter()
            .map(|(summary, detail)| Diagnostic::error(summary, detail).at(subject()))
            .collect();
        found.extend(self.check_steps(config, traversal, &steps[usize::from(has_key)..]));
        found
    }

    /// Whether what follows the name of an instance is something that it has.
    fn check_steps(
        &self,
        config: &ResourceConfig,
        traversal: &AbsTraversal,
        steps: &[Step],
    ) -> Option<Diagnostic> {
        let first = steps.first()?;
        // For this nobody needs a schema.
        if matches!(first.kind, StepKind::Index(_)) {
            return Some(parts::no_elements().at(traversal.source.range(first.span)));
        }
        let schema = self.names.module_names().schema_of(config).found()?;
        if matches!(&first.kind, StepKind::Attr(name) if name == "count") {
            let detail = "The number of instances is no attribute of a resource. Use the length function on the resource \
                          instead.";
            let problem = Diagnostic::error("Invalid resource count attribute", detail);
            return Some(problem.at(traversal.source.range(first.span)));
        }
        parts::problem_in(&schema.block, steps, &traversal.source)
    }

    /// Reports what `depends_on` cannot name.
    pub(super) fn check_depends_on(&self, depends_on: &[AbsTraversal]) -> Diagnostics {
        let mut diags = Diagnostics::new();
        for traversal in depends_on {
            let parsed = lang::parse_reference(traversal.as_reference());
            let is_bad = parsed.is_err();
            if let Ok(parsed) = parsed
                && !is_whole(&parsed.subject, &traversal.steps[parsed.used..])
            {
                let detail = "Things that must be there first are whole objects, not attributes of objects.";
                let subject = lang::subject_span(traversal.as_reference(), &parsed, traversal.span);
                let at = traversal.source.range(Span::new(subject.end, traversal.span.end));
                diags.push(Diagnostic::error("Invalid depends_on reference", detail).at(at));
            } else if is_bad || !diags.has_errors() {
                // Where something is wrong already, it is not asked whether the others lead anywhere.
                diags.append(self.check_one(traversal));
            }
        }
        diags
    }
}

/// Whether a reference means something that can be waited for: an object, or an output of a module.
fn is_whole(subject: &addrs::Referenceable, rest: &[Step]) -> bool {
    let rest = match rest {
        [Step { kind: StepKind::Index(_), .. }, rest @ ..] => rest,
        rest => rest,
    };
    match (subject, rest) {
        (_, []) => true,
        (addrs::Referenceable::ModuleCall(_), [output]) => matches!(output.kind, StepKind::Attr(_)),
        _ => false,
    }
}

/// What is wrong with naming an instance, or with not naming one.
fn check_key(config: &ResourceConfig, has_key: bool) -> Option<(&'static str, String)> {
    let resource = &config.resource;
    let argument = match (&config.repetition.count, &config.repetition.for_each) {
        (Some(_), _) => Some("count"),
        (None, Some(_)) => Some("for_each"),
        (None, None) => None,
    };
    match (argument, has_key) {
        (Some(argument), false) => Some((
            "Missing resource instance key",
            format!(
                "Because {resource} has {argument:?} set, its attributes must be accessed on specific instances.\n\nFor \
                 example, to correlate with indices of a referring resource, use:\n    {resource}[{}]",
                if argument == "count" { "count.index" } else { "each.key" }
            ),
        )),
        (None, true) => Some((
            "Unexpected resource instance key",
            format!(
                "Because {resource} does not have \"count\" or \"for_each\" set, references to it must not include an index \
                 key. Remove the bracketed index to refer to the single instance of this resource."
            ),
        )),
        _ => None,
    }
}

/// The objects that are there wherever expressions are, whatever they have.
const ALWAYS_THERE: [&str; 6] = ["var", "local", "each", "count", "path", "terraform"];

/// What an expression sees of what it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Everything is there.
    All,
    /// Everything that can be read, though not all of it has a value.
    Readable,
    /// Something is not declared, and then nothing can be seen.
    Nothing,
}

/// The scope of an expression whose references are not all good.
struct DimScope<'a> {
    scope: LangScope<'a>,
    sight: Sight,
}

impl Scope for DimScope<'_> {
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>> {
        let is_there = || ALWAYS_THERE.contains(&reference.root) || lang::parse_reference(reference).is_ok();
        if self.sight != Sight::Nothing && is_there() {
            return Ok(Resolved { value: Value::dynamic(), used: 0 });
        }
        let detail = format!("There is no variable named {:?}.", reference.root);
        Err(Box::new(Diagnostic::error("Unknown variable", detail)))
    }

    fn call(&self, name: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        self.scope.call(name, args)
    }

    fn signature(&self, name: &str) -> Option<diag::Signature> {
        self.scope.signature(name)
    }

    fn blames_first_name(&self) -> bool {
        true
    }
}

/// The scope of a block, with the iterators of `dynamic` blocks and the element that is gone through.
struct StaticScope<'a> {
    scope: LangScope<'a>,
    iterators: &'a [SmolStr],
    each: Option<&'a Element>,
}

impl Scope for StaticScope<'_> {
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>> {
        if self.iterators.iter().any(|name| name == reference.root) {
            return Ok(Resolved { value: Value::dynamic(), used: 0 });
        }
        if let (Some(each), "each") = (self.each, reference.root)
            && let Some(StepKind::Attr(name)) = reference.steps.first().map(|step| &step.kind)
        {
            let value = if name == "key" { &each.key } else { &each.value };
            return Ok(Resolved { value: value.clone(), used: 1 });
        }
        self.scope.resolve(reference)
    }

    fn call(&self, name: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        self.scope.call(name, args)
    }

    fn signature(&self, name: &str) -> Option<diag::Signature> {
        self.scope.signature(name)
    }
}
