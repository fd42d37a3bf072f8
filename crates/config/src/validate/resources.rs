//! Resources: meta-arguments, bodies, conditions, provisioners.

use diag::{Diagnostic, Diagnostics};
use hcl::Body;

use super::eval::BlockEval;
use super::{conditions, repetition};
use crate::condition::Condition;
use crate::lifecycle::IgnoreChanges;
use crate::names::{Context, ModuleNames};
use crate::resource::ResourceConfig;
use crate::{body_walk, builtin};

/// Checks a resource.
pub(super) fn check(names: &ModuleNames<'_>, config: &ResourceConfig) -> Diagnostics {
    let outside = BlockEval::new(names, Context::default());
    let context = Context::of(&config.repetition);
    let inside = BlockEval::new(names, context);
    let with_self = BlockEval::new(names, context.with_self());
    let mut diags = repetition::check(&outside, &config.repetition);
    diags.append(outside.check_depends_on(&config.depends_on));
    let mut fits = true;
    if config.provider.is_none() {
        let more = builtin::check(&config.resource, &config.body, &config.type_range);
        fits = !more.has_errors();
        diags.append(more);
    }
    for found in body_walk::expressions(&config.body).iter().filter(|_| fits) {
        let (value, more) = inside.eval_found(found);
        diags.append(more);
        // Other providers may have attributes that take such values.
        if conditions::is_ephemeral(&value) && builtin::attributes(&config.resource).is_some() {
            let detail = "Ephemeral values are not valid in resource arguments, because resource instances must persist \
                          between runs.";
            diags.push(Diagnostic::error("Invalid use of ephemeral value", detail).at(found.expr.range()));
        }
    }
    check_ignored(config, &mut diags);
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
    if let Some(connection) = &config.connection {
        check_body(&with_self, &connection.body, &mut diags);
    }
    for provisioner in &config.provisioners {
        diags.append(builtin::check_provisioner(&provisioner.type_name, &provisioner.body));
        check_body(&with_self, &provisioner.body, &mut diags);
        if let Some(connection) = &provisioner.connection {
            check_body(&with_self, &connection.body, &mut diags);
        }
    }
    diags
}

/// Evaluates every expression of a body, whatever its schema.
pub(super) fn check_body(eval: &BlockEval<'_>, body: &Body, diags: &mut Diagnostics) {
    for found in body_walk::expressions(body) {
        diags.append(eval.eval_found(&found).1);
    }
}

/// Attributes whose changes are ignored are attributes that can be set.
fn check_ignored(config: &ResourceConfig, diags: &mut Diagnostics) {
    let IgnoreChanges::Attributes(ignored) = &config.lifecycle.ignore_changes else { return };
    for traversal in ignored {
        let Some(mut known) = builtin::attributes(&config.resource) else { return };
        let name = traversal.root.as_str();
        if !known.any(|known| known == name) {
            let detail =
                format!("This object has no argument, nested block, or exported attribute named {name:?}.");
            diags.push(Diagnostic::error("Unsupported attribute", detail).at(traversal.range()));
        } else if builtin::is_computed(&config.resource, name) {
            let detail = format!(
                "The attribute {name:?} is set by the provider alone, so ignoring its changes has no effect."
            );
            diags.push(
                Diagnostic::warning("Redundant ignore_changes element", detail).at(config.range.clone()),
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
