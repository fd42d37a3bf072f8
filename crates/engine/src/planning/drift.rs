//! What happened to objects outside, between runs.

use std::sync::Arc;

use addrs::AbsResourceInstance;
use plan::{Action, Mode, ResourceChange};
use state::Object;
use value::Value;

use super::managed::Current;
use super::{Block, Planner, object};

impl Planner<'_> {
    /// Notes what happened to an object outside.
    pub(crate) fn note_drift(
        &self,
        addr: &AbsResourceInstance,
        block: &Block,
        previous: &Arc<Object>,
        before: &Value,
        current: Option<&Current>,
    ) {
        // What is destroyed is looked at first, and what that finds is where the plan starts from.
        if self.options.mode == Mode::Destroy {
            return;
        }
        let moved = self.moved_from.contains_key(addr);
        let null = || Value::null(block.schema.block.implied_type().clone());
        let (action, before, after) = match current {
            Some(current) if Arc::ptr_eq(previous, &current.object) && !moved => return,
            Some(current) => {
                let secrets = object::in_order(&previous.sensitive_paths);
                let same = before.unmark_deep().0.raw_eq(&current.value.unmark_deep().0)
                    && (self.retyped.contains_key(addr) || secrets == current.object.sensitive_paths);
                if same {
                    if !moved || self.retyped.contains_key(addr) {
                        return;
                    }
                    (Action::NoOp, before.clone(), current.value.clone())
                } else {
                    (Action::Update, before.clone(), current.value.clone())
                }
            }
            None => (Action::Delete, before.clone(), null()),
        };
        self.drift.borrow_mut().push(Box::new(ResourceChange {
            moved_from: self.previous_address(addr),
            ..ResourceChange::new(addr.clone(), block.provider_config.clone(), action, before, after)
        }));
    }
}
