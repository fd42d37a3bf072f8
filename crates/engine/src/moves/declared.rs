//! What a walk found to be declared, for the check of moves.

use std::rc::Rc;

use addrs::{AbsResource, InstanceKey, ModuleInstance};
use diag::Diagnostics;

use super::Outcome;
use super::statement::Moveable;
use super::validate::Declared;
use crate::expand::expand;
use crate::walk::Walk;
use crate::world::{Expansion, ModuleWorld, Repetition, Shape};

/// What a walk found.
pub(crate) struct InWalk<'w> {
    pub(crate) walk: &'w Walk<'w>,
    /// Whether a declaration was looked at.
    pub(crate) is_wanted: &'w dyn Fn(usize) -> bool,
    /// Whether what is written counts: it does not where it is destroyed without a look at it.
    pub(crate) is_declared: bool,
}

impl Outcome {
    /// The errors in `moved` blocks, after a walk.
    pub(crate) fn check(&self, declared: &InWalk<'_>) -> Diagnostics {
        if self.statements.is_empty() {
            return Diagnostics::new();
        }
        self.validate(declared.walk.setup.tree, declared)
    }
}

fn has_key(expansion: &Expansion, key: Option<&InstanceKey>) -> bool {
    match (expansion.shape, key) {
        _ if expansion.deferred => false,
        (Shape::Single | Shape::Enabled, None) => !expansion.keys.is_empty(),
        (Shape::Count, Some(InstanceKey::Int(index))) => {
            usize::try_from(*index).is_ok_and(|index| index < expansion.keys.len())
        }
        (Shape::Each, Some(key @ InstanceKey::String(_))) => {
            expansion.keys.binary_search_by(|known| known.as_ref().cmp(&Some(key))).is_ok()
        }
        _ => false,
    }
}

impl InWalk<'_> {
    fn module(&self, addr: &ModuleInstance) -> Option<Rc<ModuleWorld>> {
        addr.steps().iter().try_fold(self.walk.world.root(), |world, step| {
            let call = world.calls.borrow().get(&step.name).cloned()?;
            let key = step.key.as_ref();
            if has_key(&call.expansion, key) { call.at(key).cloned() } else { None }
        })
    }

    /// The instances of a block; nothing where it is not declared or was not looked at.
    fn expansion(&self, addr: &AbsResource) -> Option<Expansion> {
        let world = self.module(&addr.module)?;
        if let Some(instances) = world.resources.borrow().get(&addr.resource) {
            return Some(instances.expansion.clone());
        }
        // A block that failed may still have known its instances, but not one whose turn did not come.
        let setup = self.walk.setup;
        let config = setup.tree.modules[world.module].module.resources.get(&addr.resource)?;
        let node = setup.graph.find(world.module, config::Item::Resource(addr.resource.clone()))?;
        if !(self.is_wanted)(node) || self.walk.was_skipped(node) {
            return None;
        }
        let names = self.walk.names(&world, &Repetition::None, None);
        expand(&config.repetition, &names.scope(), false, &mut Diagnostics::new())
    }
}

impl InWalk<'_> {
    /// Whether an `import` block takes an object there, which declares it as a resource block does.
    fn is_imported(&self, is_meant: impl Fn(&config::Endpoint) -> bool) -> bool {
        let root = self.walk.setup.tree.modules.first();
        let mut imports = root.into_iter().flat_map(|root| &root.module.imports);
        imports.any(|import| import.keys.is_empty() && is_meant(&import.target))
    }
}

impl Declared for InWalk<'_> {
    fn modules(&self, index: usize) -> Vec<ModuleInstance> {
        self.walk.world.instances(index).iter().map(|world| world.addr.clone()).collect()
    }

    fn has(&self, thing: &Moveable) -> bool {
        if !self.is_declared {
            return false;
        }
        match thing {
            Moveable::Call(caller, name) => {
                self.module(caller).is_some_and(|world| world.calls.borrow().contains_key(name))
            }
            Moveable::Module(addr) => self.module(addr).is_some(),
            Moveable::Resource(addr) => {
                let addr_text = addr.to_string();
                self.expansion(addr).is_some()
                    || self.is_imported(|target| {
                        let mut target = target.clone();
                        target.resource.iter_mut().for_each(|found| found.key = None);
                        target.to_string() == addr_text
                    })
            }
            Moveable::Instance(addr) => match self.expansion(&addr.resource()) {
                Some(expansion) => has_key(&expansion, addr.key()),
                None => self.is_imported(|target| target.to_string() == addr.to_string()),
            },
        }
    }
}
