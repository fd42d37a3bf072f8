//! Replacing text, plain or by pattern.

use value::Value;

use crate::string::{STR, check_size, text};
use crate::support::re2::Regex;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const REPLACE: Function = Function {
    name: "replace",
    params: &[STR, Param::new("substr", ParamType::String), Param::new("replace", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Replaces every occurrence of a piece of text. A second argument between slashes is a regular \
          expression, and then `$1` or `${name}` in the replacement stands for a group.",
    examples: &[
        Example { call: "replace(\"1 + 2 + 3\", \"+\", \"-\")", result: "\"1 - 2 - 3\"" },
        Example {
            call: "replace(\"hello world\", \"/w.*d/\", \"everybody\")",
            result: "\"hello everybody\"",
        },
    ],
    body: Body::Plain(replace),
};

fn replace(args: &[Value]) -> Result<Value, FunctionError> {
    let (str, substr, replacement) = (text(&args[0])?, text(&args[1])?, text(&args[2])?);
    if substr.len() > 1
        && let Some(pattern) = substr.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'))
    {
        let regex = Regex::compiled(pattern).map_err(|error| FunctionError::new(error.to_string()))?;
        check_pattern_size(&regex, str, replacement)?;
        return Ok(Value::string(regex.replace_all(str, replacement)));
    }
    if replacement.len() > substr.len() {
        let found = str.matches(substr).count();
        check_size(
            found.checked_mul(replacement.len() - substr.len()).and_then(|more| more.checked_add(str.len())),
        )?;
    }
    Ok(Value::string(str.replace(substr, replacement)))
}

/// A bound on the result: every match gives the template, and each of its group references at most
/// the match itself.
fn check_pattern_size(regex: &Regex, str: &str, template: &str) -> Result<(), FunctionError> {
    let groups = template.matches('$').count();
    let bound = |matches: usize| {
        let templates = matches.checked_mul(template.len())?;
        groups.checked_add(1)?.checked_mul(str.len())?.checked_add(templates)
    };
    // Most often the bound for a match at every byte is already small enough.
    check_size(bound(str.len() + 1)).or_else(|_| check_size(bound(regex.captures_all(str).len())))
}
