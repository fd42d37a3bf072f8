//! Secrets and what is never stored.

use super::{schema, value};
use crate::Block;
use value::Path;

fn check(find: fn(&Block, &value::Value) -> Vec<Path>, text: &str, expect: &[&str]) {
    let found: Vec<String> = find(&schema(), &value(text)).iter().map(Path::to_string).collect();
    assert_eq!(found, expect, "{text}");
}

#[test]
fn sensitive_places() {
    let find: fn(&Block, &value::Value) -> Vec<Path> = Block::sensitive_paths;
    check(find, r#"{}"#, &[".secret"]);
    check(find, r#"{"secret": "x"}"#, &[".secret"]);
    check(find, r#"{"secret": "?"}"#, &[".secret"]);
    check(
        find,
        r#"{"n_secret": {"k": {"a": "x"}, "l": {}}}"#,
        &[".n_secret[\"k\"].secret", ".n_secret[\"l\"].secret", ".secret"],
    );
    check(find, r#"{"n_secret": {"k": null}}"#, &[".secret"]);
    check(find, r#"{"n_secret": "?"}"#, &[".secret"]);
    check(find, r#"{"b_deep": [{}, {}]}"#, &[".secret", ".b_deep[0].secret", ".b_deep[1].secret"]);
    check(find, r#"{"b_deep": "?"}"#, &[".secret"]);
    check(find, "null", &[]);
    check(find, r#""?""#, &[]);
}

#[test]
fn write_only_places() {
    let find: fn(&Block, &value::Value) -> Vec<Path> = Block::write_only_paths;
    check(find, r#"{}"#, &[".wo"]);
    check(find, r#"{"wo": "x"}"#, &[".wo"]);
    check(find, r#"{"wo": "?"}"#, &[".wo"]);
    check(find, r#"{"n_secret": {"k": {}}}"#, &[".n_secret[\"k\"].wo", ".wo"]);
    check(find, r#"{"n_secret": {"k": "?"}}"#, &[".wo"]);
    check(find, r#"{"n_secret": {}}"#, &[".wo"]);
    check(find, r#"{"n_list": [{}]}"#, &[".wo"]);
    check(find, "null", &[]);
}

#[test]
fn write_only_values_are_taken_out() {
    let check = |text: &str, expect: &str| {
        assert_eq!(schema().without_write_only(&value(text)), value(expect), "{text}");
    };
    check(r#"{"a": "x"}"#, r#"{"a": "x"}"#);
    check(r#"{"a": "x", "wo": "y"}"#, r#"{"a": "x"}"#);
    check(r#"{"wo": "?"}"#, r#"{}"#);
    check(r#"{"n_secret": {"k": {"a": "x", "wo": "y"}}}"#, r#"{"n_secret": {"k": {"a": "x"}}}"#);
    check(r#"{"n_secret": {"k": null}}"#, r#"{"n_secret": {"k": null}}"#);
    check(r#"{"n_secret": "?"}"#, r#"{"n_secret": "?"}"#);
    check(
        r#"{"wo": "y", "b_list": [{"a": "x"}], "b_set": "?"}"#,
        r#"{"b_list": [{"a": "x"}], "b_set": "?"}"#,
    );
    check("null", "null");
}
