//! Making moves in the state. Where something is at the destination already, nothing is moved.

use std::collections::BTreeMap;

use addrs::{AbsResource, AbsResourceInstance, ModuleInstance, ModuleStep, Provider, Resource, ResourceMode};
use diag::SourceRange;
use smol_str::SmolStr;
use state::{InstanceState, ResourceState, State};

use super::Origin;
use super::statement::{Kind, Moveable, Statement, below};
use crate::world::Map;

/// An instance of a module that the state has something in, or in something below.
struct Node {
    addr: ModuleInstance,
    children: BTreeMap<ModuleStep, usize>,
    /// How many resources are directly in it: without any it is not there, and no obstacle.
    resources: usize,
}

/// Where moved instances were, those of another type, and what was in the way.
type Finished = (
    Map<AbsResourceInstance, AbsResourceInstance>,
    Map<AbsResourceInstance, Origin>,
    BTreeMap<Moveable, Moveable>,
);

/// The moves of one run.
pub(super) struct Run<'s> {
    state: &'s mut State,
    /// The first is the root.
    modules: Vec<Node>,
    moved_from: Map<AbsResourceInstance, AbsResourceInstance>,
    retyped: Map<AbsResourceInstance, Origin>,
    blocked: BTreeMap<Moveable, Moveable>,
    /// Where what is being moved is told.
    range: Option<SourceRange>,
}

impl<'s> Run<'s> {
    pub(super) fn new(state: &'s mut State) -> Self {
        let root = Node { addr: ModuleInstance::root(), children: BTreeMap::new(), resources: 0 };
        let mut run = Self {
            state,
            modules: vec![root],
            moved_from: Map::default(),
            retyped: Map::default(),
            blocked: BTreeMap::new(),
            range: None,
        };
        let mut counted: Vec<(ModuleInstance, usize)> = Vec::new();
        for addr in run.state.resources.keys() {
            match counted.last_mut() {
                Some((module, count)) if *module == addr.module => *count += 1,
                _ => counted.push((addr.module.clone(), 1)),
            }
        }
        for (module, count) in counted {
            let node = run.node(&module);
            run.modules[node].resources = count;
        }
        run
    }

    /// Where moved instances were, those of another type, and what was in the way.
    pub(super) fn finish(self) -> Finished {
        (self.moved_from, self.retyped, self.blocked)
    }

    /// The node of a module, made where it is not there.
    fn node(&mut self, module: &ModuleInstance) -> usize {
        let mut at = 0;
        for (depth, step) in module.steps().iter().enumerate() {
            at = match self.modules[at].children.get(step) {
                Some(child) => *child,
                None => {
                    let addr = ModuleInstance::new(module.steps()[..=depth].to_vec());
                    let fresh = self.modules.len();
                    self.modules.push(Node { addr, children: BTreeMap::new(), resources: 0 });
                    self.modules[at].children.insert(step.clone(), fresh);
                    fresh
                }
            };
        }
        at
    }

    /// The modules that a call leads to.
    fn called(&self, module: usize, name: &SmolStr) -> Vec<usize> {
        let first = ModuleStep { name: name.clone(), key: None };
        let children = self.modules[module].children.range(first..);
        children.take_while(|(step, _)| step.name == *name).map(|(_, child)| *child).collect()
    }

    /// The instances of the module that a statement is in.
    fn instances(&self, path: &[SmolStr]) -> Vec<usize> {
        path.iter()
            .fold(vec![0], |nodes, name| nodes.into_iter().flat_map(|node| self.called(node, name)).collect())
    }

    fn follow(&self, module: usize, steps: &[ModuleStep]) -> Option<usize> {
        steps.iter().try_fold(module, |at, step| self.modules[at].children.get(step).copied())
    }

    /// Makes the moves of a statement.
    pub(super) fn make(&mut self, statement: &Statement) {
        self.range.clone_from(&statement.range);
        for module in self.instances(&statement.module) {
            match statement.kind {
                Kind::Call | Kind::Module => self.make_modules(statement, module),
                Kind::Resource | Kind::Instance => self.make_resource(statement, module),
            }
        }
    }

    fn make_modules(&mut self, statement: &Statement, module: usize) {
        let (Some((last, before)), Some((new, new_before))) = (statement.from.call(), statement.to.call())
        else {
            return;
        };
        let Some(caller) = self.follow(module, before) else { return };
        let target = below(&self.modules[module].addr, new_before);
        let sources = match statement.kind {
            Kind::Call => self.called(caller, &last.name),
            _ => self.follow(caller, std::slice::from_ref(last)).into_iter().collect(),
        };
        for source in sources {
            let depth = self.modules[source].addr.steps().len();
            let key = match statement.kind {
                Kind::Call => self.modules[source].addr.steps().last().and_then(|step| step.key.clone()),
                _ => new.key.clone(),
            };
            let base = target.child(new.name.clone(), key);
            for inner in self.within(source) {
                let addr = self.modules[inner].addr.clone();
                self.move_module(inner, &addr, below(&base, &addr.steps()[depth..]));
            }
        }
    }

