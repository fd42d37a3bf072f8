//! Text from a pattern with verbs, once or for every element of lists.

use value::{Kind, Refinement, Type, Value, safe_prefix};

use crate::string::verbs::format_values;
use crate::string::{check_size, text};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const FORMAT_STRING: Param = Param::new("format", ParamType::String);
/// An untyped null makes the result's type unknown, as in Terraform.
const ARGS: Param = Param::new("args", ParamType::Any).nullable().unknown();

pub(crate) const FORMAT: Function = Function {
    name: "format",
    params: &[FORMAT_STRING],
    variadic: Some(ARGS),
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives text from a pattern in which each verb stands for the next argument: `%v` for any value, `%s` and \
          `%q` for text, plain and quoted, `%d`, `%b`, `%o`, `%x` and `%X` for whole numbers, `%e`, `%f` and `%g` \
          for fractions, `%t` for a bool, and `%%` for a per cent sign. Between the two signs may stand flags \
          (`+`, `-`, `#`, `0`, space), a width, a precision after a point, and the number of an argument in \
          brackets.",
    examples: &[
        Example { call: "format(\"Hello, %s!\", \"Ander\")", result: "\"Hello, Ander!\"" },
        Example { call: "format(\"%03d|%-5s|%.2f\", 7, \"a\", 3.14159)", result: "\"007|a    |3.14\"" },
        Example { call: "format(\"%v\", [1, true])", result: "\"[1,true]\"" },
    ],
    body: Body::Plain(|args| {
        let (format, values) = (text(&args[0])?, &args[1..]);
        if values.iter().all(Value::is_wholly_known) {
            return Ok(Value::string(format_values(format, values)?));
        }
        // What stands before the first verb is certain.
        let prefix = safe_prefix(format.split_once('%').map_or("", |(before, _)| before));
        Ok(Value::unknown(Type::String).refine(Refinement::with_prefix(prefix)))
    }),
};

pub(crate) const FORMATLIST: Function = Function {
    name: "formatlist",
    params: &[FORMAT_STRING],
    variadic: Some(ARGS),
    returns: Returns::Fixed(ParamType::ListOfString),
    refine: Refine::NotNull,
    doc: "Does what `format` does once for every element of the list arguments, which must have the same length. \
          Arguments that are no lists are used each time.",
    examples: &[Example {
        call: "formatlist(\"%s, %s!\", \"Salutations\", [\"Valentina\", \"Ander\"])",
        result: "tolist([\n  \"Salutations, Valentina!\",\n  \"Salutations, Ander!\",\n])",
    }],
    body: Body::Plain(formatlist),
};

fn formatlist(args: &[Value]) -> Result<Value, FunctionError> {
    let (format, values) = (text(&args[0])?, &args[1..]);
    if values.is_empty() {
        return Ok(Value::list(Type::String, vec![Value::string(format_values(format, &[])?)]));
    }
    let Some(rounds) = rounds(values)? else { return Ok(Value::unknown(Type::list(Type::String))) };
    let mut results = Vec::with_capacity(rounds);
    let mut size: usize = 0;
    for round in 0..rounds {
        let values: Vec<Value> = values
            .iter()
            .map(|value| value.as_items().map_or_else(|| value.clone(), |items| items[round].clone()))
            .collect();
        if !values.iter().all(Value::is_wholly_known) {
            results.push(Value::unknown_not_null(Type::String));
            continue;
        }
        let result = format_values(format, &values).map_err(|error| {
            FunctionError::new(format!("error on format iteration {round}: {}", error.message))
        })?;
        size = size.saturating_add(result.len());
        check_size(Some(size))?;
        results.push(Value::string(result));
    }
    Ok(Value::list(Type::String, results))
}

/// How often to format: as often as all the lists have elements, or once. Nothing while that is unknown.
fn rounds(values: &[Value]) -> Result<Option<usize>, FunctionError> {
    let mut chosen: Option<(usize, usize)> = None;
    let mut unknown = false;
    for (index, value) in values.iter().enumerate() {
        let length = match (value.kind(), value.ty()) {
            (Kind::Null, _) => continue,
            // The type of a tuple tells its length even while the tuple is unknown.
            (Kind::Unknown, Type::Tuple(elements)) => {
                unknown = true;
                elements.len()
            }
            (Kind::Unknown, Type::List(_) | Type::Set(_)) => {
                unknown = true;
                continue;
            }
            // Unknown elements of a set may turn out to be the same one.
            (Kind::Set(items), _) if items.len() > 1 && !value.is_wholly_known() => {
                unknown = true;
                continue;
            }
            (Kind::List(items) | Kind::Set(items) | Kind::Tuple(items), _) => items.len(),
            _ => continue,
        };
        match chosen {
            Some((by, expected)) if length != expected => {
                return Err(FunctionError::argument(
                    index + 1,
                    format!(
                        "argument {} has length {length}, which is inconsistent with argument {} of length {expected}",
                        index + 1,
                        by + 1
                    ),
                ));
            }
            Some(_) => {}
            None => chosen = Some((index, length)),
        }
    }
    Ok(if unknown { None } else { Some(chosen.map_or(1, |(_, length)| length)) })
}
