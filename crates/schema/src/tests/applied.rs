//! What may come out of an apply.

use super::{same_errors, schema, value};
use crate::{Attribute, Block, apply_violations};
use value::{Refinement, Type, Value};

fn check(planned: &str, actual: &str, expect: &[&str]) {
    let errors = apply_violations(&schema(), &value(planned), &value(actual));
    same_errors(&format!("planned {planned}, actual {actual}"), &errors, expect);
}

#[test]
fn attributes() {
    check(r#"{"a": "x", "c": "?"}"#, r#"{"a": "x", "c": "1"}"#, &[]);
    check(r#"{"c": "?"}"#, r#"{"c": null}"#, &[]);
    check(r#"{"a": "x"}"#, r#"{"a": "y"}"#, &[".a: the value is not the planned one"]);
    check(r#"{"a": "x"}"#, r#"{}"#, &[".a: had a value, but is now null"]);
    check(r#"{}"#, r#"{"a": "x"}"#, &[".a: was null, but now has a value"]);
    check(r#"{"a": "x"}"#, r#"{"a": "?"}"#, &[".a: was known, but now unknown"]);
    check(r#"{"a": "?"}"#, r#"{"a": "?"}"#, &[]);
    check(
        r#"{"secret": "x"}"#,
        r#"{"secret": "y"}"#,
        &[".secret: the values of a sensitive attribute are not the same"],
    );
    check("null", "null", &[]);
    check("null", r#"{}"#, &["was absent, but now present"]);
    check(r#"{}"#, "null", &["was present, but now absent"]);
}

#[test]
fn attributes_of_any_type() {
    check(r#"{"any": "?"}"#, r#"{"any": [1]}"#, &[]);
    check(r#"{"any": [1, "x"]}"#, r#"{"any": [1, "x"]}"#, &[]);
    check(r#"{"any": [1]}"#, r#"{"any": ["1"]}"#, &[".any: the type of a part of the value changed"]);
    check(r#"{"any": {"k": 1}}"#, r#"{"any": {"k": 2}}"#, &[".any.k: the value is not the planned one"]);
    check(r#"{"any": {"k": null}}"#, r#"{"any": {"k": 2}}"#, &[".any.k: was null, but now has a value"]);
    check(r#"{"any": {"k": 1}}"#, r#"{"any": {"l": 1}}"#, &[".any: the type of a part of the value changed"]);
    check(
        r#"{"any": 1}"#,
        r#"{"any": "x"}"#,
        &[".any: the type of the value changed: was number, but now string"],
    );
    check(r#"{"any": true}"#, r#"{}"#, &[".any: had a value, but is now null"]);
}

#[test]
fn sets_of_texts() {
    check(r#"{"texts": ["a", "b"]}"#, r#"{"texts": ["b", "a"]}"#, &[]);
    check(r#"{"texts": ["a", "?"]}"#, r#"{"texts": ["a", "b"]}"#, &[]);
    check(r#"{"texts": ["a", "?"]}"#, r#"{"texts": ["a"]}"#, &[]);
    check(
        r#"{"texts": ["a"]}"#,
        r#"{"texts": ["b"]}"#,
        &[".texts: 1 planned elements of the set are not there"],
    );
    check(
        r#"{"texts": ["a"]}"#,
        r#"{"texts": ["a", "b"]}"#,
        &[".texts: 1 elements of the set were not planned", ".texts: the length changed from 1 to 2"],
    );
    check(r#"{"texts": ["?"]}"#, r#"{"texts": ["a", "b"]}"#, &[".texts: the length changed from 1 to 2"]);
    check(r#"{"texts": "?"}"#, r#"{"texts": ["a", "b"]}"#, &[]);
    check(
        r#"{"texts": ["a"]}"#,
        r#"{"texts": []}"#,
        &[".texts: 1 planned elements of the set are not there"],
    );
    check(r#"{"texts": []}"#, r#"{}"#, &[".texts: had a value, but is now null"]);
}

#[test]
fn nested_objects() {
    check(r#"{"n_single": {"a": "x", "c": "?"}}"#, r#"{"n_single": {"a": "x", "c": "1"}}"#, &[]);
    check(
        r#"{"n_single": {"a": "x"}}"#,
        r#"{"n_single": {"a": "y"}}"#,
        &[".n_single.a: the value is not the planned one"],
    );
    check(r#"{"n_single": "?"}"#, r#"{"n_single": {"a": "y"}}"#, &[]);
    check(r#"{"n_list": [{"c": "?"}]}"#, r#"{"n_list": [{"c": "1"}]}"#, &[]);
    check(r#"{"n_list": [{}, {}]}"#, r#"{"n_list": [{}]}"#, &[".n_list: element 1 has vanished"]);
    check(r#"{"n_list": [{}]}"#, r#"{"n_list": [{}, {}]}"#, &[".n_list: new element 1 has appeared"]);
    check(
        r#"{"n_map": {"k": {"a": "x"}}}"#,
        r#"{"n_map": {"k": {"a": "y"}}}"#,
        &[".n_map[\"k\"].a: the value is not the planned one"],
    );
    check(
        r#"{"n_map": {"k": {}}}"#,
        r#"{"n_map": {"l": {}}}"#,
        &[".n_map: element \"k\" has vanished", ".n_map: new element \"l\" has appeared"],
    );
    check(r#"{"n_set": [{"a": "x", "c": "?"}]}"#, r#"{"n_set": [{"a": "x", "c": "1"}]}"#, &[]);
    check(
        r#"{"n_set": [{"a": "x"}]}"#,
        r#"{"n_set": [{"a": "y"}]}"#,
        &[".n_set: 1 planned elements of the set are not there"],
    );
}

#[test]
fn blocks_of_every_nesting() {
    check(r#"{"b_single": "?"}"#, r#"{"b_single": null}"#, &[]);
    check(r#"{"b_single": "?"}"#, r#"{"b_single": {"a": "x"}}"#, &[]);
    check(r#"{"b_single": {}}"#, r#"{"b_single": null}"#, &[".b_single: was present, but now absent"]);
    check(r#"{"b_group": {"c": "?"}}"#, r#"{"b_group": {"c": "1"}}"#, &[]);
    check(r#"{"b_list": [{"c": "?"}]}"#, r#"{"b_list": [{"c": "1"}]}"#, &[]);
    check(
        r#"{"b_list": [{}]}"#,
        r#"{"b_list": [{}, {}]}"#,
        &[".b_list: the number of blocks changed from 1 to 2"],
    );
    check(
        r#"{"b_list": [{"a": "x"}]}"#,
        r#"{"b_list": [{"a": "y"}]}"#,
        &[".b_list[0].a: the value is not the planned one"],
    );
    check(r#"{"b_list": "?"}"#, r#"{"b_list": [{}, {}]}"#, &[]);
    check(
        r#"{"b_map": {"k": {}}}"#,
        r#"{"b_map": {"l": {}}}"#,
        &[".b_map: block \"k\" has vanished", ".b_map: new block \"l\" has appeared"],
    );
    check(r#"{"b_map": {"k": {"c": "?"}}}"#, r#"{"b_map": {"k": {"c": "1"}}}"#, &[]);
    check(r#"{"b_set": [{"a": "?"}, {"a": "x"}]}"#, r#"{"b_set": [{"a": "x"}]}"#, &[]);
    check(
        r#"{"b_set": [{"a": "x"}]}"#,
        r#"{"b_set": [{"a": "x"}, {"a": "y"}]}"#,
        &[
            ".b_set: 1 elements of the set were not planned",
            ".b_set: the number of blocks changed from 1 to 2",
        ],
    );
    check(r#"{"b_deep": [{"in": [{"c": "?"}]}]}"#, r#"{"b_deep": [{"in": [{"c": "1"}]}]}"#, &[]);
    check(
        r#"{"b_deep": [{"secret": "x", "in": [{"a": "x"}]}]}"#,
        r#"{"b_deep": [{"secret": "y", "in": [{"a": "y"}]}]}"#,
        &[
            ".b_deep[0].secret: the values of a sensitive attribute are not the same",
            ".b_deep[0].in: 1 planned elements of the set are not there",
        ],
    );
}

#[test]
fn what_was_known_of_an_unknown_value_must_hold() {
    let block =
        Block { attributes: [("a".into(), Attribute::computed(Type::String))].into(), ..Block::default() };
    let check = |planned: Value, actual: Value, good: bool| {
        let object = |value: &Value| Value::object([("a", value.clone())]);
        let errors = apply_violations(&block, &object(&planned), &object(&actual));
        assert_eq!(errors.is_empty(), good, "{planned:?} {actual:?}: {errors:?}");
    };
    check(Value::unknown_not_null(Type::String), Value::string("x"), true);
    check(Value::unknown_not_null(Type::String), Value::null(Type::String), false);
    check(Value::unknown(Type::String), Value::null(Type::String), true);
    let prefixed = Value::unknown(Type::String).refine(Refinement::with_prefix("i-"));
    check(prefixed.clone(), Value::string("i-1"), true);
    check(prefixed.clone(), Value::string("x"), false);
    check(prefixed, Value::unknown(Type::String), true);
    check(Value::dynamic(), Value::int(1), true);
    check(Value::unknown(Type::String), Value::int(1), false);
}
