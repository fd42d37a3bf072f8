//! `replace_triggered_by`: whether something that a block looks at changes.

use addrs::{AbsResource, InstanceKey, Referenceable};
use diag::{Diagnostic, Diagnostics};
use hcl::syntax::ast::{Step, StepKind};
use plan::Action;
use value::{Path, PathStep, Type, Value};

use super::Planner;
use crate::walk::{ResourceVisit, Walk};
use crate::world::Expansion;
use crate::world::Repetition;

impl Planner<'_> {
    /// Whether one of the things that a block looks at changes; nothing where one is not there, which is reported.
    pub(crate) fn is_triggered(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        repetition: &Repetition,
        diags: &mut Diagnostics,
    ) -> Option<bool> {
        let (mut triggered, mut all_there) = (false, true);
        for expr in &visit.config.lifecycle.replace_triggered_by {
            match self.triggers(walk, visit, repetition, expr, diags) {
                Some(changes) => triggered |= changes,
                None => all_there = false,
            }
        }
        all_there.then_some(triggered)
    }

    fn triggers(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        repetition: &Repetition,
        expr: &hcl::Expression,
        diags: &mut Diagnostics,
    ) -> Option<bool> {
        let Some((resource, key, path)) = self.target(walk, visit, repetition, expr, diags) else {
            return Some(false);
        };
        let changes = self.changes.borrow();
        let whole = AbsResource { module: visit.module.addr.clone(), resource };
        let of_instance = |key: Option<InstanceKey>| changes.get(&whole.instance(key));
        let resources = visit.module.resources.borrow();
        let written = resources.get(&whole.resource).map(|found| &found.expansion);
        // Attributes are those of one instance.
        let is_one = key.is_some() || !path.is_empty();
        let addr = whole.instance(key.clone());
        let is_there = |written: &Expansion| {
            written.deferred || written.has(key.as_ref()) && self.selection.has_instance(&addr)
        };
        if self.plans() && is_one && written.is_some_and(|written| !is_there(written)) {
            if self.previous.instance(&addr).is_some() && self.selection.has_orphan(&addr) {
                // It is destroyed, and what goes triggers nothing.
                return Some(false);
            }
            diags.push(no_such_instance(&whole, key.as_ref(), expr));
            return None;
        }
        let found: Vec<_> = match key {
            Some(key) => of_instance(Some(key)).into_iter().collect(),
            None => {
                let keys = written.map(|written| written.keys.clone());
                keys.unwrap_or_default().into_iter().filter_map(of_instance).collect()
            }
        };
        Some(found.into_iter().any(|change| match change.action {
            // An object that is new changes nothing that was there.
            Action::NoOp | Action::Read | Action::Delete | Action::Forget | Action::Create => false,
            _ if path.is_empty() => true,
            _ => {
                // That something becomes a secret, or stops being one, is a change as well.
                match (part(&change.before, &path), part(&change.after, &path)) {
                    (Some(before), Some(after)) => !after.is_wholly_known() || !before.raw_eq(&after),
                    (None, None) => false,
                    _ => true,
                }
            }
        }))
    }

    /// The resource, the instance and the part that an expression means.
    fn target(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        repetition: &Repetition,
        expr: &hcl::Expression,
        diags: &mut Diagnostics,
    ) -> Option<(addrs::Resource, Option<InstanceKey>, Path)> {
        let (traversal, dynamic) = match expr.as_traversal() {
            Ok(traversal) => (traversal, None),
            Err(_) => {
                let (base, key, rest) = expr.as_indexed()?;
                let names = walk.names(&visit.module, repetition, None);
                let (key, more) = key.eval(&names.scope());
                diags.append(more);
                (base, Some((key.unmark().0, rest)))
            }
        };
        let parsed = lang::parse_reference(traversal.as_reference()).ok()?;
        let Referenceable::Resource(resource) = parsed.subject else { return None };
        let mut steps: Vec<PathStep> = traversal.steps[parsed.used..].iter().map(step_of).collect();
        if let Some((key, rest)) = dynamic {
            steps.push(PathStep::Index(key));
            steps.extend(rest.iter().map(step_of));
        }
        let key = match steps.first() {
            Some(PathStep::Index(key)) => instance_key(key),
            _ => None,
        };
        if key.is_some() {
            steps.remove(0);
        }
        Some((resource, key, Path(steps)))
    }
}

/// The part of a value that a path leads to; nothing where there is none, or where a step does not fit the type: an object
/// has attributes and no keys, a map has keys and no attributes, and of what is not known the type may not be known either.
fn part(value: &Value, path: &Path) -> Option<Value> {
    let mut at = value.clone();
    for step in &path.0 {
        let fits = match (step, at.ty()) {
            (PathStep::Attr(_), Type::Object(_)) => true,
            (PathStep::Index(key), Type::List(_) | Type::Tuple(_)) => key.ty() == Type::Number,
            (PathStep::Index(key), Type::Map(_)) => key.ty() == Type::String,
            _ => false,
        };
        if !fits || at.is_null() {
            return None;
        }
        // What is part of a secret is one.
        at = Path(vec![step.clone()]).find(&at)?.with_marks(at.marks());
    }
    Some(at)
}

/// The problem of looking at an instance that there is none of.
fn no_such_instance(resource: &AbsResource, key: Option<&InstanceKey>, expr: &hcl::Expression) -> Diagnostic {
    let module = match resource.module.is_root() {
        true => "the root module".to_owned(),
        false => resource.module.to_string(),
    };
    let key = key.map(ToString::to_string).unwrap_or_default();
    let summary = format!("no change found for {}{key} in {module}", resource.resource);
    let detail = "The resource has no such instance, or this run leaves it out, so it cannot be told whether it changes.";
    Diagnostic::error(summary, detail).at(expr.range())
}

fn step_of(step: &Step) -> PathStep {
    match &step.kind {
        StepKind::Attr(name) => PathStep::Attr(name.clone()),
        StepKind::Index(key) => PathStep::Index((**key).clone()),
    }
}

fn instance_key(key: &Value) -> Option<InstanceKey> {
    match key.as_num() {
        Some(number) => number.to_i64().map(InstanceKey::Int),
        None => key.as_smol_str().cloned().map(InstanceKey::String),
    }
}
