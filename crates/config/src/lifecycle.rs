//! `lifecycle` blocks of resources.

use std::sync::{Arc, LazyLock};

use addrs::{Resource, ResourceMode};
use diag::{Diagnostic, Diagnostics};
use hcl::syntax::ast::ExprKind;
use hcl::{AbsTraversal, Attribute, BodyBlock, BodySchema, Expression};

use crate::action::ActionTrigger;
use crate::condition::{Condition, refuse_override};
use crate::decode::{Decode, NAME_RULE, reference, replace};

/// What a `lifecycle` block says.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    /// Whether a replacement comes before what it replaces; nothing where it is not said.
    pub create_before_destroy: Option<bool>,
    /// Whether a plan to destroy it is an error.
    pub prevent_destroy: Option<Expression>,
    /// Whether to really destroy it, or only to forget it.
    pub destroy: Option<Expression>,
    /// Whether it is there at all.
    pub enabled: Option<Attribute>,
    /// Changes to leave alone.
    pub ignore_changes: IgnoreChanges,
    /// What makes it be replaced.
    pub replace_triggered_by: Vec<Expression>,
    /// What must hold before.
    pub preconditions: Vec<Condition>,
    /// What must hold after.
    pub postconditions: Vec<Condition>,
    /// What is done besides when something happens with an object.
    pub action_triggers: Vec<ActionTrigger>,
}

/// Which changes are left alone.
#[derive(Clone, Debug, Default)]
pub enum IgnoreChanges {
    /// It is not said: none.
    #[default]
    Unset,
    /// All.
    All,
    /// Those of some attributes.
    Attributes(Vec<AbsTraversal>),
}

const MANAGED_ONLY: &[&str] =
    &["create_before_destroy", "prevent_destroy", "destroy", "ignore_changes", "replace_triggered_by"];

impl Lifecycle {
    /// That of what says nothing of it.
    pub(crate) fn unset() -> Arc<Lifecycle> {
        static UNSET: LazyLock<Arc<Lifecycle>> = LazyLock::new(Arc::default);
        UNSET.clone()
    }

    pub(crate) fn decode(block: &BodyBlock, of: &Resource, is_override: bool) -> (Lifecycle, Diagnostics) {
        let schema = BodySchema::of(
            &[
                "create_before_destroy",
                "prevent_destroy",
                "destroy",
                "enabled",
                "ignore_changes",
                "replace_triggered_by",
            ],
            &[("precondition", &[]), ("postcondition", &[]), ("action_trigger", &[])],
        );
        let mut decode = Decode::whole(block, &schema);
        let mut lifecycle =
            Lifecycle { enabled: decode.content.attribute("enabled").cloned(), ..Lifecycle::default() };
        if of.mode == ResourceMode::Managed {
            lifecycle.create_before_destroy = decode.bool("create_before_destroy");
            lifecycle.prevent_destroy = decode.expr("prevent_destroy");
            let is_constant =
                |expr: &Expression| expr.references().is_empty() && expr.function_calls().is_empty();
            if lifecycle.prevent_destroy.as_ref().is_some_and(is_constant) {
                decode.bool("prevent_destroy");
            }
            lifecycle.destroy = decode.expr("destroy");
            lifecycle.replace_triggered_by = replace_triggered_by(&mut decode);
            lifecycle.ignore_changes = ignore_changes(&mut decode);
        } else {
            refuse_managed_only(&mut decode, of.mode);
        }
        for block in decode.content.blocks.clone() {
            if block.type_name == "action_trigger" {
                if of.mode == ResourceMode::Managed {
                    let (trigger, more) = ActionTrigger::decode(&block);
                    decode.diags.append(more);
                    lifecycle.action_triggers.push(trigger);
                } else {
                    let detail = "Actions are triggered by what happens with managed resources (\"resource\" blocks) only.";
                    decode.error("Invalid action_trigger block", detail, block.range());
                }
                continue;
            }
            if is_override {
                decode.diags.push(refuse_override(&block));
                continue;
            }
            let (condition, more) = Condition::decode(&block);
            decode.diags.append(more);
            refuse_itself(&condition, &block, of, &mut decode.diags);
            if block.type_name == "precondition" {
                lifecycle.preconditions.push(condition);
            } else {
                lifecycle.postconditions.push(condition);
            }
        }
        (lifecycle, decode.diags)
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: Lifecycle) {
        replace(&mut self.create_before_destroy, over.create_before_destroy);
        replace(&mut self.prevent_destroy, over.prevent_destroy);
        replace(&mut self.destroy, over.destroy);
        replace(&mut self.enabled, over.enabled);
        if !matches!(over.ignore_changes, IgnoreChanges::Unset) {
            self.ignore_changes = over.ignore_changes;
        }
        if !over.action_triggers.is_empty() {
            self.action_triggers = over.action_triggers;
        }
    }
}

