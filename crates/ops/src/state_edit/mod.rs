//! Changes to what is remembered that touch no real object: forgetting, moving, marking, other providers.

mod moving;
mod push;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use addrs::{AbsResource, AbsResourceInstance, ModuleInstance, Provider, ResourceMode, Target};
use state::{ObjectStatus, State};

pub use moving::{MoveError, Moved, move_item};
pub use push::{PushError, check_push, pushed_serial};

/// The instances that an address means, in the order that lists show them.
pub fn select(state: &State, target: &Target) -> Vec<AbsResourceInstance> {
    instances(state).into_iter().filter(|addr| covers(target, addr)).collect()
}

/// All instances: by module, data sources after what is managed.
pub fn instances(state: &State) -> Vec<AbsResourceInstance> {
    let mut all: Vec<AbsResourceInstance> = state
        .resources
        .iter()
        .flat_map(|(addr, resource)| resource.instances.keys().map(|key| addr.instance(key.clone())))
        .collect();
    let depth = |addr: &AbsResourceInstance| addr.module.steps().len();
    let is_managed = |addr: &AbsResourceInstance| addr.resource.resource.mode == ResourceMode::Managed;
    // Within a module the address of a data source comes first.
    all.sort_by(|a, b| {
        (depth(a), a.module.steps(), is_managed(a))
            .cmp(&(depth(b), b.module.steps(), is_managed(b)))
            .then_with(|| a.cmp(b))
    });
    all
}

/// Whether an address means an instance.
fn covers(target: &Target, addr: &AbsResourceInstance) -> bool {
    match target {
        Target::Instance(instance) => instance == addr,
        Target::Resource(resource) => *resource == addr.resource(),
        Target::Module(module) => module_covers(module, &addr.module),
    }
}

/// Whether a module, or an instance of it where the address names all of them, holds another.
fn module_covers(outer: &ModuleInstance, inner: &ModuleInstance) -> bool {
    let (outer, inner) = (outer.steps(), inner.steps());
    let Some((last, before)) = outer.split_last() else { return true };
    inner.len() >= outer.len()
        && inner[..before.len()] == *before
        && inner[before.len()].name == last.name
        && (last.key.is_none() || inner[before.len()].key == last.key)
}

/// Takes instances out.
pub fn forget(state: &mut State, found: &[AbsResourceInstance]) {
    found.iter().for_each(|addr| state.remove_instance(addr));
}

/// The resources of a provider.
pub fn resources_of(state: &State, provider: &Provider) -> Vec<AbsResource> {
    let of = |(_, resource): &(&AbsResource, &state::ResourceState)| {
        resource.provider.provider == *provider
            || resource
                .instances
                .values()
                .any(|instance| instance.provider.as_ref().is_some_and(|config| config.provider == *provider))
    };
    state.resources.iter().filter(of).map(|(addr, _)| addr.clone()).collect()
}

/// Gives the resources of a provider to another one.
pub fn replace_provider(state: &mut State, from: &Provider, to: &Provider) {
    for resource in state.resources.values_mut() {
        let configs = resource.instances.values_mut().filter_map(|instance| instance.provider.as_deref_mut());
        for config in configs.chain([&mut resource.provider]) {
            if config.provider == *from {
                config.provider = to.clone();
            }
        }
    }
}

/// What became of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// The object has it now.
    Done,
    /// It had it before.
    Already,
    /// There is no such object.
    Missing,
}

/// Says whether the object of an instance is fit for use.
pub fn mark(state: &mut State, addr: &AbsResourceInstance, status: ObjectStatus) -> Marked {
    let resource = state.resources.get_mut(&addr.resource());
    let instance = resource.and_then(|resource| resource.instances.get_mut(&addr.resource.key));
    let Some(object) = instance.and_then(|instance| instance.current.as_mut()) else {
        return Marked::Missing;
    };
    if object.status == status {
        return Marked::Already;
    }
    Arc::make_mut(object).status = status;
    Marked::Done
}
