//! Functions that look at marks: what is secret and what must not be stored.

use value::{Kind, Type, Value};

use crate::message::deep;
use crate::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

const VALUE: Param = Param::new("value", ParamType::Any).nullable().unknown().dynamic().marked();

fn same_type(args: &[Value]) -> Result<Type, FunctionError> {
    Ok(args[0].ty())
}

pub(crate) const SENSITIVE: Function = Function {
    name: "sensitive",
    params: &[VALUE],
    variadic: None,
    returns: Returns::From(same_type),
    refine: Refine::Nothing,
    doc: "Marks a value as a secret, so that it and everything computed from it is not shown.",
    examples: &[Example { call: "sensitive(\"hello\")", result: "(sensitive value)" }],
    body: Body::Plain(|args| Ok(args[0].clone().sensitive())),
};

pub(crate) const NONSENSITIVE: Function = Function {
    name: "nonsensitive",
    params: &[VALUE],
    variadic: None,
    returns: Returns::From(same_type),
    refine: Refine::Nothing,
    doc: "Takes the mark of secrets off a value, for when it is certain that the value tells nothing. Marks \
          of inner parts stay.",
    examples: &[Example { call: "nonsensitive(sensitive(\"hello\"))", result: "\"hello\"" }],
    body: Body::Plain(|args| {
        let (value, marks) = args[0].clone().unmark();
        Ok(value.with_marks(&marks.without_sensitive()))
    }),
};

pub(crate) const ISSENSITIVE: Function = Function {
    name: "issensitive",
    params: &[VALUE],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether a value is marked as a secret. Marks of inner parts do not count.",
    examples: &[
        Example { call: "issensitive(sensitive(\"hello\"))", result: "true" },
        Example { call: "issensitive(\"hello\")", result: "false" },
    ],
    body: Body::Plain(|args| {
        let marked = args[0].marks().is_sensitive();
        // What is not known yet may still turn out to be a secret.
        Ok(if marked || args[0].is_known() { Value::bool(marked) } else { Value::unknown(Type::Bool) })
    }),
};

pub(crate) const EPHEMERALASNULL: Function = Function {
    name: "ephemeralasnull",
    params: &[VALUE],
    variadic: None,
    returns: Returns::From(same_type),
    refine: Refine::Nothing,
    doc: "Replaces every part of a value that must not be stored by null, so that the rest can be.",
    examples: &[Example { call: "ephemeralasnull(\"hello\")", result: "\"hello\"" }],
    body: Body::Plain(|args| Ok(without_ephemeral(&args[0]))),
};

fn without_ephemeral(value: &Value) -> Value {
    if !value.deep_marks().is_ephemeral() {
        return value.clone();
    }
    if value.marks().is_ephemeral() {
        // What was known of an unknown value does not hold of the null it becomes in the end.
        let plain = if value.is_known() { Value::null(value.ty()) } else { Value::unknown(value.ty()) };
        return plain.with_marks(&value.marks().without_ephemeral());
    }
    let element = || value.ty().element().cloned().unwrap_or(Type::Dynamic);
    let part = |part: &Value| deep(|| without_ephemeral(part));
    let items = |items: &[Value]| items.iter().map(part).collect::<Vec<_>>();
    let replaced = match value.kind() {
        Kind::List(parts) => Value::list(element(), items(parts)),
        Kind::Tuple(parts) => Value::tuple(items(parts)),
        Kind::Map(parts) => Value::map(element(), parts.iter().map(|(key, item)| (key.clone(), part(item)))),
        Kind::Object(parts) => Value::object(parts.iter().map(|(key, item)| (key.clone(), part(item)))),
        // A set holds the marks of its elements itself, so there is none below it.
        _ => return value.clone(),
    };
    replaced.with_marks(value.marks())
}

#[cfg(test)]
mod tests {
    use value::Type;

    use crate::testing::*;

    #[test]
    fn sensitive_marks() {
        check("sensitive", [s("a")], sensitive(s("a")));
        check("sensitive", [sensitive(s("a"))], sensitive(s("a")));
        check("sensitive", [untyped_null()], sensitive(untyped_null()));
        check("sensitive", [unknown(STRING)], sensitive(unknown(STRING)));
        check("sensitive", [number_between(1, None)], sensitive(number_between(1, None)));
        check("sensitive", [dynamic()], sensitive(dynamic()));
        check("sensitive", [ephemeral(s("a"))], ephemeral(sensitive(s("a"))));
        check_error("sensitive", [], "no argument for value");
    }

    #[test]
    fn nonsensitive_takes_the_outer_mark_off() {
        check("nonsensitive", [sensitive(s("a"))], s("a"));
        check("nonsensitive", [s("a")], s("a"));
        check("nonsensitive", [sensitive(untyped_null())], untyped_null());
        check("nonsensitive", [tuple([sensitive(n("1"))])], tuple([sensitive(n("1"))]));
        check("nonsensitive", [sensitive(tuple([sensitive(n("1"))]))], tuple([sensitive(n("1"))]));
        check("nonsensitive", [ephemeral(sensitive(s("a")))], ephemeral(s("a")));
        check("nonsensitive", [sensitive(some(STRING))], some(STRING));
        check("nonsensitive", [sensitive(dynamic())], dynamic());
        check_error("nonsensitive", [s("a"), s("b")], "more than 1 arguments");
    }

    #[test]
    fn issensitive_looks_at_the_outer_mark() {
        check("issensitive", [s("a")], b(false));
        check("issensitive", [sensitive(s("a"))], b(true));
        check("issensitive", [ephemeral(s("a"))], b(false));
        check("issensitive", [untyped_null()], b(false));
        check("issensitive", [tuple([sensitive(s("a"))])], b(false));
        check("issensitive", [tuple([unknown(STRING)])], b(false));
        check("issensitive", [set([sensitive(s("a"))])], b(true));
        check("issensitive", [unknown(STRING)], some(BOOL));
        check("issensitive", [some(STRING)], some(BOOL));
        check("issensitive", [dynamic()], some(BOOL));
        check("issensitive", [sensitive(unknown(STRING))], b(true));
    }

    #[test]
    fn ephemeral_parts_become_null() {
        let name = "ephemeralasnull";
        check(name, [s("a")], s("a"));
        check(name, [untyped_null()], untyped_null());
        check(name, [ephemeral(s("a"))], null(STRING));
        check(name, [ephemeral(null(STRING))], null(STRING));
        check(name, [sensitive(ephemeral(s("a")))], sensitive(null(STRING)));
        check(name, [ephemeral(list([s("a")]))], null(Type::list(STRING)));
        check(name, [list([ephemeral(s("a")), s("b")])], list([null(STRING), s("b")]));
        check(name, [tuple([tuple([ephemeral(s("a"))])])], tuple([tuple([null(STRING)])]));
        check(
            name,
            [map([("a", ephemeral(s("x"))), ("b", s("y"))])],
            map([("a", null(STRING)), ("b", s("y"))]),
        );
        check(
            name,
            [sensitive(object([("a", ephemeral(s("x"))), ("b", n("1"))]))],
            sensitive(object([("a", null(STRING)), ("b", n("1"))])),
        );
        check(name, [set([ephemeral(s("a"))])], null(Type::set(STRING)));
        check(name, [unknown(STRING)], unknown(STRING));
        check(name, [some(STRING)], some(STRING));
        check(name, [ephemeral(some(STRING))], unknown(STRING));
        check(name, [ephemeral(dynamic())], dynamic());
        check_error(name, [], "no argument for value");
    }
}
