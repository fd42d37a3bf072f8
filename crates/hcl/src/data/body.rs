//! Objects as bodies: properties become arguments or blocks as the schema says.

use std::sync::Arc;

use diag::{Diagnostics, SourceFile, SourceRange, Span};
use smol_str::SmolStr;

use super::expr::DataExpr;
use super::tree::{DataTree, NodeId, NodeKind, Property, Spelling, last_byte, with_article};
use crate::body::{Attribute, BlockSchema, Body, BodyBlock, BodySchema, Content, Label, Taken};
use crate::expression::Expression;
use crate::suggest::did_you_mean;

/// A property of this name is a comment.
const COMMENT: &str = "//";

/// A body written as data; cloning is O(1).
#[derive(Clone, Debug)]
pub struct DataBody {
    tree: Arc<DataTree>,
    node: NodeId,
}

impl DataBody {
    pub(super) fn new(tree: Arc<DataTree>, node: NodeId) -> Self {
        Self { tree, node }
    }

    /// What it is a handle to.
    pub(super) fn tree_and_node(&self) -> (&DataTree, NodeId) {
        (&self.tree, self.node)
    }

    /// The file it stands in.
    pub fn source(&self) -> &Arc<SourceFile> {
        &self.tree.source
    }

    /// Where a missing item would stand.
    pub fn missing_item_range(&self) -> SourceRange {
        let node = self.tree.node(self.node);
        self.tree.range(match (node.kind, self.tree.spelling) {
            (NodeKind::Object(_), Spelling::Json) => last_byte(node.span),
            _ => self.tree.start_span(self.node),
        })
    }

    /// Takes out what the schema names and is not hidden.
    pub(crate) fn content(&self, schema: &BodySchema, hidden: &[Taken], diags: &mut Diagnostics) -> Content {
        let mut content = Content::default();
        for property in self.properties(self.node, None, diags) {
            let name = self.tree.name(property);
            if is_hidden(hidden, name) {
                continue;
            }
            if schema.attribute(name).is_some() {
                if let Some(first) = content.attribute(name) {
                    let detail = format!(
                        "The argument {:?} was already set at {}.",
                        name.as_str(),
                        range_text(&first.range())
                    );
                    diags.push(self.at_name("Duplicate argument", detail, property));
                } else {
                    content.attributes.push(self.attribute(property));
                }
            } else if let Some(block) = schema.block(name) {
                let mut labels = Vec::new();
                let unpack = Unpack { body: self, schema: block, type_span: self.span(property.name) };
                unpack.blocks(property.value, &mut labels, &mut content.blocks, diags);
            }
        }
        content
    }

    /// Everything that is not hidden, as arguments.
    pub(crate) fn just_attributes(&self, hidden: &[Taken], diags: &mut Diagnostics) -> Vec<Attribute> {
        let mut attributes: Vec<Attribute> = Vec::new();
        let NodeKind::Object(properties) = self.tree.node(self.node).kind else {
            let wanted = with_article(&self.words(Spelling::object));
            let detail =
                format!("{} is required here, setting the arguments of this block.", capital(&wanted));
            self.wrong_type(detail, self.node, diags);
            return attributes;
        };
        let mut seen: foldhash::HashMap<&SmolStr, usize> = foldhash::HashMap::default();
        for property in self.tree.properties(properties) {
            let name = self.tree.name(*property);
            if name == COMMENT || is_hidden(hidden, name) {
                continue;
            }
            if let Some(first) = seen.get(name).and_then(|first| attributes.get(*first)) {
                let detail = format!(
                    "The argument {:?} was already set at {}.",
                    name.as_str(),
                    range_text(&first.range())
                );
                diags.push(self.at_name("Duplicate attribute definition", detail, *property));
                continue;
            }
            seen.insert(name, attributes.len());
            attributes.push(self.attribute(*property));
        }
        attributes
    }

    /// Reports what is still there after everything named was taken out.
    pub(crate) fn report_unexpected(&self, schema: &BodySchema, hidden: &[Taken], diags: &mut Diagnostics) {
        // What cannot hold properties at all was reported when they were taken out.
        let properties = self.properties(self.node, None, &mut Diagnostics::new());
        for property in &properties {
            let name = self.tree.name(*property);
            if name == COMMENT || is_hidden(hidden, name) {
                continue;
            }
            let given = |known: &str| properties.iter().any(|other| self.tree.name(*other) == known);
            // An argument that is there already cannot be what this one was meant to be.
            let arguments =
                schema.attributes.iter().map(|known| known.name.as_str()).filter(|known| !given(known));
            let known = arguments.chain(schema.blocks.iter().map(|block| block.type_name.as_str()));
            let hint = did_you_mean(name, known);
            let detail = format!("No argument or block type is named {:?}.{hint}", name.as_str());
            diags.push(self.at_name(&self.tree.extraneous(), detail, *property));
        }
    }

    /// `JSON object`
    fn words(&self, noun: fn(Spelling) -> &'static str) -> String {
        format!("{} {}", self.tree.spelling.name(), noun(self.tree.spelling))
    }

    fn span(&self, node: NodeId) -> Span {
        self.tree.node(node).span
    }

