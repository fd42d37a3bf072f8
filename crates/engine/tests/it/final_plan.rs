//! Applying plans again with what is known by then, and may only confirm or narrow the plan.

use testkit::{Effect, Fault, Method};
use value::{Type, Value};

use crate::stage::{Stage, path, resource, thing};

const DIFFERENT: &str = "Error: Provider produced inconsistent final plan";

/// `a`, and `b` that takes something from `a` which is known only when `a` was changed.
fn two(size: i64, body: &str) -> String {
    format!(
        "{}{}",
        thing("a", &format!("size = {size}")),
        thing("b", &format!("size = test_thing.a.revision\n  {body}"))
    )
}

/// `b` is made, but the plan of it during apply differs from the one before.
#[test]
fn what_was_known_stays() {
    for (effect, why) in [
        (Effect::Answer(path("region"), Value::string("here")), ""),
        (Effect::Answer(path("token"), Value::null(Type::String)), ""),
        (Effect::Answer(path("id"), Value::string("b-7")), ""),
        (Effect::Error("It broke"), "It broke"),
        (Effect::Answer(path("kind"), Value::string("x")), "Provider produced invalid plan"),
        (Effect::WrongType, "Provider produced invalid plan"),
    ] {
        let mut stage = Stage::default();
        let what = format!("{effect:?}");
        stage.cloud.fail(Fault::new(Method::Plan, effect).of("b").after(1));
        let outcome = stage.apply(&two(1, ""));
        if why.is_empty() {
            assert_eq!(outcome.problems(), "", "{what}");
            assert_eq!(stage.addresses(), "test_thing.a, test_thing.b", "{what}");
        } else {
            assert!(
                outcome.problems().starts_with(&format!("Error: {why}")),
                "{what}: {}",
                outcome.problems()
            );
            // What was made stays known, what was not is not.
            assert_eq!(stage.addresses(), "test_thing.a", "{what}");
        }
    }
}

#[test]
fn what_was_promised_is_kept() {
    // In the plan the provider chose 42 for what nobody wrote; then it changes its mind.
    for (first, later) in [
        (("region", Value::string("here")), ("region", Value::string("there"))),
        (("region", Value::string("here")), ("region", Value::unknown(Type::String))),
        (("token", Value::string("t")), ("token", Value::string("u"))),
        (("token", Value::string("t")), ("token", Value::null(Type::String))),
        (("id", Value::string("b-1")), ("id", Value::string("b-2"))),
    ] {
        let mut stage = Stage::default();
        let what = format!("{first:?} {later:?}");
        let answer = |(at, value): (&str, Value)| Effect::Answer(path(at), value);
        stage.cloud.fail(Fault::new(Method::Plan, answer(first)).of("b").times(1));
        stage.cloud.fail(Fault::new(Method::Plan, answer(later)).of("b").after(1));
        let outcome = stage.apply(&two(1, ""));
        assert_eq!(outcome.problems(), DIFFERENT, "{what}");
        assert!(outcome.details().contains("test_thing.b"), "{}", outcome.details());
        assert_eq!(stage.addresses(), "test_thing.a", "{what}");
    }
}

/// An update may turn out to be nothing, but not to be a replacement; a replacement stays one.
#[test]
fn what_is_done_stays() {
    // The new revision is the old one, so nothing is left to do for `b`.
    let mut stage = Stage::with(&two(1, ""));
    stage.cloud.fail(Fault::new(Method::Update, Effect::Answer(path("revision"), Value::int(1))).of("a"));
    stage.cloud.forget_calls();
    let outcome = stage.apply(&two(2, ""));
    assert_eq!(
        (outcome.problems().as_str(), outcome.actions().as_str()),
        ("", "update test_thing.a, update test_thing.b")
    );
    assert_eq!(stage.cloud.brief(&[Method::Update]), ["Update test_thing a"]);

    // The provider finds out late that it needs a new object.
    let mut stage = Stage::with(&two(1, ""));
    stage.cloud.fail(Fault::new(Method::Plan, Effect::NeedsNew(path("size"))).of("b").after(1));
    let outcome = stage.apply(&two(2, ""));
    assert_eq!(outcome.problems(), DIFFERENT);
    assert_eq!(stage.attribute("test_thing.b", "size"), "1");

    // What is not known might be the same: it is replaced all the same.
    let mut stage = Stage::with(&two(1, ""));
    stage.cloud.fail(Fault::new(Method::Plan, Effect::NeedsNew(path("size"))).of("b"));
    let outcome = stage.apply(&two(2, ""));
    assert_eq!(outcome.problems(), "");
    let replaced = "update test_thing.a, delete+create test_thing.b (replace_because_cannot_update: .size)";
    assert_eq!(outcome.actions(), replaced);
    assert_eq!(stage.attribute("test_thing.b", "id"), "thing-3");
}

/// Blocks whose number is not known when the plan is made.
#[test]
fn blocks_that_are_not_known_yet() {
    let config = |size: i64| {
        let dynamic = "dynamic \"set\" {\n for_each = toset([tostring(test_thing.a.revision), \"fixed\"])\n content {\n key = \
                       set.value\n }\n }\n dynamic \"list\" {\n for_each = range(test_thing.a.revision)\n content {\n key = \
                       list.value\n }\n }";
        format!("{}{}", thing("a", &format!("size = {size}")), resource("test_blocks", "b", dynamic))
    };
    let mut stage = Stage::default();
    let outcome = stage.apply(&config(1));
    assert_eq!(outcome.problems(), "");
    assert_eq!(outcome.planned("test_blocks.b", "list"), "?");
    assert_eq!(stage.attribute("test_blocks.b", "list"), "[{chosen: made-chosen, id: made-id, key: 0}]");
    let outcome = stage.settle(&config(2));
    assert_eq!(outcome.actions(), "update test_blocks.b, update test_thing.a");
    assert_eq!(
        stage.attribute("test_blocks.b", "set"),
        "[{chosen: made-chosen, id: made-id, key: 2}, {chosen: made-chosen, id: made-id, key: fixed}]"
    );
}
