//! `condition ? yes : no`.

use diag::Span;
use value::{Bound, Kind, Refinement, Type, Value, convert};

use super::{Eval, Frame};
use crate::syntax::ast::ExprId;

impl Eval<'_> {
    pub(super) fn conditional(
        &mut self,
        id: ExprId,
        condition: ExprId,
        yes: ExprId,
        no: ExprId,
        frame: &Frame<'_>,
    ) -> Value {
        // Both branches are evaluated for their types; only the chosen one may complain.
        let (yes_value, yes_diags) = self.attempt(yes, frame);
        let (no_value, no_diags) = self.attempt(no, frame);
        let results = Span::new(self.tree.span(yes).start, self.tree.span(no).end);
        let Some(ty) = self.result_type(id, results, &yes_value, &no_value, frame) else {
            return Value::dynamic();
        };
        let (given, marks) = self.expr(condition, frame).unmark();
        if given.is_null() {
            let detail = "The condition value is null. Conditions must either be true or false.";
            self.report_part("Null condition", detail, condition, id, frame);
            return Value::unknown(ty);
        }
        // Of what is not known yet the type does not matter yet.
        let decided = if given.is_known() { convert::convert(&given, &Type::Bool) } else { Ok(given) };
        let Ok(decided) = decided else {
            let detail = "The condition expression must be of type bool.";
            self.report_part("Incorrect condition type", detail, condition, id, frame);
            return Value::unknown(ty);
        };
        let Some(decided) = decided.as_bool() else {
            let (yes_value, yes_marks) = yes_value.unmark();
            let (no_value, no_marks) = no_value.unmark();
            return either(&yes_value, &no_value, ty).with_marks(&marks.union(&yes_marks).union(&no_marks));
        };
        // A secret in the branch not taken can be told from the result, so its mark stays.
        let marks = marks.union(yes_value.marks()).union(no_value.marks());
        let (chosen, diags, at) =
            if decided { (yes_value, yes_diags, yes) } else { (no_value, no_diags, no) };
        self.diags.append(diags);
        match convert::convert(&chosen, &ty) {
            Ok(value) => value.with_marks(&marks),
            Err(error) => {
                let which = if decided { "true" } else { "false" };
                let detail = format!(
                    "The {which} result value has the wrong type: {error}. Both results must be convertible to {}.",
                    ty.friendly_name()
                );
                self.report("Inconsistent conditional result types", detail, self.tree.span(at), id, frame);
                Value::unknown(ty)
            }
        }
    }

    /// The type of the result, whichever branch is taken.
    fn result_type(
        &mut self,
        id: ExprId,
        results: Span,
        yes: &Value,
        no: &Value,
        frame: &Frame<'_>,
    ) -> Option<Type> {
        let (yes_ty, no_ty) = (yes.ty(), no.ty());
        // A bare null takes the other branch's type, and an unknown of unknown type leaves it open.
        let ty = match (untyped_null(yes), untyped_null(no)) {
            (true, true) => return Some(Type::Dynamic),
            (true, false) => return Some(no_ty),
            (false, true) => return Some(yes_ty),
            (false, false) => convert::unify_unsafe(&[yes_ty.clone(), no_ty.clone()]),
        };
        if ty.is_some() {
            return ty;
        }
        let detail = format!(
            "The true and false result expressions must have consistent types. {}",
            difference(&yes_ty, &no_ty)
        );
        self.report("Inconsistent conditional result types", detail, results, id, frame);
        None
    }
}

fn untyped_null(value: &Value) -> bool {
    value.is_null() && value.ty() == Type::Dynamic
}

/// Says how two types differ, as deep as needed to see it.
fn difference(yes: &Type, no: &Type) -> String {
    match (yes, no) {
        (Type::Object(a), Type::Object(b)) => {
            for attribute in a.attributes() {
                match b.get(&attribute.name) {
                    None => {
                        return format!(
                            "The 'true' value includes object attribute {:?}, which is absent in the 'false' value.",
                            attribute.name.as_str()
                        );
                    }
                    Some(other)
                        if convert::unify_unsafe(&[attribute.ty.clone(), other.ty.clone()]).is_none() =>
                    {
                        return format!(
                            "Type mismatch for object attribute {:?}: {}",
                            attribute.name.as_str(),
                            difference(&attribute.ty, &other.ty)
                        );
                    }
                    Some(_) => {}
                }
            }
            match b.attributes().iter().find(|attribute| a.get(&attribute.name).is_none()) {
                Some(extra) => format!(
                    "The 'false' value includes object attribute {:?}, which is absent in the 'true' value.",
                    extra.name.as_str()
                ),
                None => "At least one object attribute is not compatible across both the 'true' and the 'false' value.".to_owned(),
            }
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() != b.len() => {
            format!("The 'true' tuple has length {}, but the 'false' tuple has length {}.", a.len(), b.len())
        }
        _ => format!(
            "The 'true' value is {}, but the 'false' value is {}.",
            yes.friendly_name(),
            no.friendly_name()
        ),
    }
}

/// What is known when the result is one of two values: whether it is null, and of what has a size how large it is. That
/// both are the same says nothing more, so that a plan does not know more here than Terraform's does.
fn either(yes: &Value, no: &Value, ty: Type) -> Value {
    if yes.is_null() && no.is_null() {
        return Value::null(ty);
    }
    let (yes_ty, no_ty) = (yes.ty(), no.ty());
    let has_size = yes_ty == no_ty && (yes_ty == Type::Number || yes_ty.is_collection());
    let known = if has_size {
        size_of(yes).or(&size_of(no))
    } else if yes.is_certainly_not_null() && no.is_certainly_not_null() {
        Refinement::not_null()
    } else {
        Refinement::default()
    };
    Value::unknown(ty).refine(known)
}

fn size_of(value: &Value) -> Refinement {
    let exactly = |length: usize| Refinement::with_length(length as u64, Some(length as u64));
    match value.kind() {
        Kind::Null => Refinement::default(),
        Kind::Unknown => value.refinement().cloned().unwrap_or_default(),
        Kind::Number(number) => {
            let bound = Some(Bound { value: number.clone(), inclusive: true });
            Refinement { min: bound.clone(), max: bound, ..Refinement::not_null() }
        }
        Kind::List(items) => exactly(items.len()),
        Kind::Map(entries) => exactly(entries.len()),
        Kind::Set(items) => {
            Refinement::with_length(usize::from(!items.is_empty()) as u64, Some(items.len() as u64))
        }
        _ => Refinement::not_null(),
    }
}
