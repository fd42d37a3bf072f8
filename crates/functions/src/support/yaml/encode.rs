//! Values to YAML: collections in block style, strings in double quotes or as literal blocks.
//!
//! Other programs compare these texts, so spaces, line breaks and escapes are those of libyaml's
//! emitter, which go-cty-yaml carries: it decides by where it stands in a line.

use value::{Kind, Value};

use super::text::{self, escape, is_break, must_escape};

/// Spaces per level.
const INDENT: usize = 2;
/// A quoted string goes on in the next line at the first space beyond this column.
const WIDTH: usize = 80;
/// Names longer than this many bytes are marked with `?`.
const MAX_SIMPLE_NAME: usize = 128;

/// A value as one YAML document, or why it has none.
pub fn encode(value: &Value) -> Result<String, String> {
    let mut emitter = Emitter { out: String::new(), column: 0, space_before: true, only_indent: true };
    emitter.node(value, None, Place::Root)?;
    emitter.begin_line(0);
    // A document that is a plain scalar could go on, so its end is marked.
    if is_plain(value) {
        emitter.out.push_str("...\n");
    }
    Ok(emitter.out)
}

/// What a node stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Sequence,
    Mapping,
}

/// What was written and where in its line the end is.
struct Emitter {
    out: String,
    column: usize,
    /// Whether the next token needs no space before it.
    space_before: bool,
    /// Whether the line holds nothing but what belongs to its indentation.
    only_indent: bool,
}

impl Emitter {
    /// `indent` is that of the collection that the node stands in; nothing outside of all.
    fn node(&mut self, value: &Value, indent: Option<usize>, place: Place) -> Result<(), String> {
        match value.kind() {
            Kind::Null => self.plain("null"),
            Kind::Unknown => return Err("cannot serialize unknown value as YAML".to_owned()),
            Kind::Bool(true) => self.plain("true"),
            Kind::Bool(false) => self.plain("false"),
            Kind::Number(number) => self.plain(&number.format_float('f', None)),
            Kind::String(text) => self.string(text, indent, false),
            Kind::List([]) | Kind::Set([]) | Kind::Tuple([]) => self.flow("[]"),
            Kind::Map([]) | Kind::Object([]) => self.flow("{}"),
            Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
                return stacker::maybe_grow(64 << 10, 1 << 20, || self.sequence(items, indent, place));
            }
            Kind::Map(entries) | Kind::Object(entries) => {
                return stacker::maybe_grow(64 << 10, 1 << 20, || self.mapping(entries, indent));
            }
        }
        Ok(())
    }

    fn sequence(&mut self, items: &[Value], indent: Option<usize>, place: Place) -> Result<(), String> {
        let indent = match indent {
            None => 0,
            // After a name the dashes stand below the name.
            Some(indent) if place == Place::Mapping && !self.only_indent => indent,
            Some(indent) => indent + INDENT,
        };
        for item in items {
            self.begin_line(indent);
            self.indicator("-", true, true);
            self.node(item, Some(indent), Place::Sequence)?;
        }
        Ok(())
    }

    fn mapping<K: AsRef<str>>(
        &mut self,
        entries: &[(K, Value)],
        indent: Option<usize>,
    ) -> Result<(), String> {
        let indent = indent.map_or(0, |indent| indent + INDENT);
        for (name, value) in entries {
            let name = name.as_ref();
            self.begin_line(indent);
            if name.len() <= MAX_SIMPLE_NAME && !text::has_breaks(name) {
                self.string(name, Some(indent), true);
                self.indicator(":", false, false);
            } else {
                self.indicator("?", true, true);
                self.string(name, Some(indent), false);
                self.begin_line(indent);
                self.indicator(":", true, true);
            }
            self.node(value, Some(indent), Place::Mapping)?;
        }
        Ok(())
    }

    fn plain(&mut self, text: &str) {
        if !self.space_before {
            self.write(" ");
        }
        self.write(text);
        self.space_before = false;
        self.only_indent = false;
    }

    fn flow(&mut self, brackets: &str) {
        self.indicator(brackets, true, false);
    }

    fn string(&mut self, text: &str, indent: Option<usize>, in_one_line: bool) {
        let indent = indent.map_or(INDENT, |indent| indent + INDENT);
        if text.contains('\n') && !in_one_line && text::fits_block(text) {
            self.block(text, indent);
        } else {
            self.quoted(text, indent, in_one_line);
        }
    }

    /// `|` and the lines of the text.
    fn block(&mut self, text: &str, indent: usize) {
        self.indicator("|", true, false);
        if text.starts_with(' ') || text.starts_with(is_break) {
            self.indicator(&INDENT.to_string(), false, false);
        }
        // How many of the line ends at the end belong to the text: none, one or all.
        let mut from_end = text.chars().rev();
        match (from_end.next().is_some_and(is_break), from_end.next()) {
            (false, _) => self.indicator("-", false, false),
            (true, None) => self.indicator("+", false, false),
            (true, Some(before)) if is_break(before) => self.indicator("+", false, false),
            (true, Some(_)) => {}
        }
        self.line_end('\n');
        let mut at_start = true;
        for c in text.chars() {
            if is_break(c) {
                self.line_end(c);
                at_start = true;
                continue;
            }
            if at_start {
                self.begin_line(indent);
            }
            self.put(c);
            self.only_indent = false;
            at_start = false;
        }
    }

    fn quoted(&mut self, text: &str, indent: usize, in_one_line: bool) {
        self.indicator("\"", true, false);
        let mut after_space = false;
        let mut chars = text.chars().enumerate().peekable();
        while let Some((at, c)) = chars.next() {
            if must_escape(c) {
                self.write(&escape(c));
                after_space = false;
                continue;
            }
            if c != ' ' {
                self.put(c);
                after_space = false;
                continue;
            }
            match chars.peek() {
                Some((_, next)) if !in_one_line && !after_space && self.column > WIDTH && at > 0 => {
                    let next_is_space = *next == ' ';
                    self.begin_line(indent);
                    if next_is_space {
                        self.put('\\');
                    }
                }
                _ => self.put(c),
            }
            after_space = true;
        }
        self.indicator("\"", false, false);
    }

    /// A token; `indents` if what follows may stand in the same line as if it were indented.
    fn indicator(&mut self, token: &str, needs_space: bool, indents: bool) {
        if needs_space && !self.space_before {
            self.put(' ');
        }
        self.write(token);
        self.space_before = false;
        self.only_indent &= indents;
    }

    /// Goes to an indentation, in a new line unless this one holds nothing else yet.
    fn begin_line(&mut self, indent: usize) {
        if !self.only_indent || self.column > indent || (self.column == indent && !self.space_before) {
            self.line_end('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.space_before = true;
        self.only_indent = true;
    }

    fn line_end(&mut self, c: char) {
        self.out.push(c);
        self.column = 0;
        self.only_indent = true;
        self.space_before = true;
    }

    fn put(&mut self, c: char) {
        self.out.push(c);
        self.column += 1;
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.chars().count();
    }
}

fn is_plain(value: &Value) -> bool {
    matches!(value.kind(), Kind::Null | Kind::Bool(_) | Kind::Number(_))
}
