//! Bodies: arguments and blocks.

use std::collections::HashMap;

use diag::Span;
use foldhash::fast::FixedState;
use smol_str::SmolStr;

use super::super::ast::{Attribute, Block, BodyId, BodyNode, ExprKind, Label, Run};
use super::super::token::{Token, TokenKind};
use super::{Lost, Parse, Parser};

const ITEM: &str = "Argument or block definition required";
const UNCLOSED: &str = "Unclosed configuration block";
const SINGLE: &str = "Invalid single-argument block definition";

/// Names seen in one body; most bodies are small enough for a look at each.
#[derive(Default)]
struct Names<'s> {
    by_name: HashMap<&'s [u8], Span, FixedState>,
}

const LOOK_AT_EACH: usize = 16;

impl<'s> Names<'s> {
    /// Where the name was given before, among `seen`.
    fn find(&mut self, text: &'s [u8], seen: &[Attribute], name: Span) -> Option<Span> {
        let bytes = |span: Span| &text[span.start as usize..span.end as usize];
        if seen.len() < LOOK_AT_EACH {
            return seen.iter().map(|before| before.name_span).find(|before| bytes(*before) == bytes(name));
        }
        for before in &seen[self.by_name.len()..] {
            self.by_name.insert(bytes(before.name_span), before.name_span);
        }
        self.by_name.get(bytes(name)).copied()
    }
}

impl<'s> Parser<'s> {
    /// Items up to and with `end`; `open` is the brace before them.
    pub(super) fn body(&mut self, end: TokenKind, open: Span) -> BodyId {
        let attributes_mark = self.attributes.len();
        let blocks_mark = self.blocks.len();
        let mut names = Names::default();
        loop {
            match self.tok.kind {
                kind if kind == end => break,
                TokenKind::Newline => {
                    self.bump();
                }
                TokenKind::Eof => {
                    self.unclosed_block(open, None);
                    break;
                }
                TokenKind::Ident => {
                    let start = self.tok;
                    if let Err(Lost) = self.item(attributes_mark, &mut names) {
                        self.resync(start, end);
                    }
                }
                _ if self.guessed => self.resync(self.tok, end),
                _ => {
                    self.bad_item(self.tok);
                    self.skip_body(end);
                    break;
                }
            }
        }
        let close = self.bump().span();
        let attributes = drain(&mut self.attributes, attributes_mark, &mut self.tree.attributes);
        let blocks = drain(&mut self.blocks, blocks_mark, &mut self.tree.blocks);
        let end_span = Span::new(close.end, close.end);
        self.push_body(BodyNode { attributes, blocks, span: open.to(close), end_span })
    }

    fn bad_item(&mut self, token: Token) {
        if self.was_lost {
            return; // most likely a consequence, such as a brace out of step
        }
        if token.kind == TokenKind::OQuote {
            let detail = "The name of an argument is written without quotes.";
            self.error("Invalid argument name", detail, token.span());
        } else {
            let detail = "Here an argument like `name = value` or a block like `name { ... }` must begin.";
            self.error(ITEM, detail, token.span());
        }
    }

    fn unclosed_block(&mut self, open: Span, context: Option<Span>) {
        // Blocks around this one have the same end, and after other errors braces may have been lost.
        if !self.was_lost {
            let detail = "This block is not closed before the end of the file. Add `}`, or look for a brace \
                          too few or too many further down.";
            match context {
                Some(context) => self.error_in(UNCLOSED, detail, open, context),
                None => self.error(UNCLOSED, detail, open),
            }
        }
        self.was_lost = true;
    }

