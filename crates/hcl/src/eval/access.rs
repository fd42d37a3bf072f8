//! Attributes and elements of values, and references made of them.

use diag::{Diagnostic, Span};
use value::{Kind, Type, Value, convert};

use super::{Eval, Frame, Reference};
use crate::syntax::ast::{ExprId, Run, Step, StepKind};

/// Why a part of a value cannot be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessError {
    /// Fixed words for the diagnostic.
    pub summary: &'static str,
    /// The sentence to show.
    pub detail: String,
}

fn failed<T>(summary: &'static str, detail: impl Into<String>) -> Result<T, AccessError> {
    Err(AccessError { summary, detail: detail.into() })
}

/// The attribute of an object, or the element of a map, of that name; the value's marks go with it.
pub fn get_attr(value: &Value, name: &str) -> Result<Value, AccessError> {
    if value.is_null() {
        return failed(
            "Attempt to get attribute from null value",
            "This value is null, so it does not have any attributes.",
        );
    }
    let found = match value.kind() {
        Kind::Object(_) => match value.entry(name) {
            Some(found) => found.clone(),
            None => return unsupported_attribute(value, name),
        },
        Kind::Map(_) => match value.entry(name) {
            Some(found) => found.clone(),
            None => {
                return failed(
                    "Missing map element",
                    format!("This map does not have an element with the key {name:?}."),
                );
            }
        },
        Kind::Unknown => match value.ty() {
            Type::Dynamic => Value::dynamic(),
            Type::Map(element) => Value::unknown(Type::clone(&element)),
            Type::Object(object) => match object.get(name) {
                Some(attribute) => Value::unknown(attribute.ty.clone()),
                None => return unsupported_attribute(value, name),
            },
            _ => return unsupported_attribute(value, name),
        },
        _ => return unsupported_attribute(value, name),
    };
    Ok(found.with_marks(value.marks()))
}

fn unsupported_attribute<T>(value: &Value, name: &str) -> Result<T, AccessError> {
    let ty = value.ty();
    let detail = match &ty {
        Type::Object(_) => format!("This object does not have an attribute named {name:?}."),
        Type::String | Type::Number | Type::Bool => {
            format!("Can't access attributes on a primitive-typed value ({}).", ty.friendly_name())
        }
        Type::List(element) if matches!(**element, Type::Object(_)) => format!(
            "Attributes belong to the elements of this list, not to the list. Select one element first, as in \
             [0].{name}, or take the attribute of all of them with [*].{name}."
        ),
        Type::Set(element) if matches!(**element, Type::Object(_)) => format!(
            "Attributes belong to the elements of this set, not to the set. Use a for expression to reach {name:?} \
             of each of them."
        ),
        _ => "This value does not have any attributes.".to_owned(),
    };
    failed("Unsupported attribute", detail)
}

/// The element of a collection at a key; the marks of both go with it.
pub fn get_index(value: &Value, key: &Value) -> Result<Value, AccessError> {
    if value.is_null() {
        return failed("Attempt to index null value", "This value is null, so it does not have any indices.");
    }
    if key.is_null() {
        return failed("Invalid index", "Can't use a null value as an indexing key.");
    }
    let marks = value.marks().union(key.marks());
    let ty = value.ty();
    if matches!((&ty, value.is_known()), (Type::Dynamic, false)) || key.ty() == Type::Dynamic {
        return Ok(Value::dynamic().with_marks(&marks));
    }
    let found = match ty {
        Type::List(_) | Type::Tuple(_) => sequence_index(value, key)?,
        Type::Map(element) => map_index(value, key, &element)?,
        Type::Object(_) => object_index(value, key)?,
        Type::Set(_) => {
            return failed(
                "Invalid index",
                "Elements of a set are identified only by their value and have no index or key to select them by. \
                 Convert the set to a list, or work on all its elements with a for expression.",
            );
        }
        _ => return failed("Invalid index", "This value does not have any indices."),
    };
    Ok(found.with_marks(&marks))
}

const NO_SUCH_ELEMENT: &str = "The given key does not identify an element in this collection value";

fn converted_key(key: &Value, ty: &Type) -> Result<Value, AccessError> {
    match convert::convert(key, ty) {
        Ok(key) => Ok(key.unmark().0),
        Err(error) => failed("Invalid index", format!("{NO_SUCH_ELEMENT}: {error}.")),
    }
}

