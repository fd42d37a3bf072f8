//! Random values for tests.

use proptest::prelude::*;

use crate::convert::convert;
use crate::num::Num;
use crate::{Bound, Refinement, Type, Value};

fn leaf(unknowns: bool) -> BoxedStrategy<Value> {
    let known = prop_oneof![
        any::<bool>().prop_map(Value::bool),
        any::<i64>().prop_map(|number| Value::number(Num::parse(&number.to_string()).expect("an integer"))),
        "-?[0-9]{1,30}\\.[0-9]{1,20}".prop_map(|text| Value::number(Num::parse(&text).expect("a decimal"))),
        "\\PC{0,12}".prop_map(Value::string),
        "[a-z]{0,3}".prop_map(Value::string),
        Just(Value::null(Type::Dynamic)),
        Just(Value::null(Type::map(Type::Bool))),
    ];
    if !unknowns {
        return known.boxed();
    }
    let bound = |value: i64, inclusive| Some(Bound { value: Num::from_i64(value), inclusive });
    let refined = |ty: Type, known: Refinement| Value::unknown(ty).refine(known);
    prop_oneof![
        4 => known,
        1 => Just(Value::dynamic()),
        1 => Just(Value::unknown(Type::set(Type::Number))),
        1 => Just(Value::unknown_not_null(Type::String)),
        1 => "[a-z]{1,5}-".prop_map(move |text| refined(Type::String, Refinement::with_prefix(text))),
        1 => (-5i64..5, 5i64..9).prop_map(move |(min, max)| refined(
            Type::Number,
            Refinement { min: bound(min, true), max: bound(max, false), ..Refinement::default() },
        )),
        1 => (0u64..3, 3u64..9).prop_map(move |(min, max)| refined(
            Type::map(Type::Bool),
            Refinement { min_length: min, max_length: Some(max), ..Refinement::default() },
        )),
    ]
    .boxed()
}

fn nested(unknowns: bool) -> BoxedStrategy<Value> {
    leaf(unknowns)
        .prop_recursive(4, 40, 5, |inner| {
            let items = proptest::collection::vec(inner.clone(), 0..5);
            let entries = proptest::collection::btree_map("[a-z]{0,3}", inner, 0..5);
            // Where the parts have a common type the result is a collection.
            let or_as_it_is = |value: Value, want: Type| convert(&value, &want).unwrap_or(value);
            prop_oneof![
                items.clone().prop_map(Value::tuple),
                items
                    .clone()
                    .prop_map(move |items| or_as_it_is(Value::tuple(items), Type::list(Type::Dynamic))),
                items.prop_map(move |items| or_as_it_is(Value::tuple(items), Type::set(Type::Dynamic))),
                entries.clone().prop_map(Value::object),
                entries
                    .prop_map(move |entries| or_as_it_is(Value::object(entries), Type::map(Type::Dynamic))),
            ]
        })
        .boxed()
}

/// Values without unknowns and marks.
pub(crate) fn known_value() -> BoxedStrategy<Value> {
    nested(false)
}

/// Values without marks.
pub(crate) fn value() -> BoxedStrategy<Value> {
    nested(true)
}
