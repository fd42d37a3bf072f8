//! What a diagnostic says of the values that took part in a failed expression.

use diag::ExpressionValue;
use value::{Kind, Type, Value};

use super::{Eval, Frame, Reference, Scope};
use crate::expression::AbsTraversal;
use crate::references::references;
use crate::syntax::ast::{ExprId, Step, StepKind};

/// More values than this make a diagnostic harder to read, not easier.
const MAX_VALUES: usize = 12;

/// Longer strings are shown by their beginning.
const MAX_SHOWN_CHARS: usize = 256;

/// How many digits of a number are shown.
const SHOWN_DIGITS: i32 = 10;

/// What is wrong with the values of an expression. What cannot be shown is named only where that is the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// What they are.
    Values,
    /// That they are not known yet.
    Unknown,
    /// That they are sensitive.
    Sensitive,
    /// That they are ephemeral.
    Ephemeral,
}

/// Says what a value is, short enough for one line; secrets stay hidden. Nothing for what does not help.
fn describe_value(value: &Value, cause: Cause) -> Option<String> {
    if value.marks().is_sensitive() {
        return (cause == Cause::Sensitive).then(|| "has a sensitive value".to_owned());
    }
    if value.marks().is_ephemeral() {
        return (cause == Cause::Ephemeral).then(|| "has an ephemeral value".to_owned());
    }
    if !value.is_known() && cause != Cause::Unknown {
        // Of what kind it will be may be what is wrong with it.
        return (value.ty() != Type::Dynamic).then(|| format!("is a {}", value.ty().friendly_name()));
    }
    let count = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    Some(match value.kind() {
        Kind::Null => "is null".to_owned(),
        Kind::Unknown if value.ty() == Type::Dynamic => "will be known only after apply".to_owned(),
        Kind::Unknown => format!("is a {}, known only after apply", value.ty().friendly_name()),
        Kind::Bool(value) => format!("is {value}"),
        Kind::Number(number) => format!("is {}", number.to_g_text(SHOWN_DIGITS)),
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
    })
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

/// The values of references outside of loops, as far as they can be had.
pub(crate) fn values_of(
    references: &[AbsTraversal],
    scope: &dyn Scope,
    cause: Cause,
) -> Vec<ExpressionValue> {
    let references = references.iter().map(|reference| (reference.root.as_str(), reference.steps.as_slice()));
    collect(references, scope, cause)
}

impl Eval<'_> {
    /// The values of the references in an expression, as far as they can be had. What a loop goes over is told where it is
    /// written, not each of its elements.
    pub(super) fn values_in_play(&self, expr: ExprId, frame: &Frame<'_>) -> Vec<ExpressionValue> {
        let found = references(self.tree, expr);
        let references = found
            .iter()
            .map(|(_, traversal)| (self.tree.text(traversal.root_span), self.tree.steps(traversal.steps)));
        collect(references.filter(|(root, _)| frame.find(root).is_none()), self.scope, Cause::Values)
    }
}

fn collect<'a>(
    references: impl Iterator<Item = (&'a str, &'a [Step])>,
    scope: &dyn Scope,
    cause: Cause,
) -> Vec<ExpressionValue> {
    let mut found: Vec<ExpressionValue> = Vec::new();
    for (root, steps) in references {
        if found.len() == MAX_VALUES {
            break;
        }
        let Ok(resolved) = scope.resolve(Reference { root, steps }) else { continue };
        let (value, used) = longest_value(resolved.value, resolved.used.min(steps.len()), steps);
        let text = traversal_text(root, &steps[..used]);
        if let Some(statement) = describe_value(&value, cause)
            && found.iter().all(|known| known.traversal != text)
        {
            found.push(ExpressionValue { traversal: text, statement });
        }
    }
    found.sort_by(|a, b| a.traversal.cmp(&b.traversal));
    found
}

/// The value of as many steps of a reference as can be taken.
fn longest_value(mut value: Value, mut used: usize, steps: &[Step]) -> (Value, usize) {
    for step in &steps[used..] {
        let part = match &step.kind {
            StepKind::Attr(name) => super::get_attr(&value, name),
            StepKind::Index(key) => super::get_index(&value, key),
        };
        let Ok(part) = part else { break };
        value = part;
        used += 1;
    }
    (value, used)
}
