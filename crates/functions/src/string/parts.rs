//! Taking text apart and putting it together.

use value::{Type, Value};

use crate::collection::limited;
use crate::message::whole_number;
use crate::string::{STR, check_size, text};
use crate::support::grapheme::{grapheme_count, grapheme_prefix, graphemes};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const INDENT: Function = Function {
    name: "indent",
    params: &[Param::new("spaces", ParamType::Number), STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Puts spaces before every line of a string but the first.",
    examples: &[Example { call: "indent(2, \"a\\nb\")", result: "<<EOT\na\n  b\nEOT" }],
    body: Body::Plain(|args| {
        let (spaces, str) = (whole_number(&args[0]).map_err(FunctionError::new)?, text(&args[1])?);
        let spaces = usize::try_from(spaces)
            .map_err(|_| FunctionError::new("the number of spaces must not be negative"))?;
        let lines = str.matches('\n').count();
        if lines == 0 {
            return Ok(args[1].clone());
        }
        check_size(spaces.checked_mul(lines).and_then(|more| more.checked_add(str.len())))?;
        Ok(Value::string(str.replace('\n', &format!("\n{}", " ".repeat(spaces)))))
    }),
};

pub(crate) const JOIN: Function = Function {
    name: "join",
    params: &[Param::new("separator", ParamType::String)],
    variadic: Some(Param::new("lists", ParamType::ListOfString)),
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Puts the strings of one or more lists together, with a separator between them.",
    examples: &[Example { call: "join(\", \", [\"foo\", \"bar\"])", result: "\"foo, bar\"" }],
    body: Body::Plain(join),
};

fn join(args: &[Value]) -> Result<Value, FunctionError> {
    let (separator, lists) = (text(&args[0])?, &args[1..]);
    if lists.is_empty() {
        return Err(FunctionError::new("at least one list is required"));
    }
    let mut parts = Vec::new();
    for (list, items) in lists.iter().enumerate() {
        for (index, item) in items.as_items().unwrap_or_default().iter().enumerate() {
            parts.push(item.as_str().ok_or_else(|| {
                let which = if lists.len() > 1 { format!(" of list {}", list + 1) } else { String::new() };
                let message = format!("element {index}{which} is null; cannot concatenate null values");
                FunctionError::argument(list + 1, message)
            })?);
        }
    }
    let separators = separator.len().checked_mul(parts.len().saturating_sub(1));
    check_size(
        parts
            .iter()
            .try_fold(0, |sum: usize, part| sum.checked_add(part.len()))
            .zip(separators)
            .and_then(|(parts, separators)| parts.checked_add(separators)),
    )?;
    Ok(Value::string(parts.join(separator)))
}

pub(crate) const SPLIT: Function = Function {
    name: "split",
    params: &[Param::new("separator", ParamType::String), STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::ListOfString),
    refine: Refine::NotNull,
    doc: "Cuts a string at every occurrence of a separator. An empty separator cuts between all characters.",
    examples: &[Example {
        call: "split(\",\", \"foo,bar\")",
        result: "tolist([\n  \"foo\",\n  \"bar\",\n])",
    }],
    body: Body::Plain(|args| {
        let (separator, str) = (text(&args[0])?, text(&args[1])?);
        limited(if separator.is_empty() { str.chars().count() } else { str.matches(separator).count() + 1 })?;
        let parts = if separator.is_empty() {
            str.char_indices().map(|(at, c)| Value::string(&str[at..at + c.len_utf8()])).collect()
        } else {
            str.split(separator).map(Value::string).collect()
        };
        Ok(Value::list(Type::String, parts))
    }),
};

pub(crate) const STRREV: Function = Function {
    name: "strrev",
    params: &[STR.dynamic()],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the characters of a string in opposite order. A character is what a reader sees as one.",
    examples: &[Example { call: "strrev(\"hello\")", result: "\"olleh\"" }],
    body: Body::Plain(|args| {
        let characters: Vec<&str> = graphemes(text(&args[0])?).collect();
        Ok(Value::string(characters.into_iter().rev().collect::<String>()))
    }),
};

pub(crate) const SUBSTR: Function = Function {
    name: "substr",
    params: &[
        STR.dynamic(),
        Param::new("offset", ParamType::Number).dynamic(),
        Param::new("length", ParamType::Number).dynamic(),
    ],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives a part of a string, by offset and length in characters as a reader sees them. A negative offset \
          counts from the end, and a length of -1 means all that is left.",
    examples: &[Example { call: "substr(\"hello world\", 1, 4)", result: "\"ello\"" }],
    body: Body::Plain(|args| {
        let offset = whole_number(&args[1]).map_err(FunctionError::new)?;
        let length = whole_number(&args[2]).map_err(FunctionError::new)?;
        Ok(Value::string(substr(text(&args[0])?, offset, length)))
    }),
};

fn substr(str: &str, offset: i64, length: i64) -> &str {
    let size = |count: i64| usize::try_from(count).unwrap_or(0);
    let skip = if offset < 0 { size(offset + grapheme_count(str) as i64) } else { size(offset) };
    let rest = &str[grapheme_prefix(str, skip).len()..];
    // No length together with an offset from the end means all that is left, as in the models.
    if length < 0 || (length == 0 && offset < 0) {
        return rest;
    }
    grapheme_prefix(rest, size(length))
}
