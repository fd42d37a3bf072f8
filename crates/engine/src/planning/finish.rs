//! The end of planning: what was found, as one plan, and what is to be said of it.

use addrs::AbsResourceInstance;
use diag::{Diagnostic, Diagnostics};
use plan::{Action, Mode, Plan};
use smol_str::SmolStr;
use state::State;

use super::Planner;
use crate::relevant::relevant_attributes;
use crate::walk::Walk;

impl Planner<'_> {
    /// What was planned, as a plan.
    pub(super) fn finish(self, walk: &Walk<'_>, diags: &mut Diagnostics) -> Plan {
        self.remember_outputs(walk);
        let outputs = self.output_changes(walk);
        let (invocations, deferred_invocations) = self.take_invocations();
        self.prior.borrow_mut().checks = None;
        let forgets_data = self.forgets_data();
        let changes = self.changes.borrow_mut().take_sorted();
        let mut deferred = self.deferred.into_inner();
        deferred.sort_by(|a, b| a.change.addr.cmp(&b.change.addr));
        let mut drift = self.drift.into_inner();
        drift.sort_by(|a, b| (&a.addr, &a.deposed).cmp(&(&b.addr, &b.deposed)));
        diags.append(self.selection.warnings(&self.options));
        let errored = diags.has_errors();
        let changes_something = changes
            .iter()
            .any(|change| change.action != Action::NoOp || change.is_moved() || change.importing.is_some())
            || outputs.values().any(|output| output.action != Action::NoOp)
            || forgets_data;
        let variables = walk.setup.variables.iter();
        let given = &walk.setup.given;
        // What is declared counts: a value that does not fit the type of its variable never became one of it.
        let declared = &walk.setup.tree.modules[0].module.variables;
        let is_ephemeral =
            |name: &SmolStr| declared.get(name).is_some_and(|variable| variable.ephemeral == Some(true));
        let mut plan = Plan {
            mode: self.options.mode,
            variables: variables
                .clone()
                .filter(|(name, _)| !is_ephemeral(name))
                .map(|(name, value)| (name.clone(), given.get(name).unwrap_or(value).clone()))
                .collect(),
            given_variables: variables
                .clone()
                .filter(|(name, _)| !is_ephemeral(name) && given.contains_key(*name))
                .map(|(name, _)| name.clone())
                .collect(),
            ephemeral_variables: variables
                .filter(|(name, _)| is_ephemeral(name) && given.contains_key(*name))
                .map(|(name, _)| name.clone())
                .collect(),
            targets: self.options.targets,
            excludes: self.options.excludes,
            force_replace: self.options.force_replace,
            applyable: !errored
                && match self.options.mode {
                    Mode::RefreshOnly => {
                        // Also what is only remembered otherwise, such as the order of replacement.
                        let prior = self.prior.borrow();
                        !invocations.is_empty()
                            || !self.previous.same_managed_resources(&prior)
                            || !same_outputs(&self.previous, &prior)
                    }
                    _ => changes_something,
                },
            outputs,
            prev_state: self.as_read,
            prior_state: self.prior.into_inner(),
            relevant_attributes: Vec::new(),
            checks: walk.checks.results(),
            timestamp: self.options.timestamp,
            errored,
            complete: !errored && !walk.puts_off() && self.selection.is_everything(),
            has_module_outputs: walk.world.all_instances().any(|module| {
                let outputs = module.outputs.borrow();
                !module.addr.is_root() && outputs.values().any(|value| !value.deep_marks().is_ephemeral())
            }),
            module_instances: walk.world.all_instances().map(|module| module.addr.clone()).collect(),
            changes,
            deferred,
            invocations,
            deferred_invocations,
            drift,
            was_saved: false,
        };
        plan.relevant_attributes = relevant_attributes(walk, &plan, &self.selection);
        plan
    }
}

/// Whether two states have the same outputs.
fn same_outputs(a: &State, b: &State) -> bool {
    a.outputs.len() == b.outputs.len()
        && a.outputs.iter().zip(&b.outputs).all(|((name, a), (other, b))| {
            name == other && a.sensitive == b.sensitive && a.value.raw_eq(&b.value)
        })
}

/// What to say about objects that a plan takes out of the state without destroying them.
pub(super) fn forgotten(plan: &Plan) -> Diagnostics {
    let forgotten = plan.changes.iter().filter(|change| change.action == Action::Forget);
    let (kept, removed): (Vec<_>, Vec<_>) = forgotten.partition(|change| change.is_kept());
    let mut diags = Diagnostics::new();
    diags.extend(no_longer_managed(removed.into_iter().map(|change| &change.addr)));
    // A run that destroys everything tells of them at its end.
    for change in kept.iter().filter(|_| plan.mode != Mode::Destroy) {
        let detail = format!(
            "{} is only forgotten, because its lifecycle says that it is not destroyed. It goes on to exist.",
            change.addr
        );
        diags.push(Diagnostic::warning("Resource will be removed from the state", detail));
    }
    diags
}

/// What to say about objects that `removed` blocks take out of the state; nothing if there are none.
pub(super) fn no_longer_managed<'a>(
    objects: impl Iterator<Item = &'a AbsResourceInstance>,
) -> Option<Diagnostic> {
    let names: Vec<String> = objects.map(|addr| format!("\n - {addr}")).collect();
    let detail = format!(
        "These objects go on to exist, but are no longer part of the state and no longer managed here:{}\n\nTo manage one of \
         them again, import it.",
        names.concat()
    );
    let summary = "Some objects will no longer be managed by Terraform";
    (!names.is_empty()).then(|| Diagnostic::warning(summary, detail))
}
