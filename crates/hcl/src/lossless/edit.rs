//! Changes to a document. Each touches only the tokens it must: the rest of the file keeps its bytes.
//! New text is laid out to fit its surroundings (indentation, line ends); run the formatter for more.

use std::fmt;

use diag::SourceFile;

use super::label::escape;
use super::{BodyId, Content, DocToken, Document, Item, Run};
use crate::syntax::parse_config;
use crate::syntax::token::TokenKind;

/// Why an edit was refused; the document is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The name is not an identifier.
    NotAName,
    /// The text is not one complete expression.
    NotAnExpression,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAName => "not a valid name",
            Self::NotAnExpression => "not one complete expression",
        })
    }
}

impl std::error::Error for EditError {}

impl Document {
    /// Gives an attribute a new expression, or adds it after the body's last attribute.
    pub fn set_attribute(&mut self, body: BodyId, name: &str, expr: &str) -> Result<(), EditError> {
        check_name(name)?;
        let expr = expr.trim();
        check_expression(expr)?;
        if expr.contains('\n') {
            self.expand_body(body);
        }
        match self.attribute_index(body, name) {
            Some(index) => self.replace_expression(body, index, expr),
            None => self.insert_attribute(body, name, expr),
        }
        Ok(())
    }

    /// Removes an attribute and the comments that belong to it. Says whether it was there.
    pub fn remove_attribute(&mut self, body: BodyId, name: &str) -> bool {
        let index = self.attribute_index(body, name);
        index.is_some_and(|index| self.remove_item(body, index))
    }

    /// Adds an empty block at the end of a body and returns the new block's body.
    pub fn append_block(
        &mut self,
        parent: BodyId,
        type_name: &str,
        labels: &[&str],
    ) -> Result<BodyId, EditError> {
        check_name(type_name)?;
        self.expand_body(parent);
        let (indent, line) = (self.item_indent(parent), self.line_break());
        let mut text = String::new();
        if self.needs_blank_line(parent) {
            text.push_str(line);
        }
        text.push_str(&format!("{indent}{type_name}{} {{{line}{indent}}}{line}", spell_labels(labels)));
        self.end_last_line(parent);
        let Some(mut item) = self.graft(&text) else { return Err(EditError::NotAName) };
        let Content::Block(block) = &item.content else { return Err(EditError::NotAName) };
        let added = block.body;
        let tail = std::mem::take(&mut self.bodies[parent.0 as usize].tail);
        item.before = self.join(&tail, &item.before);
        self.bodies[parent.0 as usize].items.push(item);
        Ok(added)
    }

    /// Removes the block in `parent` whose body is `body`, with the comments that belong to it.
    pub fn remove_block(&mut self, parent: BodyId, body: BodyId) -> bool {
        let index = self.block_index(parent, body);
        index.is_some_and(|index| self.remove_item(parent, index))
    }

    /// Gives the block in `parent` whose body is `body` new labels, all in quotes. Says whether it was found.
    pub fn set_labels(&mut self, parent: BodyId, body: BodyId, labels: &[&str]) -> bool {
        match self.block_index(parent, body) {
            Some(index) => {
                self.spell_item_labels(parent, index, &spell_labels(labels));
                true
            }
            None => false,
        }
    }

    /// Puts label text in place of all that stands before the last label's end; comments behind it stay.
    pub(crate) fn spell_item_labels(&mut self, parent: BodyId, index: usize, spelling: &str) {
        let Content::Block(block) = &self.body(parent).items[index].content else { return };
        let rest = block.labels.last().map_or(block.header.start, |last| last.end)..block.header.end;
        // A whole header is read, so that the labels are told apart as they would be in a file.
        let added = self.add_text(format!("x{spelling} {{").as_bytes());
        let Some(header) = self.scan_block_header(added) else { return };
        self.bodies.pop();
        let run = self.join(&header.header, &rest);
        let shift = |label: &Run| {
            let offset = run.start.wrapping_sub(header.header.start);
            label.start.wrapping_add(offset)..label.end.wrapping_add(offset)
        };
        let labels = header.labels.iter().map(shift).collect();
        let Content::Block(block) = &mut self.bodies[parent.0 as usize].items[index].content else { return };
        block.header = run;
        block.labels = labels;
    }

