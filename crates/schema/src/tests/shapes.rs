//! Types, empty values, coercion, conformance, unknown places, objects of the old SDK.

use super::{block, of_block, same_errors, schema, value};
use crate::{
    Attribute, Block, NestedBlock, Nesting, as_written, normalize_legacy, type_violations, unknown_as_null,
    unknown_paths,
};
use value::num::Num;
use value::{Kind, Path, Type, Value, json};

#[test]
fn implied_types_and_empty_values() {
    let object = "object({a=string,c=string,oc=string})";
    let check = |name: &str, ty: &str, empty: &str| {
        let block = schema();
        let Type::Object(object) = block.implied_type() else { panic!("not an object") };
        assert_eq!(format!("{:?}", object.get(name).unwrap().ty), ty, "{name}");
        assert_eq!(format!("{:?}", block.empty_value().entry(name).unwrap()), empty, "{name}");
    };
    let null = |ty: &str| format!("null({ty})");
    let nulls = r#"{"a": null(string), "c": null(string), "oc": null(string)}"#;
    check("a", "string", &null("string"));
    check("any", "any", &null("any"));
    check("n_single", object, &null(object));
    check("n_list", &format!("list({object})"), &null(&format!("list({object})")));
    check("n_set", &format!("set({object})"), &null(&format!("set({object})")));
    check("n_map", &format!("map({object})"), &null(&format!("map({object})")));
    check("b_single", object, &null(object));
    check("b_group", object, nulls);
    check("b_list", &format!("list({object})"), "list[]");
    check("b_set", &format!("set({object})"), "set[]");
    check("b_map", &format!("map({object})"), "map{}");
}

#[test]
fn blocks_of_any_type_are_tuples_and_objects() {
    let any =
        Block { attributes: [("x".into(), Attribute::optional(Type::Dynamic))].into(), ..Block::default() };
    let nested = |nesting| NestedBlock { nesting, block: any.clone(), min_items: 0, max_items: 0 };
    assert_eq!(nested(Nesting::List).ty(), Type::Dynamic);
    assert_eq!(nested(Nesting::Map).ty(), Type::Dynamic);
    assert_eq!(format!("{:?}", nested(Nesting::List).empty_value()), "[]");
    assert_eq!(format!("{:?}", nested(Nesting::Map).empty_value()), "{}");
    assert_eq!(format!("{:?}", nested(Nesting::Set).ty()), "set(object({x=any}))");
}

