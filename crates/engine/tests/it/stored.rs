//! Objects as they are stored: brought to the schema of today, refused when they are of tomorrow.

use std::sync::Arc;

use testkit::{Effect, Fault, Method};

use crate::stage::{Stage, resource, thing};

/// The stored attributes of `test_thing.a` are replaced; what a plan says of that.
fn stored_as(version: u64, attributes: &str) -> (Stage, String, String, String) {
    let mut stage = Stage::with(&thing("a", "size = 1"));
    stage.edit("test_thing.a", |object| {
        object.schema_version = version;
        object.attributes = attributes.into();
    });
    let outcome = stage.apply(&thing("a", "size = 1"));
    let actions = outcome.actions();
    (stage, outcome.problems(), actions, outcome.details())
}

#[test]
fn versions() {
    let now = r#"{"id": "thing-1", "name": "a", "region": "nowhere", "revision": 1, "size": 1, "token": "made-token"}"#;
    for (version, attributes, problems, actions) in [
        (1, now.to_owned(), "", ""),
        // Version 0 had a title.
        (0, now.replace("name", "title"), "", ""),
        (0, now.replace("\"name\": \"a\"", "\"title\": \"b\""), "", ""),
        // What the schema has no longer is left out.
        (1, now.replace('{', "{\"gone\": true, "), "", ""),
        (1, now.replace('{', "{\"gone\": {\"deep\": [1, 2]}, \"lost\": null, "), "", ""),
        // What it has now and had not then is null.
        (1, now.replace(", \"token\": \"made-token\"", ""), "", ""),
        (2, now.to_owned(), "Error: Resource instance managed by newer provider version", "no plan"),
        (7, "{}".to_owned(), "Error: Resource instance managed by newer provider version", "no plan"),
        (1, "{\"size\": [1]}".to_owned(), "Error: Invalid stored object", ""),
        (0, "{\"surplus\": 1}".to_owned(), "Error: Invalid stored object", ""),
    ] {
        let (stage, found, done, details) = stored_as(version, &attributes);
        assert_eq!(found, problems, "{version} {attributes}: {details}");
        if problems.is_empty() {
            assert_eq!(done, actions, "{version} {attributes}");
            let object = stage.object("test_thing.a").expect("an object");
            let text = object.attributes.replace(' ', "");
            assert!(text.contains("\"name\":\"a\""), "{version} {attributes}: {text}");
            assert!(!text.contains("gone") && object.schema_version == 1, "{version} {attributes}: {text}");
        }
    }
}

/// What the provider kept for itself stays, whatever version the object was of.
#[test]
fn what_the_provider_keeps_for_itself() {
    let mut stage = Stage::with(&thing("a", "size = 1"));
    stage.edit("test_thing.a", |object| object.private = Arc::from(*b"mine"));
    stage.cloud.forget_calls();
    stage.plan(&thing("a", "size = 2"));
    let calls = stage.cloud.calls();
    let private = |method: Method| {
        calls
            .iter()
            .find(|call| call.method == method)
            .map(|call| String::from_utf8_lossy(&call.private).into_owned())
    };
    assert_eq!(
        (private(Method::Read).as_deref(), private(Method::Plan).as_deref()),
        (Some("mine"), Some("mine"))
    );
    stage.cloud.forget_calls();
    stage.apply(&thing("a", "size = 2"));
    let calls = stage.cloud.calls();
    let update = calls.iter().find(|call| call.method == Method::Update).expect("an update");
    assert_eq!(update.private, b"planned");
    assert_eq!(*stage.object("test_thing.a").expect("an object").private, *b"applied");
}

/// What upgrading itself can do wrong; orphans and what is destroyed are upgraded too.
#[test]
fn upgrades_that_go_wrong() {
    for (effect, expect) in [
        (Effect::Error("Too old"), "Error: Too old"),
        (Effect::WrongType, "Error: Invalid resource state upgrade"),
        (Effect::Null, "Error: Invalid resource state upgrade"),
        (Effect::Warning("Take care"), "Warning: Take care"),
    ] {
        let mut stage = Stage::with(&thing("a", ""));
        let what = format!("{effect:?}");
        stage.cloud.fail(Fault::new(Method::Upgrade, effect).times(1));
        assert_eq!(stage.plan(&thing("a", "")).problems(), expect, "{what}");
        // The same for what is no longer wanted.
        stage.cloud.heal();
        if expect.starts_with("Error") {
            stage.cloud.fail(Fault::new(Method::Upgrade, Effect::Error("Too old")));
            assert_eq!(stage.plan("").problems(), "Error: Too old", "{what}");
            assert_eq!(stage.destroy(&thing("a", "")).problems(), "Error: Too old", "{what}");
            assert_eq!(stage.addresses(), "test_thing.a", "{what}");
        }
    }
    // Orphans of an older version go all the same.
    let mut stage = Stage::with(&thing("a", ""));
    stage.edit("test_thing.a", |object| {
        object.schema_version = 0;
        object.attributes = object.attributes.replace("\"name\"", "\"title\"").into();
    });
    let outcome = stage.settle("");
    assert_eq!(outcome.actions(), "delete test_thing.a (delete_because_no_resource_config)");
    assert_eq!(stage.cloud.objects().len(), 0);
}

/// Rich objects are read back as they were written.
#[test]
fn rich_objects() {
    for (type_name, body) in [
        ("test_nested", "single = { key = \"a\", secret = \"s\" }"),
        ("test_nested", "list = [{ key = \"a\" }, { key = \"b\" }]"),
        ("test_nested", "set = [{ key = \"b\" }, { key = \"a\", secret = \"s\" }]"),
        ("test_nested", "map = { \"x y\" = { key = \"a\" }, z = { value = \"b\" } }"),
        ("test_blocks", "single {\n key = \"a\"\n }\n group {\n key = \"b\"\n }"),
        ("test_blocks", "list {\n key = \"a\"\n }\n list {\n }"),
        ("test_blocks", "set {\n key = \"a\"\n }\n set {\n secret = \"b\"\n }"),
        ("test_blocks", "map \"x y\" {\n key = \"a\"\n }\n map \"z\" {\n }"),
        ("test_blocks", "deep {\n inner {\n key = \"a\"\n }\n inner {\n key = \"b\"\n }\n }\n deep {\n }"),
        ("test_thing", "any = { a = [1, \"x\", null, true], b = { c = 1.5 } }"),
    ] {
        let mut stage = Stage::with(&resource(type_name, "a", body));
        let stored = stage.stored(&format!("{type_name}.a"));
        stage.settle(&resource(type_name, "a", body));
        assert_eq!(stage.stored(&format!("{type_name}.a")), stored, "{body}");
    }
}
