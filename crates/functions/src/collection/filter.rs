//! Lists with fewer, flatter or sorted elements: `compact`, `distinct`, `flatten`, `matchkeys`, `sort`.

use value::{Marks, Refinement, Type, Value, convert};

use super::seen::Seen;
use super::{element_of, first_type, items, limited};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const COMPACT: Function = Function {
    name: "compact",
    params: &[Param::new("list", ParamType::ListOfString)],
    variadic: None,
    returns: Returns::Fixed(ParamType::ListOfString),
    refine: Refine::NotNull,
    doc: "Leaves nulls and empty strings out of a list of strings.",
    examples: &[Example {
        call: "compact([\"a\", \"\", null, \"b\"])",
        result: "tolist([\n  \"a\",\n  \"b\",\n])",
    }],
    body: Body::Plain(|args| {
        let full = |item: &&Value| item.as_str().is_some_and(|text| !text.is_empty());
        Ok(Value::list(Type::String, items(&args[0]).iter().filter(full).cloned().collect()))
    }),
};

pub(crate) const DISTINCT: Function = Function {
    name: "distinct",
    params: &[Param::new("list", ParamType::ListOfAny)],
    variadic: None,
    returns: Returns::From(first_type),
    refine: Refine::NotNull,
    doc: "Leaves out every element of a list that equals an earlier one.",
    examples: &[Example {
        call: "distinct([\"a\", \"b\", \"a\"])",
        result: "tolist([\n  \"a\",\n  \"b\",\n])",
    }],
    body: Body::Plain(|args| {
        let mut seen = Seen::default();
        let kept = items(&args[0]).iter().filter(|item| seen.insert(item)).cloned().collect();
        Ok(Value::list(element_of(&args[0].ty()), kept))
    }),
};

pub(crate) const FLATTEN: Function = Function {
    name: "flatten",
    params: &[Param::new("list", ParamType::Any).partial().marked()],
    variadic: None,
    // The elements of an unknown list may be lists themselves.
    returns: Returns::From(|_| Ok(Type::Dynamic)),
    refine: Refine::NotNull,
    doc: "Replaces every element that is a list, set or tuple by its own elements, at every depth.",
    examples: &[Example {
        call: "flatten([[\"a\", []], [[\"b\"]], \"c\"])",
        result: "[\n  \"a\",\n  \"b\",\n  \"c\",\n]",
    }],
    body: Body::Plain(flatten),
};

fn flatten(args: &[Value]) -> Result<Value, FunctionError> {
    let Some(outer) = args[0].as_items() else {
        return Err(FunctionError::new("can only flatten lists, sets and tuples"));
    };
    let mut marks: Marks = args[0].marks().clone();
    let mut known = has_known_length(&args[0]);
    let mut flat = Vec::new();
    // The lists that are open, innermost last; no recursion, so depth costs no stack.
    let mut open = vec![outer.iter()];
    while let Some(items) = open.last_mut() {
        let Some(item) = items.next() else {
            open.pop();
            continue;
        };
        if item.is_null() {
            flat.push(item.clone());
        } else if let Some(inner) = item.as_items() {
            marks = marks.union(item.marks());
            known &= has_known_length(item);
            open.push(inner.iter());
        } else if matches!(item.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_)) {
            marks = marks.union(item.marks());
            known = false;
        } else {
            // A marked value of unknown type stays an element, as in the models.
            known &= item.is_known() || item.is_marked() || item.ty() != Type::Dynamic;
            flat.push(item.clone());
        }
        limited(flat.len())?;
    }
    Ok(if known { Value::tuple(flat) } else { Value::dynamic() }.with_marks(&marks))
}

/// Unknown elements of a set may turn out equal, so their number is not known.
fn has_known_length(value: &Value) -> bool {
    value.length().is_some_and(|length| length.is_known())
}

