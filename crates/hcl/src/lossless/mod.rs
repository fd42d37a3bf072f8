//! A lossless picture of a native-syntax file: every byte belongs to a token, and tokens are grouped into
//! attributes, blocks and the comments around them. It prints back byte for byte and can be edited in place,
//! so that `fmt` and later commands change a user's file without disturbing the rest of it.
//!
//! Structure comes from the tokens alone (see `build`), so it costs one linear pass and no recursion.
//! Expressions stay flat token runs: whoever needs their meaning asks the parser.

mod build;
mod edit;
mod label;
mod literal;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub(crate) use build::{bracket_change, ends_line};
pub use edit::EditError;
pub(crate) use label::escape;
pub use literal::{key_text, quoted_text, value_text};

use crate::syntax::lexer::Lexer;
use crate::syntax::token::TokenKind;

/// A token together with the blank space in front of it, as offsets into the document's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocToken {
    /// What it is.
    pub kind: TokenKind,
    space: u32,
    start: u32,
    end: u32,
}

impl DocToken {
    /// How many bytes of blank space stand in front.
    pub fn space_len(&self) -> usize {
        (self.start - self.space) as usize
    }
}

/// A contiguous piece of the document's token store.
pub(crate) type Run = Range<u32>;

/// Names one body of a [`Document`]: the file itself or the inside of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(u32);

/// One step of a path to a nested body: a block's type and its labels.
#[derive(Clone, Copy, Debug)]
pub struct BlockStep<'a> {
    /// The block type, for example `resource`.
    pub type_name: &'a str,
    /// The labels with escapes resolved.
    pub labels: &'a [&'a str],
}

/// A file as tokens, grouped. See the module's own words.
#[derive(Clone, Debug)]
pub struct Document {
    /// The source, followed by whatever edits have added.
    text: Vec<u8>,
    /// Source tokens in order, followed by tokens that edits have added; runs point in here.
    tokens: Vec<DocToken>,
    /// The file's body is the first.
    bodies: Vec<Body>,
    /// The end-of-file token, which carries the blank space at the very end.
    end: Run,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// The type name of the block around it; none for the file itself.
    pub(crate) head: Option<u32>,
    /// The opening brace with the comments behind it and the line's end; empty for the file itself.
    pub(crate) open: Run,
    pub(crate) items: Vec<Item>,
    /// What follows the last item: blank lines and comments.
    pub(crate) tail: Run,
    /// The closing brace; empty for the file itself.
    pub(crate) close: Run,
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Blank lines and comments that stand for themselves.
    pub(crate) before: Run,
    /// Comments directly above, which belong to the item.
    pub(crate) lead: Run,
    pub(crate) content: Content,
    /// Comments on the same line, and the line's end.
    pub(crate) end: Run,
}

#[derive(Clone, Debug)]
pub(crate) enum Content {
    Attribute(Attribute),
    Block(Block),
}

#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: u32,
    /// The equals sign with any comments around it.
    pub(crate) assign: Run,
    pub(crate) expr: Run,
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) type_name: u32,
    /// Everything between type and opening brace.
    pub(crate) header: Run,
    /// The labels, each a part of the header.
    pub(crate) labels: Vec<Run>,
    pub(crate) body: BodyId,
}

impl Document {
    /// Reads a file. Text that is not valid configuration still prints back exactly, but pieces of it may
    /// belong to no item.
    pub fn new(source: &[u8]) -> Self {
        let mut document = Self { text: Vec::new(), tokens: Vec::new(), bodies: Vec::new(), end: 0..0 };
        let added = document.add_text(source);
        let last = added.end.max(1) - 1;
        document.end = last..added.end;
        document.build_body(added.start..last);
        document
    }

    /// The body of the file.
    pub fn root(&self) -> BodyId {
        BodyId(0)
    }

