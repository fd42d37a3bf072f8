//! Data as expressions: strings are templates, everything else is what it looks like.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange, Span};
use smol_str::SmolStr;
use value::{Marks, Type, Value, convert};

use super::body::range_text;
use super::tree::{DataTree, Embedded, NodeId, NodeKind, Property};
use crate::eval::{self, Scope};
use crate::expression::{AbsTraversal, native_calls, native_references, native_traversal};
use crate::syntax::ast::{ExprId, Tree};
use crate::syntax::{parse_expression, parse_template, parse_traversal};

/// Stack left before a deeper walk moves to a fresh piece, and how large that piece is.
const RED_ZONE: usize = 64 << 10;
const STACK_PIECE: usize = 1 << 20;

/// An expression written as data; cloning is O(1).
#[derive(Clone, Debug)]
pub struct DataExpr {
    tree: Arc<DataTree>,
    node: NodeId,
}

impl DataExpr {
    pub(super) fn new(tree: Arc<DataTree>, node: NodeId) -> Self {
        Self { tree, node }
    }

    /// The file it stands in.
    pub fn source(&self) -> &Arc<SourceFile> {
        &self.tree.source
    }

    /// Where it stands.
    pub fn range(&self) -> SourceRange {
        self.tree.range(self.tree.node(self.node).span)
    }

    /// Where it begins: its opening bracket, or all of it.
    pub(crate) fn start_range(&self) -> SourceRange {
        self.tree.range(self.tree.start_span(self.node))
    }

    /// The summary of a problem with the property that it is the value of, where that is not expected.
    pub(crate) fn extraneous(&self) -> String {
        self.tree.extraneous()
    }

    /// Its value. Where nothing at all is in scope, strings stand for themselves.
    pub fn eval(&self, scope: &dyn Scope) -> (Value, Diagnostics) {
        let mut eval = Eval { tree: &self.tree, scope, diags: Diagnostics::new() };
        let value = eval.node(self.node);
        (value, eval.diags)
    }

    /// Everything outside of it that it refers to.
    pub fn references(&self) -> Vec<AbsTraversal> {
        let mut found = Vec::new();
        self.tree.each_template(self.node, &mut |template| {
            found.extend(native_references(&template.tree, template.expr));
        });
        found
    }

    /// The names of the functions it calls, with where each stands.
    pub fn function_calls(&self) -> Vec<(SmolStr, SourceRange)> {
        let mut found = Vec::new();
        self.tree.each_template(self.node, &mut |template| {
            found.extend(native_calls(&template.tree, template.expr))
        });
        found
    }

    /// The reference that it is: a string that holds nothing else.
    pub fn as_traversal(&self) -> Result<AbsTraversal, Box<Diagnostic>> {
        let traversal = self.tree.embedded(self.node, parse_traversal).and_then(|embedded| {
            if embedded.diags.has_errors() { None } else { native_traversal(&embedded.tree, embedded.expr) }
        });
        traversal.ok_or_else(|| {
            let detail = format!(
                "A single reference is required here, written as a {} string without \"${{\": a name, then attributes and \
                 constant indexes.",
                self.tree.spelling.name()
            );
            Box::new(Diagnostic::error("Invalid expression", detail).at(self.range()))
        })
    }

    /// The items of the array that it is.
    pub fn as_list(&self) -> Option<Vec<DataExpr>> {
        let NodeKind::Array(items) = self.tree.node(self.node).kind else { return None };
        Some(self.tree.items(items).iter().map(|item| self.sibling(*item)).collect())
    }

    /// The names and values of the object that it is.
    pub fn as_pairs(&self) -> Option<Vec<(DataExpr, DataExpr)>> {
        let NodeKind::Object(properties) = self.tree.node(self.node).kind else { return None };
        let pair = |property: &Property| (self.sibling(property.name), self.sibling(property.value));
        Some(self.tree.properties(properties).iter().map(pair).collect())
    }

    /// The native expression that is the whole content of the string that it is. A template is no such thing: what stands
    /// in the string is the expression itself.
    pub fn as_embedded(&self) -> Result<(Arc<Tree>, ExprId), Diagnostics> {
        match self.tree.embedded(self.node, parse_expression) {
            Some(embedded) if embedded.diags.has_errors() => Err(embedded.diags),
            Some(embedded) => Ok((embedded.tree, embedded.expr)),
            None => {
                let detail = format!(
                    "A reference is required here, written as a {} string.",
                    self.tree.spelling.name()
                );
                Err(Diagnostic::error("Invalid reference expression", detail).at(self.range()).into())
            }
        }
    }

