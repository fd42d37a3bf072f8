//! Equality: the language's own, which may be unknown and carries marks, and the exact one of tests and diffs.

use smol_str::SmolStr;

use crate::value::Data;
use crate::{Kind, Refinement, Type, Value};

/// Three-valued truth while comparing; `None` is "not known yet".
type Truth = Option<bool>;

impl Value {
    /// Equality as the language's `==` defines it: a bool that is unknown when it depends on unknown
    /// parts, with the marks of both sides.
    #[must_use]
    pub fn equals(&self, other: &Value) -> Value {
        let marks = self.deep_marks().union(&other.deep_marks());
        let result = match truth(self, other) {
            Some(equal) => Value::bool(equal),
            None => Value::unknown_not_null(Type::Bool),
        };
        result.with_marks(&marks)
    }

    /// Whether the two are certainly equal, marks aside.
    pub fn equals_certainly(&self, other: &Value) -> bool {
        truth(self, other) == Some(true)
    }

    /// Whether the two are the same in every respect: type, value, unknowns, refinements and marks.
    pub fn raw_eq(&self, other: &Value) -> bool {
        if self.marks != other.marks {
            return false;
        }
        match (&self.data, &other.data) {
            (Data::Null(a), Data::Null(b)) => a == b,
            (Data::Unknown(a, a_known), Data::Unknown(b, b_known)) => a == b && a_known == b_known,
            (Data::Bool(a), Data::Bool(b)) => a == b,
            (Data::Number(a), Data::Number(b)) => a == b,
            (Data::String(a), Data::String(b)) => a == b,
            (Data::List(a), Data::List(b)) | (Data::Set(a), Data::Set(b)) => {
                std::sync::Arc::ptr_eq(a, b) || (self.ty() == other.ty() && raw_all(&a.items, &b.items))
            }
            (Data::Tuple(a), Data::Tuple(b)) => std::sync::Arc::ptr_eq(a, b) || raw_all(&a.items, &b.items),
            (Data::Map(a), Data::Map(b)) => {
                std::sync::Arc::ptr_eq(a, b) || (self.ty() == other.ty() && raw_entries(&a.items, &b.items))
            }
            (Data::Object(a), Data::Object(b)) => {
                std::sync::Arc::ptr_eq(a, b) || raw_entries(&a.items, &b.items)
            }
            _ => false,
        }
    }
}

impl PartialEq for Value {
    /// The exact equality of [`Value::raw_eq`].
    fn eq(&self, other: &Self) -> bool {
        self.raw_eq(other)
    }
}

fn raw_all(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.raw_eq(b))
}

fn raw_entries(a: &[(SmolStr, Value)], b: &[(SmolStr, Value)]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && a.1.raw_eq(&b.1))
}

fn truth(a: &Value, b: &Value) -> Truth {
    // Nulls of any two types are equal, so null is looked at before types.
    if a.is_null() || b.is_null() {
        return match (a.is_null(), b.is_null()) {
            (true, true) => Some(true),
            (true, false) if b.is_certainly_not_null() => Some(false),
            (false, true) if a.is_certainly_not_null() => Some(false),
            _ => None,
        };
    }
    match (a.is_known(), b.is_known()) {
        (true, true) => {}
        (false, true) if excludes(a, b) => return Some(false),
        (true, false) if excludes(b, a) => return Some(false),
        _ => return None,
    }
    // Structures of different types are never equal, even where the parts that differ in type are null or not known.
    let structural = matches!(a.kind(), Kind::Tuple(_) | Kind::Object(_));
    if structural && has_own_type(a) && has_own_type(b) && a.ty() != b.ty() {
        return Some(false);
    }
    match (a.kind(), b.kind()) {
        (Kind::Bool(a), Kind::Bool(b)) => Some(a == b),
        (Kind::Number(a), Kind::Number(b)) => Some(a == b),
        (Kind::String(a), Kind::String(b)) => Some(a == b),
        (Kind::Tuple(a_items), Kind::Tuple(b_items)) => {
            if a_items.len() != b_items.len() {
                return Some(false);
            }
            in_order(a_items.iter().zip(b_items))
        }
        (Kind::List(a_items), Kind::List(b_items)) => {
            if !comparable_types(a, b) || a_items.len() != b_items.len() {
                return Some(false);
            }
            in_order(a_items.iter().zip(b_items))
        }
        (Kind::Set(a_items), Kind::Set(b_items)) => {
            if comparable_types(a, b) {
                set_truth(a_items, b_items)
            } else {
                Some(false)
            }
        }
        (Kind::Map(a_entries), Kind::Map(b_entries)) => {
            if comparable_types(a, b) {
                entries_truth(a_entries, b_entries)
            } else {
                Some(false)
            }
        }
        (Kind::Object(a), Kind::Object(b)) => entries_truth(a, b),
        _ => Some(false),
    }
}

