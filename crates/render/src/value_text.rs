//! Values as the console and human output show them: text that could be configuration again.

use value::quote::write_quoted;
use value::{Kind, Type, Value};

/// The text of a value, over several lines where it has parts.
pub fn value_text(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, 0, &mut out);
    out
}

fn write_value(value: &Value, depth: usize, out: &mut String) {
    if value.marks().is_sensitive() {
        return out.push_str("(sensitive value)");
    }
    if value.marks().is_ephemeral() {
        return out.push_str("(ephemeral value)");
    }
    match value.kind() {
        Kind::Unknown => out.push_str("(known after apply)"),
        Kind::Null => write_null(&value.ty(), out),
        Kind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Kind::Number(number) => out.push_str(&number.to_text()),
        Kind::String(text) => write_string(text, depth, out),
        Kind::List(items) => write_items("tolist([", items, "])", depth, out),
        Kind::Set(items) => write_items("toset([", items, "])", depth, out),
        Kind::Tuple(items) => write_items("[", items, "]", depth, out),
        Kind::Map(entries) => write_entries("tomap({", entries, "})", depth, out),
        Kind::Object(entries) => write_entries("{", entries, "}", depth, out),
    }
}

fn write_null(ty: &Type, out: &mut String) {
    match ty {
        Type::Dynamic => out.push_str("null"),
        Type::String => out.push_str("tostring(null)"),
        Type::Number => out.push_str("tonumber(null)"),
        Type::Bool => out.push_str("tobool(null)"),
        Type::List(element) => out.push_str(&format!("tolist(null) /* of {} */", element.friendly_name())),
        Type::Set(element) => out.push_str(&format!("toset(null) /* of {} */", element.friendly_name())),
        Type::Map(element) => out.push_str(&format!("tomap(null) /* of {} */", element.friendly_name())),
        Type::Tuple(_) | Type::Object(_) => out.push_str(&format!("null /* {} */", ty.friendly_name())),
    }
}

fn write_items(open: &str, items: &[Value], close: &str, depth: usize, out: &mut String) {
    out.push_str(open);
    for item in items {
        new_line(depth + 1, out);
        write_value(item, depth + 1, out);
        out.push(',');
    }
    if !items.is_empty() {
        new_line(depth, out);
    }
    out.push_str(close);
}

fn write_entries(
    open: &str,
    entries: &[(value::SmolStr, Value)],
    close: &str,
    depth: usize,
    out: &mut String,
) {
    out.push_str(open);
    for (key, item) in entries {
        new_line(depth + 1, out);
        write_string(key, depth + 1, out);
        out.push_str(" = ");
        write_value(item, depth + 1, out);
    }
    if !entries.is_empty() {
        new_line(depth, out);
    }
    out.push_str(close);
}

fn new_line(depth: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// Text of several lines is shown as a heredoc, which stays readable.
fn write_string(text: &str, depth: usize, out: &mut String) {
    if !text.contains('\n') {
        return write_quoted(text, out);
    }
    // The marker must not occur in the text itself.
    let mut marker = String::from("EOT");
    while text.contains(&marker) {
        marker.push('_');
    }
    out.push_str(if depth == 0 { "<<" } else { "<<-" });
    out.push_str(&marker);
    for line in text.split('\n') {
        new_line(depth, out);
        out.push_str(line);
    }
    new_line(depth, out);
    out.push_str(&marker);
}
