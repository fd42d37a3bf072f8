//! Values in the JSON forms of plans and state: what is known of a value, which parts are unknown,
//! which are secrets.

use value::json::write_string;
use value::{Kind, Path, PathStep, Type, Value};

use crate::json_writer::array;

/// Grows the stack where values are nested deeply.
fn deep(level: impl FnOnce()) {
    stacker::maybe_grow(64 << 10, 1 << 20, level);
}

/// Writes what is known, whether or not it is a secret: unknown attributes are left out, other unknown
/// parts are null.
pub(crate) fn write_known(value: &Value, out: &mut String) {
    match value.kind() {
        Kind::Null | Kind::Unknown => out.push_str("null"),
        Kind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        // JSON has no infinity; no number of a plan is one.
        Kind::Number(number) if number.is_inf() => out.push_str("null"),
        Kind::Number(number) => out.push_str(&number.to_text()),
        Kind::String(text) => write_string(text, out),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            deep(|| array(items, out, write_known));
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            deep(|| write_some(entries, Value::is_known, write_known, out));
        }
    }
}

/// Writes which parts are unknown: true for those, nothing for known attributes that are simple.
pub(crate) fn write_unknown(value: &Value, out: &mut String) {
    match value.kind() {
        Kind::Unknown => out.push_str("true"),
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => out.push_str("false"),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            deep(|| array(items, out, write_unknown));
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            deep(|| write_some(entries, |value| !is_simple(value), write_unknown, out));
        }
    }
}

/// Writes which parts are secrets: true for those, nothing for other attributes that are simple.
pub(crate) fn write_sensitive(value: &Value, out: &mut String) {
    if value.marks().is_sensitive() {
        return out.push_str("true");
    }
    match value.kind() {
        Kind::Unknown => out.push_str(match value.ty() {
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => "[]",
            Type::Map(_) | Type::Object(_) => "{}",
            _ => "false",
        }),
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => out.push_str("false"),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            deep(|| array(items, out, write_sensitive));
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            let told = |value: &Value| {
                value.marks().is_sensitive()
                    || match value.kind() {
                        Kind::Unknown => !(value.ty().is_primitive() || value.ty() == Type::Dynamic),
                        _ => !is_simple(value),
                    }
            };
            deep(|| write_some(entries, told, write_sensitive, out));
        }
    }
}

/// Whether a value is known and has no parts.
fn is_simple(value: &Value) -> bool {
    matches!(value.kind(), Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_))
}

/// Writes those entries of an object that something holds for.
fn write_some(
    entries: &[(value::SmolStr, Value)],
    holds: impl Fn(&Value) -> bool,
    write: fn(&Value, &mut String),
    out: &mut String,
) {
    out.push('{');
    let mut comma = false;
    for (key, value) in entries.iter().filter(|(_, value)| holds(value)) {
        if comma {
            out.push(',');
        }
        comma = true;
        write_string(key, out);
        out.push(':');
        write(value, out);
    }
    out.push('}');
}

/// Writes the steps of a path as a list of names and keys.
pub(crate) fn write_path(path: &Path, out: &mut String) {
    array(&path.0, out, |step, out| match step {
        PathStep::Attr(name) => write_string(name, out),
        PathStep::Index(key) => write_known(key, out),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &Value, known: &str, unknown: &str, sensitive: &str) {
        let text = |write: fn(&Value, &mut String)| {
            let mut out = String::new();
            write(value, &mut out);
            out
        };
        assert_eq!(text(write_known), known);
        assert_eq!(text(write_unknown), unknown);
        assert_eq!(text(write_sensitive), sensitive);
    }

    #[test]
    fn the_three_forms() {
        let unknown = Value::unknown(Type::String);
        check(&Value::string("a<b"), r#""a\u003cb""#, "false", "false");
        check(&Value::null(Type::String), "null", "false", "false");
        check(&Value::int(1).sensitive(), "1", "false", "true");
        check(&unknown, "null", "true", "false");
        check(&Value::dynamic().sensitive(), "null", "true", "true");
        check(
            &Value::tuple(vec![Value::int(1), unknown.clone(), Value::bool(true).sensitive()]),
            "[1,null,true]",
            "[false,true,false]",
            "[false,false,true]",
        );
        check(
            &Value::object([
                ("a", Value::int(1)),
                ("n", Value::null(Type::Bool)),
                ("o", Value::unknown(Type::object([("x", Type::String)]))),
                ("s", Value::string("s").sensitive()),
                ("t", Value::unknown(Type::list(Type::String))),
                ("u", unknown),
            ]),
            r#"{"a":1,"n":null,"s":"s"}"#,
            r#"{"o":true,"t":true,"u":true}"#,
            r#"{"o":{},"s":true,"t":[]}"#,
        );
    }

    #[test]
    fn deep_values_are_written() {
        let deep = (0..20_000).fold(Value::int(1), |inner, _| Value::tuple(vec![inner]));
        let mut out = String::new();
        write_known(&deep, &mut out);
        assert_eq!(out.len(), 40_001);
        // Dropping such a value recursively is not what this test is about.
        std::mem::forget(deep);
    }
}
