//! The record of calls, and what is not about changes: import, move, upgrade, data, secrets.

use provider::*;
use value::{Type, Value};

use super::{apply, change, made_thing, now, null, path, plan, summaries};
use crate::{Effect, Fault, Method, TestProvider, object, schemas};

#[test]
fn calls_are_recorded() {
    let (provider, config, made) = made_thing();
    let cloud = provider.cloud();
    assert_eq!(cloud.brief(&[Method::Plan, Method::Create]), ["Plan test_thing a", "Create test_thing a"]);
    let calls = cloud.calls();
    assert_eq!(calls[0].config.as_ref(), Some(&config));
    assert!(calls[0].prior.as_ref().unwrap().is_null());
    assert_eq!(calls[1].private, b"planned");
    cloud.forget_calls();
    apply(&provider, "test_thing", &made, &null("test_thing"), &null("test_thing"));
    assert_eq!(cloud.brief(&[Method::Delete, Method::Create]), ["Delete test_thing a"]);
}

#[test]
fn clones_share_the_cloud_and_others_can() {
    let (provider, ..) = made_thing();
    assert_eq!(provider.clone().cloud().objects().len(), 1);
    let other = TestProvider::on(provider.cloud().clone());
    assert_eq!(other.cloud().ids_of("a"), ["thing-1"]);
    assert!(TestProvider::default().cloud().objects().is_empty());
}

