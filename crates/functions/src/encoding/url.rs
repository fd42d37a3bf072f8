//! Text in query strings of URLs.

use value::Value;

use crate::string::{STR, check_size, text};
use crate::support::url::{query_escape, query_unescape};
use crate::{Body, Example, Function, FunctionError, ParamType, Refine, Returns};

pub(crate) const URLDECODE: Function = Function {
    name: "urldecode",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Decodes text from a query string: plus signs are spaces, and `%` with two digits is a byte. The bytes \
          must be UTF-8, because a string is text.",
    examples: &[Example { call: "urldecode(\"Hello+World%21\")", result: "\"Hello World!\"" }],
    body: Body::Plain(|args| {
        let failed = |why: &str| FunctionError::new(format!("failed to decode URL: {why}"));
        let bytes = query_unescape(text(&args[0])?).map_err(|why| failed(&why))?;
        Ok(Value::string(String::from_utf8(bytes).map_err(|_| failed("the result is not valid UTF-8"))?))
    }),
};

pub(crate) const URLENCODE: Function = Function {
    name: "urlencode",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Encodes text for a query string: a space becomes a plus sign, and only letters, digits and `-_.~` stay.",
    examples: &[Example { call: "urlencode(\"Hello World!\")", result: "\"Hello+World%21\"" }],
    body: Body::Plain(|args| {
        let str = text(&args[0])?;
        let escaped =
            str.bytes().filter(|byte| !byte.is_ascii_alphanumeric() && !b"-_.~ ".contains(byte)).count();
        check_size(escaped.checked_mul(2).and_then(|more| more.checked_add(str.len())))?;
        Ok(Value::string(query_escape(str)))
    }),
};
