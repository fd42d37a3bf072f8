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
    let mut rest = text;
    loop {
        // No byte that may need an escape is in the middle of a character.
        let (plain, special) = rest.split_at(plain_length(rest.as_bytes()));
        out.push_str(plain);
        let Some(c) = special.chars().next() else { break };
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..'\x20' => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
        rest = &special[c.len_utf8()..];
    }
    out.push('"');
}

/// How many bytes at the start of a text stand for themselves in a JSON string by Go's encoder, for sure: the next may be
/// a quote, a backslash, a control character, `<`, `>`, `&`, or begin a separator of lines.
pub fn plain_length(text: &[u8]) -> usize {
    const WIDTH: usize = 32;
    let special = |byte: u8| {
        (byte < 0x20)
            | (byte == b'"')
            | (byte == b'\\')
            | (byte == b'<')
            | (byte == b'>')
            | (byte == b'&')
            | (byte == 0xe2)
    };
    // Without leaving early inside of a chunk, so that the compiler looks at many bytes at once.
    let whole = text
        .chunks_exact(WIDTH)
        .take_while(|chunk| !chunk.iter().fold(false, |any, byte| any | special(*byte)))
        .count()
        * WIDTH;
    let rest = &text[whole..];
    whole + rest.iter().position(|byte| special(*byte)).unwrap_or(rest.len())
}
