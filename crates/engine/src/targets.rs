//! `-target` and `-exclude`: which declarations and instances a run looks at.

use std::collections::BTreeSet;

use addrs::{AbsResourceInstance, ConfigResource, InstanceKey, ModuleInstance, ResourceMode, Target};
use config::Item;
use diag::{Diagnostic, Diagnostics};
use plan::{Mode, Plan};
use state::State;

use crate::dependencies::Dependencies;
use crate::planning::PlanOptions;
use crate::setup::Setup;
use crate::world::Map;

/// What a run looks at.
pub(crate) struct Selection {
    /// By node; nothing when everything is looked at.
    nodes: Option<Vec<bool>>,
    targets: Vec<Target>,
    excludes: Vec<Target>,
    /// Nodes that were named themselves, whose instances may be left out; others are there for them, wholly.
    named: Vec<bool>,
    by_resource: Map<ConfigResource, usize>,
    /// Modules that something is there for as a whole, with those in them: with all that they lose.
    whole_modules: BTreeSet<addrs::Module>,
    /// By node, what is destroyed in a run that destroys: there dependencies count the other way round.
    destroyed: Option<Vec<bool>>,
}

/// Whether an instance is what a target names, or inside of it.
pub(crate) fn covers(target: &Target, addr: &AbsResourceInstance) -> bool {
    match target {
        Target::Module(module) => within(&addr.module, module),
        Target::Resource(resource) => {
            resource.resource == addr.resource.resource && addr.module == resource.module
        }
        Target::Instance(instance) => instance.resource == addr.resource && addr.module == instance.module,
    }
}

/// Whether an instance of a module is in another. Without a key, the last step stands for all instances of a call.
fn within(inner: &ModuleInstance, outer: &ModuleInstance) -> bool {
    let Some((last, above)) = outer.steps().split_last() else { return true };
    let Some((found, of_inner)) =
        inner.steps().get(..outer.steps().len()).and_then(|steps| steps.split_last())
    else {
        return false;
    };
    above == of_inner && last.name == found.name && (last.key.is_none() || last.key == found.key)
}

/// Whether two instances of modules are in different instances of one call: what is in one does not depend on the other.
pub(crate) fn are_apart(one: &ModuleInstance, other: &ModuleInstance) -> bool {
    let pairs = one.steps().iter().zip(other.steps());
    let mut shared = pairs.take_while(|(a, b)| a.name == b.name);
    shared.any(|(a, b)| a.key.is_some() && b.key.is_some() && a.key != b.key)
}

/// Whether a block is what a target names, or has instances that are.
fn covers_config(target: &Target, resource: &ConfigResource) -> bool {
    match target {
        Target::Module(module) => resource.module.0.starts_with(&module.module().0),
        Target::Resource(wanted) => wanted.config() == *resource,
        Target::Instance(wanted) => wanted.config() == *resource,
    }
}

/// Some nodes with all that they need.
fn with_dependencies(setup: &Setup<'_>, order: &[usize], named: &[bool]) -> Vec<bool> {
    let mut nodes = named.to_vec();
    for node in order.iter().rev().copied() {
        if nodes[node] {
            setup.graph.dependencies(node).iter().for_each(|needed| nodes[*needed] = true);
        }
    }
    nodes
}

/// Some nodes with what the resources among them trigger, and all that that needs.
fn with_triggers(setup: &Setup<'_>, order: &[usize], mut nodes: Vec<bool>) -> Vec<bool> {
    let graph = setup.graph;
    let triggers: Vec<(usize, usize)> =
        (0..graph.len()).filter_map(|at| graph.triggered_by(at).map(|by| (at, by))).collect();
    while triggers.iter().any(|(at, by)| nodes[*by] && !nodes[*at]) {
        triggers.iter().for_each(|(at, by)| nodes[*at] |= nodes[*by]);
        nodes = with_dependencies(setup, order, &nodes);
    }
    nodes
}

