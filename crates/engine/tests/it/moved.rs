//! Objects that become objects of another type: their new provider takes them over.

use testkit::{Effect, Fault, Method};
use value::Value;

use crate::stage::{Stage, path, resource, thing};

fn moved(from: &str, to: &str) -> String {
    format!("moved {{\n  from = {from}\n  to = {to}\n}}\n")
}

#[test]
fn moves_between_types() {
    for (from, body, to, new_body, actions) in [
        ("test_thing", "", "test_nested", "", "no-op test_nested.a from test_thing.a"),
        ("test_thing", "size = 5", "test_blocks", "", "no-op test_blocks.a from test_thing.a"),
        (
            "test_nested",
            "single = { key = \"k\" }",
            "test_thing",
            "",
            "update test_thing.a from test_nested.a",
        ),
        ("test_blocks", "", "test_nested", "region = \"r\"", "update test_nested.a from test_blocks.a"),
        (
            "test_nested",
            "",
            "test_blocks",
            "list {\n key = \"k\"\n }",
            "update test_blocks.a from test_nested.a",
        ),
        ("test_legacy", "", "test_nested", "", "no-op test_nested.a from test_legacy.a"),
    ] {
        let mut stage = Stage::with(&resource(from, "a", body));
        stage.cloud.forget_calls();
        let (from, to_addr) = (format!("{from}.a"), format!("{to}.a"));
        let main = format!("{}{}", moved(&from, &to_addr), resource(to, "a", new_body));
        // The object is of the new type from now on.
        for (id, found) in stage.cloud.objects() {
            let empty = testkit::schemas().resources.get(to).expect("a type").block.empty_value();
            let kept = ["id", "name", "region", "revision"].map(|name| {
                (value::SmolStr::from(name), found.value.entry(name).cloned().expect("every type has it"))
            });
            let entries = empty.as_entries().expect("an object").iter().cloned();
            stage.cloud.put(&id, to, Value::object(entries.chain(kept)));
        }
        let outcome = stage.apply(&main);
        assert_eq!(outcome.problems(), "", "{from} -> {to_addr}");
        assert_eq!(
            outcome.actions().split(" from").next(),
            actions.split(" from").next(),
            "{from} -> {to_addr}"
        );
        assert!(outcome.actions().ends_with(&format!("from {from}")), "{}", outcome.actions());
        // What changes its type is not told as something that happened outside.
        assert_eq!(outcome.drift(), "", "{from} -> {to_addr}");
        assert_eq!(stage.addresses(), to_addr, "{from} -> {to_addr}");
        assert_eq!(stage.plan(&main).actions(), "", "again: {from} -> {to_addr}");
        let asked = stage.cloud.brief(&[Method::Move]);
        assert_eq!(asked, [format!("Move {to} {}", from.trim_end_matches(".a"))], "{from} -> {to_addr}");
    }
}

#[test]
fn moves_that_are_refused() {
    let main = format!("{}{}", moved("test_thing.a", "test_nested.a"), resource("test_nested", "a", ""));
    for (effect, expect) in [
        (Effect::Error("Not this one"), "Error: Not this one"),
        (Effect::WrongType, "Error: Invalid resource state transformation"),
        (Effect::Null, "Error: Invalid resource state transformation"),
        (
            Effect::Answer(path("name"), Value::unknown(value::Type::String)),
            "Error: Invalid resource state transformation",
        ),
        (Effect::Warning("Take care"), "Warning: Take care"),
    ] {
        let stage = Stage::with(&thing("a", ""));
        let what = format!("{effect:?}");
        stage.cloud.fail(Fault::new(Method::Move, effect));
        stage.cloud.fail(
            Fault::new(Method::Read, Effect::Answer(path("name"), Value::string("a"))).of_type("test_nested"),
        );
        assert_eq!(stage.plan(&main).problems(), expect, "{what}");
    }
    // What another provider made is offered too.
    let foreign = "resource \"test_thing\" \"a\" {\n  name = \"a\"\n}\n";
    let mut stage = Stage::with(foreign);
    let resource_addr = crate::stage::instance("test_thing.a").resource();
    let mut found = stage.state.resources.remove(&resource_addr).expect("a resource");
    found.provider = addrs::AbsProviderConfig::root_default(addrs::Provider::implied("other"));
    let other = crate::stage::instance("other_thing.a").resource();
    stage.state.resources.insert(other, found);
    let main = format!("{}{}", moved("other_thing.a", "test_nested.a"), resource("test_nested", "a", ""));
    assert_eq!(stage.plan(&main).problems(), "Error: Unsupported source of a move");
}
