//! Resources: meta-arguments, bodies, conditions, provisioners.

use diag::{Diagnostic, Diagnostics};
use hcl::Body;

use super::eval::BlockEval;
use super::{conditions, repetition};
use crate::{body_walk, builtin};
use crate::names::{Context, ModuleNames};
use crate::resource::ResourceConfig;

/// Checks a resource.
pub(super) fn check(names: &ModuleNames<'_>, config: &ResourceConfig) -> Diagnostics {
    let outside = BlockEval::new(names, Context::default());
    let context = Context::of(&config.repetition);
    let inside = BlockEval::new(names, context);
    let with_self = BlockEval::new(names, context.with_self());
    let mut diags = repetition::check(&outside, &config.repetition);
    diags.append(outside.check_depends_on(&config.depends_on));
    if config.provider.is_none() {
        diags.append(builtin::check(&config.resource, &config.body, &config.type_range));
    }
    check_body(&inside, &config.body, &mut diags);
    let lifecycle = &config.lifecycle;
    for expr in lifecycle.prevent_destroy.iter().chain(&lifecycle.destroy) {
        diags.append(outside.eval_as(expr, &value::Type::Bool).1);
    }
    for condition in &lifecycle.preconditions {
        conditions::check(&inside, condition, &mut diags);
    }
    for condition in &lifecycle.postconditions {
        conditions::check(&with_self, condition, &mut diags);
    }
    check_triggers(names, config, &mut diags);
    if let Some(connection) = &config.connection {
        check_body(&with_self, &connection.body, &mut diags);
    }
    for provisioner in &config.provisioners {
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
