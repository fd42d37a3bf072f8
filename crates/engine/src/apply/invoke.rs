//! Doing actions: before and after a change, or because somebody asked.

use std::collections::BTreeSet;
use std::rc::Rc;

use addrs::{AbsResource, AbsResourceInstance, ConfigResource, ResourceMode};
use config::Item;
use diag::{Diagnostic, Diagnostics};
use futures_util::StreamExt;
use futures_util::stream;
use plan::{Invocation, Plan};
use provider::ActionEvent;

use super::{Applier, WIDTH};
use crate::actions::{self, FoundAction};
use crate::dependencies::Dependencies;
use crate::setup::{Event, Setup};
use crate::walk::{TriggersVisit, Walk};
use crate::world::{Map, ModuleWorld};

/// Which actions are done, and for whom.
#[derive(Default)]
pub(super) struct Invocations<'p> {
    /// By the object that triggers them, in their order.
    by_trigger: Map<&'p AbsResourceInstance, Vec<&'p Invocation>>,
    /// Those that somebody asked for.
    requested: Vec<&'p Invocation>,
    /// Declarations of actions that are done.
    actions: BTreeSet<usize>,
    /// Triggers of which some do something.
    triggers: BTreeSet<usize>,
}

impl<'p> Invocations<'p> {
    pub(super) fn new(setup: &Setup<'_>, plan: &'p Plan, dependencies: &Dependencies<'_>) -> Self {
        let mut found = Self::default();
        if plan.invocations.is_empty() {
            return found;
        }
        let graph = setup.graph;
        let mut of_config: Map<ConfigResource, ()> = Map::default();
        for invocation in &plan.invocations {
            of_config.insert(invocation.addr.config(), ());
            match invocation.lifecycle() {
                Some(trigger) => {
                    of_config.insert(trigger.resource.config(), ());
                    found.by_trigger.entry(&trigger.resource).or_default().push(invocation);
                }
                None => found.requested.push(invocation),
            }
        }
        let named =
            |node: usize| dependencies.address(node).is_some_and(|addr| of_config.contains_key(&addr));
        for node in 0..graph.len() {
            match (&graph.node(node).item, graph.triggered_by(node)) {
                (_, Some(by)) if named(by) => drop(found.triggers.insert(node)),
                (Item::Resource(resource), _) if resource.mode == ResourceMode::Action && named(node) => {
                    found.actions.insert(node);
                }
                _ => {}
            }
        }
        found
    }

    /// Whether a declaration is an action that is done.
    pub(super) fn has_action(&self, node: usize) -> bool {
        self.actions.contains(&node)
    }

    /// Whether a declaration is an action that is done, or does some.
    pub(super) fn has_node(&self, node: usize) -> bool {
        self.has_action(node) || self.triggers.contains(&node)
    }

    fn of(&self, addr: &AbsResourceInstance, before: bool) -> impl Iterator<Item = &'p Invocation> {
        let all = self.by_trigger.get(addr).map_or(&[][..], Vec::as_slice);
        all.iter().copied().filter(move |invocation| invocation.is_of(addr, before))
    }
}

