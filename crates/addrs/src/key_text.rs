//! Keys of instances between quotes: what would begin a template, or does not show, is escaped.

use std::fmt::{self, Write};

/// Writes a key as it stands between quotes.
pub(crate) fn write_escaped(key: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut chars = key.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '$' | '%' if chars.peek() == Some(&'{') => write!(f, "{c}{c}")?,
            _ if is_printable(c) => f.write_char(c)?,
            _ if u32::from(c) < 0x10000 => write!(f, "\\u{:04x}", u32::from(c))?,
            _ => write!(f, "\\U{:08x}", u32::from(c))?,
        }
    }
    Ok(())
}

/// Reads a key up to the quote that ends it: the key and what comes after the quote. Nothing where it does not end, or
/// an escape is none.
pub(crate) fn read_escaped(text: &str) -> Option<(String, &str)> {
    let mut content = String::new();
    let mut rest = text;
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => return Some((content, rest)),
            '\\' => {
                let (c, after) = escape(rest)?;
                content.push(c);
                rest = after;
            }
            '$' | '%' => {
                content.push(c);
                // Two of them before a brace are one; more than two keep the others.
                if rest.strip_prefix(c).is_some_and(|after| after.starts_with('{')) {
                    rest = &rest[1..];
                }
            }
            c => content.push(c),
        }
    }
}

/// The character that an escape means, from behind its backslash.
fn escape(text: &str) -> Option<(char, &str)> {
    let kind = text.chars().next()?;
    let rest = &text[kind.len_utf8()..];
    let digits = match kind {
        'n' => return Some(('\n', rest)),
        'r' => return Some(('\r', rest)),
        't' => return Some(('\t', rest)),
        '"' | '\\' => return Some((kind, rest)),
        'u' => 4,
        'U' => 8,
        _ => return None,
    };
    let number = rest.get(..digits).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    Some((char::from_u32(u32::from_str_radix(number, 16).ok()?)?, &rest[digits..]))
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
    use crate::InstanceKey;

    #[test]
    fn what_is_written_is_read_again() {
        let check = |key: &str, expect: &str| {
            let text = InstanceKey::String(key.into()).to_string();
            assert_eq!(text, format!("[\"{expect}\"]"));
            let read = read_escaped(&text[2..]);
            assert_eq!(read, Some((key.to_owned(), "]")), "{key:?}");
        };
        check("a b.é😀", "a b.é😀");
        check("${x} %{y}", "$${x} %%{y}");
        check("$x $$x 5% {}", "$x $$x 5% {}");
        check("$$${z} %%%{", "$$$${z} %%%%{");
        check("\"\\\n\r\t", "\\\"\\\\\\n\\r\\t");
        check("\u{1}\u{1b}[1m\u{7f}\u{a0}\u{200b}", "\\u0001\\u001b[1m\\u007f\\u00a0\\u200b");
        check("\u{e000}\u{f0000}", "\\ue000\\U000f0000");
        check("e\u{301}", "e\u{301}");
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for text in ["", "a", "a\\", "\\q\"", "\\u12\"", "\\ud800\"", "\\U0011ffff\""] {
            assert_eq!(read_escaped(text), None, "{text}");
        }
    }
}
