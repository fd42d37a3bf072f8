//! Values, as the protocol has them: MessagePack, which we send, or JSON, which we take as well.

use bytes::Bytes;
use value::{Path, Type, Value, json, msgpack};

use crate::message::DynamicValue;

/// Why something is not a value of a type: which part, and what is wrong, without a full stop.
pub(crate) type ValueError = (Path, String);

/// A value for the protocol.
pub fn to_dynamic(value: &Value, ty: &Type) -> Result<DynamicValue, ValueError> {
    let bytes = msgpack::encode(value, ty).map_err(|error| (error.path, error.message))?;
    Ok(DynamicValue { msgpack: Bytes::from(bytes), json: Bytes::new() })
}

/// A value of the protocol; what is absent or empty is null.
pub fn from_dynamic(value: Option<DynamicValue>, ty: &Type) -> Result<Value, ValueError> {
    match value {
        Some(DynamicValue { msgpack: bytes, .. }) if !bytes.is_empty() => {
            msgpack::decode(&bytes, ty).map_err(|error| (error.path, error.message))
        }
        Some(DynamicValue { json: bytes, .. }) if !bytes.is_empty() => {
            json::decode(&bytes, ty).map_err(|error| (error.path, error.message))
        }
        _ => Ok(Value::null(ty.clone())),
    }
}
