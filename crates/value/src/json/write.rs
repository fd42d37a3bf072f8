//! From a value to JSON.

use smol_str::SmolStr;

use super::JsonError;
use crate::nesting::deep;
use crate::{Kind, PathStep, Type, Value, type_json};

/// Writes a value that fits the type.
pub(super) fn typed(value: &Value, ty: &Type, out: &mut String) -> Result<(), JsonError> {
    if value.is_marked() {
        return Err(JsonError::new("value has marks, so it cannot be serialized as JSON"));
    }
    if !value.is_known() {
        return Err(JsonError::new("value is not known"));
    }
    deep(|| inside(value, ty, out))
}

fn inside(value: &Value, ty: &Type, out: &mut String) -> Result<(), JsonError> {
    if *ty == Type::Dynamic {
        return open(value, out);
    }
    match value.kind() {
        Kind::Null | Kind::Unknown => out.push_str("null"),
        Kind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Kind::Number(number) if number.is_inf() => {
            return Err(JsonError::new("cannot serialize infinity as JSON"));
        }
        Kind::Number(number) => out.push_str(&number.to_text()),
        Kind::String(text) => string(text, out),
        Kind::List(items) | Kind::Set(items) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            array(items.iter().map(|item| (item, element)), out)?;
        }
        Kind::Tuple(items) => match ty {
            Type::Tuple(types) => array(items.iter().zip(types.iter()), out)?,
            _ => return Err(JsonError::new("tuple required")),
        },
        Kind::Map(entries) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            let step = |key: &SmolStr| PathStep::Index(Value::string(key.clone()));
            object(entries.iter().map(|(key, item)| (key, item, element)), step, out)?;
        }
        Kind::Object(entries) => match ty {
            Type::Object(wanted) => {
                let types = wanted.attributes().iter().map(|attribute| &attribute.ty);
                let entries = entries.iter().zip(types).map(|((key, item), ty)| (key, item, ty));
                object(entries, |name| PathStep::Attr(name.clone()), out)?;
            }
            _ => return Err(JsonError::new("object required")),
        },
    }
    Ok(())
}

/// A value of a type left open carries its type with it.
fn open(value: &Value, out: &mut String) -> Result<(), JsonError> {
    let ty = value.ty();
    if ty == Type::Dynamic {
        out.push_str("null");
        return Ok(());
    }
    out.push_str("{\"value\":");
    typed(value, &ty, out)?;
    out.push_str(",\"type\":");
    type_json::write(&ty, out);
    out.push('}');
    Ok(())
}

fn array<'a>(items: impl Iterator<Item = (&'a Value, &'a Type)>, out: &mut String) -> Result<(), JsonError> {
    out.push('[');
    for (at, (item, ty)) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        typed(item, ty, out).map_err(|error| error.under(PathStep::Index(Value::int(at as i64))))?;
    }
    out.push(']');
    Ok(())
}

fn object<'a>(
    entries: impl Iterator<Item = (&'a SmolStr, &'a Value, &'a Type)>,
    step: fn(&SmolStr) -> PathStep,
    out: &mut String,
) -> Result<(), JsonError> {
    out.push('{');
    for (at, (key, item, ty)) in entries.enumerate() {
        if at > 0 {
            out.push(',');
        }
        string(key, out);
        out.push(':');
        typed(item, ty, out).map_err(|error| error.under(step(key)))?;
    }
    out.push('}');
    Ok(())
}

/// Text in quotes with the escapes of Go's encoder, which keep it safe inside HTML too.
pub fn string(text: &str, out: &mut String) {
    out.push('"');
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        let escape = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\x08' => "\\b",
            '\x0c' => "\\f",
            '<' => "\\u003c",
            '>' => "\\u003e",
            '&' => "\\u0026",
            '\u{2028}' => "\\u2028",
            '\u{2029}' => "\\u2029",
            c if c < ' ' => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        if escape.is_empty() {
            out.push_str(&format!("\\u{:04x}", c as u32));
        } else {
            out.push_str(escape);
        }
        plain = at + c.len_utf8();
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
