//! Giving what is remembered another address.

use std::collections::BTreeSet;
use std::sync::Arc;

use addrs::{AbsResource, AbsResourceInstance, ConfigResource, ModuleInstance, ResourceMode, Target};
use state::{DependencyList, ResourceState, State};

/// Why something cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// There is nothing to move.
    #[error("Cannot move {0}: does not match anything in the current state.")]
    NoSource(Target),
    /// Something is there already.
    #[error("Cannot move to {0}: there is already {1} at that address in the current state.")]
    Occupied(Target, &'static str),
    /// It would become something else.
    #[error("Cannot move {0} to {1}: the target must also be {2}.")]
    OtherKind(Target, Target, &'static str),
    /// One is managed, the other is not.
    #[error("Cannot move {0} to {1}: a {2} resource can be moved only to another {2} resource address.")]
    OtherMode(Target, Target, &'static str),
    /// The types differ.
    #[error("Cannot move {0} to {1}: resource types don't match.")]
    OtherType(Target, Target),
}

impl MoveError {
    /// The error in a few words.
    pub fn summary(&self) -> &'static str {
        match self {
            MoveError::NoSource(_) => "Invalid source address",
            MoveError::Occupied(..) | MoveError::OtherKind(..) => "Invalid target address",
            MoveError::OtherMode(..) | MoveError::OtherType(..) => "Invalid state move request",
        }
    }
}

/// What was moved: where it was, and where it is.
pub type Moved = (Target, Target);

/// Gives a module, a resource or an instance another address, and says what was moved: of a module each module
/// within it that has resources. `to` is where it comes to lie, which is the same
/// state unless they go into another file.
pub fn move_item(
    state: &mut State,
    mut other: Option<&mut State>,
    from: &Target,
    to: &Target,
) -> Result<Vec<Moved>, Vec<MoveError>> {
    let from = settle(state, from);
    let moved = blocks_of(state, &from);
    let mut moves = Vec::new();
    let occupied = |error| Err(vec![error]);
    // Of one instance everything that is wrong is told.
    if !is_there(state, &from) && !matches!(from, Target::Instance(_)) {
        return occupied(MoveError::NoSource(from));
    }
    match (&from, to) {
        (Target::Module(source), Target::Module(dest)) => {
            let found: Vec<AbsResource> =
                state.resources.keys().filter(|addr| addr.module.is_within(source)).cloned().collect();
            let place = |module: &ModuleInstance| {
                let below = &module.steps()[source.steps().len()..];
                ModuleInstance::new(dest.steps().iter().chain(below).cloned().collect())
            };
            // Everything goes at once, so that only what stays is in the way, and a module may go below itself or up.
            let places: BTreeSet<ModuleInstance> = found.iter().map(|addr| place(&addr.module)).collect();
            let stays = |addr: &&AbsResource| other.is_some() || !addr.module.is_within(source);
            let mut staying = other.as_deref().unwrap_or(state).resources.keys().filter(stays);
            let stays_itself = other.is_none() && source == dest;
            if stays_itself || staying.any(|addr| places.contains(&addr.module)) {
                return occupied(MoveError::Occupied(to.clone(), "a module"));
            }
            let taken: Vec<_> = found.iter().filter_map(|addr| state.resources.remove_entry(addr)).collect();
            let there = other.as_deref_mut().unwrap_or(state);
            for (addr, resource) in taken {
                let module = place(&addr.module);
                let one = (Target::Module(addr.module), Target::Module(module.clone()));
                if moves.last() != Some(&one) {
                    moves.push(one);
                }
                there.resources.insert(AbsResource { module, resource: addr.resource }, resource);
            }
        }
        (Target::Resource(source), Target::Resource(dest)) => {
            check_resources(&from, to, source, dest)?;
            let there = other.as_deref().unwrap_or(state);
            if there.resources.contains_key(dest) {
                return occupied(MoveError::Occupied(to.clone(), "a resource"));
            }
            if let Some(resource) = state.resources.remove(source) {
                other.as_deref_mut().unwrap_or(state).resources.insert(dest.clone(), resource);
            }
        }
        (Target::Instance(source), Target::Instance(dest)) => {
            move_instance(state, other.as_deref_mut(), source, dest, (&from, to))?;
        }
        (Target::Instance(source), Target::Resource(dest)) => {
            move_instance(state, other.as_deref_mut(), source, &dest.instance(None), (&from, to))?;
        }
        (Target::Module(_), _) => {
            return occupied(MoveError::OtherKind(from.clone(), to.clone(), "a module"));
        }
        (Target::Resource(_), _) => {
            return occupied(MoveError::OtherKind(from.clone(), to.clone(), "a whole resource"));
        }
        (Target::Instance(_), _) => {
            return occupied(MoveError::OtherKind(from.clone(), to.clone(), "a resource instance"));
        }
    }
    forget_dependencies(other.unwrap_or(state), &moved);
    if moves.is_empty() {
        moves.push((from, to.clone()));
    }
    Ok(moves)
}

/// The blocks that something to be moved is of, wholly. Others of them stay where one instance of a module goes.
fn blocks_of(state: &State, from: &Target) -> BTreeSet<ConfigResource> {
    match from {
        Target::Module(module) if module.steps().iter().any(|step| step.key.is_some()) => BTreeSet::new(),
        Target::Module(module) => {
            let inside = state.resources.keys().filter(|addr| addr.module.is_within(module));
            inside.map(AbsResource::config).collect()
        }
        Target::Resource(resource) => BTreeSet::from([resource.config()]),
        Target::Instance(instance) => BTreeSet::from([instance.config()]),
    }
}

/// Whoever is beside what was moved and depended on it does not know any more what it depends on, until it is planned
/// again.
fn forget_dependencies(state: &mut State, moved: &BTreeSet<ConfigResource>) {
    for resource in state.resources.values_mut() {
        for instance in resource.instances.values_mut() {
            for object in instance.current.iter_mut().chain(instance.deposed.values_mut()) {
                if object.dependencies.iter().any(|needed| moved.contains(&*needed)) {
                    Arc::make_mut(object).dependencies = DependencyList::default();
                }
            }
        }
    }
}

/// Whether there is something to move.
fn is_there(state: &State, from: &Target) -> bool {
    match from {
        Target::Module(module) => state.resources.keys().any(|addr| addr.module.is_within(module)),
        Target::Resource(resource) => state.resources.contains_key(resource),
        Target::Instance(instance) => state.instance(instance).is_some(),
    }
}

/// An address without a key means the instance without one where there is such a one.
fn settle(state: &State, from: &Target) -> Target {
    let resource = match from {
        Target::Resource(resource) => resource.clone(),
        Target::Instance(instance) if instance.key().is_none() => instance.resource(),
        other => return other.clone(),
    };
    match state.resources.get(&resource) {
        Some(found) if found.instances.contains_key(&None) => Target::Instance(resource.instance(None)),
        _ => Target::Resource(resource),
    }
}

fn check_resources(
    from: &Target,
    to: &Target,
    source: &AbsResource,
    dest: &AbsResource,
) -> Result<(), Vec<MoveError>> {
    let mut errors = Vec::new();
    let (source, dest) = (&source.resource, &dest.resource);
    if source.mode != dest.mode {
        let kind = if source.mode == ResourceMode::Managed { "managed" } else { "data" };
        errors.push(MoveError::OtherMode(from.clone(), to.clone(), kind));
    }
    if source.type_name != dest.type_name {
        errors.push(MoveError::OtherType(from.clone(), to.clone()));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn move_instance(
    state: &mut State,
    other: Option<&mut State>,
    source: &AbsResourceInstance,
    dest: &AbsResourceInstance,
    (from, to): (&Target, &Target),
) -> Result<(), Vec<MoveError>> {
    let mut errors =
        check_resources(from, to, &source.resource(), &dest.resource()).err().unwrap_or_default();
    if other.as_deref().unwrap_or(state).instance(dest).is_some() {
        errors.push(MoveError::Occupied(to.clone(), "a resource instance"));
    }
    if state.instance(source).is_none() {
        errors.push(MoveError::NoSource(from.clone()));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let Some(resource) = state.resources.get_mut(&source.resource()) else { return Ok(()) };
    let provider = resource.provider.clone();
    let Some(instance) = resource.instances.remove(&source.resource.key) else { return Ok(()) };
    state.prune(&source.resource());
    let there = other.unwrap_or(state);
    let resource = there
        .resources
        .entry(dest.resource())
        .or_insert_with(|| ResourceState { provider, instances: Default::default() });
    resource.instances.insert(dest.resource.key.clone(), instance);
    Ok(())
}
