//! `for` expressions.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use smol_str::SmolStr;
use value::{Kind, Marks, Type, Value, convert};

use super::{Eval, Frame};
use crate::syntax::ast::{ExprId, For};

/// What became of one key or condition.
enum Outcome<T> {
    Known(T),
    Unknown,
    Failed,
}

impl Eval<'_> {
    pub(super) fn for_expr(&mut self, id: ExprId, index: u32, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        let for_expr = tree.for_expr(index);
        let errors_before = self.diags.len();
        let (collection, mut marks) = self.expr(for_expr.collection, frame).unmark();
        if collection.is_null() {
            let detail = "A null value cannot be used as the collection in a 'for' expression.";
            self.report_part("Iteration over null value", detail, for_expr.collection, id, frame);
            return Value::dynamic();
        }
        let ty = collection.ty();
        if ty == Type::Dynamic {
            return Value::dynamic().with_marks(&marks);
        }
        if ty.is_primitive() {
            let detail = format!(
                "A value of type {} cannot be used as the collection in a 'for' expression.",
                ty.friendly_name()
            );
            self.report_part("Iteration over non-iterable value", detail, for_expr.collection, id, frame);
            return Value::dynamic();
        }
        if !collection.is_known() || self.diags.len() > errors_before {
            return Value::dynamic().with_marks(&marks);
        }
        if !self.condition_can_be(id, for_expr, frame) {
            return Value::dynamic();
        }
        let result = match for_expr.key {
            Some(key) => self.for_object(id, for_expr, key, &collection, &mut marks, frame),
            None => self.for_tuple(id, for_expr, &collection, &mut marks, frame),
        };
        result.with_marks(&marks)
    }

    fn for_tuple(
        &mut self,
        id: ExprId,
        for_expr: &For,
        collection: &Value,
        marks: &mut Marks,
        frame: &Frame<'_>,
    ) -> Value {
        let mut items = Vec::new();
        let mut known = true;
        each_element(collection, &mut |key, element| {
            if self.has_many_errors() {
                known = false;
                return;
            }
            let names = bound_names(for_expr, key, element);
            let inner = Frame::Names { parent: frame, names: &names };
            match self.included(id, for_expr, marks, known, &inner) {
                Outcome::Known(true) => items.push(self.expr(for_expr.value, &inner)),
                Outcome::Known(false) => {}
                Outcome::Unknown | Outcome::Failed => known = false,
            }
        });
        if known { Value::tuple(items) } else { Value::dynamic() }
    }

    fn for_object(
        &mut self,
        id: ExprId,
        for_expr: &For,
        key_expr: ExprId,
        collection: &Value,
        marks: &mut Marks,
        frame: &Frame<'_>,
    ) -> Value {
        let mut single: BTreeMap<SmolStr, Value> = BTreeMap::new();
        let mut grouped: BTreeMap<SmolStr, Vec<Value>> = BTreeMap::new();
        let mut known = true;
        each_element(collection, &mut |key, element| {
            if self.has_many_errors() {
                known = false;
                return;
            }
            let names = bound_names(for_expr, key, element);
            let inner = Frame::Names { parent: frame, names: &names };
            match self.included(id, for_expr, marks, known, &inner) {
                Outcome::Known(true) => {}
                Outcome::Known(false) => return,
                Outcome::Unknown | Outcome::Failed => {
                    known = false;
                    return;
                }
            }
            let key = match self.for_key(id, key_expr, marks, known, &inner) {
                Outcome::Known(key) => key,
                Outcome::Unknown | Outcome::Failed => {
                    known = false;
                    return;
                }
            };
            let value = self.expr(for_expr.value, &inner);
            if for_expr.group {
                grouped.entry(key).or_default().push(value);
                return;
            }
            match single.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(taken) => {
                    known = false;
                    let detail = format!(
                        "Two different items produced the key {:?} in this 'for' expression. If duplicates are \
                         expected, use the ellipsis (...) after the value expression to enable grouping by key.",
                        taken.key().as_str()
                    );
                    self.report_part("Duplicate object key", detail, key_expr, id, &inner);
                }
            }
        });
        if !known {
            return Value::dynamic();
        }
        if for_expr.group {
            return Value::object(grouped.into_iter().map(|(key, values)| (key, Value::tuple(values))));
        }
        Value::object(single)
    }

    /// Tries the condition once without knowing any element, so that what is wrong with it for every
    /// element is said once.
    fn condition_can_be(&mut self, id: ExprId, for_expr: &For, frame: &Frame<'_>) -> bool {
        let Some(condition) = for_expr.condition else { return true };
        let names = bound_names(for_expr, Value::dynamic(), &Value::dynamic());
        let inner = Frame::Names { parent: frame, names: &names };
        let errors_before = self.diags.len();
        let value = self.expr(condition, &inner);
        if self.diags.len() > errors_before {
            return false;
        }
        if value.is_null() {
            let detail = "The value of the 'if' clause must not be null.";
            self.report_part("Condition is null", detail, condition, id, &inner);
            return false;
        }
        if let Err(error) = convert::convert(&value, &Type::Bool) {
            let detail = format!("The 'if' clause value is invalid: {error}.");
            self.report_part("Invalid 'for' condition", detail, condition, id, &inner);
            return false;
        }
        true
    }

    /// Whether an element is taken. What is wrong is told unless the result is unknown already: it is mostly the same then.
    fn included(
        &mut self,
        id: ExprId,
        for_expr: &For,
        marks: &mut Marks,
        tell: bool,
        frame: &Frame<'_>,
    ) -> Outcome<bool> {
        let Some(condition) = for_expr.condition else { return Outcome::Known(true) };
        let errors_before = self.diags.len();
        let (value, condition_marks) = self.expr(condition, frame).unmark();
        *marks = marks.union(&condition_marks);
        if self.diags.len() > errors_before {
            return Outcome::Failed;
        }
        if !value.is_known() {
            return Outcome::Unknown;
        }
        if value.is_null() {
            let detail = "The 'if' clause value is invalid: it is null for at least one element.";
            if tell {
                self.report_part("Invalid 'for' condition", detail, condition, id, frame);
            }
            return Outcome::Failed;
        }
        match convert::convert(&value, &Type::Bool) {
            Ok(truth) => truth.as_bool().map_or(Outcome::Unknown, Outcome::Known),
            Err(error) => {
                let detail = format!("The 'if' clause value is invalid: {error}.");
                if tell {
                    self.report_part("Invalid 'for' condition", detail, condition, id, frame);
                }
                Outcome::Failed
            }
        }
    }

    /// The key of an element. What is wrong is told unless the result is unknown already.
    fn for_key(
        &mut self,
        id: ExprId,
        key: ExprId,
        marks: &mut Marks,
        tell: bool,
        frame: &Frame<'_>,
    ) -> Outcome<SmolStr> {
        let errors_before = self.diags.len();
        let (value, key_marks) = self.expr(key, frame).unmark();
        *marks = marks.union(&key_marks);
        if self.diags.len() > errors_before {
            return Outcome::Failed;
        }
        if !value.is_known() {
            return Outcome::Unknown;
        }
        if value.is_null() {
            let detail = "Key expression in 'for' expression must not produce a null value.";
            if tell {
                self.report_part("Invalid object key", detail, key, id, frame);
            }
            return Outcome::Failed;
        }
        match convert::convert(&value, &Type::String) {
            Ok(text) => text.as_smol_str().cloned().map_or(Outcome::Unknown, Outcome::Known),
            Err(error) => {
                let detail = format!("The key expression produced an invalid result: {error}.");
                if tell {
                    self.report_part("Invalid object key", detail, key, id, frame);
                }
                Outcome::Failed
            }
        }
    }
}

/// Hands over each key and element; the key of a set's element is the element itself.
fn each_element(collection: &Value, take: &mut dyn FnMut(Value, &Value)) {
    match collection.kind() {
        Kind::List(items) | Kind::Tuple(items) => {
            for (at, item) in items.iter().enumerate() {
                take(Value::int(at as i64), item);
            }
        }
        Kind::Set(items) => {
            for item in items {
                take(item.clone(), item);
            }
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            for (key, item) in entries {
                take(Value::string(key.clone()), item);
            }
        }
        _ => {}
    }
}

fn bound_names(for_expr: &For, key: Value, element: &Value) -> Vec<(SmolStr, Value)> {
    let mut names = Vec::with_capacity(2);
    if let Some(key_var) = &for_expr.key_var {
        names.push((key_var.clone(), key));
    }
    // Looked up first to last: with one name for both, the value counts.
    names.insert(0, (for_expr.value_var.clone(), element.clone()));
    names
}
