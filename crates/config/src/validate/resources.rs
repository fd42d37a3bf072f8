//! Resources: meta-arguments, bodies, conditions, provisioners.

use addrs::ResourceMode;
use diag::{Diagnostic, Diagnostics};
use hcl::Body;
use hcl::eval::Cause;
use smol_str::SmolStr;

use super::eval::BlockEval;
use super::parts;
use super::provider_block::BlockOfProvider;
use super::repetition;
use crate::condition::Condition;
use crate::lifecycle::IgnoreChanges;
use crate::names::{Context, ModuleNames};
use crate::provisioner::Provisioner;
use crate::provisioner_kinds;
use crate::resource::ResourceConfig;
use crate::schemas::{BlockKind, Lookup, Schemas};

/// Checks a resource.
pub(super) fn check(names: &ModuleNames<'_>, config: &ResourceConfig) -> Diagnostics {
    let outside = BlockEval::new(names, Context::default());
    let inside = BlockEval::new(names, Context::of(&config.repetition));
    let mut diags = repetition::check(&outside, &config.repetition);
    diags.append(outside.check_depends_on(&config.depends_on));
    let provider = names.module().provider_addr(&config.provider_name().local);
    let lookup = names.schema_of(config);
    let with_self = BlockEval::with_self(names, config);
    let mut has_value = false;
    if let Lookup::Unsupported = lookup {
        diags.push(unsupported(config, &provider, names.schemas()));
    } else {
        let kind = BlockKind::Resource(config.resource.mode, &config.resource.type_name);
        let block = BlockOfProvider { body: &config.body, lookup: lookup.clone(), kind, provider: &provider };
        has_value = block.check(names, &inside, &config.resource.to_string(), &mut diags);
    }
    if let (Lookup::Found(schema), true) = (&lookup, has_value) {
        check_ignored(config, &schema.block, &mut diags);
    }
    for expr in config.list.iter().flat_map(|list| list.expressions()) {
        diags.append(inside.eval_in_condition(expr).1);
    }
    let lifecycle = &config.lifecycle;
    for expr in lifecycle.prevent_destroy.iter().chain(&lifecycle.destroy) {
        diags.append(outside.eval_as(expr, &value::Type::Bool).1);
    }
    // Whether the results are bools is only asked when there are results.
    for (eval, conditions) in [(&inside, &lifecycle.preconditions), (&with_self, &lifecycle.postconditions)] {
        for expr in conditions.iter().flat_map(Condition::expressions) {
            diags.append(eval.eval_in_condition(expr).1);
        }
    }
    check_triggers(names, config, &mut diags);
    // Of several provisioners the first that is wrong is told.
    for provisioner in &config.provisioners {
        let found = check_provisioner(&with_self, config, provisioner);
        let failed = found.has_errors();
        diags.append(found);
        if failed {
            break;
        }
    }
    diags
}

/// Checks a provisioner with its connection. A connection that no provisioner uses is not looked at.
fn check_provisioner(
    eval: &BlockEval<'_>,
    config: &ResourceConfig,
    provisioner: &Provisioner,
) -> Diagnostics {
    let kind = &provisioner.type_name;
    let type_of = |name: &str| provisioner_kinds::argument_type(kind, name);
    let takes = |name: &str| type_of(name).is_some();
    let arguments = provisioner.body.items().attributes.into_iter();
    let references =
        arguments.filter(|argument| takes(&argument.name)).flat_map(|argument| argument.expr.references());
    // Nothing else is looked at where something cannot be referred to.
    let (_, mut diags) = eval.look(references);
    if !diags.has_errors() {
        diags.append(provisioner_kinds::check_provisioner(kind, &provisioner.body));
        let set = check_arguments(eval, &provisioner.body, takes, type_of, &mut diags);
        let wrong_choice = provisioner_kinds::check_set(kind, |name| set.iter().any(|set| set == name));
        diags.extend(wrong_choice.map(|problem| problem.at(provisioner.range.clone())));
    }
    let (body, is_laid_over) = match (&config.connection, &provisioner.connection) {
        (None, None) => return diags,
        (Some(only), None) | (None, Some(only)) => (only.body.clone(), false),
        (Some(base), Some(over)) => (base.body.clone().overridden_by(over.body.clone()), true),
    };
    let mut found = Diagnostics::new();
    check_arguments(eval, &body, |_| true, |_| None, &mut found);
    if !found.has_errors() {
        found = provisioner_kinds::check_connection(&body, is_laid_over);
        check_arguments(eval, &body, |_| true, provisioner_kinds::connection_type, &mut found);
    }
    diags.append(found);
    diags
}

