//! An expression in any spelling, as a handle that carries its tree.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange, Span};
use smol_str::SmolStr;
use value::Value;

use crate::data::DataExpr;
use crate::eval::{self, Reference, Scope};
use crate::references::{function_calls, references};
use crate::syntax::ast::{ExprId, ExprKind, Step, StepKind, Tree};
use crate::syntax::start_span;

/// An expression; cloning is O(1).
#[derive(Clone, Debug)]
pub enum Expression {
    /// Written in native syntax.
    Native(Arc<Tree>, ExprId),
    /// Written as JSON or YAML.
    Data(DataExpr),
}

/// A reference taken from an expression: the first name, the steps, and where it stands.
#[derive(Clone, Debug)]
pub struct AbsTraversal {
    /// The first name.
    pub root: SmolStr,
    /// What follows.
    pub steps: Vec<Step>,
    /// The file it stands in.
    pub source: Arc<SourceFile>,
    /// Where it stands.
    pub span: Span,
}

impl AbsTraversal {
    /// Where it stands, by line and column.
    pub fn range(&self) -> SourceRange {
        self.source.range(self.span)
    }

    /// The first name and some of the steps, by line and column.
    pub fn part_range(&self, steps: usize) -> SourceRange {
        let end = match steps.checked_sub(1).and_then(|last| self.steps.get(last)) {
            Some(step) => step.span.end,
            None if steps == 0 => self.span.start + self.root.len() as u32,
            None => self.span.end,
        };
        self.source.range(Span::new(self.span.start, end))
    }

    /// One of the steps, by line and column; the first name where there are none.
    pub fn step_range(&self, index: usize) -> SourceRange {
        match self.steps.get(index) {
            Some(step) => self.source.range(step.span),
            None => self.part_range(0),
        }
    }

    /// As the evaluator asks for it.
    pub fn as_reference(&self) -> Reference<'_> {
        Reference { root: &self.root, steps: &self.steps }
    }

    /// The names it is made of, when it has no index steps.
    pub fn names(&self) -> Option<Vec<&str>> {
        let mut names = vec![self.root.as_str()];
        for step in &self.steps {
            match &step.kind {
                StepKind::Attr(name) => names.push(name),
                StepKind::Index(_) => return None,
            }
        }
        Some(names)
    }
}

/// A call taken apart without evaluating it, as type constraints are.
#[derive(Clone, Debug)]
pub struct StaticCall {
    /// The function's name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_range: SourceRange,
    /// The arguments.
    pub args: Vec<Expression>,
}

impl Expression {
    /// Where it stands.
    pub fn range(&self) -> SourceRange {
        match self {
            Expression::Native(tree, id) => tree.range(tree.span(*id)),
            Expression::Data(data) => data.range(),
        }
    }

    /// Where it begins: enough of it to point at where its value does not fit.
    pub fn start_range(&self) -> SourceRange {
        match self {
            Expression::Native(tree, id) => tree.range(start_span(tree, *id)),
            Expression::Data(data) => data.start_range(),
        }
    }

    /// The file it stands in.
    pub fn source(&self) -> &Arc<SourceFile> {
        match self {
            Expression::Native(tree, _) => tree.source(),
            Expression::Data(data) => data.source(),
        }
    }

    /// Its value. Of what is deprecated in it is told here, once: nobody further on is told again.
    pub fn eval(&self, scope: &dyn Scope) -> (Value, Diagnostics) {
        let (value, mut diags) = match self {
            Expression::Native(tree, id) => eval::eval(tree, *id, scope),
            Expression::Data(data) => data.eval(scope),
        };
        match value.has_marks() {
            true => (eval::tell_deprecations(&value, || self.range(), &mut diags), diags),
            false => (value, diags),
        }
    }

    /// A problem with its value, at it, with the values of what it refers to.
    pub fn problem(&self, diagnostic: Diagnostic, cause: eval::Cause, scope: &dyn Scope) -> Diagnostic {
        self.explain(diagnostic.at(self.range()), cause, scope)
    }

