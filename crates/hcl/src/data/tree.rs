//! The tree of one file of data: flat pools of small nodes that refer to each other by index.

use std::sync::{Arc, OnceLock};

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange, Span};
use smol_str::SmolStr;
use value::num::Num;

use crate::body::Body;
use crate::syntax::ast::{ExprId, Tree};

use super::body::DataBody;

/// How deep brackets may nest; as in native syntax.
pub(super) const MAX_DEPTH: usize = 10_240;

/// How the data is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    Json,
    Yaml,
}

impl Spelling {
    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Spelling::Json => "JSON",
            Spelling::Yaml => "YAML",
        }
    }

    /// What it calls names with values.
    pub(super) fn object(self) -> &'static str {
        match self {
            Spelling::Json => "object",
            Spelling::Yaml => "mapping",
        }
    }

    /// What it calls a list of values.
    pub(super) fn array(self) -> &'static str {
        match self {
            Spelling::Json => "array",
            Spelling::Yaml => "sequence",
        }
    }
}

/// Index of a node in its [`DataTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// Consecutive items of one of the tree's pools.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    start: u32,
    len: u32,
}

impl Slice {
    fn of<T>(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum NodeKind {
    Null,
    Bool(bool),
    /// Index into the numbers.
    Number(u32),
    /// Index into the texts.
    String(u32),
    /// Items in the pool of items.
    Array(Slice),
    /// Properties in the pool of properties.
    Object(Slice),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// Where it stands, brackets and quotes included.
    pub(super) span: Span,
}

/// A name and its value; the name is a string node, because it may be a template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub(super) name: NodeId,
    pub(super) value: NodeId,
}

/// Native syntax found in a string, with places in the file that the string stands in.
#[derive(Debug)]
pub(super) struct Embedded {
    pub(super) tree: Arc<Tree>,
    pub(super) expr: ExprId,
    pub(super) diags: Diagnostics,
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) text: SmolStr,
    /// The template that it is, parsed when first asked for.
    pub(super) template: OnceLock<Box<Embedded>>,
}

/// One file of data.
#[derive(Debug)]
pub struct DataTree {
    pub(super) source: Arc<SourceFile>,
    pub(super) spelling: Spelling,
    nodes: Vec<Node>,
    items: Vec<NodeId>,
    properties: Vec<Property>,
    texts: Vec<Text>,
    numbers: Vec<Num>,
}

impl DataTree {
    pub(super) fn new(source: Arc<SourceFile>, spelling: Spelling) -> Self {
        Self {
            source,
            spelling,
            nodes: Vec::new(),
            items: Vec::new(),
            properties: Vec::new(),
            texts: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The body that the whole file is. Without a root, which a problem explains, it is empty.
    pub(super) fn into_body(mut self, root: Result<NodeId, Box<Diagnostic>>) -> (Body, Diagnostics) {
        let mut diags = Diagnostics::new();
        let root = root.and_then(|root| match self.node(root).kind {
            NodeKind::Object(_) | NodeKind::Array(_) => Ok(root),
            _ => Err(Box::new(self.error(
                "Root value must be object",
                format!(
                    "A configuration is {} of arguments and blocks, or {} of such, but this file holds a single value.",
                    with_article(self.spelling.object()),
                    with_article(self.spelling.array()),
                ),
                self.start_span(root),
            ))),
        });
        let root = root.unwrap_or_else(|problem| {
            diags.push(*problem);
            self.push_object(&[], Span::default())
        });
        (Body::data(DataBody::new(Arc::new(self), root)), diags)
    }

    pub(super) fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { kind, span });
        id
    }

    pub(super) fn push_number(&mut self, number: Num, span: Span) -> NodeId {
        self.numbers.push(number);
        self.push(NodeKind::Number(self.numbers.len() as u32 - 1), span)
    }

    pub(super) fn push_string(&mut self, text: SmolStr, span: Span) -> NodeId {
        self.texts.push(Text { text, template: OnceLock::new() });
        self.push(NodeKind::String(self.texts.len() as u32 - 1), span)
    }

    pub(super) fn push_array(&mut self, items: &[NodeId], span: Span) -> NodeId {
        let slice = Slice { start: self.items.len() as u32, len: items.len() as u32 };
        self.items.extend_from_slice(items);
        self.push(NodeKind::Array(slice), span)
    }

    pub(super) fn push_object(&mut self, properties: &[Property], span: Span) -> NodeId {
        let slice = Slice { start: self.properties.len() as u32, len: properties.len() as u32 };
        self.properties.extend_from_slice(properties);
        self.push(NodeKind::Object(slice), span)
    }

    pub(super) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    pub(super) fn items(&self, slice: Slice) -> &[NodeId] {
        slice.of(&self.items)
    }

    pub(super) fn properties(&self, slice: Slice) -> &[Property] {
        slice.of(&self.properties)
    }

    pub(super) fn number(&self, index: u32) -> &Num {
        &self.numbers[index as usize]
    }

    pub(super) fn text(&self, index: u32) -> &Text {
        &self.texts[index as usize]
    }

    /// The text of a property's name.
    pub(super) fn name(&self, property: Property) -> &SmolStr {
        static EMPTY: SmolStr = SmolStr::new_static("");
        match self.node(property.name).kind {
            NodeKind::String(index) => &self.text(index).text,
            _ => &EMPTY,
        }
    }

    /// What to point at when a value as a whole is at fault: its opening bracket, or all of it.
    pub(super) fn start_span(&self, id: NodeId) -> Span {
        let node = self.node(id);
        match node.kind {
            NodeKind::Array(_) | NodeKind::Object(_) => first_byte(node.span),
            _ => node.span,
        }
    }

    /// The summary of a problem with a property that is not expected.
    pub(super) fn extraneous(&self) -> String {
        format!("Extraneous {} {} property", self.spelling.name(), self.spelling.object())
    }

    pub(super) fn range(&self, span: Span) -> SourceRange {
        self.source.range(span)
    }

    pub(super) fn error(
        &self,
        summary: impl Into<String>,
        detail: impl Into<String>,
        at: Span,
    ) -> Diagnostic {
        Diagnostic::error(summary, detail).at(self.range(at))
    }
}

pub(super) fn first_byte(span: Span) -> Span {
    Span::new(span.start, (span.start + 1).min(span.end))
}

pub(super) fn last_byte(span: Span) -> Span {
    Span::new(span.end.saturating_sub(1).max(span.start), span.end)
}

/// `an object`, `a mapping`.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
