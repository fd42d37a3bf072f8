//! Parts of a collection by position or key: `element`, `lookup`, `slice`.

use value::{Type, Value, convert};

use super::{element_of, items};
use crate::message::{quoted, shown, whole_number, whole_number_or};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const ELEMENT: Function = Function {
    name: "element",
    params: &[Param::new("list", ParamType::Any).partial().marked(), Param::new("index", ParamType::Number)],
    variadic: None,
    returns: Returns::From(element_type),
    refine: Refine::Nothing,
    doc: "Gives the element of a list at a position counted from zero. Positions past the end start over, and \
          negative ones count from the end.",
    examples: &[
        Example { call: "element([\"a\", \"b\", \"c\"], 1)", result: "\"b\"" },
        Example { call: "element([\"a\", \"b\", \"c\"], 4)", result: "\"b\"" },
        Example { call: "element([\"a\", \"b\", \"c\"], -1)", result: "\"c\"" },
    ],
    body: Body::Plain(element),
};

/// The position wrapped into a list of that length.
fn wrapped(index: &Value, length: usize) -> Result<usize, FunctionError> {
    let index = whole_number_or("invalid index", index)?;
    if length == 0 {
        return Err(FunctionError::new("cannot use element function with an empty list"));
    }
    Ok(index.rem_euclid(length as i64) as usize)
}

fn element_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::List(element) => Ok(Type::clone(&element)),
        Type::Tuple(_) if !args[1].is_known() => Ok(Type::Dynamic),
        Type::Tuple(elements) => Ok(elements[wrapped(&args[1], elements.len())?].clone()),
        other => Err(FunctionError::new(format!("cannot read elements from {}", other.friendly_name()))),
    }
}

fn element(args: &[Value]) -> Result<Value, FunctionError> {
    element_type(args)?;
    let items = items(&args[0]);
    Ok(items[wrapped(&args[1], items.len())?].clone().with_marks(args[0].marks()))
}

pub(crate) const LOOKUP: Function = Function {
    name: "lookup",
    params: &[
        Param::new("inputMap", ParamType::Any).unknown().marked(),
        Param::new("key", ParamType::String).unknown().marked(),
    ],
    variadic: Some(Param::new("default", ParamType::Any).nullable().unknown().dynamic().marked()),
    returns: Returns::From(lookup_type),
    refine: Refine::Nothing,
    doc: "Gives the value of a map under a key, or else the default. Without a default the key must be there.",
    examples: &[
        Example { call: "lookup({ a = \"x\" }, \"a\", \"none\")", result: "\"x\"" },
        Example { call: "lookup({ a = \"x\" }, \"b\", \"none\")", result: "\"none\"" },
    ],
    body: Body::Plain(lookup),
};

fn lookup_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.len() > 3 {
        let message = format!("lookup() takes two or three arguments, got {}", args.len());
        return Err(FunctionError::new(message));
    }
    match (args[0].ty(), args.get(2)) {
        (Type::Object(object), default) => {
            let Some(key) = args[1].as_str() else { return Ok(Type::Dynamic) };
            match (object.get(key), default) {
                (Some(attribute), _) => Ok(attribute.ty.clone()),
                (None, Some(default)) => Ok(default.ty()),
                (None, None) => {
                    let key = shown(quoted(key), args[1].marks());
                    Err(FunctionError::argument(0, format!("the given object has no attribute {key}")))
                }
            }
        }
        (Type::Map(element), default) => {
            if default.is_some_and(|default| convert::convert(default, &element).is_err()) {
                let message = "the default value must have the same type as the map elements";
                return Err(FunctionError::argument(2, message));
            }
            Ok(Type::clone(&element))
        }
        _ => Err(FunctionError::argument(0, "lookup() requires a map as the first argument")),
    }
}

fn lookup(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = lookup_type(args)?;
    let marks = args[0].marks().union(args[1].marks());
    let Some(key) = args[1].as_str().filter(|_| args[0].is_known()) else {
        return Ok(Value::unknown(ty).with_marks(&marks));
    };
    if let Some(value) = args[0].entry(key) {
        return Ok(value.clone().with_marks(&marks));
    }
    let Some(default) = args.get(2) else {
        let key = shown(quoted(key), args[1].marks());
        return Err(FunctionError::new(format!("lookup failed to find key {key}")));
    };
    let default =
        convert::convert(default, &ty).map_err(|error| FunctionError::argument(2, error.message))?;
    Ok(default.with_marks(&marks))
}

pub(crate) const SLICE: Function = Function {
    name: "slice",
    params: &[
        Param::new("list", ParamType::Any).partial().marked(),
        Param::new("start_index", ParamType::Number),
        Param::new("end_index", ParamType::Number),
    ],
    variadic: None,
    returns: Returns::From(slice_type),
    refine: Refine::NotNull,
    doc: "Gives the elements of a list from one position up to, but without, another.",
    examples: &[Example { call: "slice([\"a\", \"b\", \"c\"], 1, 3)", result: "[\n  \"b\",\n  \"c\",\n]" }],
    body: Body::Plain(slice),
};

