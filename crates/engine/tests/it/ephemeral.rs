//! Ephemeral resources: opened when they can be, renewed when it is time, closed when nobody needs them any more,
//! whatever went wrong meanwhile.

use std::time::{Duration, Instant};

use testkit::{Effect, Fault, Method};
use value::{Type, Value};

use crate::stage::{Stage, path, thing};

fn secret(name: &str, body: &str) -> String {
    format!("ephemeral \"test_secret\" \"{name}\" {{\n  name = \"{name}\"\n  {body}\n}}\n")
}

/// What was done with secrets and things, in order: `Open e, Create a, Close e`.
fn story(stage: &Stage) -> String {
    let wanted = [Method::Open, Method::Renew, Method::Close, Method::Create, Method::Update, Method::Delete];
    let calls = stage.cloud.calls();
    let calls = calls.iter().filter(|call| wanted.contains(&call.method));
    calls.map(|call| format!("{:?} {}", call.method, call.name)).collect::<Vec<_>>().join(", ")
}

/// What is done in the plan, what in the apply.
fn stories(main: &str) -> (String, String) {
    let mut stage = Stage::default();
    let outcome = stage.plan(main);
    assert_eq!(outcome.problems(), "", "{main}");
    let planning = story(&stage);
    stage.cloud.forget_calls();
    assert_eq!(stage.apply(main).problems(), "", "{main}");
    assert_eq!(stage.cloud.open_secrets(), Vec::<&str>::new(), "{main}");
    let all = story(&stage);
    let applying = all.strip_prefix(&planning).unwrap_or_else(|| panic!("{all} begins with {planning}"));
    (planning, applying.trim_start_matches(", ").to_owned())
}

#[test]
fn opened_and_closed() {
    let used = "password_wo = ephemeral.test_secret.e.value";
    for (main, planning, applying) in [
        // Nobody needs it: it is opened for the plan only.
        (secret("e", ""), "Open e, Close e", ""),
        (format!("{}{}", secret("e", ""), thing("a", used)), "Open e, Close e", "Open e, Create a, Close e"),
        // Through a local and a module.
        (
            format!(
                "{}locals {{\n  l = upper(ephemeral.test_secret.e.value)\n}}\n{}",
                secret("e", ""),
                thing("a", "password_wo = local.l")
            ),
            "Open e, Close e",
            "Open e, Create a, Close e",
        ),
        // One that needs another is closed before it.
        (
            format!(
                "{}{}{}",
                secret("e", ""),
                secret("f", "depends_on = [ephemeral.test_secret.e]"),
                thing("a", "password_wo = ephemeral.test_secret.f.value")
            ),
            "Open e, Open f, Close f, Close e",
            "Open e, Open f, Create a, Close f, Close e",
        ),
        // What is not known yet waits for the apply.
        (
            format!(
                "{}ephemeral \"test_secret\" \"e\" {{\n  name = test_thing.a.id\n}}\n{}",
                thing("a", ""),
                thing("b", used)
            ),
            "",
            "Create a, Open thing-1, Create b, Close thing-1",
        ),
        // So does what must wait for changes.
        (
            format!("{}{}{}", thing("a", ""), secret("e", "depends_on = [test_thing.a]"), thing("b", used)),
            "",
            "Create a, Open e, Create b, Close e",
        ),
        // A chain behind it: it stays open until the last that needs it is done.
        (
            format!(
                "{}{}{}",
                secret("e", ""),
                thing("a", used),
                thing("b", &format!("kind = test_thing.a.id\n  {used}"))
            ),
            "Open e, Close e",
            "Open e, Create a, Create b, Close e",
        ),
        // A provider that is configured with it needs it as long as it is used.
        (
            format!(
                "{}provider \"test\" {{\n  alias = \"p\"\n  token = ephemeral.test_secret.e.value\n}}\n{}{}",
                secret("e", ""),
                thing("a", "provider = test.p"),
                thing("b", "kind = test_thing.a.id\n  provider = test.p")
            ),
            "Open e, Close e",
            "Open e, Create a, Create b, Close e",
        ),
        // Several instances.
        (
            "ephemeral \"test_secret\" \"e\" {\n  count = 2\n  name = \"e${count.index}\"\n}\n".to_owned()
                + &thing("a", "password_wo = ephemeral.test_secret.e[1].value"),
            "Open e0, Open e1, Close e0, Close e1",
            "Open e0, Open e1, Create a, Close e0, Close e1",
        ),
    ] {
        assert_eq!(stories(&main), (planning.to_owned(), applying.to_owned()), "{main}");
    }
}

