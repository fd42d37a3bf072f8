//! Why one type does not convert to another, in words.

use super::conversion_exists;
use super::exists::same;
use crate::quote::quote;
use crate::{ObjectType, Type};

/// Why a value of one type does not fit another; asked only after a conversion failed.
pub fn mismatch_message(got: &Type, want: &Type) -> String {
    match (got, want) {
        (Type::Object(got), Type::Object(want)) => objects(got, want),
        (Type::Tuple(_), Type::List(element)) if **element == Type::Dynamic => {
            "all list elements must have the same type".to_owned()
        }
        (Type::Tuple(_), Type::Set(element)) if **element == Type::Dynamic => {
            "all set elements must have the same type".to_owned()
        }
        (Type::Object(_), Type::Map(element)) if **element == Type::Dynamic => {
            "all map elements must have the same type".to_owned()
        }
        (Type::Tuple(items), Type::List(element) | Type::Set(element)) => {
            let parts = items.iter().enumerate().map(|(at, item)| (at.to_string(), item));
            elements(parts, element)
        }
        (Type::Object(object), Type::Map(element)) => {
            let parts = object.attributes().iter().map(|a| (quote(&a.name), &a.ty));
            elements(parts, element)
        }
        (Type::List(got) | Type::Set(got), Type::List(element)) => {
            format!("incorrect list element type: {}", mismatch_message(got, element))
        }
        (Type::List(got) | Type::Set(got), Type::Set(element)) => {
            format!("incorrect set element type: {}", mismatch_message(got, element))
        }
        (Type::Map(got), Type::Map(element)) => {
            format!("incorrect map element type: {}", mismatch_message(got, element))
        }
        _ => format!("{} required", want.constraint_name()),
    }
}

/// The first part that does not convert.
fn elements<'a>(parts: impl Iterator<Item = (String, &'a Type)>, element: &Type) -> String {
    for (name, part) in parts {
        if !conversion_exists(part, element, true) {
            return format!("element {name}: {}", mismatch_message(part, element));
        }
    }
    format!("all elements must be {}", element.constraint_name())
}

/// Missing attributes count before wrong ones, impossible ones before those that only might fail.
fn objects(got: &ObjectType, want: &ObjectType) -> String {
    let mut missing = Vec::new();
    let mut impossible = None;
    let mut unsafe_only = None;
    for wanted in want.attributes() {
        let Some(given) = got.get(&wanted.name) else {
            if !wanted.optional {
                missing.push(quote(&wanted.name));
            }
            continue;
        };
        if same(&given.ty, &wanted.ty) {
            continue;
        }
        if impossible.is_none() && !conversion_exists(&given.ty, &wanted.ty, true) {
            impossible = Some((given, wanted));
        }
        if unsafe_only.is_none() && !conversion_exists(&given.ty, &wanted.ty, false) {
            unsafe_only = Some((given, wanted));
        }
    }
    match (missing.as_slice(), impossible.or(unsafe_only)) {
        ([name], _) => format!("attribute {name} is required"),
        ([first, second], _) => format!("attributes {first} and {second} are required"),
        ([names @ .., last], _) => format!("attributes {}, and {last} are required", names.join(", ")),
        ([], Some((given, wanted))) => {
            format!("attribute {}: {}", quote(&wanted.name), mismatch_message(&given.ty, &wanted.ty))
        }
        ([], None) => "incorrect object attributes".to_owned(),
    }
}
