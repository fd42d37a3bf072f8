//! Configurations of providers: which one is used, what is not known yet, and what modules say to them.

use testkit::{Effect, Fault, Method};

use crate::stage::{Stage, thing};
use crate::text::show;

/// What the provider was configured with, one after the other.
fn configured(stage: &Stage) -> Vec<String> {
    let calls = stage.cloud.calls();
    let calls = calls.iter().filter(|call| call.method == Method::Configure);
    calls.map(|call| call.config.as_ref().map(show).unwrap_or_default()).collect()
}

#[test]
fn values_that_are_not_known_yet() {
    let main = format!(
        "provider \"test\" {{\n  alias = \"later\"\n  region = test_thing.a.region\n}}\n{}{}",
        thing("a", "region = \"north\""),
        thing("b", "provider = test.later")
    );
    let computed = main.replace("region = test_thing.a.region", "region = test_thing.a.token");
    for (main, planning, applying) in
        [(&main, "{region: north}", "{region: north}"), (&computed, "{region: ?}", "{region: made-token}")]
    {
        let mut stage = Stage::default();
        stage.plan(main);
        assert_eq!(configured(&stage), ["{}", planning]);
        stage.cloud.forget_calls();
        assert_eq!(stage.apply(main).problems(), "");
        assert_eq!(configured(&stage), ["{}", planning, "{}", applying]);
        let region = applying.trim_start_matches("{region: ").trim_end_matches('}');
        assert_eq!(stage.attribute("test_thing.b", "region"), region);
        assert_eq!(stage.plan(main).actions(), "");
    }
}

#[test]
fn which_configuration() {
    let child = "--- child/main.tf\n";
    let here = |alias: &str, region: &str| {
        let alias = if alias.is_empty() { String::new() } else { format!("alias = \"{alias}\"\n") };
        format!("provider \"test\" {{\n  {alias}  region = \"{region}\"\n}}\n")
    };
    let takes = "terraform {\n  required_providers {\n    test = {\n      source = \"hashicorp/test\"\n      configuration_aliases = \
                 [test.x]\n    }\n  }\n}\n";
    for (main, addr, region) in [
        (thing("a", ""), "test_thing.a", "nowhere"),
        (here("", "north") + &thing("a", ""), "test_thing.a", "north"),
        (here("", "north") + &here("s", "south") + &thing("a", "provider = test.s"), "test_thing.a", "south"),
        (
            here("", "north") + "module \"m\" {\n  source = \"./child\"\n}\n" + child + &thing("a", ""),
            "module.m.test_thing.a",
            "north",
        ),
        (
            here("", "north")
                + &here("s", "south")
                + "module \"m\" {\n  source = \"./child\"\n  providers = {\n    test = test.s\n  }\n}\n"
                + child
                + &thing("a", ""),
            "module.m.test_thing.a",
            "south",
        ),
        (
            here("s", "south")
                + "module \"m\" {\n  source = \"./child\"\n  providers = {\n    test.x = test.s\n  }\n}\n"
                + child
                + takes
                + &thing("a", "provider = test.x"),
            "module.m.test_thing.a",
            "south",
        ),
        (
            "module \"m\" {\n  source = \"./child\"\n}\n".to_owned()
                + child
                + &here("", "inner")
                + &thing("a", ""),
            "module.m.test_thing.a",
            "inner",
        ),
        // The passed one is configured from a resource, so the module waits for it.
        (
            "provider \"test\" {\n  alias = \"s\"\n  region = test_thing.first.region\n}\n".to_owned()
                + &thing("first", "region = \"east\"")
                + "module \"m\" {\n  source = \"./child\"\n  providers = {\n    test = test.s\n  }\n}\n"
                + child
                + &thing("a", ""),
            "module.m.test_thing.a",
            "east",
        ),
    ] {
        let mut stage = Stage::default();
        let outcome = stage.apply(&main);
        assert_eq!(outcome.problems(), "", "{main}");
        assert_eq!(stage.attribute(addr, "region"), region, "{main}");
        let provider = stage.state.resources[&crate::stage::instance(addr).resource()].provider.clone();
        assert_eq!(stage.plan(&main).actions(), "", "{main}");
        assert!(provider.to_string().contains("hashicorp/test"), "{provider}");
    }
}

