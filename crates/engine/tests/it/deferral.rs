//! What is put off to a later run: by the engine where numbers of instances are not known, by providers where they
//! cannot plan yet, and everything that needs it.

use provider::Deferred;
use testkit::{Effect, Fault, Method};

use crate::stage::{Outcome, Stage, thing};

const REFUSED: &str = "Error: Provider deferred changes when Terraform did not allow deferrals";

fn allowing() -> Stage {
    let mut stage = Stage::default();
    stage.options.deferral_allowed = true;
    stage
}

/// What is put off, with the reasons.
fn put_off(outcome: &Outcome) -> String {
    let plan = outcome.plan.as_ref().expect("a plan");
    let texts = plan.deferred.iter().map(|found| format!("{} {}", found.change.addr, found.reason.word()));
    texts.collect::<Vec<_>>().join(", ")
}

/// Numbers of instances that are not known: what can be done is done, the rest in the next run.
#[test]
fn numbers_that_are_not_known() {
    let a = thing("a", "");
    let each = "resource \"test_thing\" \"b\" {\n  for_each = toset([test_thing.a.id])\n  name = \"b\"\n}\n";
    let count = "resource \"test_thing\" \"b\" {\n  count = test_thing.a.revision\n  name = \"b\"\n}\n";
    let module = "module \"m\" {\n  source = \"./child\"\n  count = test_thing.a.revision\n}\n";
    let child =
        format!("--- child/main.tf\n{}output \"o\" {{\n  value = test_thing.x.id\n}}\n", thing("x", ""));
    for (main, first, deferred, second) in [
        (format!("{a}{each}"), "create test_thing.a", "", "create test_thing.b[\"thing-1\"]"),
        (format!("{a}{count}"), "create test_thing.a", "", "create test_thing.b[0]"),
        (
            format!("{a}{each}{}", thing("c", "tags = { n = length(test_thing.b) }")),
            "create test_thing.a",
            "test_thing.c deferred_prereq",
            "create test_thing.b[\"thing-1\"], create test_thing.c",
        ),
        (
            format!(
                "{a}{each}{}{}",
                thing("c", "tags = { n = length(test_thing.b) }"),
                thing("d", "kind = test_thing.c.id")
            ),
            "create test_thing.a",
            "test_thing.c deferred_prereq, test_thing.d deferred_prereq",
            "create test_thing.b[\"thing-1\"], create test_thing.c, create test_thing.d",
        ),
        (format!("{a}{module}{child}"), "create test_thing.a", "", "create module.m[0].test_thing.x"),
        (
            format!("{a}{module}{}{child}", thing("c", "kind = join(\",\", module.m[*].o)")),
            "create test_thing.a",
            "test_thing.c deferred_prereq",
            "create test_thing.c, create module.m[0].test_thing.x",
        ),
        (
            format!("{a}{each}data \"test_echo\" \"d\" {{\n  input = length(test_thing.b)\n}}\n"),
            "create test_thing.a",
            "data.test_echo.d deferred_prereq",
            "create test_thing.b[\"thing-1\"], read data.test_echo.d (read_because_dependency_pending)",
        ),
        (
            format!("{a}{each}output \"o\" {{\n  value = length(test_thing.b)\n}}\n"),
            "create test_thing.a",
            "",
            "create test_thing.b[\"thing-1\"]",
        ),
    ] {
        // Nothing may be put off: an error.
        let refused = Stage::default().plan(&main).problems();
        assert!(
            refused.starts_with("Error: Invalid for_each") || refused.starts_with("Error: Invalid count"),
            "{refused}"
        );
        let mut stage = allowing();
        let outcome = stage.apply(&main);
        assert_eq!(outcome.problems(), "", "{main}");
        assert_eq!((outcome.actions().as_str(), put_off(&outcome).as_str()), (first, deferred), "{main}");
        let plan = outcome.plan.as_ref().expect("a plan");
        assert!(!plan.complete && plan.applyable, "{main}");
        assert_eq!(stage.addresses(), "test_thing.a", "{main}");
        assert!(stage.state.outputs.is_empty(), "{main}");
        let outcome = stage.settle(&main);
        assert_eq!((outcome.actions().as_str(), put_off(&outcome).as_str()), (second, ""), "{main}");
        assert!(outcome.plan.as_ref().is_some_and(|plan| plan.complete), "{main}");
    }
}

