//! What the configuration says of an object that the state has: wanted, not wanted, or only to be forgotten.

use addrs::{AbsResourceInstance, InstanceKey};
use config::{Item, ResourceConfig};
use plan::{ActionReason, Mode};
use state::Object;

use super::Planner;
use crate::walk::Walk;
use crate::world::{ModuleWorld, Repetition, Shape};

/// What the configuration says of an instance in the state.
pub(super) enum Standing {
    /// It is wanted.
    Wanted,
    /// Its block failed, so nothing can be told.
    Unknown,
    /// It is not wanted.
    Orphan(ActionReason),
}

impl Planner<'_> {
    /// Whether the `removed` block that an object falls under destroys it; nothing where there is none.
    pub(super) fn removed(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> Option<bool> {
        let tree = walk.setup.tree;
        let module_of_addr = addr.module.module();
        for (index, module) in tree.modules.iter().enumerate() {
            for removed in &module.module.removed {
                let mut names = tree.path(index);
                names.extend(removed.from.modules.iter().map(|(name, _)| name.clone()));
                let covers = match &removed.from.resource {
                    Some(resource) => {
                        module_of_addr.0 == names && resource.resource == addr.resource.resource
                    }
                    None => module_of_addr.0.starts_with(&names),
                };
                if covers {
                    return Some(removed.destroy != Some(false));
                }
            }
        }
        None
    }

    /// Whether an object is only to be forgotten, with the reason to tell.
    #[expect(clippy::option_option, reason = "whether, and why where there is something to say")]
    pub(super) fn forgets(
        &self,
        walk: &Walk<'_>,
        addr: &AbsResourceInstance,
        object: &Object,
    ) -> Option<Option<ActionReason>> {
        if self.options.mode != Mode::Destroy
            && let Some(destroys) = self.removed(walk, addr)
        {
            return (!destroys).then_some(None);
        }
        if let Some((config, world)) = self.config_of(walk, addr)
            && let Some(expr) = &config.lifecycle.destroy
        {
            let names = walk.names(&world, &Repetition::None, None);
            let keeps = expr.eval(&names.scope()).0.unmark().0.as_bool() == Some(false);
            return keeps.then_some(Some(ActionReason::ForgotBecauseLifecycleDestroyInConfig));
        }
        object.skip_destroy.then_some(Some(ActionReason::ForgotBecauseLifecycleDestroyInState))
    }

    /// The block of an instance and the instance of its module, where they are.
    pub(super) fn config_of<'w>(
        &self,
        walk: &'w Walk<'_>,
        addr: &AbsResourceInstance,
    ) -> Option<(&'w ResourceConfig, std::rc::Rc<ModuleWorld>)> {
        let mut world = walk.world.root();
        for step in addr.module.steps() {
            let call = world.calls.borrow().get(&step.name).cloned()?;
            world = call.at(step.key.as_ref()).cloned()?;
        }
        let config = walk.setup.tree.modules[world.module].module.resources.get(&addr.resource.resource)?;
        Some((config, world))
    }

    /// Whether nothing is written for an instance.
    pub(super) fn is_unwritten(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> bool {
        matches!(self.standing(walk, addr), Standing::Orphan(_))
    }

    /// Whether the declaration of an instance could not be visited.
    pub(super) fn has_failed(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> bool {
        let module = crate::moves::module_of(walk.setup.tree, &addr.module);
        let node = module
            .and_then(|module| walk.setup.graph.find(module, Item::Resource(addr.resource.resource.clone())));
        node.is_some_and(|node| walk.has_failed(node))
    }

    /// Whether it was not found out which instances the modules have that something is in.
    pub(super) fn is_unreached(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> bool {
        let (tree, graph) = (walk.setup.tree, walk.setup.graph);
        let mut module = 0;
        addr.module.steps().iter().any(|step| {
            let node = graph.find(module, Item::Call(step.name.clone()));
            module = tree.modules[module].children.get(&step.name).copied().unwrap_or_default();
            node.is_some_and(|node| walk.was_skipped(node) || walk.has_failed(node))
        })
    }

    /// What the configuration says of an instance.
    pub(super) fn standing(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> Standing {
        let tree = walk.setup.tree;
        let resource = &addr.resource.resource;
        let module = crate::moves::module_of(tree, &addr.module);
        if !module.is_some_and(|module| tree.modules[module].module.resources.contains_key(resource)) {
            // In a run that destroys it does not matter any more, unless that ends before it begins.
            let matters = self.options.mode != Mode::Destroy || self.invalid.get();
            if module.is_some() && matters && self.is_unreached(walk, addr) {
                return Standing::Unknown;
            }
            return Standing::Orphan(if self.moved_from.contains_key(addr) {
                ActionReason::DeleteBecauseNoMoveTarget
            } else {
                ActionReason::DeleteBecauseNoResourceConfig
            });
        }
        let node = module.and_then(|module| walk.setup.graph.find(module, Item::Resource(resource.clone())));
        if node.is_some_and(|node| walk.was_skipped(node)) {
            return Standing::Unknown;
        }
        let mut world = walk.world.root();
        for step in addr.module.steps() {
            let call = world.calls.borrow().get(&step.name).cloned();
            let Some(call) = call else { return Standing::Unknown };
            if call.expansion.deferred {
                return Standing::Unknown;
            }
            let has_key = step.key.is_some();
            let fits = match call.expansion.shape {
                Shape::Single | Shape::Enabled => !has_key,
                Shape::Count => matches!(step.key, Some(InstanceKey::Int(_))),
                Shape::Each => matches!(step.key, Some(InstanceKey::String(_))),
            };
            match call.at(step.key.as_ref()).filter(|_| fits) {
                Some(child) => world = child.clone(),
                None => return Standing::Orphan(ActionReason::DeleteBecauseNoModule),
            }
        }
        if node.is_some_and(|node| walk.has_failed(node) || !self.selection.has_node(node)) {
            let is_known = world.resources.borrow().contains_key(resource);
            if !is_known {
                return Standing::Unknown;
            }
        }
        let resources = world.resources.borrow();
        let Some(instances) = resources.get(resource) else { return Standing::Unknown };
        let expansion = &instances.expansion;
        if expansion.deferred {
            return Standing::Unknown;
        }
        let reason = match (expansion.shape, &addr.resource.key) {
            (Shape::Single, None) => return Standing::Wanted,
            (Shape::Enabled, None) if !expansion.keys.is_empty() => return Standing::Wanted,
            (Shape::Enabled, None) => ActionReason::DeleteBecauseEnabledFalse,
            (Shape::Count, Some(key @ InstanceKey::Int(_))) => {
                if instances.is_written(key) {
                    return Standing::Wanted;
                }
                ActionReason::DeleteBecauseCountIndex
            }
            (Shape::Each, Some(key @ InstanceKey::String(_))) => {
                if instances.is_written(key) {
                    return Standing::Wanted;
                }
                ActionReason::DeleteBecauseEachKey
            }
            _ => ActionReason::DeleteBecauseWrongRepetition,
        };
        Standing::Orphan(reason)
    }
}
