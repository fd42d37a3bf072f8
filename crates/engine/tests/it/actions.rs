//! Actions: done when something happens with an object, or when somebody asks, in the order that is written.

use addrs::Target;
use plan::{Mode, Trigger};
use provider::Deferred;
use testkit::{Effect, Fault, Method};

use crate::stage::{Outcome, Stage, thing};
use crate::text::show;

fn action(name: &str, config: &str) -> String {
    format!(
        "action \"test_notify\" \"{name}\" {{\n  config {{\n    name = \"{name}\"\n    {config}\n  }}\n}}\n"
    )
}

fn trigger(events: &str, actions: &str, more: &str) -> String {
    format!("action_trigger {{\n    events = [{events}]\n    actions = [{actions}]\n    {more}\n  }}\n")
}

fn lifecycle(triggers: &[String]) -> String {
    format!("lifecycle {{\n  {}  }}\n", triggers.concat())
}

/// A thing with one trigger of an action named `n`.
fn triggering(name: &str, body: &str, events: &str) -> String {
    let triggers = lifecycle(&[trigger(events, "action.test_notify.n", "")]);
    thing(name, &format!("{body}\n  {triggers}"))
}

/// What was done with things and actions, in order.
fn story(stage: &Stage) -> String {
    let wanted =
        [Method::Create, Method::Update, Method::Delete, Method::Invoke, Method::Open, Method::Close];
    let calls = stage.cloud.calls();
    let told = calls.iter().filter(|call| wanted.contains(&call.method));
    told.map(|call| format!("{:?} {}", call.method, call.name)).collect::<Vec<_>>().join(", ")
}

/// What an apply does; the plan before it is forgotten.
fn applied(stage: &mut Stage, main: &str) -> (String, String) {
    stage.cloud.forget_calls();
    let outcome = stage.apply(main);
    (outcome.problems(), story(stage))
}

fn check(stage: &mut Stage, main: &str, expect: &str) {
    assert_eq!(applied(stage, main), (String::new(), expect.to_owned()), "{main}");
}

