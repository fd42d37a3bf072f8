//! Splats: one expression applied to every element.

use value::{Refinement, Type, Value, convert};

use super::{Eval, Frame};
use crate::syntax::ast::{ExprId, Splat};

impl Eval<'_> {
    pub(super) fn splat(&mut self, id: ExprId, index: u32, frame: &Frame<'_>) -> Value {
        let splat = *self.tree.splat(index);
        let errors_before = self.diags.len();
        let (source, marks) = self.expr(splat.source, frame).unmark();
        if self.diags.len() > errors_before {
            return Value::dynamic();
        }
        let ty = source.ty();
        // Anything but a sequence counts as a sequence of one, and null as an empty one.
        let lifted = !matches!(ty, Type::Tuple(_) | Type::List(_) | Type::Set(_));
        if source.is_null() {
            if lifted {
                return Value::tuple(Vec::new()).with_marks(&marks);
            }
            let detail = "Splat expressions (with the * symbol) cannot be applied to null sequences.";
            self.report("Splat of null value", detail, splat.marker, id, frame);
            return Value::dynamic();
        }
        let result = match (&ty, source.is_known()) {
            (Type::Dynamic, _) => Value::dynamic(),
            (_, false) => self.unknown_splat(&splat, &source, lifted, frame),
            (_, true) if lifted => {
                let item = self.splat_each(&splat, source, frame);
                Value::tuple(vec![item])
            }
            (_, true) => {
                let items = source.as_items().unwrap_or_default();
                let parts: Vec<Value> =
                    items.iter().map(|item| self.splat_each(&splat, item.clone(), frame)).collect();
                self.collected(&splat, &ty, parts, frame)
            }
        };
        result.with_marks(&marks)
    }

    fn splat_each(&mut self, splat: &Splat, item: Value, frame: &Frame<'_>) -> Value {
        if self.has_many_errors() {
            return Value::dynamic();
        }
        self.expr(splat.each, &Frame::SplatItem { parent: frame, item })
    }

    /// Parts of a list or set make a list, as far as they have one type; parts of a tuple a tuple.
    fn collected(&mut self, splat: &Splat, ty: &Type, parts: Vec<Value>, frame: &Frame<'_>) -> Value {
        let (Type::List(element) | Type::Set(element)) = ty else { return Value::tuple(parts) };
        if parts.is_empty() {
            let (sample, _) = self.attempt_each(splat, Value::unknown(Type::clone(element)), frame);
            return Value::list(sample.ty(), parts);
        }
        let types: Vec<Type> = parts.iter().map(Value::ty).collect();
        match convert::unify(&types) {
            Some(unified) if types.iter().all(|ty| *ty == unified) => Value::list(unified, parts),
            _ => Value::tuple(parts),
        }
    }

    fn unknown_splat(&mut self, splat: &Splat, source: &Value, lifted: bool, frame: &Frame<'_>) -> Value {
        match source.ty() {
            Type::List(element) | Type::Set(element) => {
                let sample = self.splat_each(splat, Value::unknown(Type::clone(&element)), frame);
                let known = source.refinement().cloned().unwrap_or_default();
                let length = Refinement {
                    not_null: known.not_null,
                    min_length: known.min_length,
                    max_length: known.max_length,
                    ..Refinement::default()
                };
                Value::unknown(Type::list(sample.ty())).refine(length)
            }
            Type::Tuple(elements) => {
                let parts =
                    elements.iter().map(|ty| self.splat_each(splat, Value::unknown(ty.clone()), frame));
                let types: Vec<Type> = parts.map(|part| part.ty()).collect();
                Value::unknown(Type::tuple(types))
            }
            _ if lifted && source.is_certainly_not_null() => {
                let item = self.splat_each(splat, source.clone(), frame);
                Value::tuple(vec![item])
            }
            // It may still turn out to be null, and then the result is empty.
            _ => {
                self.splat_each(splat, source.clone(), frame);
                Value::dynamic()
            }
        }
    }

    fn attempt_each(&mut self, splat: &Splat, item: Value, frame: &Frame<'_>) -> (Value, diag::Diagnostics) {
        self.attempt(splat.each, &Frame::SplatItem { parent: frame, item })
    }
}
