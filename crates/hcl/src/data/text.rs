//! The content of a JSON string: escapes to characters.

use smol_str::SmolStr;

/// Why a string cannot be read, and the byte of its content at fault.
#[derive(Debug, PartialEq)]
pub(super) struct BadString {
    pub(super) at: usize,
    pub(super) reason: String,
}

/// Decodes what stands between the quotes. `escape` hears of every escape: where it begins in the
/// raw and in the decoded text, and where both go on after it.
pub(super) fn unescape(
    raw: &[u8],
    mut escape: impl FnMut((usize, usize), (usize, usize)),
) -> Result<SmolStr, BadString> {
    if let Ok(text) = std::str::from_utf8(raw)
        && !raw.iter().any(|byte| *byte == b'\\' || *byte < 0x20)
    {
        return Ok(SmolStr::new(text));
    }
    let mut out = String::with_capacity(raw.len());
    let mut at = 0;
    while at < raw.len() {
        let run = raw[at..].iter().position(|byte| *byte == b'\\' || *byte < 0x20).unwrap_or(raw.len() - at);
        for chunk in raw[at..at + run].utf8_chunks() {
            out.push_str(chunk.valid());
            out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
        }
        at += run;
        let Some(byte) = raw.get(at) else { break };
        if *byte != b'\\' {
            let reason =
                "A control character, such as a line end, must be written as an escape: \\n for a line end.";
            return Err(BadString { at, reason: reason.to_owned() });
        }
        let before = (at, out.len());
        let (c, len) = one_escape(&raw[at..]).ok_or_else(|| BadString {
            at,
            reason: "This escape is not one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits.".to_owned(),
        })?;
        out.push(c);
        at += len;
        escape(before, (at, out.len()));
    }
    Ok(out.into())
}

/// The character of the escape at the start and how many bytes it takes.
fn one_escape(raw: &[u8]) -> Option<(char, usize)> {
    let c = match raw.get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\x08',
        b'f' => '\x0c',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(raw),
        _ => return None,
    };
    Some((c, 2))
}

/// `\uXXXX`, or two of them that make one character. Half of such a pair is no character.
fn unicode_escape(raw: &[u8]) -> Option<(char, usize)> {
    let unit = code_unit(raw)?;
    if let Some(c) = char::from_u32(unit) {
        return Some((c, 6));
    }
    if unit < 0xdc00
        && let Some(low @ 0xdc00..0xe000) = code_unit(&raw[6..])
        && let Some(c) = char::from_u32(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
    {
        return Some((c, 12));
    }
    Some((char::REPLACEMENT_CHARACTER, 6))
}

fn code_unit(raw: &[u8]) -> Option<u32> {
    let digits = raw.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings() {
        let check = |raw: &[u8], expect: Result<&str, usize>| {
            let found = unescape(raw, |_, _| {});
            assert_eq!(found.as_ref().map(SmolStr::as_str).map_err(|bad| bad.at), expect, "{raw:?}");
        };
        check(b"plain", Ok("plain"));
        check(br#"a\"\\\/\b\f\n\r\tb"#, Ok("a\"\\/\x08\x0c\n\r\tb"));
        check(br"\u0041\u00e9\uD83D\uDE00", Ok("A\u{e9}\u{1f600}"));
        check(br"\ud83d!\udc00", Ok("\u{fffd}!\u{fffd}"));
        check(b"a\xff\xe2\x82b", Ok("a\u{fffd}\u{fffd}\u{fffd}b"));
        check(br"ab\x", Err(2));
        check(br"\u12", Err(0));
        check(b"a\nb", Err(1));
    }
}
