//! The lines of `-json`: one object each, for programs that follow what is done.
//!
//! Every function gives one line without its end. The time is handed in, so that a line is the same whoever
//! writes it.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use addrs::AbsResourceInstance;
use diag::{Diagnostic, Severity, SourceMap};
use plan::{Action, ActionReason, OutputChange, ResourceChange};
use smol_str::SmolStr;
use state::OutputState;

use crate::ChangeCounts;
use crate::checks_json::write_key;
use crate::json_writer::ObjectWriter;
use crate::plan_json::write_importing;
use crate::progress::{EphemeralStep, Step, apply_complete as apply_complete_text, seconds};
use crate::value_json::write_known;

/// The version of this format.
const UI_VERSION: &str = "1.2";

/// What was summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A plan was made.
    Plan,
    /// It was performed.
    Apply,
    /// Everything was destroyed.
    Destroy,
}

/// Writes a line; `before` and `after` are its own keys before and after `type`.
fn line(
    at: SystemTime,
    level: &str,
    message: &str,
    kind: &str,
    before: impl FnOnce(&mut ObjectWriter<'_>),
    after: impl FnOnce(&mut ObjectWriter<'_>),
) -> String {
    let mut out = String::with_capacity(256);
    let mut object = ObjectWriter::begin(&mut out);
    object.text("@level", level);
    object.text("@message", message);
    object.text("@module", "terraform.ui");
    object.text("@timestamp", &timestamp(at));
    before(&mut object);
    object.text("type", kind);
    after(&mut object);
    object.end();
    out
}

pub(crate) fn info(
    at: SystemTime,
    message: &str,
    kind: &str,
    payload: impl FnOnce(&mut ObjectWriter<'_>),
) -> String {
    line(at, "info", message, kind, payload, |_| {})
}

/// A time in RFC 3339 with microseconds, in UTC.
pub fn timestamp(at: SystemTime) -> String {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, rest) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // Counting from a 1st of March puts the leap day at the end of the year.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:06}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60,
        since.subsec_micros()
    )
}

/// The first line: who speaks, and in which version of the format.
pub fn version(at: SystemTime, terraform_version: &str) -> String {
    let message = format!("Terraform {terraform_version}");
    let before = |object: &mut ObjectWriter<'_>| object.text("terraform", terraform_version);
    line(at, "info", &message, "version", before, |object| object.text("ui", UI_VERSION))
}

/// Something worth knowing.
pub fn log(at: SystemTime, message: &str) -> String {
    info(at, message, "log", |_| {})
}

/// A problem.
pub fn diagnostic(at: SystemTime, diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let (level, word) = match diagnostic.severity {
        Severity::Error => ("error", "Error"),
        Severity::Warning => ("warn", "Warning"),
    };
    let message = format!("{word}: {}", diagnostic.summary);
    let json = crate::diagnostic_json(diagnostic, sources);
    let payload = |object: &mut ObjectWriter<'_>| {
        // The shape has only texts and numbers, so this cannot fail.
        object.raw("diagnostic", &serde_json::to_string(&json).unwrap_or_else(|_| "{}".to_owned()));
    };
    line(at, level, &message, "diagnostic", payload, |_| {})
}

pub(crate) fn write_resource(addr: &AbsResourceInstance, out: &mut String) {
    let resource = &addr.resource.resource;
    let mut object = ObjectWriter::begin(out);
    object.display("addr", addr);
    object.display("module", &addr.module);
    object.display("resource", &addr.resource);
    let provider = resource.type_name.split('_').next().unwrap_or_default();
    object.text("implied_provider", provider);
    object.text("resource_type", &resource.type_name);
    object.text("resource_name", &resource.name);
    match addr.key() {
        Some(key) => write_key(key, object.key("resource_key")),
        None => object.raw("resource_key", "null"),
    }
    object.end();
}

fn action_word(action: Action) -> &'static str {
    match action {
        Action::NoOp => "noop",
        Action::Create => "create",
        Action::Read => "read",
        Action::Update => "update",
        Action::Delete => "delete",
        Action::DeleteThenCreate | Action::CreateThenDelete | Action::ForgetThenCreate => "replace",
        Action::Forget => "remove",
    }
}

/// What happens to an object, as one word; an object that only moves or is taken over is not left alone.
fn change_word(change: &ResourceChange) -> &'static str {
    match change.action {
        Action::NoOp if change.is_moved() => "move",
        Action::NoOp if change.importing.is_some() => "import",
        action => action_word(action),
    }
}

fn reason_word(reason: ActionReason) -> &'static str {
    match reason {
        ActionReason::ReplaceBecauseTainted => "tainted",
        ActionReason::ReplaceByRequest => "requested",
        ActionReason::ReplaceByTriggers => "replace_triggered_by",
        ActionReason::ReplaceBecauseCannotUpdate => "cannot_update",
        other => other.word(),
    }
}

