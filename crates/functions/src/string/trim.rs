//! Cutting text off the ends.

use value::Value;

use crate::string::{STR, text};
use crate::{Body, Example, Function, Param, ParamType, Refine, Returns};

pub(crate) const CHOMP: Function = Function {
    name: "chomp",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Removes all line breaks at the end of a string.",
    examples: &[Example { call: "chomp(\"hello\\n\")", result: "\"hello\"" }],
    body: Body::Plain(|args| Ok(Value::string(text(&args[0])?.trim_end_matches(['\r', '\n'])))),
};

pub(crate) const TRIM: Function = Function {
    name: "trim",
    params: &[STR, Param::new("cutset", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Removes any of the given characters from both ends of a string.",
    examples: &[Example { call: "trim(\"?!hello?!\", \"!?\")", result: "\"hello\"" }],
    body: Body::Plain(|args| {
        let cutset = text(&args[1])?;
        Ok(Value::string(text(&args[0])?.trim_matches(|c| cutset.contains(c))))
    }),
};

pub(crate) const TRIMPREFIX: Function = Function {
    name: "trimprefix",
    params: &[STR, Param::new("prefix", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Removes a prefix once, if the string begins with it.",
    examples: &[Example { call: "trimprefix(\"helloworld\", \"hello\")", result: "\"world\"" }],
    body: Body::Plain(|args| {
        let (str, prefix) = (text(&args[0])?, text(&args[1])?);
        Ok(Value::string(str.strip_prefix(prefix).unwrap_or(str)))
    }),
};

pub(crate) const TRIMSPACE: Function = Function {
    name: "trimspace",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Removes white space, as Unicode defines it, from both ends of a string.",
    examples: &[Example { call: "trimspace(\"  hello\\n\\n\")", result: "\"hello\"" }],
    body: Body::Plain(|args| Ok(Value::string(text(&args[0])?.trim()))),
};

pub(crate) const TRIMSUFFIX: Function = Function {
    name: "trimsuffix",
    params: &[STR, Param::new("suffix", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Removes a suffix once, if the string ends with it.",
    examples: &[Example { call: "trimsuffix(\"helloworld\", \"world\")", result: "\"hello\"" }],
    body: Body::Plain(|args| {
        let (str, suffix) = (text(&args[0])?, text(&args[1])?);
        Ok(Value::string(str.strip_suffix(suffix).unwrap_or(str)))
    }),
};
