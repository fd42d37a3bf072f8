//! Actions as the JSON forms of plans and of `-json` tell them.

use std::time::SystemTime;

use plan::{DeferredInvocation, Invocation, Trigger};

use crate::checks_json::write_key;
use crate::json_writer::{ObjectWriter, array};
use crate::plan_json::with_secrets;
use crate::progress::ActionStep;
use crate::state_json::Schemas;
use crate::ui_json::{info, write_resource};
use crate::value_json::{write_known, write_sensitive, write_unknown};

/// Writes what a plan says of actions.
pub(crate) fn write_planned(
    invocations: &[Invocation],
    deferred: &[DeferredInvocation],
    schemas: &Schemas<'_>,
    object: &mut ObjectWriter<'_>,
) {
    if !deferred.is_empty() {
        array(deferred, object.key("deferred_action_invocations"), |deferred, out| {
            let mut object = ObjectWriter::begin(out);
            object.text("reason", deferred.reason.word());
            write_invocation(&deferred.invocation, schemas, object.key("action_invocation"));
            object.end();
        });
    }
    if !invocations.is_empty() {
        array(invocations, object.key("action_invocations"), |invocation, out| {
            write_invocation(invocation, schemas, out);
        });
    }
}

fn write_invocation(invocation: &Invocation, schemas: &Schemas<'_>, out: &mut String) {
    let action = &invocation.addr.resource.resource;
    let schema = schemas(&invocation.provider.provider, action.mode, &action.type_name);
    let config = with_secrets(&invocation.config, schema.as_deref());
    let mut object = ObjectWriter::begin(out);
    object.display("address", &invocation.addr);
    object.text("type", &action.type_name);
    object.text("name", &action.name);
    write_known(&config, object.key("config_values"));
    write_sensitive(&config, object.key("config_sensitive"));
    match config.is_wholly_known() {
        true => object.raw("config_unknown", "{}"),
        false => write_unknown(&config, object.key("config_unknown")),
    }
    object.display("provider_name", &invocation.provider.provider);
    match &invocation.trigger {
        Trigger::Lifecycle(trigger) => {
            let mut inner = ObjectWriter::begin(object.key("lifecycle_action_trigger"));
            inner.display("triggering_resource_address", &trigger.resource);
            inner.text("action_trigger_event", trigger.event.json_word());
            inner.raw("action_trigger_block_index", &trigger.block.to_string());
            inner.raw("actions_list_index", &trigger.position.to_string());
            inner.end();
        }
        Trigger::Request => object.raw("invoke_action_trigger", "{}"),
    }
    object.end();
}

/// Writes which action it is, and why it is done.
fn write_step(invocation: &Invocation, object: &mut ObjectWriter<'_>) {
    let (addr, action) = (&invocation.addr, &invocation.addr.resource.resource);
    let mut inner = ObjectWriter::begin(object.key("action"));
    inner.display("addr", addr);
    inner.display("module", &addr.module);
    inner.display("action", &addr.resource);
    inner.text("implied_provider", action.type_name.split('_').next().unwrap_or_default());
    inner.text("action_type", &action.type_name);
    inner.text("action_name", &action.name);
    match addr.key() {
        Some(key) => write_key(key, inner.key("action_key")),
        None => inner.raw("action_key", "null"),
    }
    inner.end();
    match &invocation.trigger {
        Trigger::Lifecycle(trigger) => {
            let mut inner = ObjectWriter::begin(object.key("lifecycle_trigger"));
            write_resource(&trigger.resource, inner.key("triggering_resource"));
            inner.raw("trigger_index", &trigger.block.to_string());
            inner.raw("actions_index", &trigger.position.to_string());
            inner.text("trigger_event", trigger.event.json_word());
            inner.end();
        }
        Trigger::Request => object.raw("invoke_trigger", "{}"),
    }
}

/// An action is to be done.
pub fn planned_action_invocation(at: SystemTime, invocation: &Invocation) -> String {
    let message = format!("planned action invocation: {}", invocation.addr);
    info(at, &message, "planned_action_invocation", |object| {
        let mut inner = ObjectWriter::begin(object.key("invocation"));
        write_step(invocation, &mut inner);
        inner.end();
    })
}

fn hook(at: SystemTime, invocation: &Invocation, message: &str, kind: &str, said: Option<&str>) -> String {
    info(at, message, kind, |object| {
        let mut inner = ObjectWriter::begin(object.key("hook"));
        write_step(invocation, &mut inner);
        inner.optional_text("message", said);
        inner.end();
    })
}

/// An action begins.
pub fn action_start(at: SystemTime, step: ActionStep<'_>) -> String {
    hook(at, step.0, &step.started(), "action_start", None)
}

/// An action says how far it is.
pub fn action_progress(at: SystemTime, step: ActionStep<'_>, said: &str) -> String {
    hook(at, step.0, &step.progress(said), "action_progress", Some(said))
}

/// An action was done.
pub fn action_complete(at: SystemTime, step: ActionStep<'_>) -> String {
    hook(at, step.0, &step.completed(), "action_complete", None)
}

/// An action failed.
pub fn action_errored(at: SystemTime, step: ActionStep<'_>) -> String {
    hook(at, step.0, &step.failed(), "action_errored", None)
}