pub(crate) const MATCHKEYS: Function = Function {
    name: "matchkeys",
    params: &[
        Param::new("values", ParamType::ListOfAny).partial(),
        Param::new("keys", ParamType::ListOfAny).partial(),
        Param::new("searchset", ParamType::ListOfAny).partial(),
    ],
    variadic: None,
    returns: Returns::From(|args| key_type(args).map(|_| args[0].ty())),
    refine: Refine::NotNull,
    doc: "Gives those elements of one list whose counterparts in a second list of the same length occur in a \
          third.",
    examples: &[Example {
        call: "matchkeys([\"i-1\", \"i-2\"], [\"east\", \"west\"], [\"west\"])",
        result: "tolist([\n  \"i-2\",\n])",
    }],
    body: Body::Plain(matchkeys),
};

fn key_type(args: &[Value]) -> Result<Type, FunctionError> {
    convert::unify_unsafe(&[args[1].ty(), args[2].ty()])
        .ok_or_else(|| FunctionError::new("keys and searchset must be of the same type"))
}

fn matchkeys(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = key_type(args)?;
    let values = items(&args[0]);
    let result = |kept| Ok(Value::list(element_of(&args[0].ty()), kept));
    if values.len() != items(&args[1]).len() {
        return Err(FunctionError::new("length of keys and values should be equal"));
    }
    let as_keys = |index: usize| {
        convert::convert(&args[index], &ty).map_err(|error| FunctionError::argument(index, error.message))
    };
    let (keys, searched) = (as_keys(1)?, as_keys(2)?);
    if items(&searched).is_empty() {
        return result(Vec::new());
    }
    if !args[0].is_wholly_known() || !keys.is_wholly_known() {
        return Ok(Value::unknown(args[0].ty()));
    }
    let searched = items(&searched);
    // Whatever stands behind the first unknown in the searched list is never looked at: a key not
    // found before it empties the whole result, as in the models.
    let sure = searched.iter().position(|item| !item.is_wholly_known()).unwrap_or(searched.len());
    let seen = Seen::of(&searched[..sure]);
    let mut kept = Vec::new();
    for (key, value) in items(&keys).iter().zip(values) {
        if seen.contains(key) {
            kept.push(value.clone());
            continue;
        }
        for item in &searched[sure..] {
            match key.equals(item).as_bool() {
                Some(true) => {
                    kept.push(value.clone());
                    break;
                }
                Some(false) => {}
                None => return result(Vec::new()),
            }
        }
    }
    result(kept)
}

pub(crate) const SORT: Function = Function {
    name: "sort",
    params: &[Param::new("list", ParamType::ListOfString).unknown()],
    variadic: None,
    returns: Returns::Fixed(ParamType::ListOfString),
    refine: Refine::NotNull,
    doc: "Sorts a list of strings by their characters' code points.",
    examples: &[Example {
        call: "sort([\"b\", \"B\", \"a\"])",
        result: "tolist([\n  \"B\",\n  \"a\",\n  \"b\",\n])",
    }],
    body: Body::Plain(sort),
};

fn sort(args: &[Value]) -> Result<Value, FunctionError> {
    let list = &args[0];
    if !list.is_wholly_known() {
        // The order is open, but the length is not.
        let (min, max) = match list.as_items() {
            Some(items) => (items.len() as u64, Some(items.len() as u64)),
            None => list.refinement().map_or((0, None), |known| (known.min_length, known.max_length)),
        };
        return Ok(Value::unknown(list.ty()).refine(Refinement::with_length(min, max)));
    }
    let mut sorted = items(list).to_vec();
    if let Some(at) = sorted.iter().position(Value::is_null) {
        let message = format!("given list element {at} is null; a null string cannot be sorted");
        return Err(FunctionError::new(message));
    }
    sorted.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    Ok(Value::list(Type::String, sorted))
}

#[cfg(test)]
mod tests {
    use value::{Type, Value};

    use crate::testing::*;

