//! Conversion functions, and the functions of the evaluator that are here for the reference only.

use value::{Type, Value, convert};

use crate::message::quoted;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const V: Param = Param::new("v", ParamType::Any).nullable().unknown().dynamic().marked();

/// Converts to a type that may leave the element type open. As long as the value is unknown, so is
/// the element type.
fn to(want: ParamType, args: &[Value]) -> Result<Value, FunctionError> {
    let (value, want) = (&args[0], want.ty());
    let got = value.ty();
    let cannot = |what: &str| {
        FunctionError::argument(0, format!("cannot convert {what} to {}", want.constraint_name()))
    };
    if got != *want && !convert::conversion_exists(&got, want, true) {
        return Err(cannot(&got.friendly_name()));
    }
    if !value.is_known() {
        return Ok(Value::unknown(want.clone()).with_marks(value.marks()));
    }
    convert::convert(value, want).map_err(|_| {
        let marks = value.deep_marks();
        let hint = match want {
            Type::Bool => "only the strings \"true\" or \"false\" are allowed",
            _ => "given string must be a decimal representation of a number",
        };
        match value.as_str() {
            _ if marks.is_ephemeral() => cannot(&format!("this ephemeral {}", got.friendly_name())),
            _ if marks.is_sensitive() => cannot(&format!("this sensitive {}", got.friendly_name())),
            Some(text) => {
                let error = cannot(&quoted(text));
                FunctionError { message: format!("{}; {hint}", error.message), ..error }
            }
            None => cannot(&got.friendly_name()),
        }
    })
}

pub(crate) const TOBOOL: Function = Function {
    name: "tobool",
    params: &[V],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::Nothing,
    doc: "Converts to bool. Besides bools and null only the strings that mean one are accepted: `true`, \
          `false`, `1` and `0`.",
    examples: &[Example { call: "tobool(\"true\")", result: "true" }],
    body: Body::Plain(|args| to(ParamType::Bool, args)),
};

pub(crate) const TOLIST: Function = Function {
    name: "tolist",
    params: &[V],
    variadic: None,
    returns: Returns::Fixed(ParamType::ListOfAny),
    refine: Refine::Nothing,
    doc: "Converts a tuple or set to a list, choosing one type for all elements.",
    examples: &[Example { call: "tolist([\"a\", 1])", result: "tolist([\n  \"a\",\n  \"1\",\n])" }],
    body: Body::Plain(|args| to(ParamType::ListOfAny, args)),
};

pub(crate) const TOMAP: Function = Function {
    name: "tomap",
    params: &[V],
    variadic: None,
    returns: Returns::Fixed(ParamType::MapOfAny),
    refine: Refine::Nothing,
    doc: "Converts an object to a map, choosing one type for all values.",
    examples: &[Example {
        call: "tomap({ a = \"x\", b = 2 })",
        result: "tomap({\n  \"a\" = \"x\"\n  \"b\" = \"2\"\n})",
    }],
    body: Body::Plain(|args| to(ParamType::MapOfAny, args)),
};

pub(crate) const TONUMBER: Function = Function {
    name: "tonumber",
    params: &[V],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::Nothing,
    doc: "Converts to number. Besides numbers and null only strings that are decimal numbers are accepted.",
    examples: &[Example { call: "tonumber(\"1.50\")", result: "1.5" }],
    body: Body::Plain(|args| to(ParamType::Number, args)),
};

pub(crate) const TOSET: Function = Function {
    name: "toset",
    params: &[V],
    variadic: None,
    returns: Returns::Fixed(ParamType::SetOfAny),
    refine: Refine::Nothing,
    doc: "Converts a list or tuple to a set: one type for all elements, no duplicates, an order of its own.",
    examples: &[Example { call: "toset([\"b\", \"a\", \"b\"])", result: "toset([\n  \"a\",\n  \"b\",\n])" }],
    body: Body::Plain(|args| to(ParamType::SetOfAny, args)),
};

pub(crate) const TOSTRING: Function = Function {
    name: "tostring",
    params: &[V],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::Nothing,
    doc: "Converts a number or bool to text.",
    examples: &[Example { call: "tostring(1.50)", result: "\"1.5\"" }],
    body: Body::Plain(|args| to(ParamType::String, args)),
};

fn any_type(_args: &[Value]) -> Result<Type, FunctionError> {
    Ok(Type::Dynamic)
}

