//! What holds a change back: something that it comes after was not done. Blocks wait for blocks, but what failed counts
//! only for those instances that it matters to.

use std::collections::BTreeSet;

use addrs::{AbsResourceInstance, ConfigResource, ModuleInstance};
use plan::{Action, Mode, Plan, ResourceChange};
use state::{Dependency, Object};

use super::Applier;
use super::order::{Failed, Order};
use crate::dependencies::Dependencies;
use crate::targets::are_apart;
use crate::world::Map;

/// What was to be destroyed before the new objects of a block, and is still there.
#[derive(Debug, Default)]
pub(crate) struct Remaining {
    /// The blocks of these objects by number, and the instances of modules that they are in.
    blocks: BTreeSet<(usize, ModuleInstance)>,
    /// The instances of modules in which something is that depended on the block.
    dependents: BTreeSet<ModuleInstance>,
}

/// Which changes are of what, and whose objects depended on what. Only asked for when something failed, and then for each
/// that comes after it: looking through all changes and dependencies each time would be cubic.
#[derive(Debug)]
pub(crate) struct Relations {
    /// By change: the number of its block.
    blocks: Vec<usize>,
    /// By number of a block: the changes whose objects depended on it, in their order.
    dependents: Vec<Vec<usize>>,
    /// By declaration: its changes.
    of_node: Map<usize, Vec<usize>>,
}

impl Relations {
    fn new(plan: &Plan, dependencies: &Dependencies<'_>, nodes: usize, order: &Order) -> Self {
        let number_of = |change: &ResourceChange| Dependency::from(change.addr.config()).number();
        let blocks: Vec<usize> = plan.changes.iter().map(|change| number_of(change)).collect();
        let mut dependents: Vec<Vec<usize>> = Vec::new();
        let mut add = |index: usize, needed: usize| {
            if dependents.len() <= needed {
                dependents.resize_with(needed + 1, Vec::new);
            }
            dependents[needed].push(index);
        };
        for (index, change) in plan.changes.iter().enumerate() {
            let object = object_that_counts(plan, change);
            let needed = object.iter().flat_map(|object| object.dependencies.iter());
            needed.for_each(|needed| add(index, needed.number()));
        }
        let mut of_block: Map<usize, Vec<usize>> = Map::default();
        for (index, block) in blocks.iter().enumerate() {
            of_block.entry(*block).or_default().push(index);
        }
        let of_node = (0..nodes).filter_map(|node| {
            let number = Dependency::from(dependencies.address(node)?).number();
            Some((node, of_block.remove(&number)?))
        });
        let of_node: Map<usize, Vec<usize>> = of_node.collect();
        for (node, tasks) in &order.before_new {
            let changes = of_node.get(node).into_iter().flatten().copied();
            for index in changes.filter(|index| object_that_counts(plan, &plan.changes[*index]).is_none()) {
                let firsts = tasks.iter().filter_map(|task| order.tasks[*task].changes.first());
                firsts.for_each(|first| add(index, blocks[*first]));
            }
        }
        dependents.iter_mut().for_each(|dependents| dependents.sort_unstable());
        Self { of_node, blocks, dependents }
    }

    /// Whether the object that a change is about depended on a block, by what the state says.
    fn depended(&self, change: usize, block: usize) -> bool {
        self.dependents.get(block).is_some_and(|dependents| dependents.binary_search(&change).is_ok())
    }
}

/// The object that a change is about, as it was before.
pub(super) fn object_before<'p>(plan: &'p Plan, change: &ResourceChange) -> Option<&'p Object> {
    let instance = plan.prior_state.instance(&change.addr)?;
    match &change.deposed {
        Some(key) => instance.deposed.get(key).map(|object| &**object),
        None => instance.current.as_deref(),
    }
}

/// The object whose dependencies hold others back. What is left over of an instance goes before what it depended on, but
/// when it does not go, what the instance depends on now counts.
fn object_that_counts<'p>(plan: &'p Plan, change: &ResourceChange) -> Option<&'p Object> {
    match plan.mode {
        Mode::Destroy => object_before(plan, change),
        Mode::Normal | Mode::RefreshOnly => plan.prior_state.instance(&change.addr)?.current.as_deref(),
    }
}

