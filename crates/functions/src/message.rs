//! Small things that several families share: parts of error messages, and stack for deep values.

use std::fmt::Display;

use value::{Marks, Value};

use crate::FunctionError;
pub(crate) use value::quote::quote as quoted;

/// A value inside a message, hidden when it is a secret or must not be stored.
pub(crate) fn shown(text: impl Display, marks: &Marks) -> String {
    if marks.is_sensitive() {
        "(sensitive value)".to_owned()
    } else if marks.is_ephemeral() {
        "(ephemeral value)".to_owned()
    } else {
        text.to_string()
    }
}

/// A known number as a whole number of 64 bits, or the words that say it is none.
pub(crate) fn whole_number(value: &Value) -> Result<i64, String> {
    value
        .as_num()
        .and_then(|number| number.to_i64())
        .ok_or_else(|| value::num::NumError::NotInt64.to_string())
}

/// The same, for functions that blame no single argument.
pub(crate) fn whole_number_or(what: &str, value: &Value) -> Result<i64, FunctionError> {
    whole_number(value).map_err(|error| FunctionError::new(format!("{what}: {error}")))
}

/// Runs one level of a recursion over a value's parts, with more stack if little is left.
pub(crate) fn deep<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 << 10, 1 << 20, level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden() {
        assert_eq!(shown("a", &Marks::NONE), "a");
        assert_eq!(shown("a", &Marks::sensitive()), "(sensitive value)");
        assert_eq!(shown("a", &Marks::ephemeral()), "(ephemeral value)");
    }
}