    /// A problem that comes of its value but is told of another place.
    pub fn explain(&self, diagnostic: Diagnostic, cause: eval::Cause, scope: &dyn Scope) -> Diagnostic {
        Diagnostic { values: eval::values_of(&self.references(), scope, cause), ..diagnostic }
    }

    /// Everything outside of it that it refers to.
    pub fn references(&self) -> Vec<AbsTraversal> {
        match self {
            Expression::Native(tree, id) => native_references(tree, *id),
            Expression::Data(data) => data.references(),
        }
    }

    /// The names of the functions it calls, with where each stands.
    pub fn function_calls(&self) -> Vec<(SmolStr, SourceRange)> {
        match self {
            Expression::Native(tree, id) => native_calls(tree, *id),
            Expression::Data(data) => data.function_calls(),
        }
    }

    /// The bare word that it is, if it is one.
    pub fn as_keyword(&self) -> Option<SmolStr> {
        let traversal = self.as_traversal().ok()?;
        traversal.steps.is_empty().then_some(traversal.root)
    }

    /// The reference that it is, unevaluated.
    pub fn as_traversal(&self) -> Result<AbsTraversal, Box<Diagnostic>> {
        let (tree, id) = match self {
            Expression::Native(tree, id) => (tree, *id),
            Expression::Data(data) => return data.as_traversal(),
        };
        native_traversal(tree, id).ok_or_else(|| {
            Box::new(
                Diagnostic::error(
                    "Invalid expression",
                    "A single static variable reference is required: only attribute access and indexing with constant \
                     keys. No calculations, function calls, template expressions, etc are allowed here.",
                )
                .at(self.range()),
            )
        })
    }

    /// Whether it could not be read, which was reported when it was parsed.
    pub fn is_invalid(&self) -> bool {
        matches!(self, Expression::Native(tree, id) if matches!(tree.expr(*id).kind, ExprKind::Invalid))
    }

    /// Whether it could not be read because a text in quotes is not closed.
    pub fn is_open_text(&self) -> bool {
        self.is_invalid()
            && matches!(self, Expression::Native(tree, id) if tree.text(tree.span(*id)).starts_with('"'))
    }

    /// The same, where a text of JSON or YAML that is a whole expression of the language is that expression: for
    /// arguments that are references, not values.
    pub fn into_reference(self) -> Result<Expression, Diagnostics> {
        match &self {
            Expression::Data(data) => data.as_embedded().map(|(tree, id)| Expression::Native(tree, id)),
            Expression::Native(..) => Ok(self),
        }
    }

    /// The parts of a reference with one key that is not constant: what comes before it, the key, and what
    /// follows. Nothing for any other expression.
    pub fn as_indexed(&self) -> Option<(AbsTraversal, Expression, Vec<Step>)> {
        let Expression::Native(tree, id) = self else { return None };
        let (indexed, rest) = match tree.expr(*id).kind {
            ExprKind::RelativeTraversal(source, steps) => (source, tree.steps(steps).to_vec()),
            _ => (*id, Vec::new()),
        };
        let ExprKind::Index(collection, key) = tree.expr(indexed).kind else { return None };
        Some((native_traversal(tree, collection)?, Expression::Native(tree.clone(), key), rest))
    }

    /// The items of the list that it is, unevaluated.
    pub fn as_list(&self) -> Result<Vec<Expression>, Box<Diagnostic>> {
        match self {
            Expression::Native(tree, id) => {
                if let ExprKind::Tuple(items) = tree.expr(*id).kind {
                    let items = tree.expr_run(items).iter();
                    return Ok(items.map(|item| Expression::Native(tree.clone(), *item)).collect());
                }
            }
            Expression::Data(data) => {
                if let Some(items) = data.as_list() {
                    return Ok(items.into_iter().map(Expression::Data).collect());
                }
            }
        }
        Err(Box::new(
            Diagnostic::error("Invalid expression", "A static list expression is required.")
                .at(self.start_range()),
        ))
    }

