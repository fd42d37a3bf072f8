//! What needs a new object: which parts count, in which order, why, and what the provider is asked.

use addrs::AbsResourceInstance;
use testkit::{Effect, Fault, Method};
use value::Value;

use crate::stage::{Stage, instance, path, resource, thing};
use crate::text::show;

/// The provider says that a change of some parts needs a new object; what becomes of one body after another.
fn check(type_name: &str, parts: &[&str], before: &str, after: &str, expect: &str) {
    let mut stage = Stage::with(&resource(type_name, "a", before));
    for part in parts {
        stage.cloud.fail(Fault::new(Method::Plan, Effect::NeedsNew(path(part))));
    }
    let outcome = stage.apply(&resource(type_name, "a", after));
    assert_eq!(outcome.problems(), "", "{parts:?}: {after}");
    let expect =
        expect.replace("REPLACE", &format!("delete+create {type_name}.a (replace_because_cannot_update"));
    assert_eq!(outcome.actions(), expect, "{parts:?}: {after}");
    stage.cloud.heal();
    assert_eq!(stage.plan(&resource(type_name, "a", after)).actions(), "", "again: {parts:?}: {after}");
}

#[test]
fn parts_that_change() {
    check("test_thing", &["size"], "size = 1", "size = 2", "REPLACE: .size)");
    check("test_thing", &["size", "kind"], "size = 1", "size = 2", "REPLACE: .size)");
    check("test_thing", &["size", "size"], "size = 1", "size = 2", "REPLACE: .size)");
    check("test_thing", &["tags"], "size = 1", "size = 2", "update test_thing.a");
    check("test_thing", &["size"], "size = 1", "size = 1", "");
    check(
        "test_thing",
        &["tags[\"k\"]"],
        "tags = { k = \"1\" }",
        "tags = { k = \"2\" }",
        "REPLACE: .tags[\"k\"])",
    );
    check("test_thing", &["tags[\"k\"]"], "tags = { k = \"1\" }", "tags = {}", "REPLACE: .tags[\"k\"])");
    check(
        "test_thing",
        &["list[1]"],
        "list = [\"a\", \"b\"]",
        "list = [\"x\", \"b\"]",
        "update test_thing.a",
    );
    let (before, after) = ("single = { key = \"a\" }", "single = { key = \"b\" }");
    check("test_nested", &["single.key"], before, after, "REPLACE: .single.key)");
    check("test_nested", &["single.value"], before, after, "update test_nested.a");
    check("test_nested", &["single"], before, after, "REPLACE: .single)");
    let (before, after) = ("list = [{ key = \"a\" }]", "list = [{ key = \"a\" }, { key = \"b\" }]");
    check("test_nested", &["list[1].key"], before, after, "REPLACE: .list[1].key)");
    check("test_nested", &["list[0].key"], before, after, "update test_nested.a");
    let (before, after) = ("map \"p\" {\n key = \"a\"\n }", "map \"p\" {\n key = \"b\"\n }");
    check("test_blocks", &["map[\"p\"].key"], before, after, "REPLACE: .map[\"p\"].key)");
    let (before, after) = ("deep {\n key = \"a\"\n }", "deep {\n key = \"b\"\n }");
    check("test_blocks", &["deep[0].key"], before, after, "REPLACE: .deep[0].key)");
}

#[test]
fn parts_that_are_nowhere() {
    for (type_name, part) in
        [("test_thing", "tags[\"no\"]"), ("test_thing", "list[7]"), ("test_nested", "list[0].key")]
    {
        let stage = Stage::with(&resource(type_name, "a", ""));
        stage.cloud.fail(Fault::new(Method::Plan, Effect::NeedsNew(path(part))));
        let outcome = stage.plan(&resource(type_name, "a", "region = \"r\""));
        assert_eq!(outcome.problems(), "Error: Provider produced invalid plan", "{part}");
    }
}

/// Of what is never stored nobody knows whether it changed: the provider does, so it counts.
#[test]
fn parts_that_are_never_stored() {
    let written = "password_wo = \"p\"";
    for (parts, body, expect) in [
        (&["password_wo"][..], written, "REPLACE: .password_wo)"),
        (&["password_wo", "size"], written, "REPLACE: .password_wo)"),
        (&["size"], written, ""),
    ] {
        let stage = Stage::with(&thing("a", body));
        for part in parts {
            stage.cloud.fail(Fault::new(Method::Plan, Effect::NeedsNew(path(part))));
        }
        let outcome = stage.plan(&thing("a", body));
        let expect = expect.replace("REPLACE", "delete+create test_thing.a (replace_because_cannot_update");
        assert_eq!((outcome.problems(), outcome.actions()), (String::new(), expect), "{parts:?}");
    }
}