    #[test]
    fn compact() {
        let strings = || Type::list(STRING);
        check("compact", [tuple([s("a"), s(""), untyped_null(), n("1")])], list([s("a"), s("1")]));
        check("compact", [tuple([s("")])], list_of(STRING, []));
        check("compact", [set([s("b"), s("a")])], list([s("a"), s("b")]));
        check("compact", [tuple([sensitive(s("a")), s("")])], sensitive(list([s("a")])));
        check("compact", [tuple([unknown(STRING), s("")])], some(strings()));
        check("compact", [unknown(strings())], some(strings()));
        check("compact", [sensitive(long(strings(), 2, Some(3)))], sensitive(some(strings())));
        check("compact", [dynamic()], some(strings()));
        check_error("compact", [s("a")], "list: list of string required");
        check_error("compact", [untyped_null()], "list: argument must not be null");
    }

    #[test]
    fn distinct() {
        check("distinct", [tuple([n("2"), n("1"), n("2.0")])], list([n("2"), n("1")]));
        check("distinct", [tuple([untyped_null(), untyped_null(), n("1")])], list([null(NUMBER), n("1")]));
        check("distinct", [tuple([tuple([n("1")]), tuple([n("1")])])], list([tuple([n("1")])]));
        check("distinct", [tuple([])], list_of(ANY, []));
        check("distinct", [tuple([sensitive(n("1"))])], sensitive(list([n("1")])));
        check("distinct", [tuple([unknown(STRING), n("1")])], some(Type::list(STRING)));
        check("distinct", [unknown(Type::list(NUMBER))], some(Type::list(NUMBER)));
        check("distinct", [long(Type::list(NUMBER), 1, Some(2))], some(Type::list(NUMBER)));
        check("distinct", [dynamic()], some(Type::list(ANY)));
        check("distinct", [tuple([n("1"), s("1"), b(true)])], list([s("1"), s("true")]));
        check_error("distinct", [s("a")], "list: list of any single type required");
        check_error(
            "distinct",
            [tuple([n("1"), b(true)])],
            "list: all list elements must have the same type",
        );
        check_error("distinct", [untyped_null()], "list: argument must not be null");
    }

    #[test]
    fn flatten() {
        let name = "flatten";
        check(name, [tuple([n("1"), tuple([n("2"), list([n("3")])])])], tuple([n("1"), n("2"), n("3")]));
        check(
            name,
            [tuple([untyped_null(), null(Type::list(ANY))])],
            tuple([untyped_null(), null(Type::list(ANY))]),
        );
        check(name, [tuple([object([("a", tuple([]))])])], tuple([object([("a", tuple([]))])]));
        check(name, [set([tuple([n("1")]), tuple([n("2")])])], tuple([n("1"), n("2")]));
        check(name, [list_of(STRING, [])], tuple([]));
        check(name, [tuple([sensitive(n("1")), tuple([n("2")])])], tuple([sensitive(n("1")), n("2")]));
        check(name, [tuple([sensitive(tuple([n("1")])), n("2")])], sensitive(tuple([n("1"), n("2")])));
        check(name, [sensitive(tuple([]))], sensitive(tuple([])));
        check(name, [tuple([unknown(STRING), tuple([n("1")])])], tuple([unknown(STRING), n("1")]));
        check(name, [tuple([some(STRING)])], tuple([some(STRING)]));
        check(name, [tuple([unknown(Type::list(STRING)), n("1")])], dynamic());
        check(name, [tuple([sensitive(unknown(Type::list(STRING)))])], sensitive(dynamic()));
        check(name, [tuple([set([s("a"), unknown(STRING)])])], dynamic());
        check(name, [tuple([set([unknown(STRING)])])], tuple([unknown(STRING)]));
        check(name, [tuple([dynamic(), n("1")])], dynamic());
        check(name, [tuple([sensitive(dynamic()), n("1")])], tuple([sensitive(dynamic()), n("1")]));
        check(name, [long(Type::list(STRING), 1, Some(2))], dynamic());
        check(name, [sensitive(unknown(Type::list(STRING)))], dynamic());
        check(name, [dynamic()], dynamic());
        check_error(name, [s("a")], "can only flatten lists, sets and tuples");
        check_error(name, [object([])], "can only flatten lists, sets and tuples");
        check_error(name, [untyped_null()], "list: argument must not be null");
    }