/// What stays as it is needs no secret again; what is destroyed does only when its provider does.
#[test]
fn opened_only_when_needed() {
    let main = |size: i64| {
        let used = format!("size = {size}\n  password_wo = ephemeral.test_secret.e.value");
        format!("{}{}{}", secret("e", ""), thing("a", &used), thing("b", "size = 1"))
    };
    let mut stage = Stage::with(&main(1));
    stage.cloud.forget_calls();
    stage.apply(&main(1));
    assert_eq!(story(&stage), "Open e, Close e");
    stage.cloud.forget_calls();
    stage.apply(&main(2));
    assert_eq!(story(&stage), "Open e, Close e, Open e, Update a, Close e");
    stage.cloud.forget_calls();
    stage.apply(&main(2).replace("size = 1", "size = 9"));
    assert_eq!(story(&stage), "Open e, Close e, Update b");
    stage.cloud.forget_calls();
    assert_eq!(stage.destroy(&main(2)).problems(), "");
    assert_eq!(story(&stage), "Open e, Close e, Delete a, Delete b");
    // A provider that needs it to destroy.
    let main = format!(
        "{}provider \"test\" {{\n  token = ephemeral.test_secret.e.value\n}}\n{}",
        secret("e", "provider = test.plain")
            .replace("}\n", "}\nprovider \"test\" {\n  alias = \"plain\"\n}\n"),
        thing("a", "")
    );
    let mut stage = Stage::with(&main);
    stage.cloud.forget_calls();
    assert_eq!(stage.destroy(&main).problems(), "");
    assert_eq!(story(&stage), "Open e, Close e, Open e, Delete a, Close e");
}

/// Whatever goes wrong, what was opened is closed.
#[test]
fn closed_after_failures() {
    let used = "password_wo = ephemeral.test_secret.e.value";
    let main = format!(
        "{}{}{}",
        secret("e", ""),
        thing("a", used),
        thing("b", &format!("kind = test_thing.a.id\n  {used}"))
    );
    let broken = |method| Fault::new(method, Effect::Error("It broke"));
    for (fault, problems, expect) in [
        (broken(Method::Plan).of("a"), "Error: It broke", "Open e, Close e"),
        (
            broken(Method::Plan).of("b").after(1),
            "Error: It broke",
            "Open e, Close e, Open e, Create a, Close e",
        ),
        (broken(Method::Create).of("a"), "Error: It broke", "Open e, Close e, Open e, Create a, Close e"),
        (
            broken(Method::Create).of("b"),
            "Error: It broke",
            "Open e, Close e, Open e, Create a, Create b, Close e",
        ),
        (broken(Method::Open), "Error: It broke", "Open e"),
        (broken(Method::Open).after(1), "Error: It broke", "Open e, Close e, Open e"),
        (broken(Method::Close).times(1), "Error: It broke", "Open e, Close e"),
        (Fault::new(Method::Open, Effect::Null), "Error: Provider produced null object", "Open e, Close e"),
        (
            Fault::new(Method::Open, Effect::WrongType),
            "Error: Provider produced invalid object",
            "Open e, Close e",
        ),
        (
            Fault::new(Method::Open, Effect::Answer(path("value"), Value::unknown(Type::String))),
            "Error: Provider produced invalid object",
            "Open e, Close e",
        ),
        (
            Fault::new(Method::Open, Effect::Warning("Take care")).times(1),
            "Warning: Take care",
            "Open e, Close e, Open e, Create a, Create b, Close e",
        ),
    ] {
        let mut stage = Stage::default();
        let what = format!("{fault:?}");
        stage.cloud.fail(fault);
        let outcome = stage.apply(&main);
        assert_eq!((outcome.problems().as_str(), story(&stage).as_str()), (problems, expect), "{what}");
    }
    // A run that is asked to end closes too.
    let mut stage = Stage { stop_after: Some(1), ..Stage::default() };
    assert_eq!(stage.apply(&main).problems(), "Error: execution halted");
    assert_eq!(story(&stage), "Open e, Close e, Open e, Create a, Close e");
}

