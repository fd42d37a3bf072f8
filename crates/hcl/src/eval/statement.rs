//! What a diagnostic says of the values that took part in a failed expression.

use diag::ExpressionValue;
use value::{Kind, Value};

use super::{Eval, Frame, Reference};
use crate::references::references;
use crate::syntax::ast::{ExprId, Step, StepKind, Traversal};

/// More values than this make a diagnostic harder to read, not easier.
const MAX_VALUES: usize = 12;

/// Longer strings are shown by their beginning.
const MAX_SHOWN_CHARS: usize = 256;

/// Says what a value is, short enough for one line; secrets stay hidden.
pub fn describe_value(value: &Value) -> String {
    if value.marks().is_sensitive() {
        return "has a sensitive value".to_owned();
    }
    if value.marks().is_ephemeral() {
        return "has an ephemeral value".to_owned();
    }
    let count = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    match value.kind() {
        Kind::Null => "is null".to_owned(),
        Kind::Unknown if value.ty() == value::Type::Dynamic => "will be known only after apply".to_owned(),
        Kind::Unknown => format!("is a {}, known only after apply", value.ty().friendly_name()),
        Kind::Bool(value) => format!("is {value}"),
        Kind::Number(number) => format!("is {number}"),
        Kind::String(text) => match text.char_indices().nth(MAX_SHOWN_CHARS) {
            Some((end, _)) => {
                format!("is a string of {} bytes that begins with {:?}", text.len(), &text[..end])
            }
            None => format!("is {text:?}"),
        },
        Kind::Tuple([]) => "is empty tuple".to_owned(),
        Kind::Tuple(items) => format!("is tuple with {}", count(items.len(), "element", "elements")),
        Kind::List([]) | Kind::Set([]) | Kind::Map([]) => format!("is empty {}", value.ty().friendly_name()),
        Kind::List(items) | Kind::Set(items) => {
            format!("is {} with {}", value.ty().friendly_name(), count(items.len(), "element", "elements"))
        }
        Kind::Map(entries) => {
            format!("is {} with {}", value.ty().friendly_name(), count(entries.len(), "element", "elements"))
        }
        Kind::Object([]) => "is object with no attributes".to_owned(),
        Kind::Object([(name, _)]) => format!("is object with 1 attribute {:?}", name.as_str()),
        Kind::Object(entries) => format!("is object with {} attributes", entries.len()),
    }
}

fn traversal_text(root: &str, steps: &[Step]) -> String {
    let mut text = root.to_owned();
    for step in steps {
        match &step.kind {
            StepKind::Attr(name) => {
                text.push('.');
                text.push_str(name);
            }
            StepKind::Index(key) => match (key.as_str(), key.as_num()) {
                (Some(key), _) => text.push_str(&format!("[{key:?}]")),
                (_, Some(number)) => text.push_str(&format!("[{number}]")),
                _ => text.push_str("[...]"),
            },
        }
    }
    text
}

impl Eval<'_> {
    /// The values of the references in an expression, as far as they can be had.
    pub(super) fn values_in_play(&self, expr: ExprId, frame: &Frame<'_>) -> Vec<ExpressionValue> {
        let mut found: Vec<ExpressionValue> = Vec::new();
        for (_, traversal) in references(self.tree, expr) {
            if found.len() == MAX_VALUES {
                break;
            }
            let steps = self.tree.steps(traversal.steps);
            let Some((value, used)) = self.longest_value(traversal, steps, frame) else { continue };
            let text = traversal_text(self.tree.text(traversal.root_span), &steps[..used]);
            if found.iter().all(|known| known.traversal != text) {
                found.push(ExpressionValue { traversal: text, statement: describe_value(&value) });
            }
        }
        found.sort_by(|a, b| a.traversal.cmp(&b.traversal));
        found
    }

    /// The value of as many steps of a reference as can be taken.
    fn longest_value(
        &self,
        traversal: &Traversal,
        steps: &[Step],
        frame: &Frame<'_>,
    ) -> Option<(Value, usize)> {
        let root = self.tree.text(traversal.root_span);
        let (mut value, mut used) = match frame.find(root) {
            Some(value) => (value.clone(), 0),
            None => {
                let resolved = self.scope.resolve(Reference { root, steps }).ok()?;
                (resolved.value, resolved.used.min(steps.len()))
            }
        };
        for step in &steps[used..] {
            let part = match &step.kind {
                StepKind::Attr(name) => super::get_attr(&value, name),
                StepKind::Index(key) => super::get_index(&value, key),
            };
            let Ok(part) = part else { break };
            value = part;
            used += 1;
        }
        Some((value, used))
    }
}
