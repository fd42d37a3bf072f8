//! The table of all built-in functions: one line each, in order of name within its family.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Function;

static TABLE: &[&Function] = &[];

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