impl Applier<'_> {
    /// Whether a declaration is an action, or what a resource triggers.
    pub(super) fn is_of_actions(&self, node: usize) -> bool {
        match &self.graph.node(node).item {
            Item::Resource(resource) => resource.mode == ResourceMode::Action,
            item => matches!(item, Item::Triggers(_)),
        }
    }

    /// An instance was changed: what it triggers can follow.
    pub(super) fn note_changed(&self, addr: &AbsResourceInstance) {
        if self.invocations.by_trigger.contains_key(addr) {
            self.changed.borrow_mut().insert(addr.clone(), ());
        }
    }

    /// Does what comes before a change; false when the change must not be made.
    pub(super) async fn invoke_before(
        &self,
        walk: &Walk<'_>,
        world: &Rc<ModuleWorld>,
        addr: &AbsResourceInstance,
        diags: &mut Diagnostics,
    ) -> bool {
        self.invoke_all(walk, world, self.invocations.of(addr, true), diags).await
    }

    /// Does what comes after the changes of a resource; false when something of it failed.
    pub(super) async fn invoke_after(&self, walk: &Walk<'_>, visit: &TriggersVisit<'_>) -> bool {
        let resource = &visit.config.resource;
        let mut ok = true;
        for world in walk.world.instances(visit.module).iter() {
            let Some(instances) = world.resources.borrow().get(resource).cloned() else { continue };
            let whole = AbsResource { module: world.addr.clone(), resource: resource.clone() };
            let changed: Vec<AbsResourceInstance> = {
                let changed = self.changed.borrow();
                let keys = instances.expansion.keys.iter().cloned();
                keys.map(|key| whole.instance(key)).filter(|addr| changed.contains_key(addr)).collect()
            };
            let one = |addr: AbsResourceInstance| async move {
                let mut diags = Diagnostics::new();
                let Ok(slot) = self.slots.acquire().await else { return false };
                let ok = self.invoke_all(walk, world, self.invocations.of(&addr, false), &mut diags).await;
                drop(slot);
                walk.report(visit.node, diags);
                ok
            };
            let mut results = std::pin::pin!(stream::iter(changed).map(one).buffer_unordered(WIDTH));
            while let Some(one) = results.next().await {
                ok &= one;
            }
        }
        ok
    }

    /// What to say about actions that were to follow changes that were made, and were not begun.
    pub(super) fn left_undone(&self) -> Option<Diagnostic> {
        let (changed, begun) = (self.changed.borrow(), self.begun.borrow());
        let mut lines: Vec<String> = changed
            .keys()
            .flat_map(|addr| {
                let all = self.invocations.by_trigger.get(addr).map_or(&[][..], Vec::as_slice);
                all.iter().skip(begun.get(addr).copied().unwrap_or(0))
            })
            .filter_map(|left| Some(format!("\n - {} ({})", left.addr, left.lifecycle()?.resource)))
            .collect();
        lines.sort();
        let detail = format!(
            "These were to be done after changes that were made:{}\n\nThe changes will not trigger them again. Do them with the \
             -invoke option where they are needed.",
            lines.concat()
        );
        (!lines.is_empty()).then(|| Diagnostic::warning("Actions were not invoked", detail))
    }

    /// Does what somebody asked for.
    pub(super) async fn invoke_requested(&self, walk: &Walk<'_>) -> Diagnostics {
        let mut diags = Diagnostics::new();
        for invocation in self.invocations.requested.iter().copied() {
            let world = walk.world.all_instances().find(|world| world.addr == invocation.addr.module);
            let Some(world) = world.filter(|_| !walk.has_errors()) else { break };
            if !self.invoke_all(walk, &world, std::iter::once(invocation), &mut diags).await {
                break;
            }
        }
        diags
    }

    /// Does one after the other, until one fails.
    async fn invoke_all<'i>(
        &self,
        walk: &Walk<'_>,
        world: &Rc<ModuleWorld>,
        invocations: impl Iterator<Item = &'i Invocation>,
        diags: &mut Diagnostics,
    ) -> bool {
        for invocation in invocations {
            if self.is_stopping(walk) {
                return false;
            }
            let resource = &invocation.addr.resource;
            let found =
                actions::find(&self.pool, walk, world, &resource.resource, resource.key.as_ref()).await;
            let Some(found) = found else {
                // Where it could not be evaluated that was told.
                return false;
            };
            if !is_as_planned(&found, invocation, diags) {
                return false;
            }
            if let Some(trigger) = invocation.lifecycle() {
                *self.begun.borrow_mut().entry(trigger.resource.clone()).or_default() += 1;
            }
            if !invoke(walk, &found, invocation, diags).await {
                return false;
            }
        }
        true
    }
}

/// Whether what is known now is what was planned; told where it is not.
fn is_as_planned(found: &FoundAction, invocation: &Invocation, diags: &mut Diagnostics) -> bool {
    if !found.config.is_wholly_known() {
        let detail =
            "What is written for the action is still not known while the plan is applied.".to_owned();
        diags.push(found.problem("Action configuration is not known", detail));
        return false;
    }
    let schema = &found.block.schema.block;
    let (planned, now) = (invocation.config.unmark_deep().0, found.config.unmark_deep().0);
    let broken = schema::apply_violations(schema, &planned, &schema.without_write_only(&now));
    let before = diags.len();
    diags.extend(broken.iter().map(|error| {
        let detail = format!("What is written for the action has another value than was planned: {error}.");
        found.problem("Action configuration has changed", detail)
    }));
    diags.len() == before
}

/// Does an action; false when it failed.
async fn invoke(
    walk: &Walk<'_>,
    found: &FoundAction,
    invocation: &Invocation,
    diags: &mut Diagnostics,
) -> bool {
    let events = walk.setup.events;
    let marks = found.config.deep_marks();
    // What it says may repeat what it was given.
    let hidden = marks.is_sensitive() || marks.is_ephemeral();
    events.tell(Event::ActionStart { invocation });
    let mut stream = found.block.provider.invoke_action(found.request());
    let mut failed = true;
    while let Some(event) = stream.next().await {
        match event {
            ActionEvent::Progress(message) if message.is_empty() => {}
            ActionEvent::Progress(message) => {
                let message =
                    if hidden { "(output suppressed due to sensitive value in config)" } else { &message };
                events.tell(Event::ActionProgress { invocation, message });
            }
            ActionEvent::Completed(said) => {
                failed = found.tell(said, diags);
                break;
            }
        }
    }
    events.tell(match failed {
        true => Event::ActionFailed { invocation },
        false => Event::ActionDone { invocation },
    });
    !failed
}
