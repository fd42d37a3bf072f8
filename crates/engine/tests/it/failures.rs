//! What failures leave behind: nothing that is there is forgotten, nothing that is not is remembered, and what
//! depends on it waits.

use state::ObjectStatus;
use testkit::{Effect, Fault, Method};

use crate::stage::{Stage, thing};

fn three(size: i64) -> String {
    let size = format!("size = {size}");
    let b = "kind = test_thing.a.id\n  lifecycle {\n ignore_changes = [kind]\n }";
    [thing("a", &size), thing("b", b), thing("c", &size)].concat()
}

/// Creations that fail: what there is afterwards, and what comes next.
#[test]
fn creations() {
    for (effect, left, next) in [
        (Effect::Error("It broke"), "test_thing.c", "create test_thing.a, create test_thing.b"),
        (Effect::NoAnswer("It broke"), "test_thing.c", "create test_thing.a, create test_thing.b"),
        (
            Effect::ErrorAfter("It broke"),
            "test_thing.a (tainted), test_thing.c",
            "delete+create test_thing.a (replace_because_tainted), create test_thing.b",
        ),
    ] {
        let mut stage = Stage::default();
        let what = format!("{effect:?}");
        stage.cloud.fail(Fault::new(Method::Create, effect).of("a"));
        let outcome = stage.apply(&three(1));
        assert_eq!(outcome.problems(), "Error: It broke", "{what}");
        assert_eq!(stage.addresses(), left, "{what}");
        stage.cloud.heal();
        let outcome = stage.settle(&three(1));
        assert_eq!(outcome.actions(), next, "{what}");
        assert_eq!(stage.cloud.objects().len(), 3, "{what}");
    }
}

/// Destructions that fail keep the object, and everything that it needs.
#[test]
fn destructions() {
    for (effect, problems, there) in [
        (Effect::Error("It broke"), "Error: It broke", true),
        (Effect::NoAnswer("It broke"), "Error: It broke", true),
        (Effect::StillThere, "Error: Provider returned invalid result object after apply", false),
        (Effect::Warning("Take care"), "Warning: Take care", false),
    ] {
        let mut stage = Stage::with(&three(1));
        let what = format!("{effect:?}");
        let fails = problems.starts_with("Error");
        stage.cloud.fail(Fault::new(Method::Delete, effect).of("b"));
        let outcome = stage.destroy(&three(1));
        assert_eq!(outcome.problems(), problems, "{what}");
        let left = if fails { "test_thing.a, test_thing.b" } else { "" };
        assert_eq!(stage.addresses(), left, "{what}");
        assert_eq!(stage.cloud.ids_of("b").len(), usize::from(there), "{what}");
        stage.cloud.heal();
        let outcome = stage.destroy(&three(1));
        assert_eq!((outcome.problems(), stage.addresses()), (String::new(), String::new()), "{what}");
        assert_eq!(stage.cloud.objects().len(), 0, "{what}");
    }
}

/// Replacing: the old goes first, so when it does not go nothing new is made.
#[test]
fn replacements() {
    let named = |name: &str| format!("resource \"test_thing\" \"a\" {{\n  name = \"{name}\"\n}}\n");
    for (method, effect, left, objects) in [
        (Method::Delete, Effect::Error("It broke"), "test_thing.a", ["x"].as_slice()),
        (Method::Create, Effect::Error("It broke"), "", &[]),
        (Method::Create, Effect::ErrorAfter("It broke"), "test_thing.a (tainted)", &["y"]),
        (Method::Create, Effect::NoAnswer("It broke"), "", &[]),
    ] {
        let mut stage = Stage::with(&named("x"));
        let what = format!("{method:?} {effect:?}");
        stage.cloud.fail(Fault::new(method, effect));
        let outcome = stage.apply(&named("y"));
        assert_eq!(outcome.problems(), "Error: It broke", "{what}");
        assert_eq!(stage.addresses(), left, "{what}");
        let there: Vec<&str> =
            ["x", "y"].into_iter().filter(|name| !stage.cloud.ids_of(name).is_empty()).collect();
        assert_eq!(there, objects, "{what}");
        stage.cloud.heal();
        stage.settle(&named("y"));
        assert_eq!(stage.cloud.objects().len(), 1, "{what}");
    }
}