    fn at_name(&self, summary: &str, detail: String, property: Property) -> diag::Diagnostic {
        let (name, value) = (self.span(property.name), self.span(property.value));
        self.tree.error(summary, detail, name).within(self.tree.range(name.to(value)))
    }

    fn wrong_type(&self, detail: String, node: NodeId, diags: &mut Diagnostics) {
        let summary = format!("Incorrect {} value type", self.tree.spelling.name());
        diags.push(self.tree.error(summary, detail, self.tree.start_span(node)));
    }

    fn attribute(&self, property: Property) -> Attribute {
        Attribute {
            name: self.tree.name(property).clone(),
            name_span: self.span(property.name),
            expr: Expression::Data(DataExpr::new(self.tree.clone(), property.value)),
        }
    }

    /// The properties of an object, or of all objects of an array. They are arguments and blocks, or
    /// labels when a label's meaning is given.
    fn properties(&self, node: NodeId, label: Option<&str>, diags: &mut Diagnostics) -> Vec<Property> {
        let purpose = || match label {
            None => "to define arguments and child blocks".to_owned(),
            Some(label) => format!("to specify {label} labels for this block"),
        };
        let tree = &*self.tree;
        match tree.node(node).kind {
            NodeKind::Null => Vec::new(),
            NodeKind::Object(properties) => tree.properties(properties).to_vec(),
            NodeKind::Array(items) => {
                let mut all = Vec::new();
                for item in tree.items(items) {
                    if let NodeKind::Object(properties) = tree.node(*item).kind {
                        all.extend_from_slice(tree.properties(properties));
                        continue;
                    }
                    let wanted = with_article(&self.words(Spelling::object));
                    self.wrong_type(
                        format!("{} is required here, {}.", capital(&wanted), purpose()),
                        *item,
                        diags,
                    );
                }
                all
            }
            _ => {
                let (object, array) = (self.words(Spelling::object), self.words(Spelling::array));
                let detail = format!(
                    "Either {} or {} of {}s is required here, {}.",
                    with_article(&object),
                    with_article(&array),
                    tree.spelling.object(),
                    purpose()
                );
                self.wrong_type(detail, node, diags);
                Vec::new()
            }
        }
    }
}

/// A property is an argument or a block as it is asked for.
fn is_hidden(hidden: &[Taken], name: &SmolStr) -> bool {
    hidden.iter().any(|taken| taken.name() == name)
}

/// The blocks of one type being taken from a property's value.
struct Unpack<'a> {
    body: &'a DataBody,
    schema: &'a BlockSchema,
    type_span: Span,
}

impl Unpack<'_> {
    /// Each label is a level of objects; what is below the last is one block or several.
    fn blocks(
        &self,
        node: NodeId,
        labels: &mut Vec<Label>,
        found: &mut Vec<BodyBlock>,
        diags: &mut Diagnostics,
    ) {
        let body = self.body;
        let tree = &*body.tree;
        if let Some(label) = self.schema.labels.get(labels.len()) {
            let properties = body.properties(node, Some(label), diags);
            if properties.is_empty() {
                let detail = format!(
                    "At least one {} property is required, whose name represents the {} block's {label}.",
                    tree.spelling.object(),
                    self.schema.type_name
                );
                diags.push(tree.error("Missing block label", detail, tree.start_span(node)));
            }
            for property in properties {
                labels.push(Label { text: tree.name(property).clone(), span: body.span(property.name) });
                self.blocks(property.value, labels, found, diags);
                labels.pop();
            }
            return;
        }
        match tree.node(node).kind {
            NodeKind::Null => {}
            NodeKind::Object(_) => found.push(self.block(node, node, labels)),
            NodeKind::Array(items) => {
                found.extend(tree.items(items).iter().map(|item| self.block(*item, node, labels)));
            }
            _ => {
                let (object, array) = (body.words(Spelling::object), body.words(Spelling::array));
                let detail = format!(
                    "Either {} or {} is required, representing the contents of one or more {:?} blocks.",
                    with_article(&object),
                    with_article(&array),
                    self.schema.type_name.as_str()
                );
                body.wrong_type(detail, node, diags);
            }
        }
    }

    fn block(&self, node: NodeId, bracket: NodeId, labels: &[Label]) -> BodyBlock {
        let tree = &self.body.tree;
        let name_span = labels.last().map_or(self.type_span, |label| label.span);
        BodyBlock {
            type_name: self.schema.type_name.clone(),
            labels: labels.to_vec(),
            body: Body::data(DataBody::new(tree.clone(), node)),
            type_span: self.type_span,
            header_span: match tree.spelling {
                Spelling::Json => tree.start_span(bracket),
                // Without a bracket, the nearest name says best which block it is.
                Spelling::Yaml => name_span,
            },
        }
    }
}

/// `main.tf.json:1,5-9`
pub(crate) fn range_text(range: &SourceRange) -> String {
    let SourceRange { filename, start, end } = range;
    if start.line == end.line {
        format!("{filename}:{},{}-{}", start.line, start.column, end.column)
    } else {
        format!("{filename}:{},{}-{},{}", start.line, start.column, end.line, end.column)
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
