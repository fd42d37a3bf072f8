//! JSON.

use value::{Refinement, Type, Value, json};

use crate::encoding::size::check_written_size;
use crate::string::{STR, check_size, text};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const JSONDECODE: Function = Function {
    name: "jsondecode",
    params: &[STR],
    variadic: None,
    returns: Returns::From(decoded_type),
    refine: Refine::Nothing,
    doc: "Reads JSON: objects, tuples and primitive values.",
    examples: &[Example { call: "jsondecode(\"{\\\"a\\\": 1}\")", result: "{\n  \"a\" = 1\n}" }],
    body: Body::Plain(|args| {
        json::decode_implied(text(&args[0])?.as_bytes())
            .map_err(|error| FunctionError::new(error.to_string()))
    }),
};

/// What the beginning of a document tells of its type.
fn decoded_type(args: &[Value]) -> Result<Type, FunctionError> {
    let prefix = args[0].refinement().map_or("", |known| known.prefix.trim());
    match prefix.chars().next() {
        None | Some('{' | '[' | 'n') => Ok(Type::Dynamic),
        Some('"') => Ok(Type::String),
        Some('t' | 'f') => Ok(Type::Bool),
        Some('-' | '.' | '0'..='9') => Ok(Type::Number),
        Some(other) => Err(FunctionError::argument(
            0,
            format!("a JSON document cannot begin with the character {other:?}"),
        )),
    }
}

pub(crate) const JSONENCODE: Function = Function {
    name: "jsonencode",
    params: &[Param::new("val", ParamType::Any).nullable().unknown().dynamic()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Writes a value as JSON without white space, with names in order.",
    examples: &[Example {
        call: "jsonencode({ b = 1, a = [true] })",
        result: "\"{\\\"a\\\":[true],\\\"b\\\":1}\"",
    }],
    body: Body::Plain(|args| {
        let value = &args[0];
        if !value.is_wholly_known() {
            let unknown = Value::unknown(Type::String);
            return Ok(
                prefix(value).map_or(unknown.clone(), |first| unknown.refine(Refinement::with_prefix(first)))
            );
        }
        Ok(Value::string(write_json(value)?))
    }),
};

/// A wholly known value as JSON, unless the text would be too long.
pub(crate) fn write_json(value: &Value) -> Result<String, FunctionError> {
    check_written_size(value)?;
    let written = json::encode_simple(value).map_err(|error| FunctionError::new(error.message))?;
    check_size(Some(written.len()))?;
    Ok(written)
}

/// How the JSON of a value begins, if it is certain. One that may yet be null could begin otherwise.
fn prefix(value: &Value) -> Option<&'static str> {
    if !value.is_certainly_not_null() {
        return None;
    }
    match value.ty() {
        Type::String => Some("\""),
        Type::Object(_) | Type::Map(_) => Some("{"),
        Type::Tuple(_) | Type::List(_) | Type::Set(_) => Some("["),
        _ => None,
    }
}