    /// An argument or a block, which ends with its line.
    fn item(&mut self, attributes_mark: usize, names: &mut Names<'s>) -> Parse<()> {
        let name = self.bump();
        match self.tok.kind {
            TokenKind::Equal => {
                let attribute = self.argument(name)?;
                match names.find(self.src, &self.attributes[attributes_mark..], attribute.name_span) {
                    None => self.attributes.push(attribute),
                    Some(before) => {
                        let line = self.tree.range(before).start.line;
                        let detail = format!(
                            "The argument `{}` was already set on line {line}. Each argument can be set once \
                             only.",
                            self.tree.text(attribute.name_span)
                        );
                        self.error("Attribute redefined", detail, attribute.name_span);
                    }
                }
                Ok(())
            }
            TokenKind::OBrace | TokenKind::OQuote | TokenKind::Ident => self.block(name),
            _ if self.guessed => Err(Lost),
            _ => self.lost(
                ITEM,
                "Here an argument like `name = value` or a block like `name { ... }` must begin. To set an \
                 argument, write an equals sign after its name.",
                name.span(),
            ),
        }
    }

    fn argument(&mut self, name: Token) -> Parse<Attribute> {
        let attribute = match self.argument_value(name) {
            (attribute, Ok(())) => attribute,
            (attribute, Err(Lost)) => {
                self.attributes.push(attribute);
                return Err(Lost);
            }
        };
        let end = self.tok;
        if matches!(end.kind, TokenKind::Newline | TokenKind::Eof) {
            self.bump();
            return Ok(attribute);
        }
        // The value stands: only the end of the line is wrong.
        self.attributes.push(attribute);
        let context = name.span().to(end.span());
        if end.kind == TokenKind::Comma {
            let detail = "Arguments are separated by line ends, not by commas. Remove the comma.";
            self.lost_first("Unexpected comma after argument", detail, end.span(), Some(context))
        } else {
            let detail = "Each argument stands on lines of its own. End the line before this.";
            self.lost_first("Missing newline after argument", detail, end.span(), Some(context))
        }
    }

    /// `= value` after the name; a value that cannot be read is kept as invalid.
    fn argument_value(&mut self, name: Token) -> (Attribute, Parse<()>) {
        let equals_span = self.bump().span();
        let start = self.tok.start;
        let (expr, result) = match self.expression() {
            Ok(expr) => (expr, Ok(())),
            Err(Lost) => {
                let span = Span::new(start, self.tok.end.max(start));
                (self.push(ExprKind::Invalid, span), Err(Lost))
            }
        };
        (Attribute { name_span: name.span(), equals_span, expr }, result)
    }

    fn block(&mut self, name: Token) -> Parse<()> {
        let labels_mark = self.tree.labels.len();
        loop {
            match self.tok.kind {
                TokenKind::OBrace => break,
                TokenKind::Ident => {
                    let token = self.bump();
                    let text = self.name(token);
                    self.tree.labels.push(Label { text, span: token.span() });
                }
                TokenKind::OQuote => {
                    let (text, span) = self.quoted_literal()?;
                    let text = SmolStr::new(text);
                    self.tree.labels.push(Label { text, span });
                }
                _ if self.guessed => return Err(Lost),
                kind => {
                    // What there is of it counts, with nothing inside.
                    let labels = Run::new(labels_mark, self.tree.labels.len() - labels_mark);
                    let at = self.prev;
                    let attributes = Run::new(self.tree.attributes.len(), 0);
                    let blocks = Run::new(self.tree.blocks.len(), 0);
                    let body = self.push_body(BodyNode { attributes, blocks, span: at, end_span: at });
                    let type_span = name.span();
                    self.blocks.push(Block { type_span, labels, body, open_brace: at, close_brace: at });
                    return self.no_brace(name, kind);
                }
            }
        }
        let labels = Run::new(labels_mark, self.tree.labels.len() - labels_mark);
        let open_brace = self.bump().span();
        let (body, result) = self.nested(name.span(), |p| Ok(p.block_body(name, open_brace)))?;
        // A block that is not closed reaches to what is wrong with it.
        let close_brace = if result.is_ok() { self.prev } else { self.tok.span() };
        let type_span = name.span();
        self.blocks.push(Block { type_span, labels, body, open_brace, close_brace });
        result?;
        match self.tok.kind {
            TokenKind::Newline | TokenKind::Eof => {
                self.bump();
                Ok(())
            }
            _ => {
                let subject = self.tok.span();
                let detail = "Each block ends with its line. End the line after the closing brace.";
                let context = name.span().to(subject);
                self.lost_first("Missing newline after block definition", detail, subject, Some(context))
            }
        }
    }