pub(crate) const CAN: Function = Function {
    name: "can",
    params: &[Param::new("expression", ParamType::Any)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether an expression can be evaluated without an error.",
    examples: &[
        Example { call: "can(tonumber(\"x\"))", result: "false" },
        Example { call: "can(tonumber(\"1\"))", result: "true" },
    ],
    body: Body::InEvaluator,
};

pub(crate) const TRY: Function = Function {
    name: "try",
    params: &[],
    variadic: Some(Param::new("expressions", ParamType::Any)),
    returns: Returns::From(any_type),
    refine: Refine::Nothing,
    doc: "Gives the value of the first expression that can be evaluated without an error.",
    examples: &[Example { call: "try(tonumber(\"x\"), 0)", result: "0" }],
    body: Body::InEvaluator,
};

pub(crate) const TYPE: Function = Function {
    name: "type",
    params: &[Param::new("value", ParamType::Any).nullable().unknown().dynamic()],
    variadic: None,
    returns: Returns::From(any_type),
    refine: Refine::Nothing,
    doc: "Gives the type of a value, in the console only and only as the outermost call.",
    examples: &[Example { call: "type(tolist([\"a\"]))", result: "list(string)" }],
    body: Body::InEvaluator,
};

pub(crate) const ASSUMENOTNULL: Function = Function {
    name: "assumenotnull",
    params: &[Param::new("value", ParamType::Any).unknown().marked()],
    variadic: None,
    returns: Returns::From(|args| Ok(args[0].ty())),
    refine: Refine::NotNull,
    doc: "Promises that a value that is not known yet will not be null, so that a plan can rely on it. Null is refused.",
    examples: &[Example { call: "assumenotnull(\"hello\")", result: "\"hello\"" }],
    body: Body::Plain(|args| Ok(args[0].clone())),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn tobool() {
        check("tobool", [b(true)], b(true));
        check("tobool", [s("false")], b(false));
        check("tobool", [s("1")], b(true));
        check("tobool", [untyped_null()], null(BOOL));
        check("tobool", [sensitive(s("true"))], sensitive(b(true)));
        check("tobool", [unknown(STRING)], unknown(BOOL));
        check("tobool", [some(BOOL)], unknown(BOOL));
        check("tobool", [sensitive(dynamic())], sensitive(unknown(BOOL)));
        check_error(
            "tobool",
            [s("x")],
            "v: cannot convert \"x\" to bool; only the strings \"true\" or \"false\" are allowed",
        );
        check_error("tobool", [sensitive(s("x"))], "v: cannot convert this sensitive string to bool");
        check_error("tobool", [ephemeral(s("x"))], "v: cannot convert this ephemeral string to bool");
        check_error("tobool", [n("1")], "v: cannot convert number to bool");
        check_error("tobool", [sensitive(n("1"))], "v: cannot convert number to bool");
        check_error("tobool", [unknown(Type::list(BOOL))], "v: cannot convert list of bool to bool");
        check_error("tobool", [], "no argument for v");
    }

    #[test]
    fn tonumber() {
        check("tonumber", [s("-1.50")], n("-1.5"));
        check("tonumber", [n("1")], n("1"));
        check("tonumber", [null(STRING)], null(NUMBER));
        check("tonumber", [sensitive(s("1"))], sensitive(n("1")));
        check("tonumber", [unknown(STRING)], unknown(NUMBER));
        check("tonumber", [number_between(1, None)], unknown(NUMBER));
        check("tonumber", [dynamic()], unknown(NUMBER));
        check_error(
            "tonumber",
            [s("x")],
            "v: cannot convert \"x\" to number; given string must be a decimal representation of a number",
        );
        check_error("tonumber", [sensitive(s("x"))], "v: cannot convert this sensitive string to number");
        check_error("tonumber", [b(true)], "v: cannot convert bool to number");
        check_error("tonumber", [list([s("a")])], "v: cannot convert list of string to number");
    }

    #[test]
    fn tostring() {
        check("tostring", [n("1.50")], s("1.5"));
        check("tostring", [b(true)], s("true"));
        check("tostring", [null(NUMBER)], null(STRING));
        check("tostring", [sensitive(n("1"))], sensitive(s("1")));
        check("tostring", [some(NUMBER)], unknown(STRING));
        check("tostring", [dynamic()], unknown(STRING));
        check_error("tostring", [tuple([])], "v: cannot convert tuple to string");
        check_error("tostring", [object([])], "v: cannot convert object to string");
        check_error("tostring", [null(Type::list(ANY))], "v: cannot convert list of dynamic to string");
    }

    #[test]
    fn tolist() {
        check("tolist", [tuple([n("1"), s("a")])], list([s("1"), s("a")]));
        check("tolist", [set([s("b"), s("a")])], list([s("a"), s("b")]));
        check("tolist", [tuple([])], list_of(ANY, []));
        check("tolist", [tuple([untyped_null(), n("1")])], list([null(NUMBER), n("1")]));
        check("tolist", [untyped_null()], null(Type::list(ANY)));
        check("tolist", [tuple([sensitive(n("1")), s("b")])], list([sensitive(s("1")), s("b")]));
        check("tolist", [sensitive(tuple([n("1")]))], sensitive(list([n("1")])));
        check("tolist", [unknown(Type::list(STRING))], unknown(Type::list(ANY)));
        check("tolist", [sensitive(dynamic())], sensitive(unknown(Type::list(ANY))));
        check("tolist", [tuple([unknown(STRING), s("a")])], list([unknown(STRING), s("a")]));
        check_error("tolist", [s("a")], "v: cannot convert string to list of any single type");
        check_error(
            "tolist",
            [tuple([b(true), n("1")])],
            "v: cannot convert tuple to list of any single type",
        );
        check_error("tolist", [object([])], "v: cannot convert object to list of any single type");
    }

    #[test]
    fn toset() {
        check("toset", [tuple([s("b"), s("a"), s("b")])], set([s("a"), s("b")]));
        check("toset", [tuple([n("1"), s("1")])], set([s("1")]));
        check("toset", [tuple([])], set_of(ANY, []));
        check("toset", [untyped_null()], null(Type::set(ANY)));
        check("toset", [tuple([sensitive(s("a")), s("b")])], sensitive(set([s("a"), s("b")])));
        check("toset", [long(Type::list(STRING), 1, Some(3))], unknown(Type::set(ANY)));
        check("toset", [dynamic()], unknown(Type::set(ANY)));
        check("toset", [tuple([unknown(STRING), s("a")])], set([s("a"), unknown(STRING)]));
        check_error(
            "toset",
            [map([("a", s("x"))])],
            "v: cannot convert map of string to set of any single type",
        );
        check_error(
            "toset",
            [tuple([n("1"), tuple([])])],
            "v: cannot convert tuple to set of any single type",
        );
    }

    #[test]
    fn tomap() {
        check("tomap", [object([("a", s("x")), ("b", n("2"))])], map([("a", s("x")), ("b", s("2"))]));
        check("tomap", [object([])], map_of(ANY, []));
        check("tomap", [untyped_null()], null(Type::map(ANY)));
        check("tomap", [object([("a", sensitive(n("1")))])], map([("a", sensitive(n("1")))]));
        check("tomap", [unknown(Type::map(STRING))], unknown(Type::map(ANY)));
        check("tomap", [sensitive(dynamic())], sensitive(unknown(Type::map(ANY))));
        check("tomap", [object([("a", unknown(NUMBER))])], map([("a", unknown(NUMBER))]));
        check_error("tomap", [tuple([])], "v: cannot convert tuple to map of any single type");
        check_error(
            "tomap",
            [object([("a", n("1")), ("b", b(true))])],
            "v: cannot convert object to map of any single type",
        );
    }

    #[test]
    fn the_evaluator_has_its_own() {
        check_error("can", [s("a")], "this function can only be called directly");
        check_error("can", [], "no argument for expression");
        check_error("try", [s("a")], "this function can only be called directly");
        check_error("type", [], "no argument for value");
    }

    #[test]
    fn a_signature_tells_as_much_of_the_result_as_is_certain() {
        let any = || Type::Dynamic;
        for (name, expect) in [
            ("length", Type::Number),
            ("can", Type::Bool),
            ("templatestring", Type::String),
            ("contains", any()),
            ("sum", any()),
            ("format", any()),
            ("element", any()),
            ("chunklist", Type::list(Type::list(any()))),
            ("regexall", Type::list(any())),
            ("setunion", Type::set(any())),
        ] {
            let function = crate::lookup(name).expect("there is such a function");
            assert_eq!(function.declared_return_type(), expect, "{name}");
        }
    }

    #[test]
    fn assumenotnull_refines() {
        check("assumenotnull", [s("a")], s("a"));
        check("assumenotnull", [unknown(Type::String)], some(Type::String));
        check("assumenotnull", [sensitive(s("a"))], sensitive(s("a")));
        check("assumenotnull", [sensitive(unknown(Type::String))], sensitive(some(Type::String)));
        check("assumenotnull", [dynamic()], dynamic());
        check_error("assumenotnull", [null(Type::String)], "value: argument must not be null");
    }
}
