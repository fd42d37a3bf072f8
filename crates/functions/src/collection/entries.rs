//! Maps and objects: `keys`, `merge`, `transpose`, `values`, `zipmap`.

use std::collections::BTreeMap;

use smol_str::SmolStr;
use value::{Kind, Marks, Type, Value};

use super::{element_of, items, limited};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const KEYS: Function = Function {
    name: "keys",
    params: &[Param::new("inputMap", ParamType::Any).unknown().marked()],
    variadic: None,
    returns: Returns::From(keys_type),
    refine: Refine::NotNull,
    doc: "Gives the keys of a map, or the attribute names of an object, sorted. A secret value does not make \
          its key one.",
    examples: &[Example { call: "keys({ b = 1, a = 2 })", result: "[\n  \"a\",\n  \"b\",\n]" }],
    body: Body::Plain(|args| {
        let result = match (keys_type(args)?, args[0].ty()) {
            // The names are in the type, so the value need not be known.
            (_, Type::Object(object)) => {
                let name = |attribute: &value::AttributeType| Value::string(attribute.name.clone());
                Value::tuple(object.attributes().iter().map(name).collect())
            }
            (ty, _) => match args[0].as_entries() {
                Some(entries) => {
                    let keys = entries.iter().map(|(key, _)| Value::string(key.clone())).collect();
                    Value::list(Type::String, keys)
                }
                None => Value::unknown(ty),
            },
        };
        Ok(result.with_marks(args[0].marks()))
    }),
};

fn keys_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::Map(_) => Ok(Type::list(Type::String)),
        Type::Object(object) => Ok(Type::tuple(object.attributes().iter().map(|_| Type::String))),
        _ => Err(FunctionError::argument(0, "must have map or object type")),
    }
}

pub(crate) const VALUES: Function = Function {
    name: "values",
    params: &[Param::new("mapping", ParamType::Any).partial().marked()],
    variadic: None,
    returns: Returns::From(values_type),
    refine: Refine::NotNull,
    doc: "Gives the values of a map or object in the order of their keys.",
    examples: &[Example { call: "values({ b = 1, a = 2 })", result: "[\n  2,\n  1,\n]" }],
    body: Body::Plain(|args| {
        let ty = values_type(args)?;
        let values =
            args[0].as_entries().unwrap_or_default().iter().map(|(_, value)| value.clone()).collect();
        let result = match ty {
            Type::Tuple(_) => Value::tuple(values),
            _ => Value::list(element_of(&ty), values),
        };
        Ok(result.with_marks(args[0].marks()))
    }),
};

fn values_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[0].ty() {
        Type::Map(element) => Ok(Type::List(element)),
        Type::Object(object) => Ok(Type::tuple(object.attributes().iter().map(|a| a.ty.clone()))),
        _ => Err(FunctionError::new("values() requires a map as the first argument")),
    }
}

pub(crate) const MERGE: Function = Function {
    name: "merge",
    params: &[],
    variadic: Some(Param::new("maps", ParamType::Any).nullable().dynamic().partial().marked()),
    returns: Returns::From(merge_type),
    refine: Refine::NotNull,
    doc: "Puts the entries of maps or objects together; of two with the same key the later counts. The result \
          is a map only if all arguments are maps of one type; otherwise it is an object.",
    examples: &[Example {
        call: "merge({ a = 1, b = 2 }, { b = 3 })",
        result: "{\n  \"a\" = 1\n  \"b\" = 3\n}",
    }],
    body: Body::Plain(merge),
};

fn merge_type(args: &[Value]) -> Result<Type, FunctionError> {
    let mut attributes: BTreeMap<SmolStr, Type> = BTreeMap::new();
    let mut names_known = true;
    for arg in args {
        match (arg.ty(), arg.kind()) {
            (Type::Dynamic, _) => return Ok(Type::Dynamic),
            (Type::Map(_) | Type::Object(_), Kind::Null) => {}
            (Type::Object(object), _) => {
                attributes.extend(object.attributes().iter().map(|a| (a.name.clone(), a.ty.clone())));
            }
            (Type::Map(element), Kind::Map(entries)) => {
                attributes.extend(entries.iter().map(|(key, _)| (key.clone(), Type::clone(&element))));
            }
            (Type::Map(_), _) => names_known = false,
            (other, _) => {
                let got = other.friendly_name();
                return Err(FunctionError::new(format!("arguments must be maps or objects, got \"{got}\"")));
            }
        }
    }
    match args.split_first() {
        Some((first, rest)) if rest.iter().all(|arg| arg.ty() == first.ty()) => Ok(first.ty()),
        _ if !names_known => Ok(Type::Dynamic),
        _ => Ok(Type::object(attributes)),
    }
}

