//! Trees of differences as text.

use std::fmt::Write;

use anstyle::{AnsiColor, Style as Ansi};
use smol_str::SmolStr;
use value::quote::{quote, write_quoted};
use value::{Kind as Shape, Value};

use super::block::{BlockDiff, NestedBody, NestedDiff};
use super::sequence::pair_elements;
use super::{Act, Diff, Kind};
use crate::safe_text::printable;

/// What parts with names are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// Attributes of an object.
    Attributes,
    /// Elements of a map.
    Elements,
    /// Objects with a schema of their own in a map, whose names Terraform does not align.
    Objects,
}

impl Parts {
    /// A name as it is shown.
    fn name(self, name: &str) -> String {
        if self == Parts::Attributes { attribute_name(name) } else { quote(name) }
    }

    /// What one of them is called.
    fn word(self) -> &'static str {
        if self == Parts::Attributes { "attribute" } else { "element" }
    }
}

/// Unchanged attributes of these names are shown, because people know things by them.
const ALWAYS_SHOWN: [&str; 3] = ["id", "name", "tags"];

const DIM: Ansi = AnsiColor::BrightBlack.on_default();
const RED: Ansi = AnsiColor::Red.on_default();
const FORCES: &str = "# forces replacement";

/// Draws differences into a text. A column is where the text of a line begins; what becomes of the part
/// stands two columns before.
pub(crate) struct Writer<'a> {
    /// Where to.
    pub(crate) out: &'a mut String,
    /// Whether with colours.
    pub(crate) colour: bool,
    /// Whether parts that stay are shown as well: those of what people know things by, or see for the first time.
    everything: bool,
}

/// The sign for what becomes of a part, and its colour.
pub(crate) fn sign(act: Act) -> (&'static str, AnsiColor) {
    match act {
        Act::NoOp => ("", AnsiColor::White),
        Act::Create => ("+", AnsiColor::Green),
        Act::Update => ("~", AnsiColor::Yellow),
        Act::Delete => ("-", AnsiColor::Red),
    }
}

impl<'a> Writer<'a> {
    /// Draws into a text, with or without colours.
    pub(crate) fn new(out: &'a mut String, colour: bool) -> Self {
        Self { out, colour, everything: false }
    }

    /// Draws what stays as well, or not.
    pub(crate) fn showing(self, everything: bool) -> Self {
        Self { everything, ..self }
    }

    /// Writes text in a colour.
    pub(crate) fn painted(&mut self, style: Ansi, text: &str) {
        if self.colour {
            // Writing to a string does not fail.
            let _ = write!(self.out, "{style}{text}{style:#}");
        } else {
            self.out.push_str(text);
        }
    }

    fn spaces(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    /// Begins a line of text at a column.
    fn line(&mut self, column: usize, act: Act) {
        match sign(act) {
            ("", _) => self.spaces(column),
            (sign, colour) => {
                self.spaces(column.saturating_sub(2));
                self.painted(colour.on_default(), sign);
                self.out.push(' ');
            }
        }
    }

    fn comment(&mut self, column: usize, text: &str) {
        self.spaces(column);
        self.painted(DIM, text);
        self.out.push('\n');
    }

    fn hidden(&mut self, column: usize, count: usize, what: &str) {
        if count > 0 {
            let s = if count == 1 { "" } else { "s" };
            self.comment(column, &format!("# ({count} unchanged {what}{s} hidden)"));
        }
    }

    fn forces(&mut self, diff: &Diff) {
        if diff.replace {
            self.out.push(' ');
            self.painted(RED, FORCES);
        }
    }

    fn arrow(&mut self) {
        self.out.push(' ');
        self.painted(AnsiColor::Yellow.on_default(), "->");
        self.out.push(' ');
    }

    /// Writes attributes with their names, one below the other. `whole`: unchanged ones as well.
    pub(crate) fn attributes(
        &mut self,
        attributes: &[(SmolStr, Diff)],
        column: usize,
        whole: bool,
        to_null: bool,
    ) {
        self.named(attributes, column, whole, to_null, Parts::Attributes);
    }

    /// Writes the change of an output.
    pub(crate) fn output(&mut self, name: &str, diff: &Diff) {
        self.line(4, diff.act);
        self.out.push_str(name);
        self.out.push_str(" = ");
        self.value(diff, 4, true);
        self.out.push('\n');
    }

    fn named(
        &mut self,
        entries: &[(SmolStr, Diff)],
        column: usize,
        whole: bool,
        to_null: bool,
        parts: Parts,
    ) {
        let names: Vec<String> = entries.iter().map(|(name, _)| parts.name(name)).collect();
        let aligned = if parts == Parts::Objects { &[] } else { names.as_slice() };
        let width = padded_width(aligned.iter().map(String::as_str));
        let mut hidden = 0;
        for ((name, diff), shown) in entries.iter().zip(&names) {
            let known_by = parts == Parts::Attributes && ALWAYS_SHOWN.contains(&name.as_str());
            if diff.act == Act::NoOp && !whole && !known_by {
                hidden += 1;
                continue;
            }
            self.note(diff, column);
            self.line(column, diff.act);
            self.out.push_str(&printable(shown));
            self.spaces(width.saturating_sub(shown.chars().count()));
            self.out.push_str(" = ");
            let before = self.everything;
            self.everything |= known_by;
            self.value(diff, column, to_null);
            self.everything = before;
            // Objects in maps are followed by a comma, as Terraform writes them.
            let comma =
                parts != Parts::Attributes && matches!(diff.kind, Kind::Object(_) | Kind::NestedObject(_));
            self.out.push_str(if comma { ",\n" } else { "\n" });
        }
        self.hidden(column, hidden, parts.word());
    }

    /// Writes a value behind its name. `to_null`: what goes is said to become null.
    pub(crate) fn value(&mut self, diff: &Diff, column: usize, to_null: bool) {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.value_here(diff, column, to_null));
    }

