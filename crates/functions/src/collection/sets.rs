//! Set arithmetic: `setintersection`, `setproduct`, `setsubtract`, `setunion`.

use value::{Marks, Refinement, Type, Value, convert};

use super::seen::Seen;
use super::{element_of, items, limited};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const FIRST_SET: Param = Param::new("first_set", ParamType::SetOfAny).dynamic();
const OTHER_SETS: Param = Param::new("other_sets", ParamType::SetOfAny).dynamic();

/// The set type that all the sets convert to.
fn common_type(args: &[Value]) -> Result<Type, FunctionError> {
    let mut elements = Vec::with_capacity(args.len());
    for arg in args {
        let element = element_of(&arg.ty());
        // An empty set of no type yet says nothing.
        if element != Type::Dynamic || !arg.as_items().is_some_and(<[Value]>::is_empty) {
            elements.push(element);
        }
    }
    if elements.is_empty() {
        return Ok(Type::set(Type::Dynamic));
    }
    convert::unify_unsafe(&elements)
        .map(Type::set)
        .ok_or_else(|| FunctionError::new("given sets must all have compatible element types"))
}

fn converted(args: &[Value], ty: &Type) -> Result<Vec<Value>, FunctionError> {
    let one = |(index, arg)| {
        convert::convert(arg, ty).map_err(|error| FunctionError::argument(index, error.message))
    };
    args.iter().enumerate().map(one).collect()
}

/// Keeps those elements of the first set that are, or are not, in each of the others.
fn narrowed(args: &[Value], keep_common: bool) -> Result<Value, FunctionError> {
    let ty = common_type(args)?;
    let sets = converted(args, &ty)?;
    if sets.iter().any(|set| !set.is_wholly_known()) {
        return Ok(Value::unknown(ty));
    }
    let others: Vec<Seen<'_>> = sets[1..].iter().map(|set| Seen::of(items(set))).collect();
    let kept = |item: &&Value| others.iter().all(|other| other.contains(item) == keep_common);
    Ok(Value::set(element_of(&ty), items(&sets[0]).iter().filter(kept).cloned().collect()))
}

pub(crate) const SETINTERSECTION: Function = Function {
    name: "setintersection",
    params: &[FIRST_SET],
    variadic: Some(OTHER_SETS),
    returns: Returns::From(common_type),
    refine: Refine::NotNull,
    doc: "Gives the elements that all the sets have.",
    examples: &[Example {
        call: "setintersection([\"a\", \"b\"], [\"b\", \"c\"])",
        result: "toset([\n  \"b\",\n])",
    }],
    // Elements with unknown parts could still fall together, so nothing is told of them.
    body: Body::Plain(|args| narrowed(args, true)),
};

pub(crate) const SETSUBTRACT: Function = Function {
    name: "setsubtract",
    params: &[Param::new("a", ParamType::SetOfAny).dynamic(), Param::new("b", ParamType::SetOfAny).dynamic()],
    variadic: None,
    returns: Returns::From(common_type),
    refine: Refine::NotNull,
    doc: "Gives the elements of the first set that the second does not have.",
    examples: &[Example { call: "setsubtract([\"a\", \"b\"], [\"b\"])", result: "toset([\n  \"a\",\n])" }],
    body: Body::Plain(|args| narrowed(args, false)),
};

pub(crate) const SETUNION: Function = Function {
    name: "setunion",
    params: &[FIRST_SET.partial()],
    variadic: Some(OTHER_SETS.partial()),
    returns: Returns::From(common_type),
    refine: Refine::NotNull,
    doc: "Gives the elements that any of the sets has.",
    examples: &[Example {
        call: "setunion([\"a\", \"b\"], [\"b\", \"c\"])",
        result: "toset([\n  \"a\",\n  \"b\",\n  \"c\",\n])",
    }],
    body: Body::Plain(|args| {
        let ty = common_type(args)?;
        let sets = converted(args, &ty)?;
        limited(sets.iter().map(|set| items(set).len()).sum())?;
        Ok(Value::set(element_of(&ty), sets.iter().flat_map(|set| items(set).iter().cloned()).collect()))
    }),
};

