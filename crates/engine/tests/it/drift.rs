//! What happened outside: seen by refreshing, told as drift, and put right or taken over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plan::Mode;
use testkit::{Effect, Fault, Method, object};
use value::{Type, Value};

use crate::stage::{Stage, path, resource, thing};

#[test]
fn objects_that_were_changed() {
    let tags = |text: &str| Value::map(Type::String, [("k", Value::string(text))]);
    for (body, attribute, value, drift, actions) in [
        ("size = 1", "size", Value::int(2), "update A", "update A"),
        ("", "size", Value::int(2), "update A", ""),
        ("tags = { k = \"v\" }", "tags", tags("w"), "update A", "update A"),
        ("", "tags", tags("w"), "update A", "update A"),
        ("", "token", Value::string("t"), "update A", ""),
        ("", "region", Value::string("elsewhere"), "update A", ""),
        (
            "",
            "name",
            Value::string("b"),
            "update A",
            "delete+create A (replace_because_cannot_update: .name)",
        ),
        ("size = 1", "size", Value::int(1), "", ""),
    ] {
        let mut stage = Stage::with(&thing("a", body));
        assert!(stage.cloud.edit("thing-1", attribute, value.clone()));
        let outcome = stage.plan(&thing("a", body));
        let expect = |text: &str| text.replace('A', "test_thing.a");
        let what = format!("{attribute} of {body}");
        assert_eq!((outcome.drift(), outcome.actions()), (expect(drift), expect(actions)), "{what}");
        // Without looking nothing is seen.
        stage.options.refresh = false;
        let blind = stage.plan(&thing("a", body));
        assert_eq!((blind.drift(), blind.actions()), (String::new(), String::new()), "{what}");
        // Who only looks takes over what is.
        stage.options.refresh = true;
        stage.options.mode = Mode::RefreshOnly;
        let looked = stage.apply(&thing("a", body));
        assert_eq!((looked.drift(), looked.actions()), (expect(drift), String::new()), "{what}");
        stage.options.mode = Mode::Normal;
        assert_eq!(stage.attribute("test_thing.a", attribute), crate::text::show(&value), "{what}");
        stage.settle(&thing("a", body));
    }
}

#[test]
fn objects_that_are_gone() {
    let two = format!("{}{}", thing("a", ""), thing("b", "kind = test_thing.a.id"));
    let mut stage = Stage::with(&two);
    stage.cloud.remove("thing-1");
    let outcome = stage.plan(&two);
    assert_eq!(outcome.drift(), "delete test_thing.a");
    // What needs the new id is replaced, because its kind cannot be changed.
    let expect = "create test_thing.a, delete+create test_thing.b (replace_because_cannot_update: .kind)";
    assert_eq!(outcome.actions(), expect);
    stage.settle(&two);
    assert_eq!(stage.attribute("test_thing.b", "kind"), "thing-3");

    // An orphan that is gone needs no destroying.
    stage.cloud.remove(stage.attribute("test_thing.b", "id").as_str());
    let outcome = stage.settle(&thing("a", ""));
    assert_eq!((outcome.drift().as_str(), outcome.actions().as_str()), ("delete test_thing.b", ""));
    assert_eq!(stage.addresses(), "test_thing.a");

    // Neither does one when everything is destroyed.
    stage.cloud.remove("thing-3");
    stage.cloud.forget_calls();
    let outcome = stage.destroy(&thing("a", ""));
    assert_eq!((outcome.problems().as_str(), outcome.actions().as_str()), ("", ""));
    assert_eq!((stage.addresses().as_str(), stage.cloud.brief(&[Method::Delete]).len()), ("", 0));

    // Who only looks forgets what is gone.
    let mut stage = Stage::with(&two);
    stage.cloud.remove("thing-2");
    stage.options.mode = Mode::RefreshOnly;
    let outcome = stage.apply(&two);
    assert_eq!(
        (outcome.drift().as_str(), stage.addresses().as_str()),
        ("delete test_thing.b", "test_thing.a")
    );
}

