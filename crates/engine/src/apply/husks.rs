//! Resources without instances in the state after an apply.

use std::collections::{BTreeMap, BTreeSet};

use addrs::{AbsResource, ResourceMode};
use config::Item;
use plan::{Mode, Plan};
use state::{ResourceState, State};

use crate::dependencies::Dependencies;
use crate::planning::PlanOptions;
use crate::providers::config_of;
use crate::targets::Selection;
use crate::walk::Walk;

/// After a run that did all it was to do, only resources with instances are remembered. After one that did not, also the
/// blocks that were looked at and have none: that is how Terraform's state says that their turn had come. Where an
/// object was to be made, its failure has taken the block out again.
pub(super) fn settle(
    plan: &Plan,
    walk: &Walk<'_>,
    dependencies: &Dependencies<'_>,
    failed: bool,
    left_empty: &BTreeSet<AbsResource>,
    state: &mut State,
) {
    if !failed {
        state.resources.retain(|_, resource| !resource.instances.is_empty());
        return;
    }
    if plan.mode != Mode::Normal {
        return;
    }
    let options = PlanOptions {
        targets: plan.targets.clone(),
        excludes: plan.excludes.clone(),
        ..PlanOptions::default()
    };
    let selection = Selection::new(walk.setup, dependencies, &options);
    let tree = walk.setup.tree;
    for world in walk.world.all_instances() {
        for (resource, instances) in world.resources.borrow().iter() {
            let node = walk.setup.graph.find(world.module, Item::Resource(resource.clone()));
            let looked_at = node.is_some_and(|node| selection.has_node(node));
            let config = tree.modules[world.module].module.resources.get(resource);
            let Some(config) = config.filter(|_| looked_at && !instances.expansion.deferred) else {
                continue;
            };
            if resource.mode == ResourceMode::Ephemeral {
                continue;
            }
            let addr = AbsResource { module: world.addr.clone(), resource: resource.clone() };
            if left_empty.contains(&addr) {
                continue;
            }
            state.resources.entry(addr).or_insert_with(|| ResourceState {
                provider: config_of(tree, world.module, config),
                instances: BTreeMap::new(),
            });
        }
    }
}