fn write_change(change: &ResourceChange, object: &mut ObjectWriter<'_>) {
    let mut inner = ObjectWriter::begin(object.key("change"));
    write_resource(&change.addr, inner.key("resource"));
    if change.is_moved() {
        write_resource(change.prev_addr(), inner.key("previous_resource"));
    }
    inner.text("action", change_word(change));
    inner.optional_text("reason", change.reason.map(reason_word));
    if let Some(importing) = &change.importing {
        write_importing(importing, inner.key("importing"));
    }
    inner.optional_text("generated_config", change.generated_config.as_deref());
    inner.end();
}

/// What is planned for an object. Objects that stay as and where they are have no line.
pub fn planned_change(at: SystemTime, change: &ResourceChange) -> String {
    let message = format!("{}: Plan to {}", change.addr, change_word(change));
    info(at, &message, "planned_change", |object| write_change(change, object))
}

/// What happened to an object outside.
pub fn resource_drift(at: SystemTime, change: &ResourceChange) -> String {
    let message = format!("{}: Drift detected ({})", change.addr, change_word(change));
    info(at, &message, "resource_drift", |object| write_change(change, object))
}

/// How many objects change or did change.
pub fn change_summary(at: SystemTime, counts: &ChangeCounts, operation: Operation) -> String {
    let (message, word) = match operation {
        Operation::Plan => (counts.plan_line(), "plan"),
        Operation::Apply => (apply_complete_text(counts, false), "apply"),
        Operation::Destroy => (apply_complete_text(counts, true), "destroy"),
    };
    info(at, &message, "change_summary", |object| {
        let mut changes = ObjectWriter::begin(object.key("changes"));
        changes.raw("add", &counts.add.to_string());
        changes.raw("change", &counts.change.to_string());
        changes.raw("import", &counts.import.to_string());
        changes.raw("remove", &counts.remove.to_string());
        if counts.actions > 0 {
            changes.raw("action_invocation", &counts.actions.to_string());
        }
        changes.text("operation", word);
        changes.end();
    })
}

/// What becomes of the outputs.
pub fn planned_outputs(at: SystemTime, outputs: &BTreeMap<SmolStr, OutputChange>) -> String {
    info(at, &format!("Outputs: {}", outputs.len()), "outputs", |object| {
        let mut all = ObjectWriter::begin(object.key("outputs"));
        for (name, change) in outputs {
            let mut output = ObjectWriter::begin(all.key(name));
            output.bool("sensitive", change.sensitive);
            output.text("action", action_word(change.action));
            output.end();
        }
        all.end();
    })
}

/// What the outputs are; the values of secrets are left out.
pub fn outputs(at: SystemTime, outputs: &BTreeMap<SmolStr, OutputState>) -> String {
    info(at, &format!("Outputs: {}", outputs.len()), "outputs", |object| {
        let mut all = ObjectWriter::begin(object.key("outputs"));
        for (name, state) in outputs {
            let mut output = ObjectWriter::begin(all.key(name));
            output.bool("sensitive", state.sensitive);
            output.optional_text("deprecated", state.deprecated.as_deref());
            output.raw("type", &value::type_json::encode(&state.value.ty()));
            if !state.sensitive {
                write_known(&state.value, output.key("value"));
            }
            output.end();
        }
        all.end();
    })
}

/// Writes the `hook` of a line.
fn write_hook(
    step: &Step<'_>,
    with_action: bool,
    object: &mut ObjectWriter<'_>,
    more: impl FnOnce(&mut ObjectWriter<'_>),
) {
    let mut hook = ObjectWriter::begin(object.key("hook"));
    write_resource(step.addr, hook.key("resource"));
    if with_action {
        hook.text("action", action_word(step.action));
    }
    if let Some((key, value)) = step.id {
        hook.text("id_key", key);
        hook.text("id_value", value);
    }
    more(&mut hook);
    hook.end();
}

/// The words for programs, which tell a data source being read from an object being looked at only by the type.
fn words(action: Action) -> (&'static str, &'static str, &'static str) {
    match action {
        Action::Create => ("Creating", "creating", "Creation"),
        Action::Update => ("Modifying", "modifying", "Modifications"),
        Action::Delete => ("Destroying", "destroying", "Destruction"),
        Action::Read => ("Refreshing", "refreshing", "Refresh"),
        Action::Forget => ("Removing", "removing", "Removal"),
        Action::DeleteThenCreate | Action::CreateThenDelete | Action::ForgetThenCreate => {
            ("Replacing", "replacing", "Replacement")
        }
        Action::NoOp => ("Applying", "applying", "Apply"),
    }
}

fn id_text(step: &Step<'_>) -> String {
    step.id.map_or_else(String::new, |(key, value)| format!(" [{key}={value}]"))
}

/// Work on an object begins.
pub fn apply_start(at: SystemTime, step: &Step<'_>) -> String {
    let message = format!("{}: {}...{}", step.addr, words(step.action).0, id_text(step));
    info(at, &message, "apply_start", |object| write_hook(step, true, object, |_| {}))
}

fn elapsed_seconds(hook: &mut ObjectWriter<'_>, elapsed: Duration) {
    let rounded = elapsed.as_secs() + u64::from(elapsed.subsec_millis() >= 500);
    hook.raw("elapsed_seconds", &rounded.to_string());
}

/// A step without the id of its object.
fn nameless<'a>(step: &Step<'a>) -> Step<'a> {
    Step { id: None, ..*step }
}

