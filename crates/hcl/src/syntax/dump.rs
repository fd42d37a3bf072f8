//! A tree as text in the manner of Lisp, for tests and for finding out how something was parsed.

use std::fmt::Write;

use diag::Span;
use value::Value;

use super::ast::{BodyId, ExprId, ExprKind, Run, Step, StepKind, Tree};

/// Writes parts of one tree.
struct Dump<'t> {
    tree: &'t Tree,
    spans: bool,
    out: String,
}

/// An expression as text; with `spans`, each node is followed by `@start-end` in bytes.
pub fn dump_expr(tree: &Tree, id: ExprId, spans: bool) -> String {
    let mut dump = Dump { tree, spans, out: String::new() };
    dump.expr(id);
    dump.out
}

/// A body as text, one item a line, the items of a nested block between braces.
pub fn dump_body(tree: &Tree, id: BodyId, spans: bool) -> String {
    let mut dump = Dump { tree, spans, out: String::new() };
    dump.body(id);
    dump.out
}

/// Text in quotes; unlike `Debug` it shows all characters but the usual escapes as they are.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

impl Dump<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn span(&mut self, span: Span) {
        if self.spans {
            // Writing to a string does not fail.
            let _ = write!(self.out, "@{}-{}", span.start, span.end);
        }
    }

    fn value(&mut self, value: &Value) {
        let text = match (value.as_str(), value.as_num(), value.as_bool()) {
            (Some(text), _, _) => quote(text),
            (_, Some(number), _) => number.to_text(),
            (_, _, Some(bool)) => bool.to_string(),
            _ => "null".to_owned(),
        };
        self.put(&text);
    }

    fn list(&mut self, ids: Run<ExprId>) {
        for &id in self.tree.expr_run(ids) {
            self.put(" ");
            self.expr(id);
        }
    }

    fn steps(&mut self, steps: Run<Step>) {
        for step in self.tree.steps(steps) {
            match &step.kind {
                StepKind::Attr(name) => {
                    self.put(".");
                    self.put(name);
                }
                StepKind::Index(key) => {
                    self.put("[");
                    self.value(key);
                    self.put("]");
                }
            }
            self.span(step.span);
        }
    }

    fn all(&mut self, name: &str, ids: &[ExprId]) {
        self.put("(");
        self.put(name);
        for &id in ids {
            self.put(" ");
            self.expr(id);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let node = *tree.expr(id);
        match node.kind {
            ExprKind::Literal(index) => {
                self.put("(lit ");
                self.value(tree.literal(index));
            }
            ExprKind::Template(parts) => {
                self.put("(tmpl");
                self.list(parts);
            }
            ExprKind::TemplateWrap(inner) => self.all("wrap", &[inner]),
            ExprKind::TemplateJoin(inner) => self.all("join", &[inner]),
            ExprKind::Tuple(items) => {
                self.put("(tuple");
                self.list(items);
            }
            ExprKind::Object(items) => {
                self.put("(object");
                for item in tree.object_items(items) {
                    self.put(" ");
                    self.expr(item.key);
                    self.put("=");
                    self.expr(item.value);
                }
            }
            ExprKind::Call(index) => {
                let call = tree.call(index);
                self.put("(call ");
                self.put(&call.name);
                self.span(call.name_span);
                self.list(call.args);
                self.put(if call.expand_final { " ..." } else { "" });
            }
            ExprKind::Traversal(index) => {
                let traversal = tree.traversal(index);
                self.put("(var ");
                self.put(self.tree.text(traversal.root_span));
                self.steps(traversal.steps);
            }
            ExprKind::RelativeTraversal(source, steps) => {
                self.all("rel", &[source]);
                self.put(" ");
                self.steps(steps);
            }
            ExprKind::Index(source, key) => self.all("index", &[source, key]),
            ExprKind::Splat(index) => {
                let splat = *tree.splat(index);
                self.all(if splat.full { "splat" } else { "attrsplat" }, &[splat.source, splat.each]);
                self.span(splat.marker);
            }
            ExprKind::SplatItem => self.put("(item"),
            ExprKind::For(index) => self.for_expr(index),
            ExprKind::Conditional(test, then, otherwise) => self.all("cond", &[test, then, otherwise]),
            ExprKind::Binary(op, left, right) => self.all(&format!("{op:?}"), &[left, right]),
            ExprKind::Unary(op, operand) => self.all(&format!("{op:?}"), &[operand]),
            ExprKind::Parens(inner) => self.all("parens", &[inner]),
            ExprKind::Invalid => self.put("(invalid"),
        }
        self.put(")");
        self.span(node.span);
    }

    fn for_expr(&mut self, index: u32) {
        let tree = self.tree;
        let parts = tree.for_expr(index);
        self.put("(for ");
        if let Some(key_var) = &parts.key_var {
            self.put(key_var);
            self.put(",");
        }
        self.put(&parts.value_var);
        self.put(" in ");
        self.expr(parts.collection);
        if let Some(key) = parts.key {
            self.put(" key ");
            self.expr(key);
        }
        self.put(" value ");
        self.expr(parts.value);
        self.put(if parts.group { " ..." } else { "" });
        if let Some(condition) = parts.condition {
            self.put(" if ");
            self.expr(condition);
        }
    }

    fn body(&mut self, id: BodyId) {
        let tree = self.tree;
        let body = tree.body(id);
        if self.spans {
            self.put("body");
            self.span(body.span);
            self.span(body.end_span);
            self.put("\n");
        }
        for attribute in tree.attributes(body.attributes) {
            self.put(self.tree.text(attribute.name_span));
            self.span(attribute.name_span);
            self.put(" =");
            self.span(attribute.equals_span);
            self.put(" ");
            self.expr(attribute.expr);
            self.put("\n");
        }
        for block in tree.blocks(body.blocks) {
            self.put(self.tree.text(block.type_span));
            self.span(block.type_span);
            for label in tree.labels(block.labels) {
                self.put(" ");
                self.put(&quote(&label.text));
                self.span(label.span);
            }
            self.put(" {");
            self.span(block.open_brace);
            self.put("\n");
            self.body(block.body);
            self.put("}");
            self.span(block.close_brace);
            self.put("\n");
        }
    }
}
