//! Values as expressions, in the spelling that Terraform writes. Layout is the formatter's business.

use value::{Kind, SmolStr, Value};

use super::escape;
use crate::syntax::is_valid_identifier;

/// An expression whose value is `value`; what is unknown becomes null. Marks are not spelled.
pub fn value_text(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out
}

/// The key of an object as it stands in front of its equals sign: bare where it is a name.
pub fn key_text(key: &str) -> String {
    if is_valid_identifier(key) { key.to_owned() } else { quoted_text(key) }
}

/// A string in quotes.
pub fn quoted_text(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

fn write_value(value: &Value, out: &mut String) {
    match value.kind() {
        Kind::Null | Kind::Unknown => out.push_str("null"),
        Kind::String(text) => out.push_str(&quoted_text(text)),
        Kind::Number(number) => out.push_str(&number.to_text()),
        Kind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => write_items(items, out),
        Kind::Map(entries) | Kind::Object(entries) => write_entries(entries, out),
    }
}

fn write_items(items: &[Value], out: &mut String) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        stacker::maybe_grow(64 << 10, 1 << 20, || write_value(item, out));
    }
    out.push(']');
}

fn write_entries(entries: &[(SmolStr, Value)], out: &mut String) {
    out.push('{');
    for (key, value) in entries {
        out.push('\n');
        out.push_str(&key_text(key));
        out.push_str(" = ");
        stacker::maybe_grow(64 << 10, 1 << 20, || write_value(value, out));
    }
    out.push_str(if entries.is_empty() { "}" } else { "\n}" });
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Type;

    #[test]
    fn values() {
        let check = |value: Value, expect: &str| assert_eq!(value_text(&value), expect, "{value:?}");
        check(Value::null(Type::String), "null");
        check(Value::unknown(Type::Number), "null");
        check(Value::string("a\n${b} \"c\"").sensitive(), r#""a\n$${b} \"c\"""#);
        check(Value::int(-5), "-5");
        check(Value::bool(true), "true");
        check(Value::list(Type::String, vec![]), "[]");
        check(Value::tuple(vec![Value::int(1), Value::bool(false)]), "[1, false]");
        check(Value::object(Vec::<(&str, Value)>::new()), "{}");
        let object = Value::object([("a-b", Value::int(1)), ("c d", Value::int(2)), ("0", Value::int(3))]);
        check(object, "{\n\"0\" = 3\na-b = 1\n\"c d\" = 2\n}");
    }
}
