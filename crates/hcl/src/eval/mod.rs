//! Expressions to values.
//!
//! A failed part of an expression adds a diagnostic and stands for an unknown value, so that one
//! evaluation reports all it can and each problem once. Names are resolved by a [`Scope`], which is
//! asked for a whole reference at once: it may answer `a[3].x` without ever building `a`.

mod access;
mod call;
mod collections;
mod conditional;
mod deprecations;
mod for_expr;
mod operators;
mod scope;
mod splat;
mod statement;
mod template;

use diag::{Diagnostic, Diagnostics, Span};
use smol_str::SmolStr;
use value::Value;

use crate::syntax::ast::{ExprId, ExprKind, Tree};

pub use access::{AccessError, get_attr, get_index};
pub(crate) use deprecations::tell_deprecations;
pub use scope::{CallFailure, EmptyScope, FunctionKind, Reference, Resolved, Scope};
pub use statement::Cause;
pub(crate) use statement::values_of;

/// Stack left before a deeper evaluation moves to a fresh piece, and how large that piece is.
const RED_ZONE: usize = 64 << 10;
const STACK_PIECE: usize = 1 << 20;

/// After so many errors loops and splats leave their other elements alone: one inside of another would
/// otherwise make millions of them.
const MAX_ERRORS: usize = 1000;

/// Evaluates an expression.
pub fn eval(tree: &Tree, expr: ExprId, scope: &dyn Scope) -> (Value, Diagnostics) {
    eval_with_names(tree, expr, scope, &[])
}

/// Evaluates an expression with some further names in scope, as a template file has.
pub fn eval_with_names(
    tree: &Tree,
    expr: ExprId,
    scope: &dyn Scope,
    names: &[(SmolStr, Value)],
) -> (Value, Diagnostics) {
    let mut eval = Eval { tree, scope, diags: Diagnostics::new() };
    let value = if names.is_empty() {
        eval.expr(expr, &Frame::Root)
    } else {
        eval.expr(expr, &Frame::Names { parent: &Frame::Root, names })
    };
    (value, eval.diags)
}

/// Names that expressions themselves bring into scope, innermost first.
enum Frame<'f> {
    Root,
    Names { parent: &'f Frame<'f>, names: &'f [(SmolStr, Value)] },
    SplatItem { parent: &'f Frame<'f>, item: Value },
}

impl Frame<'_> {
    fn find(&self, name: &str) -> Option<&Value> {
        match self {
            Frame::Root => None,
            Frame::SplatItem { parent, .. } => parent.find(name),
            Frame::Names { parent, names } => match names.iter().find(|(known, _)| known == name) {
                Some((_, value)) => Some(value),
                None => parent.find(name),
            },
        }
    }

    fn splat_item(&self) -> Value {
        match self {
            Frame::SplatItem { item, .. } => item.clone(),
            Frame::Names { parent, .. } => parent.splat_item(),
            Frame::Root => Value::dynamic(),
        }
    }
}

/// One evaluation under way.
struct Eval<'a> {
    tree: &'a Tree,
    scope: &'a dyn Scope,
    diags: Diagnostics,
}

impl Eval<'_> {
    fn expr(&mut self, id: ExprId, frame: &Frame<'_>) -> Value {
        let node = *self.tree.expr(id);
        match node.kind {
            ExprKind::Literal(index) => self.tree.literal(index).clone(),
            ExprKind::Traversal(index) => self.traversal(id, index, frame),
            ExprKind::SplatItem => frame.splat_item(),
            ExprKind::Invalid => Value::dynamic(),
            // Everything below evaluates other expressions, as deep as the text is nested.
            _ => stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.nested(id, node.kind, frame)),
        }
    }

    fn nested(&mut self, id: ExprId, kind: ExprKind, frame: &Frame<'_>) -> Value {
        match kind {
            ExprKind::Template(parts) => self.template(id, parts, frame),
            ExprKind::TemplateWrap(inner) | ExprKind::Parens(inner) => self.expr(inner, frame),
            ExprKind::TemplateJoin(inner) => self.template_join(inner, frame),
            ExprKind::Tuple(items) => self.tuple(items, frame),
            ExprKind::Object(items) => self.object(items, frame),
            ExprKind::Call(index) => self.call(id, index, frame),
            ExprKind::RelativeTraversal(source, steps) => self.relative(id, source, steps, frame),
            ExprKind::Index(collection, key) => self.index(id, collection, key, frame),
            ExprKind::Splat(index) => self.splat(id, index, frame),
            ExprKind::For(index) => self.for_expr(id, index, frame),
            ExprKind::Conditional(condition, yes, no) => self.conditional(id, condition, yes, no, frame),
            ExprKind::Binary(op, lhs, rhs) => self.binary(id, op, lhs, rhs, frame),
            ExprKind::Unary(op, operand) => self.unary(id, op, operand, frame),
            ExprKind::Literal(_) | ExprKind::Traversal(_) | ExprKind::SplatItem | ExprKind::Invalid => {
                Value::dynamic()
            }
        }
    }

    fn has_many_errors(&self) -> bool {
        self.diags.len() >= MAX_ERRORS
    }

    /// Reports a problem at a span, with the values of what the expression refers to.
    fn report(
        &mut self,
        summary: &str,
        detail: impl Into<String>,
        at: Span,
        expr: ExprId,
        frame: &Frame<'_>,
    ) {
        let diagnostic = Diagnostic::error(summary, detail).at(self.tree.range(at));
        self.push(diagnostic, expr, expr, frame);
    }

    /// Reports what is wrong with a part of an expression; its values are told, not those of the rest.
    fn report_part(
        &mut self,
        summary: &str,
        detail: impl Into<String>,
        part: ExprId,
        whole: ExprId,
        frame: &Frame<'_>,
    ) {
        let diagnostic = Diagnostic::error(summary, detail).at(self.tree.range(self.tree.span(part)));
        self.push(diagnostic, part, whole, frame);
    }

    /// Reports a problem with the values of a part of an expression.
    fn push(&mut self, problem: Diagnostic, part: ExprId, whole: ExprId, frame: &Frame<'_>) {
        let context = Some(self.tree.range(self.tree.span(whole)));
        let values = self.values_in_play(part, frame);
        self.diags.push(Diagnostic { context, values, ..problem });
    }

    /// Evaluates without keeping diagnostics: the value and whether it failed.
    fn attempt(&mut self, id: ExprId, frame: &Frame<'_>) -> (Value, Diagnostics) {
        let kept = std::mem::take(&mut self.diags);
        let value = self.expr(id, frame);
        let found = std::mem::replace(&mut self.diags, kept);
        (value, found)
    }
}
