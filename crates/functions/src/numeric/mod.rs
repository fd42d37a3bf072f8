//! Numeric functions.

#[cfg(test)]
mod tests;

use value::num::{Num, NumError};
use value::{Type, Value, convert};

use crate::message::{quoted, shown, whole_number};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const NUM: Param = Param::new("num", ParamType::Number);
const NUMBERS: Param = Param::new("numbers", ParamType::Number).dynamic();

fn failed(error: NumError) -> FunctionError {
    FunctionError::new(error.to_string())
}

/// The number of an argument; parameters of type number guarantee one.
fn num(value: &Value) -> Result<&Num, FunctionError> {
    value.as_num().ok_or_else(|| FunctionError::new("a number is required"))
}

pub(crate) const ABS: Function = Function {
    name: "abs",
    params: &[NUM.dynamic().marked()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the distance of a number from zero.",
    examples: &[Example { call: "abs(-12.4)", result: "12.4" }],
    body: Body::Plain(|args| Ok(Value::number(num(&args[0])?.abs()).with_marks(args[0].marks()))),
};

pub(crate) const CEIL: Function = Function {
    name: "ceil",
    params: &[NUM],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Rounds a number up to the next whole number.",
    examples: &[Example { call: "ceil(5.1)", result: "6" }],
    body: Body::Plain(|args| Ok(Value::number(num(&args[0])?.ceil()))),
};

pub(crate) const FLOOR: Function = Function {
    name: "floor",
    params: &[NUM],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Rounds a number down to the next whole number.",
    examples: &[Example { call: "floor(4.9)", result: "4" }],
    body: Body::Plain(|args| Ok(Value::number(num(&args[0])?.floor()))),
};

pub(crate) const LOG: Function = Function {
    name: "log",
    params: &[NUM, Param::new("base", ParamType::Number)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the logarithm of a number in a base. It is computed in double precision.",
    examples: &[Example { call: "log(16, 2)", result: "4" }],
    body: Body::Plain(|args| Ok(Value::number(num(&args[0])?.log(num(&args[1])?).map_err(failed)?))),
};

pub(crate) const MAX: Function = Function {
    name: "max",
    params: &[],
    variadic: Some(NUMBERS),
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the greatest of the numbers.",
    examples: &[
        Example { call: "max(12, 54, 3)", result: "54" },
        Example { call: "max([12, 54, 3]...)", result: "54" },
    ],
    body: Body::Plain(|args| extreme(args, |number, best| number > best)),
};

pub(crate) const MIN: Function = Function {
    name: "min",
    params: &[],
    variadic: Some(NUMBERS),
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the smallest of the numbers.",
    examples: &[
        Example { call: "min(12, 54, 3)", result: "3" },
        Example { call: "min([12, 54, 3]...)", result: "3" },
    ],
    body: Body::Plain(|args| extreme(args, |number, best| number < best)),
};

fn extreme(args: &[Value], better: fn(&Num, &Num) -> bool) -> Result<Value, FunctionError> {
    let (first, rest) =
        args.split_first().ok_or_else(|| FunctionError::new("must pass at least one number"))?;
    let mut best = num(first)?;
    for value in rest {
        let number = num(value)?;
        if better(number, best) {
            best = number;
        }
    }
    Ok(Value::number(best.clone()))
}

pub(crate) const PARSEINT: Function = Function {
    name: "parseint",
    params: &[
        // The body sees marks so that an error does not show a secret.
        Param::new("number", ParamType::Any).unknown().dynamic().marked(),
        Param::new("base", ParamType::Number).unknown().marked(),
    ],
    variadic: None,
    returns: Returns::From(parseint_type),
    refine: Refine::NotNull,
    doc: "Reads a whole number from text in a base between 2 and 62. Letters count from ten; up to base 36 \
          their case does not matter, above that capitals come after small letters.",
    examples: &[
        Example { call: "parseint(\"FF\", 16)", result: "255" },
        Example { call: "parseint(\"1011\", 2)", result: "11" },
    ],
    body: Body::Plain(parseint),
};

fn parseint_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::String => Ok(Type::Number),
        Type::Dynamic => Ok(Type::Dynamic),
        other => Err(FunctionError::argument(
            0,
            format!("first argument must be a string, not {}", other.friendly_name()),
        )),
    }
}

fn parseint(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = parseint_type(args)?;
    let marks = args[0].marks().union(args[1].marks());
    let Some(text) = args[0].as_str().filter(|_| args[1].is_known()) else {
        return Ok(Value::unknown(ty).with_marks(&marks));
    };
    let base = whole_number(&args[1]).map_err(|error| FunctionError::argument(1, error))?;
    let base = u32::try_from(base).ok().filter(|base| (2..=62).contains(base)).ok_or_else(|| {
        FunctionError::argument(1, "base must be a whole number between 2 and 62 inclusive")
    })?;
    let number = Num::parse_int(text, base).ok_or_else(|| {
        let (text, base) = (shown(quoted(text), args[0].marks()), shown(base, args[1].marks()));
        FunctionError::argument(0, format!("cannot parse {text} as a base {base} integer"))
    })?;
    Ok(Value::number(number).with_marks(&marks))
}

pub(crate) const POW: Function = Function {
    name: "pow",
    params: &[NUM, Param::new("power", ParamType::Number)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Raises a number to a power. It is computed in double precision.",
    examples: &[Example { call: "pow(3, 2)", result: "9" }, Example { call: "pow(4, 0)", result: "1" }],
    body: Body::Plain(|args| Ok(Value::number(num(&args[0])?.pow(num(&args[1])?).map_err(failed)?))),
};

pub(crate) const SIGNUM: Function = Function {
    name: "signum",
    params: &[NUM],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Gives the sign of a whole number: -1, 0 or 1.",
    examples: &[Example { call: "signum(-13)", result: "-1" }],
    body: Body::Plain(|args| Ok(Value::number(num(&args[0])?.signum().map_err(failed)?))),
};

pub(crate) const SUM: Function = Function {
    name: "sum",
    params: &[Param::new("list", ParamType::Any).partial()],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Adds up the numbers of a list, set or tuple, which must not be empty.",
    examples: &[Example { call: "sum([10, 13, 6, 4.5])", result: "33.5" }],
    body: Body::Plain(sum),
};

fn sum(args: &[Value]) -> Result<Value, FunctionError> {
    let list = &args[0];
    let length = list.as_items().map(<[Value]>::len).or(list.as_entries().map(<[_]>::len));
    match length {
        None => return Err(FunctionError::argument(0, "cannot sum noniterable")),
        Some(0) => return Err(FunctionError::argument(0, "cannot sum an empty list")),
        Some(_) => {}
    }
    let Some(items) = list.as_items() else {
        let received = list.ty().friendly_name();
        let message = format!("argument must be list, set, or tuple. Received {received}");
        return Err(FunctionError::argument(0, message));
    };
    if !list.is_wholly_known() {
        return Ok(Value::unknown(Type::Number));
    }
    let mut total: Option<Num> = None;
    for item in items {
        let number = convert::convert(item, &Type::Number).ok();
        let number = number.as_ref().and_then(Value::as_num).ok_or_else(|| {
            FunctionError::argument(0, "argument must be list, set, or tuple of number values")
        })?;
        total = Some(match total {
            None => number.clone(),
            Some(total) => total.add(number).map_err(failed)?,
        });
    }
    Ok(total.map_or_else(|| Value::unknown(Type::Number), Value::number))
}
