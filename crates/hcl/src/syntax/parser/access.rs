//! What follows a term: attributes, indexes and splats; and references that stand alone.

use diag::Span;
use memchr::memchr;
use value::Value;

use super::super::ast::{ExprId, ExprKind, Run, Splat, Step, StepKind};
use super::super::token::TokenKind;
use super::{Parse, Parser};

impl Parser<'_> {
    pub(super) fn accesses(&mut self, from: ExprId) -> Parse<ExprId> {
        let start = self.tree.span(from).start;
        let mut at = from;
        loop {
            at = match self.tok.kind {
                TokenKind::Dot => self.dot(at, start)?,
                TokenKind::OBrack => self.bracket(at, start)?,
                _ => return Ok(at),
            };
        }
    }

    fn dot(&mut self, at: ExprId, start: u32) -> Parse<ExprId> {
        let dot = self.bump().span();
        match self.tok.kind {
            TokenKind::Ident => {
                let token = self.bump();
                let kind = StepKind::Attr(self.name(token));
                Ok(self.add_step(at, Step { kind, span: dot.to(token.span()) }))
            }
            TokenKind::NumberLit => {
                let step = self.legacy_index(dot, false);
                Ok(match step {
                    Some(step) => self.add_step(at, step),
                    None => self.push(ExprKind::Invalid, Span::new(start, self.prev.end)),
                })
            }
            TokenKind::Star => self.attribute_splat(at, start, dot),
            _ => self.lost(
                "Invalid attribute name",
                "After a dot the name of an attribute must follow. Use square brackets for any other key, \
                 like `[\"key\"]`.",
                self.tok.span(),
            ),
        }
    }

    /// The number of `a.0`; `None` after a diagnostic.
    fn legacy_index(&mut self, dot: Span, in_splat: bool) -> Option<Step> {
        let token = self.bump();
        let text = self.bytes(token);
        if let Some(point) = memchr(b'.', text) {
            let (first, second) =
                (String::from_utf8_lossy(&text[..point]), String::from_utf8_lossy(&text[point + 1..]));
            let advice = if in_splat { "a full splat `[*]` and brackets" } else { "brackets" };
            self.error(
                "Invalid legacy index syntax",
                format!(
                    "Two indexes in a row cannot be written with dots, because `{first}.{second}` is one \
                     number. Use {advice} instead, like `[{first}][{second}]`."
                ),
                token.span(),
            );
            return None;
        }
        let value = self.number(token)?;
        Some(Step { kind: StepKind::Index(Box::new(value)), span: dot.to(token.span()) })
    }

    /// `.*` with the attributes and numbers that follow; brackets after it apply to the result.
    fn attribute_splat(&mut self, source: ExprId, start: u32, dot: Span) -> Parse<ExprId> {
        let marker = dot.to(self.bump().span());
        let item = self.push(ExprKind::SplatItem, marker);
        let first = self.tree.steps.len();
        let span_start = self.tok.start;
        let mut valid = true;
        while self.at(TokenKind::Dot) {
            let dot = self.bump().span();
            match self.tok.kind {
                TokenKind::Ident => {
                    let token = self.bump();
                    let kind = StepKind::Attr(self.name(token));
                    self.tree.steps.push(Step { kind, span: dot.to(token.span()) });
                }
                TokenKind::NumberLit => match self.legacy_index(dot, true) {
                    Some(step) => self.tree.steps.push(step),
                    None => valid = false,
                },
                TokenKind::Star => {
                    return self.lost_first(
                        "Nested splat expression not allowed",
                        "One `.*` cannot follow another. Use the full splat `[*]` for both.",
                        self.tok.span(),
                        None,
                    );
                }
                _ => {
                    return self.lost(
                        "Invalid attribute name",
                        "After a dot the name of an attribute must follow.",
                        self.tok.span(),
                    );
                }
            }
        }
        let end = self.prev.end;
        let run = Run::new(first, self.tree.steps.len() - first);
        let each = if !valid {
            self.push(ExprKind::Invalid, Span::new(span_start, end))
        } else if run.is_empty() {
            item
        } else {
            self.push(ExprKind::RelativeTraversal(item, run), Span::new(span_start, end))
        };
        Ok(self.push_splat(Splat { source, each, full: false, marker }, Span::new(start, end)))
    }

    fn push_splat(&mut self, splat: Splat, span: Span) -> ExprId {
        let index = self.tree.splats.len() as u32;
        self.tree.splats.push(splat);
        self.push(ExprKind::Splat(index), span)
    }

    fn bracket(&mut self, at: ExprId, start: u32) -> Parse<ExprId> {
        let outer = self.skip_newlines;
        // Line ends are spaces before a key but not before the star of a splat, which must see `*` first.
        let open = self.bump().span();
        if self.at(TokenKind::Star) {
            return self.full_splat(at, start, open);
        }
        self.skip_newlines = true;
        if self.at(TokenKind::Newline) {
            self.advance();
        }
        let key = self.expression()?;
        if !self.at(TokenKind::CBrack) {
            return self.lost_first(
                "Missing close bracket on index",
                "The key is complete before this point, so `]` must follow it.",
                self.tok.span(),
                None,
            );
        }
        self.skip_newlines = outer;
        let close = self.bump().span();
        let span = open.to(close);
        if let Some(value) = self.take_literal(key) {
            return Ok(self.add_step(at, Step { kind: StepKind::Index(Box::new(value)), span }));
        }
        Ok(self.push(ExprKind::Index(at, key), Span::new(start, span.end)))
    }

    /// The value of a key that is a literal; its node was the last made and goes away.
    fn take_literal(&mut self, key: ExprId) -> Option<Value> {
        let ExprKind::Literal(index) = self.tree.expr(key).kind else {
            return None;
        };
        if key.0 as usize + 1 == self.tree.exprs.len() && index as usize + 1 == self.tree.literals.len() {
            self.tree.exprs.pop();
            return self.tree.literals.pop();
        }
        Some(self.tree.literal(index).clone())
    }

    fn full_splat(&mut self, source: ExprId, start: u32, open: Span) -> Parse<ExprId> {
        self.bump();
        if !self.at(TokenKind::CBrack) {
            return self.lost_first(
                "Missing close bracket on splat index",
                "In `[*]` the star must stand alone, so `]` must follow it at once.",
                self.tok.span(),
                None,
            );
        }
        let marker = open.to(self.bump().span());
        let item = self.push(ExprKind::SplatItem, marker);
        // All that follows applies to each item.
        let each = self.nested(marker, |p| p.accesses(item))?;
        let span = Span::new(start, self.tree.span(each).end);
        Ok(self.push_splat(Splat { source, each, full: true, marker }, span))
    }

    /// Adds a step to a reference, or begins one on any other expression.
    fn add_step(&mut self, at: ExprId, step: Step) -> ExprId {
        let tree = &mut self.tree;
        let node = &mut tree.exprs[at.0 as usize];
        let end = step.span.end;
        let run = match &mut node.kind {
            ExprKind::Traversal(index) => Some(&mut tree.traversals[*index as usize].steps),
            ExprKind::RelativeTraversal(_, run) => Some(run),
            _ => None,
        };
        let next = tree.steps.len();
        tree.steps.push(step);
        if let Some(run) = run {
            if run.is_empty() {
                *run = Run::new(next, 0);
            }
            if run.start as usize + run.len() == next {
                run.len += 1;
                node.span.end = end;
                return at;
            }
        }
        let start = node.span.start;
        self.push(ExprKind::RelativeTraversal(at, Run::new(next, 1)), Span::new(start, end))
    }

    /// A whole text that is a reference.
    pub(super) fn only_traversal(&mut self) -> Parse<ExprId> {
        if !self.at(TokenKind::Ident) {
            return self.lost(
                "Variable name required",
                "A reference must begin with a name.",
                self.tok.span(),
            );
        }
        let root = self.bump();
        let id = self.push_name(root);
        loop {
            let context = root.span().to(self.tok.span());
            match self.tok.kind {
                TokenKind::Eof => return Ok(id),
                TokenKind::Dot => {
                    let dot = self.bump().span();
                    if !self.at(TokenKind::Ident) {
                        let detail = match self.tok.kind {
                            TokenKind::Star => "A splat `.*` cannot be used here.",
                            _ => "After a dot the name of an attribute must follow.",
                        };
                        let context = root.span().to(self.tok.span());
                        return self.lost_in("Attribute name required", detail, self.tok.span(), context);
                    }
                    let token = self.bump();
                    let kind = StepKind::Attr(self.name(token));
                    self.add_step(id, Step { kind, span: dot.to(token.span()) });
                }
                TokenKind::OBrack => self.constant_index(id, root.span())?,
                _ => {
                    return self.lost_in(
                        "Invalid character",
                        "Only attributes like `.name` and indexes like `[0]` can follow here.",
                        self.tok.span(),
                        context,
                    );
                }
            }
        }
    }

    fn constant_index(&mut self, id: ExprId, root: Span) -> Parse<()> {
        let open = self.bump().span();
        let value = match self.tok.kind {
            TokenKind::NumberLit => {
                let token = self.bump();
                self.number(token).ok_or(super::Lost)?
            }
            TokenKind::OQuote => {
                let (text, _) = self.quoted_literal()?;
                Value::string(&*text)
            }
            TokenKind::Star => {
                let context = root.to(self.tok.span());
                let detail = "A splat `[*]` cannot be used here.";
                return self.lost_in("Attribute name required", detail, self.tok.span(), context);
            }
            _ => {
                let context = root.to(self.tok.span());
                let detail = "Between brackets only a number or a string in quotes can stand here.";
                return self.lost_in("Index value required", detail, self.tok.span(), context);
            }
        };
        let close = self.tok.span();
        if !self.at(TokenKind::CBrack) {
            let detail = "After the key `]` must follow.";
            return self.lost_in("Unclosed index brackets", detail, close, open.to(close));
        }
        self.bump();
        self.add_step(id, Step { kind: StepKind::Index(Box::new(value)), span: open.to(close) });
        Ok(())
    }
}
