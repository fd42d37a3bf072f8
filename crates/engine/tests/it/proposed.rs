//! What a provider is proposed: what is written wins, what only the provider chooses stays, elements of sets are
//! found again. Rule 11 of planning.

use testkit::Method;

use crate::stage::Stage;
use crate::text::show;

/// Applies one body, then another; what the provider was proposed for one of the attributes of the second.
fn check(type_name: &str, attribute: &str, before: &str, after: &str, expect: &str) {
    let config = |body: &str| format!("resource \"{type_name}\" \"a\" {{\n  name = \"a\"\n  {body}\n}}\n");
    let mut stage = Stage::with(&config(before));
    stage.cloud.forget_calls();
    stage.settle(&config(after));
    let calls = stage.cloud.calls();
    let planned = calls.iter().find(|call| call.method == Method::Plan).expect("it is planned");
    let proposed = planned.wanted.as_ref().and_then(|wanted| wanted.entry(attribute)).expect("the attribute");
    assert_eq!(show(proposed), expect, "{type_name}: {before} -> {after}");
}

/// What the provider makes in every object that is written.
const MADE: &str = "chosen: made-chosen, id: made-id";

#[test]
fn attributes() {
    for (attribute, before, after, expect) in [
        ("size", "size = 5", "size = 6", "6"),
        ("size", "size = 5", "kind = null", "5"),
        ("size", "", "tags = {}", "10"),
        ("region", "region = \"r\"", "tags = {}", "r"),
        ("region", "", "region = \"r\"", "r"),
        ("kind", "tags = { a = 1 }\n  kind = \"k\"", "kind = \"k\"", "k"),
        ("tags", "tags = { a = 1 }", "", "null"),
        ("tags", "tags = { a = 1, b = 2 }", "tags = { b = 3, c = 4 }", "{b: 3, c: 4}"),
        ("members", "members = [\"a\", \"b\"]", "members = [\"b\", \"c\"]", "[b, c]"),
        ("id", "size = 1", "size = 2", "thing-1"),
        ("token", "size = 1", "size = 2", "made-token"),
        ("password_wo", "size = 1", "password_wo = \"p\"\n  size = 2", "p"),
    ] {
        check("test_thing", attribute, before, after, expect);
    }
}

#[test]
fn nested_attributes() {
    let made = |text: &str| text.replace("MADE", MADE);
    for (attribute, before, after, expect) in [
        ("single", "single = { key = \"a\" }", "single = { key = \"b\" }", "{MADE, key: b}"),
        (
            "single",
            "single = { key = \"a\", chosen = \"x\" }",
            "single = { key = \"b\" }",
            "{chosen: x, id: made-id, key: b}",
        ),
        ("single", "single = { key = \"a\" }", "single = { chosen = \"y\" }", "{chosen: y, id: made-id}"),
        ("single", "single = { key = \"a\" }", "", "null"),
        ("single", "", "single = { key = \"a\" }", "{key: a}"),
        (
            "list",
            "list = [{ key = \"a\" }, { key = \"b\" }]",
            "list = [{ key = \"x\" }, { key = \"b\" }, { key = \"c\" }]",
            "[{MADE, key: x}, {MADE, key: b}, {key: c}]",
        ),
        ("list", "list = [{ key = \"a\" }, { key = \"b\" }]", "list = [{ key = \"b\" }]", "[{MADE, key: b}]"),
        (
            "map",
            "map = { p = { key = \"a\" }, q = { key = \"b\" } }",
            "map = { q = { key = \"x\" }, r = { key = \"c\" } }",
            "{q: {MADE, key: x}, r: {key: c}}",
        ),
        (
            "set",
            "set = [{ key = \"a\" }, { key = \"b\" }]",
            "set = [{ key = \"b\" }, { key = \"c\" }]",
            "[{MADE, key: b}, {key: c}]",
        ),
        (
            "set",
            "set = [{ key = \"a\", chosen = \"x\" }]",
            "set = [{ key = \"a\" }, { key = \"b\" }]",
            "[{chosen: x, id: made-id, key: a}, {key: b}]",
        ),
        ("chosen", "", "region = \"r\"", "{MADE}"),
        // What was written and is no longer is not kept as if the provider had chosen it.
        ("chosen", "chosen = { key = \"k\" }", "region = \"r\"", "null"),
        ("chosen", "chosen = { chosen = \"k\" }", "region = \"r\"", "{chosen: k, id: made-id}"),
    ] {
        check("test_nested", attribute, before, after, &made(expect));
    }
}

#[test]
fn blocks() {
    let made = |text: &str| text.replace("MADE", MADE);
    for (attribute, before, after, expect) in [
        ("single", "single {\n key = \"a\"\n }", "single {\n key = \"b\"\n }", "{MADE, key: b}"),
        ("single", "single {\n key = \"a\"\n }", "", "null"),
        ("group", "group {\n key = \"a\"\n }", "group {\n value = \"b\"\n }", "{MADE, value: b}"),
        ("group", "group {\n key = \"a\"\n }", "", "{MADE}"),
        (
            "list",
            "list {\n key = \"a\"\n }\n list {\n key = \"b\"\n }",
            "list {\n key = \"x\"\n }\n list {\n key = \"b\"\n }\n list {\n key = \"c\"\n }",
            "[{MADE, key: x}, {MADE, key: b}, {key: c}]",
        ),
        (
            "map",
            "map \"p\" {\n key = \"a\"\n }\n map \"q\" {\n key = \"b\"\n }",
            "map \"q\" {\n key = \"x\"\n }\n map \"r\" {\n key = \"c\"\n }",
            "{q: {MADE, key: x}, r: {key: c}}",
        ),
        (
            "set",
            "set {\n key = \"a\"\n }\n set {\n key = \"b\"\n }",
            "set {\n key = \"b\"\n }\n set {\n key = \"c\"\n }",
            "[{MADE, key: b}, {key: c}]",
        ),
        (
            "set",
            "set {\n key = \"a\"\n chosen = \"x\"\n }",
            "set {\n key = \"a\"\n }",
            "[{chosen: x, id: made-id, key: a}]",
        ),
        (
            "deep",
            "deep {\n key = \"a\"\n inner {\n key = \"i\"\n }\n }",
            "deep {\n key = \"b\"\n inner {\n key = \"i\"\n }\n inner {\n key = \"j\"\n }\n }",
            "[{MADE, inner: [{MADE, key: i}, {key: j}], key: b}]",
        ),
        (
            "list",
            "list {\n key = \"a\"\n }",
            "dynamic \"list\" {\n for_each = [\"x\", \"y\"]\n content {\n key = list.value\n }\n }",
            "[{MADE, key: x}, {key: y}]",
        ),
    ] {
        check("test_blocks", attribute, before, after, &made(expect));
    }
}
