//! Block labels: from their quoted spelling to the text they stand for, and back to the canonical spelling.

use super::{Document, Run};
use crate::syntax::token::TokenKind;

impl Document {
    /// The text that a label stands for.
    pub(crate) fn label_value(&self, run: &Run) -> String {
        let raw = self.label_raw(run);
        let text = match self.run(run).first() {
            Some(token) if token.kind == TokenKind::OQuote => unescape(&raw),
            _ => raw,
        };
        value::Value::string(text).as_str().unwrap_or_default().to_owned()
    }

    /// What stands between the quotes, or the bare word.
    pub(crate) fn label_raw(&self, run: &Run) -> String {
        let mut raw = Vec::new();
        for token in self.run(run) {
            if !matches!(token.kind, TokenKind::OQuote | TokenKind::CQuote) {
                raw.extend_from_slice(self.token_text(*token));
            }
        }
        String::from_utf8_lossy(&raw).into_owned()
    }
}

/// Resolves backslash escapes and doubled template introducers; anything malformed stays as it is.
fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(first) = rest.chars().next() {
        let (piece, used) = match first {
            '\\' => unescape_backslash(rest).unwrap_or(('\\', 1)),
            '$' | '%' if is_doubled_introducer(rest) => (first, 2),
            other => (other, other.len_utf8()),
        };
        out.push(piece);
        rest = &rest[used..];
    }
    out
}

/// The character that a backslash escape stands for, and the length of the escape.
fn unescape_backslash(text: &str) -> Option<(char, usize)> {
    let numeric = |digits: usize| {
        let code = u32::from_str_radix(text.get(2..2 + digits)?, 16).ok()?;
        Some((char::from_u32(code)?, 2 + digits))
    };
    match text.as_bytes().get(1)? {
        b'n' => Some(('\n', 2)),
        b'r' => Some(('\r', 2)),
        b't' => Some(('\t', 2)),
        b'"' => Some(('"', 2)),
        b'\\' => Some(('\\', 2)),
        b'u' => numeric(4),
        b'U' => numeric(8),
        _ => None,
    }
}

fn is_doubled_introducer(text: &str) -> bool {
    text.starts_with("$${") || text.starts_with("%%{")
}

/// A string as Terraform writes it between quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '"' | '\\' => out.extend(['\\', c]),
            '$' | '%' if chars.peek() == Some(&'{') => out.extend([c, c]),
            _ if is_printable(c) => out.push(c),
            _ if (c as u32) < 0x10000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            _ => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out
}

/// Whether a character shows: letters, marks, numbers, punctuation, symbols and the plain space.
fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // The standard library knows, but tells only by escaping; it always escapes a mark at the very start.
    let mut buffer = [b'a', 0, 0, 0, 0];
    let length = 1 + c.encode_utf8(&mut buffer[1..]).len();
    std::str::from_utf8(&buffer[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_resolve() {
        let check = |raw: &str, expect: &str| assert_eq!(unescape(raw), expect, "{raw}");
        check("plain", "plain");
        check(r#"\n\r\t\"\\"#, "\n\r\t\"\\");
        check(r"\u00e9\U0001F600", "é\u{1f600}");
        check("$${a} %%{b} $$ %", "${a} %{b} $$ %");
        check(r"\q \u12", r"\q \u12");
        check(r"\", r"\");
        check(r"\ué", r"\ué");
    }

    #[test]
    fn canonical_spelling() {
        let check = |text: &str, expect: &str| assert_eq!(escape(text), expect, "{text:?}");
        check("plain", "plain");
        check("\n\r\t\"\\", r#"\n\r\t\"\\"#);
        check("${a} %{b} $ %", "$${a} %%{b} $ %");
        check("é\u{a0}\u{200b}\u{301}", "é\\u00a0\\u200b\u{301}");
        check("\u{1}\u{7f}\u{e0001}", r"\u0001\u007f\U000e0001");
        check("\u{301}a", "\u{301}a");
    }
}