/// The ends of the slice as far as they are known, checked against the length as far as that is.
fn slice_ends(args: &[Value]) -> Result<(Option<usize>, Option<usize>), FunctionError> {
    let length = match args[0].ty() {
        Type::Tuple(elements) => Some(elements.len()),
        _ => args[0].as_items().map(<[Value]>::len),
    };
    let end_at = |index: usize, name: &str| -> Result<Option<usize>, FunctionError> {
        if !args[index].is_known() {
            return Ok(None);
        }
        let wrong = |message: String| FunctionError::argument(index, message);
        let at =
            whole_number(&args[index]).map_err(|error| wrong(format!("invalid {name} index: {error}")))?;
        let at =
            usize::try_from(at).map_err(|_| wrong(format!("{name} index must not be less than zero")))?;
        if length.is_some_and(|length| at > length) {
            return Err(wrong(format!("{name} index must not be greater than the length of the list")));
        }
        Ok(Some(at))
    };
    let (start, end) = (end_at(1, "start")?, end_at(2, "end")?);
    if start.zip(end).is_some_and(|(start, end)| start > end) {
        return Err(FunctionError::argument(1, "start index must not be greater than end index"));
    }
    Ok((start, end))
}

fn slice_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::Set(_) => Err(FunctionError::argument(
            0,
            "cannot slice a set, because its elements do not have indices; explicitly convert to a list if \
             the ordering of the result is not important",
        )),
        ty @ Type::List(_) => slice_ends(args).map(|_| ty),
        Type::Tuple(elements) => Ok(match slice_ends(args)? {
            (Some(start), Some(end)) => Type::tuple(elements[start..end].iter().cloned()),
            _ => Type::Dynamic,
        }),
        _ => Err(FunctionError::argument(0, "must be a list or tuple value")),
    }
}

fn slice(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = slice_type(args)?;
    let (Some(start), Some(end)) = slice_ends(args)? else { return Ok(Value::unknown(ty)) };
    let part = items(&args[0])[start..end].to_vec();
    let result = match ty {
        Type::Tuple(_) => Value::tuple(part),
        _ => Value::list(element_of(&ty), part),
    };
    Ok(result.with_marks(args[0].marks()))
}

#[cfg(test)]
mod tests {
    use value::Type;

    use crate::testing::*;

    #[test]
    fn element() {
        let abc = || tuple([s("a"), s("b"), s("c")]);
        check("element", [abc(), n("1")], s("b"));
        check("element", [abc(), n("4")], s("b"));
        check("element", [abc(), n("-1")], s("c"));
        check("element", [abc(), n("-4")], s("c"));
        check("element", [list([s("a"), s("b")]), s("1")], s("b"));
        check("element", [tuple([n("1"), untyped_null()]), n("1")], untyped_null());
        check("element", [tuple([sensitive(s("a")), s("b")]), n("0")], sensitive(s("a")));
        check("element", [tuple([sensitive(s("a")), s("b")]), n("1")], s("b"));
        check("element", [sensitive(abc()), n("0")], sensitive(s("a")));
        check("element", [abc(), sensitive(n("0"))], sensitive(s("a")));
        check("element", [tuple([unknown(STRING), s("b")]), n("1")], s("b"));
        check("element", [tuple([some(STRING), s("b")]), n("0")], some(STRING));
        check("element", [abc(), unknown(NUMBER)], dynamic());
        check("element", [list([s("a")]), sensitive(some(NUMBER))], sensitive(unknown(STRING)));
        check("element", [long(Type::list(STRING), 1, None), n("0")], unknown(STRING));
        check("element", [unknown(Type::tuple([STRING, NUMBER])), n("3")], unknown(NUMBER));
        check("element", [dynamic(), n("0")], dynamic());
        // The list's own mark is lost until the list is known, as in the models.
        check("element", [sensitive(unknown(Type::list(STRING))), n("0")], unknown(STRING));
        check_error("element", [tuple([]), n("0")], "cannot use element function with an empty list");
        check_error(
            "element",
            [list_of(STRING, []), n("0")],
            "cannot use element function with an empty list",
        );
        check_error("element", [set([s("a")]), n("0")], "cannot read elements from set of string");
        check_error("element", [unknown(STRING), n("0")], "cannot read elements from string");
        check_error(
            "element",
            [abc(), n("0.5")],
            "invalid index: value must be a whole number, between -9223372036854775808 and 9223372036854775807",
        );
        check_error("element", [abc(), untyped_null()], "index: argument must not be null");
    }

