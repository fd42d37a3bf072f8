//! The order and identity of set elements, the same as go-cty's, because iteration order is visible.

use std::cmp::Ordering;

use crate::quote::write_quoted;
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
    let mut keyed: Vec<(String, Value)> = items.drain(..).map(|item| (order_key(&item), item)).collect();
    keyed.sort_by(|a, b| edge_rank(&a.1).cmp(&edge_rank(&b.1)).then_with(|| a.0.cmp(&b.0)));
    let mut kept: Vec<(String, Value)> = Vec::with_capacity(keyed.len());
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

/// The key by whose bytes elements that are not primitive are ordered; text in it is quoted, so that what does not
/// show comes where its escapes do.
fn order_key(value: &Value) -> String {
    let mut out = String::new();
    append_key(value, &mut out);
    out
}

fn append_key(value: &Value, out: &mut String) {
    match value.kind() {
        Kind::Unknown => out.push('?'),
        Kind::Null => out.push('~'),
        Kind::Bool(value) => out.push(if value { 'T' } else { 'F' }),
        Kind::Number(number) => out.push_str(&number.to_set_hash_text()),
        Kind::String(text) => write_quoted(text, out),
        Kind::Map(entries) => {
            out.push('{');
            for (key, item) in entries {
                write_quoted(key, out);
                out.push(':');
                append_key(item, out);
                out.push(';');
            }
            out.push('}');
        }
        Kind::List(items) | Kind::Set(items) => append_all('[', items.iter(), ']', out),
        Kind::Object(entries) => append_all('<', entries.iter().map(|(_, item)| item), '>', out),
        Kind::Tuple(items) => append_all('<', items.iter(), '>', out),
    }
}

fn append_all<'a>(open: char, items: impl Iterator<Item = &'a Value>, close: char, out: &mut String) {
    out.push(open);
    for item in items {
        append_key(item, out);
        out.push(';');
    }
    out.push(close);
}
