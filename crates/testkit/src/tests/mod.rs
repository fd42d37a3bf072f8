//! The test provider, and the rules of planning with it, taken through the steps an engine takes.

mod calls;
mod faults;
mod lifecycle;

use futures_util::FutureExt;
use provider::*;
use schema::{Block, PathError, apply_violations, normalize_legacy, plan_violations, proposed_new};
use value::{Path, Type, Value};

use crate::{TestProvider, object, schemas};

/// The answer of a call that does not hang.
fn now<T>(future: futures_util::future::BoxFuture<'_, T>) -> T {
    future.now_or_never().expect("nothing hangs here")
}

fn block(type_name: &str) -> &'static Block {
    &schemas().resources.get(type_name).unwrap().block
}

fn null(type_name: &str) -> Value {
    Value::null(block(type_name).implied_type().clone())
}

fn plan(provider: &TestProvider, type_name: &str, prior: &Value, config: &Value) -> PlanResponse {
    let proposed =
        if config.is_null() { config.clone() } else { proposed_new(block(type_name), prior, config) };
    now(provider.plan_resource_change(PlanRequest {
        type_name: type_name.into(),
        prior: prior.clone(),
        proposed,
        config: config.clone(),
        private: Private::from([]),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    }))
}

fn apply(
    provider: &TestProvider,
    type_name: &str,
    prior: &Value,
    planned: &Value,
    config: &Value,
) -> ApplyResponse {
    now(provider.apply_resource_change(ApplyRequest {
        type_name: type_name.into(),
        prior: prior.clone(),
        planned: planned.clone(),
        config: config.clone(),
        private: Private::from(*b"planned"),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    }))
}

fn read(provider: &TestProvider, type_name: &str, current: &Value) -> ReadResponse {
    now(provider.read_resource(ReadRequest {
        type_name: type_name.into(),
        current: current.clone(),
        private: Private::from([]),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    }))
}

/// Plans and applies as an engine does, and checks every rule on the way: the object then.
fn change(provider: &TestProvider, type_name: &str, prior: &Value, config: &Value) -> Value {
    let block = block(type_name);
    let response = plan(provider, type_name, prior, config);
    assert!(response.diags.is_empty(), "{:?}", response.diags);
    let planned = response.planned;
    let legacy = response.legacy_type_system;
    if !legacy {
        no_errors("plan", &plan_violations(block, prior, config, &planned));
    }
    no_errors("plan type", &schema::type_violations(&planned, block.implied_type()));
    let response = apply(provider, type_name, prior, &planned, config);
    assert!(response.diags.is_empty(), "{:?}", response.diags);
    let made = response.object.expect("an answer");
    let made = if legacy { normalize_legacy(block, &made) } else { made };
    no_errors("type", &schema::type_violations(&made, block.implied_type()));
    assert!(made.is_wholly_known(), "{made:?}");
    if !legacy {
        no_errors("apply", &apply_violations(block, &planned, &made));
    }
    made
}

fn no_errors(what: &str, errors: &[PathError]) {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(texts.is_empty(), "{what}: {texts:?}");
}

fn summaries(diags: &[ProviderDiagnostic]) -> Vec<&str> {
    diags.iter().map(|diagnostic| diagnostic.summary.as_str()).collect()
}

fn path(name: &str) -> Path {
    Path::new().attr(name)
}

/// A thing that was made: provider, configuration, object.
fn made_thing() -> (TestProvider, Value, Value) {
    let provider = TestProvider::default();
    let config = object("test_thing", r#"{"name": "a", "tags": {"k": "v"}}"#);
    let made = change(&provider, "test_thing", &null("test_thing"), &config);
    (provider, config, made)
}