/// Collections of other element types are never equal, even when empty.
fn comparable_types(a: &Value, b: &Value) -> bool {
    a.ty() == b.ty()
}

/// Whether the type of a value is known: no part of it is unknown and of any type.
fn has_own_type(value: &Value) -> bool {
    if value.is_wholly_known() {
        return true;
    }
    match value.kind() {
        Kind::Unknown => !value.ty().has_dynamic(),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => items.iter().all(has_own_type),
        Kind::Map(entries) | Kind::Object(entries) => entries.iter().all(|(_, item)| has_own_type(item)),
        _ => true,
    }
}

/// Sequences are compared until a pair is not known to be equal: whether another one after it differs is not looked at, as
/// in the models.
fn in_order<'a>(mut pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Truth {
    pairs.find_map(|(a, b)| Some(truth(a, b)).filter(|equal| *equal != Some(true))).unwrap_or(Some(true))
}

/// Entries have no order, so one pair that differs is enough.
fn all<'a>(pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Truth {
    let mut result = Some(true);
    for (a, b) in pairs {
        match truth(a, b) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

fn entries_truth(a: &[(SmolStr, Value)], b: &[(SmolStr, Value)]) -> Truth {
    if a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.0 != b.0) {
        return Some(false);
    }
    all(a.iter().zip(b).map(|(a, b)| (&a.1, &b.1)))
}

fn set_truth(a: &[Value], b: &[Value]) -> Truth {
    let unknown = |items: &[Value]| items.iter().any(|item| !item.is_wholly_known());
    if unknown(a) || unknown(b) {
        return None;
    }
    // Both are in set order and without duplicates.
    Some(a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals_certainly(b)))
}

/// Whether what is known of an unknown value rules a known one out.
fn excludes(unknown: &Value, known: &Value) -> bool {
    let (ty, other) = (unknown.ty(), known.ty());
    if ty != Type::Dynamic && ty != other && !ty.has_dynamic() && !other.has_dynamic() {
        return true;
    }
    unknown.refinement().is_some_and(|refinement| refinement.excludes(known))
}

impl Refinement {
    /// Whether a known value that is not null cannot be the refined one.
    pub fn excludes(&self, known: &Value) -> bool {
        match known.kind() {
            Kind::String(text) => !text.starts_with(self.prefix.as_str()),
            Kind::Number(number) => {
                let below = self
                    .min
                    .as_ref()
                    .is_some_and(|min| *number < min.value || (*number == min.value && !min.inclusive));
                let above = self
                    .max
                    .as_ref()
                    .is_some_and(|max| *number > max.value || (*number == max.value && !max.inclusive));
                below || above
            }
            Kind::List(items) | Kind::Set(items) => self.excludes_length(items.len()),
            Kind::Map(entries) => self.excludes_length(entries.len()),
            _ => false,
        }
    }

    fn excludes_length(&self, length: usize) -> bool {
        (length as u64) < self.min_length || self.max_length.is_some_and(|max| length as u64 > max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_is_three_valued() {
        let check = |a: Value, b: Value, expect: Value| assert_eq!(a.equals(&b), expect, "{a:?} == {b:?}");
        let unknown_bool = Value::unknown_not_null(Type::Bool);
        check(Value::int(1), Value::int(1), Value::bool(true));
        check(Value::int(1), Value::string("1"), Value::bool(false));
        check(Value::null(Type::String), Value::null(Type::Number), Value::bool(true));
        check(Value::null(Type::String), Value::string(""), Value::bool(false));
        check(Value::unknown(Type::String), Value::null(Type::String), unknown_bool.clone());
        check(Value::unknown_not_null(Type::String), Value::null(Type::String), Value::bool(false));
        check(Value::unknown(Type::String), Value::string("a"), unknown_bool.clone());
        let prefixed = Value::unknown(Type::String).refine(Refinement::with_prefix("ami-"));
        check(prefixed.clone(), Value::string("i-1"), Value::bool(false));
        check(prefixed, Value::string("ami-1"), unknown_bool.clone());
        check(
            Value::tuple(vec![Value::int(1), Value::unknown(Type::String)]),
            Value::tuple(vec![Value::int(2), Value::string("x")]),
            Value::bool(false),
        );
        check(
            Value::tuple(vec![Value::unknown(Type::String), Value::int(1)]),
            Value::tuple(vec![Value::string("x"), Value::int(2)]),
            unknown_bool.clone(),
        );
        check(
            Value::tuple(vec![Value::unknown(Type::String), Value::int(1)]),
            Value::tuple(vec![Value::string("x"), Value::string("b")]),
            Value::bool(false),
        );
        check(
            Value::tuple(vec![Value::dynamic(), Value::int(1)]),
            Value::tuple(vec![Value::string("x"), Value::int(2)]),
            unknown_bool.clone(),
        );
        check(Value::int(1).sensitive(), Value::int(2), Value::bool(false).sensitive());
        check(Value::dynamic(), Value::int(1), unknown_bool);
    }
}