/// Some nodes with all that need them.
fn with_dependents(setup: &Setup<'_>, order: &[usize], named: &[bool]) -> Vec<bool> {
    let mut nodes = named.to_vec();
    for node in order.iter().copied() {
        nodes[node] |= setup.graph.dependencies(node).iter().any(|needed| nodes[*needed]);
    }
    nodes
}

/// The modules that some nodes need as a whole, with those that are called in them.
fn whole_modules(setup: &Setup<'_>, nodes: &[bool]) -> BTreeSet<addrs::Module> {
    let (graph, tree) = (setup.graph, setup.tree);
    let mut found = BTreeSet::new();
    let mut left: Vec<usize> = Vec::new();
    for node in (0..graph.len()).filter(|node| nodes[*node]) {
        if let Item::CallEnd(call) = &graph.node(node).item {
            left.extend(tree.modules[graph.node(node).module].children.get(call));
        }
    }
    while let Some(module) = left.pop() {
        if found.insert(addrs::Module(tree.path(module))) {
            left.extend(tree.modules[module].children.values());
        }
    }
    found
}

impl Selection {
    pub(crate) fn new(setup: &Setup<'_>, dependencies: &Dependencies<'_>, options: &PlanOptions) -> Self {
        // What somebody asks for is looked at with what it needs, as a target is.
        let invoking = !options.invoke.is_empty();
        let targets = if invoking { options.invoke.as_slice() } else { options.targets.as_slice() };
        let excludes = options.excludes.as_slice();
        let destroying = options.mode == Mode::Destroy;
        let graph = setup.graph;
        let none = Self {
            nodes: None,
            targets: targets.to_vec(),
            excludes: excludes.to_vec(),
            named: Vec::new(),
            by_resource: Map::default(),
            whole_modules: BTreeSet::new(),
            destroyed: None,
        };
        if targets.is_empty() && excludes.is_empty() {
            return none;
        }
        let resources: Vec<Option<ConfigResource>> =
            (0..graph.len()).map(|node| dependencies.address(node)).collect();
        let list = if targets.is_empty() { excludes } else { targets };
        let named: Vec<bool> = resources
            .iter()
            .map(|resource| {
                resource
                    .as_ref()
                    .is_some_and(|resource| list.iter().any(|target| covers_config(target, resource)))
            })
            .collect();
        let order = graph.order();
        let whole: Vec<bool> = resources
            .iter()
            .map(|resource| {
                let covers = |target: &&Target| {
                    resource.as_ref().is_some_and(|resource| covers_config(target, resource))
                };
                excludes
                    .iter()
                    .filter(|target| !matches!(target, Target::Instance(_)))
                    .any(|target| covers(&target))
            })
            .collect();
        let nodes = if targets.is_empty() {
            // Everything but the named ones and what needs them. An instance that is named leaves its block in.
            let dropped = with_dependents(setup, order, &whole);
            dropped.into_iter().map(|dropped| !dropped).collect()
        } else if invoking {
            with_dependencies(setup, order, &named)
        } else {
            let mut nodes = with_triggers(setup, order, with_dependencies(setup, order, &named));
            // Outputs of the root module stay when all resources that they need stay; nothing else is there for itself.
            // For each node whether it needs any resources, and whether all of them stay.
            let mut needs = vec![(false, true); graph.len()];
            for node in order {
                let (mut any, mut all) = (false, true);
                for needed in graph.dependencies(*node) {
                    let counts = matches!(&graph.node(*needed).item, Item::Resource(resource) if !matches!(resource.mode, ResourceMode::Ephemeral | ResourceMode::Action));
                    any |= counts || needs[*needed].0;
                    all &= (!counts || nodes[*needed]) && needs[*needed].1;
                }
                needs[*node] = (any, all);
                let counts =
                    graph.node(*node).module == 0 && matches!(graph.node(*node).item, Item::Output(_));
                if !nodes[*node] && counts && any {
                    nodes[*node] = all;
                }
            }
            with_dependencies(setup, order, &nodes)
        };
        // What is destroyed goes with all that needs it, and what stays keeps all that it needs.
        let destroyed = match (destroying, targets.is_empty()) {
            (false, _) => None,
            // What of them is there is found out later.
            (true, false) => Some(named.clone()),
            (true, true) => {
                // What is only read is no reason to keep anything.
                let is_managed = |node: usize| matches!(&graph.node(node).item, Item::Resource(resource) if resource.mode == ResourceMode::Managed);
                let objects: Vec<bool> =
                    named.iter().enumerate().map(|(node, named)| *named && is_managed(node)).collect();
                let kept = with_dependencies(setup, order, &objects);
                Some(kept.into_iter().map(|kept| !kept).collect())
            }
        };
        let whole_modules = match targets.is_empty() {
            true => BTreeSet::new(),
            false => whole_modules(setup, &nodes),
        };
        let by_resource = resources
            .into_iter()
            .enumerate()
            .filter_map(|(node, resource)| Some((resource?, node)))
            .collect();
        Self { nodes: Some(nodes), destroyed, named, by_resource, whole_modules, ..none }
    }

