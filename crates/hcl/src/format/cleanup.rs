//! Rewrites spellings that the language has outgrown: a value wrapped in a template for nothing, the type
//! names of Terraform 0.11, block labels without quotes.
//!
//! Terraform does the same without looking closely; where its result would not parse any more or would lose a
//! label, ours keeps the meaning instead.

use std::ops::Range;

use crate::lossless::{BodyId, Content, Document, Run, bracket_change, ends_line, escape};
use crate::syntax::token::TokenKind as T;

/// Rewrites all of a document.
pub(super) fn clean(document: &mut Document) {
    let mut variables: Vec<BodyId> = document
        .blocks(document.root())
        .filter(|(name, _)| *name == "variable")
        .map(|(_, body)| body)
        .collect();
    variables.sort_unstable();
    for body in document.body_ids() {
        let in_variable = variables.binary_search(&body).is_ok();
        for index in 0..document.body(body).items.len() {
            match &document.body(body).items[index].content {
                Content::Attribute(attribute) => {
                    let expr = attribute.expr.clone();
                    let rest = Rest::of(document, body, index);
                    let is_type = in_variable && document.name_text(attribute.name) == "type";
                    let cleaned = if is_type {
                        clean_type(document, &expr)
                    } else {
                        unwrap_template(document, &expr, rest)
                    };
                    if let Some(cleaned) = cleaned {
                        document.set_expression(body, index, cleaned);
                    }
                }
                Content::Block(_) => quote_labels(document, body, index),
            }
        }
    }
}

/// What follows an attribute's expression on its line.
#[derive(Clone, Copy)]
struct Rest {
    /// The line ends after it, be it with a comment.
    ends_line: bool,
    /// There is not even a comment.
    is_empty: bool,
}

impl Rest {
    fn of(document: &Document, body: BodyId, index: usize) -> Self {
        let end = &document.body(body).items[index].end;
        Self {
            ends_line: document.run_ends_line(end),
            // With nothing at all after it, the file ends here or a block in one line is closed.
            is_empty: document
                .run(end)
                .first()
                .map_or(body == document.root(), |token| token.kind == T::Newline),
        }
    }
}

/// What stands inside a template that is nothing but one interpolation.
fn unwrap_template(document: &mut Document, expr: &Run, rest: Rest) -> Option<Run> {
    let tokens = document.run(expr);
    let kinds: Vec<T> = match tokens {
        [quote, interp, .., close, end]
            if tokens.len() >= 5
                && quote.kind == T::OQuote
                && interp.kind == T::TemplateInterp
                && close.kind == T::TemplateSeqEnd
                && end.kind == T::CQuote =>
        {
            tokens.iter().map(|token| token.kind).collect()
        }
        _ => return None,
    };
    let inner = 2..kinds.len() - 2;
    if !is_single_interpolation(&kinds[inner.clone()]) {
        return None;
    }
    let inner = trim_newlines(&kinds, inner);
    let run = expr.start + inner.start as u32..expr.start + inner.end as u32;
    // The marker that ends a heredoc must stay alone on its line.
    let ends_in_heredoc = document.run(&run).last().is_some_and(|token| token.kind == T::CHeredoc);
    if !needs_parentheses(document, &run, rest) && (!ends_in_heredoc || rest.is_empty) {
        return Some(run);
    }
    let open = document.push_token(T::OParen, "", "(");
    let mut joined = document.join(&open, &run);
    if ends_in_heredoc {
        let newline = document.push_token(T::Newline, "", "\n");
        joined = document.join(&joined, &newline);
    }
    let close = document.push_token(T::CParen, "", ")");
    Some(document.join(&joined, &close))
}

/// Whether the tokens between the first `${` and the last `}` of a template belong to one interpolation.
/// Templates in inner quotes are fine; one in a heredoc makes us give up, as Terraform does.
fn is_single_interpolation(inner: &[T]) -> bool {
    let mut quotes = 0i32;
    for kind in inner {
        match kind {
            T::OQuote => quotes += 1,
            T::CQuote => quotes -= 1,
            T::TemplateInterp | T::TemplateSeqEnd | T::QuotedLit if quotes <= 0 => return false,
            _ => {}
        }
    }
    true
}

