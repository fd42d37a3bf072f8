//! The first usable of several values: `coalesce`, `coalescelist`, and `one` of at most one.

use value::{Type, Value, convert};

use super::element_of;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const VALS: Param = Param::new("vals", ParamType::Any).nullable().unknown().dynamic();

pub(crate) const COALESCE: Function = Function {
    name: "coalesce",
    params: &[],
    variadic: Some(VALS),
    returns: Returns::From(coalesce_type),
    refine: Refine::NotNull,
    doc: "Gives the first argument that is neither null nor an empty string. All arguments are converted to \
          one type.",
    examples: &[
        Example { call: "coalesce(null, \"\", \"a\")", result: "\"a\"" },
        Example { call: "coalesce(1, \"a\")", result: "\"1\"" },
    ],
    body: Body::Plain(coalesce),
};

fn coalesce_type(args: &[Value]) -> Result<Type, FunctionError> {
    let types: Vec<Type> = args.iter().map(Value::ty).collect();
    convert::unify_unsafe(&types).ok_or_else(|| FunctionError::new("all arguments must have the same type"))
}

fn coalesce(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = coalesce_type(args)?;
    for (index, arg) in args.iter().enumerate() {
        let value =
            convert::convert(arg, &ty).map_err(|error| FunctionError::argument(index, error.message))?;
        if !value.is_known() {
            return Ok(Value::unknown(ty));
        }
        let empty = ty == Type::String && value.as_str() == Some("");
        if !value.is_null() && !empty {
            return Ok(value);
        }
    }
    Err(FunctionError::new("no non-null, non-empty-string arguments"))
}

pub(crate) const COALESCELIST: Function = Function {
    name: "coalescelist",
    params: &[],
    variadic: Some(VALS),
    returns: Returns::From(coalescelist_type),
    refine: Refine::NotNull,
    doc: "Gives the first list that is not empty.",
    examples: &[Example { call: "coalescelist([], [\"a\"])", result: "[\n  \"a\",\n]" }],
    body: Body::Plain(coalescelist),
};

fn coalescelist_type(args: &[Value]) -> Result<Type, FunctionError> {
    let Some(first) = args.first() else {
        return Err(FunctionError::new("at least one argument is required"));
    };
    for arg in args {
        if !arg.is_known() {
            return Ok(Type::Dynamic);
        }
        if !matches!(arg.ty(), Type::List(_) | Type::Tuple(_)) {
            return Err(FunctionError::new("coalescelist arguments must be lists or tuples"));
        }
    }
    let ty = first.ty();
    Ok(if args.iter().all(|arg| arg.ty() == ty) { ty } else { Type::Dynamic })
}

fn coalescelist(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = coalescelist_type(args)?;
    for arg in args {
        if !arg.is_known() {
            return Ok(Value::unknown(ty));
        }
        if arg.as_items().is_some_and(|items| !items.is_empty()) {
            return Ok(arg.clone());
        }
    }
    Err(FunctionError::new("no non-null arguments"))
}

pub(crate) const ONE: Function = Function {
    name: "one",
    params: &[Param::new("list", ParamType::Any).partial()],
    variadic: None,
    returns: Returns::From(one_type),
    refine: Refine::Nothing,
    doc: "Gives the only element of a list, set or tuple, or null if it is empty. More elements are an error.",
    examples: &[
        Example { call: "one([\"a\"])", result: "\"a\"" },
        Example { call: "one([])", result: "null" },
    ],
    body: Body::Plain(one),
};

fn not_one() -> FunctionError {
    FunctionError::argument(0, "must be a list, set, or tuple value with either zero or one elements")
}

fn one_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        ty @ (Type::List(_) | Type::Set(_)) => Ok(element_of(&ty)),
        Type::Tuple(elements) => match elements.as_slice() {
            [] => Ok(Type::Dynamic),
            [element] => Ok(element.clone()),
            _ => Err(not_one()),
        },
        _ => Err(not_one()),
    }
}

fn one(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = one_type(args)?;
    match args[0].as_items() {
        Some([]) => Ok(Value::null(ty)),
        Some([item]) => Ok(item.clone()),
        // Unknown elements of a set may turn out to be one.
        _ if args[0].length().is_some_and(|length| !length.is_known()) => Ok(Value::unknown(ty)),
        _ => Err(not_one()),
    }
}

#[cfg(test)]
mod tests {
    use value::Type;

    use crate::testing::*;

