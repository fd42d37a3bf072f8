//! What the schema says is a secret, and what is never stored.

use testkit::{Effect, Fault, Method};
use value::Value;

use crate::stage::{Stage, path, resource, thing};
use crate::text::show;

#[test]
fn what_the_schema_says_is_a_secret() {
    for (type_name, body, attribute, planned) in [
        ("test_thing", "secret = \"s\"", "secret", "secret(s)"),
        ("test_thing", "", "secret", "secret(null)"),
        ("test_thing", "", "token", "secret(?)"),
        ("test_nested", "single = { secret = \"s\" }", "single", "{chosen: ?, id: ?, secret: secret(s)}"),
        (
            "test_nested",
            "list = [{ secret = \"s\" }, { key = \"k\" }]",
            "list",
            "[{chosen: ?, id: ?, secret: secret(s)}, {chosen: ?, id: ?, key: k, secret: secret(null)}]",
        ),
        (
            "test_nested",
            "map = { p = { secret = \"s\" } }",
            "map",
            "{p: {chosen: ?, id: ?, secret: secret(s)}}",
        ),
        // The elements of a set cannot be told apart, so the whole set is a secret.
        ("test_nested", "set = [{ secret = \"s\" }]", "set", "secret([{chosen: ?, id: ?, secret: s}])"),
        ("test_blocks", "list {\n secret = \"s\"\n }", "list", "[{chosen: ?, id: ?, secret: secret(s)}]"),
        ("test_blocks", "set {\n secret = \"s\"\n }", "set", "secret([{chosen: ?, id: ?, secret: s}])"),
        ("test_blocks", "single {\n secret = \"s\"\n }", "single", "{chosen: ?, id: ?, secret: secret(s)}"),
        ("test_thing", "tags = { k = sensitive(\"s\") }", "tags", "{k: secret(s)}"),
        ("test_thing", "kind = sensitive(\"s\")", "kind", "secret(s)"),
    ] {
        let mut stage = Stage::default();
        let outcome = stage.settle(&resource(type_name, "a", body));
        assert_eq!(outcome.planned(&format!("{type_name}.a"), attribute), planned, "{body}");
    }
}