    /// The document as text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.text.len());
        self.for_each_token(|token| {
            out.extend_from_slice(&self.text[token.space as usize..token.end as usize])
        });
        out
    }

    /// The text of one token.
    pub fn token_text(&self, token: DocToken) -> &[u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The body that a path of blocks leads to, the first match at each step.
    pub fn find_body(&self, path: &[BlockStep<'_>]) -> Option<BodyId> {
        path.iter().try_fold(self.root(), |body, step| self.block(body, step.type_name, step.labels))
    }

    /// The body of the first block with that type and these labels.
    pub fn block(&self, body: BodyId, type_name: &str, labels: &[&str]) -> Option<BodyId> {
        self.blocks(body)
            .find(|(found, id)| *found == type_name && self.has_labels(body, *id, labels))
            .map(|b| b.1)
    }

    /// Type and body of each block, in order.
    pub fn blocks(&self, body: BodyId) -> impl Iterator<Item = (&str, BodyId)> {
        self.body(body).items.iter().filter_map(|item| match &item.content {
            Content::Block(block) => Some((self.name_text(block.type_name), block.body)),
            Content::Attribute(_) => None,
        })
    }

    /// The labels of the block in `parent` whose body is `body`, with escapes resolved.
    pub fn labels(&self, parent: BodyId, body: BodyId) -> Vec<String> {
        self.block_of(parent, body)
            .map(|block| block.labels.iter().map(|run| self.label_value(run)).collect())
            .unwrap_or_default()
    }

    /// Names of the attributes, in order.
    pub fn attribute_names(&self, body: BodyId) -> impl Iterator<Item = &str> {
        self.body(body).items.iter().filter_map(|item| match &item.content {
            Content::Attribute(attribute) => Some(self.name_text(attribute.name)),
            Content::Block(_) => None,
        })
    }

    /// The text of an attribute's expression as written, inner comments and blank space included.
    pub fn attribute(&self, body: BodyId, name: &str) -> Option<Vec<u8>> {
        let index = self.attribute_index(body, name)?;
        let Content::Attribute(attribute) = &self.body(body).items[index].content else { return None };
        let mut out = Vec::new();
        for (index, token) in self.run(&attribute.expr).iter().enumerate() {
            let from = if index == 0 { token.start } else { token.space };
            out.extend_from_slice(&self.text[from as usize..token.end as usize]);
        }
        Some(out)
    }

    /// Calls back for every token in the order of printing, the end of the file included.
    pub(crate) fn for_each_token(&self, mut visit: impl FnMut(DocToken)) {
        let mut visit_run = |run: &Run| self.run(run).iter().for_each(|token| visit(*token));
        // Position in each open body; a stack of our own, as blocks may nest deeper than the thread's.
        let mut open: Vec<(BodyId, usize)> = vec![(self.root(), 0)];
        while let Some((id, index)) = open.last_mut() {
            let body = &self.bodies[id.0 as usize];
            let Some(item) = body.items.get(*index) else {
                visit_run(&body.tail);
                visit_run(&body.close);
                open.pop();
                if let Some((parent, index)) = open.last_mut() {
                    visit_run(&self.bodies[parent.0 as usize].items[*index].end);
                    *index += 1;
                }
                continue;
            };
            visit_run(&item.before);
            visit_run(&item.lead);
            match &item.content {
                Content::Attribute(attribute) => {
                    visit_run(&one(attribute.name));
                    visit_run(&attribute.assign);
                    visit_run(&attribute.expr);
                    visit_run(&item.end);
                    *index += 1;
                }
                Content::Block(block) => {
                    visit_run(&one(block.type_name));
                    visit_run(&block.header);
                    visit_run(&self.body(block.body).open);
                    open.push((block.body, 0));
                }
            }
        }
        visit_run(&self.end);
    }

    pub(crate) fn token_count(&self) -> usize {
        self.tokens.len()
    }

    /// All bodies, in no particular order; those of removed blocks are among them.
    pub(crate) fn body_ids(&self) -> impl Iterator<Item = BodyId> + use<> {
        (0..self.bodies.len() as u32).map(BodyId)
    }

    pub(crate) fn body(&self, id: BodyId) -> &Body {
        &self.bodies[id.0 as usize]
    }

    pub(crate) fn run(&self, run: &Run) -> &[DocToken] {
        &self.tokens[run.start as usize..run.end as usize]
    }

    pub(crate) fn name_text(&self, token: u32) -> &str {
        std::str::from_utf8(self.token_text(self.tokens[token as usize])).unwrap_or_default()
    }

    fn attribute_index(&self, body: BodyId, name: &str) -> Option<usize> {
        self.body(body).items.iter().position(
            |item| matches!(&item.content, Content::Attribute(found) if self.name_text(found.name) == name),
        )
    }

    fn block_index(&self, parent: BodyId, body: BodyId) -> Option<usize> {
        let items = &self.body(parent).items;
        items.iter().position(|item| matches!(&item.content, Content::Block(block) if block.body == body))
    }

    fn block_of(&self, parent: BodyId, body: BodyId) -> Option<&Block> {
        match &self.body(parent).items[self.block_index(parent, body)?].content {
            Content::Block(block) => Some(block),
            Content::Attribute(_) => None,
        }
    }

    fn has_labels(&self, parent: BodyId, body: BodyId, labels: &[&str]) -> bool {
        self.labels(parent, body) == labels
    }

    /// Appends text and its tokens to the store; the last token of the run is the end of the text.
    fn add_text(&mut self, text: &[u8]) -> Run {
        let base = self.text.len() as u32;
        let first = self.tokens.len() as u32;
        self.text.extend_from_slice(text);
        self.tokens.reserve(text.len() / 4 + 1);
        let mut lexer = Lexer::new(text);
        let mut space = base;
        loop {
            let token = lexer.next_token();
            let (start, end) = (base + token.start, base + token.end);
            self.tokens.push(DocToken { kind: token.kind, space, start, end });
            if token.kind == TokenKind::Eof {
                return first..self.tokens.len() as u32;
            }
            space = end;
        }
    }
}

/// The run of a single token.
fn one(token: u32) -> Run {
    token..token + 1
}