#[test]
fn configurations_that_are_refused() {
    for (method, effect, problems) in [
        (Method::ValidateProvider, Effect::Error("No good"), "Error: No good"),
        (Method::Configure, Effect::Error("No good"), "Error: No good"),
        (Method::ValidateProvider, Effect::Warning("Take care"), "Warning: Take care"),
        (Method::Configure, Effect::Warning("Take care"), "Warning: Take care"),
    ] {
        let mut stage = Stage::default();
        let what = format!("{method:?} {effect:?}");
        stage.cloud.fail(Fault::new(method, effect));
        let outcome = stage.plan(&format!("{}{}", thing("a", ""), thing("b", "")));
        // However many resources use it, it is told once.
        assert_eq!(outcome.problems(), problems, "{what}");
        if problems.starts_with("Error") {
            stage.cloud.heal();
            stage.settle(&thing("a", ""));
            stage.cloud.fail(Fault::new(method, Effect::Error("No good")));
            // Orphans need it too, and nothing is forgotten.
            assert_eq!(stage.apply("").problems(), problems, "{what}");
            assert_eq!(stage.destroy("").problems(), problems, "{what}");
            assert_eq!(stage.addresses(), "test_thing.a", "{what}");
        }
    }
}

/// What modules say to a provider goes with every call about what is in them.
#[test]
fn what_modules_say() {
    let meta = |name: &str| {
        format!("terraform {{\n  provider_meta \"test\" {{\n    module_name = {name}\n  }}\n}}\n")
    };
    let said = |stage: &Stage, method: Method| -> Vec<String> {
        let calls = stage.cloud.calls();
        let calls = calls.iter().filter(|call| call.method == method);
        calls.map(|call| call.meta.as_ref().map(show).unwrap_or_default()).collect()
    };
    let data = "data \"test_echo\" \"d\" {\n  input = 1\n}\n";
    for (name, expect) in [
        ("\"root\"", "{module_name: root}"),
        ("\"x-${1 + 1}\"", "{module_name: x-2}"),
        ("local.l", "{module_name: from local}"),
    ] {
        let local = "locals {\n  l = \"from local\"\n}\n";
        let main =
            |size: i64| format!("{}{local}{}{data}", meta(name), thing("a", &format!("size = {size}")));
        let mut stage = Stage::with(&main(1));
        stage.settle(&main(2));
        for method in [Method::Plan, Method::Create, Method::Update, Method::Read, Method::ReadData] {
            let said = said(&stage, method);
            assert!(!said.is_empty() && said.iter().all(|said| said == expect), "{method:?}: {said:?}");
        }
    }
    // Each module speaks for itself.
    let child = format!("--- child/main.tf\n{}{}", meta("\"child\""), thing("b", ""));
    let main = format!("{}module \"m\" {{\n  source = \"./child\"\n}}\n{child}", thing("a", ""));
    let mut stage = Stage::default();
    assert_eq!(stage.apply(&main).problems(), "");
    let calls = stage.cloud.calls();
    let of = |name: &str| {
        let call =
            calls.iter().find(|call| call.method == Method::Create && call.name == name).expect("it is made");
        call.meta.as_ref().map(show).unwrap_or_default()
    };
    assert_eq!((of("a").as_str(), of("b").as_str()), ("null", "{module_name: child}"));
    // What the provider does not take.
    let wrong =
        "terraform {\n  provider_meta \"test\" {\n    surplus = 1\n  }\n}\n".to_owned() + &thing("a", "");
    assert_eq!(Stage::default().plan(&wrong).problems(), "Error: Unsupported argument");
    let wrong = meta("[]") + &thing("a", "");
    assert_eq!(Stage::default().plan(&wrong).problems(), "Error: Incorrect attribute value type");
}
