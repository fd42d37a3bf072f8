//! What a provider may answer when it plans.

use super::{same_errors, schema, value};
use crate::{Attribute, Block, plan_violations};
use ::value::{Type, Value};

fn check(prior: &str, config: &str, planned: &str, expect: &[&str]) {
    let errors = plan_violations(&schema(), &value(prior), &value(config), &value(planned));
    same_errors(&format!("prior {prior}, config {config}, planned {planned}"), &errors, expect);
}

const NOT_CONFIG: &str = "the planned value is not the one in the configuration";
const NEITHER: &str =
    "the planned value is neither the one in the configuration nor the one there was before";
const NOT_COMPUTED: &str =
    "there is a planned value, but none in the configuration, and the attribute is not computed";
const UNKNOWN_BLOCK: &str =
    "a nested block must not be unknown as a whole; only the attributes in it can be unknown";
const DYNAMIC: &str =
    "these blocks are not known yet, because of a dynamic block, and must be left as they are";

fn at(path: &str, message: &str) -> String {
    format!("{path}: {message}")
}

#[test]
fn attributes() {
    check("null", r#"{"a": "x"}"#, r#"{"a": "x"}"#, &[]);
    check("null", r#"{"a": "x"}"#, r#"{"a": "y"}"#, &[&at(".a", NOT_CONFIG)]);
    check(r#"{"a": "z"}"#, r#"{"a": "x"}"#, r#"{"a": "y"}"#, &[&at(".a", NEITHER)]);
    // Another spelling of the same: the provider keeps what there is.
    check(r#"{"a": "X"}"#, r#"{"a": "x"}"#, r#"{"a": "X"}"#, &[]);
    check(r#"{"a": "X"}"#, r#"{}"#, r#"{"a": "X"}"#, &[&at(".a", NOT_COMPUTED)]);
    check("null", r#"{}"#, r#"{"a": "y"}"#, &[&at(".a", NOT_COMPUTED)]);
    check("null", r#"{}"#, r#"{"c": "?", "oc": "?"}"#, &[]);
    check("null", r#"{"oc": "x"}"#, r#"{"oc": "?"}"#, &[&at(".oc", NOT_CONFIG)]);
    check("null", r#"{"a": "x"}"#, r#"{"a": "?"}"#, &[&at(".a", NOT_CONFIG)]);
    check("null", r#"{"a": "?"}"#, r#"{"a": "x"}"#, &[&at(".a", NOT_CONFIG)]);
    check("null", r#"{"c": "x"}"#, r#"{"c": "y"}"#, &[]);
    check("null", r#"{"wo": "x"}"#, r#"{}"#, &[]);
    check(
        "null",
        r#"{"wo": "x"}"#,
        r#"{"wo": "y"}"#,
        &[&at(".wo", "a write-only attribute must be null in the plan")],
    );
    check(
        "null",
        r#"{"wo": "x"}"#,
        r#"{"wo": "x"}"#,
        &[&at(".wo", "a write-only attribute must be null in the plan")],
    );
    check("null", r#"{"any": [1]}"#, r#"{"any": [2]}"#, &[&at(".any", NOT_CONFIG)]);
    check("null", r#"{"texts": ["a"]}"#, r#"{"texts": ["a", "b"]}"#, &[&at(".texts", NOT_CONFIG)]);
    check("null", r#"{}"#, "null", &["planned for absence, but the configuration wants it to exist"]);
    check("null", "null", r#"{}"#, &["planned for existence, but the configuration wants it to be absent"]);
    check(r#"{"a": "x"}"#, "null", "null", &[]);
}

#[test]
fn single_objects() {
    check("null", r#"{"n_single": {"a": "x"}}"#, r#"{"n_single": {"a": "x", "c": "?", "oc": "?"}}"#, &[]);
    check(
        "null",
        r#"{"n_single": {"a": "x"}}"#,
        r#"{"n_single": {"a": "y"}}"#,
        &[&at(".n_single.a", NOT_CONFIG)],
    );
    check("null", r#"{"n_single": {}}"#, r#"{"n_single": {"a": "y"}}"#, &[&at(".n_single.a", NOT_COMPUTED)]);
    check(
        "null",
        r#"{"n_single": {}}"#,
        r#"{}"#,
        &[".n_single: planned for absence, but the configuration wants it to exist"],
    );
    check("null", r#"{}"#, r#"{"n_single": {}}"#, &[&at(".n_single", NOT_COMPUTED)]);
    check("null", r#"{}"#, r#"{"n_oc": {"a": "x"}}"#, &[]);
    check(
        "null",
        r#"{"n_single": {}}"#,
        r#"{"n_single": "?"}"#,
        &[".n_single: the plan makes a value unknown that the configuration knows"],
    );
    check(
        "null",
        r#"{"n_single": "?"}"#,
        r#"{"n_single": {}}"#,
        &[".n_single: the plan holds a value where the configuration is not known yet"],
    );
    check("null", r#"{"n_single": "?"}"#, r#"{"n_single": "?"}"#, &[]);
    check(r#"{"n_single": {"a": "X"}}"#, r#"{"n_single": {"a": "x"}}"#, r#"{"n_single": {"a": "X"}}"#, &[]);
}

#[test]
fn lists_of_objects() {
    check("null", r#"{"n_list": [{"a": "x"}]}"#, r#"{"n_list": [{"a": "x", "c": "?"}]}"#, &[]);
    check(
        "null",
        r#"{"n_list": [{"a": "x"}]}"#,
        r#"{"n_list": [{"a": "y"}]}"#,
        &[&at(".n_list[0].a", NOT_CONFIG)],
    );
    check(
        "null",
        r#"{"n_list": [{}]}"#,
        r#"{"n_list": [{}, {}]}"#,
        &[".n_list: there are 2 elements in the plan, but 1 in the configuration"],
    );
    check(
        "null",
        r#"{"n_list": [{}]}"#,
        r#"{"n_list": []}"#,
        &[".n_list: there are 0 elements in the plan, but 1 in the configuration"],
    );
    check(
        "null",
        r#"{"n_list": [{}]}"#,
        r#"{}"#,
        &[".n_list: planned for absence, but the configuration wants it to exist"],
    );
    check("null", r#"{"n_list": ["?"]}"#, r#"{"n_list": ["?"]}"#, &[]);
    check(
        "null",
        r#"{"n_list": [{}]}"#,
        r#"{"n_list": ["?"]}"#,
        &[".n_list[0]: only one of plan and configuration knows this element"],
    );
    check("null", r#"{"n_list": "?"}"#, r#"{"n_list": "?"}"#, &[]);
    check(
        "null",
        r#"{"n_list": [{}]}"#,
        r#"{"n_list": "?"}"#,
        &[".n_list: the plan makes a value unknown that the configuration knows"],
    );
    check(
        r#"{"n_list": [{"a": "X"}]}"#,
        r#"{"n_list": [{"a": "x"}]}"#,
        r#"{"n_list": [{"a": "X", "c": "1"}]}"#,
        &[],
    );
}

#[test]
fn maps_of_objects() {
    check("null", r#"{"n_map": {"k": {"a": "x"}}}"#, r#"{"n_map": {"k": {"a": "x", "oc": "?"}}}"#, &[]);
    check(
        "null",
        r#"{"n_map": {"k": {"a": "x"}}}"#,
        r#"{"n_map": {"k": {"a": "?"}}}"#,
        &[&at(".n_map[\"k\"].a", NOT_CONFIG)],
    );
    check(
        "null",
        r#"{"n_secret": {"k": {"wo": "x"}}}"#,
        r#"{"n_secret": {"k": {"wo": "x"}}}"#,
        &[&at(".n_secret[\"k\"].wo", "a write-only attribute must be null in the plan")],
    );
    check("null", r#"{"n_secret": {"k": {"wo": "x"}}}"#, r#"{"n_secret": {"k": {}}}"#, &[]);
    check(
        "null",
        r#"{"n_map": {"k": {}}}"#,
        r#"{"n_map": {"l": {}}}"#,
        &[
            ".n_map: the key \"l\" is in the plan, but not in the configuration",
            ".n_map: the key \"k\" is in the configuration, but not in the plan",
        ],
    );
    check("null", r#"{"n_map": {}}"#, r#"{"n_map": {}}"#, &[]);
    check(
        "null",
        r#"{"n_map": {"k": null}}"#,
        r#"{"n_map": {"k": {}}}"#,
        &[".n_map[\"k\"]: planned for existence, but the configuration wants it to be absent"],
    );
    check(
        "null",
        r#"{"n_map": {"k": {}}}"#,
        r#"{"n_map": {"k": null}}"#,
        &[".n_map[\"k\"]: planned for absence, but the configuration wants it to exist"],
    );
    check(
        "null",
        r#"{"n_map": "?"}"#,
        r#"{"n_map": {}}"#,
        &[".n_map: the plan holds a value where the configuration is not known yet"],
    );
    check(
        r#"{"n_map": {"k": {"a": "X"}}}"#,
        r#"{"n_map": {"k": {"a": "x"}}}"#,
        r#"{"n_map": {"k": {"a": "X"}}}"#,
        &[],
    );
}

#[test]
fn sets_of_objects() {
    check("null", r#"{"n_set": [{"a": "x"}]}"#, r#"{"n_set": [{"a": "x", "c": "?"}]}"#, &[]);
    // Elements have no name, so only their number is looked at.
    check("null", r#"{"n_set": [{"a": "x"}]}"#, r#"{"n_set": [{"a": "y"}]}"#, &[]);
    check(
        "null",
        r#"{"n_set": [{"a": "x"}]}"#,
        r#"{"n_set": []}"#,
        &[".n_set: there are 0 elements in the plan, but 1 in the configuration"],
    );
    check(
        "null",
        r#"{"n_set": [{"a": "x"}]}"#,
        r#"{"n_set": [{"a": "x"}, {"a": "y"}]}"#,
        &[".n_set: there are 2 elements in the plan, but 1 in the configuration"],
    );
    check("null", r#"{"n_set": [{"a": "?"}, {"a": "x"}]}"#, r#"{"n_set": [{"a": "x"}]}"#, &[]);
    check("null", r#"{"n_set": [{"a": "x"}]}"#, r#"{"n_set": [{"c": "?"}, {"oc": "?"}]}"#, &[]);
    check(
        "null",
        r#"{"n_set": [{"a": "x"}]}"#,
        r#"{}"#,
        &[".n_set: planned for absence, but the configuration wants it to exist"],
    );
    check("null", r#"{"n_set": "?"}"#, r#"{"n_set": "?"}"#, &[]);
    check("null", r#"{}"#, r#"{"n_set": []}"#, &[&at(".n_set", NOT_COMPUTED)]);
}

#[test]
fn single_and_group_blocks() {
    check("null", r#"{"b_single": {"a": "x"}}"#, r#"{"b_single": {"a": "x", "c": "?"}}"#, &[]);
    check(
        "null",
        r#"{"b_single": {"a": "x"}}"#,
        r#"{"b_single": {"a": "y"}}"#,
        &[&at(".b_single.a", NOT_CONFIG)],
    );
    check(
        "null",
        r#"{"b_single": {}}"#,
        r#"{"b_single": null}"#,
        &[".b_single: planned for absence, but the configuration wants it to exist"],
    );
    check(
        "null",
        r#"{}"#,
        r#"{"b_single": {}}"#,
        &[".b_single: planned for existence, but the configuration wants it to be absent"],
    );
    check("null", r#"{"b_single": {}}"#, r#"{"b_single": "?"}"#, &[&at(".b_single", UNKNOWN_BLOCK)]);
    check("null", r#"{"b_single": "?"}"#, r#"{"b_single": {}}"#, &[&at(".b_single", DYNAMIC)]);
    check("null", r#"{"b_single": "?"}"#, r#"{"b_single": "?"}"#, &[]);
    check("null", r#"{}"#, r#"{"b_group": {"c": "?"}}"#, &[]);
    check("null", r#"{}"#, r#"{"b_group": {"a": "x"}}"#, &[&at(".b_group.a", NOT_COMPUTED)]);
    check(r#"{"b_group": {"a": "X"}}"#, r#"{"b_group": {"a": "x"}}"#, r#"{"b_group": {"a": "X"}}"#, &[]);
}

#[test]
fn lists_of_blocks() {
    check("null", r#"{"b_list": [{"a": "x"}]}"#, r#"{"b_list": [{"a": "x", "c": "?"}]}"#, &[]);
    check(
        "null",
        r#"{"b_list": [{"a": "x"}]}"#,
        r#"{"b_list": [{"a": "y"}]}"#,
        &[&at(".b_list[0].a", NOT_CONFIG)],
    );
    check(
        "null",
        r#"{"b_list": [{}]}"#,
        r#"{"b_list": []}"#,
        &[".b_list: there are 0 blocks in the plan, but 1 in the configuration"],
    );
    check(
        "null",
        r#"{}"#,
        r#"{"b_list": [{}]}"#,
        &[".b_list: there are 1 blocks in the plan, but 0 in the configuration"],
    );
    check(
        "null",
        r#"{}"#,
        r#"{"b_list": null}"#,
        &[".b_list: no blocks must be an empty list of blocks, not null"],
    );
    check("null", r#"{"b_list": "?"}"#, r#"{"b_list": [{}]}"#, &[&at(".b_list", DYNAMIC)]);
    check("null", r#"{"b_list": "?"}"#, r#"{"b_list": "?"}"#, &[]);
    check("null", r#"{"b_list": [{}]}"#, r#"{"b_list": "?"}"#, &[&at(".b_list", UNKNOWN_BLOCK)]);
    check("null", r#"{"b_list": [{}]}"#, r#"{"b_list": ["?"]}"#, &[&at(".b_list[0]", UNKNOWN_BLOCK)]);
    // The old SDK leaves nulls behind, which ignore_changes brings into the configuration.
    check("null", r#"{"b_list": null}"#, r#"{"b_list": []}"#, &[]);
    check("null", r#"{"b_deep": [{"in": [{"a": "x"}]}]}"#, r#"{"b_deep": [{"in": []}]}"#, &[]);
}

#[test]
fn maps_of_blocks() {
    check("null", r#"{"b_map": {"k": {}}}"#, r#"{"b_map": {"k": {"c": "?"}}}"#, &[]);
    check(
        "null",
        r#"{"b_map": {"k": {"a": "x"}}}"#,
        r#"{"b_map": {"k": {}}}"#,
        &[&at(".b_map[\"k\"].a", NOT_CONFIG)],
    );
    check(
        "null",
        r#"{"b_map": {"k": {}}}"#,
        r#"{"b_map": {}}"#,
        &[".b_map: the block \"k\" is in the configuration, but not in the plan"],
    );
    check(
        "null",
        r#"{}"#,
        r#"{"b_map": {"k": {}}}"#,
        &[".b_map: the block \"k\" is in the plan, but not in the configuration"],
    );
    check(
        "null",
        r#"{}"#,
        r#"{"b_map": null}"#,
        &[".b_map: no blocks must be an empty map of blocks, not null"],
    );
    check("null", r#"{"b_map": "?"}"#, r#"{"b_map": {}}"#, &[&at(".b_map", DYNAMIC)]);
    check("null", r#"{"b_map": {}}"#, r#"{"b_map": "?"}"#, &[&at(".b_map", UNKNOWN_BLOCK)]);
    check(
        "null",
        r#"{"b_map": {"k": {}}}"#,
        r#"{"b_map": {"k": "?"}}"#,
        &[&at(".b_map[\"k\"]", UNKNOWN_BLOCK)],
    );
}

#[test]
fn sets_of_blocks() {
    check("null", r#"{"b_set": [{"a": "x"}]}"#, r#"{"b_set": [{"a": "x", "c": "?"}]}"#, &[]);
    // Nobody counts them.
    check("null", r#"{"b_set": [{"a": "x"}]}"#, r#"{"b_set": []}"#, &[]);
    check("null", r#"{}"#, r#"{"b_set": [{}]}"#, &[]);
    check(
        "null",
        r#"{}"#,
        r#"{"b_set": null}"#,
        &[".b_set: no blocks must be an empty set of blocks, not null"],
    );
    check("null", r#"{"b_set": "?"}"#, r#"{"b_set": "?"}"#, &[]);
    check("null", r#"{"b_set": "?"}"#, r#"{"b_set": []}"#, &[&at(".b_set", DYNAMIC)]);
    check("null", r#"{"b_set": []}"#, r#"{"b_set": "?"}"#, &[&at(".b_set", UNKNOWN_BLOCK)]);
    check("null", r#"{"b_set": [{"a": "?"}, {"a": "x"}]}"#, r#"{"b_set": [{"a": "x"}]}"#, &[]);
}

#[test]
fn what_is_known_of_an_unknown_value_need_not_be_kept() {
    let mut block = Block::default();
    block.attributes.insert("a".into(), Attribute::optional(Type::String));
    let object = |value: Value| Value::object([("a", value)]);
    let config = object(Value::unknown_not_null(Type::String));
    let none = Value::null(block.implied_type().clone());
    assert!(plan_violations(&block, &none, &config, &object(Value::unknown(Type::String))).is_empty());
    assert!(!plan_violations(&block, &none, &config, &object(Value::string("x"))).is_empty());
}
