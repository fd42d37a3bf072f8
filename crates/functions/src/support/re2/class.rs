//! Escapes and character classes of the pattern grammar. Each reader takes
//! the rest of the pattern and hands back what it read and what follows.

use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

use super::RegexError;
use super::names::{perl_class, posix_class, unicode_class};

pub(super) const BAD_RANGE: &str = "invalid character class range";
pub(super) const BAD_ESCAPE: &str = "invalid escape sequence";
const TRAILING_BACKSLASH: &str = "trailing backslash at end of expression";
const MISSING_BRACKET: &str = "missing closing ]";

type Read<'a, T> = Result<(T, &'a str), RegexError>;

pub(super) fn fail<T>(code: &'static str, expr: &str) -> Result<T, RegexError> {
    Err(RegexError { code, expr: expr.to_owned() })
}

/// The part of `from` that was read when `rest` is what is left of it.
pub(super) fn consumed<'a>(from: &'a str, rest: &str) -> &'a str {
    &from[..from.len() - rest.len()]
}

fn next_char(s: &str) -> Option<(char, &str)> {
    let c = s.chars().next()?;
    Some((c, &s[c.len_utf8()..]))
}

/// The class of one code point or range. Surrogates may be written in a
/// pattern though no text has them, so they are cut out of the range.
pub(super) fn range_class(lo: u32, hi: u32, fold: bool) -> ClassUnicode {
    let lo = char::from_u32(lo).unwrap_or('\u{e000}');
    let hi = char::from_u32(hi).unwrap_or('\u{d7ff}');
    // Both ends among the surrogates leave nothing.
    let range = (lo <= hi).then(|| ClassUnicodeRange::new(lo, hi));
    folded(ClassUnicode::new(range), fold)
}

fn folded(mut class: ClassUnicode, fold: bool) -> ClassUnicode {
    if fold {
        class.case_fold_simple();
    }
    class
}

fn signed(mut class: ClassUnicode, negate: bool) -> ClassUnicode {
    if negate {
        class.negate();
    }
    class
}

/// Reads a class escape at the start of `s`: `\d`, `\pL`, `\p{Greek}`, and
/// their negations. `None` when there is none.
pub(super) fn class_escape(s: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, RegexError> {
    let Some(after) = s.strip_prefix('\\') else { return Ok(None) };
    let Some((letter, rest)) = next_char(after) else { return Ok(None) };
    if matches!(letter, 'p' | 'P') {
        return unicode_escape(s, letter == 'P', rest, fold).map(Some);
    }
    let class = perl_class(letter.to_ascii_lowercase());
    Ok(class.map(|class| (signed(folded(class, fold), letter.is_ascii_uppercase()), rest)))
}

fn unicode_escape<'a>(
    whole: &'a str,
    mut negate: bool,
    after: &'a str,
    fold: bool,
) -> Read<'a, ClassUnicode> {
    let (mut name, rest) = match after.strip_prefix('{') {
        Some(body) => match body.split_once('}') {
            Some(parts) => parts,
            None => return fail(BAD_RANGE, whole),
        },
        None => after.split_at(after.chars().next().map_or(0, char::len_utf8)),
    };
    if let Some(inner) = name.strip_prefix('^') {
        negate = !negate;
        name = inner;
    }
    match unicode_class(name) {
        Some(class) => Ok((signed(folded(class, fold), negate), rest)),
        None => fail(BAD_RANGE, consumed(whole, rest)),
    }
}

/// Reads a bracketed class; `s` starts with its `[`.
pub(super) fn bracket_class(s: &str, fold: bool) -> Read<'_, ClassUnicode> {
    let mut rest = &s[1..];
    let negate = rest.starts_with('^');
    if negate {
        rest = &rest[1..];
    }
    let mut class = ClassUnicode::empty();
    let mut first = true;
    // A closing bracket in first place stands for itself.
    while first || !rest.starts_with(']') {
        first = false;
        if let Some((named, after)) = posix_item(rest, fold)? {
            class.union(&named);
            rest = after;
        } else if let Some((escaped, after)) = class_escape(rest, fold)? {
            class.union(&escaped);
            rest = after;
        } else {
            let (range, after) = range_item(rest, s, fold)?;
            class.union(&range);
            rest = after;
        }
    }
    Ok((signed(class, negate), &rest[1..]))
}