    pub(crate) fn set_expression(&mut self, body: BodyId, index: usize, expr: Run) {
        if let Content::Attribute(attribute) = &mut self.bodies[body.0 as usize].items[index].content {
            attribute.expr = expr;
        }
    }

    /// Adds one token to the store.
    pub(crate) fn push_token(&mut self, kind: TokenKind, space: &str, text: &str) -> Run {
        let at = self.tokens.len() as u32;
        let from = self.text.len() as u32;
        self.text.extend_from_slice(space.as_bytes());
        let start = self.text.len() as u32;
        self.text.extend_from_slice(text.as_bytes());
        self.tokens.push(DocToken { kind, space: from, start, end: self.text.len() as u32 });
        at..at + 1
    }

    /// One run of the tokens of two; copies unless they already stand together.
    pub(crate) fn join(&mut self, left: &Run, right: &Run) -> Run {
        if left.is_empty() {
            return right.clone();
        }
        if right.is_empty() {
            return left.clone();
        }
        if left.end == right.start {
            return left.start..right.end;
        }
        let at = self.tokens.len() as u32;
        self.tokens.extend_from_within(left.start as usize..left.end as usize);
        self.tokens.extend_from_within(right.start as usize..right.end as usize);
        at..self.tokens.len() as u32
    }

    fn replace_expression(&mut self, body: BodyId, index: usize, expr: &str) {
        let Content::Attribute(attribute) = &self.body(body).items[index].content else { return };
        let space =
            self.run(&attribute.expr).first().map(|token| self.space_text(*token)).unwrap_or_default();
        let text = format!("x ={space}{expr}\n");
        if let Some(Item { content: Content::Attribute(added), .. }) = self.graft(&text) {
            self.set_expression(body, index, added.expr);
        }
    }

    fn insert_attribute(&mut self, body: BodyId, name: &str, expr: &str) {
        self.expand_body(body);
        let items = &self.body(body).items;
        let last = items.iter().rposition(|item| matches!(item.content, Content::Attribute(_)));
        let index = last.map_or(items.len(), |last| last + 1);
        self.end_item_line(body, index);
        let text = format!("{}{name} = {expr}{}", self.item_indent(body), self.line_break());
        let Some(mut item) = self.graft(&text) else { return };
        if last.is_none() {
            // Behind the comments that open the body, rather than between it and them.
            self.end_last_line(body);
            item.before = std::mem::take(&mut self.bodies[body.0 as usize].tail);
        }
        self.bodies[body.0 as usize].items.insert(index, item);
    }

    fn remove_item(&mut self, body: BodyId, index: usize) -> bool {
        let item = self.bodies[body.0 as usize].items.remove(index);
        let next = match self.body(body).items.get(index) {
            Some(next) => next.before.clone(),
            None => self.body(body).tail.clone(),
        };
        let joined = self.join(&item.before, &next);
        let body = &mut self.bodies[body.0 as usize];
        match body.items.get_mut(index) {
            Some(next) => next.before = joined,
            None => body.tail = joined,
        }
        true
    }

    /// Reads a snippet that holds one item.
    fn graft(&mut self, text: &str) -> Option<Item> {
        let added = self.add_text(text.as_bytes());
        let body = self.build_body(added.start..added.end.saturating_sub(1));
        self.bodies[body.0 as usize].items.pop()
    }

    /// Spreads a one-line block over several lines.
    fn expand_body(&mut self, id: BodyId) {
        let body = self.body(id);
        let Some(head) = body.head else { return };
        let open = body.open.clone();
        if self.run_ends_line(&open) {
            return;
        }
        let indent = self.space_text(self.tokens[head as usize]).to_owned();
        let line_end = self.push_token(TokenKind::Newline, "", self.line_break());
        let open = self.join(&open, &line_end);
        let close = self.push_token(TokenKind::CBrace, &indent, "}");
        let body = &mut self.bodies[id.0 as usize];
        (body.open, body.close) = (open, close);
        for index in 0..self.body(id).items.len() {
            self.indent_item(id, index, &format!("{indent}  "));
        }
        self.end_last_line(id);
    }

