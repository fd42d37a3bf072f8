//! `import` blocks: what the provider finds, and what becomes of it.

use testkit::{Effect, Fault, Method, object};
use value::{Type, Value};

use crate::stage::{Stage, path, resource, thing};

fn import(to: &str, id: &str) -> String {
    format!("import {{\n  to = {to}\n  id = {id}\n}}\n")
}

/// A cloud with a thing that nobody manages.
fn stage() -> Stage {
    let stage = Stage::default();
    let there = r#"{"id": "x-1", "name": "a", "region": "far", "size": 10, "revision": 4, "token": "t"}"#;
    stage.cloud.put("x-1", "test_thing", object("test_thing", there));
    stage
}

#[test]
fn objects_that_are_there() {
    for (body, expect) in [
        ("", "no-op test_thing.a imported"),
        ("size = 10", "no-op test_thing.a imported"),
        ("size = 11", "update test_thing.a imported"),
        ("tags = { k = \"v\" }", "update test_thing.a imported"),
        ("region = \"near\"", "update test_thing.a imported"),
        ("kind = \"k\"", "delete+create test_thing.a imported (replace_because_cannot_update: .kind)"),
        ("password_wo = \"p\"", "no-op test_thing.a imported"),
        ("kind = \"k\"\n  lifecycle {\n ignore_changes = [kind]\n }", "no-op test_thing.a imported"),
    ] {
        let mut stage = stage();
        let main = format!("{}{}", import("test_thing.a", "\"x-1\""), thing("a", body));
        let outcome = stage.settle(&main);
        assert_eq!(outcome.actions(), expect, "{body}");
        assert_eq!(stage.addresses(), "test_thing.a", "{body}");
        assert_eq!(stage.cloud.objects().len(), 1, "{body}");
    }
}

#[test]
fn what_the_provider_may_find() {
    for (method, effect, expect) in [
        (Method::Import, Effect::NothingFound, "Error: Import returned no resources"),
        (Method::Import, Effect::AlsoFound("test_nested"), "Error: Multiple import states not supported"),
        (Method::Import, Effect::AlsoFound("test_thing"), "Error: Multiple import states not supported"),
        (Method::Import, Effect::Null, "Error: Import returned null resource"),
        (Method::Import, Effect::WrongType, "Error: Provider produced invalid object"),
        (Method::Import, Effect::Error("No entry"), "Error: No entry"),
        (Method::Import, Effect::Warning("Take care"), "Warning: Take care"),
        (Method::Read, Effect::Null, "Error: Cannot import non-existent remote object"),
        (Method::Read, Effect::Error("No sight"), "Error: No sight"),
        (
            Method::Read,
            Effect::Answer(path("token"), Value::unknown(Type::String)),
            "Error: Provider produced invalid object",
        ),
    ] {
        let stage = stage();
        let what = format!("{method:?} {effect:?}");
        stage.cloud.fail(Fault::new(method, effect));
        let outcome = stage.plan(&format!("{}{}", import("test_thing.a", "\"x-1\""), thing("a", "")));
        assert_eq!(outcome.problems(), expect, "{what}");
    }
    let outcome = stage().plan(&format!("{}{}", import("test_thing.a", "\"x-2\""), thing("a", "")));
    assert_eq!(outcome.problems(), "Error: Cannot import non-existent remote object");
    let outcome =
        stage().plan(&format!("{}{}", import("test_nested.a", "\"x-1\""), resource("test_nested", "a", "")));
    assert_eq!(outcome.problems(), "Error: Cannot import non-existent remote object");
}

#[test]
fn how_they_are_named() {
    let unknown = "test_thing.b.id";
    for (id, expect) in [
        ("\"x-1\"", ""),
        ("\"x-${1}\"", ""),
        ("substr(test_thing.c.name, 0, 0)", "Error: Invalid import id argument"),
        (unknown, "Error: Invalid import id argument"),
        ("test_thing.c.kind", "Error: Invalid import id argument"),
        ("sensitive(\"x-1\")", "Error: Invalid import id argument"),
        ("test_thing.c.list", "Error: Invalid import id argument"),
        ("ephemeral.test_secret.e.value", "Error: Invalid import id argument"),
    ] {
        let more = if id == unknown { thing("b", "") } else { String::new() };
        let secret = "ephemeral \"test_secret\" \"e\" {\n  name = \"e\"\n}\n";
        let more = if id.contains("ephemeral") { secret.to_owned() } else { more };
        let outcome = stage().plan(&format!(
            "{}{}{}{more}",
            import("test_thing.a", id),
            thing("a", ""),
            thing("c", "list = [\"x\"]")
        ));
        assert_eq!(outcome.problems(), expect, "{id}");
    }
}

/// Several at once, and what is there already.
#[test]
fn several_and_again() {
    let mut stage = stage();
    let other = r#"{"id": "x-2", "name": "b", "region": "far", "size": 10, "revision": 1, "token": "t"}"#;
    stage.cloud.put("x-2", "test_thing", object("test_thing", other));
    let main = "import {\n  for_each = { a = \"x-1\", b = \"x-2\" }\n  to = test_thing.all[each.key]\n  id = each.value\n}\n\
                resource \"test_thing\" \"all\" {\n  for_each = toset([\"a\", \"b\"])\n  name = each.key\n}\n";
    let outcome = stage.settle(main);
    let expect = "no-op test_thing.all[\"a\"] imported, no-op test_thing.all[\"b\"] imported";
    assert_eq!(outcome.actions(), expect);
    // What is managed is not imported again, whatever the block says.
    stage.cloud.forget_calls();
    stage.settle(main);
    assert_eq!(stage.cloud.brief(&[Method::Import]), Vec::<String>::new());
    // Nothing is imported only to be destroyed.
    let mut stage = self::stage();
    let outcome = stage.destroy(&format!("{}{}", import("test_thing.a", "\"x-1\""), thing("a", "")));
    assert_eq!((outcome.problems().as_str(), outcome.actions().as_str()), ("", ""));
    assert_eq!(stage.cloud.objects().len(), 1);
}