/// Reads `[:name:]` or `[:^name:]`. Without a `:]` further on it is no such
/// item but plain characters.
fn posix_item(s: &str, fold: bool) -> Result<Option<(ClassUnicode, &str)>, RegexError> {
    let Some(body) = s.strip_prefix("[:") else { return Ok(None) };
    let Some((name, rest)) = body.split_once(":]") else { return Ok(None) };
    let (negate, plain) = match name.strip_prefix('^') {
        Some(plain) => (true, plain),
        None => (false, name),
    };
    match posix_class(plain) {
        Some(class) => Ok(Some((signed(folded(class, fold), negate), rest))),
        None => fail(BAD_RANGE, consumed(s, rest)),
    }
}

fn range_item<'a>(s: &'a str, whole: &str, fold: bool) -> Read<'a, ClassUnicode> {
    let (lo, mut rest) = class_char(s, whole)?;
    let mut hi = lo;
    // In `[a-]` the dash stands for itself.
    if rest.len() >= 2 && rest.starts_with('-') && !rest[1..].starts_with(']') {
        (hi, rest) = class_char(&rest[1..], whole)?;
        if hi < lo {
            return fail(BAD_RANGE, consumed(s, rest));
        }
    }
    Ok((range_class(lo, hi, fold), rest))
}

fn class_char<'a>(s: &'a str, whole: &str) -> Read<'a, u32> {
    match next_char(s) {
        None => fail(MISSING_BRACKET, whole),
        Some(('\\', _)) => char_escape(s),
        Some((c, rest)) => Ok((c as u32, rest)),
    }
}

/// Reads the escape of a single character; `s` starts with its backslash.
pub(super) fn char_escape(s: &str) -> Read<'_, u32> {
    let Some((c, rest)) = next_char(&s[1..]) else { return fail(TRAILING_BACKSLASH, "") };
    let plain = match c {
        'a' => 0x07,
        'f' => 0x0c,
        'n' => 0x0a,
        'r' => 0x0d,
        't' => 0x09,
        'v' => 0x0b,
        'x' => return hex_escape(s, rest),
        '0' => return Ok(octal(c, rest)),
        // A single digit would be a backreference, which RE2 does not have.
        '1'..='7' if rest.starts_with(|d| matches!(d, '0'..='7')) => return Ok(octal(c, rest)),
        c if c.is_ascii() && !c.is_ascii_alphanumeric() => c as u32,
        _ => return fail(BAD_ESCAPE, consumed(s, rest)),
    };
    Ok((plain, rest))
}

/// Up to three octal digits, the first already read.
fn octal(first: char, mut rest: &str) -> (u32, &str) {
    let mut value = first.to_digit(8).unwrap_or(0);
    for _ in 0..2 {
        let Some((digit, after)) = next_char(rest).and_then(|(c, after)| Some((c.to_digit(8)?, after)))
        else {
            break;
        };
        value = value * 8 + digit;
        rest = after;
    }
    (value, rest)
}

fn hex_escape<'a>(whole: &'a str, rest: &'a str) -> Read<'a, u32> {
    let Some((first, rest)) = next_char(rest) else { return fail(BAD_ESCAPE, whole) };
    if first != '{' {
        let (second, rest) = next_char(rest).unwrap_or(('\0', rest));
        return match (first.to_digit(16), second.to_digit(16)) {
            (Some(high), Some(low)) => Ok((high * 16 + low, rest)),
            _ => fail(BAD_ESCAPE, consumed(whole, rest)),
        };
    }
    let (mut value, mut digits, mut rest) = (0, 0, rest);
    while let Some((c, after)) = next_char(rest) {
        rest = after;
        match c.to_digit(16) {
            None if c == '}' && digits > 0 => return Ok((value, rest)),
            Some(digit) if value * 16 + digit <= char::MAX as u32 => value = value * 16 + digit,
            _ => break,
        }
        digits += 1;
    }
    fail(BAD_ESCAPE, consumed(whole, rest))
}