/// Replacing with the new first: the old stands aside until it is gone, and counts again when nothing new came.
#[test]
fn replacements_with_the_new_first() {
    let named = |name: &str| {
        let lifecycle = "lifecycle {\n create_before_destroy = true\n }";
        format!("resource \"test_thing\" \"a\" {{\n  name = \"{name}\"\n  {lifecycle}\n}}\n")
    };
    for (method, effect, left, objects, next) in [
        (
            Method::Create,
            Effect::Error("It broke"),
            "test_thing.a",
            ["x"].as_slice(),
            "create+delete test_thing.a (replace_because_cannot_update: .name)",
        ),
        (
            Method::Create,
            Effect::NoAnswer("It broke"),
            "test_thing.a",
            &["x"],
            "create+delete test_thing.a (replace_because_cannot_update: .name)",
        ),
        (
            Method::Create,
            Effect::ErrorAfter("It broke"),
            "test_thing.a (tainted) +1",
            &["x", "y"],
            "create+delete test_thing.a (replace_because_tainted), delete test_thing.a deposed",
        ),
        (
            Method::Delete,
            Effect::Error("It broke"),
            "test_thing.a +1",
            &["x", "y"],
            "delete test_thing.a deposed",
        ),
        (
            Method::Delete,
            Effect::NoAnswer("It broke"),
            "test_thing.a +1",
            &["x", "y"],
            "delete test_thing.a deposed",
        ),
    ] {
        let mut stage = Stage::with(&named("x"));
        let what = format!("{method:?} {effect:?}");
        stage.cloud.fail(Fault::new(method, effect));
        let outcome = stage.apply(&named("y"));
        assert_eq!(outcome.problems(), "Error: It broke", "{what}");
        assert_eq!(stage.addresses(), left, "{what}");
        let there: Vec<&str> =
            ["x", "y"].into_iter().filter(|name| !stage.cloud.ids_of(name).is_empty()).collect();
        assert_eq!(there, objects, "{what}");
        stage.cloud.heal();
        let outcome = stage.settle(&named("y"));
        assert_eq!(outcome.actions(), next, "{what}");
        assert_eq!((stage.addresses().as_str(), stage.cloud.objects().len()), ("test_thing.a", 1), "{what}");
    }
    // A deposed object that is gone already needs no destroying.
    let mut stage = Stage::with(&named("x"));
    stage.cloud.fail(Fault::new(Method::Delete, Effect::Error("It broke")));
    stage.apply(&named("y"));
    stage.cloud.heal();
    stage.cloud.remove("thing-1");
    let outcome = stage.settle(&named("y"));
    assert_eq!((outcome.actions().as_str(), stage.addresses().as_str()), ("", "test_thing.a"));
    // With its block gone, all its objects go.
    let mut stage = Stage::with(&named("x"));
    stage.cloud.fail(Fault::new(Method::Delete, Effect::Error("It broke")));
    stage.apply(&named("y"));
    stage.cloud.heal();
    let outcome = stage.settle("");
    let gone = "delete test_thing.a (delete_because_no_resource_config), delete test_thing.a deposed";
    assert_eq!((outcome.actions().as_str(), stage.cloud.objects().len()), (gone, 0));
}

#[test]
fn objects_that_must_not_be_destroyed() {
    let refused = "Error: Instance cannot be destroyed";
    let config = |name: &str, more: &str| {
        format!(
            "resource \"test_thing\" \"a\" {{\n  name = \"{name}\"\n  lifecycle {{\n prevent_destroy = true\n {more}\n }}\n}}\n"
        )
    };
    let first = "create_before_destroy = true";
    let (plain, same) = (config("x", ""), config("x", first));
    let tainted =
        |stage: &mut Stage| stage.edit("test_thing.a", |object| object.status = ObjectStatus::Tainted);
    let nothing = |_: &mut Stage| {};
    type Prepare<'a> = &'a dyn Fn(&mut Stage);
    let cases: [(&str, Prepare<'_>, &str, &str); 8] = [
        (&plain, &nothing, &plain, ""),
        (&plain, &nothing, &config("y", ""), refused),
        (&same, &nothing, &config("y", first), refused),
        (&plain, &tainted, &plain, refused),
        (&same, &tainted, &same, refused),
        // Where the block is gone, so is the protection.
        (&plain, &nothing, "", ""),
        (
            &plain,
            &nothing,
            "removed {\n  from = test_thing.a\n  lifecycle {\n destroy = false\n }\n}\n",
            "Warning: Some objects will no longer be managed by Terraform",
        ),
        (&plain, &nothing, &plain.replace("prevent_destroy = true", "prevent_destroy = false"), ""),
    ];
    for (before, prepare, after, expect) in cases {
        let mut stage = Stage::with(before);
        prepare(&mut stage);
        assert_eq!(stage.plan(after).problems(), expect, "{after}");
    }
    let mut stage = Stage::with(&plain);
    assert_eq!(stage.destroy(&plain).problems(), refused);
    assert_eq!(stage.cloud.objects().len(), 1);
}

/// A run that is asked to end begins nothing new, finishes what began, and remembers it.
#[test]
fn runs_that_are_asked_to_end() {
    let chain: String = (0..6)
        .map(|at| match at {
            0 => thing("t0", ""),
            _ => thing(&format!("t{at}"), &format!("kind = test_thing.t{}.id", at - 1)),
        })
        .collect();
    for limit in 1..6 {
        let mut stage = Stage { stop_after: Some(limit), ..Stage::default() };
        let outcome = stage.apply(&chain);
        assert_eq!(outcome.problems(), "Error: execution halted", "{limit}");
        assert_eq!(stage.addresses().split(", ").count(), limit, "{limit}");
        assert_eq!(stage.cloud.objects().len(), limit, "{limit}");
        stage.stop_after = None;
        stage.settle(&chain);
        assert_eq!(stage.cloud.objects().len(), 6, "{limit}");
        stage.stop_after = Some(limit);
        assert_eq!(stage.destroy(&chain).problems(), "Error: execution halted", "{limit}");
        assert_eq!(stage.cloud.objects().len(), 6 - limit, "{limit}");
        assert_eq!(stage.addresses().split(", ").count(), 6 - limit, "{limit}");
    }
}
