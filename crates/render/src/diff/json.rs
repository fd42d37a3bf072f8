//! Texts that are JSON, compared by their content.
//!
//! What they hold are no values of the language: Terraform shows and compares numbers as they are written there.

use smol_str::SmolStr;
use value::Value;
use value::json::Json;

use super::build::{act_of_whole, scalar};
use super::sequence::pair_elements;
use super::{Act, Diff, Hint, Kind, Replace};

/// The content of text that is a JSON object or list. What begins with a space Terraform shows as it is.
pub(super) fn content(value: Option<&Value>) -> Option<Json<'_>> {
    let text = value?.as_str()?;
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let mut content = value::json::document(text)?;
    sort(&mut content);
    Some(content)
}

/// Brings all fields into the order of their keys. Of those with one key the last counts.
fn sort(json: &mut Json<'_>) {
    stacker::maybe_grow(64 << 10, 1 << 20, || match json {
        Json::Array(items) => items.iter_mut().for_each(sort),
        Json::Object(fields) => {
            fields.reverse();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            fields.dedup_by(|earlier, last| earlier.0 == last.0);
            fields.iter_mut().for_each(|(_, field)| sort(field));
        }
        _ => {}
    });
}

/// Compares two documents or parts of them; one that is missing is new or gone.
pub(super) fn diff(before: Option<&Json<'_>>, after: Option<&Json<'_>>) -> Diff {
    use Json::{Array, Number, Object};
    let whole = |mut kind| {
        let act = act_of_whole(before.is_some(), after.is_some(), &mut kind);
        Diff { act, replace: false, kind }
    };
    stacker::maybe_grow(64 << 10, 1 << 20, || match (before, after) {
        (None | Some(Array(_)), None | Some(Array(_))) => {
            whole(Kind::List(list(items(before), items(after))))
        }
        (None | Some(Object(_)), None | Some(Object(_))) => {
            whole(Kind::Object(entries(fields(before), fields(after))))
        }
        (Some(Number(text)), None) => number(Act::Delete, text),
        (None, Some(Number(text))) => number(Act::Create, text),
        (Some(Number(old)), Some(Number(text))) if old == text => number(Act::NoOp, text),
        (Some(Number(_) | Array(_) | Object(_)), _) | (_, Some(Number(_) | Array(_) | Object(_))) => {
            let kind = Kind::Changed(Box::new(diff(before, None)), Box::new(diff(None, after)));
            Diff { act: Act::Update, replace: false, kind }
        }
        _ => {
            let (before, after) = (before.map(plain), after.map(plain));
            scalar(before.as_ref(), after.as_ref(), Hint::Open, &Replace::default())
        }
    })
}

fn number(act: Act, text: &str) -> Diff {
    Diff { act, replace: false, kind: Kind::JsonNumber(text.into()) }
}

/// The value of what has no parts and is no number.
fn plain(json: &Json<'_>) -> Value {
    match json {
        Json::Bool(value) => Value::bool(*value),
        Json::String(text) => Value::string(text.clone()),
        _ => Value::null(value::Type::Dynamic),
    }
}

fn items<'a, 'j>(json: Option<&'a Json<'j>>) -> &'a [Json<'j>] {
    match json {
        Some(Json::Array(items)) => items,
        _ => &[],
    }
}

fn list(old: &[Json<'_>], new: &[Json<'_>]) -> Vec<Diff> {
    let pairs = pair_elements(old, new, same, |json| matches!(json, Json::Object(_)));
    pairs.into_iter().map(|(b, a)| diff(b.map(|b| &old[b]), a.map(|a| &new[a]))).collect()
}

fn fields<'a, 'j>(json: Option<&'a Json<'j>>) -> &'a [(SmolStr, Json<'j>)] {
    match json {
        Some(Json::Object(fields)) => fields,
        _ => &[],
    }
}

fn entries(old: &[(SmolStr, Json<'_>)], new: &[(SmolStr, Json<'_>)]) -> Vec<(SmolStr, Diff)> {
    let mut keys: Vec<&SmolStr> = old.iter().chain(new).map(|(key, _)| key).collect();
    keys.sort();
    keys.dedup();
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    let one = |key: &SmolStr| {
        let before = old.next_if(|field| field.0 == *key).map(|field| &field.1);
        let after = new.next_if(|field| field.0 == *key).map(|field| &field.1);
        (key.clone(), diff(before, after))
    };
    keys.into_iter().map(one).collect()
}

/// Whether two documents say the same.
fn same(a: &Json<'_>, b: &Json<'_>) -> bool {
    stacker::maybe_grow(64 << 10, 1 << 20, || match (a, b) {
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(&a.1, &b.1))
        }
        (a, b) => a == b,
    })
}
