//! Values as MessagePack, the form in which plugins exchange them.
//!
//! The type leads: bytes mean something only together with it. Unknown values are extensions, and
//! what is known of them travels in the extension's body.

mod decode;
mod encode;
#[cfg(test)]
mod tests;

use crate::convert::{ConvertError, convert};
use crate::{Path, PathStep, Type, Value};

/// The extension code of an unknown value of which something is known.
const REFINED: i8 = 12;

/// Keys of the map in a refined unknown value's body.
mod key {
    pub(super) const NULL: u64 = 1;
    pub(super) const PREFIX: u64 = 2;
    pub(super) const MIN: u64 = 3;
    pub(super) const MAX: u64 = 4;
    pub(super) const MIN_LENGTH: u64 = 5;
    pub(super) const MAX_LENGTH: u64 = 6;
}

/// Why bytes are not a value of a type, or a value cannot be sent. Displays as the message alone.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct MsgpackError {
    /// The part at fault.
    pub path: Path,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl MsgpackError {
    fn new(message: impl Into<String>) -> Self {
        Self { path: Path::new(), message: message.into() }
    }

    fn under(mut self, step: PathStep) -> Self {
        self.path = self.path.prefixed(step);
        self
    }
}

impl From<ConvertError> for MsgpackError {
    fn from(error: ConvertError) -> Self {
        Self { path: error.path, message: error.message }
    }
}

/// The bytes from which [`decode()`] with the same type reads the value. Marked values are refused.
pub fn encode(value: &Value, ty: &Type) -> Result<Vec<u8>, MsgpackError> {
    let value = convert(value, ty)?;
    let mut out = Vec::new();
    encode::write(&value, ty, &mut out)?;
    Ok(out)
}

/// Reads a value of a type. Bytes after it are ignored. Any bytes are safe to give: memory and stack
/// used are bounded by their number.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, MsgpackError> {
    decode::Reader::new(bytes).value(ty)
}
