//! From a JSON document to a value.

use smol_str::SmolStr;

use super::JsonError;
use super::parse::Json;
use crate::convert::{convert, uniform};
use crate::nesting::deep;
use crate::num::Num;
use crate::quote::quote;
use crate::{ObjectType, PathStep, Type, Value, type_json};

/// A value of the type.
pub(super) fn typed(json: &Json<'_>, ty: &Type) -> Result<Value, JsonError> {
    if matches!(json, Json::Null) {
        return Ok(Value::null(ty.clone()));
    }
    deep(|| typed_inside(json, ty))
}

fn typed_inside(json: &Json<'_>, ty: &Type) -> Result<Value, JsonError> {
    match ty {
        Type::Dynamic => dynamic(json),
        Type::String | Type::Number | Type::Bool => primitive(json, ty),
        Type::List(element) | Type::Set(element) => {
            let items = items(array(json)?, element)?;
            let Some((element, items)) = uniform(items, element) else {
                return Err(JsonError::new("all elements must have the same type"));
            };
            Ok(if matches!(ty, Type::Set(_)) {
                Value::set(element, items)
            } else {
                Value::list(element, items)
            })
        }
        Type::Map(element) => {
            let mut keys = Vec::new();
            let mut items = Vec::new();
            for (key, json) in object(json)? {
                let key = normal(key);
                items.push(
                    typed(json, element).map_err(|error| error.under(index(Value::string(key.clone()))))?,
                );
                keys.push(key);
            }
            let Some((element, items)) = uniform(items, element) else {
                return Err(JsonError::new("all elements must have the same type"));
            };
            Ok(Value::map(element, keys.into_iter().zip(items)))
        }
        Type::Tuple(types) => tuple(array(json)?, types),
        Type::Object(wanted) => attributes(object(json)?, wanted),
    }
}

fn index(key: Value) -> PathStep {
    PathStep::Index(key)
}

/// Keys are strings of the language, and those are in normal form.
fn normal(key: &SmolStr) -> SmolStr {
    match Value::string(key.clone()).as_smol_str() {
        Some(normal) => normal.clone(),
        None => key.clone(),
    }
}

fn array<'a, 'b>(json: &'b Json<'a>) -> Result<&'b [Json<'a>], JsonError> {
    match json {
        Json::Array(items) => Ok(items),
        _ => Err(JsonError::new("missing expected [")),
    }
}

fn object<'a, 'b>(json: &'b Json<'a>) -> Result<&'b [(SmolStr, Json<'a>)], JsonError> {
    match json {
        Json::Object(entries) => Ok(entries),
        _ => Err(JsonError::new("missing expected {")),
    }
}

fn primitive(json: &Json<'_>, ty: &Type) -> Result<Value, JsonError> {
    let value = match (json, ty) {
        (Json::Bool(value), Type::Bool | Type::String) => Value::bool(*value),
        (Json::Number(text), Type::Number) => number(text)?,
        (Json::Number(text), Type::String) => Value::string(*text),
        (Json::String(text), _) => Value::string(text.clone()),
        _ => return Err(JsonError::format(format_args!("{} is required", ty.friendly_name()))),
    };
    Ok(convert(&value, ty)?)
}

fn number(text: &str) -> Result<Value, JsonError> {
    Num::parse(text).map(Value::number).ok_or_else(|| JsonError::new("a number is required"))
}