pub(crate) const SETPRODUCT: Function = Function {
    name: "setproduct",
    params: &[],
    variadic: Some(Param::new("sets", ParamType::Any).unknown().marked()),
    returns: Returns::From(product_type),
    refine: Refine::NotNull,
    doc: "Gives every combination of one element of each set, as tuples. If all arguments are lists, so is the \
          result, and the last element changes fastest; otherwise it is a set.",
    examples: &[Example {
        call: "setproduct([\"a\", \"b\"], [1])",
        result: "tolist([\n  [\n    \"a\",\n    1,\n  ],\n  [\n    \"b\",\n    1,\n  ],\n])",
    }],
    body: Body::Plain(product),
};

fn product_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.len() < 2 {
        return Err(FunctionError::new("at least two arguments are required"));
    }
    let mut elements = Vec::with_capacity(args.len());
    let mut ordered = true;
    for (index, arg) in args.iter().enumerate() {
        elements.push(match arg.ty() {
            Type::Set(element) => {
                ordered = false;
                Type::clone(&element)
            }
            Type::List(element) => Type::clone(&element),
            Type::Tuple(types) if types.is_empty() => Type::Dynamic,
            Type::Tuple(types) => convert::unify_unsafe(&types)
                .ok_or_else(|| FunctionError::argument(index, "all elements must be of the same type"))?,
            _ => return Err(FunctionError::argument(index, "a set or a list is required")),
        });
    }
    let tuple = Type::tuple(elements);
    Ok(if ordered { Type::list(tuple) } else { Type::set(tuple) })
}

/// More elements than this in a set of unknown content and no bounds are told of the product.
const MAX_BOUNDED: u64 = 1024;

/// What is certain of the product's length while a set's is not known.
fn product_bounds(args: &[Value]) -> Refinement {
    let (mut min, mut max) = (1u64, 1u64);
    for arg in args {
        let (least, most) = match (arg.ty(), arg.as_items()) {
            (Type::Tuple(types), _) => (types.len() as u64, types.len() as u64),
            // Unknown elements of a set may fall together, but something is left of them.
            (Type::Set(_), Some(items)) if !arg.is_wholly_known() => (1, items.len() as u64),
            (_, Some(items)) => (items.len() as u64, items.len() as u64),
            (_, None) => match arg.refinement() {
                Some(known) => (known.min_length, known.max_length.unwrap_or(u64::MAX)),
                None => (0, u64::MAX),
            },
        };
        max = max.saturating_mul(most);
        min = min.saturating_mul(least);
        if most > MAX_BOUNDED || max > 2 * MAX_BOUNDED {
            return Refinement::not_null();
        }
    }
    Refinement::with_length(min.min(1), Some(max))
}

fn product(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = product_type(args)?;
    let marks = args.iter().fold(Marks::NONE, |marks, arg| marks.union(arg.marks()));
    let lengths_known = |arg: &Value| arg.is_known() && arg.length().is_some_and(|length| length.is_known());
    if !args.iter().all(lengths_known) {
        return Ok(Value::unknown(ty).refine(product_bounds(args)).with_marks(&marks));
    }
    let total = args.iter().fold(1usize, |total, arg| total.saturating_mul(items(arg).len()));
    limited(total.saturating_mul(args.len()))?;
    let tuple = element_of(&ty);
    let Type::Tuple(elements) = &tuple else { return Ok(Value::unknown(ty)) };
    let mut columns = Vec::with_capacity(args.len());
    for (index, (arg, element)) in args.iter().zip(elements.iter()).enumerate() {
        let convert = |item| convert::convert(item, element);
        let column: Result<Vec<Value>, _> = items(arg).iter().map(convert).collect();
        columns.push(column.map_err(|error| FunctionError::argument(index, error.message))?);
    }
    let mut rows = Vec::with_capacity(total);
    for row in 0..total {
        let mut rest = row;
        let mut cells: Vec<Value> = Vec::with_capacity(columns.len());
        for column in columns.iter().rev() {
            cells.push(column[rest % column.len()].clone());
            rest /= column.len();
        }
        cells.reverse();
        rows.push(Value::tuple(cells));
    }
    let result = match ty {
        Type::List(_) => Value::list(tuple, rows),
        _ => Value::set(tuple, rows),
    };
    Ok(result.with_marks(&marks))
}