    fn indent_item(&mut self, body: BodyId, index: usize, indent: &str) {
        let Content::Attribute(attribute) = &self.body(body).items[index].content else { return };
        let name = self.name_text(attribute.name).to_owned();
        let run = self.push_token(TokenKind::Ident, indent, &name);
        if let Content::Attribute(attribute) = &mut self.bodies[body.0 as usize].items[index].content {
            attribute.name = run.start;
        }
    }

    /// Makes sure that the item in front of `index`, if any, ends its line.
    fn end_item_line(&mut self, body: BodyId, index: usize) {
        let Some(previous) = index.checked_sub(1) else { return };
        let end = self.body(body).items[previous].end.clone();
        if !self.run_ends_line(&end) {
            let line_end = self.push_token(TokenKind::Newline, "", self.line_break());
            let end = self.join(&end, &line_end);
            self.bodies[body.0 as usize].items[previous].end = end;
        }
    }

    /// Makes sure that what stands last in the body ends its line.
    fn end_last_line(&mut self, body: BodyId) {
        let tail = self.body(body).tail.clone();
        if tail.is_empty() {
            self.end_item_line(body, self.body(body).items.len());
        } else if !self.run_ends_line(&tail) {
            let line_end = self.push_token(TokenKind::Newline, "", self.line_break());
            let tail = self.join(&tail, &line_end);
            self.bodies[body.0 as usize].tail = tail;
        }
    }

    pub(crate) fn run_ends_line(&self, run: &Run) -> bool {
        !run.is_empty() && self.ends_line(run.end - 1)
    }

    /// Whether a new block should be set apart from what stands before it.
    fn needs_blank_line(&self, body: BodyId) -> bool {
        let body = self.body(body);
        let blank = self.run(&body.tail).last().is_some_and(|token| token.kind == TokenKind::Newline);
        !(blank || body.items.is_empty() && body.tail.is_empty())
    }

    /// The indentation of a body's items.
    fn item_indent(&self, id: BodyId) -> String {
        let body = self.body(id);
        match (body.items.first(), body.head) {
            (Some(item), _) => {
                let first = match &item.content {
                    _ if !item.lead.is_empty() => item.lead.start,
                    Content::Attribute(attribute) => attribute.name,
                    Content::Block(block) => block.type_name,
                };
                self.space_text(self.tokens[first as usize]).to_owned()
            }
            (None, Some(head)) => format!("{}  ", self.space_text(self.tokens[head as usize])),
            (None, None) => String::new(),
        }
    }

    /// The blank space in front of a token; nothing where a byte order mark hides in it.
    fn space_text(&self, token: DocToken) -> &str {
        let space = std::str::from_utf8(&self.text[token.space as usize..token.start as usize]);
        space.unwrap_or_default().trim_start_matches('\u{feff}')
    }

    /// The line end that the file uses.
    fn line_break(&self) -> &'static str {
        let first = self.tokens.iter().find(|token| token.kind == TokenKind::Newline);
        if first.is_some_and(|token| self.token_text(*token) == b"\r\n") { "\r\n" } else { "\n" }
    }
}

/// Labels in canonical spelling, each with a space in front.
fn spell_labels(labels: &[&str]) -> String {
    labels.iter().map(|label| format!(" \"{}\"", escape(label))).collect()
}

fn check_name(name: &str) -> Result<(), EditError> {
    let document = Document::new(name.as_bytes());
    let [token, _end] = document.tokens.as_slice() else { return Err(EditError::NotAName) };
    let whole = token.start == 0 && token.end as usize == name.len();
    if token.kind == TokenKind::Ident && whole { Ok(()) } else { Err(EditError::NotAName) }
}

fn check_expression(expr: &str) -> Result<(), EditError> {
    let text = format!("x = {expr}\n");
    let document = Document::new(text.as_bytes());
    let alone = document.body(document.root()).items.len() == 1
        && document.attribute_names(document.root()).count() == 1;
    let (_, _, diags) = parse_config(SourceFile::new("<edit>", text.into_bytes()));
    if alone && !diags.has_errors() { Ok(()) } else { Err(EditError::NotAnExpression) }
}
