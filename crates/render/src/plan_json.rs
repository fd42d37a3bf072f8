//! A plan as the JSON of `show -json`.

use std::borrow::Cow;
use std::sync::Arc;

use config::ModuleTree;
use plan::{Action, ActionReason, Importing, Mode, OutputChange, Plan, ResourceChange};
use schema::Schema;
use value::Value;

use crate::action_json::write_planned;
use crate::checks_json::write_checks;
use crate::config_json::write_configuration;
use crate::json_writer::{ObjectWriter, array, texts};
use crate::module_tree::ModuleItems;
use crate::order;
use crate::secrets::{mark_secrets, unmark_secrets};
use crate::state_json::{RenderError, Schemas, write_names, write_state};
use crate::value_json::{write_known, write_path, write_sensitive, write_unknown};

/// The plan as one line of JSON, as `show -json` prints it.
pub fn plan_json(
    plan: &Plan,
    tree: &ModuleTree,
    schemas: &Schemas<'_>,
    terraform_version: &str,
) -> Result<String, RenderError> {
    let mut out = String::new();
    let mut object = ObjectWriter::begin(&mut out);
    object.text("format_version", "1.2");
    object.text("terraform_version", terraform_version);
    object.object_unless_empty("variables", |object| write_variables(plan, tree, object));
    write_planned_values(plan, schemas, object.key("planned_values"));
    let drift = sorted(&plan.drift, |change| plan.mode == Mode::RefreshOnly || change.action != Action::NoOp);
    if !drift.is_empty() {
        array(drift, object.key("resource_drift"), |change, out| write_change(change, schemas, out));
    }
    let changes = sorted(&plan.changes, is_shown);
    if !changes.is_empty() {
        array(changes, object.key("resource_changes"), |change, out| write_change(change, schemas, out));
    }
    if !plan.deferred.is_empty() {
        array(&plan.deferred, object.key("deferred_changes"), |deferred, out| {
            let mut object = ObjectWriter::begin(out);
            object.text("reason", deferred.reason.word());
            write_change(&deferred.change, schemas, object.key("resource_change"));
            object.end();
        });
    }
    write_planned(&plan.invocations, &plan.deferred_invocations, schemas, &mut object);
    object.object_unless_empty("output_changes", |object| {
        plan.outputs.iter().for_each(|(name, change)| write_output_change(change, object.key(name)));
    });
    if !plan.prior_state.is_empty() {
        write_state(&plan.prior_state, schemas, terraform_version, object.key("prior_state"))?;
    }
    write_configuration(tree, schemas, object.key("configuration"));
    if !plan.relevant_attributes.is_empty() {
        array(&plan.relevant_attributes, object.key("relevant_attributes"), |relevant, out| {
            let mut object = ObjectWriter::begin(out);
            object.display("resource", &relevant.resource);
            write_path(&relevant.attribute, object.key("attribute"));
            object.end();
        });
    }
    if !plan.checks.is_empty() {
        write_checks(&plan.checks, object.key("checks"));
    }
    object.text("timestamp", &plan.timestamp);
    object.bool("applyable", plan.applyable);
    object.bool("complete", plan.complete);
    object.bool("errored", plan.errored);
    object.end();
    Ok(out)
}

/// Data sources that are no longer read are forgotten without a word.
pub(crate) fn is_shown(change: &ResourceChange) -> bool {
    change.action != Action::Delete || change.addr.resource.resource.mode != addrs::ResourceMode::Data
}

/// The changes that something holds for, in Terraform's order.
pub(crate) fn sorted(
    changes: &[Box<ResourceChange>],
    holds: impl Fn(&ResourceChange) -> bool,
) -> Vec<&ResourceChange> {
    let mut found: Vec<_> = changes.iter().map(|change| &**change).filter(|change| holds(change)).collect();
    found.sort_by(|a, b| order::instances(&a.addr, &b.addr).then_with(|| a.deposed.cmp(&b.deposed)));
    found
}

/// Variables as they were given, and defaults of the others.
fn write_variables(plan: &Plan, tree: &ModuleTree, object: &mut ObjectWriter<'_>) {
    let declared = tree.modules.first().map(|root| &root.module.variables);
    let defaults = declared.into_iter().flatten().filter_map(|(name, variable)| {
        let default = variable.default.as_ref()?;
        (!plan.variables.contains_key(name)).then_some((name, default))
    });
    let mut all: Vec<_> = plan.variables.iter().chain(defaults).collect();
    all.sort_by(|a, b| a.0.cmp(b.0));
    for (name, value) in all {
        let mut variable = ObjectWriter::begin(object.key(name));
        write_known(value, variable.key("value"));
        variable.end();
    }
}

/// The schema of what a change is about.
pub(crate) fn schema_of(change: &ResourceChange, schemas: &Schemas<'_>) -> Option<Arc<Schema>> {
    let resource = &change.addr.resource.resource;
    schemas(&change.provider.provider, resource.mode, &resource.type_name)
}

/// A value with what its schema says is secret.
pub(crate) fn with_secrets<'a>(value: &'a Value, schema: Option<&Schema>) -> Cow<'a, Value> {
    match schema {
        Some(schema) => Cow::Owned(mark_secrets(value, &schema.block)),
        None => Cow::Borrowed(value),
    }
}

