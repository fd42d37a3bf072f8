//! What a provider is proposed.

use super::{schema, value};
use crate::{proposed_new, unknown_computed};

fn check(prior: &str, config: &str, expect: &str) {
    let found = proposed_new(&schema(), &value(prior), &value(config));
    assert_eq!(found, value(expect), "prior {prior}, config {config}");
}

#[test]
fn attributes() {
    check("null", r#"{"a": "x"}"#, r#"{"a": "x"}"#);
    check(r#"{"a": "x", "c": "1", "oc": "2"}"#, r#"{"a": "y"}"#, r#"{"a": "y", "c": "1", "oc": "2"}"#);
    check(r#"{"a": "x"}"#, r#"{}"#, r#"{}"#);
    check(r#"{"oc": "2"}"#, r#"{"oc": "3"}"#, r#"{"oc": "3"}"#);
    check(r#"{"oc": "2"}"#, r#"{"oc": "?"}"#, r#"{"oc": "?"}"#);
    check(r#"{"c": "?"}"#, r#"{}"#, r#"{"c": "?"}"#);
    check(r#"{"secret": "s"}"#, r#"{"secret": "t", "wo": "w"}"#, r#"{"secret": "t", "wo": "w"}"#);
    check(r#"{"any": [1]}"#, r#"{"any": {"a": 1}}"#, r#"{"any": {"a": 1}}"#);
    check(r#"{"texts": ["a"]}"#, r#"{"texts": ["?"]}"#, r#"{"texts": ["?"]}"#);
    check(r#"{"a": "x"}"#, "null", r#"{"a": "x"}"#);
    check("null", "null", "null");
}

#[test]
fn single_objects() {
    check("null", r#"{"n_single": {"a": "x"}}"#, r#"{"n_single": {"a": "x"}}"#);
    check(
        r#"{"n_single": {"a": "x", "c": "1", "oc": "2"}}"#,
        r#"{"n_single": {"a": "y"}}"#,
        r#"{"n_single": {"a": "y", "c": "1", "oc": "2"}}"#,
    );
    check(r#"{"n_single": {"c": "1"}}"#, r#"{}"#, r#"{}"#);
    check(r#"{"n_single": {"c": "1"}}"#, r#"{"n_single": "?"}"#, r#"{"n_single": "?"}"#);
    check(r#"{"n_single": null}"#, r#"{"n_single": {}}"#, r#"{"n_single": {}}"#);
    // One that is optional and computed stays, unless the configuration must have set something in it.
    check(r#"{"n_oc": {"c": "1"}}"#, r#"{}"#, r#"{"n_oc": {"c": "1"}}"#);
    check(r#"{"n_oc": {"c": "1", "oc": "2"}}"#, r#"{}"#, r#"{"n_oc": {"c": "1", "oc": "2"}}"#);
    check(r#"{"n_oc": {"a": "x", "c": "1"}}"#, r#"{}"#, r#"{}"#);
    check(r#"{"n_oc": {"a": "x", "c": "1"}}"#, r#"{"n_oc": {}}"#, r#"{"n_oc": {"c": "1"}}"#);
}

#[test]
fn lists_of_objects_and_blocks() {
    for name in ["n_list", "b_list"] {
        let check = |prior: &str, config: &str, expect: &str| {
            let wrap = |text: &str| format!(r#"{{"{name}": {text}}}"#);
            check(&wrap(prior), &wrap(config), &wrap(expect));
        };
        check(r#"[]"#, r#"[{"a": "x"}]"#, r#"[{"a": "x"}]"#);
        check(r#"[{"a": "x", "c": "1"}]"#, r#"[{"a": "y"}]"#, r#"[{"a": "y", "c": "1"}]"#);
        check(r#"[{"c": "1"}, {"c": "2"}]"#, r#"[{"a": "y"}]"#, r#"[{"a": "y", "c": "1"}]"#);
        check(r#"[{"c": "1"}]"#, r#"[{}, {"oc": "3"}]"#, r#"[{"c": "1"}, {"oc": "3"}]"#);
        check(r#"[{"oc": "1"}]"#, r#"[{"oc": "?"}]"#, r#"[{"oc": "?"}]"#);
        check(r#"[{"c": "1"}]"#, r#"[]"#, r#"[]"#);
        check(r#"[{"c": "1"}]"#, r#""?""#, r#""?""#);
        check(r#""?""#, r#"[{"a": "x"}]"#, r#"[{"a": "x"}]"#);
        check(r#"[{"c": "?"}]"#, r#"[{"a": "?"}]"#, r#"[{"a": "?", "c": "?"}]"#);
    }
}

#[test]
fn maps_of_objects_and_blocks() {
    for name in ["n_map", "b_map"] {
        let check = |prior: &str, config: &str, expect: &str| {
            let wrap = |text: &str| format!(r#"{{"{name}": {text}}}"#);
            check(&wrap(prior), &wrap(config), &wrap(expect));
        };
        check(r#"{}"#, r#"{"k": {"a": "x"}}"#, r#"{"k": {"a": "x"}}"#);
        check(r#"{"k": {"c": "1"}}"#, r#"{"k": {"a": "x"}}"#, r#"{"k": {"a": "x", "c": "1"}}"#);
        check(r#"{"k": {"c": "1"}}"#, r#"{"l": {"a": "x"}}"#, r#"{"l": {"a": "x"}}"#);
        check(r#"{"k": {"c": "1"}, "l": {"c": "2"}}"#, r#"{"l": {}}"#, r#"{"l": {"c": "2"}}"#);
        check(r#"{"k": {"oc": "1"}}"#, r#"{"k": {"oc": "?"}}"#, r#"{"k": {"oc": "?"}}"#);
        check(r#"{"k": {"oc": "1"}}"#, r#"{}"#, r#"{}"#);
        check(r#"{"k": {"oc": "1"}}"#, r#""?""#, r#""?""#);
        check(r#""?""#, r#"{"k": {"a": "x"}}"#, r#"{"k": {"a": "x"}}"#);
        check(r#"{"k": {"c": "?"}}"#, r#"{"k": {}}"#, r#"{"k": {"c": "?"}}"#);
    }
}

#[test]
fn sets_of_objects_and_blocks() {
    for name in ["n_set", "b_set"] {
        let check = |prior: &str, config: &str, expect: &str| {
            let wrap = |text: &str| format!(r#"{{"{name}": {text}}}"#);
            check(&wrap(prior), &wrap(config), &wrap(expect));
        };
        check(r#"[]"#, r#"[{"a": "x"}]"#, r#"[{"a": "x"}]"#);
        // An element is found again when only what the provider chose differs.
        check(r#"[{"a": "x", "c": "1"}]"#, r#"[{"a": "x"}]"#, r#"[{"a": "x", "c": "1"}]"#);
        check(r#"[{"a": "x", "c": "1"}]"#, r#"[{"a": "y"}]"#, r#"[{"a": "y"}]"#);
        check(
            r#"[{"a": "x", "c": "1"}, {"a": "y", "c": "2"}]"#,
            r#"[{"a": "y"}, {"a": "z"}]"#,
            r#"[{"a": "y", "c": "2"}, {"a": "z"}]"#,
        );
        check(r#"[{"a": "x", "oc": "1"}]"#, r#"[{"a": "x", "oc": "2"}]"#, r#"[{"a": "x", "oc": "2"}]"#);
        check(r#"[{"a": "x", "oc": "1"}]"#, r#"[{"a": "x"}]"#, r#"[{"a": "x", "oc": "1"}]"#);
        check(r#"[{"a": "x", "c": "1"}]"#, r#"[{"a": "?"}]"#, r#"[{"a": "?"}]"#);
        check(r#"[{"a": "x"}]"#, r#""?""#, r#""?""#);
        check(r#"[{"a": "x"}]"#, r#"[]"#, r#"[]"#);
        // Each element of the prior set is used once only.
        check(
            r#"[{"a": "x", "c": "1"}]"#,
            r#"[{"a": "x"}, {"a": "x", "oc": "2"}]"#,
            r#"[{"a": "x", "c": "1"}, {"a": "x", "oc": "2"}]"#,
        );
    }
}

#[test]
fn single_and_group_blocks() {
    check("null", r#"{"b_single": {"a": "x"}}"#, r#"{"b_single": {"a": "x"}}"#);
    check(
        r#"{"b_single": {"c": "1"}}"#,
        r#"{"b_single": {"a": "x"}}"#,
        r#"{"b_single": {"a": "x", "c": "1"}}"#,
    );
    check(r#"{"b_single": {"c": "1"}}"#, r#"{"b_single": null}"#, r#"{"b_single": null}"#);
    check(r#"{"b_single": {"c": "1"}}"#, r#"{"b_single": "?"}"#, r#"{"b_single": "?"}"#);
    check(r#"{"b_single": null}"#, r#"{"b_single": {}}"#, r#"{"b_single": {}}"#);
    check(r#"{"b_group": {"c": "1"}}"#, r#"{}"#, r#"{"b_group": {"c": "1"}}"#);
    check(
        r#"{"b_group": {"a": "x", "oc": "1"}}"#,
        r#"{"b_group": {"a": "?"}}"#,
        r#"{"b_group": {"a": "?", "oc": "1"}}"#,
    );
    check(r#"{"b_group": {"oc": "1"}}"#, r#"{"b_group": {"oc": "2"}}"#, r#"{"b_group": {"oc": "2"}}"#);
    check("null", r#"{"b_group": "?"}"#, r#"{"b_group": "?"}"#);
}

#[test]
fn blocks_in_blocks() {
    check(
        r#"{"b_deep": [{"c": "1", "in": [{"a": "x", "c": "2"}]}]}"#,
        r#"{"b_deep": [{"a": "y", "in": [{"a": "x"}, {"a": "z"}]}]}"#,
        r#"{"b_deep": [{"a": "y", "c": "1", "in": [{"a": "x", "c": "2"}, {"a": "z"}]}]}"#,
    );
    check(
        r#"{"b_deep": [{"in": [{"c": "2"}]}]}"#,
        r#"{"b_deep": [{"in": "?"}]}"#,
        r#"{"b_deep": [{"in": "?"}]}"#,
    );
}

#[test]
fn what_is_read_later_is_unknown() {
    let check = |config: &str, expect: &str| {
        assert_eq!(unknown_computed(&schema(), &value(config)), value(expect), "{config}");
    };
    let rest = r#""c": "?", "oc": "?", "n_oc": "?", "b_group": {"c": "?", "oc": "?"}"#;
    check(r#"{}"#, &format!("{{{rest}}}"));
    check(
        r#"{"a": "x", "oc": "y"}"#,
        r#"{"a": "x", "oc": "y", "c": "?", "n_oc": "?", "b_group": {"c": "?", "oc": "?"}}"#,
    );
    check(r#"{"a": "?"}"#, &format!(r#"{{"a": "?", {rest}}}"#));
    check(
        r#"{"n_single": {"a": "x"}}"#,
        &format!(r#"{{"n_single": {{"a": "x", "c": "?", "oc": "?"}}, {rest}}}"#),
    );
    check(r#"{"n_list": [{"oc": "x"}]}"#, &format!(r#"{{"n_list": [{{"c": "?", "oc": "x"}}], {rest}}}"#));
    check(r#"{"b_list": [{}]}"#, &format!(r#"{{"b_list": [{{"c": "?", "oc": "?"}}], {rest}}}"#));
    check(r#"{"b_map": {"k": {}}}"#, &format!(r#"{{"b_map": {{"k": {{"c": "?", "oc": "?"}}}}, {rest}}}"#));
    check(r#"{"b_set": "?"}"#, &format!(r#"{{"b_set": "?", {rest}}}"#));
    check("null", r#""?""#);
}
