//! What new objects wait for: of objects that there are the state says what they depended on, of new ones only what is
//! written does.

use std::collections::BTreeMap;

use addrs::ConfigResource;
use config::Item;
use plan::{Action, Plan};

use crate::setup::Setup;
use crate::world::Map;

/// For each declaration that something new is made or read for, the tasks that destroy instances of what it refers to,
/// directly or not: those that are not written any more. Where a whole module is referred to, that is everything in it.
///
/// What is replaced does not count: when its old object stays, there is no new one to refer to.
pub(super) fn before_new(
    setup: &Setup<'_>,
    plan: &Plan,
    early: &BTreeMap<ConfigResource, usize>,
    nodes: &Map<ConfigResource, usize>,
) -> Map<usize, Vec<usize>> {
    let current = || plan.changes.iter().filter(|change| change.deposed.is_none());
    let mut reached: Map<usize, Vec<usize>> = Map::default();
    for change in current().filter(|change| change.action == Action::Delete) {
        let block = change.addr.config();
        let Some(task) = early.get(&block).copied() else { continue };
        if let Some(node) = nodes.get(&block).copied().or_else(|| end_of_module(setup, &block)) {
            let tasks = reached.entry(node).or_default();
            // Changes are in the order of addresses, so that those of a block follow each other.
            if tasks.last() != Some(&task) {
                tasks.push(task);
            }
        }
    }
    let mut before: Map<usize, Vec<usize>> = Map::default();
    if reached.is_empty() {
        return before;
    }
    let is_new = |action| matches!(action, Action::Create | Action::Read);
    for change in current().filter(|change| is_new(change.action)) {
        if let Some(node) = nodes.get(&change.addr.config()) {
            before.entry(*node).or_default();
        }
    }
    if before.is_empty() {
        return before;
    }
    for node in setup.graph.order().iter().copied() {
        let needed = setup.graph.dependencies(node).iter().filter_map(|needed| reached.get(needed));
        let mut tasks: Vec<usize> = needed.flatten().copied().collect();
        if tasks.is_empty() {
            continue;
        }
        tasks.sort_unstable();
        tasks.dedup();
        if let Some(before) = before.get_mut(&node) {
            before.clone_from(&tasks);
        }
        let own = reached.entry(node).or_default();
        own.extend(tasks);
        own.sort_unstable();
        own.dedup();
    }
    before.retain(|_, tasks| !tasks.is_empty());
    before
}

/// Where everything in the module is done that a block was in which is not written any more.
fn end_of_module(setup: &Setup<'_>, block: &ConfigResource) -> Option<usize> {
    let (call, callers) = block.module.0.split_last()?;
    let mut module = 0;
    for name in callers {
        module = *setup.tree.modules[module].children.get(name)?;
    }
    setup.graph.find(module, Item::CallEnd(call.clone()))
}
