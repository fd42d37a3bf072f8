//! Tests of conversion and unification.

use super::*;
use crate::{AttributeType, Marks, ObjectType, Refinement, json, msgpack, type_json};
use std::sync::Arc;

fn ty(text: &str) -> Type {
    type_json::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn plain(text: &str) -> Value {
    json::decode_implied(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap()).collect()
}

/// Rows recorded from go-cty 1.16.2 (the one in Terraform 1.11.4) on random types and values.
#[test]
fn go_cty_agrees() {
    for line in include_str!("go_cases.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let got = match fields[0] {
            "convert" => {
                let value = msgpack::decode(&unhex(fields[2]), &ty(fields[1])).unwrap();
                let result = match convert(&value, &ty(fields[3])) {
                    Ok(value) => {
                        let own = value.ty();
                        format!(
                            "ok\t{}\t{}",
                            type_json::encode(&own),
                            hex(&msgpack::encode(&value, &own).unwrap())
                        )
                    }
                    Err(error) => format!("err\t{}\t{error}", error.path),
                };
                format!("{}\t{result}", fields[..4].join("\t"))
            }
            "unify" => {
                let types: Vec<Type> = fields[1].split(';').map(ty).collect();
                let text =
                    |found: Option<Type>| found.map_or("none".to_owned(), |found| type_json::encode(&found));
                format!("unify\t{}\t{}\t{}", fields[1], text(unify(&types)), text(unify_unsafe(&types)))
            }
            _ => {
                let own = ty(fields[1]);
                let value = msgpack::decode(&unhex(fields[2]), &own).unwrap();
                let json =
                    json::encode(&value, &Type::Dynamic).unwrap_or_else(|error| format!("err {error}"));
                let bytes = [&own, &Type::Dynamic].map(|ty| hex(&msgpack::encode(&value, ty).unwrap()));
                format!("codec\t{}\t{}\t{json}", fields[1], bytes.join("\t"))
            }
        };
        assert_eq!(got, line);
    }
}

