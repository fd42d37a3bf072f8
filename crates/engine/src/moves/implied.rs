//! Moves that nobody writes down: a block that gained `count` goes on as its first instance, and the other way round.

use addrs::{AbsResource, InstanceKey, ModuleInstance, ModuleStep, ResourceInstance};
use config::{ModuleTree, Repetition};
use state::State;

use super::index::Index;
use super::statement::{Kind, Side, Statement, module_of};

const FIRST: Option<InstanceKey> = Some(InstanceKey::Int(0));

/// The keys between which the first instance of a block moves when it has instances of the other kind.
fn keys(repetition: &Repetition) -> Option<(Option<InstanceKey>, Option<InstanceKey>)> {
    match (&repetition.count, &repetition.for_each) {
        (Some(_), _) => Some((None, FIRST)),
        (None, None) => Some((FIRST, None)),
        (None, Some(_)) => None,
    }
}

/// All such moves, except where a statement is about the same thing.
pub(super) fn find(tree: &ModuleTree, state: &State, explicit: &Index) -> Vec<Statement> {
    let mut found = modules(tree, state, explicit);
    let mut module: Option<&ModuleInstance> = None;
    // Both the state and the blocks are in the order of their addresses, so one pass finds all pairs.
    let mut blocks = None;
    for (addr, resource) in state.resources.iter() {
        if module != Some(&addr.module) {
            module = Some(&addr.module);
            blocks = module_of(tree, &addr.module)
                .map(|index| tree.modules[index].module.resources.iter().peekable());
        }
        let Some(blocks) = &mut blocks else { continue };
        while blocks.next_if(|(known, _)| **known < addr.resource).is_some() {}
        let Some((_, config)) = blocks.peek().filter(|(known, _)| **known == addr.resource) else { continue };
        let Some((from, to)) = keys(&config.repetition) else { continue };
        if resource.instances.contains_key(&from) && !explicit.mentions_resource(addr) {
            found.push(statement(addr, from, to));
        }
    }
    found
}

fn statement(addr: &AbsResource, from: Option<InstanceKey>, to: Option<InstanceKey>) -> Statement {
    let side = |key| Side {
        modules: addr.module.steps().to_vec(),
        resource: Some(ResourceInstance { resource: addr.resource.clone(), key }),
    };
    Statement {
        module: Vec::new(),
        index: 0,
        kind: Kind::Instance,
        from: side(from),
        to: side(to),
        range: None,
    }
}

/// Of modules only those that got `enabled`, which only OpenTofu has: Terraform makes no such moves for others.
fn modules(tree: &ModuleTree, state: &State, explicit: &Index) -> Vec<Statement> {
    let has_enabled =
        |module: &config::Module| module.module_calls.values().any(|call| call.repetition.enabled.is_some());
    if !tree.modules.iter().any(|module| has_enabled(&module.module)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut last: Option<&ModuleInstance> = None;
    for addr in state.resources.keys().filter(|addr| !addr.module.is_root()) {
        if last == Some(&addr.module) {
            continue;
        }
        last = Some(&addr.module);
        let Some((step, before)) = addr.module.steps().split_last() else { continue };
        let Some(caller) = module_of(tree, &ModuleInstance::new(before.to_vec())) else { continue };
        let call = tree.modules[caller].module.module_calls.get(&step.name);
        let has_enabled = call.is_some_and(|call| call.repetition.enabled.is_some());
        if step.key == FIRST && has_enabled && !explicit.mentions_module(&addr.module) {
            let side = |key| {
                let last = ModuleStep { name: step.name.clone(), key };
                Side { modules: before.iter().cloned().chain([last]).collect(), resource: None }
            };
            let (from, to) = (side(FIRST), side(None));
            found.push(Statement { module: Vec::new(), index: 0, kind: Kind::Module, from, to, range: None });
        }
    }
    found
}
