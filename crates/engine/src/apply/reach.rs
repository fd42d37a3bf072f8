//! What is reached from some declarations and instances through what they need, while a plan is performed.
//!
//! Here an instance counts by itself where something names it by a constant key: only those that have something to do
//! are there one by one, as in the graph that Terraform applies by.

use std::collections::{BTreeMap, BTreeSet};

use addrs::{AbsResourceInstance, ConfigResource, InstanceKey, ModuleInstance, ResourceMode};
use config::Item;
use plan::{Action, ActionReason, Mode, Plan, ResourceChange};

use super::hold::{makes, object_before};
use super::invoke::Invocations;
use crate::dependencies::Dependencies;
use crate::setup::Setup;
use crate::targets::{Selection, are_apart, covers};
use crate::world::Map;

type Keys = BTreeSet<Option<InstanceKey>>;

/// The instances of each block that have something to do: by declaration, in any instance of its module.
pub(super) struct Doing {
    nodes: Map<ConfigResource, usize>,
    keys: BTreeMap<usize, Keys>,
}

impl Doing {
    /// Nothing where nobody will ask: for a plan of everything in which no block says `create_before_destroy`.
    pub(super) fn new(setup: &Setup<'_>, plan: &Plan, dependencies: &Dependencies<'_>) -> Option<Self> {
        let graph = setup.graph;
        let asked = !plan.targets.is_empty() || (0..graph.len()).any(|node| is_before_destroy(setup, node));
        if plan.mode != Mode::Normal || !asked {
            return None;
        }
        let nodes: Map<ConfigResource, usize> = (0..graph.len())
            .filter_map(|node| dependencies.address(node).map(|address| (address, node)))
            .collect();
        let mut keys: BTreeMap<usize, Keys> = BTreeMap::new();
        for change in plan.changes.iter().filter(|change| change.deposed.is_none()) {
            let Some(node) = nodes.get(&change.addr.config()) else { continue };
            let does = match change.action {
                Action::Delete | Action::Forget => false,
                Action::NoOp => has_conditions(setup, *node),
                _ => true,
            };
            if does {
                keys.entry(*node).or_default().insert(change.addr.resource.key.clone());
            }
        }
        Some(Self { nodes, keys })
    }

    fn has(&self, node: usize, key: &InstanceKey) -> bool {
        self.keys.get(&node).is_some_and(|keys| keys.contains(&Some(key.clone())))
    }
}

fn has_conditions(setup: &Setup<'_>, node: usize) -> bool {
    let at = setup.graph.node(node);
    let Item::Resource(resource) = &at.item else { return false };
    setup.tree.modules[at.module].module.resources.get(resource).is_some_and(|config| {
        !config.lifecycle.preconditions.is_empty() || !config.lifecycle.postconditions.is_empty()
    })
}

/// What was reached.
pub(super) struct Reach {
    nodes: Map<ConfigResource, usize>,
    /// Declarations that are reached, blocks as wholes.
    whole: Vec<bool>,
    /// The instances of blocks that are reached one by one.
    keys: BTreeMap<usize, BTreeSet<InstanceKey>>,
}

impl Reach {
    /// Goes on from some declarations to everything that they need.
    pub(super) fn new(setup: &Setup<'_>, doing: &Doing, from: &[bool]) -> Self {
        let graph = setup.graph;
        let mut whole = vec![false; graph.len()];
        let mut keys: BTreeMap<usize, BTreeSet<InstanceKey>> = BTreeMap::new();
        // Whoever needs something comes after it, so going backwards sees dependents first.
        for node in graph.order().iter().copied().rev() {
            if !(from[node] || whole[node] || keys.contains_key(&node)) {
                continue;
            }
            for (needed, key) in graph.needs(setup.tree, node) {
                match key.filter(|key| doing.has(needed, key)) {
                    Some(key) => {
                        keys.entry(needed).or_default().insert(key);
                    }
                    None => whole[needed] = true,
                }
            }
        }
        Self { nodes: doing.nodes.clone(), whole, keys }
    }

    /// Whether a declaration is reached, or one of its instances.
    pub(super) fn has_node(&self, node: usize) -> bool {
        self.whole[node] || self.keys.contains_key(&node)
    }

    /// Whether an instance is reached.
    pub(super) fn has(&self, addr: &AbsResourceInstance) -> bool {
        self.nodes.get(&addr.config()).is_some_and(|node| self.has_key(*node, addr.resource.key.as_ref()))
    }

    /// Whether an instance of a block is reached.
    pub(super) fn has_key(&self, node: usize, key: Option<&InstanceKey>) -> bool {
        self.whole[node] || key.is_some_and(|key| self.keys.get(&node).is_some_and(|keys| keys.contains(key)))
    }
}

/// Whether an object goes because the instance of a module that it was in is gone.
fn is_without_module(change: &ResourceChange) -> bool {
    change.reason == Some(ActionReason::DeleteBecauseNoModule)
}

/// Whether a block says `create_before_destroy`.
fn is_before_destroy(setup: &Setup<'_>, node: usize) -> bool {
    let at = setup.graph.node(node);
    let Item::Resource(resource) = &at.item else { return false };
    let config = setup.tree.modules[at.module].module.resources.get(resource);
    resource.mode == ResourceMode::Managed
        && config.is_some_and(|config| config.lifecycle.create_before_destroy == Some(true))
}