    fn value_here(&mut self, diff: &Diff, column: usize, to_null: bool) {
        let was_null = matches!(&diff.kind, Kind::Scalar(Some(before), _) if before.is_null());
        let null_after = to_null && diff.act == Act::Delete && !was_null;
        let whole = self.everything || diff.act == Act::NoOp;
        // Where there are parts, the beginning says that they need a new object, otherwise the end does.
        let mut said = false;
        match &diff.kind {
            Kind::Scalar(before, after) => {
                said = self.scalar(diff, before.as_ref(), after.as_ref(), column);
            }
            // Of what is empty nothing more is said, as Terraform does.
            Kind::Json { content, spaces } if is_empty(content) => {
                return self.empty_json(content, *spaces, column);
            }
            Kind::Json { content, spaces } => said = self.json(diff, content, *spaces, column),
            Kind::JsonNumber(text) => self.out.push_str(text),
            Kind::Changed(before, after) => {
                self.value(before, column, false);
                self.arrow();
                self.value(after, column, false);
            }
            Kind::Unknown(was) => {
                if let Some(was) = was {
                    self.value(was, column, false);
                    self.arrow();
                }
                self.out.push_str("(known after apply)");
            }
            Kind::Secret(_) => self.out.push_str("(sensitive value)"),
            Kind::WriteOnly { secret: true } => self.out.push_str("(sensitive, write-only attribute)"),
            Kind::WriteOnly { secret: false } => self.out.push_str("(write-only attribute)"),
            Kind::Object(entries)
            | Kind::NestedObject(entries)
            | Kind::Map(entries)
            | Kind::NestedMap(entries)
                if entries.is_empty() =>
            {
                self.out.push_str("{}");
            }
            Kind::List(items) | Kind::NestedList(items) | Kind::Set(items) if items.is_empty() => {
                self.out.push_str("[]");
            }
            Kind::Object(entries) => {
                said = self.open("{", diff);
                self.attributes(entries, column + 4, whole, false);
                self.close("}", column);
            }
            Kind::NestedObject(entries) => {
                said = self.open("{", diff);
                self.attributes(entries, column + 4, whole, true);
                self.close("}", column);
            }
            // An element that goes becomes null, unless all of them go.
            Kind::Map(entries) => {
                said = self.open("{", diff);
                self.named(entries, column + 4, whole, diff.act == Act::Update, Parts::Elements);
                self.close("}", column);
            }
            Kind::NestedMap(entries) => {
                said = self.open("{", diff);
                self.named(entries, column + 4, whole, false, Parts::Objects);
                self.close("}", column);
            }
            Kind::List(items) => {
                said = self.open("[", diff);
                self.list(items, column + 4, whole);
                self.close("]", column);
            }
            // Neighbours of what changes are not shown of objects with a schema.
            Kind::Set(items) | Kind::NestedList(items) => {
                said = self.open("[", diff);
                let shown = items.iter().filter(|item| whole || item.act != Act::NoOp);
                shown.for_each(|item| self.element(item, column + 4));
                if !whole {
                    let hidden = items.iter().filter(|item| item.act == Act::NoOp).count();
                    self.hidden(column + 4, hidden, "element");
                }
                self.close("]", column);
            }
        }
        if null_after {
            self.arrow();
            self.painted(DIM, "null");
        }
        if !said {
            self.forces(diff);
        }
    }

