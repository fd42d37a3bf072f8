//! Regular expressions: the first match or all of them.

use std::ops::Range;
use std::rc::Rc;

use value::{Type, Value};

use crate::string::text;
use crate::support::re2::Regex;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const PATTERN: Param = Param::new("pattern", ParamType::String);
const STRING: Param = Param::new("string", ParamType::String);

pub(crate) const REGEX: Function = Function {
    name: "regex",
    params: &[PATTERN, STRING],
    variadic: None,
    returns: Returns::From(match_type),
    refine: Refine::NotNull,
    doc: "Gives the first match of a regular expression: the matched text, or a tuple of the unnamed groups, \
          or an object of the named ones. No match is an error.",
    examples: &[
        Example { call: "regex(\"[a-z]+\", \"53453453.345345aaabbbccc23454\")", result: "\"aaabbbccc\"" },
        Example {
            call: "regex(\"(\\\\d\\\\d\\\\d\\\\d)-(\\\\d\\\\d)\", \"2019-02-01\")",
            result: "[\n  \"2019\",\n  \"02\",\n]",
        },
    ],
    body: Body::Plain(|args| {
        let (pattern, string) = (Pattern::new(text(&args[0])?)?, text(&args[1])?);
        let found = pattern.regex.captures(string);
        let found =
            found.ok_or_else(|| FunctionError::new("pattern did not match any part of the given string"))?;
        Ok(pattern.result(string, &found))
    }),
};

pub(crate) const REGEXALL: Function = Function {
    name: "regexall",
    params: &[PATTERN, STRING],
    variadic: None,
    returns: Returns::From(|args| match_type(args).map(Type::list)),
    refine: Refine::NotNull,
    doc: "Gives all matches of a regular expression as a list, from left to right and without overlap. Each is \
          what `regex` would give; no match is an empty list.",
    examples: &[Example {
        call: "regexall(\"[a-z]+\", \"1234abcd5678efgh9\")",
        result: "tolist([\n  \"abcd\",\n  \"efgh\",\n])",
    }],
    body: Body::Plain(|args| {
        let (pattern, string) = (Pattern::new(text(&args[0])?)?, text(&args[1])?);
        let all = pattern.regex.captures_all(string);
        Ok(Value::list(pattern.ty(), all.iter().map(|found| pattern.result(string, found)).collect()))
    }),
};

/// The type of a match, which is in the pattern.
fn match_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].as_str() {
        Some(pattern) => Ok(Pattern::new(pattern)?.ty()),
        None => Ok(Type::Dynamic),
    }
}

struct Pattern {
    regex: Rc<Regex>,
    shape: Shape,
}

/// What a match is told as.
enum Shape {
    Whole,
    Groups(usize),
    Named(Vec<String>),
}

impl Pattern {
    fn new(pattern: &str) -> Result<Pattern, FunctionError> {
        let invalid = |detail: &str| FunctionError::argument(0, format!("invalid regexp pattern: {detail}"));
        let regex = Regex::compiled(pattern).map_err(|error| invalid(&error.pattern_detail()))?;
        let names = regex.group_names();
        let named: Vec<String> = names.iter().flatten().cloned().collect();
        let shape = match (names.len(), named.len()) {
            (0, _) => Shape::Whole,
            (all, 0) => Shape::Groups(all),
            (all, named_groups) if all == named_groups => Shape::Named(named),
            _ => return Err(invalid("cannot mix both named and unnamed capture groups")),
        };
        Ok(Pattern { regex, shape })
    }

    fn ty(&self) -> Type {
        match &self.shape {
            Shape::Whole => Type::String,
            Shape::Groups(count) => Type::tuple(vec![Type::String; *count]),
            Shape::Named(names) => Type::object(names.iter().map(|name| (name.as_str(), Type::String))),
        }
    }

    fn result(&self, string: &str, found: &[Option<Range<usize>>]) -> Value {
        let group = |span: &Option<Range<usize>>| match span {
            Some(span) => Value::string(&string[span.clone()]),
            None => Value::null(Type::String),
        };
        let groups = found.get(1..).unwrap_or_default().iter().map(group);
        match &self.shape {
            Shape::Whole => found.first().map_or_else(|| Value::string(""), group),
            Shape::Groups(_) => Value::tuple(groups.collect()),
            // Of two groups of one name the later counts.
            Shape::Named(names) => Value::object(names.iter().map(String::as_str).zip(groups)),
        }
    }
}