/// Evaluates those arguments that are taken, of which some have a type. The names of those that are not null.
fn check_arguments(
    eval: &BlockEval<'_>,
    body: &Body,
    takes: impl Fn(&str) -> bool,
    type_of: impl Fn(&str) -> Option<value::Type>,
    diags: &mut Diagnostics,
) -> Vec<SmolStr> {
    let mut set = Vec::new();
    for attribute in body.items().attributes.into_iter().filter(|attribute| takes(&attribute.name)) {
        let (value, more) = eval.eval(&attribute.expr);
        if !value.is_null() {
            set.push(attribute.name.clone());
        }
        let failed = more.has_errors();
        diags.append(more);
        let ty = type_of(&attribute.name);
        let Some(ty) = ty.filter(|_| !failed) else { continue };
        if let Err(error) = value::convert::convert(&value, &ty) {
            let name = attribute.name.as_str();
            let detail = format!("Inappropriate value for attribute {name:?}: {error}.");
            let problem = Diagnostic::error("Incorrect attribute value type", detail);
            diags.push(eval.problem(&attribute.expr, Cause::Values, problem));
        }
    }
    set
}

/// A type of resource that the provider does not have.
fn unsupported(config: &ResourceConfig, provider: &addrs::Provider, schemas: &dyn Schemas) -> Diagnostic {
    let type_name = config.resource.type_name.as_str();
    let (summary, what) = match config.resource.mode {
        ResourceMode::Managed => ("Invalid resource type", "resource type"),
        ResourceMode::Data => ("Invalid data source", "data source"),
        ResourceMode::Ephemeral => ("Invalid ephemeral resource", "ephemeral resource type"),
        ResourceMode::List => ("Invalid list resource", "list resource type"),
        ResourceMode::Action => ("Invalid action type", "action type"),
    };
    // The other kind of block that may have been meant, where it is not another name.
    let other = match config.resource.mode {
        ResourceMode::Managed => Some((ResourceMode::Data, "data")),
        ResourceMode::Data => Some((ResourceMode::Managed, "resource")),
        _ => None,
    };
    let other = other.filter(|(mode, _)| schemas.resource(provider, *mode, type_name).found().is_some());
    let hint = match other {
        Some((_, block)) => {
            format!(" There is one for blocks of the kind {block:?}: is that what was meant?")
        }
        None => {
            let types = schemas.types(provider, config.resource.mode);
            hcl::did_you_mean(type_name, types.iter().map(SmolStr::as_str))
        }
    };
    let detail = format!("The provider {} does not support {what} {type_name:?}.{hint}", provider.short());
    Diagnostic::error(summary, detail).at(config.type_range.clone())
}

/// Attributes whose changes are ignored are attributes that can be set.
fn check_ignored(config: &ResourceConfig, block: &schema::Block, diags: &mut Diagnostics) {
    let IgnoreChanges::Attributes(ignored) = &config.lifecycle.ignore_changes else { return };
    // What has no effect is told as long as everything before it is right.
    let mut right = true;
    for traversal in ignored {
        let name = traversal.root.as_str();
        let problem = match parts::has_part(block, name) {
            true => parts::problem_behind(block, name, &traversal.steps, &traversal.source),
            false => Some(parts::no_part(name).at(traversal.part_range(0))),
        };
        right &= problem.is_none();
        diags.extend(problem);
        let attribute = block.attributes.get(name);
        if right && attribute.is_some_and(|attribute| attribute.computed && !attribute.optional) {
            let detail = format!(
                "The attribute {name:?} is set by the provider alone, so ignoring its changes has no effect."
            );
            diags.push(
                Diagnostic::warning("Redundant ignore_changes element", detail).at(config.type_range.clone()),
            );
        }
    }
}

fn check_triggers(names: &ModuleNames<'_>, config: &ResourceConfig, diags: &mut Diagnostics) {
    for expr in &config.lifecycle.replace_triggered_by {
        for traversal in expr.references() {
            let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { continue };
            if let addrs::Referenceable::Resource(resource) = parsed.subject
                && !names.module().resources.contains_key(&resource)
            {
                let detail = format!("The resource {resource} has not been declared in this module.");
                let summary = "Undeclared resource in replace_triggered_by";
                diags.push(Diagnostic::error(summary, detail).at(expr.range()));
            }
        }
    }
}
