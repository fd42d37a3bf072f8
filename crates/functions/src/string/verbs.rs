//! Writing values after a format string.

use value::{Kind, Type, Value, convert};

use crate::FunctionError;
use crate::encoding::write_json;
use crate::string::check_size;
use crate::support::gofmt::{Piece, Pieces, Verb};

/// Digits after the point where a verb says nothing.
const DEFAULT_PRECISION: usize = 6;

/// Formats known values. Errors about arguments count the format string as the first.
pub(crate) fn format_values(format: &str, values: &[Value]) -> Result<String, FunctionError> {
    let mut out = String::new();
    let mut pieces = Pieces::new(format);
    for piece in pieces.by_ref() {
        let part = match piece.map_err(FunctionError::new)? {
            Piece::Text(text) => {
                out.push_str(text);
                continue;
            }
            Piece::Verb(verb) => format_verb(&verb, values).map_err(FunctionError::new)?,
        };
        check_size(out.len().checked_add(part.len()))?;
        out.push_str(&part);
    }
    pieces
        .check_argument_count(values.len())
        .map_err(|error| FunctionError::argument(pieces.highest_argument() + 1, error))?;
    Ok(out)
}

fn format_verb(verb: &Verb<'_>, values: &[Value]) -> Result<String, String> {
    let value = verb.argument.checked_sub(1).and_then(|index| values.get(index));
    let value = value.ok_or_else(|| verb.missing_argument(values.len()))?;
    if value.is_null() && verb.mode != 'v' {
        return Err(verb.unsupported_value("null value cannot be formatted"));
    }
    let convert =
        |ty: &Type| convert::convert(value, ty).map_err(|error| verb.unsupported_value(&error.message));
    let json = |value: &Value| write_json(value).map_err(|error| verb.unsupported_value(&error.message));
    match verb.mode {
        'v' => match value.kind() {
            Kind::String(text) if !verb.sharp => Ok(verb.pad(text)),
            Kind::Number(number) if !verb.sharp => Ok(verb.pad(&number.format_float('g', None))),
            _ => Ok(verb.pad(&json(value)?)),
        },
        // The width does not count here.
        't' => Ok(convert(&Type::Bool)?.as_bool().unwrap_or_default().to_string()),
        'b' | 'd' | 'o' | 'x' | 'X' => {
            let number = convert(&Type::Number)?;
            let whole = number.as_num().and_then(|number| number.to_bigint());
            let whole = whole.ok_or_else(|| verb.unsupported_value("an integer is required"))?;
            let digits = match verb.mode {
                'b' => whole.in_radix(2).to_string(),
                'o' => whole.in_radix(8).to_string(),
                'x' | 'X' => whole.in_radix(16).to_string(),
                _ => whole.to_string(),
            };
            match digits.strip_prefix('-') {
                Some(digits) => Ok(verb.pad_integer(true, digits)),
                None => Ok(verb.pad_integer(false, &digits)),
            }
        }
        'e' | 'E' | 'f' | 'g' | 'G' => {
            let default = (!matches!(verb.mode, 'g' | 'G')).then_some(DEFAULT_PRECISION);
            let number = convert(&Type::Number)?;
            let text =
                number.as_num().map(|number| number.format_float(verb.mode, verb.precision.or(default)));
            Ok(verb.pad_float(&text.unwrap_or_default()))
        }
        's' | 'q' => {
            let text = convert(&Type::String)?;
            let text = verb.cut(text.as_str().unwrap_or_default());
            if verb.mode == 's' { Ok(verb.pad(text)) } else { Ok(verb.pad(&json(&Value::string(text))?)) }
        }
        _ => Err(verb.unsupported_verb()),
    }
}