    /// A module and all below it that the state has something in.
    fn within(&self, module: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![module];
        while let Some(node) = open.pop() {
            open.extend(self.modules[node].children.values());
            if self.modules[node].resources > 0 {
                found.push(node);
            }
        }
        found
    }

    fn move_module(&mut self, node: usize, from: &ModuleInstance, to: ModuleInstance) {
        let target = self.node(&to);
        if self.modules[target].resources > 0 {
            self.blocked.insert(Moveable::Module(from.clone()), Moveable::Module(to));
            return;
        }
        let first =
            Resource { mode: ResourceMode::Managed, type_name: SmolStr::default(), name: SmolStr::default() };
        let start = AbsResource { module: from.clone(), resource: first };
        let inside = self.state.resources.range(start..).map(|(addr, _)| addr);
        let inside: Vec<AbsResource> = inside.take_while(|addr| addr.module == *from).cloned().collect();
        for resource in inside {
            let new = AbsResource { module: to.clone(), resource: resource.resource.clone() };
            self.relocate(&resource, new);
        }
        self.modules[target].resources = std::mem::take(&mut self.modules[node].resources);
    }

    /// Gives a resource another address.
    fn relocate(&mut self, from: &AbsResource, to: AbsResource) {
        let Some(resource) = self.state.resources.remove(from) else { return };
        for (key, instance) in &resource.instances {
            let provider = provider_of(&resource, instance);
            self.record(from.instance(key.clone()), to.instance(key.clone()), provider);
        }
        self.state.resources.insert(to, resource);
    }

    /// Remembers where an instance was at first.
    fn record(&mut self, from: AbsResourceInstance, to: AbsResourceInstance, provider: &Provider) {
        let before = self.retyped.remove(&from);
        let origin = self.moved_from.remove(&from).unwrap_or(from);
        if origin.resource.resource.type_name != to.resource.resource.type_name {
            let provider = before.map_or_else(|| provider.clone(), |before| before.provider);
            self.retyped
                .insert(to.clone(), Origin { addr: origin.clone(), provider, range: self.range.clone() });
        }
        self.moved_from.insert(to, origin);
    }

    fn make_resource(&mut self, statement: &Statement, module: usize) {
        let (Some(source), Some(from)) =
            (self.follow(module, &statement.from.modules), statement.from.resource.as_ref())
        else {
            return;
        };
        let Some(to) = &statement.to.resource else { return };
        let old = AbsResource { module: self.modules[source].addr.clone(), resource: from.resource.clone() };
        let Some(found) = self.state.resources.get(&old) else { return };
        if statement.kind == Kind::Instance && !found.instances.contains_key(&from.key) {
            return;
        }
        let new = AbsResource {
            module: below(&self.modules[module].addr, &statement.to.modules),
            resource: to.resource.clone(),
        };
        let target = self.node(&new.module);
        match statement.kind {
            Kind::Instance => {
                let (from, to) = (old.instance(from.key.clone()), new.instance(to.key.clone()));
                if self.state.instance(&to).is_some() {
                    self.blocked.insert(Moveable::Instance(from), Moveable::Instance(to));
                    return;
                }
                self.move_instance((old, source), (new, target), from, to);
            }
            _ if self.state.resources.contains_key(&new) => {
                self.blocked.insert(Moveable::Resource(old), Moveable::Resource(new));
            }
            _ => {
                self.relocate(&old, new);
                self.modules[source].resources -= 1;
                self.modules[target].resources += 1;
            }
        }
    }

    fn move_instance(
        &mut self,
        (old, source): (AbsResource, usize),
        (new, target): (AbsResource, usize),
        from: AbsResourceInstance,
        to: AbsResourceInstance,
    ) {
        let Some(resource) = self.state.resources.get_mut(&old) else { return };
        let Some(instance) = resource.instances.remove(&from.resource.key) else { return };
        let maker = provider_of(resource, &instance).clone();
        let provider = resource.provider.clone();
        if resource.instances.is_empty() {
            self.state.resources.remove(&old);
            self.modules[source].resources -= 1;
        }
        let modules = &mut self.modules;
        let resource = self.state.resources.entry(new).or_insert_with(|| {
            modules[target].resources += 1;
            ResourceState { provider, instances: BTreeMap::new() }
        });
        resource.instances.insert(to.resource.key.clone(), instance);
        self.record(from, to, &maker);
    }
}

fn provider_of<'r>(resource: &'r ResourceState, instance: &'r InstanceState) -> &'r Provider {
    instance.provider.as_deref().map_or(&resource.provider.provider, |config| &config.provider)
}