    fn open(&mut self, bracket: &str, diff: &Diff) -> bool {
        self.out.push_str(bracket);
        self.forces(diff);
        self.out.push('\n');
        true
    }

    fn close(&mut self, bracket: &str, column: usize) {
        self.spaces(column);
        self.out.push_str(bracket);
    }

    /// Says above a part that it becomes a secret, or is one no longer.
    fn note(&mut self, diff: &Diff, column: usize) {
        let Kind::Secret(Some(turn)) = &diff.kind else { return };
        let what = match turn.secret {
            true => "becomes a secret, so it is not shown any more",
            false => "is no secret any more, so it is shown in clear",
        };
        let same = if turn.same { " The value itself stays the same." } else { "" };
        let column = column.saturating_sub(2);
        self.comment(column, &format!("# Warning: this value {what}"));
        self.comment(column, &format!("# after this change.{same}"));
    }

    fn element(&mut self, item: &Diff, column: usize) {
        self.note(item, column);
        self.line(column, item.act);
        self.value(item, column, false);
        self.out.push_str(",\n");
    }

    /// Writes elements; of those that stay only the neighbours of others.
    fn list(&mut self, items: &[Diff], column: usize, whole: bool) {
        let changes = |at: usize| items.get(at).is_some_and(|item| item.act != Act::NoOp);
        let mut hidden = 0;
        for (at, item) in items.iter().enumerate() {
            let shown = whole || changes(at) || changes(at + 1) || (at > 0 && changes(at - 1));
            if !shown {
                hidden += 1;
                continue;
            }
            self.hidden(column, hidden, "element");
            hidden = 0;
            self.element(item, column);
        }
        self.hidden(column, hidden, "element");
    }

