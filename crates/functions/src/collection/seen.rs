//! A bag of values that tells quickly whether an equal one is in it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;
use value::{Kind, Value};

use crate::message::deep;

/// Wholly known values without marks. Equal values hash alike; values that hash alike are compared.
#[derive(Default)]
pub(super) struct Seen<'a> {
    buckets: HashMap<u64, Vec<&'a Value>, FixedState>,
}

impl<'a> Seen<'a> {
    /// A bag of all the values.
    pub(super) fn of(values: &'a [Value]) -> Self {
        let mut seen = Self::default();
        for value in values {
            seen.insert(value);
        }
        seen
    }

    /// Whether an equal value is in the bag.
    pub(super) fn contains(&self, value: &Value) -> bool {
        self.buckets.get(&hash(value)).is_some_and(|bucket| holds(bucket, value))
    }

    /// Adds a value; false if an equal one was there.
    pub(super) fn insert(&mut self, value: &'a Value) -> bool {
        let bucket = self.buckets.entry(hash(value)).or_default();
        let new = !holds(bucket, value);
        if new {
            bucket.push(value);
        }
        new
    }
}

fn holds(bucket: &[&Value], value: &Value) -> bool {
    bucket.iter().any(|other| other.equals_certainly(value))
}

fn hash(value: &Value) -> u64 {
    let mut state = FixedState::default().build_hasher();
    feed(value, &mut state);
    state.finish()
}

/// Types do not take part: a null equals one of another type.
fn feed(value: &Value, state: &mut impl Hasher) {
    deep(|| match value.kind() {
        Kind::Null | Kind::Unknown => 0u8.hash(state),
        Kind::Bool(value) => value.hash(state),
        Kind::Number(number) => number.hash(state),
        Kind::String(text) => text.hash(state),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            items.len().hash(state);
            items.iter().for_each(|item| feed(item, state));
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            entries.len().hash(state);
            for (key, item) in entries {
                key.hash(state);
                feed(item, state);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn equal_values_are_found() {
        let mut seen = Seen::default();
        let values = [
            s("1"),
            n("1"),
            n("0.1"),
            untyped_null(),
            b(true),
            tuple([n("1")]),
            list([n("1")]),
            object([("a", s("x"))]),
        ];
        for value in &values {
            assert!(seen.insert(value), "{value:?}");
            assert!(!seen.insert(value), "{value:?}");
        }
        assert!(seen.contains(&null(STRING)));
        assert!(seen.contains(&n("1.0")));
        assert!(!seen.contains(&set([n("1")])));
        assert!(!seen.contains(&b(false)));
    }
}