    /// In a run that destroys, only what is there takes others with it, and those are told by what the state says they
    /// depend on.
    pub(crate) fn limit_destroyed(&mut self, setup: &Setup<'_>, state: &State) {
        if self.destroyed.is_none() || self.targets.is_empty() {
            return;
        }
        let mut there = vec![false; setup.graph.len()];
        for (resource, found) in state.resources.iter() {
            let Some(node) = self.by_resource.get(&resource.config()) else { continue };
            let is_target = |key: &Option<InstanceKey>| {
                let addr = resource.instance(key.clone());
                self.targets.iter().any(|target| covers(target, &addr))
            };
            there[*node] |= found.instances.keys().any(is_target);
        }
        self.destroyed = Some(there);
    }

    /// Whether only targets are looked at, and what they need.
    pub(crate) fn has_targets(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Whether nothing is left out.
    pub(crate) fn is_everything(&self) -> bool {
        self.nodes.is_none()
    }

    /// Whether a block was named itself, or some of its instances.
    pub(crate) fn is_named(&self, node: usize) -> bool {
        self.named.get(node) == Some(&true)
    }

    /// Whether a block that is written is looked at.
    pub(crate) fn has_block(&self, block: &ConfigResource) -> bool {
        self.by_resource.get(block).is_some_and(|node| self.has_node(*node))
    }

    /// Whether a block that is not written is looked at.
    pub(crate) fn asks_for(&self, block: &ConfigResource) -> bool {
        match self.targets.is_empty() {
            true => !self.excludes.iter().any(|target| covers_config(target, block)),
            false => self.targets.iter().any(|target| covers_config(target, block)),
        }
    }

    /// Whether a declaration is looked at.
    pub(crate) fn has_node(&self, node: usize) -> bool {
        self.nodes.as_ref().is_none_or(|nodes| nodes[node])
    }

    /// Whether an instance of a block that is looked at is looked at itself.
    pub(crate) fn has_instance(&self, addr: &AbsResourceInstance) -> bool {
        if self.nodes.is_none() {
            return true;
        }
        if !self.excludes.is_empty() {
            return !self.excludes.iter().any(|target| covers(target, addr));
        }
        if self.targets.iter().any(|target| covers(target, addr)) {
            return true;
        }
        // What the named ones need is there wholly.
        let config = addr.config();
        self.by_resource.get(&config).is_some_and(|node| self.has_node(*node) && !self.named[*node])
    }

    /// Whether a run that destroys forgets what a data source read. Unlike objects, it neither goes with what it needs nor
    /// stays because of what needs it.
    pub(crate) fn forgets_data(&self, addr: &AbsResourceInstance) -> bool {
        match self.targets.is_empty() {
            true => !self.excludes.iter().any(|target| covers(target, addr)),
            false => self.targets.iter().any(|target| covers(target, addr)),
        }
    }

    /// Whether targets are given, and an instance is one.
    pub(crate) fn is_target(&self, addr: &AbsResourceInstance) -> bool {
        self.targets.iter().any(|target| covers(target, addr))
    }

    /// Whether an object that is only in the state is looked at.
    pub(crate) fn has_orphan(&self, addr: &AbsResourceInstance) -> bool {
        if self.nodes.is_none() {
            return true;
        }
        let of_block = || {
            let destroyed = self.destroyed.as_ref()?;
            let config = addr.config();
            self.by_resource.get(&config).filter(|node| !self.named[**node]).map(|node| destroyed[*node])
        };
        if self.targets.is_empty() {
            return !self.excludes.iter().any(|target| covers(target, addr)) && of_block() != Some(false);
        }
        // A block that is there for others is there with all that it loses.
        (self.destroyed.is_none() && self.is_with_block(addr))
            || self.targets.iter().any(|target| covers(target, addr))
            || of_block() == Some(true) && self.is_beside(&addr.module)
    }

    /// Whether a run that destroys looks at an object that is only in the state before it plans, as any run does, even where
    /// the object stays.
    pub(crate) fn looks_at_orphan(&self, addr: &AbsResourceInstance) -> bool {
        self.has_orphan(addr) || !self.targets.is_empty() && self.is_with_block(addr)
    }

    /// Whether an object is of a block that is looked at because others need it, or of one that was in a module which they
    /// need.
    fn is_with_block(&self, addr: &AbsResourceInstance) -> bool {
        match self.by_resource.get(&addr.config()) {
            Some(node) => self.has_node(*node) && !self.named[*node],
            None => self.whole_modules.contains(&addr.module.module()),
        }
    }

    /// Whether something in an instance of a module can depend on a target: what is in another instance of the target's own
    /// module does not.
    fn is_beside(&self, module: &ModuleInstance) -> bool {
        self.targets.iter().any(|target| {
            let target = match target {
                Target::Module(module) => module,
                Target::Resource(resource) => &resource.module,
                Target::Instance(instance) => &instance.module,
            };
            !are_apart(target, module)
        })
    }

    /// Whether an object must go because what it depends on is destroyed.
    pub(crate) fn destroys(&self, addr: &AbsResourceInstance, needed: &ConfigResource) -> bool {
        let Some(destroyed) = &self.destroyed else { return false };
        if !self.by_resource.get(needed).is_some_and(|node| destroyed[*node]) {
            return false;
        }
        // What is left out stays whatever it depended on, and what is written is left out with what it needs now.
        let written = self.by_resource.contains_key(&addr.config());
        // Dependencies do not say in which instance of a module they are: only in its own module that can be told.
        let elsewhere = needed.module != addr.module.module();
        if self.targets.is_empty() { !written } else { elsewhere || self.is_beside(&addr.module) }
    }

    /// Whether there are targets, and a block that is not written.
    pub(crate) fn names_undeclared(&self, block: &ConfigResource) -> bool {
        !self.targets.is_empty() && !self.by_resource.contains_key(block)
    }

    /// What to say after performing a plan that is not of everything.
    pub(crate) fn incomplete(plan: &Plan) -> Option<Diagnostic> {
        let detail = "The plan was made with the -target or -exclude option, so not everything that the configuration asks for may \
                      have been done. Run \"cairn plan\" to see what is left.";
        let everything = plan.targets.is_empty() && plan.excludes.is_empty();
        (!everything).then(|| Diagnostic::warning("Applied changes may be incomplete", detail))
    }

    /// What to say about a plan that is not of everything.
    pub(crate) fn warnings(&self, options: &PlanOptions) -> Diagnostics {
        let mut diags = Diagnostics::new();
        if !options.targets.is_empty() {
            let detail = "You are creating a plan with the -target option, so it may not hold everything that the configuration \
                          asks for.\n\nThe -target option is for exceptional situations, such as recovering from errors; it \
                          is not part of everyday work.";
            diags.push(Diagnostic::warning("Resource targeting is in effect", detail));
        }
        if !options.excludes.is_empty() {
            let detail = "You are creating a plan with the -exclude option, so it may not hold everything that the configuration \
                          asks for.\n\nThe -exclude option is for exceptional situations, such as recovering from errors; it \
                          is not part of everyday work.";
            diags.push(Diagnostic::warning("Resource targeting is in effect", detail));
        }
        diags
    }
}