/// Work on an object takes a while.
pub fn apply_progress(at: SystemTime, step: &Step<'_>, elapsed: Duration) -> String {
    let message = format!("{}: Still {}... [{} elapsed]", step.addr, words(step.action).1, seconds(elapsed));
    info(at, &message, "apply_progress", |object| {
        write_hook(&nameless(step), true, object, |hook| elapsed_seconds(hook, elapsed));
    })
}

/// Work on an object is done.
pub fn apply_complete(at: SystemTime, step: &Step<'_>, elapsed: Duration) -> String {
    // What is destroyed has no id any more.
    let step = if step.action == Action::Delete { nameless(step) } else { *step };
    let (word, id) = (words(step.action).2, id_text(&step));
    let message = format!("{}: {word} complete after {}{id}", step.addr, seconds(elapsed));
    info(at, &message, "apply_complete", |object| {
        write_hook(&step, true, object, |hook| elapsed_seconds(hook, elapsed));
    })
}

/// Work on an object failed.
pub fn apply_errored(at: SystemTime, step: &Step<'_>, elapsed: Duration) -> String {
    let message = format!("{}: {} errored after {}", step.addr, words(step.action).2, seconds(elapsed));
    info(at, &message, "apply_errored", |object| {
        write_hook(&nameless(step), true, object, |hook| elapsed_seconds(hook, elapsed));
    })
}

fn provision(
    at: SystemTime,
    step: &Step<'_>,
    provisioner: &str,
    message: &str,
    kind: &str,
    output: Option<&str>,
) -> String {
    info(at, message, kind, |object| {
        write_hook(&nameless(step), false, object, |hook| {
            hook.text("provisioner", provisioner);
            hook.optional_text("output", output);
        });
    })
}

/// A provisioner begins.
pub fn provision_start(at: SystemTime, step: &Step<'_>, provisioner: &str) -> String {
    let message = format!("{}: Provisioning with '{provisioner}'...", step.addr);
    provision(at, step, provisioner, &message, "provision_start", None)
}

/// A provisioner says something.
pub fn provision_progress(at: SystemTime, step: &Step<'_>, provisioner: &str, output: &str) -> String {
    let message = format!("{}: ({provisioner}): {output}", step.addr);
    provision(at, step, provisioner, &message, "provision_progress", Some(output))
}

/// A provisioner is done.
pub fn provision_complete(at: SystemTime, step: &Step<'_>, provisioner: &str) -> String {
    let message = format!("{}: ({provisioner}) Provisioning complete", step.addr);
    provision(at, step, provisioner, &message, "provision_complete", None)
}

/// A provisioner failed.
pub fn provision_errored(at: SystemTime, step: &Step<'_>, provisioner: &str) -> String {
    let message = format!("{}: ({provisioner}) Provisioning errored", step.addr);
    provision(at, step, provisioner, &message, "provision_errored", None)
}

/// Writes the `hook` of a line about an ephemeral resource.
fn write_ephemeral(step: &EphemeralStep<'_>, elapsed: Option<Duration>, object: &mut ObjectWriter<'_>) {
    let mut hook = ObjectWriter::begin(object.key("hook"));
    write_resource(step.addr, hook.key("resource"));
    hook.text("action", step.action);
    if let Some(elapsed) = elapsed {
        elapsed_seconds(&mut hook, elapsed);
    }
    hook.end();
}

/// Something is done with an ephemeral resource.
pub fn ephemeral_start(at: SystemTime, step: &EphemeralStep<'_>) -> String {
    info(at, &step.started(), "ephemeral_op_start", |object| write_ephemeral(step, None, object))
}

/// Something was done with an ephemeral resource.
pub fn ephemeral_complete(at: SystemTime, step: &EphemeralStep<'_>, elapsed: Duration) -> String {
    let message = step.completed(elapsed);
    info(at, &message, "ephemeral_op_complete", |object| write_ephemeral(step, Some(elapsed), object))
}

/// Something could not be done with an ephemeral resource.
pub fn ephemeral_errored(at: SystemTime, step: &EphemeralStep<'_>, elapsed: Duration) -> String {
    let message = step.failed(elapsed);
    info(at, &message, "ephemeral_op_errored", |object| write_ephemeral(step, Some(elapsed), object))
}

/// An object is looked at.
pub fn refresh_start(at: SystemTime, step: &Step<'_>) -> String {
    let message = format!("{}: Refreshing state...{}", step.addr, id_text(step));
    info(at, &message, "refresh_start", |object| write_hook(step, false, object, |_| {}))
}

/// An object was looked at.
pub fn refresh_complete(at: SystemTime, step: &Step<'_>) -> String {
    let message = format!("{}: Refresh complete{}", step.addr, id_text(step));
    info(at, &message, "refresh_complete", |object| write_hook(step, false, object, |_| {}))
}
