//! Lists from lists and numbers: `chunklist`, `concat`, `range`, `reverse`.

use value::num::Num;
use value::{Marks, Type, Value, convert};

use super::{element_of, items, limited};
use crate::message::whole_number_or;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const CHUNKLIST: Function = Function {
    name: "chunklist",
    params: &[
        Param::new("list", ParamType::ListOfAny).partial().marked(),
        Param::new("size", ParamType::Number).marked(),
    ],
    variadic: None,
    returns: Returns::From(|args| Ok(Type::list(args[0].ty()))),
    refine: Refine::NotNull,
    doc: "Cuts a list into lists of a given length; the last may be shorter. A length of zero makes one piece.",
    examples: &[Example {
        call: "chunklist([\"a\", \"b\", \"c\"], 2)",
        result: "tolist([\n  tolist([\n    \"a\",\n    \"b\",\n  ]),\n  tolist([\n    \"c\",\n  ]),\n])",
    }],
    body: Body::Plain(|args| {
        let size = whole_number_or("invalid size", &args[1])?;
        if size < 0 {
            return Err(FunctionError::new("the size argument must be positive"));
        }
        let (ty, list) = (args[0].ty(), items(&args[0]));
        let size = if size == 0 { list.len() } else { usize::try_from(size).unwrap_or(usize::MAX) };
        let chunks = list.chunks(size.max(1)).map(|chunk| Value::list(element_of(&ty), chunk.to_vec()));
        let chunks = chunks.collect();
        Ok(Value::list(ty, chunks).with_marks(args[0].marks()).with_marks(args[1].marks()))
    }),
};

pub(crate) const CONCAT: Function = Function {
    name: "concat",
    params: &[],
    variadic: Some(Param::new("seqs", ParamType::Any).partial().marked()),
    returns: Returns::From(concat_type),
    refine: Refine::NotNull,
    doc: "Joins lists to one. The result is a list only if all arguments are; otherwise it is a tuple.",
    examples: &[Example { call: "concat([\"a\"], [\"b\", 1])", result: "[\n  \"a\",\n  \"b\",\n  1,\n]" }],
    body: Body::Plain(concat),
};

fn concat_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args.is_empty() {
        return Err(FunctionError::new("at least one argument is required"));
    }
    let types: Vec<Type> = args.iter().map(Value::ty).collect();
    if types.iter().all(|ty| matches!(ty, Type::List(_))) {
        // Lists whose elements have nothing in common become a tuple.
        if let Some(ty) = convert::unify_unsafe(&types) {
            return Ok(ty);
        }
    }
    let mut elements = Vec::new();
    for (index, (arg, ty)) in args.iter().zip(&types).enumerate() {
        match ty {
            Type::Tuple(more) => elements.extend(more.iter().cloned()),
            Type::List(_) if !arg.is_known() => return Ok(Type::Dynamic),
            Type::List(element) => {
                elements.extend(std::iter::repeat_n(Type::clone(element), items(arg).len()));
            }
            other => {
                let got = other.friendly_name();
                let message = format!("all arguments must be lists or tuples; got {got}");
                return Err(FunctionError::argument(index, message));
            }
        }
        limited(elements.len())?;
    }
    Ok(Type::tuple(elements))
}

fn concat(args: &[Value]) -> Result<Value, FunctionError> {
    limited(args.iter().map(|arg| items(arg).len()).sum())?;
    let ty = concat_type(args)?;
    let mut all = Vec::new();
    let mut marks = Marks::NONE;
    for (index, arg) in args.iter().enumerate() {
        marks = marks.union(arg.marks());
        if let Type::List(_) = ty {
            let list =
                convert::convert(arg, &ty).map_err(|error| FunctionError::argument(index, error.message))?;
            all.extend_from_slice(items(&list));
        } else {
            all.extend_from_slice(items(arg));
        }
    }
    let result = match ty {
        Type::List(element) => Value::list(Type::clone(&element), all),
        _ => Value::tuple(all),
    };
    Ok(result.with_marks(&marks))
}

pub(crate) const RANGE: Function = Function {
    name: "range",
    params: &[],
    variadic: Some(Param::new("params", ParamType::Number)),
    returns: Returns::Fixed(ParamType::ListOfNumber),
    refine: Refine::NotNull,
    doc: "Gives the numbers from a start, zero unless told, up to but without a limit, in steps of one unless \
          told: `range(limit)`, `range(start, limit)` or `range(start, limit, step)`. There may be at most \
          1024 of them.",
    examples: &[
        Example { call: "range(3)", result: "tolist([\n  0,\n  1,\n  2,\n])" },
        Example { call: "range(4, 1, -2)", result: "tolist([\n  4,\n  2,\n])" },
    ],
    body: Body::Plain(range),
};

const MAX_RANGE: usize = 1024;

