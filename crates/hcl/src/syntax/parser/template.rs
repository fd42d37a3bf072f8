//! Templates, first pass: a flat list of text, interpolations and directives, with trimming done.

use std::borrow::Cow;

use diag::Span;
use smol_str::SmolStr;
use unicode_segmentation::UnicodeSegmentation;
use value::Value;

use super::super::ast::{ExprId, ExprKind};
use super::super::token::{Token, TokenKind};
use super::{Lost, Parse, Parser};

/// One piece of a template.
#[derive(Debug)]
pub(super) enum Part<'s> {
    Text { text: Cow<'s, str>, span: Span },
    Interp(ExprId),
    If { condition: ExprId, span: Span },
    Else(Span),
    EndIf(Span),
    For { key_var: Option<SmolStr>, value_var: SmolStr, collection: ExprId, span: Span },
    EndFor(Span),
}

impl<'s> Parser<'s> {
    pub(super) fn quoted(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        // Most strings are constant and need no list of parts.
        let text = match self.tok.kind {
            TokenKind::CQuote => Some(Cow::Borrowed("")),
            TokenKind::QuotedLit => None,
            _ => return self.template(open.span(), TokenKind::CQuote, false),
        };
        let (text, literal) = match text {
            Some(text) => (text, None),
            None => {
                let literal = self.tok;
                (self.decode(literal), Some(self.bump()))
            }
        };
        if self.at(TokenKind::CQuote) {
            let close = self.bump();
            return Ok(self.push_literal(Value::string(&*text), open.span().to(close.span())));
        }
        let first = literal.map(|token| Part::Text { text, span: token.span() });
        self.template_from(open.span(), TokenKind::CQuote, false, first)
    }

    pub(super) fn heredoc(&mut self) -> Parse<ExprId> {
        let open = self.bump();
        let flush = self.bytes(open).starts_with(b"<<-");
        self.template(open.span(), TokenKind::CHeredoc, flush)
    }

    /// A whole text that is a template.
    pub(super) fn bare_template(&mut self) -> Parse<ExprId> {
        let start = Span::new(self.tok.start, self.tok.start);
        self.template(start, TokenKind::Eof, false)
    }

    fn template(&mut self, open: Span, end: TokenKind, flush: bool) -> Parse<ExprId> {
        self.template_from(open, end, flush, None)
    }

    /// A template from after its opening marker, up to and with the closing one.
    fn template_from(
        &mut self,
        open: Span,
        end: TokenKind,
        flush: bool,
        first: Option<Part<'s>>,
    ) -> Parse<ExprId> {
        let mut parts = Vec::with_capacity(4);
        parts.extend(first);
        self.parts(end, &mut parts)?;
        let close = self.bump().span();
        if flush {
            remove_indent(&mut parts);
        }
        let mut parts = join_text(self.utf8, parts);
        let span = open.to(close);
        if let [Part::Interp(inner)] = parts[..] {
            return Ok(self.push(ExprKind::TemplateWrap(inner), span));
        }
        if parts.is_empty() {
            parts.push(Part::Text { text: Cow::Borrowed(""), span });
        }
        Ok(self.template_tree(parts, span, close))
    }

    fn parts(&mut self, end: TokenKind, parts: &mut Vec<Part<'s>>) -> Parse<()> {
        let start = match parts.first() {
            Some(Part::Text { span, .. }) => *span,
            _ => self.tok.span(),
        };
        let mut trim_next = false;
        // Only text right before a sequence is trimmed by it, and of a heredoc only its last line.
        let mut after_text = !parts.is_empty();
        while !self.at(end) {
            let token = self.tok;
            match token.kind {
                TokenKind::StringLit | TokenKind::QuotedLit => {
                    let mut text = self.decode(token);
                    if trim_next {
                        text = trim_start(text);
                    }
                    parts.push(Part::Text { text, span: token.span() });
                    self.bump();
                    trim_next = false;
                    after_text = true;
                }
                TokenKind::TemplateInterp | TokenKind::TemplateControl => {
                    if after_text
                        && token.end - token.start == 3
                        && let Some(Part::Text { text, .. }) = parts.last_mut()
                    {
                        *text = trim_end(std::mem::take(text));
                    }
                    let outer = std::mem::replace(&mut self.skip_newlines, true);
                    self.bump();
                    let part = if token.kind == TokenKind::TemplateInterp {
                        let expr = self.expression()?;
                        self.expect_interp_end(start, end)?;
                        Some(Part::Interp(expr))
                    } else {
                        self.directive(token, start)?
                    };
                    parts.extend(part);
                    let close = self.tok;
                    self.skip_newlines = outer;
                    self.bump();
                    trim_next = close.end - close.start == 2;
                    after_text = false;
                }
                _ => {
                    return self.lost_in(
                        "Unterminated template string",
                        "The closing marker of this string is missing. A quoted string ends with a double \
                         quote on the same line; a heredoc ends with its marker alone on a line.",
                        token.span(),
                        start.to(token.span()),
                    );
                }
            }
        }
        Ok(())
    }

