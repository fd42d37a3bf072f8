//! Which names an expression refers to, found without evaluating it.

use smol_str::SmolStr;

use crate::syntax::ast::{ExprId, ExprKind, Traversal, Tree};

/// Every reference in an expression to something outside of it, in source order. Names that the
/// expression itself brings into scope (`for x in ...`) are left out.
pub fn references(tree: &Tree, expr: ExprId) -> Vec<(ExprId, &Traversal)> {
    let mut found = Vec::new();
    visit(tree, expr, &mut |id, kind, bound: &[SmolStr]| {
        if let ExprKind::Traversal(index) = kind {
            let traversal = tree.traversal(index);
            let root = tree.text(traversal.root_span);
            if !bound.iter().any(|name| name == root) {
                found.push((id, traversal));
            }
        }
    });
    found
}

/// Every function called in an expression, by name, in source order.
pub fn function_calls(tree: &Tree, expr: ExprId) -> Vec<ExprId> {
    let mut found = Vec::new();
    visit(tree, expr, &mut |id, kind, _: &[SmolStr]| {
        if matches!(kind, ExprKind::Call(_)) {
            found.push(id);
        }
    });
    found
}

/// Work still to be done by a visit; a list of it instead of recursion, because text nests deeply.
enum Work {
    Expr(ExprId),
    Bind(SmolStr),
    Unbind(usize),
}

fn visit(tree: &Tree, expr: ExprId, see: &mut dyn FnMut(ExprId, ExprKind, &[SmolStr])) {
    let mut bound: Vec<SmolStr> = Vec::new();
    let mut work = Vec::with_capacity(8);
    work.push(Work::Expr(expr));
    while let Some(next) = work.pop() {
        let id = match next {
            Work::Expr(id) => id,
            Work::Bind(name) => {
                bound.push(name);
                continue;
            }
            Work::Unbind(count) => {
                bound.truncate(bound.len().saturating_sub(count));
                continue;
            }
        };
        let kind = tree.expr(id).kind;
        see(id, kind, &bound);
        // Pushed in reverse, so that they are taken up in source order.
        match kind {
            ExprKind::Literal(_) | ExprKind::Traversal(_) | ExprKind::SplatItem | ExprKind::Invalid => {}
            ExprKind::TemplateWrap(inner)
            | ExprKind::TemplateJoin(inner)
            | ExprKind::Parens(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::RelativeTraversal(inner, _) => work.push(Work::Expr(inner)),
            ExprKind::Template(run) | ExprKind::Tuple(run) => {
                work.extend(tree.expr_run(run).iter().rev().map(|id| Work::Expr(*id)));
            }
            ExprKind::Object(run) => {
                for item in tree.object_items(run).iter().rev() {
                    work.push(Work::Expr(item.value));
                    if tree.object_key_literal(item.key).is_none() {
                        work.push(Work::Expr(item.key));
                    }
                }
            }
            ExprKind::Call(index) => {
                let args = tree.expr_run(tree.call(index).args);
                work.extend(args.iter().rev().map(|id| Work::Expr(*id)));
            }
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => work.extend([Work::Expr(b), Work::Expr(a)]),
            ExprKind::Conditional(a, b, c) => {
                work.extend([Work::Expr(c), Work::Expr(b), Work::Expr(a)]);
            }
            ExprKind::Splat(index) => {
                let splat = tree.splat(index);
                work.extend([Work::Expr(splat.each), Work::Expr(splat.source)]);
            }
            ExprKind::For(index) => {
                let for_expr = tree.for_expr(index);
                let names = 1 + usize::from(for_expr.key_var.is_some());
                work.push(Work::Unbind(names));
                work.extend(for_expr.condition.map(Work::Expr));
                work.push(Work::Expr(for_expr.value));
                work.extend(for_expr.key.map(Work::Expr));
                work.push(Work::Bind(for_expr.value_var.clone()));
                work.extend(for_expr.key_var.clone().map(Work::Bind));
                work.push(Work::Expr(for_expr.collection));
            }
        }
    }
}
