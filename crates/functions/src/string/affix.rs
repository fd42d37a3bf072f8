//! Questions about parts of text.

use value::{Type, Value};

use crate::string::{STR, text};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const ENDSWITH: Function = Function {
    name: "endswith",
    params: &[STR, Param::new("suffix", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether a string ends with another.",
    examples: &[Example { call: "endswith(\"hello world\", \"world\")", result: "true" }],
    body: Body::Plain(|args| Ok(Value::bool(text(&args[0])?.ends_with(text(&args[1])?)))),
};

pub(crate) const STARTSWITH: Function = Function {
    name: "startswith",
    params: &[STR.unknown(), Param::new("prefix", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether a string begins with another. What is known of the beginning of a string is enough.",
    examples: &[Example { call: "startswith(\"hello world\", \"hello\")", result: "true" }],
    body: Body::Plain(startswith),
};

fn startswith(args: &[Value]) -> Result<Value, FunctionError> {
    let prefix = text(&args[1])?;
    if args[0].is_known() {
        return Ok(Value::bool(text(&args[0])?.starts_with(prefix)));
    }
    let known = args[0].refinement().map_or("", |known| known.prefix.as_str());
    if known.starts_with(prefix) {
        Ok(Value::bool(true))
    } else if known.len() >= prefix.len() {
        Ok(Value::bool(false))
    } else {
        Ok(Value::unknown(Type::Bool))
    }
}

pub(crate) const STRCONTAINS: Function = Function {
    name: "strcontains",
    params: &[STR, Param::new("substr", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::Nothing,
    doc: "Tells whether a string contains another.",
    examples: &[Example { call: "strcontains(\"hello world\", \"wor\")", result: "true" }],
    body: Body::Plain(|args| Ok(Value::bool(text(&args[0])?.contains(text(&args[1])?)))),
};
