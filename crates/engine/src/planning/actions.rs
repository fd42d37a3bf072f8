//! Planning actions: which are triggered by what is planned for a resource, or asked for, and whether they could be done.

use std::rc::Rc;

use addrs::{AbsResource, AbsResourceInstance, InstanceKey, Resource, Target};
use config::{ActionKey, ActionRef, ActionTrigger};
use diag::{Diagnostic, Diagnostics};
use futures_util::StreamExt;
use futures_util::stream;
use hcl::Expression;
use plan::{DeferredInvocation, DeferredReason, Invocation, LifecycleTrigger, Trigger};
use value::{Type, Value, convert};

use super::{Block, Planner};
use crate::actions::{self, FoundAction};
use crate::walk::{ResourceVisit, TriggersVisit, Walk};
use crate::world::{ModuleWorld, Repetition};

/// What is planned for an instance that triggers actions.
#[derive(Clone, Copy)]
struct Triggering {
    action: plan::Action,
    /// Whether it is put off to a later run.
    deferred: bool,
}

impl Planner<'_> {
    /// The configuration of an instance of an action.
    pub(super) async fn configure_action(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
    ) -> Option<Value> {
        let addr = visit.addr(index);
        let mut diags = Diagnostics::new();
        let mut config = actions::configure(walk, visit, block, index, &mut diags);
        if let Some(written) = &config
            && !actions::validate(block, &addr, written, &mut diags).await
        {
            config = None;
        }
        walk.report(visit.node, diags);
        config
    }

    /// Plans what a resource triggers; false when something of it cannot be done.
    pub(super) async fn plan_triggers(&self, walk: &Walk<'_>, visit: &TriggersVisit<'_>) -> bool {
        let resource = &visit.config.resource;
        let mut ok = true;
        for world in walk.world.instances(visit.module).iter() {
            let Some(instances) = world.resources.borrow().get(resource).cloned() else { continue };
            let whole = AbsResource { module: world.addr.clone(), resource: resource.clone() };
            let one = |index: usize| {
                let addr = whole.instance(instances.expansion.keys[index].clone());
                let repetition = instances.expansion.repetition(index);
                async move {
                    walk.take_turns().await;
                    let triggering = self.triggering(&addr);
                    match triggering.filter(|_| !walk.setup.events.is_stopping()) {
                        Some(triggering) => {
                            self.plan_instance(walk, visit, world, &addr, &repetition, triggering).await
                        }
                        None => true,
                    }
                }
            };
            let count = instances.expansion.keys.len();
            let mut results =
                std::pin::pin!(stream::iter(0..count).map(one).buffer_unordered(walk.setup.parallelism));
            while let Some(one) = results.next().await {
                ok &= one;
            }
        }
        ok
    }

    /// What is planned for an instance, where that could trigger something.
    fn triggering(&self, addr: &AbsResourceInstance) -> Option<Triggering> {
        if let Some(change) = self.changes.borrow().get(addr) {
            return Some(Triggering { action: change.action, deferred: false });
        }
        let deferred = self.deferred.borrow();
        let found = deferred.iter().find(|deferred| deferred.change.addr == *addr)?;
        Some(Triggering { action: found.change.action, deferred: true })
    }

    async fn plan_instance(
        &self,
        walk: &Walk<'_>,
        visit: &TriggersVisit<'_>,
        world: &Rc<ModuleWorld>,
        addr: &AbsResourceInstance,
        repetition: &Repetition,
        triggering: Triggering,
    ) -> bool {
        let mut diags = Diagnostics::new();
        for (block, trigger) in (0..).zip(&visit.config.lifecycle.action_triggers) {
            let mut events =
                trigger.events.iter().filter(|event| triggering.action.has_event(**event)).peekable();
            if events.peek().is_none() {
                continue;
            }
            if !holds(walk, world, repetition, trigger, &mut diags).unwrap_or(false) {
                continue;
            }
            for event in events {
                for (position, named) in (0..).zip(&trigger.actions) {
                    let Some(found) = self.find_named(walk, world, repetition, named, &mut diags).await
                    else {
                        continue;
                    };
                    let lifecycle =
                        LifecycleTrigger { resource: addr.clone(), event: *event, block, position };
                    let trigger = Trigger::Lifecycle(lifecycle);
                    let put_off = triggering.deferred || walk.is_put_off(found.node);
                    self.plan_invocation(&found, trigger, put_off, &mut diags).await;
                }
            }
        }
        let ok = !diags.has_errors();
        walk.report(visit.node, diags);
        ok
    }

    /// The instance of an action that a trigger names; where there is none, that is told.
    async fn find_named(
        &self,
        walk: &Walk<'_>,
        world: &Rc<ModuleWorld>,
        repetition: &Repetition,
        named: &ActionRef,
        diags: &mut Diagnostics,
    ) -> Option<FoundAction> {
        let key = match &named.key {
            None => None,
            Some(ActionKey::Constant(key)) => Some(key.clone()),
            Some(ActionKey::Expression(expr)) => Some(eval_key(walk, world, repetition, expr, diags)?),
        };
        let found = actions::find(&self.pool, walk, world, &named.action, key.as_ref()).await;
        if found.is_none() && !is_there(world, &named.action, key.as_ref()) {
            let key = key.map_or_else(String::new, |key| key.to_string());
            let detail = format!("There is no {}{key}: the action has no such instance.", named.action);
            diags.push(Diagnostic::error("Invalid action instance key", detail).at(named.expr.range()));
        }
        found
    }

    /// Asks the provider whether an action could be done, and remembers it.
    async fn plan_invocation(
        &self,
        found: &FoundAction,
        trigger: Trigger,
        put_off: bool,
        diags: &mut Diagnostics,
    ) {
        let invocation = Invocation {
            addr: found.addr.clone(),
            provider: (*found.block.provider_config).clone(),
            config: found.block.schema.block.without_write_only(&found.config),
            trigger,
        };
        let mut reason = put_off.then_some(DeferredReason::DeferredPrerequisite);
        if reason.is_none() {
            let answer = found.block.provider.plan_action(found.request()).await;
            if found.tell(answer.diags, diags) {
                return;
            }
            let Ok(deferral) = self.deferral(&found.addr, answer.deferred, diags) else { return };
            reason = deferral;
            let goes_first = invocation.lifecycle().is_some_and(|trigger| trigger.event.is_before());
            if let Some(reason) = deferral.filter(|_| goes_first) {
                let detail = format!(
                    "The action has to be done before a change that is not put off, but the provider puts it off: {}.",
                    reason.words()
                );
                return diags.push(found.problem("Action cannot be put off", detail));
            }
        }
        match reason {
            Some(reason) => {
                self.deferred_invocations.borrow_mut().push(DeferredInvocation { reason, invocation });
            }
            None => self.invocations.borrow_mut().push(invocation),
        }
    }

    /// Plans actions that somebody asked for.
    pub(super) async fn plan_requests(&self, walk: &Walk<'_>) -> Diagnostics {
        let mut diags = Diagnostics::new();
        for target in &self.options.invoke {
            let mut any = false;
            for world in walk.world.all_instances() {
                let Some(action) = action_of(target).filter(|action| action.module == world.addr) else {
                    continue;
                };
                let instances = world.resources.borrow().get(&action.resource).cloned();
                let keys = instances.map(|instances| instances.expansion.keys.clone()).unwrap_or_default();
                for key in keys.iter().filter(|key| is_meant(target, key.as_ref())) {
                    any = true;
                    let found = actions::find(&self.pool, walk, &world, &action.resource, key.as_ref()).await;
                    let Some(found) = found else { continue };
                    if found.config.is_wholly_known() {
                        self.plan_invocation(&found, Trigger::Request, false, &mut diags).await;
                    } else {
                        let detail = "What is written for the action refers to something that is not there yet, so it cannot be done \
                                      now.";
                        diags.push(found.problem("Action configuration is not known", detail.to_owned()));
                    }
                }
            }
            if !any && !walk.has_errors() {
                let detail = format!("The configuration declares no action instance {target}.");
                diags.push(Diagnostic::error("Invalid action address", detail));
            }
        }
        diags
    }

    /// What is planned of actions, in an order that does not depend on timing.
    pub(super) fn take_invocations(&self) -> (Vec<Invocation>, Vec<DeferredInvocation>) {
        let (mut planned, mut deferred) = (self.invocations.take(), self.deferred_invocations.take());
        planned.sort_by(|a, b| rank(a).cmp(&rank(b)));
        deferred.sort_by(|a, b| rank(&a.invocation).cmp(&rank(&b.invocation)));
        (planned, deferred)
    }
}

