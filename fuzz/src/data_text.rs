//! JSON and YAML text, derived from choices.

use crate::choices::Choices;
use crate::native::Native;

const KEYS: &[&str] = &[
    "a", "b", "resource", "variable", "locals", "output", "type", "name", "//", "x", "ü", "", "default", "for_each", "0", "y",
    "null", "<<",
];

const SCALARS: &[&str] = &[
    "0", "1", "-1", "1.5", "1e3", "1E-7", "true", "false", "null", "-0", "12345678901234567890", "1e400", "0.1", "\"\"", "\"a\"",
];

const MAX_DEPTH: usize = 10;
const MAX_BYTES: usize = 3000;

/// Appends text as a JSON string.
pub fn json_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// A document as configuration has it: objects of objects, with templates in strings.
pub fn json_config(choices: &mut Choices<'_>) -> String {
    let mut out = String::new();
    json_object(choices, 0, &mut out);
    out
}

/// A document of any shape.
pub fn json_any(choices: &mut Choices<'_>) -> String {
    let mut out = String::new();
    json_value(choices, 0, &mut out);
    out
}

fn json_space(choices: &mut Choices<'_>, out: &mut String) {
    out.push_str(choices.of(&["", " ", "\n", "  ", "\t"]));
}

fn json_object(choices: &mut Choices<'_>, depth: usize, out: &mut String) {
    out.push('{');
    let mut first = true;
    // At the top everything that is left is used.
    let count = if depth == 0 { usize::MAX } else { choices.below(5) };
    for _ in 0..count {
        if choices.is_empty() || out.len() > MAX_BYTES {
            break;
        }
        if !first {
            out.push(',');
        }
        first = false;
        json_space(choices, out);
        json_string(choices.of(KEYS), out);
        out.push(':');
        json_space(choices, out);
        json_value(choices, depth + 1, out);
    }
    out.push('}');
}

fn json_value(choices: &mut Choices<'_>, depth: usize, out: &mut String) {
    if depth > MAX_DEPTH || choices.is_empty() || out.len() > MAX_BYTES {
        out.push('0');
        return;
    }
    match choices.below(16) {
        0..=3 => out.push_str(choices.of(SCALARS)),
        4..=6 => {
            let bytes = choices.byte();
            let mut inner = Choices(choices.take(usize::from(bytes % 24)));
            let text = Native::new(&mut inner).template_file();
            json_string(&text, out);
        }
        7..=11 => json_object(choices, depth + 1, out),
        12..=14 => {
            out.push('[');
            let count = choices.below(4);
            for index in 0..count {
                json_value(choices, depth + 1, out);
                if index + 1 < count {
                    out.push(',');
                }
            }
            out.push(']');
        }
        _ => {
            let bytes = choices.take(2);
            out.push_str(&String::from_utf8_lossy(bytes));
        }
    }
}

const YAML_SCALARS: &[&str] = &[
    "1", "a", "0x1f", "0o17", "1_000", ".5", "~", "null", "yes", "true", "'it''s'", "\"a\\tb\"", "2024-01-02", "1e3", "-.inf", ".nan",
    "a b c", "${var.s}", "\"\\u00e9\"", "é", "- x", "!!str 5", "!!int \"7\"", "!!binary aGk=", "2001-12-14t21:59:43.10-05:00", "01", "1:30",
    "\"multi\n  line\"", "*x", "&x v", "[]", "{}", "\"\\x41\"", "? q", "-1", "+1", "", "=", "<<",
];

/// A document in YAML.
pub fn yaml(choices: &mut Choices<'_>) -> String {
    let mut out = String::new();
    if choices.rarely(8) {
        out.push_str(choices.of(&["---\n", "%YAML 1.2\n---\n", "# c\n", "\u{feff}", "--- # c\n"]));
    }
    yaml_block(choices, 0, &mut out);
    if choices.rarely(8) {
        out.push_str(choices.of(&["...\n", "---\n", "# end", "\n\n", "--- a"]));
    }
    out
}

fn yaml_indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

/// Lines of a block collection, or one scalar.
fn yaml_block(choices: &mut Choices<'_>, depth: usize, out: &mut String) {
    let sequence = choices.rarely(3);
    let count = if depth == 0 { 64 } else { 1 + choices.below(4) };
    for index in 0..count {
        if index > 0 && (choices.is_empty() || out.len() > MAX_BYTES) {
            break;
        }
        yaml_indent(depth, out);
        if sequence {
            out.push_str("- ");
        } else {
            if choices.rarely(12) {
                out.push_str("<<");
            } else {
                out.push_str(choices.of(&["a", "b", "k", "\"q\"", "'s'", "1", "y", "resource", "é", "? c", "~", "true"]));
                if !choices.rarely(24) {
                    out.push_str(&index.to_string());
                }
            }
            out.push_str(": ");
        }
        if choices.rarely(10) {
            out.push_str(choices.of(&["&x ", "&y ", "!!map ", "!!seq ", "!!str ", "!t ", "!!set "]));
        }
        yaml_node(choices, depth, out);
    }
}

fn yaml_node(choices: &mut Choices<'_>, depth: usize, out: &mut String) {
    let deep = depth > MAX_DEPTH || choices.is_empty() || out.len() > MAX_BYTES;
    match if deep { 0 } else { choices.below(12) } {
        0..=3 => {
            out.push_str(choices.of(YAML_SCALARS));
            out.push_str(choices.of(&["\n", "\n", " # c\n", "\n\n", "\n# c\n"]));
        }
        4..=6 => {
            out.push('\n');
            yaml_block(choices, depth + 1, out);
        }
        7..=8 => {
            yaml_flow(choices, depth + 1, out);
            out.push('\n');
        }
        9 => {
            out.push_str(choices.of(&["|\n", ">\n", "|-\n", ">+\n", "|2\n", "|+\n", ">-\n"]));
            for _ in 0..choices.below(4) {
                yaml_indent(depth + 1, out);
                out.push_str(choices.of(&["text", "more  ", "# no comment", "", "  deeper", "${var.s}", "a: b", "\ttab"]));
                out.push('\n');
            }
            yaml_indent(depth + 1, out);
            out.push_str("end\n");
        }
        10 => out.push_str(choices.of(&["*x\n", "*y\n", "&x {a: 1}\n", "&y [1, 2]\n", "&x\n"])),
        _ => {
            let bytes = choices.take(3);
            out.push_str(&String::from_utf8_lossy(bytes));
            out.push('\n');
        }
    }
}

fn yaml_flow(choices: &mut Choices<'_>, depth: usize, out: &mut String) {
    if depth > MAX_DEPTH || choices.is_empty() || out.len() > MAX_BYTES {
        out.push('1');
        return;
    }
    let map = choices.rarely(2);
    out.push(if map { '{' } else { '[' });
    let count = choices.below(4);
    for index in 0..count {
        if map {
            out.push_str(choices.of(&["a", "b", "\"c\"", "1", "<<"]));
            out.push_str(&index.to_string());
            out.push_str(": ");
        }
        if choices.rarely(3) {
            yaml_flow(choices, depth + 1, out);
        } else {
            out.push_str(choices.of(&["1", "a", "\"x\"", "~", "'y'", "*x", "&z 1", "1.5", "true"]));
        }
        if index + 1 < count {
            out.push_str(choices.of(&[", ", ",", ",\n   "]));
        }
    }
    out.push(if map { '}' } else { ']' });
}