    #[test]
    fn flatten_is_limited() {
        let ten = |item: Value| Value::tuple(vec![item; 10]);
        let mut nested = n("1");
        for _ in 0..9 {
            nested = ten(nested);
        }
        check_error(
            "flatten",
            [nested],
            "the result would have 10000001 values; at most 10000000 are supported",
        );
    }

    #[test]
    fn matchkeys() {
        let name = "matchkeys";
        let strings = || Type::list(STRING);
        let ab = || tuple([s("a"), s("b")]);
        check(name, [ab(), tuple([s("x"), s("y")]), tuple([s("y")])], list([s("b")]));
        check(name, [ab(), tuple([n("1"), n("2")]), tuple([s("2"), s("1")])], list([s("a"), s("b")]));
        check(name, [ab(), tuple([s("x"), s("y")]), tuple([])], list_of(STRING, []));
        check(name, [tuple([s("a")]), tuple([untyped_null()]), tuple([untyped_null()])], list([s("a")]));
        check(
            name,
            [tuple([sensitive(s("a"))]), tuple([s("x")]), tuple([s("x")])],
            sensitive(list([s("a")])),
        );
        check(name, [unknown(strings()), tuple([s("x")]), tuple([s("x")])], some(strings()));
        check(name, [tuple([s("a")]), tuple([unknown(STRING)]), tuple([s("x")])], some(strings()));
        check(name, [tuple([unknown(STRING)]), tuple([s("x")]), tuple([s("y")])], some(strings()));
        check(name, [tuple([unknown(STRING)]), tuple([s("x")]), tuple([])], list_of(STRING, []));
        check(name, [tuple([s("a")]), tuple([s("x")]), tuple([s("x"), unknown(STRING)])], list([s("a")]));
        check(
            name,
            [tuple([s("a")]), tuple([s("x")]), tuple([unknown(STRING), s("x")])],
            list_of(STRING, []),
        );
        check(name, [tuple([s("a")]), sensitive(long(strings(), 1, None)), ab()], sensitive(some(strings())));
        check(name, [dynamic(), ab(), ab()], some(Type::list(ANY)));
        check_error(name, [ab(), tuple([s("x")]), ab()], "length of keys and values should be equal");
        check_error(
            name,
            [unknown(strings()), ab(), tuple([object([])])],
            "keys and searchset must be of the same type",
        );
        check_error(name, [s("a"), ab(), ab()], "values: list of any single type required");
        check_error(name, [ab(), ab(), untyped_null()], "searchset: argument must not be null");
    }

    #[test]
    fn sort() {
        let strings = || Type::list(STRING);
        check("sort", [tuple([s("b"), s("B"), s("a"), n("1")])], list([s("1"), s("B"), s("a"), s("b")]));
        check("sort", [set([s("b"), s("a")])], list([s("a"), s("b")]));
        check("sort", [tuple([])], list_of(STRING, []));
        check("sort", [tuple([sensitive(s("b")), s("a")])], sensitive(list([s("a"), s("b")])));
        check("sort", [tuple([unknown(STRING), s("a")])], list([unknown(STRING), unknown(STRING)]));
        check("sort", [unknown(strings())], some(strings()));
        check("sort", [long(strings(), 1, Some(3))], long(strings(), 1, Some(3)));
        check("sort", [sensitive(some(strings()))], sensitive(some(strings())));
        check("sort", [dynamic()], some(strings()));
        check_error(
            "sort",
            [tuple([s("b"), untyped_null()])],
            "given list element 1 is null; a null string cannot be sorted",
        );
        check_error("sort", [s("a")], "list: list of string required");
        check_error("sort", [untyped_null()], "list: argument must not be null");
    }
}