#[test]
fn the_configuration_decides_the_region() {
    let provider = TestProvider::default();
    let config = Value::object([("region", Value::string("north")), ("token", Value::null(Type::String))]);
    let request = ConfigureRequest { config, terraform_version: "1.11.4".into(), deferral_allowed: false };
    assert!(now(provider.configure(request)).is_empty());
    let made =
        change(&provider, "test_thing", &null("test_thing"), &object("test_thing", r#"{"name": "a"}"#));
    assert_eq!(made.entry("region"), Some(&Value::string("north")));
    let (_, _, elsewhere) = made_thing();
    assert_eq!(elsewhere.entry("region"), Some(&Value::string("nowhere")));
}

#[test]
fn write_only_values_reach_the_provider_and_are_not_kept() {
    let provider = TestProvider::default();
    let config = object("test_thing", r#"{"name": "a", "password_wo": "p"}"#);
    let made = change(&provider, "test_thing", &null("test_thing"), &config);
    assert!(made.entry("password_wo").unwrap().is_null());
    let calls = provider.cloud().calls();
    let create = calls.iter().find(|call| call.method == Method::Create).unwrap();
    assert_eq!(create.config.as_ref().unwrap().entry("password_wo"), Some(&Value::string("p")));
    assert!(plan(&provider, "test_thing", &made, &config).planned.raw_eq(&made));
}

#[test]
fn import_gives_the_id() {
    let provider = TestProvider::default();
    let import = |type_name: &str| {
        now(provider.import_resource_state(ImportRequest {
            type_name: type_name.into(),
            id: "x".into(),
            identity: None,
        }))
    };
    let response = import("test_blocks");
    assert_eq!(response.objects.len(), 1);
    assert_eq!(response.objects[0].object.entry("id"), Some(&Value::string("x")));
    assert_eq!(
        response.objects[0].object.entry("list").and_then(Value::as_items).map(<[Value]>::len),
        Some(0)
    );
    assert!(has_errors(&import("test_nothing").diags));
    provider.cloud().fail(Fault::new(Method::Import, Effect::Error("No import")).of("x"));
    assert!(import("test_thing").objects.is_empty());
}

#[test]
fn stored_objects_are_upgraded() {
    let provider = TestProvider::default();
    let upgrade = |version: u64, attributes: &str| {
        now(provider.upgrade_resource_state(UpgradeRequest {
            type_name: "test_thing".into(),
            version,
            attributes: attributes.into(),
            attributes_flat: None,
        }))
    };
    let response = upgrade(0, r#"{"id": "i", "title": "t"}"#);
    assert_eq!(response.object.entry("name"), Some(&Value::string("t")));
    assert_eq!(response.object.ty(), *schemas().resources.get("test_thing").unwrap().block.implied_type());
    let (_, _, made) = made_thing();
    let text =
        value::json::encode(&made, schemas().resources.get("test_thing").unwrap().block.implied_type())
            .unwrap();
    assert_eq!(upgrade(1, &text).object, made);
    assert!(has_errors(&upgrade(1, r#"{"title": "t"}"#).diags));
    assert!(has_errors(&upgrade(0, "[").diags));
    provider.cloud().fail(Fault::new(Method::Upgrade, Effect::Error("Too old")));
    assert_eq!(summaries(&upgrade(0, "{}").diags), ["Too old"]);
}

#[test]
fn objects_move_between_types() {
    let provider = TestProvider::default();
    let moved = |source_type: &str| {
        now(provider.move_resource_state(MoveRequest {
            source_provider: "registry.terraform.io/hashicorp/test".into(),
            source_type: source_type.into(),
            source_version: 0,
            source_attributes: r#"{"id": "i", "name": "n"}"#.into(),
            source_private: Private::from([]),
            source_identity: None,
            target_type: "test_thing".into(),
        }))
    };
    assert_eq!(moved("test_blocks").object.entry("name"), Some(&Value::string("n")));
    assert!(has_errors(&moved("other_thing").diags));
}

#[test]
fn data_is_read() {
    let (provider, _, made) = made_thing();
    let read = |type_name: &str, config: Value| {
        let provider_meta = Value::null(Type::Dynamic);
        now(provider.read_data_source(ReadDataRequest { type_name: type_name.into(), config, provider_meta }))
    };
    let text = || Value::null(Type::String);
    let lookup = |id: Value| Value::object([("id", id), ("name", text()), ("token", text())]);
    let found = read("test_lookup", lookup(made.entry("id").unwrap().clone())).object;
    assert_eq!(found.entry("name"), Some(&Value::string("a")));
    let missing = read("test_lookup", lookup(Value::string("nope")));
    assert_eq!(missing.diags[0].attribute, Some(path("id")));
    let echo = Value::object([
        ("input", Value::int(1)),
        ("output", Value::null(Type::Dynamic)),
        ("revision", Value::null(Type::Number)),
    ]);
    let first = read("test_echo", echo.clone()).object;
    assert_eq!(first.entry("output"), Some(&Value::int(1)));
    assert_ne!(first, read("test_echo", echo).object, "every reading is told apart");
    assert!(has_errors(&read("test_nothing", text()).diags));
}

#[test]
fn secrets_are_opened_and_closed() {
    let provider = TestProvider::default();
    let config = Value::object([("name", Value::string("s")), ("value", Value::null(Type::String))]);
    let open = OpenEphemeralRequest { type_name: "test_secret".into(), config };
    let response = now(provider.open_ephemeral(open.clone()));
    assert_eq!(response.object.entry("value"), Some(&Value::string("secret of s")));
    assert_eq!(provider.cloud().open_secrets(), ["s"]);
    let close = CloseEphemeralRequest { type_name: "test_secret".into(), private: response.private };
    assert!(now(provider.close_ephemeral(close)).is_empty());
    assert!(provider.cloud().open_secrets().is_empty());
    provider.cloud().fail(Fault::new(Method::Open, Effect::Error("Locked")));
    assert!(has_errors(&now(provider.open_ephemeral(open)).diags));
}

#[test]
fn configurations_are_validated() {
    let provider = TestProvider::default();
    let validate = |mode: ResourceMode, type_name: &str| {
        let config = object("test_thing", r#"{"name": "a"}"#);
        now(provider.validate_resource_config(ValidateRequest { mode, type_name: type_name.into(), config }))
    };
    assert!(validate(ResourceMode::Managed, "test_thing").is_empty());
    assert!(has_errors(&validate(ResourceMode::Data, "test_thing")));
    provider.cloud().fail(Fault::new(Method::Validate, Effect::ErrorAt("Bad name", path("name"))).of("a"));
    assert_eq!(validate(ResourceMode::Managed, "test_thing")[0].attribute, Some(path("name")));
    provider.cloud().fail(Fault::new(Method::ValidateProvider, Effect::Error("Bad token")));
    assert_eq!(summaries(&now(provider.validate_provider_config(Value::null(Type::Dynamic)))), ["Bad token"]);
}
