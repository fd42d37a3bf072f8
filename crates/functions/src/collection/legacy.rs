//! The functions `list` and `map` of old, which only say what took their place.

use value::{Type, Value};

use crate::{Body, Function, FunctionError, Param, ParamType, Refine, Returns};

const VALS: Param = Param::new("vals", ParamType::Any).nullable().unknown().dynamic();

fn gone(name: &str, instead: &str, literal: &str) -> FunctionError {
    FunctionError::new(format!(
        "the \"{name}\" function was deprecated in Terraform v0.12 and is no longer available; use {instead} \
         syntax to write a literal {literal}"
    ))
}

fn list(_args: &[Value]) -> Result<Value, FunctionError> {
    Err(gone("list", "tolist([ ... ])", "list"))
}

fn map(_args: &[Value]) -> Result<Value, FunctionError> {
    Err(gone("map", "tomap({ ... })", "map"))
}

pub(crate) const LIST: Function = Function {
    name: "list",
    params: &[],
    variadic: Some(VALS),
    returns: Returns::From(|args| list(args).map(|_| Type::Dynamic)),
    refine: Refine::Nothing,
    doc: "No longer available: every call fails. Write `tolist([...])`.",
    examples: &[],
    body: Body::Plain(list),
};

pub(crate) const MAP: Function = Function {
    name: "map",
    params: &[],
    variadic: Some(VALS),
    returns: Returns::From(|args| map(args).map(|_| Type::Dynamic)),
    refine: Refine::Nothing,
    doc: "No longer available: every call fails. Write `tomap({...})`.",
    examples: &[],
    body: Body::Plain(map),
};

#[cfg(test)]
mod tests {
    use crate::testing::*;

    #[test]
    fn every_call_fails() {
        let list = "the \"list\" function was deprecated in Terraform v0.12 and is no longer available; use \
                    tolist([ ... ]) syntax to write a literal list";
        check_error("list", [], list);
        check_error("list", [n("1"), untyped_null()], list);
        check_error("list", [unknown(STRING)], list);
        check_error("list", [some(STRING)], list);
        check_error("list", [dynamic()], list);
        check_error("list", [sensitive(s("a"))], list);
        let map = "the \"map\" function was deprecated in Terraform v0.12 and is no longer available; use \
                   tomap({ ... }) syntax to write a literal map";
        check_error("map", [], map);
        check_error("map", [s("a"), n("1")], map);
        check_error("map", [untyped_null()], map);
        check_error("map", [unknown(STRING)], map);
        check_error("map", [dynamic()], map);
        check_error("map", [sensitive(s("a"))], map);
    }
}
