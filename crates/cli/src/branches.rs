//! The lines that join the parts of a tree in the output of `providers` and `modules`.

/// What is in front of a part, and of all that is below it.
pub(crate) fn of(is_last: bool) -> (&'static str, &'static str) {
    // Two of the spaces beside a line do not break.
    if is_last { ("└── ", "    ") } else { ("├── ", "│\u{a0}\u{a0} ") }
}