impl Applier<'_> {
    /// What is left of tasks that failed, as far as it matters to a block.
    pub(super) fn remaining(&self, block: &ConfigResource, tasks: &[usize]) -> Remaining {
        let mut remaining = Remaining::default();
        if tasks.is_empty() {
            return remaining;
        }
        let relations = self.relations();
        let block = Dependency::from(block.clone()).number();
        for index in self.left_by(tasks).filter(|index| relations.blocks[*index] != block) {
            let module = &self.plan.changes[index].addr.module;
            remaining.blocks.insert((relations.blocks[index], module.clone()));
            if relations.depended(index, block) {
                remaining.dependents.insert(module.clone());
            }
        }
        remaining
    }

    /// Whether an instance cannot be changed because of what is still there: its own old object, something that it
    /// depended on, or something that depended on it.
    pub(super) fn is_held(&self, change: &ResourceChange, remaining: &Remaining) -> bool {
        let addr = &change.addr;
        let Some(index) = self.by_address.get(addr).copied() else { return false };
        let beside = |module: &ModuleInstance| !are_apart(module, &addr.module);
        let depended = |(block, module): &(usize, ModuleInstance)| {
            beside(module) && self.relations().depended(index, *block)
        };
        self.not_destroyed.borrow()[index]
            || remaining.dependents.iter().any(beside)
            || remaining.blocks.iter().any(depended)
    }

    /// The instances of modules in which something still needs what a task destroys, because that was not destroyed or
    /// changed itself.
    pub(super) fn users(&self, task: usize, failed: &Failed) -> BTreeSet<ModuleInstance> {
        let mut users = BTreeSet::new();
        let task = &self.order.tasks[task];
        let (Some(first), false) = (task.changes.first(), failed.is_empty()) else { return users };
        let relations = self.relations();
        let block = relations.blocks[*first];
        let mut add = |index: usize, refers: bool| {
            let module = &self.plan.changes[index].addr.module;
            if !users.contains(module) && (refers || relations.depended(index, block)) {
                users.insert(module.clone());
            }
        };
        self.left_by(&failed.tasks).for_each(|index| add(index, false));
        let made = self.made.borrow();
        for node in &failed.nodes {
            let refers = task.dependents.binary_search(node).is_ok();
            let changes = relations.of_node.get(node).into_iter().flatten();
            changes
                .filter(|index| !made[**index] && does_something(&self.plan.changes[**index]))
                .for_each(|index| add(*index, refers));
        }
        users
    }

    /// Whether an object is kept because something in one of these instances of modules needs it.
    pub(super) fn is_used(addr: &AbsResourceInstance, users: &BTreeSet<ModuleInstance>) -> bool {
        users.iter().any(|module| !are_apart(module, &addr.module))
    }

    /// The changes in which tasks were to destroy something and did not.
    fn left_by(&self, tasks: &[usize]) -> impl Iterator<Item = usize> {
        let changes = tasks.iter().flat_map(|task| self.order.tasks[*task].changes.iter().copied());
        changes.filter(|index| self.not_destroyed.borrow()[*index])
    }

    /// The object that a change is about, as it was before.
    pub(super) fn object_before(&self, change: &ResourceChange) -> Option<&Object> {
        object_before(self.plan, change)
    }

    fn relations(&self) -> &Relations {
        self.relations
            .get_or_init(|| Relations::new(self.plan, &self.dependencies, self.graph.len(), &self.order))
    }
}

/// Whether a change makes or changes an object, or reads one.
fn does_something(change: &ResourceChange) -> bool {
    makes(change) || change.action == Action::Read
}

/// Whether a change makes or changes an object.
pub(super) fn makes(change: &ResourceChange) -> bool {
    change.deposed.is_none()
        && !matches!(change.action, Action::NoOp | Action::Read | Action::Delete | Action::Forget)
}
