//! Conversion of nulls and unknowns, of which only the type changes.

use super::exists::element_for;
use crate::{Kind, Refinement, Type, Value};

/// The null or unknown value of the wanted type, keeping what stays true of an unknown.
pub(super) fn null_or_unknown(value: &Value, want: &Type) -> Value {
    let from = value.ty();
    let ty = filled(&from, want);
    if matches!(value.kind(), Kind::Null) {
        return Value::null(ty);
    }
    let known = value.refinement().cloned().unwrap_or_default();
    let (min_length, max_length) = length_after(&from, &ty, &known);
    let unknown = Value::unknown(ty);
    let refinement = Refinement { not_null: known.not_null, min_length, max_length, ..Refinement::default() };
    if refinement.is_empty() { unknown } else { unknown.refine(refinement) }
}

/// The bounds of the length that a conversion leaves.
fn length_after(from: &Type, to: &Type, known: &Refinement) -> (u64, Option<u64>) {
    match (from, to) {
        (Type::Object(object), Type::Map(_)) => exactly(object.attributes().len()),
        (Type::Tuple(items), Type::List(_)) => exactly(items.len()),
        // Equal elements fall together in a set, but never to nothing.
        (Type::Tuple(items), Type::Set(_)) => (items.len().min(1) as u64, Some(items.len() as u64)),
        (Type::List(_) | Type::Set(_), Type::Set(_)) => (known.min_length.min(1), known.max_length),
        (Type::List(_) | Type::Set(_) | Type::Map(_), Type::List(_) | Type::Map(_)) => {
            (known.min_length, known.max_length)
        }
        _ => (0, None),
    }
}

fn exactly(length: usize) -> (u64, Option<u64>) {
    (length as u64, Some(length as u64))
}

/// The wanted type with every part left open taken from the given type.
pub(super) fn filled(from: &Type, want: &Type) -> Type {
    if *from == Type::Dynamic || !want.has_dynamic() {
        return want.clone();
    }
    match (from, want) {
        (_, Type::Dynamic) => from.clone(),
        (Type::Map(from), Type::Map(element)) => Type::map(filled(from, element)),
        (Type::List(from) | Type::Set(from), Type::List(element)) => Type::list(filled(from, element)),
        (Type::List(from) | Type::Set(from), Type::Set(element)) => Type::set(filled(from, element)),
        (Type::Tuple(items), Type::List(element)) => Type::list(filled_from_parts(items, element)),
        (Type::Tuple(items), Type::Set(element)) => Type::set(filled_from_parts(items, element)),
        (Type::Object(object), Type::Map(element)) => {
            let types: Vec<Type> = object.attributes().iter().map(|a| a.ty.clone()).collect();
            Type::map(filled_from_parts(&types, element))
        }
        (Type::Map(from), Type::Object(object)) => {
            Type::object(object.attributes().iter().map(|a| (a.name.clone(), filled(from, &a.ty))))
        }
        (Type::Object(from), Type::Object(object)) => Type::object(object.attributes().iter().map(|a| {
            let given = from.get(&a.name).map_or(&Type::Dynamic, |given| &given.ty);
            (a.name.clone(), filled(given, &a.ty))
        })),
        (Type::Tuple(from), Type::Tuple(items)) if from.len() == items.len() => {
            Type::tuple(from.iter().zip(items.iter()).map(|(from, item)| filled(from, item)))
        }
        _ => want.clone(),
    }
}

fn filled_from_parts(parts: &[Type], element: &Type) -> Type {
    let unified = element_for(parts, &Type::Dynamic, true).unwrap_or(Type::Dynamic);
    filled(&unified, element)
}
