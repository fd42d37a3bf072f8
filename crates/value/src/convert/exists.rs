//! Which types convert to which, decided from the types alone.

use std::sync::Arc;

use super::unify::unify_types;
use crate::{ObjectType, Type};

/// Whether values of one type convert to another, or are of it already. A safe conversion never fails; an unsafe one may
/// fail for some values, such as text that is to become a number.
pub fn conversion_exists(from: &Type, to: &Type, allow_unsafe: bool) -> bool {
    match (from, to) {
        (_, Type::Dynamic) => true,
        (Type::Dynamic, _) => allow_unsafe,
        (Type::String, Type::String) | (Type::Number, Type::Number) | (Type::Bool, Type::Bool) => true,
        (Type::Number | Type::Bool, Type::String) => true,
        (Type::String, Type::Number | Type::Bool) => allow_unsafe,
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::List(b) | Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => conversion_exists(a, b, allow_unsafe),
        // Order and duplicates are lost, so it is not safe.
        (Type::List(a), Type::Set(b)) => allow_unsafe && conversion_exists(a, b, true),
        (Type::Tuple(items), Type::List(element) | Type::Set(element)) => {
            sequence_fits(items, element, allow_unsafe)
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| conversion_exists(a, b, allow_unsafe))
        }
        (Type::Object(object), Type::Map(element)) => entries_fit(object, element, allow_unsafe),
        (Type::Object(a), Type::Object(b)) => object_fits(a, b, allow_unsafe),
        (Type::Map(element), Type::Object(object)) => {
            // Keys that are missing only show in the value. So does an optional attribute of an
            // impossible type, which does no harm as long as the map has no such key.
            allow_unsafe
                && object
                    .attributes()
                    .iter()
                    .all(|attribute| attribute.optional || conversion_exists(element, &attribute.ty, true))
        }
        _ => false,
    }
}

fn sequence_fits(items: &[Type], element: &Type, allow_unsafe: bool) -> bool {
    if items.is_empty() {
        return true;
    }
    let Some(element) = element_for(items, element, allow_unsafe) else { return false };
    // Only elements of no known type can make a list of no known type.
    if element == Type::Dynamic && items.iter().any(|item| *item != Type::Dynamic) {
        return false;
    }
    items.iter().all(|item| conversion_exists(item, &element, allow_unsafe))
}

fn entries_fit(object: &ObjectType, element: &Type, allow_unsafe: bool) -> bool {
    if object.attributes().is_empty() {
        return true;
    }
    let types: Vec<Type> = object.attributes().iter().map(|attribute| attribute.ty.clone()).collect();
    let Some(element) = element_for(&types, element, allow_unsafe) else { return false };
    types.iter().all(|ty| conversion_exists(ty, &element, allow_unsafe))
}

/// The element type wanted, found among the parts when it is left open.
pub(super) fn element_for(parts: &[Type], element: &Type, allow_unsafe: bool) -> Option<Type> {
    match element {
        Type::Dynamic => unify_types(parts, allow_unsafe),
        _ => Some(element.clone()),
    }
}

fn object_fits(from: &ObjectType, to: &ObjectType, allow_unsafe: bool) -> bool {
    to.attributes().iter().all(|wanted| match from.get(&wanted.name) {
        Some(given) => conversion_exists(&given.ty, &wanted.ty, allow_unsafe),
        None => wanted.optional,
    })
}

/// Whether two types are the same when it does not matter which attributes are optional.
pub(super) fn same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::List(a), Type::List(b)) | (Type::Set(a), Type::Set(b)) | (Type::Map(a), Type::Map(b)) => {
            Arc::ptr_eq(a, b) || same(a, b)
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            Arc::ptr_eq(a, b) || (a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b)))
        }
        (Type::Object(a), Type::Object(b)) => {
            Arc::ptr_eq(a, b)
                || (a.attributes().len() == b.attributes().len()
                    && a.attributes()
                        .iter()
                        .zip(b.attributes())
                        .all(|(a, b)| a.name == b.name && same(&a.ty, &b.ty)))
        }
        _ => a == b,
    }
}
