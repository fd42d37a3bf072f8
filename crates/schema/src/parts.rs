//! Looking into values by the shape a schema gives them, whatever they really are.

use value::{Kind, SmolStr, Type, Value};

/// An attribute of an object; null where there is none.
pub(crate) fn attr(object: &Value, name: &str) -> Value {
    object.entry(name).cloned().unwrap_or_else(|| Value::null(Type::Dynamic))
}

/// The element of a list, tuple, map or object at a key.
pub(crate) fn element<'a>(collection: &'a Value, key: &Value) -> Option<&'a Value> {
    match collection.kind() {
        Kind::List(items) | Kind::Tuple(items) => {
            let at = key.as_num()?.to_i64().and_then(|at| usize::try_from(at).ok())?;
            items.get(at)
        }
        Kind::Map(_) | Kind::Object(_) => collection.entry(key.as_str()?),
        _ => None,
    }
}

/// The elements of a known collection with their keys; an element of a set is its own key.
pub(crate) fn elements(collection: &Value) -> Vec<(Value, Value)> {
    match collection.kind() {
        Kind::List(items) | Kind::Tuple(items) => {
            items.iter().enumerate().map(|(at, item)| (Value::int(at as i64), item.clone())).collect()
        }
        Kind::Set(items) => items.iter().map(|item| (item.clone(), item.clone())).collect(),
        Kind::Map(entries) | Kind::Object(entries) => {
            entries.iter().map(|(key, item)| (Value::string(key.clone()), item.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// How many elements a collection has; nothing when it is null or unknown.
pub(crate) fn count(collection: &Value) -> Option<usize> {
    match collection.kind() {
        Kind::List(items) | Kind::Tuple(items) | Kind::Set(items) => Some(items.len()),
        Kind::Map(entries) | Kind::Object(entries) => Some(entries.len()),
        _ => None,
    }
}

/// A collection with each element replaced, of the same kind.
pub(crate) fn map_elements(collection: &Value, change: &mut dyn FnMut(Value, &Value) -> Value) -> Value {
    let element_type = || collection.ty().element().cloned().unwrap_or(Type::Dynamic);
    let keyed = |entries: &[(SmolStr, Value)], change: &mut dyn FnMut(Value, &Value) -> Value| {
        let changed =
            entries.iter().map(|(key, item)| (key.clone(), change(Value::string(key.clone()), item)));
        changed.collect::<Vec<_>>()
    };
    let value = match collection.kind() {
        Kind::List(items) => {
            let items = items.iter().enumerate().map(|(at, item)| change(Value::int(at as i64), item));
            Value::list(element_type(), items.collect())
        }
        Kind::Tuple(items) => Value::tuple(
            items.iter().enumerate().map(|(at, item)| change(Value::int(at as i64), item)).collect(),
        ),
        Kind::Set(items) => {
            Value::set(element_type(), items.iter().map(|item| change(item.clone(), item)).collect())
        }
        Kind::Map(entries) => Value::map(element_type(), keyed(entries, change)),
        Kind::Object(entries) => Value::object(keyed(entries, change)),
        _ => return collection.clone(),
    };
    value.with_marks(collection.marks())
}