    /// Writes something without parts; says whether it was told that it needs a new object.
    fn scalar(&mut self, diff: &Diff, before: Option<&Value>, after: Option<&Value>, column: usize) -> bool {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let (old, new) = (text(before), text(after));
        let is_long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.contains('\n'));
        match (before, after) {
            (Some(_), Some(_)) if diff.act == Act::Update => match (&old, &new) {
                (Some(old_text), Some(new_text)) if is_long(&old) || is_long(&new) => {
                    self.lines(diff, old_text, new_text, column);
                    return true;
                }
                _ => {
                    self.one(before, column);
                    self.arrow();
                    self.one(after, column);
                }
            },
            _ => {
                let (value, shown) = if after.is_some() { (after, &new) } else { (before, &old) };
                match shown {
                    Some(shown) if shown.contains('\n') => {
                        self.lines(diff, shown, shown, column);
                        return true;
                    }
                    _ => self.one(value, column),
                }
            }
        }
        false
    }

    fn one(&mut self, value: Option<&Value>, column: usize) {
        let Some(value) = value else { return };
        match value.kind() {
            Shape::Null => self.painted(DIM, "null"),
            Shape::Bool(value) => self.out.push_str(if value { "true" } else { "false" }),
            Shape::Number(number) => self.out.push_str(&number.to_text()),
            Shape::String(text) if text.contains('\n') => {
                let diff = Diff { act: Act::NoOp, replace: false, kind: Kind::Secret(None) };
                self.lines(&diff, text, text, column);
            }
            Shape::String(text) => write_quoted(text, self.out),
            _ => self.out.push_str("(known after apply)"),
        }
    }

    /// Writes text of several lines, with those that go and come.
    fn lines(&mut self, diff: &Diff, before: &str, after: &str, column: usize) {
        self.out.push_str("<<-EOT");
        self.forces(diff);
        self.out.push('\n');
        // That before a line end is a change.
        if before == after {
            for line in shown_lines(after) {
                self.text_line(column + 4, Act::NoOp, Some(line));
            }
        } else {
            let (old, new): (Vec<&str>, Vec<&str>) =
                (shown_lines(before).collect(), shown_lines(after).collect());
            for (b, a) in pair_elements(&old, &new, |b, a| b == a, |_| false) {
                let (gone, new) = (b.map(|b| old[b]), a.map(|a| new[a]));
                if gone == new {
                    self.text_line(column + 4, Act::NoOp, new);
                } else {
                    self.text_line(column + 4, Act::Delete, gone);
                    self.text_line(column + 4, Act::Create, new);
                }
            }
        }
        self.close("EOT", column);
    }

    fn text_line(&mut self, column: usize, act: Act, text: Option<&str>) {
        let Some(text) = text else { return };
        self.line(column, act);
        self.out.push_str(&printable(text.trim_end_matches('\r')));
        self.out.push('\n');
    }

    /// Writes JSON that is empty, before and after: on one line.
    fn empty_json(&mut self, content: &Diff, spaces: bool, column: usize) {
        self.out.push_str("jsonencode(");
        self.value(content, column, false);
        self.out.push_str(if spaces { ") # whitespace changes" } else { ")" });
    }

    fn json(&mut self, diff: &Diff, content: &Diff, spaces: bool, column: usize) -> bool {
        self.out.push_str("jsonencode(");
        match (spaces, diff.replace) {
            (true, true) => self.out.push_str(" # whitespace changes force replacement"),
            (true, false) => self.out.push_str(" # whitespace changes"),
            _ => {}
        }
        self.out.push('\n');
        let act = if content.act == Act::Update { Act::Update } else { Act::NoOp };
        self.line(column + 4, act);
        self.value(content, column + 4, false);
        // The content says that it needs a new object, at its end.
        if !spaces {
            self.forces(diff);
        }
        self.out.push('\n');
        self.close(")", column);
        true
    }

    /// Writes the content of a body. `whole`: with what does not change.
    pub(crate) fn body(&mut self, body: &BlockDiff, column: usize, whole: bool, to_null: bool) {
        if body.is_secret {
            return self
                .comment(column - 2, "# Something in this block is a secret, so none of it is shown.");
        }
        self.attributes(&body.attributes, column, whole, to_null);
        let mut hidden = 0;
        for (name, blocks) in &body.blocks {
            let shown: Vec<_> = blocks.iter().filter(|block| whole || block.act != Act::NoOp).collect();
            hidden += blocks.len() - shown.len();
            if !shown.is_empty() {
                self.out.push('\n');
            }
            shown.into_iter().for_each(|block| self.nested(name, block, column, whole, to_null));
        }
        if hidden > 0 {
            self.out.push('\n');
            self.hidden(column, hidden, "block");
        }
    }

    fn nested(&mut self, name: &str, block: &NestedDiff, column: usize, whole: bool, to_null: bool) {
        self.line(column, block.act);
        self.out.push_str(&printable(name));
        let NestedBody::Block(body) = &block.body else {
            return self.out.push_str(" (known after apply)\n");
        };
        if let Some(label) = &block.label {
            self.out.push(' ');
            write_quoted(label, self.out);
        }
        self.out.push_str(" {");
        if block.replace {
            self.out.push(' ');
            self.painted(RED, FORCES);
        }
        self.out.push('\n');
        self.body(body, column + 4, whole, to_null);
        self.close("}\n", column);
    }
}

/// The lines of a text. Space around a text of several lines is not shown, and none of its changes; of one that
/// is a single line Terraform shows all.
fn shown_lines(text: &str) -> std::str::Split<'_, char> {
    let shown = if text.contains('\n') { text.trim() } else { text };
    shown.split('\n')
}

/// Whether something is an empty list or object, or one that becomes the other.
fn is_empty(diff: &Diff) -> bool {
    match &diff.kind {
        Kind::Object(entries) => entries.is_empty(),
        Kind::List(items) => items.is_empty(),
        Kind::Changed(before, after) => is_empty(before) && is_empty(after),
        _ => false,
    }
}

/// How wide names are that stand one below the other. The bytes of names count, as they do for Terraform, while
/// their characters are padded to that.
pub(crate) fn padded_width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(str::len).max().unwrap_or(0)
}

/// A name as it is written before an equals sign.
pub(crate) fn attribute_name(name: &str) -> String {
    if hcl::syntax::is_valid_identifier(name) { name.to_owned() } else { quote(name) }
}