#[test]
fn reasons_and_orders() {
    let first = "lifecycle {\n create_before_destroy = true\n }";
    let kept = "lifecycle {\n destroy = false\n }";
    let tainted =
        |stage: &mut Stage| stage.edit("test_thing.a", |object| object.status = state::ObjectStatus::Tainted);
    let asked = |stage: &mut Stage| stage.options.force_replace = vec![instance("test_thing.a")];
    let nothing = |_: &mut Stage| {};
    type Prepare<'a> = &'a dyn Fn(&mut Stage);
    let cases: [(&str, &str, Prepare<'_>, &str); 9] = [
        ("name = \"x\"", "", &nothing, "delete+create A (replace_because_cannot_update: .name)"),
        ("name = \"x\"", first, &nothing, "create+delete A (replace_because_cannot_update: .name)"),
        ("name = \"x\"", kept, &nothing, "forget+create A (replace_because_cannot_update: .name)"),
        ("name = \"a\"", "", &tainted, "delete+create A (replace_because_tainted)"),
        ("name = \"a\"", first, &tainted, "create+delete A (replace_because_tainted)"),
        ("name = \"a\"", "", &asked, "delete+create A (replace_by_request)"),
        ("name = \"a\"", first, &asked, "create+delete A (replace_by_request)"),
        ("name = \"x\"", "", &asked, "delete+create A (replace_by_request: .name)"),
        ("name = \"x\"", "", &tainted, "delete+create A (replace_because_tainted)"),
    ];
    for (name, lifecycle, prepare, expect) in cases {
        let config = |name: &str| format!("resource \"test_thing\" \"a\" {{\n  {name}\n  {lifecycle}\n}}\n");
        let mut stage = Stage::with(&config("name = \"a\""));
        prepare(&mut stage);
        let outcome = stage.apply(&config(name));
        assert_eq!(outcome.actions(), expect.replace('A', "test_thing.a"), "{name} {lifecycle}");
        assert_eq!(stage.addresses(), "test_thing.a", "{name} {lifecycle}");
        let left = if lifecycle == kept { 2 } else { 1 };
        assert_eq!(stage.cloud.objects().len(), left, "{name} {lifecycle}");
        stage.options.force_replace = Vec::<AbsResourceInstance>::new();
        assert_eq!(stage.plan(&config(name)).actions(), "", "again: {name} {lifecycle}");
    }
}

/// The new object is planned from nothing, with what is really written, and with what the provider kept in the plan.
#[test]
fn the_new_object_is_planned_from_nothing() {
    let config = |name: &str, size: i64| {
        let ignored = "lifecycle {\n ignore_changes = [size]\n }";
        format!("resource \"test_thing\" \"a\" {{\n  name = \"{name}\"\n  size = {size}\n  {ignored}\n}}\n")
    };
    let mut stage = Stage::with(&config("a", 1));
    stage.cloud.forget_calls();
    let outcome = stage.plan(&config("b", 2));
    assert_eq!(outcome.planned("test_thing.a", "size"), "2");
    assert_eq!(outcome.planned("test_thing.a", "id"), "?");
    let calls = stage.cloud.calls();
    let plans: Vec<_> = calls.iter().filter(|call| call.method == Method::Plan).collect();
    let size = |value: &Option<Value>| {
        show(value.as_ref().and_then(|value| value.entry("size")).unwrap_or(&Value::bool(false)))
    };
    assert_eq!(plans.len(), 2);
    assert_eq!(
        (size(&plans[0].prior), size(&plans[0].wanted), size(&plans[0].config)),
        ("1".into(), "1".into(), "1".into())
    );
    assert!(plans[1].prior.as_ref().is_some_and(Value::is_null));
    assert_eq!((size(&plans[1].wanted), size(&plans[1].config)), ("2".into(), "2".into()));
    assert_eq!(
        (plans[0].private.as_slice(), plans[1].private.as_slice()),
        (&b"applied"[..], &b"planned"[..])
    );
    // Warnings are told once.
    stage.cloud.fail(Fault::new(Method::Plan, Effect::Warning("Take care")));
    assert_eq!(stage.plan(&config("b", 2)).problems(), "Warning: Take care");
    stage.cloud.heal();
    stage.apply(&config("b", 2));
    assert_eq!(stage.attribute("test_thing.a", "size"), "2");
}
