//! The order and identity of set elements, the same as go-cty's, because iteration order is visible.

use std::cmp::Ordering;

use crate::{Kind, Type, Value};

/// Puts elements in set order and drops equal ones. Unknown elements are never equal to anything.
pub(crate) fn sort_and_dedup(element: &Type, items: &mut Vec<Value>) {
    if items.len() < 2 {
        return;
    }
    if element.is_primitive() {
        items.sort_by(compare_primitive);
        items.dedup_by(|a, b| a.equals_certainly(b) && same_zero(a, b));
        return;
    }
    let mut keyed: Vec<(Vec<u8>, Value)> = items.drain(..).map(|item| (order_key(&item), item)).collect();
    keyed.sort_by(|a, b| edge_rank(&a.1).cmp(&edge_rank(&b.1)).then_with(|| a.0.cmp(&b.0)));
    let mut kept: Vec<(Vec<u8>, Value)> = Vec::with_capacity(keyed.len());
    for (key, item) in keyed {
        // Equal elements have equal keys and so stand together, but a key may also be shared by
        // elements that differ (numbers are cut to ten digits in it).
        let twin =
            kept.iter().rev().take_while(|(k, _)| *k == key).any(|(_, other)| other.equals_certainly(&item));
        if !twin {
            kept.push((key, item));
        }
    }
    items.extend(kept.into_iter().map(|(_, item)| item));
}

/// Unknown after known, null after all.
fn edge_rank(value: &Value) -> u8 {
    match value.kind() {
        Kind::Unknown => 1,
        Kind::Null => 2,
        _ => 0,
    }
}

fn compare_primitive(a: &Value, b: &Value) -> Ordering {
    match (a.kind(), b.kind()) {
        (Kind::String(a), Kind::String(b)) => a.cmp(b),
        (Kind::Number(a), Kind::Number(b)) => a.cmp(b),
        (Kind::Bool(a), Kind::Bool(b)) => a.cmp(&b),
        _ => edge_rank(a).cmp(&edge_rank(b)),
    }
}

/// Zero and negative zero are equal, and yet a set keeps both: their keys differ.
fn same_zero(a: &Value, b: &Value) -> bool {
    match (a.as_num(), b.as_num()) {
        (Some(a), Some(b)) => !a.is_zero() || a.is_neg() == b.is_neg(),
        _ => true,
    }
}

/// The byte key by which elements that are not primitive are ordered.
fn order_key(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    append_key(value, &mut out);
    out
}

fn append_key(value: &Value, out: &mut Vec<u8>) {
    match value.kind() {
        Kind::Unknown => out.push(b'?'),
        Kind::Null => out.push(b'~'),
        Kind::Bool(value) => out.push(if value { b'T' } else { b'F' }),
        Kind::Number(number) => out.extend_from_slice(number.to_set_hash_text().as_bytes()),
        Kind::String(text) => append_quoted(text, out),
        Kind::Map(entries) => {
            out.push(b'{');
            for (key, item) in entries {
                append_quoted(key, out);
                out.push(b':');
                append_key(item, out);
                out.push(b';');
            }
            out.push(b'}');
        }
        Kind::List(items) | Kind::Set(items) => append_all(b'[', items.iter(), b']', out),
        Kind::Object(entries) => append_all(b'<', entries.iter().map(|(_, item)| item), b'>', out),
        Kind::Tuple(items) => append_all(b'<', items.iter(), b'>', out),
    }
}

fn append_all<'a>(open: u8, items: impl Iterator<Item = &'a Value>, close: u8, out: &mut Vec<u8>) {
    out.push(open);
    for item in items {
        append_key(item, out);
        out.push(b';');
    }
    out.push(close);
}

fn append_quoted(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    for c in text.chars() {
        match c {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\n' => out.extend_from_slice(b"\\n"),
            '\r' => out.extend_from_slice(b"\\r"),
            '\t' => out.extend_from_slice(b"\\t"),
            c if (c as u32) < 0x20 || c == '\x7f' => {
                out.extend_from_slice(format!("\\x{:02x}", c as u32).as_bytes());
            }
            c => {
                let mut buffer = [0; 4];
                out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            }
        }
    }
    out.push(b'"');
}