/// Secrets go on: into what is stored, into what takes them over, and they show in plans of their own.
#[test]
fn where_secrets_go() {
    let paths = |stage: &Stage, addr: &str| {
        let object = stage.object(addr).expect("an object");
        object.sensitive_paths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let two = format!("{}{}", thing("a", "secret = \"s\""), thing("b", "kind = test_thing.a.secret"));
    let mut stage = Stage::with(&two);
    assert_eq!(paths(&stage, "test_thing.a"), ".secret .token");
    assert_eq!(paths(&stage, "test_thing.b"), ".kind .secret .token");
    // Only what is a secret changes: the provider is not asked to do anything.
    stage.cloud.forget_calls();
    let plain = format!("{}{}", thing("a", "secret = \"s\""), thing("b", "kind = \"s\""));
    let outcome = stage.settle(&plain);
    assert_eq!(outcome.actions(), "update test_thing.b");
    assert_eq!(stage.cloud.brief(&[Method::Update, Method::Create]), Vec::<String>::new());
    assert_eq!(paths(&stage, "test_thing.b"), ".secret .token");
    // Outputs refuse them unless they say so.
    let output = |more: &str| format!("{plain}output \"o\" {{\n  value = test_thing.a.token\n  {more}\n}}\n");
    assert_eq!(stage.plan(&output("")).problems(), "Error: Output refers to sensitive values");
    assert_eq!(stage.plan(&output("sensitive = true")).problems(), "");
    // What the provider says about a secret tells nothing of it.
    stage.cloud.fail(Fault::new(Method::Update, Effect::Answer(path("secret"), Value::string("leak"))));
    let outcome = stage.apply(&thing("a", "secret = \"hidden\""));
    assert_eq!(outcome.problems(), "Error: Provider produced inconsistent result after apply");
    assert!(
        !outcome.details().contains("leak") && !outcome.details().contains("hidden"),
        "{}",
        outcome.details()
    );
}

/// What is only handed on: in the configuration that the provider gets, and nowhere else.
#[test]
fn what_is_never_stored() {
    let vault = "ephemeral \"test_secret\" \"e\" {\n  name = \"e\"\n}\n";
    for (type_name, body, at) in [
        ("test_thing", "password_wo = \"hidden\"", "password_wo"),
        ("test_thing", "password_wo = sensitive(\"hidden\")", "password_wo"),
        ("test_nested", "single = { key = \"k\", pass_wo = \"hidden\" }", "single.pass_wo"),
        ("test_blocks", "group {\n pass_wo = \"hidden\"\n }", "group.pass_wo"),
        ("test_thing", "password_wo = ephemeral.test_secret.e.value", "password_wo"),
        ("test_nested", "single = { pass_wo = ephemeral.test_secret.e.value }", "single.pass_wo"),
        ("test_blocks", "group {\n pass_wo = ephemeral.test_secret.e.value\n }", "group.pass_wo"),
        ("test_thing", "password_wo = \"hidden\"\n  password_version = 1", "password_wo"),
    ] {
        let main = format!("{vault}{}", resource(type_name, "a", body));
        let mut stage = Stage::default();
        let outcome = stage.settle(&main);
        let secret = if body.contains("ephemeral") { "secret of e" } else { "hidden" };
        let change = outcome.change(&format!("{type_name}.a"));
        let planned = change.after.unmark_deep().0;
        assert!(path(at).find(&planned).is_some_and(|found| found.is_null()), "{body}: {}", show(&planned));
        let given = |method: Method| {
            let calls = stage.cloud.calls();
            let call = calls.iter().rev().find(|call| call.method == method && call.type_name == type_name);
            let config = call.and_then(|call| call.config.clone()).expect("a configuration");
            path(at).find(&config).map(|found| show(&found)).unwrap_or_default()
        };
        assert_eq!(
            (given(Method::Plan), given(Method::Create)),
            (secret.to_owned(), secret.to_owned()),
            "{body}"
        );
        let object = stage.object(&format!("{type_name}.a")).expect("an object");
        assert!(!object.attributes.contains(secret), "{body}: {}", object.attributes);
    }
}

/// What may be ephemeral and what may not.
#[test]
fn ephemeral_values_in_arguments() {
    let vault = "ephemeral \"test_secret\" \"e\" {\n  name = \"e\"\n}\n";
    for (type_name, body, expect) in [
        ("test_thing", "kind = ephemeral.test_secret.e.value", "Error: Invalid use of ephemeral value"),
        (
            "test_thing",
            "tags = { k = ephemeral.test_secret.e.value }",
            "Error: Invalid use of ephemeral value",
        ),
        (
            "test_nested",
            "single = { key = ephemeral.test_secret.e.value }",
            "Error: Invalid use of ephemeral value",
        ),
        (
            "test_blocks",
            "list {\n key = ephemeral.test_secret.e.value\n }",
            "Error: Invalid use of ephemeral value",
        ),
        (
            "test_blocks",
            "group {\n key = ephemeral.test_secret.e.value\n }",
            "Error: Invalid use of ephemeral value",
        ),
        (
            "test_thing",
            "size = ephemeral.test_secret.e.value == null ? 1 : 2",
            "Error: Invalid use of ephemeral value",
        ),
        ("test_thing", "password_wo = upper(ephemeral.test_secret.e.value)", ""),
        ("test_nested", "single = { pass_wo = \"x-${ephemeral.test_secret.e.value}\" }", ""),
    ] {
        let outcome = Stage::default().plan(&format!("{vault}{}", resource(type_name, "a", body)));
        assert_eq!(outcome.problems(), expect, "{body}");
    }
}
