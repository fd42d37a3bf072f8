//! `ignore_changes` into nested parts, maps and blocks. Rule 10 of planning.

use value::{Type, Value};

use crate::stage::{Stage, resource};

/// One body after another with some parts ignored: what becomes of it, and one attribute then.
fn check(
    type_name: &str,
    ignored: &str,
    before: &str,
    after: &str,
    actions: &str,
    attribute: &str,
    expect: &str,
) {
    let lifecycle = format!("lifecycle {{\n ignore_changes = {ignored}\n }}");
    let config = |body: &str| resource(type_name, "a", &format!("{body}\n  {lifecycle}"));
    let mut stage = Stage::with(&config(before));
    let outcome = stage.settle(&config(after));
    assert_eq!(
        outcome.actions(),
        actions.replace('A', &format!("{type_name}.a")),
        "{ignored}: {before} -> {after}"
    );
    assert_eq!(
        stage.attribute(&format!("{type_name}.a"), attribute),
        expect,
        "{ignored}: {before} -> {after}"
    );
}

#[test]
fn attributes_and_keys_of_maps() {
    let thing = |ignored: &str, before: &str, after: &str, actions: &str, attribute: &str, expect: &str| {
        check("test_thing", ignored, before, after, actions, attribute, expect);
    };
    thing("[size]", "size = 1", "size = 2", "", "size", "1");
    thing("[size]", "size = 1", "size = 2\n  kind = null\n  tags = {}", "update A", "size", "1");
    thing("[tags]", "tags = { k = \"1\" }", "tags = { k = \"2\" }", "", "tags", "{k: 1}");
    thing("[tags]", "tags = { k = \"1\" }", "", "", "tags", "{k: 1}");
    thing("[tags]", "", "tags = { k = \"1\" }", "", "tags", "null");
    let (one, two) = ("tags = { k = \"1\", l = \"1\" }", "tags = { k = \"2\", l = \"2\" }");
    thing("[tags[\"k\"]]", one, two, "update A", "tags", "{k: 1, l: 2}");
    thing("[tags[\"k\"]]", one, "tags = { l = \"1\" }", "", "tags", "{k: 1, l: 1}");
    thing("[tags[\"k\"]]", "tags = { l = \"1\" }", one, "", "tags", "{l: 1}");
    thing("[tags[\"k\"], tags[\"l\"]]", one, two, "", "tags", "{k: 1, l: 1}");
    thing("[tags[\"k\"]]", "tags = { k = \"1\" }", "", "", "tags", "{k: 1}");
    thing("[list[0]]", "list = [\"a\", \"b\"]", "list = [\"x\", \"y\"]", "update A", "list", "[a, y]");
    thing(
        "[any.p]",
        "any = { p = 1, q = 1 }",
        "any = { p = 2, q = 2 }",
        "update A",
        "any",
        "{type: [object, {p: number, q: number}], value: {p: 1, q: 2}}",
    );
    thing("all", "size = 1\n  kind = \"k\"", "size = 2\n  tags = {}", "", "size", "1");
}

#[test]
fn nested_attributes() {
    let nested = |ignored: &str, before: &str, after: &str, actions: &str, attribute: &str, expect: &str| {
        check("test_nested", ignored, before, after, actions, attribute, expect);
    };
    const MADE: &str = "chosen: made-chosen, id: made-id";
    let (one, two) = ("single = { key = \"1\", value = \"1\" }", "single = { key = \"2\", value = \"2\" }");
    nested("[single]", one, two, "", "single", &format!("{{{MADE}, key: 1, value: 1}}"));
    nested("[single.key]", one, two, "update A", "single", &format!("{{{MADE}, key: 1, value: 2}}"));
    nested("[single.key, single.value]", one, two, "", "single", &format!("{{{MADE}, key: 1, value: 1}}"));
    let (one, two) =
        ("list = [{ key = \"1\" }, { key = \"1\" }]", "list = [{ key = \"2\" }, { key = \"2\" }]");
    nested("[list[0]]", one, two, "update A", "list", &format!("[{{{MADE}, key: 1}}, {{{MADE}, key: 2}}]"));
    nested(
        "[list[1].key]",
        one,
        two,
        "update A",
        "list",
        &format!("[{{{MADE}, key: 2}}, {{{MADE}, key: 1}}]"),
    );
    nested("[list]", one, "list = []", "", "list", &format!("[{{{MADE}, key: 1}}, {{{MADE}, key: 1}}]"));
    let (one, two) = ("map = { p = { key = \"1\" } }", "map = { p = { key = \"2\" } }");
    nested("[map[\"p\"]]", one, two, "", "map", &format!("{{p: {{{MADE}, key: 1}}}}"));
    nested("[map[\"p\"].key]", one, two, "", "map", &format!("{{p: {{{MADE}, key: 1}}}}"));
    let (one, two) = ("set = [{ key = \"1\" }]", "set = [{ key = \"2\" }]");
    nested("[set]", one, two, "", "set", &format!("[{{{MADE}, key: 1}}]"));
    nested("[chosen]", "chosen = { key = \"1\" }", "", "", "chosen", &format!("{{{MADE}, key: 1}}"));
    nested("all", one, two, "", "set", &format!("[{{{MADE}, key: 1}}]"));
}

