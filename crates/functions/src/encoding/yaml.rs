//! YAML.

use value::{Type, Value};

use crate::encoding::size::check_written_size;
use crate::string::{check_size, text};
use crate::support::yaml;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const YAMLDECODE: Function = Function {
    name: "yamldecode",
    params: &[Param::new("src", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Any),
    refine: Refine::Nothing,
    doc: "Reads one document of YAML: objects, tuples and primitive values.",
    examples: &[Example {
        call: "yamldecode(\"a: [1, x]\")",
        result: "{\n  \"a\" = [\n    1,\n    \"x\",\n  ]\n}",
    }],
    body: Body::Plain(|args| yaml::decode(text(&args[0])?).map_err(FunctionError::new)),
};

pub(crate) const YAMLENCODE: Function = Function {
    name: "yamlencode",
    params: &[Param::new("value", ParamType::Any).nullable().dynamic()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::Nothing,
    doc: "Writes a value as YAML in block style, with names in order and strings in quotes.",
    examples: &[Example {
        call: "yamlencode({ a = [1, \"x\"] })",
        result: "<<EOT\n\"a\":\n- 1\n- \"x\"\n\nEOT",
    }],
    body: Body::Plain(|args| {
        if !args[0].is_wholly_known() {
            return Ok(Value::unknown(Type::String));
        }
        check_written_size(&args[0])?;
        let written = yaml::encode(&args[0]).map_err(FunctionError::new)?;
        check_size(Some(written.len()))?;
        Ok(Value::string(written))
    }),
};
