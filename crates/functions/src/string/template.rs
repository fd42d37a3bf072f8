//! Rendering a template that is held in a value.

use smol_str::SmolStr;
use value::{Type, Value, convert};

use crate::message::quoted;
use crate::string::text;
use crate::{Body, Env, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

/// What is named as the file in errors.
const NAME: &str = "<templatestring argument>";

pub(crate) const TEMPLATESTRING: Function = Function {
    name: "templatestring",
    params: &[
        Param::new("template", ParamType::String).unknown(),
        Param::new("vars", ParamType::Any).unknown(),
    ],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::Nothing,
    doc: "Renders a template that is held in a value with the given variables, as `templatefile` does with one \
          in a file. The result is always a string.",
    examples: &[Example {
        call: "templatestring(\"Hello, $${name}!\", { name = \"Ada\" })",
        result: "\"Hello, Ada!\"",
    }],
    body: Body::WithEnv(templatestring),
};

fn templatestring(env: &Env<'_>, args: &[Value]) -> Result<Value, FunctionError> {
    if !args[0].is_known() || !args[1].is_known() {
        return Ok(Value::unknown(Type::String));
    }
    let variables = template_variables(&args[1])?;
    let rendered = env.templates.render(NAME, text(&args[0])?.as_bytes(), variables)?;
    convert::convert(&rendered, &Type::String)
        .map_err(|error| FunctionError::new(format!("invalid template result: {}", error.message)))
}

/// The variables for a template, by name; they are the second argument of both functions.
pub(crate) fn template_variables(vars: &Value) -> Result<&[(SmolStr, Value)], FunctionError> {
    let entries =
        vars.as_entries().ok_or_else(|| FunctionError::argument(1, "invalid vars value: must be a map"))?;
    for (name, _) in entries {
        if !is_identifier(name) {
            return Err(FunctionError::argument(
                1,
                format!(
                    "invalid template variable name {}: must start with a letter, followed by zero or more \
                     letters, digits, and underscores",
                    quoted(name)
                ),
            ));
        }
    }
    Ok(entries)
}

/// Whether a template could name it; dashes are allowed inside as everywhere in the language.
fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c == '_' || unicode_ident::is_xid_start(c))
        && chars.all(|c| c == '-' || unicode_ident::is_xid_continue(c))
}