fn write_planned_values(plan: &Plan, schemas: &Schemas<'_>, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.object_unless_empty("outputs", |object| {
        for (name, change) in plan.outputs.iter().filter(|(_, change)| change.action != Action::Delete) {
            let mut output = ObjectWriter::begin(object.key(name));
            output.bool("sensitive", change.sensitive);
            if change.after.is_wholly_known() {
                output.raw("type", &value::type_json::encode(&change.after.ty()));
                write_known(&change.after, output.key("value"));
            }
            output.end();
        }
    });
    let mut planned: Vec<_> = plan
        .changes
        .iter()
        .filter(|change| change.deposed.is_none() && change.action != Action::Delete)
        .map(|change| (change.addr.to_string(), change))
        .collect();
    // By text, so that [10] comes before [1]: programs know this order.
    planned.sort_by(|a, b| a.0.cmp(&b.0));
    let mut items = ModuleItems::new();
    planned.into_iter().for_each(|item| items.push(&item.1.addr.module, item));
    items.write(object.key("root_module"), &mut |(addr, change), out| {
        let schema = schema_of(change, schemas);
        let mut object = ObjectWriter::begin(out);
        object.text("address", addr);
        write_names(&change.addr, &mut object);
        object.display("provider_name", &change.provider.provider);
        let version = schema.as_ref().map_or(0, |schema| schema.version);
        object.raw("schema_version", &version.to_string());
        let after = with_secrets(&change.after, schema.as_deref());
        // What is forgotten has no values, nor has that of which nothing is known, but both are listed.
        if after.as_entries().is_some_and(|entries| entries.iter().any(|(_, value)| value.is_known())) {
            write_known(&after, object.key("values"));
        }
        let secret = match schema.as_deref().filter(|_| is_planned_anew(change)) {
            Some(schema) => Cow::Owned(unmark_secrets(&after, &schema.block)),
            None => after,
        };
        write_sensitive(&secret, object.key("sensitive_values"));
        if let Some(identity) = &change.after_identity {
            // The version is of the schema, which only what is remembered tells.
            let known =
                plan.prior_state.instance(&change.addr).and_then(|instance| instance.current.as_ref());
            if let Some((_, version)) = known.and_then(|object| object.identity.as_ref()) {
                object.raw("identity_schema_version", &version.to_string());
            }
            write_known(identity, object.key("identity"));
        }
        object.end();
    });
    object.end();
}

/// Whether a replacement was planned from nothing after a plan of a change: of such a plan Terraform tells here only
/// the secrets that are written, not those of the schema.
fn is_planned_anew(change: &ResourceChange) -> bool {
    change.action.is_replace() && change.reason != Some(ActionReason::ReplaceBecauseTainted)
}

fn write_change(change: &ResourceChange, schemas: &Schemas<'_>, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.display("address", &change.addr);
    if change.is_moved() {
        object.display("previous_address", change.prev_addr());
    }
    if !change.addr.module.is_root() {
        object.display("module_address", &change.addr.module);
    }
    write_names(&change.addr, &mut object);
    object.display("provider_name", &change.provider.provider);
    object.optional_text("deposed", change.deposed.as_deref());
    write_inner_change(change, schema_of(change, schemas).as_deref(), object.key("change"));
    object.optional_text("action_reason", change.reason.map(|reason| reason.word()));
    object.end();
}

fn write_inner_change(change: &ResourceChange, schema: Option<&Schema>, out: &mut String) {
    let before = with_secrets(&change.before, schema);
    let after = with_secrets(&change.after, schema);
    let mut object = ObjectWriter::begin(out);
    texts(change.action.words(), object.key("actions"));
    write_known(&before, object.key("before"));
    if after.is_known() {
        write_known(&after, object.key("after"));
    }
    if after.is_wholly_known() {
        object.raw("after_unknown", "{}");
    } else {
        write_unknown(&after, object.key("after_unknown"));
    }
    write_sensitive(&before, object.key("before_sensitive"));
    write_sensitive(&after, object.key("after_sensitive"));
    if !change.required_replace.is_empty() {
        array(&change.required_replace, object.key("replace_paths"), write_path);
    }
    if let Some(importing) = &change.importing {
        write_importing(importing, object.key("importing"));
    }
    object.optional_text("generated_config", change.generated_config.as_deref());
    for (key, identity) in
        [("before_identity", &change.before_identity), ("after_identity", &change.after_identity)]
    {
        identity.iter().for_each(|identity| write_known(identity, object.key(key)));
    }
    object.end();
}

pub(crate) fn write_importing(importing: &Importing, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.optional_text("id", importing.id.as_deref());
    if importing.unknown {
        object.bool("unknown", true);
    }
    importing.identity.iter().for_each(|identity| write_known(identity, object.key("identity")));
    object.end();
}

fn write_output_change(change: &OutputChange, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    texts(change.action.words(), object.key("actions"));
    write_known(&change.before, object.key("before"));
    if change.after.is_known() {
        write_known(&change.after, object.key("after"));
    }
    if change.after.is_wholly_known() {
        object.bool("after_unknown", false);
    } else {
        write_unknown(&change.after, object.key("after_unknown"));
    }
    object.bool("before_sensitive", change.sensitive);
    object.bool("after_sensitive", change.sensitive);
    object.end();
}