    /// Something else stands where the brace of a block should be.
    fn no_brace(&mut self, name: Token, found: TokenKind) -> Parse<()> {
        const SUMMARY: &str = "Invalid block definition";
        let subject = self.tok.span();
        let context = name.span().to(subject);
        match found {
            TokenKind::Equal => {
                let detail = "An equals sign belongs to an argument; a block is written without one. Remove it, \
                              or write the labels as part of the value.";
                self.lost_in(SUMMARY, detail, subject, context)
            }
            TokenKind::Newline => {
                let detail = "The brace that opens a block must stand on the line of its name.";
                self.lost_in(SUMMARY, detail, subject, context)
            }
            _ => {
                let detail = "A label in quotes or an opening brace must follow here.";
                self.lost_first(SUMMARY, detail, subject, Some(context))
            }
        }
    }

    /// From after `{` to after `}`. What could be read is kept.
    fn block_body(&mut self, name: Token, open: Span) -> (BodyId, Parse<()>) {
        if matches!(self.tok.kind, TokenKind::Newline | TokenKind::Eof | TokenKind::CBrace) {
            return (self.body(TokenKind::CBrace, open), Ok(()));
        }
        let (argument, result) = match self.single_argument() {
            Ok((argument, result)) => (Some(argument), result),
            Err(Lost) => (None, Err(Lost)),
        };
        let span = argument.as_ref().map_or(open, |argument| argument.name_span.to(self.prev));
        let attributes = Run::new(self.tree.attributes.len(), usize::from(argument.is_some()));
        self.tree.attributes.extend(argument);
        let blocks = Run::new(self.tree.blocks.len(), 0);
        let end_span = Span::new(span.end, span.end);
        let body = self.push_body(BodyNode { attributes, blocks, span, end_span });
        (body, result.and_then(|()| self.single_end(name, open)))
    }

    /// The brace that must follow the only argument of a block.
    fn single_end(&mut self, name: Token, open: Span) -> Parse<()> {
        let subject = self.tok.span();
        let detail = match self.tok.kind {
            TokenKind::CBrace => {
                self.bump();
                return Ok(());
            }
            TokenKind::Comma => {
                "A block on one line can hold one argument only. Write each argument on a line of its own."
            }
            TokenKind::Newline => {
                "A block whose argument stands on the line of its brace must be closed on that line too. Add \
                 `}`, or put the argument on a line of its own."
            }
            TokenKind::Eof => {
                self.unclosed_block(open, Some(name.span().to(open)));
                return Err(Lost);
            }
            _ => {
                let detail = "A block on one line must be closed right after its only argument.";
                return self.lost_first(SINGLE, detail, subject, None);
            }
        };
        self.lost(SINGLE, detail, subject)
    }

    /// The only argument of a block, and whether it can be read to its end.
    fn single_argument(&mut self) -> Parse<(Attribute, Parse<()>)> {
        let name = self.tok;
        if name.kind != TokenKind::Ident {
            let detail = "Here an argument like `name = value` must stand.";
            return self.lost(ITEM, detail, name.span());
        }
        self.bump();
        match self.tok.kind {
            TokenKind::Equal => {}
            TokenKind::OQuote | TokenKind::OBrace | TokenKind::Ident => {
                let detail = "A block on one line can hold one argument only and no block. Write an equals sign \
                              to set an argument, or put the nested block on lines of its own.";
                return self.lost("Argument definition required", detail, name.span().to(self.tok.span()));
            }
            _ => {
                let detail = "To set an argument, write an equals sign after its name.";
                return self.lost(ITEM, detail, name.span());
            }
        }
        Ok(self.argument_value(name))
    }
}

/// Moves the items from `mark` on to the end of a pool.
fn drain<T>(from: &mut Vec<T>, mark: usize, pool: &mut Vec<T>) -> Run<T> {
    let start = pool.len();
    pool.extend(from.drain(mark..));
    Run::new(start, pool.len() - start)
}