/// Rich objects: what changed inside of them, and what the plan makes of it.
#[test]
fn rich_objects() {
    for (type_name, body, changed) in [
        (
            "test_nested",
            "single = { key = \"a\" }",
            r#"{"single": {"key": "x", "id": "made-id", "chosen": "made-chosen"}}"#,
        ),
        ("test_nested", "list = [{ key = \"a\" }]", r#"{"list": []}"#),
        ("test_nested", "set = [{ key = \"a\" }]", r#"{"set": [{"key": "b"}]}"#),
        ("test_nested", "map = { p = { key = \"a\" } }", r#"{"map": {"q": {"key": "a"}}}"#),
        ("test_blocks", "list {\n key = \"a\"\n }", r#"{"list": [{"key": "x"}]}"#),
        ("test_blocks", "set {\n key = \"a\"\n }", r#"{"set": [{"key": "a"}, {"key": "b"}]}"#),
        ("test_blocks", "map \"p\" {\n key = \"a\"\n }", r#"{"map": {}}"#),
        ("test_blocks", "single {\n key = \"a\"\n }", r#"{"single": null}"#),
        ("test_blocks", "deep {\n inner {\n key = \"a\"\n }\n }", r#"{"deep": [{"inner": []}]}"#),
    ] {
        let mut stage = Stage::with(&resource(type_name, "a", body));
        let (id, _) = stage.cloud.objects().into_iter().next().expect("an object");
        let changed = changed.replacen('{', "{\"name\": \"a\", ", 1);
        let value = object(type_name, &changed);
        for (name, value) in
            value.as_entries().expect("an object").iter().filter(|(_, value)| !value.is_null())
        {
            if !matches!(name.as_str(), "name") {
                stage.cloud.edit(&id, name, value.clone());
            }
        }
        if changed.contains("\"single\": null") {
            stage.cloud.edit(&id, "single", Value::null(crate::stage::type_of(type_name, "single")));
        }
        stage.cloud.edit(&id, "id", Value::string(id.clone()));
        let outcome = stage.plan(&resource(type_name, "a", body));
        let expect = format!("update {type_name}.a");
        assert_eq!((outcome.drift(), outcome.actions()), (expect.clone(), expect), "{changed}");
        stage.settle(&resource(type_name, "a", body));
    }
}

/// What refreshing itself can do wrong.
#[test]
fn answers_that_are_wrong() {
    for (effect, expect) in [
        (Effect::Error("No such luck"), "Error: No such luck"),
        (Effect::WrongType, "Error: Provider produced invalid object"),
        (Effect::Warning("Take care"), "Warning: Take care"),
        (Effect::Answer(path("size"), Value::int(3)), ""),
    ] {
        let mut stage = Stage::with(&thing("a", "size = 1"));
        let what = format!("{effect:?}");
        stage.cloud.fail(Fault::new(Method::Read, effect));
        let outcome = stage.apply(&thing("a", "size = 1"));
        assert_eq!(outcome.problems(), expect, "{what}");
        assert_eq!(stage.addresses(), "test_thing.a", "{what}");
    }
    // What is unknown cannot be stored.
    let stage = Stage::with(&thing("a", ""));
    stage.cloud.fail(Fault::new(Method::Read, Effect::Answer(path("token"), Value::unknown(Type::String))));
    assert_eq!(stage.plan(&thing("a", "")).problems(), "Error: Provider produced invalid object");
}

/// The attributes that changes depend on, so that a reader sees only drift that matters.
#[test]
fn attributes_that_matter() {
    for (body, expect) in [
        ("kind = test_thing.a.id", "test_thing.a .id"),
        ("tags = { k = test_thing.a.tags[\"x\"] }", "test_thing.a .tags[\"x\"]"),
        ("tags = test_thing.a.tags", "test_thing.a .tags"),
        ("kind = test_nested.n.single.key", "test_nested.n .single.key"),
        ("kind = test_nested.n.list[0].key", "test_nested.n .list[0].key"),
        ("kind = test_blocks.b.list[0].key", "test_blocks.b .list[0].key"),
        ("kind = test_blocks.b.map[\"p\"].key", "test_blocks.b .map[\"p\"].key"),
        ("kind = \"fixed\"", ""),
    ] {
        let stage = Stage::default();
        let others = [
            thing("a", "tags = { x = \"y\" }"),
            resource("test_nested", "n", "single = { key = \"k\" }\n  list = [{ key = \"l\" }]"),
            resource("test_blocks", "b", "list {\n key = \"k\"\n }\n map \"p\" {\n key = \"k\"\n }"),
        ];
        let outcome = stage.plan(&format!("{}{}", others.concat(), thing("z", body)));
        let plan = outcome.plan.as_ref().expect("a plan");
        let found: Vec<String> = plan
            .relevant_attributes
            .iter()
            .map(|relevant| format!("{} {}", relevant.resource, relevant.attribute))
            .collect();
        assert_eq!(found.join(", "), expect, "{body}");
    }
}

/// However many blocks there are, no more is looked at than may be at once; and of what is not written any more, as much.
#[test]
fn so_many_are_looked_at_at_once() {
    let all = ["a", "b", "c"].map(|name| thing(name, "count = 8")).concat();
    for main in [all.as_str(), ""] {
        let stage = Stage::with(&all);
        stage.cloud.fail(Fault::new(Method::Read, Effect::Hang));
        let (cloud, done) = (stage.cloud.clone(), Arc::new(AtomicBool::new(false)));
        let is_done = done.clone();
        let helper = std::thread::spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                cloud.release();
            }
        });
        let outcome = stage.plan(main);
        done.store(true, Ordering::Relaxed);
        helper.join().expect("the helper does not panic");
        assert_eq!((outcome.problems().as_str(), stage.cloud.most_at_once()), ("", 10), "{main}");
    }
}