fn merge(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = merge_type(args)?;
    let mut entries: Vec<(SmolStr, Value)> = Vec::new();
    let mut marks = Marks::NONE;
    for arg in args.iter().filter(|arg| !arg.is_null()) {
        marks = marks.union(arg.marks());
        // Only unknown objects and maps have no entries, and those do not get here.
        entries.extend_from_slice(arg.as_entries().unwrap_or_default());
        limited(entries.len())?;
    }
    let result = match ty {
        Type::Map(element) => Value::map(Type::clone(&element), entries),
        _ => Value::object(entries),
    };
    Ok(result.with_marks(&marks))
}

pub(crate) const TRANSPOSE: Function = Function {
    name: "transpose",
    params: &[Param::new("values", ParamType::MapOfListOfString)],
    variadic: None,
    returns: Returns::Fixed(ParamType::MapOfListOfString),
    refine: Refine::NotNull,
    doc: "Turns a map of lists of strings around: every string that occurs in a list becomes a key with the \
          keys it was found under.",
    examples: &[Example {
        call: "transpose({ a = [\"1\", \"2\"], b = [\"2\"] })",
        result: "tomap({\n  \"1\" = tolist([\n    \"a\",\n  ])\n  \"2\" = tolist([\n    \"a\",\n    \"b\",\n  ])\n})",
    }],
    body: Body::Plain(transpose),
};

fn transpose(args: &[Value]) -> Result<Value, FunctionError> {
    let mut turned: BTreeMap<SmolStr, Vec<Value>> = BTreeMap::new();
    // Keys come in order, so the new lists need no sorting.
    for (key, list) in args[0].as_entries().unwrap_or_default() {
        if list.is_null() {
            return Err(FunctionError::new("input must not contain null list"));
        }
        for item in items(list) {
            let Some(text) = item.as_smol_str() else {
                return Err(FunctionError::new("input list must not contain null string"));
            };
            turned.entry(text.clone()).or_default().push(Value::string(key.clone()));
        }
    }
    let lists = turned.into_iter().map(|(key, keys)| (key, Value::list(Type::String, keys)));
    Ok(Value::map(Type::list(Type::String), lists))
}

pub(crate) const ZIPMAP: Function = Function {
    name: "zipmap",
    params: &[
        Param::new("keys", ParamType::ListOfString).partial().marked(),
        Param::new("values", ParamType::Any).partial().marked(),
    ],
    variadic: None,
    returns: Returns::From(zipmap_type),
    refine: Refine::NotNull,
    doc: "Makes a map from a list of keys and a list of as many values. Of two equal keys the later counts.",
    examples: &[Example { call: "zipmap([\"a\", \"b\"], [1, 2])", result: "{\n  \"a\" = 1\n  \"b\" = 2\n}" }],
    body: Body::Plain(zipmap),
};

fn lengths_differ(keys: usize, values: usize) -> FunctionError {
    FunctionError::new(format!("number of keys ({keys}) does not match number of values ({values})"))
}

/// The keys as text; they are wholly known.
fn key_texts(keys: &Value) -> Result<Vec<SmolStr>, FunctionError> {
    let text = |(at, key): (usize, &Value)| {
        key.as_smol_str()
            .cloned()
            .ok_or_else(|| FunctionError::new(format!("keys list has null value at index {at}")))
    };
    items(keys).iter().enumerate().map(text).collect()
}

fn zipmap_type(args: &[Value]) -> Result<Type, FunctionError> {
    match args[1].ty() {
        Type::List(element) => Ok(Type::Map(element)),
        Type::Tuple(_) if !args[0].is_wholly_known() => Ok(Type::Dynamic),
        Type::Tuple(elements) => {
            let count = items(&args[0]).len();
            if count != elements.len() {
                return Err(lengths_differ(count, elements.len()));
            }
            Ok(Type::object(key_texts(&args[0])?.into_iter().zip(elements.iter().cloned())))
        }
        _ => Err(FunctionError::new("values argument must be a list or tuple value")),
    }
}

fn zipmap(args: &[Value]) -> Result<Value, FunctionError> {
    let ty = zipmap_type(args)?;
    let mut marks = args[0].marks().union(args[1].marks());
    if !args[0].is_wholly_known() {
        return Ok(Value::unknown(ty).with_marks(&marks));
    }
    let values = items(&args[1]);
    let keys = key_texts(&args[0])?;
    if keys.len() != values.len() {
        return Err(lengths_differ(keys.len(), values.len()));
    }
    for key in items(&args[0]) {
        marks = marks.union(key.marks());
    }
    let entries = keys.into_iter().zip(values.iter().cloned());
    let result = match ty {
        Type::Map(element) => Value::map(Type::clone(&element), entries),
        _ => Value::object(entries),
    };
    Ok(result.with_marks(&marks))
}