#[test]
fn loose_objects_are_made_to_fit() {
    let mut block = schema();
    block.attributes.insert("must".into(), Attribute::required(Type::Number));
    block
        .blocks
        .insert("b_two".into(), NestedBlock { min_items: 1, max_items: 2, ..self::block(Nesting::List) });
    let good = |text: &str| {
        let loose = json::decode_implied(text.as_bytes()).unwrap();
        let coerced = block.coerce(&loose).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(type_violations(&coerced, block.implied_type()).is_empty(), "{text}");
        coerced
    };
    let bad = |text: &str, expect: &str| {
        let loose = json::decode_implied(text.as_bytes()).unwrap();
        assert_eq!(block.coerce(&loose).map_err(|error| error.to_string()), Err(expect.to_owned()), "{text}");
    };
    let coerced = good(r#"{"must": "1", "a": true, "b_list": [{"a": 1}], "b_map": {"k": {}}}"#);
    assert_eq!(coerced.entry("must"), Some(&Value::int(1)));
    assert_eq!(coerced.entry("a"), Some(&Value::string("true")));
    assert_eq!(coerced.entry("b_two").and_then(Value::as_items).map(<[Value]>::len), Some(0));
    good(
        r#"{"must": null, "b_single": null, "b_group": null, "b_set": null, "n_list": [{"a": 1, "c": null, "oc": null}]}"#,
    );
    good(r#"{"must": 1, "b_set": [{"a": 1}, {"a": "1"}], "b_two": [{}, {}]}"#);
    bad(r#"[]"#, "an object is required");
    bad(r#"{}"#, "attribute \"must\" is required");
    bad(r#"{"must": 1, "nope": 1}"#, "unexpected attribute \"nope\"");
    bad(r#"{"must": []}"#, ".must: number required");
    bad(r#"{"must": 1, "b_list": {}}"#, ".b_list: must be a list");
    bad(r#"{"must": 1, "b_set": 1}"#, ".b_set: must be a set");
    bad(r#"{"must": 1, "b_map": []}"#, ".b_map: must be a map");
    bad(r#"{"must": 1, "b_list": [{"a": []}]}"#, ".b_list[0].a: string required");
    bad(r#"{"must": 1, "b_list": [null]}"#, ".b_list[0]: must not be null");
    bad(r#"{"must": 1, "b_two": []}"#, ".b_two: insufficient items; must have at least 1");
    bad(r#"{"must": 1, "b_two": [{}, {}, {}]}"#, ".b_two: too many items; cannot have more than 2");
    assert!(block.coerce(&Value::dynamic()).unwrap().raw_eq(&Value::unknown(block.implied_type().clone())));
    let secret = Value::object([("must", Value::int(1).sensitive())]);
    assert!(block.coerce(&secret).unwrap().entry("must").unwrap().marks().is_sensitive());
}

#[test]
fn values_of_other_types_are_told() {
    let ty = Type::object([
        ("a", Type::String),
        ("l", Type::list(Type::Number)),
        ("x", Type::Dynamic),
        ("t", Type::tuple([Type::Bool])),
    ]);
    let check = |a: Value, l: Value, t: Value, expect: &[&str]| {
        let value = Value::object([("a", a), ("l", l), ("x", Value::int(1)), ("t", t)]);
        same_errors(&format!("{value:?}"), &type_violations(&value, &ty), expect);
    };
    let (text, list) = (|| Value::string("x"), || Value::list(Type::Number, vec![]));
    let tuple = |item: Value| Value::tuple(vec![item]);
    let yes = || Value::bool(true);
    check(text(), list(), tuple(yes()), &[]);
    check(
        Value::null(Type::String),
        Value::unknown(Type::list(Type::Number)),
        tuple(Value::null(Type::Bool)),
        &[],
    );
    check(Value::int(1), list(), tuple(yes()), &[".a: string is required, but there is number"]);
    check(Value::null(Type::Number), list(), tuple(yes()), &[".a: string is required, but there is number"]);
    check(
        text(),
        Value::list(Type::String, vec![]),
        tuple(yes()),
        &[".l: list of number is required, but there is list of string"],
    );
    check(
        text(),
        Value::tuple(vec![]),
        tuple(yes()),
        &[".l: list of number is required, but there is tuple"],
    );
    check(text(), list(), tuple(text()), &[".t[0]: bool is required, but there is string"]);
    check(text(), list(), Value::tuple(vec![]), &[".t: wrong number of elements: 0 instead of 1"]);
    let value = Value::object([("a", text()), ("z", text())]);
    same_errors(
        "names",
        &type_violations(&value, &Type::object([("a", Type::String), ("b", Type::String)])),
        &["the attribute \"b\" is missing"],
    );
    same_errors(
        "names",
        &type_violations(&value, &Type::object([("a", Type::String)])),
        &["there is an unexpected attribute \"z\""],
    );
}

#[test]
fn unknown_places() {
    let check = |text: &str, expect: &[&str]| {
        let value = value(text);
        let found: Vec<String> = unknown_paths(&value).iter().map(Path::to_string).collect();
        assert_eq!(found, expect, "{text}");
        assert!(unknown_as_null(&value).is_wholly_known(), "{text}");
        assert_eq!(unknown_as_null(&value).ty(), value.ty(), "{text}");
    };
    check(r#"{"a": "x"}"#, &[]);
    check(r#"{"a": "?"}"#, &[".a"]);
    check(r#""?""#, &[""]);
    check(r#"{"n_list": [{"a": "x"}, {"a": "?"}]}"#, &[".n_list[1].a"]);
    check(r#"{"n_map": {"k": "?"}}"#, &[".n_map[\"k\"]"]);
    check(r#"{"b_set": [{"a": "?"}]}"#, &[".b_set[...].a"]);
    check(r#"{"b_list": "?", "c": "?"}"#, &[".b_list", ".c"]);
    check("null", &[]);
}

#[test]
fn objects_of_the_old_sdk() {
    let check = |text: &str, expect: &str| {
        assert_eq!(normalize_legacy(&schema(), &value(text)), value(expect), "{text}");
    };
    let unknown = r#"{"a": "?", "c": "?", "oc": "?"}"#;
    check(r#"{"a": "x", "b_list": null}"#, r#"{"a": "x", "b_list": []}"#);
    check(r#"{"b_set": null, "b_map": null}"#, r#"{"b_set": [], "b_map": {}}"#);
    check(r#"{"b_group": null}"#, r#"{"b_group": {}}"#);
    check(r#"{"b_single": null}"#, r#"{"b_single": null}"#);
    check(r#"{"b_list": "?"}"#, &format!(r#"{{"b_list": [{unknown}]}}"#));
    check(
        r#"{"b_set": "?", "b_single": "?"}"#,
        &format!(r#"{{"b_set": [{unknown}], "b_single": {unknown}}}"#),
    );
    check(r#"{"b_deep": [{"in": null}]}"#, r#"{"b_deep": [{"in": []}]}"#);
    check(r#"{"n_list": null, "any": "?"}"#, r#"{"n_list": null, "any": "?"}"#);
    check("null", "null");
    assert!(matches!(of_block(&schema(), &Value::null(Type::Dynamic)).kind(), Kind::Null));
}

#[test]
fn numbers_as_they_are_written() {
    let read = |text: &str| Value::number(Num::parse(text).unwrap());
    let pow = |power: i64| Value::number(Num::from_i64(2).pow(&Num::from_i64(power)).unwrap());
    let written = || read("18446744073709550000");
    let check = |value: Value, expect: Option<Value>| assert_eq!(as_written(&value), expect, "{value:?}");
    check(pow(62), None);
    check(pow(64), Some(written()));
    check(
        Value::list(Type::Number, vec![pow(1), pow(64).sensitive()]),
        Some(Value::list(Type::Number, vec![pow(1), written().sensitive()])),
    );
    check(Value::object([("a", pow(64))]), Some(Value::object([("a", written())])));
    check(Value::tuple(vec![Value::string("a"), Value::unknown(Type::Number)]), None);
    check(read("18446744073709551616"), None);
    check(Value::number(Num::from_f64(0.1).unwrap()), None);
}
