//! Operators on values of the right type already: arithmetic, comparison, logic, length.
//!
//! An unknown operand gives an unknown result, refined as far as the other operand allows; the marks
//! of all operands go to the result. Null operands are the caller's error to report.

use crate::num::{Num, NumError};
use crate::{Bound, Kind, Marks, Refinement, Type, Value};

/// An operation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

impl Arithmetic {
    fn of(self, a: &Num, b: &Num) -> Result<Num, NumError> {
        match self {
            Arithmetic::Add => a.add(b),
            Arithmetic::Subtract => a.sub(b),
            Arithmetic::Multiply => a.mul(b),
            Arithmetic::Divide => a.div(b),
            Arithmetic::Modulo => a.rem(b),
        }
    }
}

/// An order between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

fn both_marks(a: &Value, b: &Value) -> Marks {
    a.marks.union(&b.marks)
}

impl Value {
    /// A number operation; both are numbers, not null.
    pub fn arithmetic(&self, op: Arithmetic, other: &Value) -> Result<Value, NumError> {
        let result = match (self.kind(), other.kind()) {
            (Kind::Number(a), Kind::Number(b)) => Value::number(op.of(a, b)?),
            _ => {
                let bounds = match op {
                    Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
                        range_arithmetic(op, self, other)
                    }
                    Arithmetic::Divide | Arithmetic::Modulo => Refinement::default(),
                };
                Value::unknown(Type::Number).refine(Refinement { not_null: true, ..bounds })
            }
        };
        Ok(result.with_marks(&both_marks(self, other)))
    }

    /// The number with its sign turned.
    #[must_use]
    pub fn negate(&self) -> Value {
        let result = match self.kind() {
            Kind::Number(number) => Value::number(number.neg()),
            _ => Value::unknown_not_null(Type::Number),
        };
        result.with_marks(&self.marks)
    }

    /// An order comparison; both are numbers, not null.
    #[must_use]
    pub fn compare(&self, op: Comparison, other: &Value) -> Value {
        let result = match (self.kind(), other.kind()) {
            (Kind::Number(a), Kind::Number(b)) => Value::bool(match op {
                Comparison::Less => a < b,
                Comparison::LessOrEqual => a <= b,
                Comparison::Greater => a > b,
                Comparison::GreaterOrEqual => a >= b,
            }),
            _ => compare_ranges(op, self, other),
        };
        result.with_marks(&both_marks(self, other))
    }

    /// The opposite truth.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "takes a reference and keeps marks")]
    pub fn not(&self) -> Value {
        let result = match self.kind() {
            Kind::Bool(value) => Value::bool(!value),
            _ => Value::unknown_not_null(Type::Bool),
        };
        result.with_marks(&self.marks)
    }

    /// Whether both hold; a known false on either side decides.
    #[must_use]
    pub fn and(&self, other: &Value) -> Value {
        self.logic(other, false)
    }

    /// Whether any holds; a known true on either side decides.
    #[must_use]
    pub fn or(&self, other: &Value) -> Value {
        self.logic(other, true)
    }

    fn logic(&self, other: &Value, decisive: bool) -> Value {
        let result = match (self.as_bool(), other.as_bool()) {
            (Some(a), _) if a == decisive => Value::bool(decisive),
            (_, Some(b)) if b == decisive => Value::bool(decisive),
            (Some(_), Some(_)) => Value::bool(!decisive),
            _ => Value::unknown_not_null(Type::Bool),
        };
        result.with_marks(&both_marks(self, other))
    }

    /// The number of elements of a collection, tuple or object that is not null; the marks of the
    /// value itself go to the result. Nothing when the value has no length.
    pub fn length(&self) -> Option<Value> {
        let result = match self.kind() {
            Kind::List(items) | Kind::Tuple(items) => Value::int(items.len() as i64),
            Kind::Set(items) => set_length(items),
            Kind::Map(entries) | Kind::Object(entries) => Value::int(entries.len() as i64),
            Kind::Unknown => match self.ty() {
                Type::Tuple(elements) => Value::int(elements.len() as i64),
                Type::Object(object) => Value::int(object.attributes().len() as i64),
                Type::List(_) | Type::Set(_) | Type::Map(_) => {
                    let known = self.refinement().cloned().unwrap_or_default();
                    length_between(known.min_length, known.max_length.unwrap_or(i64::MAX as u64))
                }
                Type::Dynamic => Value::unknown_not_null(Type::Number),
                _ => return None,
            },
            _ => return None,
        };
        Some(result.with_marks(&self.marks))
    }
}