#[cfg(test)]
mod tests {
    use value::{Type, Value};

    use crate::testing::*;

    fn ab() -> Value {
        tuple([s("a"), s("b")])
    }

    fn strings() -> Type {
        Type::set(STRING)
    }

    const MIXED: &str = "given sets must all have compatible element types";

    #[test]
    fn setintersection() {
        let name = "setintersection";
        check(name, [ab(), tuple([s("b"), s("c")])], set([s("b")]));
        check(name, [tuple([n("1"), n("2")]), tuple([s("1")]), tuple([n("1")])], set([s("1")]));
        check(name, [ab()], set([s("a"), s("b")]));
        check(name, [tuple([]), tuple([])], set_of(ANY, []));
        check(name, [tuple([sensitive(s("a"))]), tuple([s("b")])], sensitive(set_of(STRING, [])));
        check(name, [tuple([s("a"), unknown(STRING)]), tuple([s("b")])], some(strings()));
        check(name, [ab(), sensitive(unknown(strings()))], sensitive(some(strings())));
        check(name, [long(Type::list(STRING), 1, None), tuple([])], some(strings()));
        check(name, [dynamic(), ab()], some(strings()));
        check_error(name, [ab(), tuple([tuple([])])], MIXED);
        check_error(name, [], "no argument for first_set");
        check_error(name, [ab(), untyped_null()], "other_sets: argument must not be null");
    }

    #[test]
    fn setsubtract() {
        let name = "setsubtract";
        check(name, [ab(), tuple([s("b")])], set([s("a")]));
        check(name, [tuple([n("1"), n("2")]), tuple([s("1")])], set([s("2")]));
        check(name, [ab(), tuple([])], set([s("a"), s("b")]));
        check(name, [tuple([untyped_null(), s("a")]), tuple([untyped_null()])], set([s("a")]));
        check(
            name,
            [tuple([tuple([n("1")]), tuple([n("2")])]), tuple([tuple([s("1")])])],
            set([tuple([s("2")])]),
        );
        check(name, [sensitive(ab()), tuple([s("b")])], sensitive(set([s("a")])));
        check(name, [ab(), tuple([unknown(STRING)])], some(strings()));
        check(name, [unknown(strings()), ab()], some(strings()));
        check(name, [ab(), sensitive(long(strings(), 0, Some(2)))], sensitive(some(strings())));
        check(name, [ab(), dynamic()], some(strings()));
        check_error(name, [ab()], "no argument for b");
        check_error(name, [ab(), ab(), ab()], "more than 2 arguments");
        check_error(name, [unknown(strings()), tuple([tuple([])])], MIXED);
        check_error(name, [untyped_null(), ab()], "a: argument must not be null");
    }

