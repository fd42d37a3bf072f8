//! Tests of the built-in provider through the trait.

use std::sync::{Arc, OnceLock};

use addrs::ResourceMode;
use futures_util::FutureExt;
use provider::*;
use schema::{Attribute, Block};
use value::{Path, Type, Value};

use crate::{BuiltinProvider, RemoteOutput, RemoteStateError, RemoteStates};

/// One state, of the backend `local` with the path `there`.
struct OneState;

impl RemoteStates for OneState {
    fn settings(&self, backend: &str) -> Option<&Block> {
        static LOCAL: OnceLock<Block> = OnceLock::new();
        let attributes = || [("path".into(), Attribute::optional(Type::String))].into();
        (backend == "local")
            .then(|| LOCAL.get_or_init(|| Block { attributes: attributes(), ..Block::default() }))
    }

    fn outputs(
        &self,
        _backend: &str,
        config: &Value,
        workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError> {
        let there = config.entry("path").and_then(Value::as_str) == Some("there");
        let output =
            |name: &str, value: Value, sensitive| RemoteOutput { name: name.into(), value, sensitive };
        let outputs = vec![output("z", Value::int(1), false), output("a", Value::string("s"), true)];
        Ok((there && workspace.is_none_or(|name| name == "default")).then_some(outputs))
    }
}

fn provider() -> BuiltinProvider {
    BuiltinProvider::new(Arc::new(OneState))
}

fn now<T>(future: futures_util::future::BoxFuture<'_, T>) -> T {
    future.now_or_never().expect("answers are ready at once")
}

fn null() -> Value {
    Value::null(Type::Dynamic)
}

fn data(id: Value, input: Value, output: Value, triggers: Value) -> Value {
    Value::object([("id", id), ("input", input), ("output", output), ("triggers_replace", triggers)])
}

fn text(text: &str) -> Value {
    Value::string(text)
}

fn plan(prior: Value, proposed: Value) -> PlanResponse {
    now(provider().plan_resource_change(PlanRequest {
        type_name: "terraform_data".into(),
        prior,
        config: proposed.clone(),
        proposed,
        private: Private::from([]),
        provider_meta: null(),
        identity: None,
    }))
}

fn no_id() -> Value {
    Value::null(Type::String)
}

#[test]
fn what_is_planned() {
    let unknown_id = || Value::unknown_not_null(Type::String);
    let check = |prior: Value, proposed: Value, expect: Value, replaces: bool| {
        let response = plan(prior.clone(), proposed.clone());
        assert_eq!(response.planned, expect, "{prior:?} {proposed:?}");
        let paths = if replaces { vec![Path::new().attr("triggers_replace")] } else { Vec::new() };
        assert_eq!(response.requires_replace, paths, "{prior:?} {proposed:?}");
        assert!(response.diags.is_empty());
    };
    let new = |input: Value, triggers: Value| data(no_id(), input, null(), triggers);
    // Creating: the output is of the type of the input.
    check(null(), new(null(), null()), data(unknown_id(), null(), null(), null()), false);
    check(
        null(),
        new(text("x"), text("t")),
        data(unknown_id(), text("x"), Value::unknown(Type::String), text("t")),
        false,
    );
    let typed_null = || Value::null(Type::String);
    check(null(), new(typed_null(), null()), data(unknown_id(), typed_null(), typed_null(), null()), false);
    check(
        null(),
        new(Value::dynamic(), null()),
        data(unknown_id(), Value::dynamic(), Value::dynamic(), null()),
        false,
    );
    let tuple = Value::tuple(vec![Value::int(1)]);
    check(
        null(),
        new(tuple.clone(), null()),
        data(unknown_id(), tuple.clone(), Value::unknown(tuple.ty()), null()),
        false,
    );
    // Changing.
    let old = || data(text("i"), text("x"), text("x"), text("t"));
    check(old(), old(), old(), false);
    let changed = |input: Value, output: Value| data(text("i"), input, output, text("t"));
    check(old(), changed(text("y"), text("x")), changed(text("y"), Value::unknown(Type::String)), false);
    check(old(), changed(null(), text("x")), changed(null(), Value::dynamic()), false);
    check(
        old(),
        changed(Value::int(1), text("x")),
        changed(Value::int(1), Value::unknown(Type::Number)),
        false,
    );
    check(
        old(),
        changed(Value::unknown(Type::String), text("x")),
        changed(Value::unknown(Type::String), Value::unknown(Type::String)),
        false,
    );
    // Replacing.
    let replaced = |triggers: Value| data(unknown_id(), text("x"), text("x"), triggers);
    let with = |triggers: Value| data(text("i"), text("x"), text("x"), triggers);
    check(old(), with(text("u")), replaced(text("u")), true);
    check(old(), with(null()), replaced(null()), true);
    check(old(), with(Value::unknown(Type::String)), replaced(Value::unknown(Type::String)), true);
    // Destroying.
    check(old(), null(), null(), false);
}

#[test]
fn what_is_applied() {
    let apply = |prior: Value, planned: Value| {
        now(provider().apply_resource_change(ApplyRequest {
            type_name: "terraform_data".into(),
            prior,
            config: planned.clone(),
            planned,
            private: Private::from([]),
            provider_meta: null(),
            identity: None,
        }))
        .object
        .unwrap()
    };
    let planned = plan(null(), data(no_id(), text("x"), null(), null())).planned;
    let made = apply(null(), planned.clone());
    let id = made.entry("id").and_then(Value::as_str).unwrap().to_owned();
    assert_eq!(id.len(), 36);
    assert_eq!(made, data(text(&id), text("x"), text("x"), null()));
    assert_ne!(made, apply(null(), planned), "ids are never the same");
    let planned = plan(made.clone(), data(text(&id), text("y"), text("x"), null())).planned;
    assert_eq!(apply(made.clone(), planned), data(text(&id), text("y"), text("y"), null()));
    let planned = plan(made.clone(), data(text(&id), null(), text("x"), null())).planned;
    assert_eq!(apply(made.clone(), planned), data(text(&id), null(), null(), null()));
    assert!(apply(made.clone(), null()).is_null());
    let empty = apply(null(), plan(null(), data(no_id(), null(), null(), null())).planned);
    assert!(empty.entry("output").unwrap().is_null());
}

#[test]
fn attributes_of_the_provider_cannot_be_set() {
    let check = |config: Value, expect: &[&str]| {
        let request =
            ValidateRequest { mode: ResourceMode::Managed, type_name: "terraform_data".into(), config };
        let diags = now(provider().validate_resource_config(request));
        assert_eq!(diags.iter().map(|it| it.summary.as_str()).collect::<Vec<_>>(), expect);
    };
    check(data(no_id(), text("x"), null(), text("y")), &[]);
    check(data(text("x"), null(), null(), null()), &["\"id\" attribute is read-only"]);
    check(data(no_id(), null(), text("x"), null()), &["\"output\" attribute is read-only"]);
    check(
        data(Value::unknown(Type::String), null(), Value::dynamic(), null()),
        &["\"id\" attribute is read-only", "\"output\" attribute is read-only"],
    );
}

#[test]
fn stored_objects_are_read() {
    let upgrade = |attributes: &str| {
        let request = UpgradeRequest {
            type_name: "terraform_data".into(),
            version: 0,
            attributes: attributes.into(),
            attributes_flat: None,
        };
        now(provider().upgrade_resource_state(request))
    };
    let text_json = r#"{"id":"i","input":{"value":[1],"type":["tuple",["number"]]},"output":null,"triggers_replace":null}"#;
    let tuple = Value::tuple(vec![Value::int(1)]);
    assert_eq!(upgrade(text_json).object, data(text("i"), tuple, null(), null()));
    let typed = r#"{"id":"i","input":{"value":null,"type":"string"},"output":null,"triggers_replace":null}"#;
    assert_eq!(upgrade(typed).object, data(text("i"), Value::null(Type::String), null(), null()));
    for bad in ["", "[]", r#"{"id":[]}"#, r#"{"id":"i","surplus":1}"#] {
        assert!(has_errors(&upgrade(bad).diags), "{bad}");
    }
    let other = UpgradeRequest {
        type_name: "other".into(),
        version: 0,
        attributes: "{}".into(),
        attributes_flat: None,
    };
    assert!(has_errors(&now(provider().upgrade_resource_state(other)).diags));
}

#[test]
fn import_keeps_the_id() {
    let request = ImportRequest { type_name: "terraform_data".into(), id: "hello".into(), identity: None };
    let response = now(provider().import_resource_state(request));
    assert_eq!(response.objects[0].object, data(text("hello"), null(), null(), null()));
    let request = ImportRequest { type_name: "other".into(), id: "hello".into(), identity: None };
    assert!(has_errors(&now(provider().import_resource_state(request)).diags));
}

#[test]
fn null_resources_become_data() {
    let moved = |provider_source: &str, source_type: &str, attributes: &str| {
        now(provider().move_resource_state(MoveRequest {
            source_provider: provider_source.into(),
            source_type: source_type.into(),
            source_version: 0,
            source_attributes: attributes.into(),
            source_private: Private::from([]),
            source_identity: None,
            target_type: "terraform_data".into(),
        }))
    };
    const NULL: &str = "registry.terraform.io/hashicorp/null";
    let response = moved(NULL, "null_resource", r#"{"id":"1","triggers":{"a":"b"}}"#);
    let triggers = Value::object([("a", text("b"))]);
    assert_eq!(response.object, data(text("1"), null(), null(), triggers));
    let response = moved(NULL, "null_resource", r#"{"id":"1","triggers":null}"#);
    assert_eq!(response.object, data(text("1"), null(), null(), null()));
    assert!(has_errors(&moved(NULL, "null_thing", "{}").diags));
    assert!(has_errors(&moved("registry.terraform.io/a/b", "null_resource", "{}").diags));
    assert!(has_errors(&moved(NULL, "null_resource", "[]").diags));
}

fn remote(backend: Value, config: Value, defaults: Value, workspace: Value) -> Value {
    Value::object([
        ("backend", backend),
        ("config", config),
        ("defaults", defaults),
        ("outputs", null()),
        ("workspace", workspace),
    ])
}

fn path(path: &str) -> Value {
    Value::object([("path", text(path))])
}

#[test]
fn settings_of_remote_states_are_checked() {
    let check = |config: Value, expect: &[&str]| {
        let request =
            ValidateRequest { mode: ResourceMode::Data, type_name: "terraform_remote_state".into(), config };
        let diags = now(provider().validate_resource_config(request));
        let found: Vec<String> = diags
            .iter()
            .map(|it| {
                format!(
                    "{}{}",
                    it.summary,
                    it.attribute.as_ref().map(|path| path.to_string()).unwrap_or_default()
                )
            })
            .collect();
        assert_eq!(found, expect);
    };
    check(remote(text("local"), path("x"), null(), no_id()), &[]);
    check(remote(text("nope"), null(), null(), no_id()), &["Invalid backend configuration.backend"]);
    check(
        remote(text("local"), Value::tuple(vec![]), null(), no_id()),
        &["Invalid backend configuration.config"],
    );
    check(remote(text("local"), Value::dynamic(), null(), no_id()), &[]);
    check(remote(text("local"), Value::object([("path", Value::int(1))]), null(), no_id()), &[]);
    let surplus = Value::object([("surplus", Value::int(1))]);
    check(remote(text("local"), surplus, null(), no_id()), &["Invalid backend configuration.config"]);
    let unknown = Value::object([("path", Value::unknown(Type::String))]);
    check(remote(text("nope"), unknown, null(), no_id()), &[]);
    let unknown = Value::tuple(vec![Value::unknown(Type::String)]);
    check(remote(text("local"), unknown, null(), no_id()), &["Invalid backend configuration.config"]);
    check(remote(text("local"), null(), Value::int(1), no_id()), &["Invalid default values.defaults"]);
    check(remote(text("local"), null(), Value::dynamic(), no_id()), &[]);
    check(remote(no_id(), null(), null(), no_id()), &["Missing required argument.backend"]);
    check(remote(Value::unknown(Type::String), null(), null(), no_id()), &[]);
    check(
        remote(text("nope"), Value::dynamic(), Value::tuple(vec![]), no_id()),
        &["Invalid default values.defaults"],
    );
}

#[test]
fn outputs_of_remote_states() {
    let read = |config: Value| {
        let request =
            ReadDataRequest { type_name: "terraform_remote_state".into(), config, provider_meta: null() };
        now(provider().read_data_source(request))
    };
    let outputs = |config: Value| format!("{:?}", read(config).object.entry("outputs").unwrap());
    assert_eq!(outputs(remote(text("local"), path("there"), null(), no_id())), r#"{"a": "s", "z": 1}"#);
    assert_eq!(
        outputs(remote(text("local"), path("there"), null(), text("default"))),
        r#"{"a": "s", "z": 1}"#
    );
    let defaults = Value::object([("b", text("d")), ("z", text("d"))]);
    assert_eq!(
        outputs(remote(text("local"), path("there"), defaults, no_id())),
        r#"{"a": "s", "b": "d", "z": 1}"#
    );
    let defaults = Value::map(Type::String, [("b", text("d"))]);
    assert_eq!(
        outputs(remote(text("local"), path("there"), defaults, no_id())),
        r#"{"a": "s", "b": "d", "z": 1}"#
    );
    let fails = |config: Value, summary: &str| assert_eq!(read(config).diags[0].summary, summary);
    fails(remote(text("local"), path("gone"), null(), no_id()), "Unable to find remote state");
    fails(remote(text("local"), path("there"), null(), text("other")), "Unable to find remote state");
    fails(remote(text("nope"), null(), null(), no_id()), "Invalid backend configuration");
    fails(remote(no_id(), null(), null(), no_id()), "Missing required argument");
}