/// Unknown elements may turn out equal to others, so they only bound a set's length.
fn set_length(items: &[Value]) -> Value {
    if items.len() < 2 || items.iter().all(Value::is_wholly_known) {
        return Value::int(items.len() as i64);
    }
    length_between(1, items.len() as u64)
}

fn length_between(min: u64, max: u64) -> Value {
    let bound = |length: u64| Some(Bound { value: Num::from_u64(length), inclusive: true });
    Value::unknown(Type::Number).refine(Refinement {
        not_null: true,
        min: bound(min),
        max: bound(max),
        ..Refinement::default()
    })
}

/// The range of a number, from its value or from what is known of it.
fn range_of(value: &Value) -> (Bound, Bound) {
    if let Some(number) = value.as_num() {
        let exact = Bound { value: number.clone(), inclusive: true };
        return (exact.clone(), exact);
    }
    let known = value.refinement();
    let min = known.and_then(|known| known.min.clone());
    let max = known.and_then(|known| known.max.clone());
    (
        min.unwrap_or_else(|| Bound { value: Num::NEG_INF, inclusive: true }),
        max.unwrap_or_else(|| Bound { value: Num::POS_INF, inclusive: true }),
    )
}

fn range_arithmetic(op: Arithmetic, a: &Value, b: &Value) -> Refinement {
    let ((a_min, a_max), (b_min, b_max)) = (range_of(a), range_of(b));
    let mut ends: Vec<Bound> = Vec::with_capacity(4);
    for left in [&a_min, &a_max] {
        for right in [&b_min, &b_max] {
            // Infinity minus infinity and its like say nothing: no bounds then.
            let Ok(value) = op.of(&left.value, &right.value) else { return Refinement::default() };
            ends.push(Bound { value, inclusive: left.inclusive && right.inclusive });
        }
    }
    let pick = |better: fn(&Num, &Num) -> bool| {
        let best = ends.iter().reduce(|best, end| if better(&end.value, &best.value) { end } else { best });
        best.filter(|bound| !bound.value.is_inf()).cloned()
    };
    Refinement { min: pick(|a, b| a < b), max: pick(|a, b| a > b), ..Refinement::default() }
}

fn compare_ranges(op: Comparison, a: &Value, b: &Value) -> Value {
    let ((a_min, a_max), (b_min, b_max)) = (range_of(a), range_of(b));
    // Ranges that touch decide nothing, as in go-cty, although some of them could.
    let below = a_max.value < b_min.value;
    let above = a_min.value > b_max.value;
    let (always, never) = match op {
        Comparison::Less | Comparison::LessOrEqual => (below, above),
        Comparison::Greater | Comparison::GreaterOrEqual => (above, below),
    };
    match (always, never) {
        (true, _) => Value::bool(true),
        (_, true) => Value::bool(false),
        _ => Value::unknown_not_null(Type::Bool),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_least(number: i64) -> Value {
        let bound = Bound { value: Num::from_i64(number), inclusive: true };
        Value::unknown(Type::Number).refine(Refinement { min: Some(bound), ..Refinement::not_null() })
    }

    #[test]
    fn unknown_operands_keep_what_is_known() {
        let sum = at_least(3).arithmetic(Arithmetic::Add, &Value::int(2)).unwrap();
        assert_eq!(sum, at_least(5));
        assert_eq!(at_least(3).compare(Comparison::Greater, &Value::int(2)), Value::bool(true));
        assert_eq!(
            at_least(3).compare(Comparison::Greater, &Value::int(3)),
            Value::unknown_not_null(Type::Bool)
        );
        assert_eq!(Value::unknown(Type::Bool).and(&Value::bool(false)), Value::bool(false));
        assert_eq!(Value::unknown(Type::Bool).or(&Value::bool(false)), Value::unknown_not_null(Type::Bool));
    }

    #[test]
    fn a_set_with_unknown_elements_has_a_bounded_length() {
        let set = Value::set(Type::String, vec![Value::string("a"), Value::unknown(Type::String)]);
        let length = set.length().unwrap();
        assert!(!length.is_known());
        assert_eq!(length.refinement().unwrap().max.as_ref().unwrap().value, Num::from_i64(2));
    }
}