#[cfg(test)]
mod tests {
    use value::Type;

    use crate::testing::*;

    #[test]
    fn keys() {
        check("keys", [object([("b", n("1")), ("a", n("2"))])], tuple([s("a"), s("b")]));
        check("keys", [map([("b", n("1")), ("a", n("2"))])], list([s("a"), s("b")]));
        check("keys", [object([])], tuple([]));
        check("keys", [map_of(STRING, [])], list_of(STRING, []));
        check("keys", [object([("a", sensitive(n("1")))])], tuple([s("a")]));
        check("keys", [sensitive(object([("a", n("1"))]))], sensitive(tuple([s("a")])));
        check("keys", [map([("a", unknown(STRING))])], list([s("a")]));
        check("keys", [sensitive(unknown(Type::object([("a", STRING)])))], sensitive(tuple([s("a")])));
        check("keys", [sensitive(unknown(Type::map(STRING)))], sensitive(some(Type::list(STRING))));
        check("keys", [long(Type::map(STRING), 1, Some(3))], some(Type::list(STRING)));
        check("keys", [dynamic()], dynamic());
        check_error("keys", [s("a")], "inputMap: must have map or object type");
        check_error("keys", [unknown(Type::list(STRING))], "inputMap: must have map or object type");
        check_error("keys", [untyped_null()], "inputMap: argument must not be null");
    }

    #[test]
    fn values() {
        check("values", [object([("b", n("1")), ("a", s("x"))])], tuple([s("x"), n("1")]));
        check("values", [map([("b", n("1")), ("a", n("2"))])], list([n("2"), n("1")]));
        check("values", [object([])], tuple([]));
        check("values", [map_of(STRING, [])], list_of(STRING, []));
        check("values", [map([("a", sensitive(n("1"))), ("b", n("2"))])], list([sensitive(n("1")), n("2")]));
        check("values", [sensitive(object([("a", n("1"))]))], sensitive(tuple([n("1")])));
        check("values", [object([("a", some(STRING))])], tuple([some(STRING)]));
        check("values", [long(Type::map(STRING), 1, None)], some(Type::list(STRING)));
        check("values", [unknown(Type::object([("a", STRING)]))], some(Type::tuple([STRING])));
        check("values", [dynamic()], dynamic());
        check_error("values", [tuple([])], "values() requires a map as the first argument");
        check_error("values", [unknown(STRING)], "values() requires a map as the first argument");
        check_error("values", [untyped_null()], "mapping: argument must not be null");
    }

    #[test]
    fn merge() {
        let number = |key, text| object([(key, n(text))]);
        check("merge", [], object([]));
        check("merge", [number("a", "1"), object([("a", s("x"))])], object([("a", s("x"))]));
        check("merge", [map([("a", n("1"))]), map([("b", n("2"))])], map([("a", n("1")), ("b", n("2"))]));
        check("merge", [map([("a", n("1"))]), map([("b", s("x"))])], object([("a", n("1")), ("b", s("x"))]));
        check("merge", [map([("a", s("x"))]), number("b", "2")], object([("a", s("x")), ("b", n("2"))]));
        check("merge", [untyped_null()], object([]));
        check("merge", [number("a", "1"), untyped_null()], number("a", "1"));
        check("merge", [null(Type::map(ANY)), null(Type::map(ANY))], map_of(ANY, []));
        check("merge", [map([("a", n("1"))]), null(Type::map(ANY))], number("a", "1"));
        check(
            "merge",
            [object([("a", sensitive(n("1")))]), number("b", "2")],
            object([("a", sensitive(n("1"))), ("b", n("2"))]),
        );
        check("merge", [map([("a", sensitive(n("1")))]), number("a", "2")], number("a", "2"));
        check(
            "merge",
            [sensitive(number("a", "1")), number("b", "2")],
            sensitive(object([("a", n("1")), ("b", n("2"))])),
        );
        check("merge", [sensitive(untyped_null()), number("a", "1")], number("a", "1"));
        check(
            "merge",
            [object([("a", some(STRING))]), number("b", "2")],
            object([("a", some(STRING)), ("b", n("2"))]),
        );
        let strings = || Type::map(STRING);
        check("merge", [unknown(strings()), long(strings(), 1, None)], some(strings()));
        check("merge", [unknown(strings()), number("a", "1")], dynamic());
        check(
            "merge",
            [unknown(Type::object([("a", STRING)])), number("b", "1")],
            some(Type::object([("a", STRING), ("b", NUMBER)])),
        );
        check("merge", [sensitive(dynamic()), number("a", "1")], dynamic());
        check_error(
            "merge",
            [number("a", "1"), tuple([])],
            "arguments must be maps or objects, got \"tuple\"",
        );
        check_error(
            "merge",
            [unknown(strings()), s("x")],
            "arguments must be maps or objects, got \"string\"",
        );
    }