fn range(args: &[Value]) -> Result<Value, FunctionError> {
    let numbers: Option<Vec<Num>> = args.iter().map(|arg| arg.as_num().cloned()).collect();
    let step_towards = |start: &Num, end: &Num| Num::from_i64(if end < start { -1 } else { 1 });
    let (start, end, step) = match numbers.as_deref() {
        Some([end]) => (Num::from_i64(0), end.clone(), step_towards(&Num::from_i64(0), end)),
        Some([start, end]) => (start.clone(), end.clone(), step_towards(start, end)),
        Some([start, end, step]) => (start.clone(), end.clone(), step.clone()),
        _ => return Err(FunctionError::new("must have one, two, or three arguments")),
    };
    let down = step < Num::from_i64(0);
    if down && end > start {
        return Err(FunctionError::argument(1, "end must be less than start when step is negative"));
    }
    if !down && end < start {
        return Err(FunctionError::argument(1, "end must be greater than start when step is positive"));
    }
    let mut values = Vec::new();
    let mut number = start;
    while if down { number > end } else { number < end } {
        if values.len() >= MAX_RANGE {
            return Err(FunctionError::new(format!(
                "more than {MAX_RANGE} values were generated; either decrease the difference between start \
                 and end or use a smaller step"
            )));
        }
        let next = number.add(&step).map_err(|error| FunctionError::new(error.to_string()))?;
        values.push(Value::number(std::mem::replace(&mut number, next)));
    }
    Ok(Value::list(Type::Number, values))
}

pub(crate) const REVERSE: Function = Function {
    name: "reverse",
    params: &[Param::new("list", ParamType::Any).partial().marked()],
    variadic: None,
    returns: Returns::From(reverse_type),
    refine: Refine::NotNull,
    doc: "Gives the elements of a list in reverse order.",
    examples: &[Example { call: "reverse([1, 2, 3])", result: "[\n  3,\n  2,\n  1,\n]" }],
    body: Body::Plain(|args| {
        let ty = reverse_type(args)?;
        let turned: Vec<Value> = items(&args[0]).iter().rev().cloned().collect();
        let result = match ty {
            Type::Tuple(_) => Value::tuple(turned),
            _ => Value::list(element_of(&ty), turned),
        };
        Ok(result.with_marks(args[0].marks()))
    }),
};

