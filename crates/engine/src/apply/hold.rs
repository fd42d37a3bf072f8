//! What holds a change back: something that it comes after was not done. Blocks wait for blocks, but what failed counts
//! only for those instances that it matters to.

use std::collections::BTreeSet;

use addrs::{AbsResourceInstance, ConfigResource, ModuleInstance};
use plan::{Action, ResourceChange};
use state::Object;

use super::Applier;
use super::order::Failed;
use crate::targets::are_apart;

/// What was to be destroyed before the new objects of a block, and is still there.
#[derive(Debug, Default)]
pub(crate) struct Remaining {
    /// The blocks of these objects, and the instances of modules that they are in.
    blocks: BTreeSet<(ConfigResource, ModuleInstance)>,
    /// The instances of modules in which something is that depended on the block.
    dependents: BTreeSet<ModuleInstance>,
}

impl Applier<'_> {
    /// What is left of tasks that failed, as far as it matters to a block.
    pub(super) fn remaining(&self, block: &ConfigResource, tasks: &[usize]) -> Remaining {
        let mut remaining = Remaining::default();
        for change in self.left_by(tasks) {
            let addr = &change.addr;
            if addr.config() != *block {
                remaining.blocks.insert((addr.config(), addr.module.clone()));
                if self.depended(change, block) {
                    remaining.dependents.insert(addr.module.clone());
                }
            }
        }
        remaining
    }

    /// Whether an instance cannot be changed because of what is still there: its own old object, something that it
    /// depended on, or something that depended on it.
    pub(super) fn is_held(&self, change: &ResourceChange, remaining: &Remaining) -> bool {
        let addr = &change.addr;
        let own = self.by_address.get(addr).is_some_and(|index| self.not_destroyed.borrow()[*index]);
        let beside = |module: &ModuleInstance| !are_apart(module, &addr.module);
        own || remaining.dependents.iter().any(beside)
            || remaining.blocks.iter().any(|(block, module)| beside(module) && self.depended(change, block))
    }

    /// The instances of modules in which something still needs what a task destroys, because that was not destroyed or
    /// changed itself.
    pub(super) fn users(&self, task: usize, failed: &Failed) -> BTreeSet<ModuleInstance> {
        let task = &self.order.tasks[task];
        let Some(block) = task.changes.first().map(|index| self.plan.changes[*index].addr.config()) else {
            return BTreeSet::new();
        };
        let left = self.left_by(&failed.tasks).filter(|change| self.depended(change, &block));
        let mut users: BTreeSet<ModuleInstance> = left.map(|change| change.addr.module.clone()).collect();
        for node in &failed.nodes {
            let refers = task.dependents.binary_search(node).is_ok();
            let user = self.dependencies.address(*node);
            let made = self.made.borrow();
            let unmade = self.plan.changes.iter().enumerate().filter(|(index, change)| {
                !made[*index] && makes(change) && Some(change.addr.config()) == user
            });
            let needing = unmade.filter(|(_, change)| refers || self.depended(change, &block));
            users.extend(needing.map(|(_, change)| change.addr.module.clone()));
        }
        users
    }

    /// Whether an object is kept because something in one of these instances of modules needs it.
    pub(super) fn is_used(addr: &AbsResourceInstance, users: &BTreeSet<ModuleInstance>) -> bool {
        users.iter().any(|module| !are_apart(module, &addr.module))
    }

    /// What tasks were to destroy and did not.
    fn left_by<'a>(&'a self, tasks: &'a [usize]) -> impl Iterator<Item = &'a ResourceChange> {
        let changes = tasks.iter().flat_map(|task| &self.order.tasks[*task].changes);
        changes.filter(|index| self.not_destroyed.borrow()[**index]).map(|index| &*self.plan.changes[*index])
    }

    /// Whether the object that a change is about depended on a block, by what the state says.
    fn depended(&self, change: &ResourceChange, block: &ConfigResource) -> bool {
        self.object_before(change)
            .is_some_and(|object| object.dependencies.iter().any(|needed| **needed == *block))
    }

    /// The object that a change is about, as it was before.
    pub(super) fn object_before(&self, change: &ResourceChange) -> Option<&Object> {
        let instance = self.plan.prior_state.instance(&change.addr)?;
        match &change.deposed {
            Some(key) => instance.deposed.get(key).map(|object| &**object),
            None => instance.current.as_deref(),
        }
    }
}

/// Whether a change makes or changes an object.
fn makes(change: &ResourceChange) -> bool {
    change.deposed.is_none()
        && !matches!(change.action, Action::NoOp | Action::Read | Action::Delete | Action::Forget)
}
