//! JSON as Go's reader takes it, told in the one form that ours knows.
//!
//! Terraform reads state with a reader that takes more than files usually hold: names of fields in other case, a field
//! twice, `null` wherever something may be, bytes that are no Unicode. Files like that come from other tools and from
//! repairs by hand. What they say is found here, field by field, so that nothing in them is overlooked.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::ReadError;
use super::error::syntax;

/// What a part of a file is.
pub(super) enum Shape {
    /// Taken as it stands, whatever it is.
    Any,
    /// The same, but what it says is told in this form.
    Within(&'static Shape),
    /// A string, number or truth value.
    Plain(Plain),
    /// Fields that are known by name; all others are left out.
    Fields(&'static [(&'static str, Shape)]),
    /// What has names of its own.
    Map(&'static Shape),
    List(&'static Shape),
    /// Fields where it is an object, otherwise anything.
    FieldsOrAny(&'static [(&'static str, Shape)]),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Plain {
    Text,
    Number,
    Bool,
}

/// What was found so far; a field that comes again is added to it.
enum Found<'a> {
    Text(Cow<'a, str>),
    Fields(Vec<Option<Found<'a>>>, &'static [(&'static str, Shape)]),
    Map(BTreeMap<Cow<'a, str>, Found<'a>>),
    List(Vec<Found<'a>>),
}

/// The same file in the form that is read strictly.
pub(super) fn fold(text: &str, shape: &'static Shape) -> Result<String, ReadError> {
    let json: &RawValue = serde_json::from_str(text).map_err(|error| syntax(&error))?;
    let mut found = None;
    Folder { text }.add(json, shape, &mut found)?;
    let mut out = String::with_capacity(text.len());
    if let Some(found) = &found {
        write(found, &mut out);
    }
    Ok(out)
}

/// Where things are looked for, to say where they are wrong.
struct Folder<'a> {
    text: &'a str,
}

impl<'a> Folder<'a> {
    fn add(
        &self,
        json: &'a RawValue,
        shape: &'static Shape,
        found: &mut Option<Found<'a>>,
    ) -> Result<(), ReadError> {
        let text = json.get();
        let is_null = text == "null";
        match shape {
            Shape::Any => *found = Some(Found::Text(text.into())),
            Shape::Within(shape) => {
                *found = None;
                self.add(json, shape, found)?;
            }
            Shape::FieldsOrAny(_) if !text.starts_with('{') => *found = Some(Found::Text(text.into())),
            // What says nothing leaves what was said before.
            Shape::Plain(_) if is_null => {}
            Shape::Plain(plain) => {
                if kind(text) != Some(*plain) {
                    return Err(self.wrong(json));
                }
                *found = Some(Found::Text(text.into()));
            }
            Shape::Fields(fields) | Shape::FieldsOrAny(fields) => {
                let pairs = if is_null { Vec::new() } else { self.pairs(json)? };
                let mut known = match found.take() {
                    Some(Found::Fields(known, _)) => known,
                    _ => fields.iter().map(|_| None).collect(),
                };
                for (name, json) in pairs {
                    if let Some(at) = fields.iter().position(|(field, _)| is_same_name(&name, field)) {
                        self.add(json, &fields[at].1, &mut known[at])?;
                    }
                }
                *found = Some(Found::Fields(known, fields));
            }
            Shape::Map(_) | Shape::List(_) if is_null => *found = None,
            Shape::Map(shape) => {
                let pairs = self.pairs(json)?;
                let mut map = match found.take() {
                    Some(Found::Map(map)) => map,
                    _ => BTreeMap::new(),
                };
                for (name, json) in pairs {
                    let mut entry = None;
                    self.add(json, shape, &mut entry)?;
                    map.insert(name, entry.unwrap_or_else(|| nothing(shape)));
                }
                *found = Some(Found::Map(map));
            }
            Shape::List(shape) => {
                let elements: Vec<&'a RawValue> = serde_json::from_str(text).map_err(|_| self.wrong(json))?;
                let before = match found.take() {
                    Some(Found::List(before)) => before,
                    _ => Vec::new(),
                };
                let mut before = before.into_iter();
                let mut list = Vec::with_capacity(elements.len());
                for json in elements {
                    let mut element = before.next();
                    self.add(json, shape, &mut element)?;
                    list.push(element.unwrap_or_else(|| nothing(shape)));
                }
                *found = Some(Found::List(list));
            }
        }
        Ok(())
    }

    fn pairs(&self, json: &'a RawValue) -> Result<Vec<(Cow<'a, str>, &'a RawValue)>, ReadError> {
        serde_json::from_str::<Pairs<'a>>(json.get()).map(|pairs| pairs.0).map_err(|_| self.wrong(json))
    }

    /// Says where something ends that is not what belongs there.
    fn wrong(&self, json: &RawValue) -> ReadError {
        let start = (json.get().as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..start.saturating_add(json.get().len())).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        ReadError::Form { line: before.matches('\n').count() + 1, column: before.len() - line_start }
    }
}

/// What stands for `null` in a list or map.
fn nothing<'a>(shape: &Shape) -> Found<'a> {
    Found::Text(Cow::Borrowed(match shape {
        Shape::Plain(Plain::Text) => "\"\"",
        Shape::Plain(Plain::Number) => "0",
        Shape::Plain(Plain::Bool) => "false",
        Shape::Fields(_) | Shape::Map(_) => "{}",
        Shape::List(_) => "[]",
        Shape::Any | Shape::Within(_) | Shape::FieldsOrAny(_) => "null",
    }))
}

fn kind(text: &str) -> Option<Plain> {
    match text.as_bytes().first()? {
        b'"' => Some(Plain::Text),
        b't' | b'f' => Some(Plain::Bool),
        b'0'..=b'9' => text.bytes().all(|byte| byte.is_ascii_digit()).then_some(Plain::Number),
        _ => None,
    }
}

/// Whether a name is that of a field, in whatever case; two letters beyond ASCII have one in ASCII as their other case.
fn is_same_name(name: &str, field: &str) -> bool {
    let plain = |c: char| match c {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        c => c.to_ascii_lowercase(),
    };
    name == field || name.chars().map(plain).eq(field.chars())
}

fn write(found: &Found<'_>, out: &mut String) {
    match found {
        Found::Text(text) => out.push_str(text),
        Found::Fields(known, fields) => {
            let there =
                fields.iter().zip(known).filter_map(|((name, _), found)| Some((*name, found.as_ref()?)));
            write_pairs(there, out);
        }
        Found::Map(map) => write_pairs(map.iter().map(|(name, found)| (name.as_ref(), found)), out),
        Found::List(list) => {
            out.push('[');
            for (at, element) in list.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(element, out);
            }
            out.push(']');
        }
    }
}

fn write_pairs<'f, 'a: 'f>(pairs: impl Iterator<Item = (&'f str, &'f Found<'a>)>, out: &mut String) {
    out.push('{');
    for (at, (name, found)) in pairs.enumerate() {
        if at > 0 {
            out.push(',');
        }
        out.push_str(&serde_json::Value::from(name).to_string());
        out.push(':');
        write(found, out);
    }
    out.push('}');
}

