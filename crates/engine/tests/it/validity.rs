//! What a provider may plan. Rule 13 of planning: what is written or what was, its own choice only where it has one;
//! providers made with the old SDK are excused.

use testkit::{Effect, Fault, Method};
use value::{Type, Value};

use crate::stage::{Stage, path, resource, type_of};

const INVALID: &str = "Error: Provider produced invalid plan";

/// A body is planned by a provider that answers with something else at one place.
fn planned_with(type_name: &str, body: &str, at: &str, answer: Value) -> (String, String) {
    let stage = Stage::default();
    stage.cloud.fail(Fault::new(Method::Plan, Effect::Answer(path(at), answer)));
    let outcome = stage.plan(&resource(type_name, "a", body));
    (outcome.problems(), outcome.details())
}

fn refused(type_name: &str, body: &str, at: &str, answer: Value, why: &str) {
    let (problems, details) = planned_with(type_name, body, at, answer);
    assert_eq!(problems, INVALID, "{at} of {body}");
    assert!(details.contains(why), "{at} of {body}: {details}");
}

fn accepted(type_name: &str, body: &str, at: &str, answer: Value) {
    let (problems, details) = planned_with(type_name, body, at, answer);
    assert_eq!(problems, "", "{at} of {body}: {details}");
}

fn text(value: &str) -> Value {
    Value::string(value)
}

fn no_text() -> Value {
    Value::null(Type::String)
}

#[test]
fn attributes() {
    let thing = |body: &str, at: &str, answer: Value, why: &str| refused("test_thing", body, at, answer, why);
    thing("", "kind", text("x"), "none in the configuration");
    thing("kind = \"k\"", "kind", text("x"), "is not the one in the configuration");
    thing("kind = \"k\"", "kind", no_text(), "is not the one in the configuration");
    thing("kind = \"k\"", "kind", Value::unknown(Type::String), "is not the one in the configuration");
    thing("size = 5", "size", Value::int(6), "is not the one in the configuration");
    thing("", "name", text("b"), "is not the one in the configuration");
    thing("tags = { a = \"b\" }", "tags[\"a\"]", text("c"), "is not the one in the configuration");
    thing("password_wo = \"p\"", "password_wo", text("p"), "must be null in the plan");
    thing("", "password_wo", text("p"), "must be null in the plan");
    let fine = |body: &str, at: &str, answer: Value| accepted("test_thing", body, at, answer);
    fine("", "size", Value::int(99));
    fine("", "size", Value::null(Type::Number));
    fine("", "region", Value::unknown(Type::String));
    fine("", "id", text("known already"));
    fine("", "token", no_text());
}

#[test]
fn nested_attributes() {
    let nested =
        |body: &str, at: &str, answer: Value, why: &str| refused("test_nested", body, at, answer, why);
    let null = |name| Value::null(type_of("test_nested", name));
    let unknown = |name| Value::unknown(type_of("test_nested", name));
    let single = "single = { key = \"a\" }";
    nested(single, "single.key", text("b"), "is not the one in the configuration");
    nested(single, "single.value", text("b"), "none in the configuration");
    nested(single, "single", null("single"), "planned for absence");
    nested(single, "single", unknown("single"), "makes a value unknown");
    nested("single = { pass_wo = \"p\" }", "single.pass_wo", text("p"), "must be null in the plan");
    let list = "list = [{ key = \"a\" }, { key = \"b\" }]";
    nested(list, "list[1].key", text("x"), "is not the one in the configuration");
    nested(list, "list", Value::list(element("test_nested", "list"), vec![]), "there are 0 elements");
    let map = "map = { p = { key = \"a\" } }";
    nested(map, "map[\"p\"].key", text("x"), "is not the one in the configuration");
    let empty = Value::map::<&str>(element("test_nested", "map"), []);
    nested(map, "map", empty, "in the configuration, but not in the plan");
    let set = "set = [{ key = \"a\" }]";
    nested(set, "set", Value::set(element("test_nested", "set"), vec![]), "there are 0 elements");
    let fine = |body: &str, at: &str, answer: Value| accepted("test_nested", body, at, answer);
    fine(single, "single.id", text("known already"));
    fine(single, "single.chosen", text("c"));
    fine(list, "list[0].chosen", no_text());
    fine("", "chosen", null("chosen"));
    fine("", "chosen", unknown("chosen"));
}

