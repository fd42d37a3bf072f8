//! Tuple and object constructors.

use smol_str::SmolStr;
use value::{Marks, Type, Value, convert};

use super::{Eval, Frame};
use crate::syntax::ast::{ExprId, ObjectItem, Run};

impl Eval<'_> {
    pub(super) fn tuple(&mut self, items: Run<ExprId>, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        Value::tuple(tree.expr_run(items).iter().map(|item| self.expr(*item, frame)).collect())
    }

    pub(super) fn object(&mut self, items: Run<ObjectItem>, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        let mut entries: Vec<(SmolStr, Value)> = Vec::with_capacity(items.len());
        // The marks of keys cannot stay with keys, so they go to the whole object.
        let mut marks = Marks::NONE;
        let mut known = true;
        for item in tree.object_items(items) {
            let key = match tree.object_key_literal(item.key) {
                Some(name) => Some(name.into()),
                None => self.object_key(item.key, frame, &mut marks, &mut known),
            };
            let value = self.expr(item.value, frame);
            if let Some(key) = key {
                entries.push((key, value));
            }
        }
        // Terraform forgets the marks of keys here: what would be refused for them is refused once the keys are known.
        if !known {
            return Value::dynamic();
        }
        Value::object(entries).with_marks(&marks)
    }

    /// A computed key; nothing when it cannot be used, with `known` cleared.
    fn object_key(
        &mut self,
        key: ExprId,
        frame: &Frame<'_>,
        marks: &mut Marks,
        known: &mut bool,
    ) -> Option<SmolStr> {
        let errors_before = self.diags.len();
        let (value, key_marks) = self.expr(key, frame).unmark();
        *marks = marks.union(&key_marks);
        if self.diags.len() > errors_before {
            *known = false;
            return None;
        }
        if value.is_null() {
            *known = false;
            self.report(
                "Null value as key",
                "Can't use a null value as a key.",
                self.tree.span(key),
                key,
                frame,
            );
            return None;
        }
        match convert::convert(&value, &Type::String) {
            Ok(text) => {
                let text = text.as_smol_str().cloned();
                *known &= text.is_some();
                text
            }
            Err(error) => {
                *known = false;
                let detail = format!("Can't use this value as a key: {error}.");
                self.report("Incorrect key type", detail, self.tree.span(key), key, frame);
                None
            }
        }
    }
}
