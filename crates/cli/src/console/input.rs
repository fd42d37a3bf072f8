//! Whether what was typed so far is a whole expression.

use hcl::syntax::lexer::tokenize_config;
use hcl::syntax::token::TokenKind;

/// Whether more lines are needed: a bracket, template or heredoc is open, or the last line ends with
/// a backslash.
pub(crate) fn is_incomplete(text: &[u8]) -> bool {
    if continues(text) {
        return true;
    }
    let mut open = 0_i64;
    let mut in_heredoc = false;
    for token in tokenize_config(text) {
        match token.kind {
            TokenKind::OBrace
            | TokenKind::OBrack
            | TokenKind::OParen
            | TokenKind::TemplateInterp
            | TokenKind::TemplateControl => open += 1,
            TokenKind::CBrace | TokenKind::CBrack | TokenKind::CParen | TokenKind::TemplateSeqEnd => {
                open -= 1
            }
            TokenKind::OHeredoc => in_heredoc = true,
            TokenKind::CHeredoc => in_heredoc = false,
            // A quoted string cannot go on over lines, so there is nothing to wait for.
            TokenKind::QuotedNewline => return false,
            _ => {}
        }
    }
    open > 0 || in_heredoc
}

fn continues(text: &[u8]) -> bool {
    text.trim_ascii_end().ends_with(b"\\")
}

/// The text with its lines that end with a backslash joined to the next.
pub(crate) fn without_continuations(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.trim_ascii_end().strip_suffix(b"\\") {
            Some(start) => out.extend_from_slice(start),
            None => out.extend_from_slice(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_what_is_open() {
        let check = |text: &str, expect: bool| assert_eq!(is_incomplete(text.as_bytes()), expect, "{text}");
        check("1 + 2\n", false);
        check("[1,\n", true);
        check("{\n a = 1\n}\n", false);
        check("upper(\n", true);
        check("\"a\n", false);
        check("<<EOT\nabc\n", true);
        check("<<EOT\nabc\nEOT\n", false);
        check("1 + \\\n", true);
        check("]\n", false);
        assert_eq!(without_continuations(b"1 + \\\n2\n"), b"1 + 2\n");
    }
}
