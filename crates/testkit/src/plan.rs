//! How the test provider plans and makes objects.

use schema::{Block, Nesting, unknown_computed};
use smol_str::{SmolStr, format_smolstr};
use value::{Kind, Path, Type, Value};

use crate::schemas::{CHANGES, DEFAULT_SIZE, needs_new};

/// The object with one attribute set.
pub(crate) fn with(object: &Value, name: &str, value: Value) -> Value {
    let entries = object.as_entries().unwrap_or_default().iter().cloned();
    Value::object(entries.chain([(SmolStr::from(name), value)]))
}

pub(crate) fn part(object: &Value, name: &str) -> Value {
    object.entry(name).cloned().unwrap_or_else(|| Value::null(Type::Dynamic))
}

/// The object as it will be, and the parts whose change needs a new one.
pub(crate) fn plan(
    type_name: &str,
    block: &Block,
    prior: &Value,
    proposed: &Value,
    config: &Value,
) -> (Value, Vec<Path>) {
    if proposed.is_null() || !proposed.is_known() {
        return (proposed.clone(), Vec::new());
    }
    let mut planned = block.without_write_only(proposed);
    if type_name == "test_thing" && part(config, "size").is_null() && part(&planned, "size").is_null() {
        planned = with(&planned, "size", Value::int(DEFAULT_SIZE));
    }
    if type_name == "test_legacy" {
        planned = sloppy(&planned);
    }
    if prior.is_null() {
        return (unknown_computed(block, &planned), Vec::new());
    }
    if planned.raw_eq(prior) {
        return (planned, Vec::new());
    }
    let changed = |name: &&&str| !part(prior, name).raw_eq(&part(&planned, name));
    let replaces = needs_new(type_name).iter().filter(changed).map(|name| Path::new().attr(*name)).collect();
    for name in CHANGES {
        planned = with(&planned, name, Value::null(Type::Number));
    }
    (unknown_computed(block, &planned), replaces)
}

/// What the old SDK makes of values: it cannot tell null from empty.
fn sloppy(object: &Value) -> Value {
    let mut planned = object.clone();
    if part(&planned, "note").is_null() {
        planned = with(&planned, "note", Value::string(""));
    }
    if part(&planned, "count_of").is_null() {
        planned = with(&planned, "count_of", Value::int(0));
    }
    planned
}

/// The object with everything made that was not known.
pub(crate) fn make(planned: &Value, id: &SmolStr, revision: i64, region: &str) -> Value {
    let entries = planned.as_entries().unwrap_or_default().iter().map(|(name, value)| {
        let value = match name.as_str() {
            "id" if !value.is_known() => Value::string(id.clone()),
            "revision" if !value.is_known() => Value::int(revision),
            "region" if !value.is_known() => Value::string(region),
            _ => filled(value, name),
        };
        (name.clone(), value)
    });
    Value::object(entries)
}

fn filled(value: &Value, name: &str) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    let element = || value.ty().element().cloned().unwrap_or(Type::Dynamic);
    match value.kind() {
        Kind::Unknown => made_up(&value.ty(), name),
        Kind::List(items) => Value::list(element(), items.iter().map(|item| filled(item, name)).collect()),
        Kind::Set(items) => Value::set(element(), items.iter().map(|item| filled(item, name)).collect()),
        Kind::Tuple(items) => Value::tuple(items.iter().map(|item| filled(item, name)).collect()),
        Kind::Map(entries) => {
            Value::map(element(), entries.iter().map(|(key, item)| (key.clone(), filled(item, key))))
        }
        Kind::Object(entries) => {
            Value::object(entries.iter().map(|(key, item)| (key.clone(), filled(item, key))))
        }
        _ => value.clone(),
    }
}

/// A value of a type: `made-NAME` and the like.
fn made_up(ty: &Type, name: &str) -> Value {
    match ty {
        Type::String | Type::Dynamic => Value::string(format_smolstr!("made-{name}")),
        Type::Number => Value::int(1),
        Type::Bool => Value::bool(true),
        Type::List(element) => Value::list((**element).clone(), Vec::new()),
        Type::Set(element) => Value::set((**element).clone(), Vec::new()),
        Type::Map(element) => Value::map::<SmolStr>((**element).clone(), []),
        Type::Tuple(elements) => {
            Value::tuple(elements.iter().map(|element| made_up(element, name)).collect())
        }
        // What only the configuration can set stays null.
        Type::Object(object) => Value::object(object.attributes().iter().map(|attribute| {
            let (name, ty) = (&attribute.name, &attribute.ty);
            let own = matches!(name.as_str(), "id" | "chosen");
            (name.clone(), if own { made_up(ty, name) } else { Value::null(ty.clone()) })
        })),
    }
}

/// An object as the old SDK gives it back: no blocks are null, and names are in lower case.
pub(crate) fn legacy_answer(block: &Block, object: &Value) -> Value {
    let mut answer = object.clone();
    for (name, nested) in &block.blocks {
        let empty = part(&answer, name).as_items().is_some_and(<[Value]>::is_empty);
        if empty && nested.nesting == Nesting::List {
            answer = with(&answer, name, Value::null(nested.ty()));
        }
    }
    match part(&answer, "name").as_str() {
        Some(name) => with(&answer, "name", Value::string(name.to_lowercase())),
        None => answer,
    }
}