    fn sibling(&self, node: NodeId) -> DataExpr {
        DataExpr { tree: self.tree.clone(), node }
    }
}

impl DataTree {
    /// The template that a string is; nothing when it holds no sequences and stands for itself.
    fn template(&self, node: NodeId) -> Option<&Embedded> {
        let NodeKind::String(index) = self.node(node).kind else { return None };
        let text = self.text(index);
        if !text.text.contains("${") && !text.text.contains("%{") {
            return None;
        }
        if text.template.get().is_none() {
            let _ = text.template.set(Box::new(self.embedded(node, parse_template)?));
        }
        text.template.get().map(|template| &**template)
    }

    /// Every template without errors below a node, names before their values.
    fn each_template(&self, node: NodeId, see: &mut dyn FnMut(&Embedded)) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            match self.node(node).kind {
                NodeKind::String(_) => {
                    self.template(node)
                        .filter(|template| !template.diags.has_errors())
                        .into_iter()
                        .for_each(&mut *see);
                }
                // Pushed in reverse, so that they are taken up in source order.
                NodeKind::Array(items) => work.extend(self.items(items).iter().rev()),
                NodeKind::Object(properties) => {
                    work.extend(
                        self.properties(properties).iter().rev().flat_map(|item| [item.value, item.name]),
                    );
                }
                NodeKind::Null | NodeKind::Bool(_) | NodeKind::Number(_) => {}
            }
        }
    }
}

/// One evaluation under way.
struct Eval<'a> {
    tree: &'a DataTree,
    scope: &'a dyn Scope,
    diags: Diagnostics,
}

impl Eval<'_> {
    fn node(&mut self, id: NodeId) -> Value {
        match self.tree.node(id).kind {
            NodeKind::Null => Value::null(Type::Dynamic),
            NodeKind::Bool(value) => Value::bool(value),
            NodeKind::Number(index) => Value::number(self.tree.number(index).clone()),
            NodeKind::String(index) => self.string(id, &self.tree.text(index).text),
            NodeKind::Array(items) => stacker::maybe_grow(RED_ZONE, STACK_PIECE, || {
                Value::tuple(self.tree.items(items).iter().map(|item| self.node(*item)).collect())
            }),
            NodeKind::Object(properties) => {
                stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.object(self.tree.properties(properties)))
            }
        }
    }

    fn string(&mut self, id: NodeId, text: &SmolStr) -> Value {
        let template = if self.scope.strings_are_literal() { None } else { self.tree.template(id) };
        let Some(template) = template else { return Value::string(text.clone()) };
        self.diags.append(template.diags.clone());
        if template.diags.has_errors() {
            return Value::dynamic();
        }
        let (value, diags) = eval::eval(&template.tree, template.expr, self.scope);
        self.diags.append(diags);
        value
    }

    fn object(&mut self, properties: &[Property]) -> Value {
        let mut entries: Vec<(SmolStr, Value)> = Vec::with_capacity(properties.len());
        let mut seen: foldhash::HashMap<SmolStr, Span> = foldhash::HashMap::default();
        // The marks of names cannot stay with names, so they go to the whole object.
        let mut marks = Marks::NONE;
        let mut known = true;
        for property in properties {
            let (name, name_marks) = self.node(property.name).unmark();
            marks = marks.union(&name_marks);
            let value = self.node(property.value);
            let span = self.tree.node(property.name).span;
            let name = match convert::convert(&name, &Type::String) {
                Ok(name) if name.is_null() => Err("Cannot use null value as an object key.".to_owned()),
                Ok(name) => Ok(name),
                Err(error) => Err(format!("Cannot use this expression as an object key: {error}.")),
            };
            let name = match name {
                Ok(name) => name,
                Err(detail) => {
                    self.diags.push(self.tree.error("Invalid object key expression", detail, span));
                    continue;
                }
            };
            let Some(name) = name.as_smol_str() else {
                known = false;
                continue;
            };
            if let Some(first) = seen.get(name) {
                let first = range_text(&self.tree.range(*first));
                let detail =
                    format!("An attribute named {:?} was already defined at {first}.", name.as_str());
                self.diags.push(self.tree.error("Duplicate object attribute", detail, span));
                continue;
            }
            seen.insert(name.clone(), span);
            entries.push((name.clone(), value));
        }
        if known { Value::object(entries).with_marks(&marks) } else { Value::dynamic().with_marks(&marks) }
    }
}
