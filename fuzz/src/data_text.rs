//! JSON and YAML text, derived from choices.

use crate::choices::Choices;
use crate::native::Native;

const KEYS: &[&str] = &[
    "a", "b", "resource", "variable", "locals", "output", "type", "name", "//", "x", "ü", "", "default",
    "for_each", "0", "y", "null", "<<",
];

const SCALARS: &[&str] = &[
    "0",
    "1",
    "-1",
    "1.5",
    "1e3",
    "1E-7",
    "true",
    "false",
    "null",
    "-0",
    "12345678901234567890",
    "1e400",
    "0.1",
    "\"\"",
    "\"a\"",
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
    let wild = choices.rarely(8);
    let mut out = String::new();
    json_object(choices, 0, wild, &mut out);
    out
}

/// A document of any shape.
pub fn json_any(choices: &mut Choices<'_>) -> String {
    let wild = choices.rarely(8);
    let mut out = String::new();
    json_value(choices, 0, wild, &mut out);
    out
}

fn json_space(choices: &mut Choices<'_>, out: &mut String) {
    out.push_str(choices.of(&["", " ", "\n", "  ", "\t"]));
}

fn json_object(choices: &mut Choices<'_>, depth: usize, wild: bool, out: &mut String) {
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
        json_value(choices, depth + 1, wild, out);
    }
    out.push('}');
}

/// A value; bytes as they stand among them if `wild`.
fn json_value(choices: &mut Choices<'_>, depth: usize, wild: bool, out: &mut String) {
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
        7..=11 => json_object(choices, depth + 1, wild, out),
        12..=14 => {
            out.push('[');
            let count = choices.below(4);
            for index in 0..count {
                json_value(choices, depth + 1, wild, out);
                if index + 1 < count {
                    out.push(',');
                }
            }
            out.push(']');
        }
        _ if wild => {
            let bytes = choices.take(2);
            out.push_str(&String::from_utf8_lossy(bytes));
        }
        _ => out.push_str("null"),
    }
}

const YAML_SCALARS: &[&str] = &[
    "1",
    "a",
    "0x1f",
    "0o17",
    "1_000",
    ".5",
    "~",
    "null",
    "yes",
    "true",
    "'it''s'",
    "\"a\\tb\"",
    "2024-01-02",
    "1e3",
    "-.inf",
    "a b c",
    "${var.s}",
    "\"\\u00e9\"",
    "é",
    "!!str 5",
    "!!int \"7\"",
    "!!binary aGk=",
    "2001-12-14t21:59:43.10-05:00",
    "01",
    "1:30",
    "[]",
    "{}",
    "\"\\x41\"",
    "-1",
    "+1",
    "",
    "a#b",
    "http://x",
    "-a",
    "?a",
    ":a",
    "!!float 1",
    "!!null ~",
    "!!bool true",
];

/// Scalars that often make a mistake of the whole.
const WILD_SCALARS: &[&str] = &[
    ".nan",
    "- x",
    "*x",
    "&x v",
    "? q",
    "=",
    "<<",
    "\"multi\n  line\"",
    "@a",
    "`",
    "%a",
    "!t x",
    "!!set {}",
    "'",
    "\"",
    "a: b: c",
    "{",
    "]",
    "!<tag:yaml.org,2002:str> 1",
    "\"\\q\"",
    "\t",
    "|9",
    ">x",
];

/// A document in YAML.
pub fn yaml(choices: &mut Choices<'_>) -> String {
    let wild = choices.rarely(8);
    let mut yaml = Yaml { choices, out: String::new(), wild, scalar_anchor: false, map_anchor: false };
    if yaml.choices.rarely(8) {
        yaml.pick(&["---\n", "%YAML 1.1\n---\n", "# c\n", "\u{feff}", "--- # c\n"]);
    }
    yaml.block(0);
    if yaml.choices.rarely(8) {
        yaml.pick(&["...\n", "# end", "\n\n", "# c\n...\n"]);
    }
    if wild && yaml.choices.rarely(4) {
        yaml.pick(&["---\n", "--- a", "%YAML 1.2\n", "\u{0}", "\t"]);
    }
    yaml.out
}

struct Yaml<'c, 'a> {
    choices: &'c mut Choices<'a>,
    out: String,
    /// Whether mistakes are welcome.
    wild: bool,
    /// Whether `*s` and `*m` have been given.
    scalar_anchor: bool,
    map_anchor: bool,
}

impl Yaml<'_, '_> {
    fn pick(&mut self, texts: &[&str]) {
        let text = self.choices.of(texts);
        self.out.push_str(text);
    }

    fn indent(&mut self, depth: usize) {
        self.out.extend(std::iter::repeat_n("  ", depth));
    }

