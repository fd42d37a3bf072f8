//! Base64, plain and around gzip.

use value::{MAX_STRING_BYTES, Type, Value};

use crate::message::{quoted, shown};
use crate::string::{STR, check_size, text};
use crate::support::base64::{decode, encode};
use crate::support::gzip::{gunzip, gzip};
use crate::{Body, Example, Function, FunctionError, ParamType, Refine, Returns};

/// Encodes bytes, unless the text would be too long.
pub(crate) fn encode_base64(bytes: &[u8]) -> Result<Value, FunctionError> {
    check_size(bytes.len().div_ceil(3).checked_mul(4))?;
    Ok(Value::string(encode(bytes)))
}

/// The bytes in an argument that may be a secret.
fn decoded(value: &Value) -> Result<Vec<u8>, FunctionError> {
    let text = text(value)?;
    decode(text).map_err(|_| {
        FunctionError::new(format!("failed to decode base64 data {}", shown(quoted(text), value.marks())))
    })
}

fn as_text(bytes: Vec<u8>, value: &Value) -> Result<Value, FunctionError> {
    let text = String::from_utf8(bytes)
        .map_err(|_| FunctionError::new("the result of decoding the provided string is not valid UTF-8"))?;
    Ok(Value::string(text).with_marks(value.marks()))
}

pub(crate) const BASE64DECODE: Function = Function {
    name: "base64decode",
    // The body sees marks so that an error does not show a secret.
    params: &[STR.unknown().marked()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Decodes Base64. The decoded bytes must be UTF-8, because a string is text.",
    examples: &[Example { call: "base64decode(\"SGVsbG8gV29ybGQ=\")", result: "\"Hello World\"" }],
    body: Body::Plain(|args| {
        if !args[0].is_known() {
            return Ok(Value::unknown(Type::String).with_marks(args[0].marks()));
        }
        as_text(decoded(&args[0])?, &args[0])
    }),
};

pub(crate) const BASE64ENCODE: Function = Function {
    name: "base64encode",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Encodes the UTF-8 bytes of a string in Base64.",
    examples: &[Example { call: "base64encode(\"Hello World\")", result: "\"SGVsbG8gV29ybGQ=\"" }],
    body: Body::Plain(|args| encode_base64(text(&args[0])?.as_bytes())),
};

pub(crate) const BASE64GUNZIP: Function = Function {
    name: "base64gunzip",
    params: &[STR.unknown().marked()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Decodes Base64 and unpacks the gzip data in it.",
    examples: &[Example {
        call: "base64gunzip(\"H4sIAAAAAAAA/8pIzcnJBwAAAP//AQAA//+GphA2BQAAAA==\")",
        result: "\"hello\"",
    }],
    body: Body::Plain(|args| {
        if !args[0].is_known() {
            return Ok(Value::unknown(Type::String).with_marks(args[0].marks()));
        }
        let unpacked = gunzip(&decoded(&args[0])?, MAX_STRING_BYTES as u64)
            .map_err(|error| FunctionError::new(error.to_string()))?;
        as_text(unpacked, &args[0])
    }),
};

pub(crate) const BASE64GZIP: Function = Function {
    name: "base64gzip",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Packs the UTF-8 bytes of a string with gzip and encodes the result in Base64.",
    examples: &[Example {
        call: "base64gzip(\"hello\")",
        result: "\"H4sIAAAAAAAA/8pIzcnJBwAAAP//AQAA//+GphA2BQAAAA==\"",
    }],
    body: Body::Plain(|args| encode_base64(&gzip(text(&args[0])?.as_bytes()))),
};
