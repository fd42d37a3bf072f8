//! Bodies in any spelling, taken apart by a schema.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange, Span};
use smol_str::SmolStr;

use crate::data::DataBody;
use crate::expression::Expression;
use crate::merged::{Merge, MergedBody};
use crate::suggest::did_you_mean;
use crate::syntax::ast::{Block, BodyId, BodyNode, Tree};

/// What a body may hold.
#[derive(Clone, Debug, Default)]
pub struct BodySchema {
    /// The arguments.
    pub attributes: Vec<AttributeSchema>,
    /// The blocks.
    pub blocks: Vec<BlockSchema>,
}

/// An argument that a body may hold.
#[derive(Clone, Debug)]
pub struct AttributeSchema {
    /// Its name.
    pub name: SmolStr,
    /// Whether leaving it out is an error.
    pub required: bool,
}

/// A type of block that a body may hold.
#[derive(Clone, Debug)]
pub struct BlockSchema {
    /// The block type.
    pub type_name: SmolStr,
    /// What each label stands for, for messages.
    pub labels: Vec<SmolStr>,
}

impl BodySchema {
    /// A schema of optional arguments and of blocks with label names.
    pub fn of(attributes: &[&'static str], blocks: &[(&'static str, &[&'static str])]) -> Self {
        let attribute =
            |name: &&'static str| AttributeSchema { name: SmolStr::new_static(name), required: false };
        let block = |(type_name, labels): &(&'static str, &[&'static str])| BlockSchema {
            type_name: SmolStr::new_static(type_name),
            labels: labels.iter().copied().map(SmolStr::new_static).collect(),
        };
        Self {
            attributes: attributes.iter().map(attribute).collect(),
            blocks: blocks.iter().map(block).collect(),
        }
    }

    /// The same with some arguments required.
    #[must_use]
    pub fn requiring(mut self, names: &[&str]) -> Self {
        for attribute in &mut self.attributes {
            attribute.required |= names.contains(&attribute.name.as_str());
        }
        self
    }

    pub(crate) fn block(&self, type_name: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.type_name == type_name)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// What a body holds, as far as the schema names it.
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// The arguments, in source order.
    pub attributes: Vec<Attribute>,
    /// The blocks, in source order.
    pub blocks: Vec<BodyBlock>,
}

impl Content {
    /// The argument of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Whether nothing of a body is left out.
    fn is_all_of(&self, node: &BodyNode) -> bool {
        self.attributes.len() == node.attributes.len() && self.blocks.len() == node.blocks.len()
    }

    /// The blocks of that type.
    pub fn blocks_of<'a>(&'a self, type_name: &'a str) -> impl Iterator<Item = &'a BodyBlock> {
        self.blocks.iter().filter(move |block| block.type_name == type_name)
    }
}

/// An argument.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// Its value.
    pub expr: Expression,
}

impl Attribute {
    /// Where the name stands, by line and column.
    pub fn name_range(&self) -> SourceRange {
        self.expr.source().range(self.name_span)
    }

    /// A problem that says that it is not expected where it is.
    pub fn unexpected(&self, detail: impl Into<String>) -> Diagnostic {
        match &self.expr {
            Expression::Native(..) => self.problem("Unsupported argument", detail),
            Expression::Data(data) => self.problem(data.extraneous(), detail),
        }
    }

    /// A problem with its being there.
    pub(crate) fn problem(&self, summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        let problem = Diagnostic::error(summary, detail).at(self.name_range());
        match &self.expr {
            Expression::Native(..) => problem,
            Expression::Data(_) => problem.within(self.range()),
        }
    }

    /// The whole argument, from name to value.
    pub fn range(&self) -> SourceRange {
        let mut range = self.name_range();
        range.end = self.expr.range().end;
        range
    }
}

/// A label of a block.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its text.
    pub text: SmolStr,
    /// Where it stands.
    pub span: Span,
}

/// A block.
#[derive(Clone, Debug)]
pub struct BodyBlock {
    /// The block type.
    pub type_name: SmolStr,
    /// Its labels.
    pub labels: Vec<Label>,
    /// What it holds.
    pub body: Body,
    /// Where the type stands.
    pub type_span: Span,
    /// From the type to the last label: what to point at when the block as a whole is meant.
    pub header_span: Span,
}

impl BodyBlock {
    /// What to point at when the block as a whole is meant.
    pub fn range(&self) -> SourceRange {
        self.body.source().range(self.header_span)
    }

    /// Where a label stands.
    pub fn label_range(&self, index: usize) -> SourceRange {
        let span = self.labels.get(index).map_or(self.header_span, |label| label.span);
        self.body.source().range(span)
    }