/// What is planned of actions: `action.test_notify.n after_create test_thing.a`.
fn planned(outcome: &Outcome) -> String {
    let plan = outcome.plan.as_ref().unwrap_or_else(|| panic!("no plan: {:?}", outcome.diags));
    let one = |invocation: &plan::Invocation| match &invocation.trigger {
        Trigger::Lifecycle(trigger) => format!(
            "{} {} {} {}.{}",
            invocation.addr, trigger.event, trigger.resource, trigger.block, trigger.position
        ),
        Trigger::Request => invocation.addr.to_string(),
    };
    plan.invocations.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The configurations that an action was done with.
fn told(stage: &Stage, attribute: &str) -> Vec<String> {
    let calls = stage.cloud.calls();
    let invoked = calls.iter().filter(|call| call.method == Method::Invoke);
    invoked.filter_map(|call| call.config.as_ref()?.entry(attribute).map(show)).collect()
}

#[test]
fn before_and_after() {
    let n = action("n", "");
    let with = |events: &str, body: &str| format!("{n}{}", triggering("a", body, events));
    let create = "before_create, after_create";
    let update = "before_update, after_update";
    let mut stage = Stage::default();
    check(&mut stage, &with(create, ""), "Invoke n, Create a, Invoke n");
    // What stays as it is triggers nothing, nor does an event that does not happen.
    check(&mut stage, &with(update, ""), "");
    check(&mut stage, &with(update, "size = 1"), "Invoke n, Update a, Invoke n");
    check(&mut stage, &with(create, "size = 2"), "Update a");
    stage.options.force_replace = vec![crate::stage::instance("test_thing.a")];
    check(&mut stage, &with(create, "size = 2"), "Delete a, Invoke n, Create a, Invoke n");
    check(&mut stage, &with(update, "size = 2"), "Delete a, Create a");
    stage.options.force_replace.clear();
    let outcome = stage.destroy(&with("before_create, after_create, before_update, after_update", ""));
    assert_eq!((outcome.problems(), planned(&outcome)), (String::new(), String::new()));
}

#[test]
fn in_the_order_that_is_written() {
    let actions: String = ["m", "n", "o"].iter().map(|name| action(name, "")).collect();
    let triggers = lifecycle(&[
        trigger("after_create", "action.test_notify.o, action.test_notify.m", ""),
        trigger("before_create, after_create", "action.test_notify.n", ""),
    ]);
    let main = format!("{actions}{}", thing("a", &triggers));
    let outcome = Stage::default().plan(&main);
    let expect = "action.test_notify.n before_create test_thing.a 1.0, action.test_notify.o after_create test_thing.a 0.0, \
                  action.test_notify.m after_create test_thing.a 0.1, action.test_notify.n after_create test_thing.a 1.0";
    assert_eq!(planned(&outcome), expect);
    check(&mut Stage::default(), &main, "Invoke n, Create a, Invoke o, Invoke m, Invoke n");
}

#[test]
fn values_are_those_of_the_moment() {
    let n = action("n", "value = test_thing.a.id");
    let main = format!("{n}{}", triggering("a", "", "after_create"));
    let mut stage = Stage::default();
    let outcome = stage.apply(&main);
    assert_eq!(outcome.problems(), "");
    let planned = &outcome.plan.as_ref().expect("a plan").invocations[0];
    assert_eq!(show(&planned.config), "{name: n, value: ?}");
    assert_eq!(told(&stage, "value"), ["thing-1"]);
    // Whatever needs the object waits for what it triggers.
    let main = format!(
        "{}{}{}",
        action("n", ""),
        triggering("a", "", "after_create"),
        thing("b", "kind = test_thing.a.id")
    );
    check(&mut Stage::default(), &main, "Create a, Invoke n, Create b");
    // Unless the action needs it.
    let main = format!(
        "{}{}{}",
        action("n", "value = test_thing.b.id"),
        triggering("a", "", "after_create"),
        thing("b", "kind = test_thing.a.id")
    );
    check(&mut Stage::default(), &main, "Create a, Create b, Invoke n");
}

#[test]
fn nothing_of_it_is_remembered() {
    let other = thing("x", "");
    let n = action("n", "value = test_thing.x.id");
    let main = format!("{other}{n}{}", triggering("a", "", "before_create"));
    let stage = Stage::with(&main);
    assert_eq!(stage.addresses(), "test_thing.a, test_thing.x");
    assert!(stage.object("test_thing.a").expect("an object").dependencies.is_empty());
}

#[test]
fn conditions() {
    let with = |condition: &str| {
        let triggers = lifecycle(&[trigger(
            "after_create",
            "action.test_notify.n",
            &format!("condition = {condition}"),
        )]);
        format!("{}{}", action("n", ""), thing("a", &triggers))
    };
    check(&mut Stage::default(), &with("false"), "Create a");
    check(&mut Stage::default(), &with("test_thing.a.name == \"a\""), "Create a, Invoke n");
    for condition in ["test_thing.a.id == \"x\"", "null"] {
        let outcome = Stage::default().plan(&with(condition));
        assert_eq!(outcome.problems(), "Error: Invalid action_trigger condition", "{condition}");
    }
}

#[test]
fn instances_have_their_own() {
    let actions = "action \"test_notify\" \"n\" {\n  count = 2\n  config {\n    name = \"n${count.index}\"\n  }\n}\n\
                   action \"test_notify\" \"e\" {\n  for_each = toset([\"k\"])\n  config {\n    name = each.key\n  }\n}\n";
    let things = |actions: &str| {
        let triggers = lifecycle(&[trigger("after_create", actions, "")]);
        format!(
            "resource \"test_thing\" \"a\" {{\n  count = 2\n  name = \"a${{count.index}}\"\n  {triggers}}}\n"
        )
    };
    let main =
        format!("{actions}{}", things("action.test_notify.n[count.index], action.test_notify.e[\"k\"]"));
    let outcome = Stage::default().plan(&main);
    let expect = "action.test_notify.n[0] after_create test_thing.a[0] 0.0, action.test_notify.e[\"k\"] after_create \
                  test_thing.a[0] 0.1, action.test_notify.n[1] after_create test_thing.a[1] 0.0, action.test_notify.e[\"k\"] \
                  after_create test_thing.a[1] 0.1";
    assert_eq!(planned(&outcome), expect);
    let mut stage = Stage::default();
    assert_eq!(stage.apply(&main).problems(), "");
    let mut names = told(&stage, "name");
    names.sort();
    assert_eq!(names, ["k", "k", "n0", "n1"]);
    let main = format!("{actions}{}", things("action.test_notify.n[count.index + 1]"));
    assert_eq!(Stage::default().plan(&main).problems(), "Error: Invalid action instance key");
    // Every instance of a module has actions of its own.
    let child = format!("{}{}", action("n", ""), triggering("a", "", "after_create"));
    let main =
        format!("module \"m\" {{\n  source = \"./child\"\n  count = 2\n}}\n--- child/main.tf\n{child}");
    let expect = "module.m[0].action.test_notify.n after_create module.m[0].test_thing.a 0.0, module.m[1].action.test_notify.n \
                  after_create module.m[1].test_thing.a 0.0";
    assert_eq!(planned(&Stage::default().plan(&main)), expect);
}

#[test]
fn what_fails() {
    let main = |events: &str| {
        let b = thing("b", "kind = test_thing.a.id");
        format!("{}{}{b}", action("n", ""), triggering("a", "", events))
    };
    let failing = |method: Method, events: &str| {
        let mut stage = Stage::default();
        stage.cloud.fail(Fault::new(method, Effect::Error("Refused")));
        let (problems, story) = applied(&mut stage, &main(events));
        assert!(stage.state.resources.keys().all(|addr| addr.resource.mode == addrs::ResourceMode::Managed));
        (problems, story, stage.addresses())
    };
    let refused = "Error: Refused".to_owned();
    assert_eq!(
        failing(Method::Invoke, "before_create"),
        (refused.clone(), "Invoke n".to_owned(), String::new())
    );
    // The object is there and fit for use; what needs it is not made.
    assert_eq!(
        failing(Method::Invoke, "after_create"),
        (refused.clone(), "Create a, Invoke n".to_owned(), "test_thing.a".to_owned())
    );
    assert_eq!(failing(Method::PlanAction, "after_create"), (refused.clone(), String::new(), String::new()));
    // What was not made triggers nothing.
    assert_eq!(failing(Method::Create, "after_create"), (refused, "Create a".to_owned(), String::new()));
}

#[test]
fn some_instances_fail() {
    let triggers = lifecycle(&[trigger("after_create", "action.test_notify.n", "")]);
    let things = format!(
        "resource \"test_thing\" \"a\" {{\n  count = 2\n  name = \"a${{count.index}}\"\n  {triggers}}}\n"
    );
    let mut stage = Stage::default();
    stage.cloud.fail(Fault::new(Method::Create, Effect::Error("Refused")).of("a1"));
    assert_eq!(stage.apply(&format!("{}{things}", action("n", ""))).problems(), "Error: Refused");
    assert_eq!(
        (told(&stage, "name"), stage.addresses()),
        (vec!["n".to_owned()], "test_thing.a[0]".to_owned())
    );
}

#[test]
fn a_run_that_ends_early() {
    let main = format!("{}{}", action("n", ""), triggering("a", "", "after_create"));
    let mut stage = Stage { stop_after: Some(1), ..Stage::default() };
    let problems = "Warning: Actions were not invoked, Error: execution halted";
    assert_eq!(applied(&mut stage, &main), (problems.to_owned(), "Create a".to_owned()));
    assert_eq!(stage.addresses(), "test_thing.a");
}

#[test]
fn secrets() {
    let secret = "ephemeral \"test_secret\" \"e\" {\n  name = \"e\"\n}\n";
    let n = action("n", "password_wo = ephemeral.test_secret.e.value\n    secret = \"s\"");
    let main = format!("{secret}{n}{}", triggering("a", "", "after_create"));
    let mut stage = Stage::default();
    let outcome = stage.apply(&main);
    assert_eq!(outcome.problems(), "");
    let planned = &outcome.plan.as_ref().expect("a plan").invocations[0];
    assert_eq!(show(&planned.config.unmark_deep().0), "{name: n, secret: s}");
    assert_eq!(told(&stage, "password_wo"), ["secret of e"]);
    let story = story(&stage);
    assert!(story.ends_with("Invoke n, Close e"), "{story}");
    let n = action("n", "value = ephemeral.test_secret.e.value");
    let main = format!("{secret}{n}{}", triggering("a", "", "after_create"));
    assert_eq!(Stage::default().plan(&main).problems(), "Error: Invalid use of ephemeral value");
}

#[test]
fn deferral() {
    let main = format!("{}{}", action("n", ""), triggering("a", "", "after_create"));
    let mut stage = Stage::default();
    stage.cloud.fail(Fault::new(Method::PlanAction, Effect::Deferred(Deferred::ProviderConfigUnknown)));
    let refused = "Error: Provider deferred changes when Terraform did not allow deferrals";
    assert_eq!(stage.plan(&main).problems(), refused);
    stage.options.deferral_allowed = true;
    let outcome = stage.plan(&main);
    assert_eq!((outcome.problems(), planned(&outcome)), (String::new(), String::new()));
    let plan = outcome.plan.expect("a plan");
    let deferred = &plan.deferred_invocations[0];
    assert_eq!(
        (deferred.invocation.addr.to_string(), deferred.reason.word()),
        ("action.test_notify.n".to_owned(), "provider_config_unknown")
    );
    let main = format!("{}{}", action("n", ""), triggering("a", "", "before_create"));
    assert_eq!(stage.plan(&main).problems(), "Error: Action cannot be put off");
}

#[test]
fn targets_bring_their_actions() {
    let n = action("n", "value = test_thing.x.id");
    let main = format!(
        "{}{n}{}{}",
        thing("x", ""),
        triggering("a", "", "after_create"),
        triggering("b", "", "after_create")
    );
    let mut stage = Stage::default();
    stage.options.targets = vec![Target::parse("test_thing.a").expect("an address")];
    let (_, story) = applied(&mut stage, &main);
    assert!(story == "Create x, Create a, Invoke n" || story == "Create a, Create x, Invoke n", "{story}");
}

#[test]
fn asked_for() {
    let x = thing("x", "");
    let n = action("n", "value = test_thing.x.id");
    let many =
        "action \"test_notify\" \"m\" {\n  count = 2\n  config {\n    name = \"m${count.index}\"\n  }\n}\n";
    let main = format!("{x}{n}{many}");
    let invoking = |stage: &mut Stage, address: &str, main: &str| {
        stage.options.mode = Mode::RefreshOnly;
        stage.options.invoke = vec![Target::parse(address).expect("an address")];
        let found = applied(stage, main);
        stage.options.mode = Mode::Normal;
        stage.options.invoke.clear();
        found
    };
    let mut stage = Stage::with(&main);
    // Nothing else is done, whatever is written meanwhile.
    let changed = format!("{}{n}{many}{}", thing("x", "kind = \"k\""), thing("y", ""));
    let one = invoking(&mut stage, "action.test_notify.n", &changed);
    assert_eq!(one, (String::new(), "Invoke n".to_owned()));
    assert_eq!(
        (told(&stage, "value"), stage.addresses()),
        (vec!["thing-1".to_owned()], "test_thing.x".to_owned())
    );
    let all = invoking(&mut stage, "action.test_notify.m", &main);
    assert_eq!(all, (String::new(), "Invoke m0, Invoke m1".to_owned()));
    let last = invoking(&mut stage, "action.test_notify.m[1]", &main);
    assert_eq!(last, (String::new(), "Invoke m1".to_owned()));
    for address in ["action.test_notify.m[2]", "action.test_notify.o"] {
        let none = invoking(&mut stage, address, &main);
        assert_eq!(none, ("Error: Invalid action address".to_owned(), String::new()), "{address}");
    }
    let unknown = invoking(&mut Stage::default(), "action.test_notify.n", &main);
    assert_eq!(unknown, ("Error: Action configuration is not known".to_owned(), String::new()));
}