fn reverse_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::Tuple(elements) => Ok(Type::tuple(elements.iter().rev().cloned())),
        ty @ (Type::List(_) | Type::Set(_)) => Ok(Type::list(element_of(&ty))),
        other => {
            let message = format!("can only reverse list or tuple values, not {}", other.friendly_name());
            Err(FunctionError::argument(0, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use value::Type;

    use crate::testing::*;

    #[test]
    fn chunklist() {
        let lists = |element| Type::list(Type::list(element));
        let three = || list([n("1"), n("2"), n("3")]);
        check("chunklist", [three(), n("2")], list([list([n("1"), n("2")]), list([n("3")])]));
        check("chunklist", [three(), n("0")], list([three()]));
        check("chunklist", [three(), n("9223372036854775807")], list([three()]));
        check("chunklist", [tuple([]), n("1")], list_of(Type::list(ANY), []));
        check("chunklist", [set([s("a")]), n("1")], list([list([s("a")])]));
        check(
            "chunklist",
            [tuple([sensitive(s("a")), s("b")]), n("1")],
            list([list([sensitive(s("a"))]), list([s("b")])]),
        );
        check(
            "chunklist",
            [sensitive(list_of(STRING, [])), n("1")],
            sensitive(list_of(Type::list(STRING), [])),
        );
        check("chunklist", [list([s("a")]), sensitive(n("1"))], sensitive(list([list([s("a")])])));
        check(
            "chunklist",
            [tuple([unknown(STRING), s("b")]), n("1")],
            list([list([unknown(STRING)]), list([s("b")])]),
        );
        check("chunklist", [unknown(Type::list(STRING)), n("2")], some(lists(STRING)));
        check("chunklist", [long(Type::list(STRING), 4, Some(4)), n("2")], {
            let two = || list([unknown(STRING), unknown(STRING)]);
            list([two(), two()])
        });
        check("chunklist", [list([s("a")]), some(NUMBER)], some(lists(STRING)));
        check("chunklist", [dynamic(), n("2")], some(lists(ANY)));
        check_error("chunklist", [three(), n("-1")], "the size argument must be positive");
        check_error(
            "chunklist",
            [three(), n("1.5")],
            "invalid size: value must be a whole number, between -9223372036854775808 and 9223372036854775807",
        );
        check_error("chunklist", [s("a"), n("1")], "list: list of any single type required");
        check_error("chunklist", [three(), untyped_null()], "size: argument must not be null");
    }

    #[test]
    fn concat() {
        check("concat", [tuple([s("a")]), tuple([n("1")])], tuple([s("a"), n("1")]));
        check("concat", [list([s("a")]), list([n("1")])], list([s("a"), s("1")]));
        check("concat", [list([b(true)]), list([n("1")])], tuple([b(true), n("1")]));
        check("concat", [list([s("a")]), tuple([n("1")])], tuple([s("a"), n("1")]));
        check("concat", [list_of(ANY, []), list([s("a")])], list([s("a")]));
        check("concat", [tuple([sensitive(n("1"))]), tuple([n("2")])], tuple([sensitive(n("1")), n("2")]));
        check("concat", [list([sensitive(n("1"))]), list([s("2")])], list([sensitive(s("1")), s("2")]));
        check("concat", [sensitive(tuple([n("1")])), tuple([n("2")])], sensitive(tuple([n("1"), n("2")])));
        check("concat", [tuple([unknown(STRING)]), tuple([n("2")])], tuple([unknown(STRING), n("2")]));
        check("concat", [unknown(Type::list(STRING)), tuple([n("2")])], dynamic());
        check("concat", [unknown(Type::list(STRING)), list([b(true)])], some(Type::list(STRING)));
        check(
            "concat",
            [unknown(Type::tuple([STRING])), tuple([n("2")])],
            some(Type::tuple([STRING, NUMBER])),
        );
        check(
            "concat",
            [sensitive(long(Type::list(STRING), 1, None)), list([s("a")])],
            some(Type::list(STRING)),
        );
        check("concat", [dynamic(), list([s("a")])], dynamic());
        check_error("concat", [], "at least one argument is required");
        check_error("concat", [tuple([]), s("a")], "seqs: all arguments must be lists or tuples; got string");
        check_error(
            "concat",
            [tuple([]), set([n("1")])],
            "seqs: all arguments must be lists or tuples; got set of number",
        );
        check_error("concat", [tuple([]), untyped_null()], "seqs: argument must not be null");
    }

    #[test]
    fn concat_is_limited() {
        let many = value::Value::tuple(vec![n("1"); 6_000_000]);
        check_error(
            "concat",
            [many.clone(), many],
            "the result would have 12000000 values; at most 10000000 are supported",
        );
    }

    #[test]
    fn range() {
        let too_many = "more than 1024 values were generated; either decrease the difference between start and \
                        end or use a smaller step";
        check("range", [n("3")], list([n("0"), n("1"), n("2")]));
        check("range", [n("-2")], list([n("0"), n("-1")]));
        check("range", [n("3"), n("1")], list([n("3"), n("2")]));
        check("range", [n("1"), n("2"), n("0.5")], list([n("1"), n("1.5")]));
        check("range", [n("0")], list_of(NUMBER, []));
        check("range", [n("5"), n("5"), n("0")], list_of(NUMBER, []));
        check("range", [sensitive(n("1"))], sensitive(list([n("0")])));
        check("range", [unknown(NUMBER)], some(Type::list(NUMBER)));
        check("range", [n("1"), sensitive(number_between(1, Some(2)))], sensitive(some(Type::list(NUMBER))));
        check("range", [dynamic()], some(Type::list(NUMBER)));
        check_error("range", [], "must have one, two, or three arguments");
        check_error("range", [n("1"), n("2"), n("3"), n("4")], "must have one, two, or three arguments");
        check_error(
            "range",
            [n("1"), n("5"), n("-1")],
            "params: end must be less than start when step is negative",
        );
        check_error(
            "range",
            [n("5"), n("1"), n("1")],
            "params: end must be greater than start when step is positive",
        );
        check_error("range", [n("1"), n("5"), n("0")], too_many);
        check_error("range", [n("1e9")], too_many);
        check_error("range", [infinity()], too_many);
        check_error("range", [untyped_null()], "params: argument must not be null");
    }

    #[test]
    fn reverse() {
        check("reverse", [tuple([n("1"), s("a")])], tuple([s("a"), n("1")]));
        check("reverse", [list([s("a"), s("b")])], list([s("b"), s("a")]));
        check("reverse", [set([s("a"), s("b")])], list([s("b"), s("a")]));
        check("reverse", [tuple([])], tuple([]));
        check("reverse", [list_of(STRING, [])], list_of(STRING, []));
        check("reverse", [tuple([sensitive(n("1")), n("2")])], tuple([n("2"), sensitive(n("1"))]));
        check("reverse", [set([sensitive(s("a")), s("b")])], sensitive(list([s("b"), s("a")])));
        check("reverse", [tuple([unknown(STRING), s("a")])], tuple([s("a"), unknown(STRING)]));
        check("reverse", [unknown(Type::set(STRING))], some(Type::list(STRING)));
        check("reverse", [long(Type::list(STRING), 2, Some(3))], some(Type::list(STRING)));
        check("reverse", [unknown(Type::tuple([STRING, NUMBER]))], some(Type::tuple([NUMBER, STRING])));
        check("reverse", [dynamic()], dynamic());
        check_error("reverse", [s("abc")], "list: can only reverse list or tuple values, not string");
        check_error("reverse", [object([])], "list: can only reverse list or tuple values, not object");
        check_error("reverse", [untyped_null()], "list: argument must not be null");
    }
}