/// Providers that cannot plan yet.
#[test]
fn providers_that_put_off() {
    let main = [thing("a", ""), thing("b", "kind = test_thing.a.name"), thing("c", "")].concat();
    for (why, word) in [
        (Deferred::ResourceConfigUnknown, "resource_config_unknown"),
        (Deferred::ProviderConfigUnknown, "provider_config_unknown"),
        (Deferred::AbsentPrerequisite, "absent_prereq"),
        (Deferred::Unknown, "unknown"),
    ] {
        let mut stage = allowing();
        stage.cloud.fail(Fault::new(Method::Plan, Effect::Deferred(why)).of("a"));
        let outcome = stage.apply(&main);
        assert_eq!(outcome.problems(), "", "{word}");
        assert_eq!(outcome.actions(), "create test_thing.c", "{word}");
        assert_eq!(put_off(&outcome), format!("test_thing.a {word}, test_thing.b deferred_prereq"));
        assert_eq!(stage.addresses(), "test_thing.c", "{word}");
        stage.cloud.heal();
        let outcome = stage.settle(&main);
        assert_eq!(outcome.actions(), "create test_thing.a, create test_thing.b", "{word}");
        // Who was not asked may not.
        let stage = Stage::default();
        stage.cloud.fail(Fault::new(Method::Plan, Effect::Deferred(why)).of("a"));
        assert_eq!(stage.plan(&main).problems(), REFUSED, "{word}");
    }
    // Existing objects stay as they are.
    let mut stage = allowing();
    stage.settle(&main);
    stage.cloud.fail(Fault::new(Method::Plan, Effect::Deferred(Deferred::AbsentPrerequisite)).of("c"));
    let changed = main.replace("name = \"c\"", "name = \"c\"\n  size = 7");
    let outcome = stage.apply(&changed);
    assert_eq!((outcome.problems().as_str(), outcome.actions().as_str()), ("", ""));
    assert_eq!(put_off(&outcome), "test_thing.c absent_prereq");
    assert_eq!(stage.attribute("test_thing.c", "size"), "10");
}

/// Other calls that can be put off.
#[test]
fn reads_that_are_put_off() {
    let data = "data \"test_echo\" \"d\" {\n  input = 1\n}\n";
    let main = format!("{data}{}{}", thing("a", "tags = { k = data.test_echo.d.output }"), thing("b", ""));
    let mut stage = allowing();
    stage.cloud.fail(Fault::new(Method::ReadData, Effect::Deferred(Deferred::ProviderConfigUnknown)));
    let outcome = stage.apply(&main);
    assert_eq!(outcome.problems(), "");
    assert_eq!(put_off(&outcome), "test_thing.a deferred_prereq, data.test_echo.d provider_config_unknown");
    assert_eq!(stage.addresses(), "test_thing.b");
    stage.cloud.heal();
    stage.settle(&main);
    let stage = Stage::default();
    stage.cloud.fail(Fault::new(Method::ReadData, Effect::Deferred(Deferred::ProviderConfigUnknown)));
    assert_eq!(stage.plan(&main).problems(), REFUSED);
    // What cannot be looked at is as it is remembered, and what needs it is put off.
    let main = format!("{}{}", thing("a", "size = 1"), thing("b", "kind = test_thing.a.id"));
    let mut stage = allowing();
    stage.settle(&thing("a", "size = 1"));
    stage.cloud.fail(Fault::new(Method::Read, Effect::Deferred(Deferred::AbsentPrerequisite)).of("a"));
    let outcome = stage.apply(&main);
    assert_eq!((outcome.problems().as_str(), outcome.actions().as_str()), ("", ""));
    assert_eq!(put_off(&outcome), "test_thing.b deferred_prereq");
    stage.cloud.heal();
    assert_eq!(stage.settle(&main).actions(), "create test_thing.b");
    stage.options.deferral_allowed = false;
    stage.cloud.fail(Fault::new(Method::Read, Effect::Deferred(Deferred::AbsentPrerequisite)).of("a"));
    assert_eq!(stage.plan(&main).problems(), REFUSED);
}