    #[test]
    fn setunion() {
        let name = "setunion";
        check(name, [ab(), tuple([s("c"), s("a")])], set([s("a"), s("b"), s("c")]));
        check(name, [tuple([s("a")]), tuple([n("1")])], set([s("1"), s("a")]));
        check(name, [tuple([]), tuple([s("a")])], set([s("a")]));
        check(name, [tuple([]), tuple([])], set_of(ANY, []));
        check(name, [tuple([sensitive(s("a"))]), tuple([s("b")])], sensitive(set([s("a"), s("b")])));
        check(
            name,
            [tuple([s("a"), unknown(STRING)]), tuple([s("b")])],
            set([s("a"), s("b"), unknown(STRING)]),
        );
        check(name, [unknown(strings()), tuple([b(true)])], some(strings()));
        check(
            name,
            [sensitive(unknown(Type::set(ANY))), tuple([n("1")])],
            sensitive(some(Type::set(NUMBER))),
        );
        check(name, [long(strings(), 2, None), ab()], some(strings()));
        check(name, [dynamic(), ab()], some(strings()));
        check_error(name, [ab(), tuple([tuple([n("1")])])], MIXED);
        check_error(name, [s("a")], "first_set: set of any single type required");
        check_error(name, [untyped_null()], "first_set: argument must not be null");
    }

    #[test]
    fn setproduct() {
        let name = "setproduct";
        let pair = |a: Value, b: Value| tuple([a, b]);
        let pairs = |a, b| Type::list(Type::tuple([a, b]));
        check(
            name,
            [ab(), tuple([n("1"), n("2")])],
            list([pair(s("a"), n("1")), pair(s("a"), n("2")), pair(s("b"), n("1")), pair(s("b"), n("2"))]),
        );
        check(
            name,
            [set([s("b"), s("a")]), tuple([n("1")])],
            set([pair(s("a"), n("1")), pair(s("b"), n("1"))]),
        );
        check(
            name,
            [tuple([n("1"), s("a")]), tuple([s("b")])],
            list([pair(s("1"), s("b")), pair(s("a"), s("b"))]),
        );
        check(name, [tuple([]), ab()], list_of(Type::tuple([ANY, STRING]), []));
        check(name, [tuple([untyped_null()]), tuple([s("a")])], list([pair(untyped_null(), s("a"))]));
        check(
            name,
            [tuple([sensitive(s("a")), s("b")]), tuple([s("x")])],
            list([pair(sensitive(s("a")), s("x")), pair(s("b"), s("x"))]),
        );
        check(name, [sensitive(tuple([s("a")])), tuple([s("x")])], sensitive(list([pair(s("a"), s("x"))])));
        check(name, [tuple([unknown(STRING)]), tuple([s("x")])], list([pair(unknown(STRING), s("x"))]));
        check(name, [sensitive(unknown(Type::list(STRING))), ab()], sensitive(some(pairs(STRING, STRING))));
        check(name, [unknown(Type::list(STRING)), tuple([])], some(pairs(STRING, ANY)));
        check(name, [long(Type::list(STRING), 2, Some(3)), ab()], long(pairs(STRING, STRING), 1, Some(6)));
        check(name, [long(Type::list(STRING), 0, Some(3)), ab()], long(pairs(STRING, STRING), 0, Some(6)));
        check(
            name,
            [long(Type::list(STRING), 0, Some(3)), tuple([])],
            list_of(Type::tuple([STRING, ANY]), []),
        );
        check(
            name,
            [set([s("a"), unknown(STRING)]), ab()],
            long(Type::set(Type::tuple([STRING, STRING])), 1, Some(4)),
        );
        check(name, [dynamic(), ab()], dynamic());
        check_error(name, [ab()], "at least two arguments are required");
        check_error(name, [], "at least two arguments are required");
        check_error(name, [ab(), s("a")], "sets: a set or a list is required");
        check_error(name, [tuple([n("1"), tuple([])]), ab()], "sets: all elements must be of the same type");
        check_error(name, [untyped_null(), ab()], "sets: argument must not be null");
    }

    #[test]
    fn setproduct_is_limited() {
        let thousand = Value::tuple(vec![n("1"); 1000]);
        check_error(
            "setproduct",
            [thousand.clone(), thousand.clone(), thousand],
            "the result would have 3000000000 values; at most 10000000 are supported",
        );
    }
}