fn items(items: &[Json<'_>], element: &Type) -> Result<Vec<Value>, JsonError> {
    let one = |(at, item)| typed(item, element).map_err(|error| error.under(index(Value::int(at as i64))));
    items.iter().enumerate().map(one).collect()
}

fn tuple(items: &[Json<'_>], types: &[Type]) -> Result<Value, JsonError> {
    let count = types.len();
    if items.len() != count {
        let many = if items.len() > count { "too many" } else { "not enough" };
        return Err(JsonError::format(format_args!("{many} tuple elements (need {count})")));
    }
    let one = |(at, (item, ty))| typed(item, ty).map_err(|error| error.under(index(Value::int(at as i64))));
    let items: Result<Vec<Value>, JsonError> = items.iter().zip(types).enumerate().map(one).collect();
    Ok(Value::tuple(items?))
}

fn attributes(entries: &[(SmolStr, Json<'_>)], wanted: &ObjectType) -> Result<Value, JsonError> {
    let mut values: Vec<Option<Value>> = vec![None; wanted.attributes().len()];
    for (name, json) in entries {
        let Some(at) = wanted.position(name) else {
            return Err(JsonError::format(format_args!("unsupported attribute {}", quote(name))));
        };
        let value = typed(json, &wanted.attributes()[at].ty);
        values[at] = Some(value.map_err(|error| error.under(PathStep::Attr(name.clone())))?);
    }
    let filled = wanted.attributes().iter().zip(values).map(|(attribute, value)| {
        (attribute.name.clone(), value.unwrap_or_else(|| Value::null(attribute.ty.clone())))
    });
    Ok(Value::object(filled))
}

/// A value wrapped with its type.
fn dynamic(json: &Json<'_>) -> Result<Value, JsonError> {
    let mut ty = None;
    let mut body = None;
    for (key, json) in object(json)? {
        match key.as_str() {
            "type" => {
                ty = Some(type_json::from_json(json).map_err(|message| {
                    JsonError::format(format_args!("failed to decode type for dynamic value: {message}"))
                })?);
            }
            "value" => body = Some(json),
            _ => {
                let key = quote(key);
                return Err(JsonError::format(format_args!("invalid key {key} in dynamically-typed value")));
            }
        }
    }
    let ty = ty.ok_or_else(|| JsonError::new("missing type in dynamically-typed value"))?;
    let body = body.ok_or_else(|| JsonError::new("missing value in dynamically-typed value"))?;
    typed(body, &ty)
}

/// The type a plain document has; of repeated keys the last counts.
pub(super) fn implied_type(json: &Json<'_>) -> Type {
    match json {
        Json::Null => Type::Dynamic,
        Json::Bool(_) => Type::Bool,
        Json::Number(_) => Type::Number,
        Json::String(_) => Type::String,
        Json::Array(items) => deep(|| Type::tuple(items.iter().map(implied_type))),
        Json::Object(entries) => {
            deep(|| Type::object(entries.iter().map(|(key, json)| (normal(key), implied_type(json)))))
        }
    }
}

/// The value of a plain document.
pub(super) fn implied(json: &Json<'_>) -> Result<Value, JsonError> {
    Ok(match json {
        Json::Null => Value::null(Type::Dynamic),
        Json::Bool(value) => Value::bool(*value),
        Json::Number(text) => number(text)?,
        Json::String(text) => Value::string(text.clone()),
        Json::Array(items) => {
            let one = |(at, item)| {
                implied(item).map_err(|error: JsonError| error.under(index(Value::int(at as i64))))
            };
            Value::tuple(deep(|| items.iter().enumerate().map(one).collect::<Result<_, _>>())?)
        }
        Json::Object(entries) => deep(|| implied_object(entries))?,
    })
}

fn implied_object(entries: &[(SmolStr, Json<'_>)]) -> Result<Value, JsonError> {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by(|a, b| entries[*a].0.cmp(&entries[*b].0));
    let mut attributes: Vec<(SmolStr, Value)> = Vec::with_capacity(entries.len());
    for same_key in order.chunk_by(|a, b| entries[*a].0 == entries[*b].0) {
        let Some((last, earlier)) = same_key.split_last() else { continue };
        let (key, json) = &entries[*last];
        let under = |error: JsonError| error.under(PathStep::Attr(key.clone()));
        if normal(key) != *key {
            return Err(JsonError::format(format_args!("unsupported attribute {}", quote(key))));
        }
        if !earlier.is_empty() {
            // The last of a repeated key counts, but the type is taken from it for all of them,
            // and so the others can still be wrong.
            let ty = implied_type(json);
            for position in earlier {
                typed(&entries[*position].1, &ty).map_err(under)?;
            }
        }
        attributes.push((key.clone(), implied(json).map_err(under)?));
    }
    Ok(Value::object(attributes))
}
