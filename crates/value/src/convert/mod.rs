//! Conversion of values to wanted types, and the search for a type that several types convert to.
//!
//! The rules are go-cty's, because configuration, providers and state rely on them: what converts,
//! what a failed conversion is called, and which type a mixed list gets.

mod defaults;
mod exists;
mod mismatch;
mod replace;
#[cfg(test)]
mod tests;
mod unify;
mod walk;

use std::fmt;

use crate::{Path, PathStep, Type, Value};

pub use defaults::Defaults;
pub use exists::conversion_exists;
pub use mismatch::mismatch_message;
pub use unify::{unify, unify_unsafe};
pub(crate) use walk::uniform;

/// Why a value could not be converted. Displays as the message alone; see [`ConvertError::at_path`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct ConvertError {
    /// The part of the value at fault; empty when the type as a whole does not fit.
    pub path: Path,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl ConvertError {
    fn new(message: impl Into<String>) -> Self {
        Self { path: Path::new(), message: message.into() }
    }

    fn under(mut self, step: PathStep) -> Self {
        self.path = self.path.prefixed(step);
        self
    }

    /// The message with the path before it, as variables report it: `[0].a: a number is required`.
    pub fn at_path(&self) -> impl fmt::Display + '_ {
        AtPath(self)
    }
}

struct AtPath<'a>(&'a ConvertError);

impl fmt::Display for AtPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.path.is_empty() {
            return f.write_str(&self.0.message);
        }
        write!(f, "{}: {}", self.0.path, self.0.message)
    }
}

/// The value as a value of the wanted type.
///
/// Nulls and unknowns convert to nulls and unknowns of the type, marks stay with the parts that had
/// them, `Dynamic` accepts anything as it is. A value that is of the type already is shared.
pub fn convert(value: &Value, want: &Type) -> Result<Value, ConvertError> {
    match walk::change(value, want) {
        Ok(None) => Ok(value.clone()),
        Ok(Some(changed)) => Ok(changed),
        // A type that cannot fit is reported before any single value that does not.
        Err(failure) => {
            let got = value.ty();
            Err(match failure {
                walk::Failure::Value(error) if conversion_exists(&got, want, true) => error,
                _ => ConvertError::new(mismatch_message(&got, want)),
            })
        }
    }
}
