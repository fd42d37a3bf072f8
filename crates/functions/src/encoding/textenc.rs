//! Text in other character encodings, always within Base64.

use value::Value;

use crate::encoding::encode_base64;
use crate::message::quoted;
use crate::string::text;
use crate::support::base64::decode;
use crate::support::textenc::TextEncoding;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const ENCODING: Param = Param::new("encoding", ParamType::String);

/// The encoding that the second argument names.
fn encoding(args: &[Value]) -> Result<TextEncoding, FunctionError> {
    let name = text(&args[1])?;
    TextEncoding::by_name(name).ok_or_else(|| {
        FunctionError::argument(1, format!("{} is not a supported IANA encoding name or alias", quoted(name)))
    })
}

pub(crate) const TEXTDECODEBASE64: Function = Function {
    name: "textdecodebase64",
    params: &[Param::new("source", ParamType::String), ENCODING],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Decodes Base64 and reads the bytes in a character encoding of the IANA list.",
    examples: &[Example {
        call: "textdecodebase64(\"SABlAGwAbABvAA==\", \"UTF-16LE\")",
        result: "\"Hello\"",
    }],
    body: Body::Plain(|args| {
        let encoding = encoding(args)?;
        let bytes = decode(text(&args[0])?).map_err(|at| {
            FunctionError::argument(
                0,
                format!("the given value has an invalid base64 symbol at offset {}", at.0),
            )
        })?;
        Ok(Value::string(encoding.decode(&bytes).map_err(|error| FunctionError::argument(0, error))?))
    }),
};

pub(crate) const TEXTENCODEBASE64: Function = Function {
    name: "textencodebase64",
    params: &[Param::new("string", ParamType::String), ENCODING],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Writes text in a character encoding of the IANA list and encodes the bytes in Base64.",
    examples: &[Example {
        call: "textencodebase64(\"Hello\", \"UTF-16LE\")",
        result: "\"SABlAGwAbABvAA==\"",
    }],
    body: Body::Plain(|args| {
        let bytes = encoding(args)?.encode(text(&args[0])?);
        encode_base64(&bytes.map_err(|error| FunctionError::argument(0, error))?)
    }),
};