/// By the object that triggers it, what comes before the change first, then as it is written.
fn rank(invocation: &Invocation) -> impl Ord {
    let of_trigger = invocation.lifecycle().map(|trigger| {
        (&trigger.resource, !trigger.event.is_before(), trigger.block, trigger.event, trigger.position)
    });
    (of_trigger, &invocation.addr)
}

/// Whether the condition of a trigger holds; nothing where that cannot be told.
fn holds(
    walk: &Walk<'_>,
    world: &Rc<ModuleWorld>,
    repetition: &Repetition,
    trigger: &ActionTrigger,
    diags: &mut Diagnostics,
) -> Option<bool> {
    let Some(expr) = &trigger.condition else { return Some(true) };
    let names = walk.names(world, repetition, None);
    let value = diags.keep(expr.eval(&names.scope()))?;
    let mut refuse = |detail: String| {
        diags.push(Diagnostic::error("Invalid action_trigger condition", detail).at(expr.range()));
        None
    };
    match convert::convert(&value.unmark_deep().0, &Type::Bool) {
        Ok(value) if !value.is_known() => refuse(
            "Whether actions are done must be known when the plan is made, but this condition depends on values that are known only \
             after apply."
                .to_owned(),
        ),
        Ok(value) if value.is_null() => refuse("The condition must be true or false, not null.".to_owned()),
        Ok(value) => value.as_bool(),
        Err(error) => refuse(format!("The condition must be true or false: {error}.")),
    }
}

