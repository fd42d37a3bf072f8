//! What may come out of an apply: what was planned, with everything known. What does not keep to that is told, and
//! what there really is is remembered all the same.

use testkit::{Effect, Fault, Method};
use value::{Type, Value};

use crate::stage::{Stage, path, resource, thing, type_of};

const DIFFERENT: &str = "Error: Provider produced inconsistent result after apply";
const UNKNOWN: &str = "Error: Provider returned invalid result object after apply";

fn text(value: &str) -> Value {
    Value::string(value)
}

/// A body is made by a provider that answers with something else at one place.
fn made_with(type_name: &str, body: &str, at: &str, answer: Value) -> (Stage, String, String) {
    let mut stage = Stage::default();
    stage.cloud.fail(Fault::new(Method::Create, Effect::Answer(path(at), answer)));
    let outcome = stage.apply(&resource(type_name, "a", body));
    (stage, outcome.problems(), outcome.details())
}

#[test]
fn what_was_planned_must_come_out() {
    let check = |type_name: &str, body: &str, at: &str, answer: Value, why: &str| {
        let (stage, problems, details) = made_with(type_name, body, at, answer);
        assert_eq!(problems, DIFFERENT, "{at} of {body}: {details}");
        assert!(details.contains(why), "{at} of {body}: {details}");
        assert_eq!(stage.addresses(), format!("{type_name}.a (tainted)"), "{at} of {body}");
    };
    check("test_thing", "kind = \"k\"", "kind", text("x"), ".kind: the value is not the planned one");
    check("test_thing", "", "kind", text("x"), ".kind: was null, but now has a value");
    check("test_thing", "kind = \"k\"", "kind", Value::null(Type::String), "had a value, but is now null");
    check("test_thing", "size = 1", "size", Value::int(2), ".size: the value is not the planned one");
    check("test_thing", "secret = \"s\"", "secret", text("x"), "the values of a sensitive attribute");
    check("test_nested", "single = { key = \"k\" }", "single.key", text("x"), "is not the planned one");
    check("test_nested", "list = [{ key = \"k\" }]", "list[0].key", text("x"), "is not the planned one");
    check("test_blocks", "list {\n key = \"k\"\n }", "list[0].key", text("x"), "is not the planned one");
    let no_blocks = Value::list(type_of("test_blocks", "list").element().unwrap().clone(), vec![]);
    check("test_blocks", "list {\n key = \"k\"\n }", "list", no_blocks, "changed from 1 to 0");
    let no_set = Value::set(type_of("test_blocks", "set").element().unwrap().clone(), vec![]);
    check("test_blocks", "set {\n key = \"k\"\n }", "set", no_set, "1 planned elements");
}

/// What is only written is never stored, whatever a provider answers.
#[test]
fn what_is_only_written_must_not_come_back() {
    let (stage, problems, details) = made_with("test_thing", "password_wo = \"p\"", "password_wo", text("p"));
    assert_eq!(problems, "Error: Provider produced invalid object");
    assert!(
        details.contains(".password_wo: a value for what is only written must not come back"),
        "{details}"
    );
    assert_eq!(
        stage.stored("test_thing.a"),
        "tainted {id: thing-1, name: a, region: nowhere, revision: 1, size: 10, token: made-token}"
    );
}

#[test]
fn nothing_may_stay_unknown() {
    let check = |type_name: &str, body: &str, at: &str, expect: &str| {
        let (stage, problems, details) = made_with(type_name, body, at, Value::unknown(Type::String));
        assert_eq!(problems, UNKNOWN, "{at} of {body}: {details}");
        assert!(details.contains(&format!("left {} unknown after apply", path(at))), "{details}");
        assert_eq!(stage.stored(&format!("{type_name}.a")), expect, "{at} of {body}");
    };
    let thing = "tainted {id: thing-1, name: a, region: nowhere, revision: 1, size: 10}";
    check("test_thing", "", "token", thing);
    let thing = "tainted {id: thing-1, name: a, revision: 1, size: 10, token: made-token}";
    check("test_thing", "", "region", thing);
    let single = "tainted {chosen: {chosen: made-chosen, id: made-id}, id: nested-1, name: a, region: nowhere, revision: 1, \
                  single: {chosen: made-chosen, key: k}}";
    check("test_nested", "single = { key = \"k\" }", "single.id", single);
    let list = "tainted {deep: [], group: {chosen: made-chosen, id: made-id}, id: blocks-1, list: [{chosen: made-chosen, \
                key: k}], map: {}, name: a, region: nowhere, revision: 1, set: []}";
    check("test_blocks", "list {\n key = \"k\"\n }", "list[0].id", list);
}

/// An update that goes wrong leaves the object as the provider says it is, and fit for use.
#[test]
fn updates_that_go_wrong() {
    for (effect, problems, stored) in [
        (Effect::Answer(path("size"), Value::int(7)), DIFFERENT, "revision: 2, size: 7"),
        (Effect::Error("It broke"), "Error: It broke", "revision: 1, size: 1"),
        (Effect::ErrorAfter("It broke"), "Error: It broke", "revision: 2, size: 2"),
        (Effect::NoAnswer("Connection lost"), "Error: Connection lost", "revision: 1, size: 1"),
        (Effect::Null, DIFFERENT, "revision: 1, size: 1"),
        (Effect::WrongType, "Error: Provider produced invalid object", "revision: 1, size: 1"),
        (Effect::Answer(path("token"), Value::unknown(Type::String)), UNKNOWN, "revision: 2, size: 2"),
        (Effect::Warning("Take care"), "Warning: Take care", "revision: 2, size: 2"),
    ] {
        let mut stage = Stage::with(&thing("a", "size = 1"));
        let what = format!("{effect:?}");
        let token = if problems == UNKNOWN { "" } else { ", token: made-token" };
        stage.cloud.fail(Fault::new(Method::Update, effect));
        let outcome = stage.apply(&thing("a", "size = 2"));
        assert_eq!(outcome.problems(), problems, "{what}");
        let expect = format!("{{id: thing-1, name: a, region: nowhere, {stored}{token}}}");
        assert_eq!(stage.stored("test_thing.a"), expect, "{what}");
    }
}

#[test]
fn the_old_sdk_is_excused() {
    for (body, at, answer) in [
        ("note = \"n\"", "note", text("other")),
        ("count_of = 1", "count_of", Value::int(2)),
        ("", "name", text("other")),
        ("list {\n key = \"k\"\n }", "list[0].key", text("other")),
        ("list {\n key = \"k\"\n }", "list", Value::null(type_of("test_legacy", "list"))),
    ] {
        let (stage, problems, details) = made_with("test_legacy", body, at, answer);
        assert_eq!(problems, "", "{at} of {body}: {details}");
        assert_eq!(stage.addresses(), "test_legacy.a", "{at} of {body}");
    }
    // What stays unknown is told of every provider.
    let (stage, problems, _) = made_with("test_legacy", "", "region", Value::unknown(Type::String));
    assert_eq!((problems.as_str(), stage.addresses().as_str()), (UNKNOWN, "test_legacy.a (tainted)"));
}