/// The names and values of an object, in their order and as often as they are there.
struct Pairs<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs<'de>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some(name) = map.next_key::<Name<'de>>()? {
            pairs.push((name.0, map.next_value()?));
        }
        Ok(Pairs(pairs))
    }
}

/// Borrowed where it can be.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// The text of a file. Each byte that is no Unicode, and each half of a character that is written in two halves, becomes
/// the sign for what could not be read.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(replace_bytes(bytes)),
    };
    match replace_halves(&text) {
        Some(replaced) => Cow::Owned(replaced),
        None => text,
    }
}

fn replace_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(std::iter::repeat_n('\u{fffd}', chunk.invalid().len()));
    }
    text
}

/// The text without halves of characters; nothing if there are none.
fn replace_halves(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let half = |at: usize| -> Option<u32> {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        let number = u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        (0xd800..0xe000).contains(&number).then_some(number)
    };
    let mut replaced: Option<String> = None;
    let (mut at, mut kept) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', &bytes[at..]) {
        at += found;
        match half(at) {
            Some(0xd800..0xdc00) if half(at + 6).is_some_and(|low| low >= 0xdc00) => at += 12,
            Some(_) => {
                let out = replaced.get_or_insert_with(String::new);
                out.push_str(&text[kept..at]);
                out.push_str("\\ufffd");
                at += 6;
                kept = at;
            }
            None => at = (at + 2).min(bytes.len()),
        }
    }
    let mut replaced = replaced?;
    replaced.push_str(&text[kept..]);
    Some(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    static SHAPE: Shape = Shape::Fields(&[
        ("task", Shape::Plain(Plain::Text)),
        ("count", Shape::Plain(Plain::Number)),
        ("any", Shape::Any),
        ("map", Shape::Map(&PART)),
        ("list", Shape::List(&PART)),
    ]);
    static PART: Shape = Shape::Fields(&[("a", Shape::Plain(Plain::Number)), ("b", Shape::Any)]);

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(fold(text, &SHAPE).as_deref(), Ok(expect), "{text}");
    }

    #[test]
    fn names_count_in_any_case() {
        check(r#"{"TASK":"x","Count":1}"#, r#"{"task":"x","count":1}"#);
        check("{\"ta\u{17f}\u{212a}\":\"x\"}", r#"{"task":"x"}"#);
        check(r#"{"t\u0061sk":"x","tasks":1,"other":{"task":2}}"#, r#"{"task":"x"}"#);
    }

    #[test]
    fn what_is_said_again_is_added() {
        check(r#"{"task":"x","task":"y","Task":null}"#, r#"{"task":"y"}"#);
        check(r#"{"any":{"a":1},"any":{"b":2},"any":null}"#, r#"{"any":null}"#);
        check(r#"{"map":{"x":{"a":1}},"map":{"x":{"b":2},"X":null}}"#, r#"{"map":{"X":{},"x":{"b":2}}}"#);
        check(r#"{"list":[{"a":1},{"a":2}],"list":[{"b":[ 3 ]}]}"#, r#"{"list":[{"a":1,"b":[ 3 ]}]}"#);
        check(r#"{"list":[{"a":1}],"list":null,"map":{"x":{}},"map":null}"#, "{}");
        check(r#"{"list":[null,{"a":null}]}"#, r#"{"list":[{},{}]}"#);
    }

    #[test]
    fn what_does_not_belong_there_is_told_with_its_place() {
        for (text, line, column) in [
            (r#"{"task":1}"#, 1, 9),
            ("{\"list\":\n [{\"a\":\"secret\"}]}", 2, 15),
            (r#"{"count":-1}"#, 1, 11),
            (r#"{"map":[]}"#, 1, 9),
        ] {
            assert_eq!(fold(text, &SHAPE), Err(ReadError::Form { line, column }), "{text}");
        }
        assert_eq!(fold("{\"task\":", &SHAPE), Err(ReadError::Truncated { line: 1 }));
    }

    #[test]
    fn what_is_no_unicode_is_replaced_byte_by_byte() {
        assert_eq!(text(b"\"a\xff\xe2\x82b\""), "\"a\u{fffd}\u{fffd}\u{fffd}b\"");
        assert_eq!(text(br#""\ud800x\udc00\ud83d\ude00\\ud800""#), r#""\ufffdx\ufffd\ud83d\ude00\\ud800""#);
        assert!(matches!(text(b"{}"), Cow::Borrowed("{}")));
    }
}
