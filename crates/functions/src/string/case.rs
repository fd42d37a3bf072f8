//! Capital and small letters.

use value::Value;

use crate::string::{STR, text};
use crate::support::case;
use crate::{Body, Example, Function, ParamType, Refine, Returns};

pub(crate) const LOWER: Function = Function {
    name: "lower",
    params: &[STR.dynamic()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Turns all letters into small ones, each on its own.",
    examples: &[Example { call: "lower(\"HELLO\")", result: "\"hello\"" }],
    body: Body::Plain(|args| Ok(Value::string(case::to_lower(text(&args[0])?)))),
};

pub(crate) const TITLE: Function = Function {
    name: "title",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Turns the first letter of every word into a capital and leaves the others as they are.",
    examples: &[Example { call: "title(\"hello world\")", result: "\"Hello World\"" }],
    body: Body::Plain(|args| Ok(Value::string(case::to_title(text(&args[0])?)))),
};

pub(crate) const UPPER: Function = Function {
    name: "upper",
    params: &[STR.dynamic()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Turns all letters into capitals, each on its own: a letter whose capital would be two letters stays.",
    examples: &[Example { call: "upper(\"hello\")", result: "\"HELLO\"" }],
    body: Body::Plain(|args| Ok(Value::string(case::to_upper(text(&args[0])?)))),
};