    #[test]
    fn coalesce() {
        check("coalesce", [untyped_null(), s(""), s("a")], s("a"));
        check("coalesce", [n("1"), s("a")], s("1"));
        check("coalesce", [untyped_null(), n("1")], n("1"));
        check("coalesce", [list_of(STRING, []), list([s("a")])], list_of(STRING, []));
        check("coalesce", [tuple([s("a")]), set([s("b")])], set([s("a")]));
        check("coalesce", [s("a"), sensitive(s("b"))], sensitive(s("a")));
        check("coalesce", [tuple([sensitive(n("1"))])], sensitive(tuple([n("1")])));
        check("coalesce", [s("a"), unknown(STRING)], s("a"));
        check("coalesce", [s(""), unknown(STRING)], some(STRING));
        check("coalesce", [some(NUMBER), s("a")], some(STRING));
        check("coalesce", [sensitive(unknown(STRING)), n("1")], sensitive(some(STRING)));
        check("coalesce", [dynamic(), n("1")], some(NUMBER));
        check("coalesce", [n("1"), dynamic()], n("1"));
        check("coalesce", [unknown(Type::list(STRING)), set([s("a")])], some(Type::list(STRING)));
        check("coalesce", [long(Type::list(STRING), 1, None), tuple([s("a")])], some(Type::list(STRING)));
        check_error("coalesce", [], "all arguments must have the same type");
        check_error("coalesce", [n("1"), b(true)], "all arguments must have the same type");
        check_error(
            "coalesce",
            [tuple([n("1")]), object([("a", n("1"))])],
            "all arguments must have the same type",
        );
        check_error("coalesce", [s(""), untyped_null()], "no non-null, non-empty-string arguments");
        check_error("coalesce", [untyped_null()], "no non-null, non-empty-string arguments");
    }

    #[test]
    fn coalescelist() {
        let name = "coalescelist";
        let not_lists = "coalescelist arguments must be lists or tuples";
        check(name, [tuple([]), tuple([n("1")])], tuple([n("1")]));
        check(name, [list_of(STRING, []), tuple([s("a")])], tuple([s("a")]));
        check(name, [null(Type::list(STRING)), tuple([s("a")])], tuple([s("a")]));
        check(name, [tuple([n("1")]), tuple([sensitive(n("2"))])], sensitive(tuple([n("1")])));
        check(name, [tuple([unknown(STRING)])], tuple([unknown(STRING)]));
        check(name, [tuple([s("a")]), unknown(Type::list(STRING))], tuple([s("a")]));
        check(name, [tuple([]), unknown(Type::list(STRING))], dynamic());
        check(name, [long(Type::list(STRING), 1, None), tuple([s("a")])], dynamic());
        check(name, [sensitive(dynamic()), s("a")], sensitive(dynamic()));
        check_error(name, [], "at least one argument is required");
        check_error(name, [tuple([]), tuple([])], "no non-null arguments");
        check_error(name, [untyped_null(), tuple([n("1")])], not_lists);
        check_error(name, [set([s("a")])], not_lists);
        check_error(name, [s("a"), unknown(Type::list(STRING))], not_lists);
    }

    #[test]
    fn one() {
        let not_one = "list: must be a list, set, or tuple value with either zero or one elements";
        check("one", [tuple([s("a")])], s("a"));
        check("one", [tuple([])], untyped_null());
        check("one", [list_of(STRING, [])], null(STRING));
        check("one", [set([s("a")])], s("a"));
        check("one", [tuple([untyped_null()])], untyped_null());
        check("one", [tuple([sensitive(n("1"))])], sensitive(n("1")));
        check("one", [sensitive(tuple([]))], sensitive(untyped_null()));
        check("one", [tuple([unknown(STRING)])], unknown(STRING));
        check("one", [set([some(STRING)])], some(STRING));
        check("one", [set([s("a"), unknown(STRING)])], unknown(STRING));
        check("one", [unknown(Type::list(STRING))], unknown(STRING));
        check("one", [sensitive(some(Type::set(STRING)))], sensitive(unknown(STRING)));
        check("one", [unknown(Type::tuple([NUMBER]))], unknown(NUMBER));
        check("one", [dynamic()], dynamic());
        check_error("one", [tuple([s("a"), unknown(STRING)])], not_one);
        check_error("one", [list([s("a"), s("b")])], not_one);
        check_error("one", [unknown(Type::tuple([NUMBER, NUMBER]))], not_one);
        check_error("one", [s("a")], not_one);
        check_error("one", [object([])], not_one);
        check_error("one", [untyped_null()], "list: argument must not be null");
    }
}
