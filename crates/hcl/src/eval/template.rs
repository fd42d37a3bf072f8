//! Templates: text with values in it.

use value::{MAX_STRING_BYTES, Marks, Refinement, Type, Value, convert, safe_prefix};

use super::{Eval, Frame};
use crate::syntax::ast::{ExprId, ExprKind, Run};

const INVALID_PART: &str = "Invalid template interpolation value";

/// Text being put together, which stops growing at the first unknown part.
struct Text {
    text: String,
    known: bool,
    marks: Marks,
}

impl Text {
    fn new() -> Self {
        Self { text: String::new(), known: true, marks: Marks::NONE }
    }

    /// Adds a string value; false when the text would become too long.
    fn push(&mut self, part: &Value) -> bool {
        self.marks = self.marks.union(part.marks());
        match part.as_str() {
            Some(text) if self.known => {
                if self.text.len() + text.len() > MAX_STRING_BYTES {
                    return false;
                }
                self.text.push_str(text);
            }
            Some(_) => {}
            None => {
                if self.known
                    && let Some(known) = part.refinement()
                {
                    self.text.push_str(&known.prefix);
                }
                self.known = false;
            }
        }
        true
    }

    fn finish(self) -> Value {
        let value = if self.known {
            Value::string(self.text)
        } else {
            Value::unknown(Type::String).refine(Refinement::with_prefix(safe_prefix(&self.text)))
        };
        value.with_marks(&self.marks)
    }
}

impl Eval<'_> {
    pub(super) fn template(&mut self, id: ExprId, parts: Run<ExprId>, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        let mut text = Text::new();
        let mut failed = false;
        for part in tree.expr_run(parts) {
            if let ExprKind::Literal(index) = tree.expr(*part).kind
                && tree.literal(index).as_str().is_some()
            {
                if text.push(tree.literal(index)) {
                    continue;
                }
                self.too_long(id, frame);
                return Value::unknown(Type::String);
            }
            let errors_before = self.diags.len();
            let value = self.expr(*part, frame);
            if self.diags.len() > errors_before && !value.is_known() {
                failed = true;
                continue;
            }
            match self.template_part(*part, id, &value, frame) {
                Some(part) => {
                    if !text.push(&part) {
                        self.too_long(id, frame);
                        return Value::unknown(Type::String);
                    }
                }
                None => failed = true,
            }
        }
        if failed {
            return Value::unknown(Type::String).with_marks(&text.marks);
        }
        text.finish()
    }

    /// A value as it stands in text.
    fn template_part(
        &mut self,
        part: ExprId,
        whole: ExprId,
        value: &Value,
        frame: &Frame<'_>,
    ) -> Option<Value> {
        if value.is_null() {
            let detail = "The expression result is null. Cannot include a null value in a string template.";
            self.report_part(INVALID_PART, detail, part, whole, frame);
            return None;
        }
        if !value.is_known() {
            // It may still become text, whatever its type is.
            return Some(value.clone());
        }
        match convert::convert(value, &Type::String) {
            Ok(text) => Some(text),
            Err(error) => {
                let detail = format!("Cannot include the given value in a string template: {error}.");
                self.report_part(INVALID_PART, detail, part, whole, frame);
                None
            }
        }
    }

    /// The `%{ for }` directive: the texts of all iterations, one after the other. As long as they are not all known, nothing
    /// is: neither how they begin nor what marks they have.
    pub(super) fn template_join(&mut self, inner: ExprId, frame: &Frame<'_>) -> Value {
        let tuple = self.expr(inner, frame);
        let Some(items) = tuple.as_items() else {
            return Value::unknown(Type::String);
        };
        let mut text = Text::new();
        text.marks = tuple.marks().clone();
        for item in items {
            let Some(part) = self.template_part(inner, inner, item, frame) else {
                return Value::unknown(Type::String);
            };
            if !part.is_known() {
                return Value::unknown(Type::String).with_marks(tuple.marks());
            }
            if !text.push(&part) {
                self.too_long(inner, frame);
                return Value::unknown(Type::String);
            }
        }
        text.finish()
    }

    fn too_long(&mut self, id: ExprId, frame: &Frame<'_>) {
        let limit = MAX_STRING_BYTES >> 20;
        let detail = format!(
            "This template would make a string of more than {limit} MiB, which is more than a configuration can hold."
        );
        self.report("String too long", detail, self.tree.span(id), id, frame);
    }
}
