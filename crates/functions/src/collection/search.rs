//! Questions about collections: `alltrue`, `anytrue`, `contains`, `index`, `length`.

use value::num::Num;
use value::{Bound, Refinement, Type, Value};

use super::items;
use crate::support::grapheme::grapheme_count;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const ALLTRUE: Function = Function {
    name: "alltrue",
    params: &[Param::new("list", ParamType::ListOfBool).partial()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether all elements of a list are true. That holds for an empty list; null counts as false.",
    examples: &[
        Example { call: "alltrue([\"true\", true])", result: "true" },
        Example { call: "alltrue([true, false])", result: "false" },
    ],
    body: Body::Plain(|args| {
        for item in items(&args[0]) {
            match item.as_bool() {
                Some(true) => {}
                // Elements are looked at in order, so what is unknown hides a false behind it.
                None if !item.is_known() => return Ok(Value::unknown(Type::Bool)),
                _ => return Ok(Value::bool(false)),
            }
        }
        Ok(Value::bool(true))
    }),
};

pub(crate) const ANYTRUE: Function = Function {
    name: "anytrue",
    params: &[Param::new("list", ParamType::ListOfBool).partial()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether any element of a list is true. That does not hold for an empty list; null counts as \
          false.",
    examples: &[
        Example { call: "anytrue([\"true\", false])", result: "true" },
        Example { call: "anytrue([])", result: "false" },
    ],
    body: Body::Plain(|args| {
        let items = items(&args[0]);
        if items.iter().any(|item| item.as_bool() == Some(true)) {
            return Ok(Value::bool(true));
        }
        let open = items.iter().any(|item| !item.is_known());
        Ok(if open { Value::unknown(Type::Bool) } else { Value::bool(false) })
    }),
};

pub(crate) const CONTAINS: Function = Function {
    name: "contains",
    params: &[Param::new("list", ParamType::Any).partial(), Param::new("value", ParamType::Any).partial()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether a list, set or tuple has an element equal to a value. Values of different types are \
          never equal.",
    examples: &[
        Example { call: "contains([\"a\", \"b\"], \"a\")", result: "true" },
        Example { call: "contains([\"1\"], 1)", result: "false" },
    ],
    body: Body::Plain(|args| {
        let items =
            args[0].as_items().ok_or_else(|| FunctionError::new("argument must be list, tuple, or set"))?;
        let mut open = false;
        for item in items {
            match args[1].equals(item).as_bool() {
                Some(true) => return Ok(Value::bool(true)),
                Some(false) => {}
                None => open = true,
            }
        }
        Ok(if open { Value::unknown(Type::Bool) } else { Value::bool(false) })
    }),
};

pub(crate) const INDEX: Function = Function {
    name: "index",
    params: &[Param::new("list", ParamType::Any).partial(), Param::new("value", ParamType::Any).partial()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the position, counted from zero, of the first element of a list that equals a value.",
    examples: &[Example { call: "index([\"a\", \"b\", \"c\"], \"b\")", result: "1" }],
    body: Body::Plain(|args| {
        if !matches!(args[0].ty(), Type::List(_) | Type::Tuple(_)) {
            return Err(FunctionError::new("argument must be a list or tuple"));
        }
        if items(&args[0]).is_empty() {
            return Err(FunctionError::new("cannot search an empty list"));
        }
        for (at, item) in items(&args[0]).iter().enumerate() {
            match item.equals(&args[1]).as_bool() {
                Some(true) => return Ok(Value::int(at as i64)),
                Some(false) => {}
                None => return Ok(Value::unknown(Type::Number)),
            }
        }
        Err(FunctionError::new("item not found"))
    }),
};

pub(crate) const LENGTH: Function = Function {
    name: "length",
    params: &[Param::new("value", ParamType::Any).unknown().dynamic().marked()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the number of elements of a list, set or map, of attributes of an object, or of characters of \
          a string. A character is what a reader would count as one, however many code points it takes.",
    examples: &[
        Example { call: "length([\"a\", \"b\"])", result: "2" },
        Example { call: "length({ a = 1 })", result: "1" },
        Example { call: "length(\"héllo\")", result: "5" },
    ],
    body: Body::Plain(|args| {
        let value = &args[0];
        if value.ty() == Type::String {
            return Ok(text_length(value).with_marks(value.marks()));
        }
        if value.ty() == Type::Dynamic {
            return Ok(Value::unknown(Type::Number).with_marks(value.marks()));
        }
        value.length().ok_or_else(|| {
            FunctionError::new("argument must be a string, a collection type, or a structural type")
        })
    }),
};

fn text_length(value: &Value) -> Value {
    let count = |text: &str| grapheme_count(text) as i64;
    match value.as_str() {
        Some(text) => Value::int(count(text)),
        None => {
            let least = value.refinement().map_or(0, |known| count(&known.prefix));
            let min = Some(Bound { value: Num::from_i64(least), inclusive: true });
            Value::unknown(Type::Number).refine(Refinement { min, ..Refinement::not_null() })
        }
    }
}

#[cfg(test)]
mod tests {
    use value::{Refinement, Type};

    use crate::testing::*;

    #[test]
    fn alltrue() {
        check("alltrue", [tuple([])], b(true));
        check("alltrue", [tuple([b(true), s("false")])], b(false));
        check("alltrue", [tuple([b(true), untyped_null()])], b(false));
        check("alltrue", [set([b(true)])], b(true));
        check("alltrue", [tuple([b(true), sensitive(b(false))])], sensitive(b(false)));
        check("alltrue", [tuple([unknown(BOOL), b(false)])], some(BOOL));
        check("alltrue", [tuple([b(false), unknown(BOOL)])], b(false));
        check("alltrue", [unknown(Type::list(BOOL))], some(BOOL));
        check("alltrue", [sensitive(long(Type::list(BOOL), 1, None))], sensitive(some(BOOL)));
        check("alltrue", [dynamic()], some(BOOL));
        check_error("alltrue", [s("a")], "list: list of bool required");
        check_error("alltrue", [tuple([n("1")])], "list: element 0: bool required");
        check_error("alltrue", [tuple([s("x")])], "list: a bool is required");
        check_error("alltrue", [untyped_null()], "list: argument must not be null");
    }

    #[test]
    fn anytrue() {
        check("anytrue", [tuple([])], b(false));
        check("anytrue", [tuple([b(false), s("true")])], b(true));
        check("anytrue", [tuple([untyped_null()])], b(false));
        check("anytrue", [tuple([sensitive(b(false)), b(true)])], sensitive(b(true)));
        check("anytrue", [tuple([unknown(BOOL), b(true)])], b(true));
        check("anytrue", [tuple([unknown(BOOL), b(false)])], some(BOOL));
        check("anytrue", [unknown(Type::list(BOOL))], some(BOOL));
        check("anytrue", [dynamic()], some(BOOL));
        check_error("anytrue", [tuple([s("x"), b(true)])], "list: a bool is required");
        check_error("anytrue", [null(Type::list(BOOL))], "list: argument must not be null");
    }

    #[test]
    fn contains() {
        check("contains", [tuple([s("a"), s("b")]), s("a")], b(true));
        check("contains", [list([s("1")]), n("1")], b(false));
        check("contains", [tuple([tuple([n("1")])]), list([n("1")])], b(false));
        check("contains", [set([s("a")]), s("a")], b(true));
        check("contains", [tuple([untyped_null()]), s("a")], b(false));
        check("contains", [tuple([sensitive(n("1"))]), n("2")], sensitive(b(false)));
        check("contains", [tuple([unknown(STRING), s("a")]), s("a")], b(true));
        check("contains", [tuple([unknown(STRING), s("a")]), s("b")], some(BOOL));
        check("contains", [set([s("a"), unknown(STRING)]), s("b")], some(BOOL));
        check("contains", [tuple([s("a")]), unknown(STRING)], some(BOOL));
        check("contains", [tuple([]), unknown(STRING)], some(BOOL));
        check("contains", [long(Type::list(STRING), 0, Some(2)), s("a")], some(BOOL));
        check("contains", [sensitive(unknown(Type::list(STRING))), s("a")], sensitive(some(BOOL)));
        check("contains", [dynamic(), s("a")], dynamic());
        check("contains", [tuple([s("a")]), dynamic()], dynamic());
        // What has no type yet ends the checks.
        check("contains", [dynamic(), untyped_null()], dynamic());
        check_error("contains", [s("a"), s("a")], "argument must be list, tuple, or set");
        check_error("contains", [object([]), s("a")], "argument must be list, tuple, or set");
        check_error("contains", [tuple([]), untyped_null()], "value: argument must not be null");
        check_error("contains", [untyped_null(), s("a")], "list: argument must not be null");
    }

    #[test]
    fn index() {
        check("index", [list([s("a"), s("b")]), s("b")], n("1"));
        check("index", [tuple([n("1"), s("1")]), s("1")], n("1"));
        check("index", [tuple([untyped_null(), s("a")]), s("a")], n("1"));
        check("index", [tuple([sensitive(n("1"))]), n("1")], sensitive(n("0")));
        check("index", [tuple([s("a"), unknown(STRING)]), s("a")], n("0"));
        check("index", [tuple([unknown(STRING), s("a")]), s("a")], some(NUMBER));
        check("index", [unknown(Type::list(STRING)), s("a")], some(NUMBER));
        check("index", [tuple([]), sensitive(some(STRING))], sensitive(some(NUMBER)));
        check("index", [dynamic(), s("a")], dynamic());
        check_error("index", [tuple([s("a")]), s("b")], "item not found");
        check_error("index", [tuple([]), s("b")], "cannot search an empty list");
        check_error("index", [set([s("a")]), s("a")], "argument must be a list or tuple");
        check_error("index", [tuple([s("a")]), untyped_null()], "value: argument must not be null");
    }

    #[test]
    fn length() {
        let any_length = number_between(0, Some(i64::MAX));
        check("length", [tuple([s("a"), sensitive(s("b"))])], n("2"));
        check("length", [sensitive(list([s("a")]))], sensitive(n("1")));
        check("length", [map([("a", unknown(STRING))])], n("1"));
        check("length", [object([("a", n("1")), ("b", n("2"))])], n("2"));
        check("length", [s("he\u{301}llo 👨‍👩‍👧")], n("7"));
        check("length", [sensitive(s("abc"))], sensitive(n("3")));
        check("length", [set([s("a"), unknown(STRING)])], number_between(1, Some(2)));
        check("length", [set([unknown(STRING)])], n("1"));
        check("length", [unknown(Type::list(STRING))], any_length.clone());
        check("length", [sensitive(unknown(Type::map(STRING)))], sensitive(any_length));
        check("length", [long(Type::set(STRING), 2, Some(5))], number_between(2, Some(5)));
        check("length", [unknown(Type::tuple([STRING, NUMBER]))], n("2"));
        check("length", [unknown(Type::object([("a", STRING)]))], n("1"));
        check("length", [unknown(STRING)], number_between(0, None));
        check("length", [unknown(STRING).refine(Refinement::with_prefix("ami-"))], number_between(4, None));
        check("length", [sensitive(dynamic())], sensitive(some(NUMBER)));
        check_error("length", [n("1")], "argument must be a string, a collection type, or a structural type");
        check_error(
            "length",
            [unknown(BOOL)],
            "argument must be a string, a collection type, or a structural type",
        );
        check_error("length", [untyped_null()], "value: argument must not be null");
    }
}
