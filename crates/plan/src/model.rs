//! A whole plan.

use std::collections::BTreeMap;

use addrs::{AbsResourceInstance, ModuleInstance, Target};
use smol_str::SmolStr;
use state::{CheckResult, State};
use value::{Path, Value};

use crate::{DeferredChange, DeferredInvocation, Invocation, OutputChange, ResourceChange, Trigger};

/// What a plan is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// To make what is written.
    #[default]
    Normal,
    /// To destroy everything.
    Destroy,
    /// Only to remember what there really is.
    RefreshOnly,
}

/// What shall change, and what that was made from.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// What it is for.
    pub mode: Mode,
    /// What becomes of each object, in the order of addresses; with those that stay.
    pub changes: Vec<Box<ResourceChange>>,
    /// What is put off to a later run, in the order of addresses.
    pub deferred: Vec<DeferredChange>,
    /// Actions that are to be done: by the object that triggers them, those of one object in their order.
    pub invocations: Vec<Invocation>,
    /// Actions that are put off to a later run.
    pub deferred_invocations: Vec<DeferredInvocation>,
    /// What happened outside since the last run.
    pub drift: Vec<Box<ResourceChange>>,
    /// What becomes of the outputs of the root module.
    pub outputs: BTreeMap<SmolStr, OutputChange>,
    /// Values of the variables of the root module that are not ephemeral, as given or by default, with marks.
    pub variables: BTreeMap<SmolStr, Value>,
    /// Those of them that were given.
    pub given_variables: Vec<SmolStr>,
    /// Ephemeral variables that were given, which must be given again to apply.
    pub ephemeral_variables: Vec<SmolStr>,
    /// `-target`.
    pub targets: Vec<Target>,
    /// `-exclude`.
    pub excludes: Vec<Target>,
    /// `-replace`.
    pub force_replace: Vec<AbsResourceInstance>,
    /// State as it was read.
    pub prev_state: State,
    /// State after looking at the real objects.
    pub prior_state: State,
    /// Attributes that changes depend on.
    pub relevant_attributes: Vec<RelevantAttribute>,
    /// What was found out about conditions.
    pub checks: Vec<CheckResult>,
    /// When it was made, in RFC 3339.
    pub timestamp: String,
    /// Whether planning went wrong.
    pub errored: bool,
    /// Whether nothing was put off.
    pub complete: bool,
    /// Whether applying it would do something.
    pub applyable: bool,
    /// Module instances that there are, for who reads the plan without configuration.
    pub module_instances: Vec<ModuleInstance>,
    /// Whether a module that is called says something to its caller. Files do not say.
    pub has_module_outputs: bool,
    /// Whether it was read from a file. States in files know nothing of what is not known yet: it is null there.
    pub was_saved: bool,
}

impl Plan {
    /// Whether it is only for actions that somebody asked for.
    pub fn is_invoking(&self) -> bool {
        self.invocations.iter().any(|invocation| invocation.trigger == Trigger::Request)
    }

    /// Where the instances were before that have moved.
    pub fn moves(&self) -> BTreeMap<&AbsResourceInstance, &AbsResourceInstance> {
        let deferred = self.deferred.iter().map(|deferred| &deferred.change);
        let changes = self.changes.iter().map(|change| &**change).chain(deferred);
        changes.filter_map(|change| Some((&change.addr, change.moved_from.as_deref()?))).collect()
    }
}

/// An attribute that changes depend on.
#[derive(Clone, Debug, PartialEq)]
pub struct RelevantAttribute {
    /// Whose.
    pub resource: AbsResourceInstance,
    /// Which.
    pub attribute: Path,
}