#[test]
fn blocks() {
    let blocks =
        |body: &str, at: &str, answer: Value, why: &str| refused("test_blocks", body, at, answer, why);
    let null = |name| Value::null(type_of("test_blocks", name));
    let unknown = |name| Value::unknown(type_of("test_blocks", name));
    let list = "list {\n key = \"a\"\n }";
    blocks(list, "list[0].key", text("b"), "is not the one in the configuration");
    blocks(list, "list", null("list"), "must be an empty list of blocks, not null");
    blocks(list, "list", unknown("list"), "must not be unknown as a whole");
    blocks(list, "list", Value::list(element("test_blocks", "list"), vec![]), "there are 0 blocks");
    let single = "single {\n key = \"a\"\n }";
    blocks(single, "single", null("single"), "planned for absence");
    blocks(single, "single", unknown("single"), "must not be unknown as a whole");
    blocks(single, "single.key", no_text(), "is not the one in the configuration");
    blocks("", "group", null("group"), "planned for absence");
    let map = "map \"p\" {\n key = \"a\"\n }";
    let empty = Value::map::<&str>(element("test_blocks", "map"), []);
    blocks(map, "map", empty, "in the configuration, but not in the plan");
    blocks(map, "map[\"p\"].value", text("v"), "none in the configuration");
    let set = "set {\n key = \"a\"\n }";
    blocks(set, "set", null("set"), "must be an empty set of blocks, not null");
    let deep = "deep {\n inner {\n key = \"a\"\n }\n }";
    let inner = Value::null(Type::set(element("test_blocks", "set")));
    blocks(deep, "deep[0].inner", inner, "must be an empty set of blocks, not null");
    let fine = |body: &str, at: &str, answer: Value| accepted("test_blocks", body, at, answer);
    // Both models do not count them.
    fine(set, "set", Value::set(element("test_blocks", "set"), vec![]));
    fine(list, "list[0].chosen", text("c"));
    fine(single, "single.id", text("known already"));
}

/// What is written may be spelled in another way than what is there: the provider may keep what is there.
#[test]
fn another_spelling_of_what_is_there() {
    for (type_name, before, after, at, kept) in [
        ("test_thing", "kind = \"k\"\n  size = 1", "kind = \"K\"\n  size = 1", "kind", text("k")),
        ("test_thing", "size = 1", "size = 2", "size", Value::int(1)),
        ("test_nested", "single = { key = \"a\" }", "single = { key = \"A\" }", "single.key", text("a")),
        ("test_nested", "list = [{ key = \"a\" }]", "list = [{ key = \"A\" }]", "list[0].key", text("a")),
        ("test_blocks", "list {\n key = \"a\"\n }", "list {\n key = \"A\"\n }", "list[0].key", text("a")),
    ] {
        let stage = Stage::with(&resource(type_name, "a", before));
        stage.cloud.fail(Fault::new(Method::Plan, Effect::Answer(path(at), kept.clone())));
        let outcome = stage.plan(&resource(type_name, "a", after));
        assert_eq!(outcome.problems(), "", "{after}");
        // But not a third one.
        stage.cloud.heal();
        let third = if kept.as_str().is_some() { text("third") } else { Value::int(3) };
        stage.cloud.fail(Fault::new(Method::Plan, Effect::Answer(path(at), third)));
        let outcome = stage.plan(&resource(type_name, "a", after));
        assert_eq!(outcome.problems(), INVALID, "{after}");
        let neither = "neither the one in the configuration nor the one there was before";
        assert!(outcome.details().contains(neither), "{}", outcome.details());
    }
}

/// The old SDK keeps none of these rules, and is told nothing; but objects must be of their type.
#[test]
fn the_old_sdk_is_excused() {
    let legacy = |body: &str, at: &str, answer: Value| accepted("test_legacy", body, at, answer);
    legacy("note = \"n\"", "note", text("x"));
    legacy("", "note", text("x"));
    legacy("count_of = 3", "count_of", Value::int(4));
    legacy("", "name", text("other"));
    legacy("list {\n key = \"a\"\n }", "list", Value::null(type_of("test_legacy", "list")));
    legacy("list {\n key = \"a\"\n }", "list", Value::unknown(type_of("test_legacy", "list")));
    legacy("set {\n key = \"a\"\n }", "set", Value::set(element("test_legacy", "set"), vec![]));
    legacy("list {\n key = \"a\"\n }", "list[0].key", text("x"));
    for type_name in ["test_legacy", "test_thing"] {
        let stage = Stage::default();
        stage.cloud.fail(Fault::new(Method::Plan, Effect::WrongType));
        let outcome = stage.plan(&resource(type_name, "a", ""));
        assert!(outcome.problems().starts_with(INVALID), "{type_name}: {}", outcome.problems());
    }
    // What the old SDK makes of nulls is no change for ever.
    let mut stage = Stage::default();
    stage.settle(&resource("test_legacy", "a", "list {\n key = \"a\"\n }"));
    stage.settle(&resource("test_legacy", "a", "note = \"n\""));
}

fn element(type_name: &str, attribute: &str) -> Type {
    type_of(type_name, attribute).element().expect("a collection").clone()
}