fn sequence_index(value: &Value, key: &Value) -> Result<Value, AccessError> {
    let key = converted_key(key, &Type::Number)?;
    let ty = value.ty();
    let Some(number) = key.as_num() else {
        return Ok(match ty {
            Type::List(element) => Value::unknown(Type::clone(&element)),
            _ => Value::dynamic(),
        });
    };
    // What is not known yet may have any element that its length leaves room for.
    if let (Type::List(element), false) = (&ty, value.is_known()) {
        let most = value.refinement().and_then(|known| known.max_length);
        let at = number.to_i64().and_then(|at| u64::try_from(at).ok());
        return match at.zip(most) {
            Some((at, most)) if at >= most => failed("Invalid index", format!("{NO_SUCH_ELEMENT}.")),
            _ => Ok(Value::unknown(Type::clone(element))),
        };
    }
    if number.is_neg() && !number.is_zero() {
        return failed(
            "Invalid index",
            format!("{NO_SUCH_ELEMENT}: a negative number is not a valid index for a sequence."),
        );
    }
    if !number.is_integer() {
        return failed(
            "Invalid index",
            format!(
                "{NO_SUCH_ELEMENT}: indexing a sequence takes a whole number, and this one has a fractional part."
            ),
        );
    }
    let at = number.to_i64().and_then(|at| usize::try_from(at).ok());
    let found = match (value.as_items(), &ty, at) {
        (Some(items), _, Some(at)) => items.get(at).cloned(),
        (None, Type::Tuple(elements), Some(at)) => elements.get(at).map(|ty| Value::unknown(ty.clone())),
        _ => None,
    };
    found.map_or_else(|| failed("Invalid index", format!("{NO_SUCH_ELEMENT}.")), Ok)
}

fn map_index(value: &Value, key: &Value, element: &Type) -> Result<Value, AccessError> {
    let key = converted_key(key, &Type::String)?;
    let (Some(text), true) = (key.as_str(), value.is_known()) else {
        return Ok(Value::unknown(element.clone()));
    };
    match value.entry(text) {
        Some(found) => Ok(found.clone()),
        None => failed("Invalid index", format!("{NO_SUCH_ELEMENT}.")),
    }
}

fn object_index(value: &Value, key: &Value) -> Result<Value, AccessError> {
    let key = converted_key(key, &Type::String)?;
    // The models do not look at the attributes of what is not known yet.
    let (Some(text), true) = (key.as_str(), value.is_known()) else { return Ok(Value::dynamic()) };
    match value.entry(text) {
        Some(found) => Ok(found.clone()),
        None => failed("Invalid index", format!("{NO_SUCH_ELEMENT}.")),
    }
}

impl Eval<'_> {
    pub(super) fn traversal(&mut self, id: ExprId, index: u32, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        let traversal = tree.traversal(index);
        let steps = tree.steps(traversal.steps);
        let root = tree.text(traversal.root_span);
        if let Some(local) = frame.find(root) {
            return self.apply_steps(id, local.clone(), steps, frame);
        }
        match self.scope.resolve(Reference { root, steps }) {
            Ok(resolved) => {
                self.apply_steps(id, resolved.value, &steps[resolved.used.min(steps.len())..], frame)
            }
            Err(diagnostic) => {
                let mut diagnostic: Diagnostic = *diagnostic;
                if diagnostic.subject.is_none() {
                    let whole =
                        if self.scope.blames_first_name() { traversal.root_span } else { tree.span(id) };
                    diagnostic.subject = Some(tree.range(whole));
                }
                self.diags.push(diagnostic);
                Value::dynamic()
            }
        }
    }

    pub(super) fn relative(
        &mut self,
        id: ExprId,
        source: ExprId,
        steps: Run<Step>,
        frame: &Frame<'_>,
    ) -> Value {
        let value = self.expr(source, frame);
        let tree = self.tree;
        self.apply_steps(id, value, tree.steps(steps), frame)
    }

    pub(super) fn index(&mut self, id: ExprId, collection: ExprId, key: ExprId, frame: &Frame<'_>) -> Value {
        let value = self.expr(collection, frame);
        let key_value = self.expr(key, frame);
        get_index(&value, &key_value).unwrap_or_else(|error| {
            self.report_step(error, self.bracket_span(collection, id), id, frame);
            Value::dynamic()
        })
    }

    /// The brackets behind a collection, which may stand on a later line.
    fn bracket_span(&self, collection: ExprId, whole: ExprId) -> Span {
        let behind = Span::new(self.tree.span(collection).end, self.tree.span(whole).end);
        let text = self.tree.text(behind);
        let spaces = text.len() - text.trim_start().len();
        Span::new(behind.start + spaces as u32, behind.end)
    }

    /// Reports a step that cannot be taken. It alone is shown: what it starts from may be long.
    fn report_step(&mut self, error: AccessError, at: Span, whole: ExprId, frame: &Frame<'_>) {
        let problem = Diagnostic::error(error.summary, error.detail).at(self.tree.range(at));
        let values = self.values_in_play(whole, frame);
        self.diags.push(Diagnostic { values, ..problem });
    }

    fn apply_steps(&mut self, id: ExprId, mut value: Value, steps: &[Step], frame: &Frame<'_>) -> Value {
        for step in steps {
            let result = match &step.kind {
                StepKind::Attr(name) => get_attr(&value, name),
                StepKind::Index(key) => get_index(&value, key),
            };
            match result {
                Ok(part) => value = part,
                Err(error) => {
                    self.report_step(error, step.span, id, frame);
                    return Value::dynamic();
                }
            }
        }
        value
    }
}
