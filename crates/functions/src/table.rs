//! The table of all built-in functions: one line each, in order of name within its family.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{Function, collection, marks, numeric, types};

static TABLE: &[&Function] = &[
    // collection
    &collection::ALLTRUE,
    &collection::ANYTRUE,
    &collection::CHUNKLIST,
    &collection::COALESCE,
    &collection::COALESCELIST,
    &collection::COMPACT,
    &collection::CONCAT,
    &collection::CONTAINS,
    &collection::DISTINCT,
    &collection::ELEMENT,
    &collection::FLATTEN,
    &collection::INDEX,
    &collection::KEYS,
    &collection::LENGTH,
    &collection::LIST,
    &collection::LOOKUP,
    &collection::MAP,
    &collection::MATCHKEYS,
    &collection::MERGE,
    &collection::ONE,
    &collection::RANGE,
    &collection::REVERSE,
    &collection::SETINTERSECTION,
    &collection::SETPRODUCT,
    &collection::SETSUBTRACT,
    &collection::SETUNION,
    &collection::SLICE,
    &collection::SORT,
    &collection::TRANSPOSE,
    &collection::VALUES,
    &collection::ZIPMAP,
    // marks
    &marks::EPHEMERALASNULL,
    &marks::ISSENSITIVE,
    &marks::NONSENSITIVE,
    &marks::SENSITIVE,
    // numeric
    &numeric::ABS,
    &numeric::CEIL,
    &numeric::FLOOR,
    &numeric::LOG,
    &numeric::MAX,
    &numeric::MIN,
    &numeric::PARSEINT,
    &numeric::POW,
    &numeric::SIGNUM,
    &numeric::SUM,
    // types
    &types::CAN,
    &types::TOBOOL,
    &types::TOLIST,
    &types::TOMAP,
    &types::TONUMBER,
    &types::TOSET,
    &types::TOSTRING,
    &types::TRY,
    &types::TYPE,
];

/// Every built-in function, in order of name.
pub fn all() -> &'static [&'static Function] {
    static SORTED: LazyLock<Vec<&'static Function>> = LazyLock::new(|| {
        let mut sorted = TABLE.to_vec();
        sorted.sort_by_key(|function| function.name);
        sorted
    });
    &SORTED
}

/// The function of that name; every one is also known as `core::name`.
pub fn lookup(name: &str) -> Option<&'static Function> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static Function, foldhash::fast::FixedState>> =
        LazyLock::new(|| TABLE.iter().map(|function| (function.name, *function)).collect());
    BY_NAME.get(name.strip_prefix("core::").unwrap_or(name)).copied()
}