    fn expect_interp_end(&mut self, start: Span, end: TokenKind) -> Parse<()> {
        const UNCLOSED: &str = "Unclosed template interpolation sequence";
        const EXTRA: &str = "Extra characters after interpolation expression";
        let token = self.tok.span();
        match self.tok.kind {
            TokenKind::TemplateSeqEnd => Ok(()),
            TokenKind::Eof => self.lost(
                UNCLOSED,
                "The brace that closes `${` is missing before the end of the text.",
                start,
            ),
            TokenKind::CQuote | TokenKind::OQuote if end == TokenKind::CQuote => self.lost(
                UNCLOSED,
                "The brace that closes `${` is missing before the end of the quoted string.",
                start,
            ),
            TokenKind::Colon => self.lost_first(
                EXTRA,
                "A colon cannot stand here. If `${` is meant for another language, such as a shell, write \
                 `$${` instead.",
                token,
                Some(start.to(token)),
            ),
            _ => self.lost_first(
                EXTRA,
                "The expression after `${` is complete before this point, so `}` must follow. If `${` is \
                 meant for another language, such as a shell, write `$${` instead.",
                token,
                Some(start.to(token)),
            ),
        }
    }

    /// Skips what is left of a sequence that is wrong, so that the rest of the template is checked.
    pub(super) fn skip_sequence(&mut self) -> Parse<()> {
        self.was_lost = true;
        let mut inner = 0_u32;
        loop {
            match self.tok.kind {
                TokenKind::TemplateSeqEnd if inner == 0 => return Ok(()),
                TokenKind::TemplateSeqEnd => inner -= 1,
                TokenKind::TemplateInterp | TokenKind::TemplateControl => inner += 1,
                TokenKind::Eof => return Err(Lost),
                _ => {}
            }
            self.bump();
        }
    }

    /// A `%{` sequence up to its closing brace; nothing when it was wrong and could be skipped.
    fn directive(&mut self, open: Token, start: Span) -> Parse<Option<Part<'s>>> {
        if !self.at(TokenKind::Ident) {
            return self.lost_first(
                "Invalid template directive",
                "After `%{` one of the words if, else, endif, for and endfor must follow. To mean `%{` \
                 itself, write `%%{`.",
                self.tok.span(),
                Some(open.span().to(self.tok.span())),
            );
        }
        let word = self.bump();
        let to_here = |p: &Self| open.span().to(p.tok.span());
        let part = match self.bytes(word) {
            b"if" => {
                let condition = self.expression()?;
                Part::If { condition, span: to_here(self) }
            }
            b"else" => Part::Else(to_here(self)),
            b"endif" => Part::EndIf(to_here(self)),
            b"endfor" => Part::EndFor(to_here(self)),
            b"for" => {
                let Ok((key_var, value_var)) = self.directive_names() else {
                    return self.skip_sequence().map(|()| None);
                };
                let collection = self.expression()?;
                Part::For { key_var, value_var, collection, span: to_here(self) }
            }
            other => {
                let detail = format!(
                    "`{}` is not a template directive. Known are if, else, endif, for and endfor. To mean \
                     `%{{` itself, write `%%{{`.",
                    String::from_utf8_lossy(other)
                );
                let context = open.span().to(word.span());
                return self.lost_first(
                    "Invalid template control keyword",
                    detail,
                    word.span(),
                    Some(context),
                );
            }
        };
        if !self.at(TokenKind::TemplateSeqEnd) {
            let summary = format!("Extra characters in {} marker", self.text(word));
            let detail = "The directive is complete before this point, so `}` must follow.";
            if !self.was_lost {
                self.error_in(&summary, detail, self.tok.span(), start.to(self.tok.span()));
            }
            self.skip_sequence()?;
        }
        Ok(Some(part))
    }

    /// The names of a `for` directive and the word `in`.
    fn directive_names(&mut self) -> Parse<(Option<SmolStr>, SmolStr)> {
        let mut key_var = None;
        let mut value_var = self.directive_name("After `for` a variable name must follow.")?;
        if self.at(TokenKind::Comma) {
            self.bump();
            let second = self.directive_name("After the comma a second name must follow.")?;
            key_var = Some(std::mem::replace(&mut value_var, second));
        }
        if !self.at_keyword("in") {
            let detail = "After the variable names the word `in` must follow.";
            return self.lost_first("Invalid 'for' directive", detail, self.tok.span(), None);
        }
        self.bump();
        Ok((key_var, value_var))
    }

    fn directive_name(&mut self, detail: &str) -> Parse<SmolStr> {
        if !self.at(TokenKind::Ident) {
            return self.lost_first("Invalid 'for' directive", detail, self.tok.span(), None);
        }
        let token = self.bump();
        Ok(self.name(token))
    }
}

