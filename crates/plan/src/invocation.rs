//! Actions that are to be done.

use addrs::{AbsProviderConfig, AbsResourceInstance, TriggerEvent};
use value::Value;

use crate::{Action, DeferredReason};

/// An action that is to be done.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The instance of the action.
    pub addr: AbsResourceInstance,
    /// The configuration of the provider.
    pub provider: AbsProviderConfig,
    /// Why.
    pub trigger: Trigger,
    /// What is written, with marks and unknowns. Values that are only written are null.
    pub config: Value,
}

/// Why an action is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Something happens with an object.
    Lifecycle(LifecycleTrigger),
    /// Somebody asked for it.
    Request,
}

/// What happens with an object that is followed by an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifecycleTrigger {
    /// The object.
    pub resource: AbsResourceInstance,
    /// What happens.
    pub event: TriggerEvent,
    /// Which of the `action_trigger` blocks says so.
    pub block: u64,
    /// The place in the list of actions there.
    pub position: u64,
}

impl Invocation {
    /// What triggers it, where that is not somebody who asks.
    pub fn lifecycle(&self) -> Option<&LifecycleTrigger> {
        match &self.trigger {
            Trigger::Lifecycle(trigger) => Some(trigger),
            Trigger::Request => None,
        }
    }

    /// Whether it is done before or after a change of an object.
    pub fn is_of(&self, resource: &AbsResourceInstance, before: bool) -> bool {
        self.lifecycle()
            .is_some_and(|trigger| trigger.resource == *resource && trigger.event.is_before() == before)
    }
}

/// An action that is put off to a later run.
#[derive(Clone, Debug)]
pub struct DeferredInvocation {
    /// Why.
    pub reason: DeferredReason,
    /// The action, as far as it is known.
    pub invocation: Invocation,
}

impl Action {
    /// Whether an event belongs to what is done with an object.
    pub fn has_event(self, event: TriggerEvent) -> bool {
        match event {
            TriggerEvent::BeforeCreate | TriggerEvent::AfterCreate => matches!(
                self,
                Action::Create
                    | Action::DeleteThenCreate
                    | Action::CreateThenDelete
                    | Action::ForgetThenCreate
            ),
            TriggerEvent::BeforeUpdate | TriggerEvent::AfterUpdate => self == Action::Update,
        }
    }
}