    #[test]
    fn transpose() {
        let lists = || Type::map(Type::list(STRING));
        check(
            "transpose",
            [object([("a", tuple([s("1"), s("2")])), ("b", tuple([n("2")]))])],
            map([("1", list([s("a")])), ("2", list([s("a"), s("b")]))]),
        );
        check(
            "transpose",
            [object([("b", tuple([s("x")])), ("a", tuple([s("x"), s("x")]))])],
            map([("x", list([s("a"), s("a"), s("b")]))]),
        );
        check("transpose", [object([])], map_of(Type::list(STRING), []));
        check(
            "transpose",
            [object([("a", tuple([sensitive(s("x"))]))])],
            sensitive(map([("x", list([s("a")]))])),
        );
        check("transpose", [object([("a", tuple([unknown(STRING)]))])], some(lists()));
        check("transpose", [map([("a", unknown(Type::list(STRING)))])], some(lists()));
        check("transpose", [sensitive(long(lists(), 1, None))], sensitive(some(lists())));
        check("transpose", [dynamic()], some(lists()));
        check_error("transpose", [object([("a", untyped_null())])], "input must not contain null list");
        check_error(
            "transpose",
            [object([("a", tuple([untyped_null()]))])],
            "input list must not contain null string",
        );
        check_error("transpose", [object([("a", s("b"))])], "values: element \"a\": list of string required");
        check_error("transpose", [tuple([])], "values: map of list of string required");
        check_error("transpose", [untyped_null()], "values: argument must not be null");
    }

    #[test]
    fn zipmap() {
        let a = || tuple([s("a")]);
        check(
            "zipmap",
            [tuple([s("a"), n("1")]), tuple([n("1"), s("x")])],
            object([("a", n("1")), ("1", s("x"))]),
        );
        check("zipmap", [a(), list([n("1")])], map([("a", n("1"))]));
        check("zipmap", [tuple([s("a"), s("a")]), tuple([n("1"), s("x")])], object([("a", s("x"))]));
        check("zipmap", [tuple([]), tuple([])], object([]));
        check("zipmap", [tuple([]), list_of(STRING, [])], map_of(STRING, []));
        check("zipmap", [a(), tuple([sensitive(n("1"))])], object([("a", sensitive(n("1")))]));
        check("zipmap", [tuple([sensitive(s("a"))]), tuple([n("1")])], sensitive(object([("a", n("1"))])));
        check("zipmap", [a(), sensitive(tuple([n("1")]))], sensitive(object([("a", n("1"))])));
        check("zipmap", [a(), tuple([some(STRING)])], object([("a", some(STRING))]));
        check("zipmap", [tuple([unknown(STRING)]), tuple([n("1"), n("2")])], dynamic());
        check("zipmap", [tuple([sensitive(unknown(STRING))]), list([n("1")])], some(Type::map(NUMBER)));
        check("zipmap", [sensitive(tuple([unknown(STRING)])), tuple([n("1")])], sensitive(dynamic()));
        check("zipmap", [sensitive(unknown(Type::list(STRING))), list([n("1")])], some(Type::map(NUMBER)));
        check("zipmap", [a(), long(Type::list(STRING), 1, Some(2))], some(Type::map(STRING)));
        check("zipmap", [a(), unknown(Type::tuple([NUMBER]))], some(Type::object([("a", NUMBER)])));
        check("zipmap", [a(), dynamic()], dynamic());
        let differ = "number of keys (1) does not match number of values (2)";
        check_error("zipmap", [a(), tuple([n("1"), n("2")])], differ);
        check_error("zipmap", [a(), list([n("1"), n("2")])], differ);
        let null_key = "keys list has null value at index 1";
        check_error("zipmap", [tuple([s("a"), untyped_null()]), tuple([n("1"), n("2")])], null_key);
        check_error("zipmap", [tuple([s("a"), untyped_null()]), list([n("1"), n("2")])], null_key);
        check_error("zipmap", [a(), set([n("1")])], "values argument must be a list or tuple value");
        check_error("zipmap", [untyped_null(), tuple([])], "keys: argument must not be null");
    }
}
