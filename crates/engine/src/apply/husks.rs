//! Resources without instances in the state after an apply.

use std::collections::{BTreeMap, BTreeSet};

use addrs::{AbsResource, ResourceMode};
use config::Item;
use plan::{Action, Mode, Plan};
use state::{ResourceState, State};

use crate::moves::module_of;
use crate::providers::config_of;
use crate::targets::Selection;
use crate::walk::Walk;

/// After a run that did all it was to do, only resources with instances are remembered. After one that did not, also the
/// blocks that were looked at and have none: that is how Terraform's state says that their turn had come. Where an
/// object was to be made, its failure has taken the block out again.
pub(super) fn settle(
    plan: &Plan,
    walk: &Walk<'_>,
    selection: &Selection,
    failed: bool,
    left_empty: &BTreeSet<AbsResource>,
    state: &mut State,
) {
    if !failed {
        if state.resources.values().any(|resource| resource.instances.is_empty()) {
            state.resources.retain(|_, resource| !resource.instances.is_empty());
        }
        return;
    }
    if plan.mode == Mode::Destroy {
        return;
    }
    if plan.mode == Mode::RefreshOnly {
        return add_declared(plan, walk, selection, state);
    }
    let tree = walk.setup.tree;
    // What lost its last object is gone with it, also where the one in its place was not begun.
    let lost: BTreeSet<AbsResource> = plan
        .changes
        .iter()
        .filter(|change| {
            matches!(change.action, Action::Delete | Action::Forget) || change.action.is_replace()
        })
        .map(|change| change.addr.resource())
        .collect();
    for world in walk.world.all_instances() {
        for (resource, instances) in world.resources.borrow().iter() {
            let node = walk.setup.graph.find(world.module, Item::Resource(resource.clone()));
            let looked_at = node.is_some_and(|node| selection.has_node(node));
            let config = tree.modules[world.module].module.resources.get(resource);
            let Some(config) = config.filter(|_| looked_at && !instances.expansion.deferred) else {
                continue;
            };
            if matches!(resource.mode, ResourceMode::Ephemeral | ResourceMode::Action) {
                continue;
            }
            let addr = AbsResource { module: world.addr.clone(), resource: resource.clone() };
            if left_empty.contains(&addr) || lost.contains(&addr) {
                continue;
            }
            state.resources.entry(addr).or_insert_with(|| ResourceState {
                provider: config_of(tree, world.module, config),
                instances: BTreeMap::new(),
            });
        }
    }
}

/// A run that only looks makes nothing, so the turn of every block comes whose needs did not fail.
fn add_declared(plan: &Plan, walk: &Walk<'_>, selection: &Selection, state: &mut State) {
    let (tree, graph) = (walk.setup.tree, walk.setup.graph);
    for instance in &plan.module_instances {
        let Some(module) = module_of(tree, instance) else { continue };
        for (resource, config) in &tree.modules[module].module.resources {
            let node = graph.find(module, Item::Resource(resource.clone()));
            let looked_at = node.is_some_and(|node| selection.has_node(node) && !walk.has_failed(node));
            if !looked_at || !matches!(resource.mode, ResourceMode::Managed | ResourceMode::Data) {
                continue;
            }
            let addr = AbsResource { module: instance.clone(), resource: resource.clone() };
            state.resources.entry(addr).or_insert_with(|| ResourceState {
                provider: config_of(tree, module, config),
                instances: BTreeMap::new(),
            });
        }
    }
}