    /// The text of a label; empty when there is none.
    pub fn label(&self, index: usize) -> &SmolStr {
        static EMPTY: SmolStr = SmolStr::new_static("");
        self.labels.get(index).map_or(&EMPTY, |label| &label.text)
    }
}

/// A body in any spelling; cloning is O(1) unless names are hidden.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) kind: BodyKind,
    /// What was already taken out by an earlier [`Body::partial_content`].
    pub(crate) hidden: Vec<Taken>,
}

/// What was taken out of a body. In native syntax an argument stays where blocks of its name were taken, and the other
/// way round; in JSON and YAML the two cannot be told apart.
#[derive(Clone, Debug)]
pub(crate) enum Taken {
    Argument(SmolStr),
    Blocks(SmolStr),
}

impl Taken {
    pub(crate) fn name(&self) -> &SmolStr {
        match self {
            Self::Argument(name) | Self::Blocks(name) => name,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum BodyKind {
    Native(Arc<Tree>, BodyId),
    Data(DataBody),
    Merged(Arc<MergedBody>),
}

impl Body {
    /// A body in native syntax.
    pub fn native(tree: Arc<Tree>, id: BodyId) -> Self {
        Self { kind: BodyKind::Native(tree, id), hidden: Vec::new() }
    }

    /// A body in JSON or YAML.
    pub fn data(body: DataBody) -> Self {
        Self { kind: BodyKind::Data(body), hidden: Vec::new() }
    }

    /// Where expressions of its file could not be read, which was reported when it was parsed.
    pub fn invalid_ranges(&self) -> Vec<SourceRange> {
        match &self.kind {
            BodyKind::Native(tree, _) => tree.invalid_spans().map(|span| tree.source.range(span)).collect(),
            BodyKind::Data(_) | BodyKind::Merged(_) => Vec::new(),
        }
    }

    /// The path to what holds a byte of it, where it is JSON; see [`DataBody::path_at`].
    pub fn path_at(&self, at: u32) -> Option<String> {
        match &self.kind {
            BodyKind::Data(body) => body.path_at(at),
            BodyKind::Native(..) | BodyKind::Merged(_) => None,
        }
    }

    /// This body with another laid over it: its arguments replace those of the same name, its blocks all
    /// of the same type.
    #[must_use]
    pub fn overridden_by(self, over: Body) -> Self {
        self.merged_with(over, Merge::Override)
    }

    /// This body together with another: what both have is an error, as is what does not belong into either.
    #[must_use]
    pub fn joined_with(self, other: Body) -> Self {
        self.merged_with(other, Merge::Join)
    }

    fn merged_with(self, over: Body, how: Merge) -> Self {
        Self { kind: BodyKind::Merged(Arc::new(MergedBody { base: self, over, how })), hidden: Vec::new() }
    }

    /// What lies below everything that was laid over it; the body itself where nothing was.
    #[must_use]
    pub fn lowest(&self) -> Body {
        match &self.kind {
            BodyKind::Merged(merged) if merged.how == Merge::Override => {
                merged.base.hiding(&self.hidden).lowest()
            }
            _ => self.clone(),
        }
    }

    /// Whether something was laid over it. Both models leave unknown items of such bodies alone, and configurations rely on
    /// it.
    pub fn is_overridden(&self) -> bool {
        matches!(&self.kind, BodyKind::Merged(merged) if merged.how == Merge::Override)
    }

    /// The same with some more hidden.
    pub(crate) fn hiding(&self, taken: &[Taken]) -> Body {
        let mut body = self.clone();
        body.hidden.extend_from_slice(taken);
        body
    }

    fn hides_argument(&self, name: &str) -> bool {
        self.hidden.iter().any(|hidden| matches!(hidden, Taken::Argument(hidden) if hidden == name))
    }

    fn hides_blocks(&self, name: &str) -> bool {
        self.hidden.iter().any(|hidden| matches!(hidden, Taken::Blocks(hidden) if hidden == name))
    }

    /// The file it stands in; the lower one where two are merged.
    pub fn source(&self) -> &Arc<SourceFile> {
        match &self.kind {
            BodyKind::Native(tree, _) => tree.source(),
            BodyKind::Data(data) => data.source(),
            BodyKind::Merged(merged) => merged.base.source(),
        }
    }

    /// Everything that is there and not hidden, without a schema to say what is right. In JSON and YAML
    /// blocks cannot be told from arguments, so everything is an argument there.
    pub fn items(&self) -> Content {
        match &self.kind {
            BodyKind::Native(tree, id) => {
                let node = tree.body(*id);
                let attributes = tree.attributes(node.attributes).iter();
                let blocks = tree.blocks(node.blocks).iter();
                Content {
                    attributes: attributes
                        .filter(|attribute| !self.hides_argument(tree.text(attribute.name_span)))
                        .map(|attribute| {
                            native_attribute(tree, attribute, tree.text(attribute.name_span).into())
                        })
                        .collect(),
                    blocks: blocks
                        .filter(|block| !self.hides_blocks(tree.text(block.type_span)))
                        .map(|block| native_block(tree, block, tree.text(block.type_span).into()))
                        .collect(),
                }
            }
            BodyKind::Data(data) => Content {
                attributes: data.just_attributes(&self.hidden, &mut Diagnostics::new()),
                blocks: Vec::new(),
            },
            BodyKind::Merged(merged) => merged.items(&self.hidden),
        }
    }

    /// Where a missing item would stand.
    pub fn missing_item_range(&self) -> SourceRange {
        match &self.kind {
            // The opening brace: what is missing would be anywhere after it.
            BodyKind::Native(tree, id) => {
                let start = tree.body(*id).span.start;
                tree.range(Span::new(start, start + 1))
            }
            BodyKind::Data(data) => data.missing_item_range(),
            BodyKind::Merged(merged) => merged.missing_item_range(),
        }
    }

    /// Takes the body apart; what the schema does not name is an error.
    pub fn content(&self, schema: &BodySchema) -> (Content, Diagnostics) {
        let (content, mut diags) = self.named_content(schema);
        match &self.kind {
            BodyKind::Native(tree, id) if content.is_all_of(tree.body(*id)) => {}
            _ => self.report_unexpected(schema, &mut diags),
        }
        (content, diags)
    }

    /// Takes out what the schema names and gives the rest as a body.
    pub fn partial_content(&self, schema: &BodySchema) -> (Content, Body, Diagnostics) {
        let (content, diags) = self.named_content(schema);
        (content, self.without(schema), diags)
    }

    /// The body without what a schema names.
    fn without(&self, schema: &BodySchema) -> Body {
        let mut hidden = self.hidden.clone();
        hidden.extend(schema.attributes.iter().map(|attribute| Taken::Argument(attribute.name.clone())));
        hidden.extend(schema.blocks.iter().map(|block| Taken::Blocks(block.type_name.clone())));
        Body { kind: self.kind.clone(), hidden }
    }

    fn named_content(&self, schema: &BodySchema) -> (Content, Diagnostics) {
        let mut diags = Diagnostics::new();
        let content = match &self.kind {
            BodyKind::Native(tree, id) => self.native_content(tree, *id, schema, &mut diags),
            BodyKind::Data(data) => data.content(schema, &self.hidden, &mut diags),
            BodyKind::Merged(merged) => merged.content(schema, &self.hidden, &mut diags),
        };
        // What is required is required of what was there first: nothing laid over it can make it whole.
        let below = match &self.kind {
            BodyKind::Merged(_) => Some(self.lowest().items()),
            _ => None,
        };
        for attribute in schema.attributes.iter().filter(|attribute| attribute.required) {
            let content = below.as_ref().unwrap_or(&content);
            if content.attribute(&attribute.name).is_none() && !self.hides_argument(&attribute.name) {
                let detail = format!(
                    "The argument {:?} is required, but no definition was found.",
                    attribute.name.as_str()
                );
                diags.push(
                    Diagnostic::error("Missing required argument", detail).at(self.missing_item_range()),
                );
            }
        }
        (content, diags)
    }

    /// Everything as arguments; blocks are an error.
    pub fn just_attributes(&self) -> (Vec<Attribute>, Diagnostics) {
        let mut diags = Diagnostics::new();
        let attributes = match &self.kind {
            BodyKind::Native(tree, id) => {
                let node = tree.body(*id);
                let blocks = tree.blocks(node.blocks);
                let mut types = blocks.iter().map(|block| (block, tree.text(block.type_span)));
                if let Some((block, type_name)) = types.find(|(_, name)| !self.hides_blocks(name)) {
                    let detail = format!(
                        "Blocks are not allowed here. {:?} must be written as an argument, with an equals sign.",
                        type_name
                    );
                    let summary = format!("Unexpected {type_name:?} block");
                    diags.push(Diagnostic::error(summary, detail).at(tree.range(block.type_span)));
                }
                let attributes = tree.attributes(node.attributes).iter();
                let visible =
                    attributes.filter(|attribute| !self.hides_argument(tree.text(attribute.name_span)));
                visible
                    .map(|attribute| native_attribute(tree, attribute, tree.text(attribute.name_span).into()))
                    .collect()
            }
            BodyKind::Data(data) => data.just_attributes(&self.hidden, &mut diags),
            BodyKind::Merged(merged) => merged.just_attributes(&self.hidden, &mut diags),
        };
        (attributes, diags)
    }

    fn native_content(
        &self,
        tree: &Arc<Tree>,
        id: BodyId,
        schema: &BodySchema,
        diags: &mut Diagnostics,
    ) -> Content {
        let node = tree.body(id);
        let mut content = Content {
            attributes: Vec::with_capacity(node.attributes.len()),
            blocks: Vec::with_capacity(node.blocks.len()),
        };
        for attribute in tree.attributes(node.attributes) {
            let name = tree.text(attribute.name_span);
            if let Some(known) = schema.attribute(name)
                && !self.hides_argument(name)
            {
                content.attributes.push(native_attribute(tree, attribute, known.name.clone()));
            }
        }
        for block in tree.blocks(node.blocks) {
            let name = tree.text(block.type_span);
            if let Some(block_schema) = schema.block(name)
                && !self.hides_blocks(name)
                && labels_fit(tree, block, block_schema, diags)
            {
                content.blocks.push(native_block(tree, block, block_schema.type_name.clone()));
            }
        }
        content
    }

    /// Reports what is still there when everything that the schema names is taken out.
    pub(crate) fn report_unexpected(&self, schema: &BodySchema, diags: &mut Diagnostics) {
        let (tree, id) = match &self.kind {
            BodyKind::Native(tree, id) => (tree, *id),
            BodyKind::Data(data) => {
                return data.report_unexpected(schema, &self.without(schema).hidden, diags);
            }
            BodyKind::Merged(merged) => return merged.report_unexpected(schema, &self.hidden, diags),
        };
        let node = tree.body(id);
        for attribute in tree.attributes(node.attributes) {
            let name = tree.text(attribute.name_span);
            if schema.attribute(name).is_some() || self.hides_argument(name) {
                continue;
            }
            let hint = if schema.block(name).is_some() {
                format!(" Did you mean to define a block of type {name:?}?")
            } else {
                did_you_mean(name, schema.attributes.iter().map(|known| known.name.as_str()))
            };
            let detail = format!("An argument named {name:?} is not expected here.{hint}");
            diags.push(Diagnostic::error("Unsupported argument", detail).at(tree.range(attribute.name_span)));
        }
        for block in tree.blocks(node.blocks) {
            let name = tree.text(block.type_span);
            if schema.block(name).is_some() || self.hides_blocks(name) {
                continue;
            }
            let hint = if schema.attribute(name).is_some() {
                format!(
                    " Did you mean to define argument {name:?}? If so, use the equals sign to assign it a value."
                )
            } else {
                did_you_mean(name, schema.blocks.iter().map(|known| known.type_name.as_str()))
            };
            let detail = format!("Blocks of type {name:?} are not expected here.{hint}");
            diags.push(Diagnostic::error("Unsupported block type", detail).at(tree.range(block.type_span)));
        }
    }
}

fn native_attribute(tree: &Arc<Tree>, attribute: &crate::syntax::ast::Attribute, name: SmolStr) -> Attribute {
    Attribute { name, name_span: attribute.name_span, expr: Expression::Native(tree.clone(), attribute.expr) }
}

fn native_block(tree: &Arc<Tree>, block: &Block, type_name: SmolStr) -> BodyBlock {
    let labels = tree.labels(block.labels);
    BodyBlock {
        type_name,
        labels: labels.iter().map(|label| Label { text: label.text.clone(), span: label.span }).collect(),
        body: Body::native(tree.clone(), block.body),
        type_span: block.type_span,
        header_span: labels.last().map_or(block.type_span, |last| block.type_span.to(last.span)),
    }
}

fn labels_fit(tree: &Tree, block: &Block, schema: &BlockSchema, diags: &mut Diagnostics) -> bool {
    let labels = tree.labels(block.labels);
    let (given, wanted) = (labels.len(), schema.labels.len());
    let type_name = schema.type_name.as_str();
    if given < wanted {
        let missing = &schema.labels[given];
        let detail =
            format!("All {type_name} blocks must have {wanted} labels ({}).", schema.labels.join(", "));
        let summary = format!("Missing {missing} for {type_name}");
        diags.push(Diagnostic::error(summary, detail).at(tree.range(block.open_brace)));
        return false;
    }
    if given > wanted {
        let detail = if wanted == 0 {
            format!("No labels are expected for {type_name} blocks.")
        } else {
            format!(
                "Only {wanted} labels ({}) are expected for {type_name} blocks.",
                schema.labels.join(", ")
            )
        };
        let summary = format!("Extraneous label for {type_name}");
        diags.push(Diagnostic::error(summary, detail).at(tree.range(labels[wanted].span)));
        return false;
    }
    true
}