#[test]
fn messages_name_the_place() {
    let check = |value: &str, want: &str, message: &str, at_path: &str| {
        let error = convert(&plain(value), &ty(want)).unwrap_err();
        assert_eq!(
            (error.to_string().as_str(), error.at_path().to_string().as_str()),
            (message, at_path),
            "{value}"
        );
    };
    let number = "a number is required";
    check(r#"["x"]"#, r#"["list","number"]"#, number, "[0]: a number is required");
    check(r#"[{"a":"x"}]"#, r#"["list",["object",{"a":"number"}]]"#, number, "[0].a: a number is required");
    check(
        r#"{"k":{"a":{"z":"q"}}}"#,
        r#"["map",["object",{"a":["object",{"z":"number"}]}]]"#,
        number,
        "[\"k\"].a.z: a number is required",
    );
    let lower = "a bool is required; to convert from string, use lowercase \"true\"";
    check(r#""True""#, r#""bool""#, lower, lower);
    // A type that cannot fit is reported before a value that does not.
    let second = "element 1: bool required";
    check(r#"["x",[]]"#, r#"["list","bool"]"#, second, second);
    let missing = "attributes \"a\", \"b\", and \"c\" are required";
    check("{}", r#"["object",{"a":"string","b":"string","c":"number"}]"#, missing, missing);
}

#[test]
fn a_value_of_the_type_is_shared() {
    let object = plain(r#"{"a":[1,{"b":"x"}],"c":true}"#);
    let optional = AttributeType { name: "a".into(), ty: object.entry("a").unwrap().ty(), optional: true };
    let required = AttributeType { name: "c".into(), ty: Type::Bool, optional: false };
    let want = Type::Object(Arc::new(ObjectType::new([optional, required])));
    assert!(matches!(walk::change(&object, &want), Ok(None)));
    let list = Value::list(Type::String, vec![Value::string("x")]);
    assert!(matches!(walk::change(&list, &Type::list(Type::String)), Ok(None)));
}

#[test]
fn marks_stay_where_they_are() {
    let secret = Value::object([("a", Value::string("1").sensitive()), ("b", Value::int(2))]);
    let map = convert(&secret, &Type::map(Type::Number)).unwrap();
    assert!(!map.is_marked());
    assert!(map.entry("a").unwrap().marks().is_sensitive());
    assert!(!map.entry("b").unwrap().is_marked());

    // A set cannot keep marks of elements.
    let tuple = Value::tuple(vec![Value::string("x").sensitive(), Value::string("y")]);
    let set = convert(&tuple, &Type::set(Type::String)).unwrap();
    assert!(set.marks().is_sensitive());

    for value in [Value::null(Type::Dynamic), Value::dynamic(), Value::string("1")] {
        let converted = convert(&value.with_marks(&Marks::ephemeral()), &Type::Number).unwrap();
        assert!(converted.marks().is_ephemeral());
        assert_eq!(converted.ty(), Type::Number);
    }
    // A mark on a value of no known type survives its getting one.
    let open = Value::tuple(vec![Value::dynamic().sensitive(), Value::string("x")]);
    let list = convert(&open, &Type::list(Type::Dynamic)).unwrap();
    assert_eq!(list.ty(), Type::list(Type::String));
    assert!(list.as_items().unwrap()[0].marks().is_sensitive());
}

#[test]
fn unknowns_keep_what_stays_true() {
    let check =
        |from: Value, to: Type, expect: Value| assert_eq!(convert(&from, &to).unwrap(), expect, "{from:?}");
    let refined = |ty: Type, known: Refinement| Value::unknown(ty).refine(known);
    let list = |element: Type| Type::list(element);
    check(Value::dynamic(), Type::String, Value::unknown(Type::String));
    check(Value::unknown_not_null(Type::Number), Type::String, Value::unknown_not_null(Type::String));
    check(
        refined(list(Type::Number), Refinement::with_length(2, Some(5))),
        list(Type::String),
        refined(list(Type::String), Refinement::with_length(2, Some(5))),
    );
    check(
        refined(list(Type::Number), Refinement::with_length(2, Some(5))),
        Type::set(Type::String),
        refined(Type::set(Type::String), Refinement::with_length(1, Some(5))),
    );
    let pair = Type::tuple([Type::String, Type::String]);
    check(
        Value::unknown(pair.clone()),
        list(Type::Dynamic),
        refined(
            list(Type::String),
            Refinement { min_length: 2, max_length: Some(2), ..Refinement::default() },
        ),
    );
    // A tuple that is not null gives a list of as many elements.
    check(
        Value::unknown_not_null(pair),
        list(Type::String),
        Value::list(Type::String, vec![Value::unknown(Type::String); 2]),
    );
    check(Value::null(Type::tuple([Type::Number])), list(Type::Dynamic), Value::null(list(Type::Number)));
}

#[test]
fn a_set_that_may_shrink_makes_an_unknown_list() {
    let set = Value::set(Type::Number, vec![Value::int(1), Value::unknown(Type::Number)]);
    let list = convert(&set, &Type::list(Type::String)).unwrap();
    assert_eq!(list, Value::unknown(Type::list(Type::String)));
}

#[test]
fn many_mixed_elements_are_fast() {
    let mut items = vec![Value::int(1); 50_000];
    items.extend(vec![Value::string("x"); 50_000]);
    let list = convert(&Value::tuple(items), &Type::list(Type::Dynamic)).unwrap();
    assert_eq!(list.ty(), Type::list(Type::String));
}

#[test]
fn defaults_fill_missing_and_null_attributes() {
    let inner = Defaults {
        ty: ty(r#"["object",{"b":"string"},["b"]]"#),
        values: [("b".into(), Value::string("deep"))].into(),
        children: Default::default(),
    };
    let object = ty(r#"["object",{"a":"number","n":["object",{"b":"string"},["b"]]},["a","n"]]"#);
    let outer = Defaults {
        ty: object.clone(),
        values: [("a".into(), Value::int(7)), ("n".into(), Value::object::<&str>([]))].into(),
        children: [("n".into(), inner)].into(),
    };
    let list_type = Type::list(object);
    let list =
        Defaults { ty: list_type.clone(), values: Default::default(), children: [("".into(), outer)].into() };
    let check = |given: &str, expect: &str| {
        let filled = convert(&list.apply(&plain(given)), &list_type).unwrap();
        assert_eq!(json::encode_simple(&filled).unwrap(), expect, "{given}");
    };
    check("[]", "[]");
    check("[{}]", r#"[{"a":7,"n":{"b":"deep"}}]"#);
    check(r#"[{"a":null,"n":{"b":"x"}}]"#, r#"[{"a":7,"n":{"b":"x"}}]"#);
    check(r#"[{"a":1,"n":null},{"n":{}}]"#, r#"[{"a":1,"n":{"b":"deep"}},{"a":7,"n":{"b":"deep"}}]"#);

    // Nothing is put into nulls and unknowns, and marks stay.
    let null = Value::null(Type::Dynamic);
    assert_eq!(list.apply(&null), null);
    assert_eq!(list.apply(&Value::dynamic()), Value::dynamic());
    let marked = list.apply(&plain("[{}]").sensitive());
    assert!(marked.marks().is_sensitive());
    // Lists whose elements grow apart are still lists, or tuples for the conversion to judge.
    let given = convert(&plain(r#"[{"a":1}]"#), &ty(r#"["list",["object",{"a":"number"}]]"#)).unwrap();
    assert_eq!(convert(&list.apply(&given), &list_type).unwrap().ty(), list_type.without_optional());
}

#[test]
fn an_unknown_attribute_with_a_default_is_not_null() {
    let defaults = Defaults {
        ty: ty(r#"["object",{"a":"number"},["a"]]"#),
        values: [("a".into(), Value::int(7))].into(),
        children: Default::default(),
    };
    let filled = defaults.apply(&Value::object([("a", Value::unknown(Type::Number))]));
    assert_eq!(filled.entry("a"), Some(&Value::unknown_not_null(Type::Number)));
}

#[test]
fn the_deepest_values_convert() {
    let depth = crate::MAX_NESTING - 1;
    let nested = |inner: &str| "[".repeat(depth) + inner + &"]".repeat(depth);
    let pair = plain(&format!("[{},{}]", nested("1"), nested("\"x\"")));
    let list = convert(&pair, &Type::list(Type::Dynamic)).unwrap();
    let element = list.ty().element().unwrap().clone();
    assert_eq!(convert(&list, &Type::set(element.clone())).unwrap().ty(), Type::set(element.clone()));
    assert!(convert(&list, &Type::list(Type::list(Type::Number))).is_err());
    assert!(
        convert(&list, &Type::list(ty(&("[\"list\",".repeat(depth) + "\"number\"" + &"]".repeat(depth)))))
            .is_err()
    );
    assert_eq!(unify(&[element.clone(), Type::Dynamic]), Some(Type::Dynamic));
    let bytes = msgpack::encode(&list, &Type::Dynamic);
    assert!(bytes.is_ok());
}
