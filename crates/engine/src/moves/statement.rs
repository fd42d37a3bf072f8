//! One `moved` block, or a move that follows from the configuration, and the addresses it is about.

use std::fmt;

use addrs::{AbsResource, AbsResourceInstance, InstanceKey, ModuleInstance, ModuleStep, ResourceInstance};
use config::{Endpoint, ModuleTree};
use diag::SourceRange;
use smol_str::SmolStr;

/// What a statement moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All instances of a call.
    Call,
    /// One instance of a call.
    Module,
    /// All instances of a resource.
    Resource,
    /// One instance of a resource.
    Instance,
}

/// An address, relative to the module of the statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Side {
    /// Of a [`Kind::Call`], the key of the last step means nothing.
    pub(super) modules: Vec<ModuleStep>,
    /// Of a [`Kind::Resource`], the key means nothing.
    pub(super) resource: Option<ResourceInstance>,
}

/// A move.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The module that it is written in: it holds for all its instances.
    pub(super) module: Vec<SmolStr>,
    /// The same, in the tree.
    pub(super) index: usize,
    pub(super) kind: Kind,
    pub(super) from: Side,
    pub(super) to: Side,
    /// Where it is written; nothing for moves that follow from the configuration.
    pub(super) range: Option<SourceRange>,
}

/// Something with an address that can change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Moveable {
    /// All instances of a call in an instance of a module.
    Call(ModuleInstance, SmolStr),
    /// An instance of a module.
    Module(ModuleInstance),
    /// All instances of a resource.
    Resource(AbsResource),
    /// An instance of a resource.
    Instance(AbsResourceInstance),
}

impl fmt::Display for Moveable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moveable::Call(module, name) => module.child(name.clone(), None).fmt(f),
            Moveable::Module(module) => module.fmt(f),
            Moveable::Resource(resource) => resource.fmt(f),
            Moveable::Instance(instance) => instance.fmt(f),
        }
    }
}

/// An instance of a module below another.
pub(super) fn below(module: &ModuleInstance, steps: &[ModuleStep]) -> ModuleInstance {
    if steps.is_empty() {
        return module.clone();
    }
    ModuleInstance::new(module.steps().iter().chain(steps).cloned().collect())
}

impl Side {
    fn new(endpoint: &Endpoint) -> Self {
        let step = |(name, key): &(SmolStr, Option<InstanceKey>)| ModuleStep {
            name: name.clone(),
            key: key.clone(),
        };
        Self { modules: endpoint.modules.iter().map(step).collect(), resource: endpoint.resource.clone() }
    }

    fn has_key(&self) -> bool {
        match &self.resource {
            Some(resource) => resource.key.is_some(),
            None => self.modules.last().is_some_and(|step| step.key.is_some()),
        }
    }

    /// The call that leads to the module, and the steps before it, where it is about a module.
    pub(super) fn call(&self) -> Option<(&ModuleStep, &[ModuleStep])> {
        if self.resource.is_some() { None } else { self.modules.split_last() }
    }

    /// What it means in an instance of the statement's module.
    pub(super) fn absolute(&self, module: &ModuleInstance, kind: Kind) -> Moveable {
        if let Some(resource) = &self.resource {
            let instance =
                AbsResourceInstance { module: below(module, &self.modules), resource: resource.clone() };
            return match kind {
                Kind::Resource => Moveable::Resource(instance.resource()),
                _ => Moveable::Instance(instance),
            };
        }
        match (self.modules.split_last(), kind) {
            (Some((last, before)), Kind::Call) => Moveable::Call(below(module, before), last.name.clone()),
            _ => Moveable::Module(below(module, &self.modules)),
        }
    }
}

impl Statement {
    /// Whether only keys of modules change.
    pub(super) fn is_new_index(&self) -> bool {
        let names = |side: &Side| side.modules.iter().map(|step| step.name.clone()).collect::<Vec<_>>();
        self.kind == Kind::Module && names(&self.from) == names(&self.to)
    }

    /// An address of it in words, where `[*]` stands for all instances.
    pub(super) fn words(&self, side: &Side) -> String {
        let mut parts: Vec<String> = self.module.iter().map(|name| format!("module.{name}[*]")).collect();
        for (index, step) in side.modules.iter().enumerate() {
            let all = self.kind == Kind::Call && index + 1 == side.modules.len();
            let key = if all {
                "[*]".to_owned()
            } else {
                step.key.as_ref().map(ToString::to_string).unwrap_or_default()
            };
            parts.push(format!("module.{}{key}", step.name));
        }
        if let Some(resource) = &side.resource {
            parts.push(match self.kind {
                Kind::Resource => format!("{}[*]", resource.resource),
                _ => resource.to_string(),
            });
        }
        parts.join(".")
    }
}

/// The module of the tree that an instance is of, whether or not there is such an instance.
pub(crate) fn module_of(tree: &ModuleTree, module: &ModuleInstance) -> Option<usize> {
    tree.find(0, module.steps().iter().map(|step| &step.name))
}

/// The path of calls that leads to each module of the tree.
pub(super) fn paths(tree: &ModuleTree) -> Vec<Vec<SmolStr>> {
    let mut paths: Vec<Vec<SmolStr>> = Vec::with_capacity(tree.modules.len());
    for module in &tree.modules {
        // Callers come before those they call.
        let path = match &module.caller {
            Some((caller, name)) => paths[*caller].iter().chain([name]).cloned().collect(),
            None => Vec::new(),
        };
        paths.push(path);
    }
    paths
}

/// The `moved` blocks of all modules.
pub(super) fn collect(tree: &ModuleTree) -> Vec<Statement> {
    if tree.modules.iter().all(|module| module.module.moved.is_empty()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (index, (module, path)) in tree.modules.iter().zip(paths(tree)).enumerate() {
        for moved in &module.module.moved {
            let (from, to) = (Side::new(&moved.from), Side::new(&moved.to));
            // A key on either side means that one instance is moved, which on the other side has no key.
            let kind = match (from.resource.is_some(), from.has_key() || to.has_key()) {
                (true, true) => Kind::Instance,
                (true, false) => Kind::Resource,
                (false, true) => Kind::Module,
                (false, false) => Kind::Call,
            };
            let range = Some(moved.range.clone());
            found.push(Statement { module: path.clone(), index, kind, from, to, range });
        }
    }
    found
}
