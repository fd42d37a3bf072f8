//! Creating, changing and reading objects of every type by the rules of planning.

use schema::{plan_violations, unknown_paths};
use value::{Kind, Path, Type, Value};

use super::{apply, block, change, made_thing, null, path, plan, read};
use crate::{TestProvider, object};

/// Takes a type through configurations one after the other: each must plan and apply by the rules, a plan
/// right after must be empty, and what is read must be what was made.
fn live(type_name: &str, configs: &[&str]) {
    let provider = TestProvider::default();
    let mut prior = null(type_name);
    for text in configs {
        let config = object(type_name, text);
        let made = change(&provider, type_name, &prior, &config);
        let again = plan(&provider, type_name, &made, &config);
        assert_eq!(again.planned, made, "{text}: the plan after is not empty");
        assert!(again.requires_replace.is_empty(), "{text}");
        if type_name != "test_legacy" {
            assert_eq!(read(&provider, type_name, &made).object, made, "{text}");
        }
        prior = made;
    }
    let gone = apply(&provider, type_name, &prior, &null(type_name), &null(type_name));
    assert!(gone.object.unwrap().is_null());
    assert!(provider.cloud().objects().is_empty());
    assert!(read(&provider, type_name, &prior).object.is_null());
}

#[test]
fn things() {
    live("test_thing", &[r#"{"name": "a"}"#, r#"{"name": "a", "size": 3}"#, r#"{"name": "a"}"#]);
    live(
        "test_thing",
        &[r#"{"name": "a", "tags": {"k": "v"}}"#, r#"{"name": "a", "tags": {}}"#, r#"{"name": "a"}"#],
    );
    live("test_thing", &[r#"{"name": "a", "members": ["x", "y"]}"#, r#"{"name": "a", "members": ["y"]}"#]);
    live("test_thing", &[r#"{"name": "a", "list": []}"#, r#"{"name": "a", "list": ["x", "x"]}"#]);
    live("test_thing", &[r#"{"name": "a", "any": [1, {"b": null}]}"#, r#"{"name": "a", "any": "x"}"#]);
    live("test_thing", &[r#"{"name": "a", "secret": "s"}"#, r#"{"name": "a", "secret": "t"}"#]);
    live(
        "test_thing",
        &[
            r#"{"name": "a", "password_wo": "p", "password_version": 1}"#,
            r#"{"name": "a", "password_wo": "q", "password_version": 2}"#,
        ],
    );
    live("test_thing", &[r#"{"name": "a", "region": "r"}"#, r#"{"name": "a"}"#]);
}

#[test]
fn objects_in_attributes() {
    let one = |text: &str| format!(r#"{{"name": "a", {text}}}"#);
    let row = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| one(text)).collect();
        live("test_nested", &texts.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let leaf = |key: &str| {
        format!(r#"{{"key": "{key}", "value": null, "id": null, "chosen": null, "secret": "s"}}"#)
    };
    let (x, y) = (leaf("x"), leaf("y"));
    row(&[&format!(r#""single": {x}"#), &format!(r#""single": {y}"#), r#""single": null"#]);
    row(&[
        r#""list": []"#,
        &format!(r#""list": [{x}]"#),
        &format!(r#""list": [{x}, {y}]"#),
        &format!(r#""list": [{y}]"#),
    ]);
    row(&[&format!(r#""list": [{x}, {y}]"#), r#""list": null"#]);
    row(&[
        &format!(r#""set": [{x}]"#),
        &format!(r#""set": [{x}, {y}]"#),
        &format!(r#""set": [{y}]"#),
        r#""set": []"#,
    ]);
    row(&[&format!(r#""map": {{"p": {x}}}"#), &format!(r#""map": {{"p": {y}, "q": {x}}}"#), r#""map": {}"#]);
    row(&[&format!(r#""map": {{"p": {x}}}"#), &format!(r#""map": {{"q": {x}}}"#), r#""map": null"#]);
    row(&[r#""chosen": null"#, &format!(r#""chosen": {x}"#), r#""chosen": null"#]);
    row(&[
        &format!(r#""single": {x}, "set": [{x}, {y}], "map": {{"k": {y}}}"#),
        &format!(r#""single": {x}, "set": [{y}]"#),
    ]);
}

#[test]
fn blocks() {
    let row = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|text| format!(r#"{{"name": "a", {text}}}"#)).collect();
        live("test_blocks", &texts.iter().map(String::as_str).collect::<Vec<_>>());
    };
    row(&[
        r#""single": null"#,
        r#""single": {"key": "x"}"#,
        r#""single": {"key": "y"}"#,
        r#""single": null"#,
    ]);
    row(&[r#""group": {}"#, r#""group": {"key": "x"}"#, r#""group": {"chosen": "y"}"#]);
    row(&[
        r#""list": [{"key": "x"}]"#,
        r#""list": [{"key": "x"}, {"key": "y"}]"#,
        r#""list": [{"key": "y"}]"#,
        r#""list": []"#,
    ]);
    row(&[
        r#""set": [{"key": "x"}]"#,
        r#""set": [{"key": "x"}, {"key": "y"}]"#,
        r#""set": [{"key": "y"}]"#,
        r#""set": []"#,
    ]);
    row(&[r#""map": {"p": {"key": "x"}}"#, r#""map": {"q": {"key": "x"}, "p": {}}"#, r#""map": {}"#]);
    row(&[
        r#""deep": [{"inner": [{"key": "x"}]}]"#,
        r#""deep": [{"key": "d", "inner": [{"key": "x"}, {"key": "y"}]}]"#,
        r#""deep": [{"inner": []}]"#,
    ]);
    row(&[
        r#""list": [{"secret": "s"}], "set": [{"secret": "s"}]"#,
        r#""list": [{"secret": "t"}], "set": [{"secret": "t"}]"#,
    ]);
    row(&[r#""list": [{"chosen": "c"}]"#, r#""list": [{}]"#]);
}

#[test]
fn the_old_sdk() {
    live(
        "test_legacy",
        &[r#"{"name": "a"}"#, r#"{"name": "a", "note": "n"}"#, r#"{"name": "a", "note": ""}"#],
    );
    live(
        "test_legacy",
        &[r#"{"name": "a", "count_of": 0}"#, r#"{"name": "a", "count_of": 1}"#, r#"{"name": "a"}"#],
    );
    live("test_legacy", &[r#"{"name": "a", "list": [{"key": "x"}]}"#, r#"{"name": "a", "list": []}"#]);
    live(
        "test_legacy",
        &[r#"{"name": "a", "set": [{"key": "x"}]}"#, r#"{"name": "a", "set": [{"key": "y"}]}"#],
    );
    // It breaks the rules: what is not written gets a value, and what is written another.
    let provider = TestProvider::default();
    let config = object("test_legacy", r#"{"name": "Big"}"#);
    let response = plan(&provider, "test_legacy", &null("test_legacy"), &config);
    assert!(response.legacy_type_system);
    assert!(
        !plan_violations(block("test_legacy"), &null("test_legacy"), &config, &response.planned).is_empty()
    );
    let made =
        apply(&provider, "test_legacy", &null("test_legacy"), &response.planned, &config).object.unwrap();
    assert_eq!(made.entry("name"), Some(&Value::string("big")));
    assert!(made.entry("list").unwrap().is_null(), "no blocks are null");
}

#[test]
fn what_is_not_known_yet() {
    let unknowns = |type_name: &str, text: &str, expect: &[&str]| {
        let provider = TestProvider::default();
        let planned = plan(&provider, type_name, &null(type_name), &object(type_name, text)).planned;
        let found: Vec<String> = unknown_paths(&planned).iter().map(Path::to_string).collect();
        assert_eq!(found, expect, "{text}");
    };
    unknowns("test_thing", r#"{"name": "a"}"#, &[".id", ".region", ".revision", ".token"]);
    unknowns("test_thing", r#"{"name": "a", "region": "r"}"#, &[".id", ".revision", ".token"]);
    unknowns("test_nested", r#"{"name": "a"}"#, &[".chosen", ".id", ".region", ".revision"]);
    let leaf = r#"{"key": "x", "value": null, "id": null, "chosen": null, "secret": null}"#;
    unknowns(
        "test_nested",
        &format!(r#"{{"name": "a", "chosen": {leaf}, "list": [{leaf}]}}"#),
        &[".chosen.chosen", ".chosen.id", ".id", ".list[0].chosen", ".list[0].id", ".region", ".revision"],
    );
    unknowns(
        "test_blocks",
        r#"{"name": "a"}"#,
        &[".group.chosen", ".group.id", ".id", ".region", ".revision"],
    );
    unknowns(
        "test_blocks",
        r#"{"name": "a", "map": {"k": {"chosen": "c"}}}"#,
        &[".group.chosen", ".group.id", ".id", ".map[\"k\"].id", ".region", ".revision"],
    );
    unknowns(
        "test_blocks",
        r#"{"name": "a", "set": [{}]}"#,
        &[".group.chosen", ".group.id", ".id", ".region", ".revision", ".set[...].chosen", ".set[...].id"],
    );
    // A change makes the revision anew and nothing else.
    let (provider, _, made) = made_thing();
    let config = object("test_thing", r#"{"name": "a", "size": 4}"#);
    let planned = plan(&provider, "test_thing", &made, &config).planned;
    assert_eq!(unknown_paths(&planned), [path("revision")]);
}

#[test]
fn some_changes_need_a_new_object() {
    let (provider, _, made) = made_thing();
    let check = |text: &str, expect: &[&str]| {
        let response = plan(&provider, "test_thing", &made, &object("test_thing", text));
        let expect: Vec<Path> = expect.iter().map(|name| path(name)).collect();
        assert_eq!(response.requires_replace, expect, "{text}");
    };
    let rest = r#""tags": {"k": "v"}"#;
    check(&format!(r#"{{"name": "a", {rest}}}"#), &[]);
    check(&format!(r#"{{"name": "b", {rest}}}"#), &["name"]);
    check(&format!(r#"{{"name": "a", "kind": "k", {rest}}}"#), &["kind"]);
    check(&format!(r#"{{"name": "b", "kind": "k", {rest}}}"#), &["name", "kind"]);
    check(&format!(r#"{{"name": "a", "size": 1, {rest}}}"#), &[]);
    check(r#"{"name": "a"}"#, &[]);
    let unknown = {
        let config = object("test_thing", &format!(r#"{{"name": "a", {rest}}}"#));
        let entries = config.as_entries().unwrap().iter().cloned();
        Value::object(entries.chain([("name".into(), Value::unknown(Type::String))]))
    };
    assert_eq!(plan(&provider, "test_thing", &made, &unknown).requires_replace, [path("name")]);
    assert!(plan(&provider, "test_thing", &made, &null("test_thing")).requires_replace.is_empty());
}

#[test]
fn unknown_configurations_are_planned_by_the_rules() {
    let check = |type_name: &str, text: &str, attribute: &str| {
        let provider = TestProvider::default();
        let config = object(type_name, text);
        let ty = config.entry(attribute).unwrap().ty();
        let entries = config.as_entries().unwrap().iter().cloned();
        let config = Value::object(entries.chain([(attribute.into(), Value::unknown(ty))]));
        let planned = plan(&provider, type_name, &null(type_name), &config).planned;
        let errors = plan_violations(block(type_name), &null(type_name), &config, &planned);
        assert!(errors.is_empty(), "{type_name} {attribute}: {errors:?}");
        assert!(matches!(planned.entry(attribute).unwrap().kind(), Kind::Unknown), "{type_name} {attribute}");
    };
    let cases = [
        ("test_thing", &["name", "size", "tags", "members", "any", "secret", "region"][..]),
        ("test_nested", &["single", "list", "set", "map", "chosen"][..]),
        ("test_blocks", &["single", "group", "list", "set", "map", "deep"][..]),
    ];
    for (type_name, attributes) in cases {
        for attribute in attributes {
            check(type_name, r#"{"name": "a"}"#, attribute);
        }
    }
}

#[test]
fn drift_is_read() {
    let (provider, config, made) = made_thing();
    let id = provider.cloud().ids_of("a")[0].clone();
    assert!(provider.cloud().edit(&id, "size", Value::int(99)));
    let found = read(&provider, "test_thing", &made).object;
    assert_eq!(found.entry("size"), Some(&Value::int(99)));
    // A default that was changed elsewhere is left as it is: nothing is written about it.
    assert_eq!(plan(&provider, "test_thing", &found, &config).planned, found);
    let config = object("test_thing", r#"{"name": "a", "tags": {"k": "v"}, "size": 10}"#);
    assert_ne!(plan(&provider, "test_thing", &found, &config).planned, found);
    assert!(provider.cloud().remove(&id));
    assert!(!provider.cloud().edit(&id, "size", Value::int(1)));
    assert!(read(&provider, "test_thing", &found).object.is_null());
}
