//! Text in double quotes, as Go's `%q` writes it: users of both tools know it, and sets are ordered by it.

use std::fmt::Write;
use std::sync::LazyLock;

use regex_syntax::hir::{Class, HirKind};

/// `text` as a Go string literal: what cannot be printed is escaped.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_quoted(text, &mut out);
    out
}

/// Writes `text` as [`quote`] does.
pub fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    loop {
        let (plain, other) = rest.split_at(shown_length(rest.as_bytes()));
        out.push_str(plain);
        let Some(c) = other.chars().next() else { break };
        rest = &other[c.len_utf8()..];
        write_char(c, '"', out);
    }
    out.push('"');
}

/// How many bytes at the start are of ASCII and stand for themselves in quotes: nearly all of most texts.
fn shown_length(text: &[u8]) -> usize {
    const WIDTH: usize = 32;
    let other = |byte: u8| !(b' '..=b'~').contains(&byte) | (byte == b'"') | (byte == b'\\');
    // Without leaving early inside of a chunk, so that the compiler looks at many bytes at once.
    let whole = text
        .chunks_exact(WIDTH)
        .take_while(|chunk| !chunk.iter().fold(false, |any, byte| any | other(*byte)))
        .count()
        * WIDTH;
    let rest = &text[whole..];
    whole + rest.iter().position(|byte| other(*byte)).unwrap_or(rest.len())
}

/// The same for bytes that need not be UTF-8.
pub fn quote_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        let quoted = quote(chunk.valid());
        out.push_str(&quoted[1..quoted.len() - 1]);
        out.extend(chunk.invalid().iter().map(|b| format!("\\x{b:02x}")));
    }
    out.push('"');
    out
}

/// `c` as a Go character literal.
pub fn quote_char(c: char) -> String {
    let mut out = String::from("'");
    write_char(c, '\'', &mut out);
    out.push('\'');
    out
}

/// Writes a character that stands between two marks.
fn write_char(c: char, mark: char, out: &mut String) {
    match c {
        '\\' => out.push_str("\\\\"),
        c if c == mark => out.extend(['\\', c]),
        '\x07' => out.push_str("\\a"),
        '\x08' => out.push_str("\\b"),
        '\x0c' => out.push_str("\\f"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\x0b' => out.push_str("\\v"),
        c if is_print(c) => out.push(c),
        c => {
            let code = c as u32;
            let written = match code {
                0..0x20 | 0x7f => write!(out, "\\x{code:02x}"),
                0..=0xffff => write!(out, "\\u{code:04x}"),
                _ => write!(out, "\\U{code:08x}"),
            };
            written.expect("writing to a string does not fail");
        }
    }
}

/// Whether Go calls the character printable: a letter, mark, number,
/// punctuation or symbol of Unicode 15, or the ASCII space.
pub fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    let after = PRINTABLE.partition_point(|&(lo, _)| lo <= c);
    after > 0 && c <= PRINTABLE[after - 1].1
}

static PRINTABLE: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let hir = regex_syntax::parse(r"[[\pL\pM\pN\pP\pS]&&\p{age=15.0}]").expect("the pattern is a constant");
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(class)) => class.iter().map(|r| (r.start(), r.end())).collect(),
        _ => Vec::new(),
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting() {
        let check = |text: &str, expect: &str| assert_eq!(quote(text), expect);
        check("a\"b\\c", r#""a\"b\\c""#);
        check("é日😀", "\"é日😀\"");
        check("\0\x07\n\x7f", r#""\x00\a\n\x7f""#);
        check("\u{a0}\u{200b}\u{85}\u{feff}", r#""\u00a0\u200b\u0085\ufeff""#);
        check("it's", "\"it's\"");
        check("\n\t\r\x07\x0b", r#""\n\t\r\a\v""#);
        // More than are looked at together, with something to escape at the end.
        check(&("a".repeat(40) + "\n"), &format!("\"{}\\n\"", "a".repeat(40)));
        // Nothing that Unicode 15 knows.
        check("\u{378}\u{2fffe}", r#""\u0378\U0002fffe""#);
        assert_eq!(quote_char('\''), r"'\''");
        assert_eq!(quote_bytes(b"a\xe6\x97\n"), r#""a\xe6\x97\n""#);
        assert_eq!(quote_char('"'), "'\"'");
        check("\u{10ffff}\u{1c8a}\u{e000}", r#""\U0010ffff\u1c8a\ue000""#);
    }
}