    fn is_full(&self, depth: usize) -> bool {
        depth > MAX_DEPTH || self.choices.is_empty() || self.out.len() > MAX_BYTES
    }

    /// Lines of a block collection.
    fn block(&mut self, depth: usize) {
        let sequence = self.choices.rarely(3);
        let count = if depth == 0 { 64 } else { 1 + self.choices.below(4) };
        for index in 0..count {
            if index > 0 && self.is_full(0) {
                break;
            }
            self.indent(depth);
            if sequence {
                self.out.push_str("- ");
            } else if self.map_anchor && self.choices.rarely(10) {
                self.pick(&["<<: *m\n", "<<: [*m, {z: 1}]\n", "<<: {y: 2}\n", "!!merge <<: *m\n"]);
                continue;
            } else {
                self.key(index);
                self.out.push_str(": ");
            }
            self.node(depth);
        }
    }

    /// A key that no other of its mapping has, mostly.
    fn key(&mut self, index: usize) {
        let index = if self.wild && self.choices.rarely(6) { 0 } else { index };
        let key = match self.choices.below(8) {
            0..=2 => format!("a{index}"),
            3 => format!("\"q {index}\""),
            4 => format!("'s{index}'"),
            5 => format!("{index}"),
            6 => format!("é b{index}"),
            _ if self.wild => self
                .choices
                .of(&["? c", "~", "true", "y", "resource", "[a]", "<<", "&k k", "*s", "!!str x"])
                .to_owned(),
            _ => format!("resource{index}"),
        };
        self.out.push_str(&key);
    }

    fn node(&mut self, depth: usize) {
        match if self.is_full(depth) { 0 } else { self.choices.below(16) } {
            0..=4 => {
                self.pick(YAML_SCALARS);
                self.pick(&["\n", "\n", " # c\n", "\n\n", "\n# c\n"]);
            }
            5..=8 => {
                self.out.push('\n');
                self.block(depth + 1);
            }
            9..=10 => {
                self.flow(depth + 1);
                self.out.push('\n');
            }
            11 => {
                self.pick(&["|\n", ">\n", "|-\n", ">+\n", "|+\n", ">-\n", "| # c\n"]);
                for _ in 0..self.choices.below(4) {
                    self.indent(depth + 1);
                    self.pick(&["text", "more  ", "# no comment", "${var.s}", "a: b", "x\ttab", "'"]);
                    self.pick(&["\n", "\n", "\n\n"]);
                }
                self.indent(depth + 1);
                self.out.push_str("end\n");
            }
            12 if self.scalar_anchor => self.out.push_str("*s\n"),
            12 => {
                self.scalar_anchor = true;
                self.pick(&["&s v\n", "&s 1\n", "&s 'x'\n", "&s [1, 2]\n"]);
            }
            13 if self.map_anchor => self.out.push_str("*m\n"),
            13 => {
                self.map_anchor = true;
                self.pick(&["&m {x: 1}\n", "&m {}\n", "&m {x: {y: 2}}\n"]);
            }
            14 if self.wild => {
                self.pick(WILD_SCALARS);
                self.out.push('\n');
            }
            15 if self.wild => {
                let bytes = self.choices.take(3);
                self.out.push_str(&String::from_utf8_lossy(bytes));
                self.out.push('\n');
            }
            _ => {
                self.pick(YAML_SCALARS);
                self.out.push('\n');
            }
        }
    }

    fn flow(&mut self, depth: usize) {
        if self.is_full(depth) {
            self.out.push('1');
            return;
        }
        let map = self.choices.rarely(2);
        self.out.push(if map { '{' } else { '[' });
        let count = self.choices.below(4);
        for index in 0..count {
            if map {
                self.key(index);
                self.out.push_str(": ");
            }
            if self.choices.rarely(3) {
                self.flow(depth + 1);
            } else {
                self.pick(&["1", "a", "\"x\"", "~", "'y'", "1.5", "true", "a b", "\"\""]);
            }
            if index + 1 < count {
                self.pick(&[", ", ",", " , "]);
            }
        }
        self.out.push(if map { '}' } else { ']' });
    }
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;
    use yaml::Options;

    use super::*;
    use crate::choices::testing::most_parse;

    #[test]
    fn derived_texts_parse() {
        let options = Options { max_depth: 100, names_as_written: false };
        most_parse("yaml", yaml, |text| yaml::read(text, options).err().map(|error| format!("{error:?}")));
        let parse = |text: &str| hcl::data::parse_json(SourceFile::new("x", text.as_bytes())).1;
        most_parse("json", json_config, |text| parse(text).iter().next().map(|first| first.detail.clone()));
    }
}