    /// The keys and values of the map that it is, unevaluated.
    pub fn as_pairs(&self) -> Result<Vec<(Expression, Expression)>, Box<Diagnostic>> {
        match self {
            Expression::Native(tree, id) => {
                if let ExprKind::Object(items) = tree.expr(*id).kind {
                    let items = tree.object_items(items).iter();
                    let handle = |id: ExprId| Expression::Native(tree.clone(), id);
                    return Ok(items.map(|item| (handle(item.key), handle(item.value))).collect());
                }
            }
            Expression::Data(data) => {
                if let Some(items) = data.as_pairs() {
                    return Ok(items
                        .into_iter()
                        .map(|(key, value)| (Expression::Data(key), Expression::Data(value)))
                        .collect());
                }
            }
        }
        Err(Box::new(
            Diagnostic::error("Invalid expression", "A static map expression is required.")
                .at(self.start_range()),
        ))
    }

    /// The call that it is, unevaluated.
    pub fn as_call(&self) -> Option<StaticCall> {
        let (tree, id) = match self {
            Expression::Native(tree, id) => (tree.clone(), *id),
            // Inside a string the expression is native again: `"list(string)"`.
            Expression::Data(data) => data.as_embedded().ok()?,
        };
        let ExprKind::Call(index) = tree.expr(inside_parens(&tree, id)).kind else { return None };
        let call = tree.call(index);
        let args = tree.expr_run(call.args).iter();
        Some(StaticCall {
            name: call.name.clone(),
            name_range: tree.range(call.name_span),
            args: args.map(|arg| Expression::Native(tree.clone(), *arg)).collect(),
        })
    }

    /// The text of a key in a static map: a bare name or a literal string.
    pub fn as_key(&self) -> Option<SmolStr> {
        if let Expression::Native(tree, id) = self
            && let Some(name) = tree.object_key_literal(*id)
        {
            return Some(name.into());
        }
        let (value, diags) = self.eval(&eval::EmptyScope);
        if diags.has_errors() { None } else { value.as_smol_str().cloned() }
    }
}

fn inside_parens(tree: &Tree, mut id: ExprId) -> ExprId {
    while let ExprKind::Parens(inner) = tree.expr(id).kind {
        id = inner;
    }
    id
}

pub(crate) fn native_references(tree: &Arc<Tree>, id: ExprId) -> Vec<AbsTraversal> {
    references(tree, id)
        .into_iter()
        .map(|(id, traversal)| AbsTraversal {
            root: tree.text(traversal.root_span).into(),
            steps: tree.steps(traversal.steps).to_vec(),
            source: tree.source().clone(),
            span: tree.span(id),
        })
        .collect()
}

pub(crate) fn native_calls(tree: &Arc<Tree>, id: ExprId) -> Vec<(SmolStr, SourceRange)> {
    let name_of = |id: ExprId| match tree.expr(id).kind {
        ExprKind::Call(index) => {
            let call = tree.call(index);
            Some((call.name.clone(), tree.range(call.name_span)))
        }
        _ => None,
    };
    function_calls(tree, id).into_iter().filter_map(name_of).collect()
}

pub(crate) fn native_traversal(tree: &Arc<Tree>, id: ExprId) -> Option<AbsTraversal> {
    let span = tree.span(id);
    let found = |root: &str, steps: Vec<Step>| AbsTraversal {
        root: root.into(),
        steps,
        source: tree.source().clone(),
        span,
    };
    match tree.expr(id).kind {
        ExprKind::Traversal(index) => {
            let traversal = tree.traversal(index);
            Some(found(tree.text(traversal.root_span), tree.steps(traversal.steps).to_vec()))
        }
        ExprKind::RelativeTraversal(source, more) => {
            let mut traversal = native_traversal(tree, source)?;
            traversal.steps.extend_from_slice(tree.steps(more));
            traversal.span = span;
            Some(traversal)
        }
        // `null`, `true` and `false` are words too where a word is asked for.
        ExprKind::Literal(_) => {
            let text = tree.text(span);
            matches!(text, "null" | "true" | "false").then(|| found(text, Vec::new()))
        }
        _ => None,
    }
}
