//! The lines of `-json`, as terraform writes them.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use addrs::AbsResourceInstance;
use diag::{Diagnostic, SourceMap};
use plan::Action;
use render::ChangeCounts;
use render::progress::Step;
use render::ui_json;
use state::OutputState;
use value::Value;

/// 2026-11-16T01:57:39.486243Z
fn at() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_micros(1_794_794_259_486_243)
}

fn check(ours: String, message: &str, rest: &str) {
    let expect = format!(
        r#"{{"@level":"info","@message":"{message}","@module":"terraform.ui","@timestamp":"2026-11-16T01:57:39.486243Z",{rest}}}"#
    );
    assert_eq!(ours, expect);
}

const RESOURCE: &str = r#""resource":{"addr":"module.m.terraform_data.c[0]","module":"module.m","resource":"terraform_data.c[0]","implied_provider":"terraform","resource_type":"terraform_data","resource_name":"c","resource_key":0}"#;

#[test]
fn steps() {
    let addr = AbsResourceInstance::parse("module.m.terraform_data.c[0]").unwrap();
    let step = |action, id| Step { addr: &addr, deposed: None, action, id };
    let (id, second) = (Some(("id", "x")), Duration::from_secs(11));
    let hook = |message: &str, ours: String, more: &str, kind: &str| {
        let message = format!("module.m.terraform_data.c[0]: {message}");
        check(ours, &message, &format!(r#""hook":{{{RESOURCE}{more}}},"type":"{kind}""#));
    };
    let create = step(Action::Create, None);
    hook("Creating...", ui_json::apply_start(at(), &create), r#","action":"create""#, "apply_start");
    hook(
        "Destroying... [id=x]",
        ui_json::apply_start(at(), &step(Action::Delete, id)),
        r#","action":"delete","id_key":"id","id_value":"x""#,
        "apply_start",
    );
    hook(
        "Refreshing...",
        ui_json::apply_start(at(), &step(Action::Read, None)),
        r#","action":"read""#,
        "apply_start",
    );
    hook(
        "Still creating... [11s elapsed]",
        ui_json::apply_progress(at(), &create, second),
        r#","action":"create","elapsed_seconds":11"#,
        "apply_progress",
    );
    hook(
        "Creation complete after 11s [id=x]",
        ui_json::apply_complete(at(), &step(Action::Create, id), second),
        r#","action":"create","id_key":"id","id_value":"x","elapsed_seconds":11"#,
        "apply_complete",
    );
    hook(
        "Destruction complete after 0s",
        ui_json::apply_complete(at(), &step(Action::Delete, id), Duration::ZERO),
        r#","action":"delete","elapsed_seconds":0"#,
        "apply_complete",
    );
    hook(
        "Creation errored after 0s",
        ui_json::apply_errored(at(), &create, Duration::ZERO),
        r#","action":"create","elapsed_seconds":0"#,
        "apply_errored",
    );
    hook(
        "Provisioning with 'local-exec'...",
        ui_json::provision_start(at(), &create, "local-exec"),
        r#","provisioner":"local-exec""#,
        "provision_start",
    );
    hook(
        r"(local-exec): a \u003e b",
        ui_json::provision_progress(at(), &create, "local-exec", "a > b"),
        r#","provisioner":"local-exec","output":"a \u003e b""#,
        "provision_progress",
    );
    hook(
        "(local-exec) Provisioning complete",
        ui_json::provision_complete(at(), &create, "local-exec"),
        r#","provisioner":"local-exec""#,
        "provision_complete",
    );
    hook(
        "(local-exec) Provisioning errored",
        ui_json::provision_errored(at(), &create, "local-exec"),
        r#","provisioner":"local-exec""#,
        "provision_errored",
    );
    hook(
        "Refreshing state... [id=x]",
        ui_json::refresh_start(at(), &step(Action::NoOp, id)),
        r#","id_key":"id","id_value":"x""#,
        "refresh_start",
    );
    hook(
        "Refresh complete [id=x]",
        ui_json::refresh_complete(at(), &step(Action::NoOp, id)),
        r#","id_key":"id","id_value":"x""#,
        "refresh_complete",
    );
}

#[test]
fn sums_and_outputs() {
    check(
        ui_json::version(at(), "1.11.4"),
        "Terraform 1.11.4",
        r#""terraform":"1.11.4","type":"version","ui":"1.2""#,
    );
    check(ui_json::log(at(), "hello"), "hello", r#""type":"log""#);
    let counts = ChangeCounts { import: 1, add: 1, change: 2, remove: 3, ..ChangeCounts::default() };
    check(
        ui_json::change_summary(at(), &counts, ui_json::Operation::Plan),
        "Plan: 1 to import, 1 to add, 2 to change, 3 to destroy.",
        r#""changes":{"add":1,"change":2,"import":1,"remove":3,"operation":"plan"},"type":"change_summary""#,
    );
    check(
        ui_json::change_summary(at(), &counts, ui_json::Operation::Apply),
        "Apply complete! Resources: 1 imported, 1 added, 2 changed, 3 destroyed.",
        r#""changes":{"add":1,"change":2,"import":1,"remove":3,"operation":"apply"},"type":"change_summary""#,
    );
    let output = |value, sensitive| OutputState { value, sensitive, deprecated: None };
    let outputs = BTreeMap::from([
        ("k".into(), output(Value::string("3"), false)),
        ("s".into(), output(Value::string("x"), true)),
    ]);
    check(
        ui_json::outputs(at(), &outputs),
        "Outputs: 2",
        r#""outputs":{"k":{"sensitive":false,"type":"string","value":"3"},"s":{"sensitive":true,"type":"string"}},"type":"outputs""#,
    );
}

#[test]
fn changes() {
    let json = include_str!("../recorded/move_import_forget/plan.json");
    let plan = crate::from_json::plan(&serde_json::from_str(json).unwrap(), plan::Mode::Normal);
    let line = |addr: &str| {
        let change = plan.changes.iter().find(|change| change.addr.to_string() == addr).unwrap();
        ui_json::planned_change(at(), change)
    };
    let resource = |addr: &str, name: &str, key: &str| {
        format!(
            r#"{{"addr":"{addr}","module":"","resource":"{addr}","implied_provider":"terraform","resource_type":"terraform_data","resource_name":"{name}","resource_key":{key}}}"#
        )
    };
    let rest = |resource: String, more: &str| {
        format!(r#""change":{{"resource":{resource}{more}}},"type":"planned_change""#)
    };
    check(
        line("terraform_data.a2"),
        "terraform_data.a2: Plan to move",
        &rest(
            resource("terraform_data.a2", "a2", "null"),
            &format!(r#","previous_resource":{},"action":"move""#, resource("terraform_data.a", "a", "null")),
        ),
    );
    check(
        line("terraform_data.i"),
        "terraform_data.i: Plan to import",
        &rest(
            resource("terraform_data.i", "i", "null"),
            r#","action":"import","importing":{"id":"some id"}"#,
        ),
    );
    check(
        line("terraform_data.d"),
        "terraform_data.d: Plan to remove",
        &rest(
            resource("terraform_data.d", "d", "null"),
            r#","action":"remove","reason":"delete_because_no_resource_config""#,
        ),
    );
    check(
        line("terraform_data.j"),
        "terraform_data.j: Plan to replace",
        &rest(
            resource("terraform_data.j", "j", "null"),
            r#","action":"replace","reason":"cannot_update","importing":{"id":"other id"}"#,
        ),
    );
}

#[test]
fn problems() {
    let ours = ui_json::diagnostic(at(), &Diagnostic::warning("Odd", "It is <odd>."), &SourceMap::new());
    assert!(
        ours.starts_with(r#"{"@level":"warn","@message":"Warning: Odd","@module":"terraform.ui""#),
        "{ours}"
    );
    assert!(ours.contains(r#""diagnostic":{"severity":"warning","summary":"Odd","detail":"#), "{ours}");
    assert!(ours.ends_with(r#","type":"diagnostic"}"#), "{ours}");
}

#[test]
fn times() {
    let time = |seconds| ui_json::timestamp(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    assert_eq!(time(0), "1970-01-01T00:00:00.000000Z");
    assert_eq!(time(951_782_400), "2000-02-29T00:00:00.000000Z");
    assert_eq!(time(1_709_251_199), "2024-02-29T23:59:59.000000Z");
    assert_eq!(time(1_735_689_600), "2025-01-01T00:00:00.000000Z");
}
