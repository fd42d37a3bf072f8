//! From a value to MessagePack.

use rmp::encode::{
    ValueWriteError, write_array_len, write_bin, write_bool, write_ext_meta, write_f64, write_map_len,
    write_nil, write_sint, write_str, write_uint,
};

use super::{MsgpackError, REFINED, key};
use crate::nesting::deep;
use crate::num::Num;
use crate::{Bound, Kind, PathStep, Refinement, Type, Value, safe_prefix, type_json};

/// The longest prefix sent, in bytes, which keeps the whole body within what receivers accept.
const MAX_PREFIX_BYTES: usize = 256;

impl From<ValueWriteError> for MsgpackError {
    fn from(error: ValueWriteError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<std::io::Error> for MsgpackError {
    fn from(error: std::io::Error) -> Self {
        Self::new(error.to_string())
    }
}

/// Writes a value that fits the type.
pub(super) fn write(value: &Value, ty: &Type, out: &mut Vec<u8>) -> Result<(), MsgpackError> {
    if value.is_marked() {
        return Err(MsgpackError::new("value has marks, so it cannot be serialized"));
    }
    deep(|| inside(value, ty, out))
}

fn inside(value: &Value, ty: &Type, out: &mut Vec<u8>) -> Result<(), MsgpackError> {
    if *ty == Type::Dynamic {
        let own = value.ty();
        if own != Type::Dynamic {
            write_array_len(out, 2)?;
            write_bin(out, type_json::encode(&own).as_bytes())?;
            return write(value, &own, out);
        }
    }
    match value.kind() {
        Kind::Unknown => return unknown(value, out),
        Kind::Null => write_nil(out)?,
        Kind::Bool(value) => write_bool(out, value)?,
        Kind::Number(given) => number(given, out)?,
        Kind::String(text) => write_str(out, text)?,
        Kind::List(items) | Kind::Set(items) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            array(items.len(), items.iter().map(|item| (item, element)), out)?;
        }
        Kind::Tuple(items) => match ty {
            Type::Tuple(types) => array(items.len(), items.iter().zip(types.iter()), out)?,
            _ => return Err(MsgpackError::new("tuple required")),
        },
        Kind::Map(entries) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            write_map_len(out, length(entries.len())?)?;
            for (name, item) in entries {
                write_str(out, name)?;
                let step = || PathStep::Index(Value::string(name.clone()));
                write(item, element, out).map_err(|error| error.under(step()))?;
            }
        }
        Kind::Object(entries) => {
            let Type::Object(wanted) = ty else { return Err(MsgpackError::new("object required")) };
            write_map_len(out, length(entries.len())?)?;
            for ((name, item), attribute) in entries.iter().zip(wanted.attributes()) {
                write_str(out, name)?;
                write(item, &attribute.ty, out).map_err(|error| error.under(PathStep::Attr(name.clone())))?;
            }
        }
    }
    Ok(())
}

fn length(length: usize) -> Result<u32, MsgpackError> {
    u32::try_from(length).map_err(|_| MsgpackError::new("too many elements"))
}

fn array<'a>(
    count: usize,
    items: impl Iterator<Item = (&'a Value, &'a Type)>,
    out: &mut Vec<u8>,
) -> Result<(), MsgpackError> {
    write_array_len(out, length(count)?)?;
    for (at, (item, ty)) in items.enumerate() {
        write(item, ty, out).map_err(|error| error.under(PathStep::Index(Value::int(at as i64))))?;
    }
    Ok(())
}

/// The smallest exact form: integer, then floating point, then decimal text.
fn number(number: &Num, out: &mut Vec<u8>) -> Result<(), MsgpackError> {
    if number.is_inf() {
        write_f64(out, if number.is_neg() { f64::NEG_INFINITY } else { f64::INFINITY })?;
    } else if let Some(integer) = number.to_i64() {
        write_sint(out, integer)?;
    } else if let Some(float) = number.to_f64_exact().filter(|_| !number.is_integer()) {
        write_f64(out, float)?;
    } else {
        write_str(out, &number.to_text())?;
    }
    Ok(())
}

fn unknown(value: &Value, out: &mut Vec<u8>) -> Result<(), MsgpackError> {
    let empty = Refinement::default();
    let known = value.refinement().unwrap_or(&empty);
    let mut body = Vec::new();
    let entries = refinement(known, &mut body)?;
    if entries == 0 {
        out.extend_from_slice(&[0xd4, 0, 0]);
        return Ok(());
    }
    // The map's length is one byte, as there are fewer than 16 entries.
    write_ext_meta(out, length(body.len() + 1)?, REFINED)?;
    write_map_len(out, entries)?;
    out.extend_from_slice(&body);
    Ok(())
}

/// Writes the entries of the body and returns how many there are.
fn refinement(known: &Refinement, out: &mut Vec<u8>) -> Result<u32, MsgpackError> {
    let mut entries = 0;
    if known.not_null {
        write_uint(out, key::NULL)?;
        write_bool(out, false)?;
        entries += 1;
    }
    for (key, end) in [(key::MIN, &known.min), (key::MAX, &known.max)] {
        if let Some(Bound { value, inclusive }) = end {
            write_uint(out, key)?;
            write_array_len(out, 2)?;
            number(value, out)?;
            write_bool(out, *inclusive)?;
            entries += 1;
        }
    }
    let prefix = short_prefix(&known.prefix);
    if !prefix.is_empty() {
        write_uint(out, key::PREFIX)?;
        write_str(out, prefix)?;
        entries += 1;
    }
    if known.min_length > 0 {
        write_uint(out, key::MIN_LENGTH)?;
        write_uint(out, known.min_length)?;
        entries += 1;
    }
    if let Some(max) = known.max_length {
        write_uint(out, key::MAX_LENGTH)?;
        write_uint(out, max)?;
        entries += 1;
    }
    Ok(entries)
}

fn short_prefix(prefix: &str) -> &str {
    if prefix.len() <= MAX_PREFIX_BYTES {
        return prefix;
    }
    let mut end = MAX_PREFIX_BYTES - 1;
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    safe_prefix(&prefix[..end])
}