/// Conditions on ephemeral resources.
#[test]
fn conditions() {
    let with = |what: &str, condition: &str| {
        "variable \"t\" {\n  default = true\n}\n".to_owned()
            + &secret(
                "e",
                &format!(
                    "lifecycle {{\n {what} {{\n condition = {condition}\n error_message = \"not so\"\n }}\n }}"
                ),
            )
    };
    for (main, problems, expect) in [
        (with("precondition", "var.t"), "", "Open e, Close e"),
        (with("precondition", "!var.t"), "Error: Resource precondition failed", ""),
        (with("postcondition", "self.value != \"\""), "", "Open e, Close e"),
        (
            with("postcondition", "self.value == \"\""),
            "Error: Resource postcondition failed",
            "Open e, Close e",
        ),
    ] {
        let stage = Stage::default();
        let outcome = stage.plan(&main);
        assert_eq!((outcome.problems().as_str(), story(&stage).as_str()), (problems, expect), "{main}");
    }
}

/// While something takes long, what is open is renewed; until it is closed, or cannot be renewed any more.
#[test]
fn renewed_when_it_is_time() {
    let main = format!("{}{}", secret("e", ""), thing("a", "password_wo = ephemeral.test_secret.e.value"));
    let soon = || Effect::RenewAfter(Duration::from_millis(20));
    let run = |faults: Vec<Fault>, renewals: usize| {
        let mut stage = Stage::default();
        faults.into_iter().for_each(|fault| stage.cloud.fail(fault));
        stage.cloud.fail(Fault::new(Method::Create, Effect::Hang));
        let cloud = stage.cloud.clone();
        let helper = std::thread::spawn(move || {
            let start = Instant::now();
            let seen = || cloud.brief(&[Method::Renew]).len();
            let begun = || !cloud.brief(&[Method::Create]).is_empty();
            while (seen() < renewals || !begun()) && start.elapsed() < Duration::from_secs(20) {
                std::thread::sleep(Duration::from_millis(10));
            }
            if renewals == 0 {
                std::thread::sleep(Duration::from_millis(300));
            }
            cloud.release();
        });
        let outcome = stage.apply(&main);
        helper.join().expect("the helper does not panic");
        (outcome.problems(), story(&stage))
    };
    let begin = "Open e, Close e, Open e, Create a";
    // Nothing says that it must be renewed.
    assert_eq!(run(vec![], 0), (String::new(), format!("{begin}, Close e")));
    // Once, and then no more.
    let (problems, story) = run(vec![Fault::new(Method::Open, soon())], 1);
    assert_eq!((problems.as_str(), story), ("", format!("{begin}, Renew e, Close e")));
    // Again and again.
    let (problems, story) = run(vec![Fault::new(Method::Open, soon()), Fault::new(Method::Renew, soon())], 3);
    assert_eq!(problems, "");
    assert!(
        story.starts_with(&format!("{begin}, Renew e, Renew e, Renew e")) && story.ends_with("Close e"),
        "{story}"
    );
    // What cannot be renewed is told, and closed in the end.
    let faults = vec![Fault::new(Method::Open, soon()), Fault::new(Method::Renew, Effect::Error("Too late"))];
    assert_eq!(run(faults, 1), ("Error: Too late".to_owned(), format!("{begin}, Renew e, Close e")));
}
