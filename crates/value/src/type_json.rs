//! Types as JSON, the form in which schemas and values of open type carry them.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::json::JsonError;
use crate::json::parse::{Json, parse};
use crate::json::write::string;
use crate::nesting::deep;
use crate::{AttributeType, ObjectType, Type};

/// The type as JSON, without spaces, attributes in order of name.
pub fn encode(ty: &Type) -> String {
    let mut out = String::new();
    write(ty, &mut out);
    out
}

/// Reads a type.
pub fn decode(bytes: &[u8]) -> Result<Type, JsonError> {
    let document = parse(bytes).map_err(JsonError::new)?;
    from_json(&document).map_err(JsonError::new)
}

pub(crate) fn write(ty: &Type, out: &mut String) {
    let collection = |name: &str, element: &Type, out: &mut String| {
        out.push_str("[\"");
        out.push_str(name);
        out.push_str("\",");
        write(element, out);
        out.push(']');
    };
    match ty {
        Type::Dynamic => out.push_str("\"dynamic\""),
        Type::String => out.push_str("\"string\""),
        Type::Number => out.push_str("\"number\""),
        Type::Bool => out.push_str("\"bool\""),
        Type::List(element) => collection("list", element, out),
        Type::Set(element) => collection("set", element, out),
        Type::Map(element) => collection("map", element, out),
        Type::Tuple(items) => {
            out.push_str("[\"tuple\",[");
            separated(items.iter(), out, write);
            out.push_str("]]");
        }
        Type::Object(object) => {
            out.push_str("[\"object\",{");
            separated(object.attributes().iter(), out, |attribute, out| {
                string(&attribute.name, out);
                out.push(':');
                write(&attribute.ty, out);
            });
            out.push('}');
            if object.attributes().iter().any(|attribute| attribute.optional) {
                out.push_str(",[");
                let optional = object.attributes().iter().filter(|attribute| attribute.optional);
                separated(optional, out, |attribute, out| string(&attribute.name, out));
                out.push(']');
            }
            out.push(']');
        }
    }
}

fn separated<T>(items: impl Iterator<Item = T>, out: &mut String, one: impl Fn(T, &mut String)) {
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        one(item, out);
    }
}

/// The type a JSON document describes, or what is wrong with it.
pub(crate) fn from_json(json: &Json<'_>) -> Result<Type, String> {
    let items = match json {
        Json::String(name) => return primitive(name),
        Json::Array(items) => items.as_slice(),
        Json::Object(_) => return Err("invalid complex type description".to_owned()),
        _ => return Err("invalid type description".to_owned()),
    };
    let Some((Json::String(kind), arguments)) = items.split_first() else {
        return Err("invalid complex type kind name".to_owned());
    };
    deep(|| complex(kind, arguments))
}

fn complex(kind: &str, arguments: &[Json<'_>]) -> Result<Type, String> {
    match (kind, arguments) {
        ("list", [element]) => Ok(Type::list(from_json(element)?)),
        ("set", [element]) => Ok(Type::set(from_json(element)?)),
        ("map", [element]) => Ok(Type::map(from_json(element)?)),
        ("tuple", [Json::Array(items)]) => {
            let items: Result<Vec<Type>, String> = items.iter().map(from_json).collect();
            Ok(Type::tuple(items?))
        }
        // Go writes its empty sequences in this way too.
        ("tuple", [Json::Null]) => Ok(Type::tuple([])),
        ("object", [Json::Null]) => object(&[], &[]),
        ("object", [Json::Object(attributes)]) => object(attributes, &[]),
        ("object", [Json::Object(attributes), Json::Array(optional)]) => object(attributes, optional),
        ("list" | "set" | "map" | "tuple" | "object", [_, _, ..]) => {
            Err("unexpected extra data in type description".to_owned())
        }
        ("list" | "set" | "map" | "tuple" | "object", _) => {
            Err("invalid complex type description".to_owned())
        }
        _ => Err("invalid complex type kind name".to_owned()),
    }
}

fn primitive(name: &SmolStr) -> Result<Type, String> {
    match name.as_str() {
        "string" => Ok(Type::String),
        "number" => Ok(Type::Number),
        "bool" => Ok(Type::Bool),
        "dynamic" => Ok(Type::Dynamic),
        _ => Err(format!("invalid primitive type name {}", crate::quote::quote(name))),
    }
}

fn object(attributes: &[(SmolStr, Json<'_>)], optional: &[Json<'_>]) -> Result<Type, String> {
    let mut types = Vec::with_capacity(attributes.len());
    for (name, json) in attributes {
        types.push(AttributeType { name: name.clone(), ty: from_json(json)?, optional: false });
    }
    let mut object = ObjectType::new(types);
    if !optional.is_empty() {
        let mut names = Vec::with_capacity(optional.len());
        for json in optional {
            match json {
                Json::String(name) if object.get(name).is_some() => names.push(name.as_str()),
                Json::String(name) => {
                    let name = crate::quote::quote(name);
                    return Err(format!("optional attribute {name} is not an attribute of the object type"));
                }
                _ => return Err("optional attribute names must be strings".to_owned()),
            }
        }
        names.sort_unstable();
        let marked = object.attributes().iter().map(|attribute| AttributeType {
            optional: names.binary_search(&attribute.name.as_str()).is_ok(),
            ..attribute.clone()
        });
        object = ObjectType::new(marked.collect::<Vec<_>>());
    }
    Ok(Type::Object(Arc::new(object)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_survive_the_round_trip() {
        for text in [
            r#""string""#,
            r#""number""#,
            r#""bool""#,
            r#""dynamic""#,
            r#"["list","string"]"#,
            r#"["set",["map","dynamic"]]"#,
            r#"["tuple",[]]"#,
            r#"["tuple",["string",["list","bool"]]]"#,
            r#"["object",{}]"#,
            r#"["object",{"a":"string","b":["object",{"c":"number"}]}]"#,
            r#"["object",{"a":"string","b":"number","c":"bool"},["a","c"]]"#,
        ] {
            let ty = decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(encode(&ty), text);
        }
    }

    #[test]
    fn null_is_an_empty_sequence() {
        assert_eq!(decode(br#"["tuple",null]"#), Ok(Type::tuple([])));
    }

    #[test]
    fn anything_else_is_refused() {
        for (text, expect) in [
            ("", "EOF"),
            (r#""text""#, "invalid primitive type name \"text\""),
            ("1", "invalid type description"),
            ("{}", "invalid complex type description"),
            ("[]", "invalid complex type kind name"),
            (r#"["bag","string"]"#, "invalid complex type kind name"),
            (r#"["list"]"#, "invalid complex type description"),
            (r#"["list","string","string"]"#, "unexpected extra data in type description"),
            (r#"["tuple",{}]"#, "invalid complex type description"),
            (r#"["object",{},["a"]]"#, "optional attribute \"a\" is not an attribute of the object type"),
        ] {
            assert_eq!(decode(text.as_bytes()).unwrap_err().to_string(), expect, "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_crash() {
        let text = "[\"list\",".repeat(100_000);
        assert_eq!(decode(text.as_bytes()).unwrap_err().to_string(), "exceeded max depth");
    }
}
