//! Data sources: read while planning when everything they need is known and settled, otherwise while applying.

use plan::Mode;
use testkit::{Effect, Fault, Method};
use value::{Type, Value};

use crate::stage::{Stage, path, thing};

fn echo(body: &str) -> String {
    format!(
        "data \"test_echo\" \"d\" {{\n  {body}\n}}\noutput \"o\" {{\n  value = data.test_echo.d.output\n}}\n"
    )
}

/// `a` has changed; whether the data source is read at once, and why not.
#[test]
fn when_they_are_read() {
    let condition = "lifecycle {\n precondition {\n condition = test_thing.a.name != \"\"\n error_message = \"x\"\n }\n }";
    let after = "lifecycle {\n postcondition {\n condition = self.output != test_thing.a.kind\n error_message = \"x\"\n }\n }";
    for (body, expect) in [
        ("input = 1", ""),
        ("input = test_thing.a.name", "read data.test_echo.d (read_because_dependency_pending)"),
        ("input = local.name", ""),
        ("input = test_thing.b.name", ""),
        ("input = test_thing.a.revision", "read data.test_echo.d (read_because_config_unknown)"),
        ("input = { x = [test_thing.a.revision] }", "read data.test_echo.d (read_because_config_unknown)"),
        (
            "input = 1\n  depends_on = [test_thing.a]",
            "read data.test_echo.d (read_because_dependency_pending)",
        ),
        // What `b` needs in its turn does not count, nor what `other` waits for.
        ("input = 1\n  depends_on = [test_thing.b]", ""),
        ("input = 1\n  depends_on = [test_thing.c]", ""),
        ("input = 1\n  depends_on = [data.test_echo.other]", ""),
        (&format!("input = 1\n  {condition}"), "read data.test_echo.d (read_because_dependency_pending)"),
        (&format!("input = 1\n  {after}"), "read data.test_echo.d (read_because_dependency_pending)"),
        ("input = test_thing.c.revision", ""),
    ] {
        // `b` needs `a`, and `c` stays as it is; `other` waits for `a`.
        let things = |size: i64| {
            let other = "locals {\n  name = test_thing.a.name\n}\ndata \"test_echo\" \"other\" {\n  depends_on = [test_thing.a]\n}\n";
            [
                thing("a", &format!("size = {size}")),
                thing("b", "tags = { k = test_thing.a.name }"),
                thing("c", ""),
            ]
            .concat()
                + other
        };
        let main = |size: i64| format!("{}{}", things(size), echo(body));
        let mut stage = Stage::with(&main(1));
        stage.cloud.forget_calls();
        let outcome = stage.plan(&main(2));
        assert_eq!(outcome.problems(), "", "{body}");
        let actions = outcome.actions();
        let found = actions.split(", ").find(|action| action.contains("test_echo.d")).unwrap_or_default();
        assert_eq!(found, expect, "{body}");
        let reads = stage.cloud.brief(&[Method::ReadData]).len();
        assert_eq!(reads, usize::from(expect.is_empty()), "{body}");
        stage.settle(&main(2));
    }
}

/// What is read later is known as far as it is written.
#[test]
fn what_is_read_later() {
    let mut stage = Stage::default();
    let main = format!("{}{}", thing("a", ""), echo("input = test_thing.a.id"));
    let outcome = stage.settle(&main);
    assert_eq!(outcome.after("data.test_echo.d"), "{input: ?, output: ?, revision: ?}");
    assert_eq!(stage.attribute("data.test_echo.d", "output"), "{type: string, value: thing-1}");
    // What was read before is never taken for what is.
    stage.cloud.forget_calls();
    stage.plan(&main);
    assert_eq!(stage.cloud.brief(&[Method::ReadData]).len(), 1);
    // A data source that is no longer wanted is forgotten without a change.
    let outcome = stage.settle(&thing("a", ""));
    assert_eq!((outcome.actions().as_str(), stage.addresses().as_str()), ("", "test_thing.a"));
    // Who only looks reads it again.
    let mut stage = Stage::with(&main);
    stage.options.mode = Mode::RefreshOnly;
    stage.cloud.forget_calls();
    stage.apply(&main);
    assert_eq!(stage.cloud.brief(&[Method::ReadData]).len(), 1);
    // Secrets of what is written and of the schema.
    let lookup = "data \"test_lookup\" \"d\" {\n  id = sensitive(test_thing.a.id)\n}\n";
    let stage = Stage::with(&format!("{}{lookup}", thing("a", "")));
    let object = stage.object("data.test_lookup.d").expect("it was read");
    let paths: Vec<String> = object.sensitive_paths.iter().map(ToString::to_string).collect();
    assert_eq!(paths, [".id", ".token"]);
}

#[test]
fn answers_that_are_wrong() {
    for (effect, expect) in [
        (Effect::Error("No sight"), "Error: No sight"),
        (Effect::Warning("Take care"), "Warning: Take care"),
        (Effect::Null, "Error: Provider produced null object"),
        (Effect::WrongType, "Error: Provider produced invalid object"),
        (
            Effect::Answer(path("revision"), Value::unknown(Type::Number)),
            "Error: Provider produced invalid object",
        ),
    ] {
        let what = format!("{effect:?}");
        // While planning, while applying, and inside of a check, where everything is only a warning.
        let stage = Stage::default();
        stage.cloud.fail(Fault::new(Method::ReadData, effect.clone()));
        assert_eq!(stage.plan(&echo("input = 1")).problems(), expect, "{what}");
        let mut stage = Stage::default();
        stage.cloud.fail(Fault::new(Method::ReadData, effect.clone()));
        let outcome = stage.apply(&format!("{}{}", thing("a", ""), echo("input = test_thing.a.id")));
        assert_eq!(outcome.problems(), expect, "{what}");
        assert!(stage.addresses().contains("test_thing.a"), "{what}");
        let check = "check \"c\" {\n  data \"test_echo\" \"d\" {\n    input = 1\n  }\n  assert {\n    condition = \
                     data.test_echo.d.output == 1\n    error_message = \"x\"\n  }\n}\n";
        let stage = Stage::default();
        stage.cloud.fail(Fault::new(Method::ReadData, effect));
        let problems = stage.plan(check).problems();
        assert!(problems.starts_with(&expect.replace("Error", "Warning")), "{what}: {problems}");
        assert!(!problems.contains("Error"), "{what}: {problems}");
    }
}

/// What depends on a data source that could not be read is left alone.
#[test]
fn what_depends_on_a_failure() {
    let main = format!(
        "{}{}{}{}",
        thing("a", ""),
        echo("input = test_thing.a.id"),
        thing("b", "kind = data.test_echo.d.output"),
        thing("c", "")
    );
    let mut stage = Stage::default();
    stage.cloud.fail(Fault::new(Method::ReadData, Effect::Error("No sight")));
    assert_eq!(stage.apply(&main).problems(), "Error: No sight");
    assert_eq!(stage.addresses(), "test_thing.a, test_thing.c");
    stage.cloud.heal();
    stage.settle(&main);
    assert_eq!(stage.attribute("test_thing.b", "kind"), "thing-1");
}