/// The key of an instance of an action that an instance of a resource names.
fn eval_key(
    walk: &Walk<'_>,
    world: &Rc<ModuleWorld>,
    repetition: &Repetition,
    expr: &Expression,
    diags: &mut Diagnostics,
) -> Option<InstanceKey> {
    let names = walk.names(world, repetition, None);
    let value = diags.keep(expr.eval(&names.scope()))?;
    let value = value.unmark_deep().0;
    let key = match value.as_num() {
        Some(number) => number.to_i64().map(InstanceKey::Int),
        None => value.as_smol_str().cloned().map(InstanceKey::String),
    };
    if key.is_none() {
        let detail = "The key of an instance of an action is a whole number or a text that is known when the plan is made.";
        diags.push(Diagnostic::error("Invalid action instance key", detail).at(expr.range()));
    }
    key
}

fn is_there(world: &ModuleWorld, action: &Resource, key: Option<&InstanceKey>) -> bool {
    world.resources.borrow().get(action).is_some_and(|instances| instances.expansion.has(key))
}

fn action_of(target: &Target) -> Option<AbsResource> {
    match target {
        Target::Module(_) => None,
        Target::Resource(action) => Some(action.clone()),
        Target::Instance(instance) => Some(instance.resource()),
    }
}

/// Whether an instance of an action that was asked for is meant: without a key all of them are.
fn is_meant(target: &Target, key: Option<&InstanceKey>) -> bool {
    match target {
        Target::Instance(instance) => instance.resource.key.as_ref() == key,
        _ => true,
    }
}