/// What is reached from blocks that say `create_before_destroy`, with or without instances: whatever they need is replaced
/// in that order too.
pub(super) fn before_destroy(setup: &Setup<'_>, doing: &Doing) -> Reach {
    let from: Vec<bool> = (0..setup.graph.len()).map(|node| is_before_destroy(setup, node)).collect();
    Reach::new(setup, doing, &from)
}

/// What is done of a plan that was made for some targets: less than was planned where only some instances of a block are
/// needed.
pub(super) struct Part<'p> {
    plan: &'p Plan,
    reach: Reach,
    nodes: Vec<bool>,
    /// Blocks that objects depended on which are changed, with the instances of modules that these are in.
    depended: Map<ConfigResource, BTreeSet<ModuleInstance>>,
}

impl<'p> Part<'p> {
    /// Nothing where the plan is of everything.
    pub(super) fn new(
        setup: &Setup<'_>,
        plan: &'p Plan,
        doing: &Doing,
        selection: &Selection,
        invocations: &Invocations<'_>,
    ) -> Option<Self> {
        if plan.targets.is_empty() {
            return None;
        }
        let graph = setup.graph;
        let named: Vec<bool> =
            (0..graph.len()).map(|node| selection.is_named(node) || invocations.has_action(node)).collect();
        let reach = Reach::new(setup, doing, &named);
        let nodes = (0..graph.len()).map(|node| named[node] || reach.has_node(node)).collect();
        let mut part = Self { plan, reach, nodes, depended: Map::default() };
        part.depended = part.depended();
        let mut incomplete = vec![false; graph.len()];
        for change in &plan.changes {
            if let Some(node) = doing.nodes.get(&change.addr.config())
                && doing.keys.get(node).is_some_and(|keys| keys.contains(&change.addr.resource.key))
                && !part.has(&change.addr)
            {
                incomplete[*node] = true;
            }
        }
        // Outputs of the root module stay when all resources that they need stay; nothing else is there for itself. For each
        // node whether it needs any resources, and whether all of them stay.
        let mut needs = vec![(false, true); graph.len()];
        for node in graph.order().iter().copied() {
            let (mut any, mut all) = (false, true);
            for (needed, key) in graph.needs(setup.tree, node) {
                let is_resource = matches!(&graph.node(needed).item, Item::Resource(resource) if !matches!(resource.mode, ResourceMode::Ephemeral | ResourceMode::Action));
                any |= is_resource || needs[needed].0;
                all &= needs[needed].1;
                if is_resource {
                    all &= match key.filter(|key| doing.has(needed, key)) {
                        Some(key) => part.reach.has_key(needed, Some(&key)) || !incomplete[needed],
                        None => part.nodes[needed] && !incomplete[needed],
                    };
                }
            }
            needs[node] = (any, all);
            let counts = graph.node(node).module == 0 && matches!(graph.node(node).item, Item::Output(_));
            if !part.nodes[node] && any && counts {
                part.nodes[node] = all;
            }
        }
        for node in graph.order().iter().copied().rev() {
            if part.nodes[node] {
                graph.dependencies(node).iter().for_each(|needed| part.nodes[*needed] = true);
            }
        }
        Some(part)
    }

    /// Whether a declaration is looked at.
    pub(super) fn has_node(&self, node: usize) -> bool {
        self.nodes[node]
    }

    /// Whether an object is destroyed: what is needed waits for what goes first, and for nothing that goes last.
    pub(super) fn loses(&self, change: &ResourceChange, before_destroy: bool) -> bool {
        let named = self.plan.targets.iter().any(|target| covers(target, &change.addr));
        if named {
            return true;
        }
        // What was in an instance of a module that is gone was planned with its block. It goes where something waits for that.
        if is_without_module(change) {
            let users = self.depended.get(&change.addr.config()).into_iter().flatten();
            return !before_destroy && users.into_iter().any(|user| !are_apart(user, &change.addr.module));
        }
        // What was replaced before is planned only where it goes.
        change.deposed.is_some()
            || !before_destroy && change.action != Action::CreateThenDelete && self.reach.has(&change.addr)
    }

    /// What objects depended on that are changed. Asked for only where an instance of a module is gone.
    fn depended(&self) -> Map<ConfigResource, BTreeSet<ModuleInstance>> {
        let mut depended: Map<ConfigResource, BTreeSet<ModuleInstance>> = Map::default();
        if !self.plan.changes.iter().any(|change| is_without_module(change)) {
            return depended;
        }
        for change in self.plan.changes.iter().filter(|change| makes(change) && self.has(&change.addr)) {
            let object = object_before(self.plan, change);
            for needed in object.iter().flat_map(|object| object.dependencies.iter()) {
                depended.entry((*needed).clone()).or_default().insert(change.addr.module.clone());
            }
        }
        depended
    }

    /// Whether what was planned for an instance is done.
    pub(super) fn has(&self, addr: &AbsResourceInstance) -> bool {
        self.plan.targets.iter().any(|target| covers(target, addr)) || self.reach.has(addr)
    }
}
