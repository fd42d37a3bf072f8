//! What tells an object from others: given by the provider, stored with it, handed back, and used to import.

use std::sync::Arc;

use testkit::{Effect, Fault, Method, object};
use value::{Type, Value};

use crate::stage::{Stage, resource, thing};
use crate::text::show;

fn identity_of(stage: &Stage, addr: &str) -> Option<(String, u64)> {
    let object = stage.object(addr).expect("an object");
    object.identity.as_ref().map(|(text, version)| (text.to_string(), *version))
}

#[test]
fn identities_are_stored_and_handed_back() {
    let mut stage = Stage::default();
    let outcome = stage.settle(&thing("a", ""));
    let change = outcome.change("test_thing.a");
    assert!(change.before_identity.is_none());
    assert_eq!(change.after_identity.as_ref().map(show).as_deref(), Some("{id: ?, region: ?}"));
    let stored = Some((r#"{"id":"thing-1","region":"nowhere"}"#.to_owned(), 1));
    assert_eq!(identity_of(&stage, "test_thing.a"), stored);
    // Types without identities have none.
    stage.settle(&format!("{}{}", thing("a", ""), resource("test_nested", "n", "")));
    assert_eq!(identity_of(&stage, "test_nested.n"), None);
    // Every call about the object knows it.
    stage.cloud.forget_calls();
    let main = format!("{}{}", thing("a", "size = 5"), resource("test_nested", "n", ""));
    stage.apply(&main);
    let known = |stage: &Stage, method: Method| {
        let calls = stage.cloud.calls();
        let call = calls.iter().find(|call| call.method == method && call.type_name == "test_thing");
        call.and_then(|call| call.identity.as_ref().map(show))
    };
    let expect = Some("{id: thing-1, region: nowhere}".to_owned());
    for method in [Method::Read, Method::Plan, Method::Update] {
        assert_eq!(known(&stage, method), expect, "{method:?}");
    }
    stage.cloud.forget_calls();
    let outcome = stage.destroy(&main);
    assert_eq!(outcome.problems(), "");
    for method in [Method::Read, Method::Plan, Method::Delete] {
        assert_eq!(known(&stage, method), expect, "{method:?}");
    }
    // A new object is told from others only when it is there.
    let mut stage = Stage::with("resource \"test_thing\" \"a\" {\n  name = \"x\"\n}\n");
    stage.cloud.forget_calls();
    let outcome = stage.settle("resource \"test_thing\" \"a\" {\n  name = \"y\"\n}\n");
    assert_eq!(
        outcome.change("test_thing.a").after_identity.as_ref().map(show).as_deref(),
        Some("{id: ?, region: ?}")
    );
    assert_eq!(outcome.change("test_thing.a").before_identity.as_ref().map(show), expect);
    assert_eq!(known(&stage, Method::Create).as_deref(), Some("{id: ?, region: ?}"));
    let stored = Some((r#"{"id":"thing-2","region":"nowhere"}"#.to_owned(), 1));
    assert_eq!(identity_of(&stage, "test_thing.a"), stored);
}

#[test]
fn identities_of_other_versions() {
    let expect = Some("{id: thing-1, region: nowhere}".to_owned());
    for (text, version, problems, upgraded) in [
        (r#"{"id":"thing-1","region":"nowhere"}"#, 1, "", false),
        (r#"{"key":"thing-1","region":"nowhere"}"#, 0, "", true),
        (
            r#"{"id":"thing-1","region":"nowhere"}"#,
            2,
            "Error: Resource instance managed by newer provider version",
            false,
        ),
        (r#"{"id":["thing-1"]}"#, 1, "Error: Failed to decode identity", false),
        (r#"{"surplus":1}"#, 0, "Error: Invalid stored identity", true),
    ] {
        let mut stage = Stage::with(&thing("a", ""));
        stage.edit("test_thing.a", |object| object.identity = Some((Arc::from(text), version)));
        stage.cloud.forget_calls();
        let outcome = stage.plan(&thing("a", ""));
        assert_eq!(outcome.problems(), problems, "{text} {version}");
        assert_eq!(
            stage.cloud.brief(&[Method::UpgradeIdentity]).len(),
            usize::from(upgraded),
            "{text} {version}"
        );
        if problems.is_empty() {
            let calls = stage.cloud.calls();
            let read = calls.iter().find(|call| call.method == Method::Read).expect("it is read");
            assert_eq!(read.identity.as_ref().map(show), expect, "{text} {version}");
        }
    }
    // Where none is stored, looking at the object finds it.
    let mut stage = Stage::with(&thing("a", ""));
    stage.edit("test_thing.a", |object| object.identity = None);
    stage.apply(&thing("a", ""));
    assert_eq!(
        identity_of(&stage, "test_thing.a"),
        Some((r#"{"id":"thing-1","region":"nowhere"}"#.to_owned(), 1))
    );
}

/// Objects are found by their identity.
#[test]
fn imports_by_identity() {
    let there =
        object("test_thing", r#"{"id": "x-1", "name": "a", "region": "far", "size": 10, "revision": 1}"#);
    for (identity, problems, actions) in [
        ("{ id = \"x-1\" }", "", "no-op test_thing.a imported"),
        ("{ id = \"x-1\", region = \"far\" }", "", "no-op test_thing.a imported"),
        ("{ id = \"x-\" }", "Error: Cannot import non-existent remote object", ""),
        ("{}", "Error: Invalid import identity argument", "no plan"),
        ("{ id = \"x-1\", other = 1 }", "Error: Invalid import identity argument", "no plan"),
        ("{ id = test_thing.b.id }", "Error: Invalid import identity argument", "no plan"),
        ("{ id = sensitive(\"x-1\") }", "Error: Invalid import identity argument", "no plan"),
        ("{ id = [] }", "Error: Invalid import identity argument", "no plan"),
    ] {
        let stage = Stage::default();
        stage.cloud.put("x-1", "test_thing", there.clone());
        let import = format!("import {{\n  to = test_thing.a\n  identity = {identity}\n}}\n");
        let other = if identity.contains("test_thing.b") { thing("b", "") } else { String::new() };
        let outcome = stage.plan(&format!("{import}{}{other}", thing("a", "")));
        assert_eq!(outcome.problems(), problems, "{identity}: {}", outcome.details());
        if problems.is_empty() {
            assert_eq!(outcome.actions(), actions, "{identity}");
            let importing = outcome.change("test_thing.a").importing.clone().expect("an import");
            assert!(importing.id.is_none() && importing.identity.is_some(), "{identity}");
        }
    }
    let stage = Stage::default();
    let import = "import {\n  to = test_nested.a\n  identity = { id = \"x\" }\n}\n";
    let outcome = stage.plan(&format!("{import}{}", resource("test_nested", "a", "")));
    assert_eq!(outcome.problems(), "Error: Invalid import identity argument");
}

/// What the provider says of itself must be of its type and known.
#[test]
fn identities_that_are_wrong() {
    for (at, value, problems) in [
        ("id", Value::unknown(Type::String), "Error: Provider produced invalid identity"),
        ("id", Value::string("other"), ""),
    ] {
        let mut stage = Stage::with(&thing("a", ""));
        stage.cloud.fail(Fault::new(Method::Read, Effect::Answer(crate::stage::path(at), value.clone())));
        let outcome = stage.apply(&thing("a", ""));
        assert!(outcome.problems().starts_with(problems), "{at} {value:?}: {}", outcome.problems());
    }
}