    #[test]
    fn lookup() {
        let numbers = || map([("a", n("1"))]);
        check("lookup", [numbers(), s("a")], n("1"));
        check("lookup", [numbers(), s("b"), s("2")], n("2"));
        check("lookup", [numbers(), s("b"), untyped_null()], null(NUMBER));
        check("lookup", [object([("a", n("1"))]), s("b"), s("x")], s("x"));
        check("lookup", [object([("a", n("1"))]), s("b"), untyped_null()], untyped_null());
        check("lookup", [object([("a", sensitive(n("1"))), ("b", n("2"))]), s("b")], n("2"));
        check("lookup", [object([("a", sensitive(n("1"))), ("b", n("2"))]), s("a")], sensitive(n("1")));
        check("lookup", [numbers(), sensitive(s("a"))], sensitive(n("1")));
        check("lookup", [sensitive(numbers()), s("b"), n("2")], sensitive(n("2")));
        check("lookup", [numbers(), s("b"), sensitive(n("2"))], sensitive(n("2")));
        check("lookup", [map([("a", unknown(NUMBER)), ("b", n("1"))]), s("b")], n("1"));
        check("lookup", [map([("a", number_between(1, None))]), s("a")], number_between(1, None));
        check("lookup", [sensitive(unknown(Type::map(STRING))), s("a")], sensitive(unknown(STRING)));
        check("lookup", [numbers(), sensitive(unknown(STRING))], sensitive(unknown(NUMBER)));
        check("lookup", [object([("a", n("1"))]), sensitive(some(STRING)), n("1")], sensitive(dynamic()));
        check("lookup", [numbers(), s("b"), dynamic()], unknown(NUMBER));
        check("lookup", [object([("a", n("1"))]), s("b"), dynamic()], dynamic());
        check("lookup", [dynamic(), s("a"), n("1")], dynamic());
        check_error(
            "lookup",
            [object([("a", n("1"))]), s("b")],
            "inputMap: the given object has no attribute \"b\"",
        );
        check_error("lookup", [numbers(), s("b")], "lookup failed to find key \"b\"");
        check_error("lookup", [numbers(), sensitive(s("b"))], "lookup failed to find key (sensitive value)");
        check_error(
            "lookup",
            [unknown(Type::map(NUMBER)), s("b"), tuple([])],
            "default: the default value must have the same type as the map elements",
        );
        check_error("lookup", [tuple([]), s("b")], "inputMap: lookup() requires a map as the first argument");
        check_error(
            "lookup",
            [numbers(), s("b"), n("1"), n("2")],
            "lookup() takes two or three arguments, got 4",
        );
        check_error("lookup", [numbers(), untyped_null()], "key: argument must not be null");
    }

    #[test]
    fn slice() {
        let abc = || tuple([s("a"), s("b"), s("c")]);
        check("slice", [abc(), n("1"), n("3")], tuple([s("b"), s("c")]));
        check("slice", [abc(), n("0"), n("0")], tuple([]));
        check("slice", [list([s("a"), s("b")]), n("2"), n("2")], list_of(STRING, []));
        check("slice", [tuple([sensitive(n("1")), n("2")]), n("0"), n("1")], tuple([sensitive(n("1"))]));
        check("slice", [sensitive(abc()), n("0"), n("1")], sensitive(tuple([s("a")])));
        check("slice", [abc(), n("0"), sensitive(n("1"))], sensitive(tuple([s("a")])));
        check("slice", [tuple([unknown(STRING), s("b")]), n("1"), n("2")], tuple([s("b")]));
        check("slice", [list([s("a")]), n("0"), unknown(NUMBER)], some(Type::list(STRING)));
        check("slice", [abc(), n("0"), sensitive(some(NUMBER))], sensitive(dynamic()));
        check("slice", [long(Type::list(STRING), 1, Some(4)), n("0"), n("1")], some(Type::list(STRING)));
        check("slice", [dynamic(), n("0"), n("1")], dynamic());
        let list = unknown(Type::list(STRING));
        let (start, end) = ("start_index: start index", "end_index: end index");
        let long = "must not be greater than the length of the list";
        check_error("slice", [list, n("2"), n("1")], &format!("{start} must not be greater than end index"));
        check_error("slice", [abc(), n("-1"), n("1")], &format!("{start} must not be less than zero"));
        check_error("slice", [abc(), n("0"), n("-1")], &format!("{end} must not be less than zero"));
        check_error("slice", [abc(), n("4"), n("4")], &format!("{start} {long}"));
        check_error("slice", [abc(), unknown(NUMBER), n("4")], &format!("{end} {long}"));
        check_error(
            "slice",
            [abc(), n("0.5"), n("1")],
            "start_index: invalid start index: value must be a whole number, between -9223372036854775808 and \
             9223372036854775807",
        );
        check_error("slice", [s("abc"), n("0"), n("1")], "list: must be a list or tuple value");
        check_error(
            "slice",
            [set([s("a")]), n("0"), n("1")],
            "list: cannot slice a set, because its elements do not have indices; explicitly convert to a list \
             if the ordering of the result is not important",
        );
        check_error("slice", [abc(), untyped_null(), n("1")], "start_index: argument must not be null");
    }
}
