//! Values as JSON: the typed form of state files and plugins, and the plain form of `jsonencode`.

mod decode;
pub(crate) mod parse;
#[cfg(test)]
mod tests;
pub(crate) mod write;

pub use parse::Json;
pub use write::{plain_length, string as write_string};

use std::fmt;

use crate::convert::ConvertError;
use crate::{Path, PathStep, Type, Value};

/// Why JSON could not be read or written. Displays as the message alone.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct JsonError {
    /// The part at fault; empty for errors of syntax.
    pub path: Path,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl JsonError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { path: Path::new(), message: message.into() }
    }

    fn format(message: fmt::Arguments<'_>) -> Self {
        Self::new(message.to_string())
    }

    fn under(mut self, step: PathStep) -> Self {
        self.path = self.path.prefixed(step);
        self
    }
}

impl From<ConvertError> for JsonError {
    fn from(error: ConvertError) -> Self {
        Self { path: error.path, message: error.message }
    }
}

/// The value as JSON that [`decode()`] with the same type reads back. What the type leaves open is
/// wrapped with its own type. A value that is unknown or marked anywhere is refused.
pub fn encode(value: &Value, ty: &Type) -> Result<String, JsonError> {
    let value = crate::convert::convert(value, ty)?;
    let mut out = String::new();
    write::typed(&value, ty, &mut out)?;
    Ok(out)
}

/// Plain JSON as `jsonencode` prints it: types are lost, keys are in order, numbers in full.
/// A value that is unknown or marked anywhere is refused.
pub fn encode_simple(value: &Value) -> Result<String, JsonError> {
    let mut out = String::new();
    write::typed(value, &value.ty(), &mut out)?;
    Ok(out)
}

/// Reads a value of a type from the form that [`encode`] writes. Attributes that are missing become
/// null, others than the type's are refused.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, JsonError> {
    let document = parse::parse(bytes).map_err(JsonError::new)?;
    decode::typed(&document, ty)
}

/// The type that a plain JSON document has: objects, tuples and primitives, with nulls left open.
pub fn implied_type(bytes: &[u8]) -> Result<Type, JsonError> {
    let document = parse::parse(bytes).map_err(JsonError::new)?;
    Ok(decode::implied_type(&document))
}

/// Reads plain JSON as `jsondecode` does: objects, tuples and primitives.
pub fn decode_implied(bytes: &[u8]) -> Result<Value, JsonError> {
    let document = parse::parse(bytes).map_err(JsonError::new)?;
    decode::implied(&document)
}

/// A text that is a JSON document and nothing else, as it is written: numbers keep their form, and repeated keys
/// are there.
pub fn document(text: &str) -> Option<Json<'_>> {
    parse::parse_whole(text)
}