#[test]
fn blocks() {
    let blocks = |ignored: &str, before: &str, after: &str, actions: &str, attribute: &str, expect: &str| {
        check("test_blocks", ignored, before, after, actions, attribute, expect);
    };
    const MADE: &str = "chosen: made-chosen, id: made-id";
    let block = |name: &str, key: &str| format!("{name} {{\n key = \"{key}\"\n }}\n");
    let (one, two) = (block("list", "1"), block("list", "2"));
    let made = |keys: &[&str]| {
        let items: Vec<String> = keys.iter().map(|key| format!("{{{MADE}, key: {key}}}")).collect();
        format!("[{}]", items.join(", "))
    };
    blocks("[list]", &one, &two, "", "list", &made(&["1"]));
    blocks("[list]", &one, "", "", "list", &made(&["1"]));
    blocks("[list[0]]", &one, &two, "", "list", &made(&["1"]));
    blocks("[list[0].key]", &one, &format!("{two}{two}"), "update A", "list", &made(&["1", "2"]));
    let (one, two) = (block("set", "1"), block("set", "2"));
    blocks("[set]", &one, &format!("{one}{two}"), "", "set", &made(&["1"]));
    let (one, two) = (block("single", "1"), block("single", "2"));
    blocks("[single]", &one, &two, "", "single", &format!("{{{MADE}, key: 1}}"));
    blocks("[single.key]", &one, &two, "", "single", &format!("{{{MADE}, key: 1}}"));
    let (one, two) = (block("group", "1"), block("group", "2"));
    blocks("[group.key]", &one, &two, "", "group", &format!("{{{MADE}, key: 1}}"));
    let (one, two) = (block("map \"p\"", "1"), block("map \"p\"", "2"));
    blocks("[map[\"p\"].key]", &one, &two, "", "map", &format!("{{p: {{{MADE}, key: 1}}}}"));
    blocks("all", &one, &two, "", "map", &format!("{{p: {{{MADE}, key: 1}}}}"));
}

/// What changed outside and is ignored is left alone; what the old SDK makes of what is ignored too.
#[test]
fn what_changed_outside() {
    let config = |type_name: &str, ignored: &str, body: &str| {
        resource(type_name, "a", &format!("{body}\n  lifecycle {{\n ignore_changes = {ignored}\n }}"))
    };
    let tags = Value::map(Type::String, [("k", Value::string("outside")), ("auto", Value::string("x"))]);
    for (ignored, actions) in [
        ("[tags]", ""),
        ("[tags[\"auto\"]]", "update test_thing.a"),
        ("[tags[\"auto\"], tags[\"k\"]]", ""),
        ("all", ""),
    ] {
        let main = config("test_thing", ignored, "tags = { k = \"v\" }");
        let mut stage = Stage::with(&main);
        stage.cloud.edit("thing-1", "tags", tags.clone());
        let outcome = stage.settle(&main);
        assert_eq!(
            (outcome.drift().as_str(), outcome.actions().as_str()),
            ("update test_thing.a", actions),
            "{ignored}"
        );
    }
    for (ignored, before, after, expect) in [
        ("[note]", "note = \"1\"", "note = \"2\"", "1"),
        ("[note]", "note = \"1\"", "", "1"),
        (
            "[list]",
            "note = \"1\"\n  list {\n key = \"1\"\n }",
            "note = \"1\"\n  list {\n key = \"2\"\n }",
            "1",
        ),
        ("all", "note = \"1\"", "note = \"2\"", "1"),
    ] {
        let mut stage = Stage::with(&config("test_legacy", ignored, before));
        let outcome = stage.settle(&config("test_legacy", ignored, after));
        assert_eq!(outcome.actions(), "", "{ignored}: {before} -> {after}");
        assert_eq!(stage.attribute("test_legacy.a", "note"), expect, "{ignored}: {before} -> {after}");
    }
}
