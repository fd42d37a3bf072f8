//! Complaints about tokens that no file may have, each told only as often as helps.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile};

use super::lexer::Lexer;
use super::parser::MAX_ERRORS;
use super::token::{Token, TokenKind};

/// How often each kind was told.
#[derive(Default)]
struct Told {
    bitwise: u32,
    backtick: u32,
    apostrophe: u32,
    semicolon: u32,
    encoding: u32,
}

/// Diagnostics for all invalid tokens of the text.
#[cold]
pub(crate) fn check(source: &Arc<SourceFile>, mut lexer: Lexer<'_>) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let mut told = Told::default();
    loop {
        let token = lexer.next_token();
        if token.kind == TokenKind::Eof {
            return diags;
        }
        if token.kind.is_invalid()
            && let Some((summary, detail)) = complaint(source, token, &mut told)
        {
            diags.push(Diagnostic::error(summary, detail).at(source.range(token.span())));
        }
        if diags.len() >= MAX_ERRORS {
            return diags;
        }
        if token.kind == TokenKind::QuotedNewline {
            // Most likely a quote is missing, so from here on code is taken for text and text for code.
            return diags;
        }
    }
}

fn complaint(source: &SourceFile, token: Token, told: &mut Told) -> Option<(&'static str, &'static str)> {
    const OPERATOR: &str = "Unsupported operator";
    const CHARACTER: &str = "Invalid character";
    let bitwise = |told: &mut Told, detail| {
        told.bitwise += 1;
        (told.bitwise <= 4).then_some((OPERATOR, detail))
    };
    match token.kind {
        TokenKind::BitwiseAnd => {
            bitwise(told, "There are no operators on bits. Write `&&` for the logical AND.")
        }
        TokenKind::BitwiseOr => {
            bitwise(told, "There are no operators on bits. Write `||` for the logical OR.")
        }
        TokenKind::BitwiseNot => {
            bitwise(told, "There are no operators on bits. Write `!` for the logical NOT.")
        }
        TokenKind::BitwiseXor => {
            bitwise(told, "There are no operators on bits. Use the function pow for powers.")
        }
        TokenKind::Backtick => {
            // The second of a pair says nothing new.
            told.backtick += 1;
            matches!(told.backtick, 1 | 3).then_some((
                CHARACTER,
                "A backtick means nothing here. For text over several lines use a heredoc, like <<EOT.",
            ))
        }
        TokenKind::Apostrophe => {
            told.apostrophe += 1;
            matches!(told.apostrophe, 1 | 3).then_some((
                CHARACTER,
                "Single quotes mean nothing here. Strings are written in double quotes.",
            ))
        }
        TokenKind::Semicolon => {
            told.semicolon += 1;
            (told.semicolon == 1).then_some((
                CHARACTER,
                "A semicolon means nothing here. Arguments and blocks end with their line; items of a list \
                 are separated by commas.",
            ))
        }
        TokenKind::BadUtf8 => {
            told.encoding += 1;
            (told.encoding == 1).then_some((
                "Invalid character encoding",
                "These bytes are not UTF-8. Save the file in the encoding UTF-8.",
            ))
        }
        TokenKind::QuotedNewline => Some((
            "Invalid multi-line string",
            "A quoted string must end on the line where it begins. Is its closing quote missing? For text \
             over several lines write \\n for each line end, or use a heredoc.",
        )),
        _ => match source.slice(token.span()) {
            bytes if bytes == "\u{201c}".as_bytes() || bytes == "\u{201d}".as_bytes() => Some((
                CHARACTER,
                "Curly quotes mean nothing here; programs for writing letters put them in. Replace them by \
                 straight double quotes.",
            )),
            _ => Some((CHARACTER, "This character has no meaning in the language. Remove it.")),
        },
    }
}