fn refuse_managed_only(decode: &mut Decode<'_>, mode: ResourceMode) {
    for attribute in decode.content.attributes.clone() {
        let name = attribute.name.as_str();
        if !MANAGED_ONLY.contains(&name) {
            continue;
        }
        let (summary, kind) = match mode {
            ResourceMode::Data => ("Invalid data resource lifecycle argument", "data"),
            _ => ("Invalid ephemeral resource lifecycle argument", "ephemeral"),
        };
        let detail = format!(
            "The lifecycle argument {name:?} is defined only for managed resources (\"resource\" blocks), not for {kind} resources."
        );
        decode.error(summary, detail, attribute.name_range());
    }
}

/// Conditions look at the object through `self`, never by its address: not all its instances may be there.
fn refuse_itself(condition: &Condition, block: &BodyBlock, of: &Resource, diags: &mut Diagnostics) {
    for expr in condition.expressions() {
        let refers = expr.references().iter().any(|traversal| {
            lang::parse_reference(traversal.as_reference())
                .is_ok_and(|parsed| parsed.subject == addrs::Referenceable::Resource(of.clone()))
        });
        if refers {
            let detail = format!("The configuration of {of} may not refer to itself.");
            let summary = format!("Invalid reference in {}", block.type_name);
            diags.push(Diagnostic::error(summary, detail).at(expr.range()));
        }
    }
}

fn ignore_changes(decode: &mut Decode<'_>) -> IgnoreChanges {
    let Some(expr) = decode.expr("ignore_changes") else { return IgnoreChanges::Unset };
    if expr.as_keyword().as_deref() == Some("all") {
        return IgnoreChanges::All;
    }
    let items = match expr.as_list() {
        Ok(items) => items,
        Err(diagnostic) => {
            decode.diags.push(*diagnostic);
            return IgnoreChanges::Unset;
        }
    };
    let mut attributes = Vec::new();
    for item in &items {
        let (value, _) = item.eval(&hcl::eval::EmptyScope);
        if value.as_str() == Some("*") {
            let detail = "The list [\"*\"] does not stand for all attributes any more. Write \"ignore_changes = all\".";
            decode.error("Invalid ignore_changes wildcard", detail, expr.range());
            continue;
        }
        attributes.extend(reference(item, &mut decode.diags));
    }
    IgnoreChanges::Attributes(attributes)
}

/// The references, which are kept as expressions because their indexes may be `count.index` or `each.key`.
fn replace_triggered_by(decode: &mut Decode<'_>) -> Vec<Expression> {
    let Some(expr) = decode.expr("replace_triggered_by") else { return Vec::new() };
    match expr.as_list() {
        Ok(items) => {
            let mut triggers = Vec::new();
            for item in items {
                match item.into_reference() {
                    Ok(item) => triggers.push(item),
                    Err(problems) => decode.diags.append(problems),
                }
            }
            // Where one cannot be used, the others are not looked at.
            let wrong = triggers.iter().map(check_trigger).find(|diags| !diags.is_empty());
            decode.diags.append(wrong.unwrap_or_default());
            triggers
        }
        Err(diagnostic) => {
            decode.diags.push(*diagnostic);
            Vec::new()
        }
    }
}

/// A trigger names one managed resource, an instance or an attribute of it.
fn check_trigger(expr: &Expression) -> Diagnostics {
    const SUMMARY: &str = "Invalid replace_triggered_by expression";
    let refuse = |summary: &str, detail: &str| Diagnostic::error(summary, detail).at(expr.range());
    let mut diags = Diagnostics::new();
    if let Expression::Native(tree, id) = expr
        && !matches!(
            tree.expr(*id).kind,
            ExprKind::Traversal(_) | ExprKind::RelativeTraversal(..) | ExprKind::Index(..)
        )
    {
        let detail =
            "The item must be a reference to a managed resource, one of its instances or attributes.";
        return refuse(SUMMARY, detail).into();
    }
    let mut resources = 0;
    for traversal in &expr.references() {
        let (summary, detail) = match lang::parse_reference(traversal.as_reference()) {
            Ok(parsed) => match parsed.subject {
                addrs::Referenceable::Resource(_) => {
                    resources += 1;
                    continue;
                }
                addrs::Referenceable::Count(name) if name == "index" => continue,
                addrs::Referenceable::Each(name) if name == "key" => continue,
                addrs::Referenceable::Count(_) => (
                    "Invalid count reference in replace_triggered_by expression",
                    "Only \"count.index\" can be used in replace_triggered_by.",
                ),
                addrs::Referenceable::Each(_) => (
                    "Invalid each reference in replace_triggered_by expression",
                    "Only \"each.key\" can be used in replace_triggered_by.",
                ),
                _ => (
                    "Invalid reference in replace_triggered_by expression",
                    "Only resources, count.index and each.key can be referred to in replace_triggered_by.",
                ),
            },
            Err(diagnostic) => return (*diagnostic).into(),
        };
        diags.push(refuse(summary, detail));
    }
    match resources {
        1 => {}
        0 => {
            diags.push(refuse(SUMMARY, &format!("A reference to a managed resource is missing. {NAME_RULE}")))
        }
        _ => diags.push(refuse(SUMMARY, "Each item names exactly one managed resource.")),
    }
    diags
}