fn trim_newlines(kinds: &[T], range: Range<usize>) -> Range<usize> {
    let lead = kinds[range.clone()].iter().take_while(|kind| **kind == T::Newline).count();
    let start = range.start + lead;
    let tail = kinds[start..range.end].iter().rev().take_while(|kind| **kind == T::Newline).count();
    start..range.end - tail
}

/// Whether an expression must be put in parentheses to stand over several lines. Terraform does so for any
/// line end unless there are parentheses at both ends, be they a pair or not. A comment may end the expression
/// where the line ends anyway, but not in a one-line block.
fn needs_parentheses(document: &Document, run: &Run, rest: Rest) -> bool {
    let tokens = document.run(run);
    let several_lines = tokens.iter().any(|token| token.kind == T::Newline);
    let ends = (tokens.first().map(|token| token.kind), tokens.last().map(|token| token.kind));
    if several_lines && ends != (Some(T::OParen), Some(T::CParen)) {
        return true;
    }
    let mut depth = 0i32;
    tokens.iter().enumerate().any(|(index, token)| {
        depth += bracket_change(token.kind);
        let bare = depth <= 0 && !(rest.ends_line && index + 1 == tokens.len());
        bare && ends_line(*token, document.token_text(*token))
    })
}

/// The modern spelling of a variable's type.
fn clean_type(document: &mut Document, expr: &Run) -> Option<Run> {
    let tokens = document.run(expr);
    let kinds: Vec<T> = tokens.iter().take(4).map(|token| token.kind).collect();
    let (collection, element) = match kinds[..] {
        [T::Ident] => match document.token_text(tokens[0]) {
            b"list" => ("list", "any"),
            b"map" => ("map", "any"),
            b"set" => ("set", "any"),
            _ => return None,
        },
        // Terraform 0.11 had no other element type than string.
        [T::OQuote, T::QuotedLit, T::CQuote] => match document.token_text(tokens[1]) {
            b"string" => return Some(document.push_token(T::Ident, "", "string")),
            b"list" => ("list", "string"),
            b"map" => ("map", "string"),
            _ => return None,
        },
        _ => return None,
    };
    let first = document.push_token(T::Ident, "", collection);
    document.push_token(T::OParen, "", "(");
    document.push_token(T::Ident, "", element);
    let last = document.push_token(T::CParen, "", ")");
    Some(first.start..last.end)
}

/// Puts every label of a block in quotes and drops the comments between them.
fn quote_labels(document: &mut Document, body: BodyId, index: usize) {
    let Content::Block(block) = &document.body(body).items[index].content else { return };
    let Some(last) = block.labels.last() else { return };
    let used: usize = block.labels.iter().map(|label| label.len()).sum();
    let is_alone = used == (block.header.start..last.end).len();
    if is_alone && block.labels.iter().all(|label| is_canonical(document, label)) {
        return;
    }
    let spelled: String = block.labels.iter().map(|label| spell(document, label)).collect();
    document.spell_item_labels(body, index, &spelled);
}

fn is_canonical(document: &Document, label: &Run) -> bool {
    let plain =
        |text: &[u8]| text.iter().all(|b| matches!(b, b' '..=b'~') && !matches!(b, b'\\' | b'$' | b'%'));
    match document.run(label) {
        [quote, literal, _] => quote.kind == T::OQuote && plain(document.token_text(*literal)),
        tokens => tokens.len() == 2,
    }
}

fn spell(document: &Document, label: &Run) -> String {
    let raw = document.label_raw(label);
    // Terraform drops a label with a doubled introducer altogether.
    let keep = raw.contains("$$") || raw.contains("%%");
    let text = if keep { raw } else { escape(&document.label_value(label)) };
    format!(" \"{text}\"")
}
