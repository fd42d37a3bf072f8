//! Values as the console and human output show them: text that could be configuration again.

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

/// Quotes the way Go's `%q` does, because that is what users of both tools know.
pub(crate) fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    let mut rest = text;
    loop {
        let (plain, other) = rest.split_at(shown_length(rest.as_bytes()));
        out.push_str(plain);
        let Some(c) = other.chars().next() else { break };
        rest = &other[c.len_utf8()..];
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0c' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\x0b' => out.push_str("\\v"),
            c if is_shown(c) => out.push(c),
            c if (c as u32) < 0x80 => out.push_str(&format!("\\x{:02x}", c as u32)),
            c if (c as u32) < 0x1_0000 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push_str(&format!("\\U{:08x}", c as u32)),
        }
    }
    out.push('"');
}

/// How many bytes at the start are of ASCII and stand for themselves in quotes: nearly all of most texts.
fn shown_length(text: &[u8]) -> usize {
    const WIDTH: usize = 32;
    let other = |byte: u8| !(b' '..=b'~').contains(&byte) | (byte == b'"') | (byte == b'\\');
    // Without leaving early inside of a chunk, so that the compiler looks at many bytes at once.
    let whole = text
        .chunks_exact(WIDTH)
        .take_while(|chunk| !chunk.iter().fold(false, |any, byte| any | other(*byte)))
        .count()
        * WIDTH;
    let rest = &text[whole..];
    whole + rest.iter().position(|byte| other(*byte)).unwrap_or(rest.len())
}

/// Whether a character has a shape of its own: letters, marks, numbers, punctuation, symbols, and
/// of the spaces only the ordinary one.
fn is_shown(c: char) -> bool {
    if c == ' ' {
        return true;
    }
    if c.is_control() || c.is_whitespace() {
        return false;
    }
    !matches!(c,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'..='\u{e007f}'
        | '\u{f0000}'..='\u{10ffff}' | '\u{fffe}' | '\u{ffff}')
}