fn trim_start(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_start()),
        Cow::Owned(text) => Cow::Owned(text.trim_start().to_owned()),
    }
}

fn trim_end(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_end()),
        Cow::Owned(text) => Cow::Owned(text.trim_end().to_owned()),
    }
}

/// The `<<-` rule: the smallest indentation of all lines that are not blank is taken off each of them.
/// Only literal text counts; what an interpolation yields has no say.
fn remove_indent(parts: &mut [Part<'_>]) {
    let mut smallest = usize::MAX;
    let mut line_start = true;
    let mut indented = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Part::Text { text, .. } = part else {
            if std::mem::take(&mut line_start) {
                smallest = 0;
            }
            continue;
        };
        let ends_line = text.ends_with('\n');
        if std::mem::replace(&mut line_start, ends_line) {
            let rest = text.trim_start();
            if !(rest.is_empty() && ends_line) {
                smallest = smallest.min(count_spaces(&text[..text.len() - rest.len()]));
                indented.push(index);
            }
        }
    }
    for index in indented {
        let Part::Text { text, span } = &mut parts[index] else { continue };
        let spaces = &text[..text.len() - text.trim_start().len()];
        let bytes = if spaces.is_ascii() {
            smallest
        } else {
            text.grapheme_indices(true).nth(smallest).map_or(text.len(), |(at, _)| at)
        };
        match text {
            Cow::Borrowed(text) => *text = &text[bytes..],
            Cow::Owned(text) => drop(text.drain(..bytes)),
        }
        span.start = (span.start + bytes as u32).min(span.end);
    }
}

/// How many columns spaces take: a grapheme cluster each, which of ASCII is a byte each.
fn count_spaces(spaces: &str) -> usize {
    if spaces.is_ascii() { spaces.len() } else { spaces.graphemes(true).count() }
}

/// Makes one text of each run of texts.
fn join_text<'s>(source: Option<&'s str>, parts: Vec<Part<'s>>) -> Vec<Part<'s>> {
    if !parts.windows(2).any(|w| matches!(w, [Part::Text { .. }, Part::Text { .. }])) {
        return parts;
    }
    let mut out: Vec<Part<'s>> = Vec::with_capacity(parts.len().min(16));
    for part in parts {
        let Part::Text { text: more, span: more_span } = &part else {
            out.push(part);
            continue;
        };
        match out.last_mut() {
            Some(Part::Text { text, span }) => {
                let whole = span.to(*more_span);
                // Untouched lines in a row are one piece of the source.
                let plain = text.len() == (span.end - span.start) as usize
                    && more.len() == (more_span.end - more_span.start) as usize
                    && span.end == more_span.start;
                let both = source.and_then(|source| source.get(whole.start as usize..whole.end as usize));
                match (&mut *text, more, both) {
                    (Cow::Borrowed(text), Cow::Borrowed(_), Some(both)) if plain => *text = both,
                    _ => text.to_mut().push_str(more),
                }
                span.end = more_span.end;
            }
            _ => out.push(part),
        }
    }
    out
}
