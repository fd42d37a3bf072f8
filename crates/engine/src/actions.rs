//! Actions: what is written for them, and how the instance that somebody means is found.
//!
//! The visit of an `action` block evaluates its instances; what it is triggered by looks its values up. Doing it leaves
//! nothing in the state.

use std::rc::Rc;

use addrs::{AbsResourceInstance, InstanceKey, Resource};
use config::Item;
use diag::{Diagnostic, Diagnostics};
use provider::{ActionRequest, ProviderDiagnostics};
use value::Value;

use crate::planning::{Block, block_of_instance, eval_config, prepare};
use crate::providers::{Pool, located};
use crate::walk::{ResourceVisit, Walk};
use crate::world::ModuleWorld;

/// An instance of an action with what is written for it.
pub(crate) struct FoundAction {
    pub(crate) node: usize,
    pub(crate) addr: AbsResourceInstance,
    pub(crate) block: Rc<Block>,
    /// With marks.
    pub(crate) config: Value,
}

impl FoundAction {
    /// What the provider is asked with.
    pub(crate) fn request(&self) -> ActionRequest {
        ActionRequest {
            type_name: self.addr.resource.resource.type_name.clone(),
            config: self.config.unmark_deep().0,
        }
    }

    /// What the provider said, with its place; whether there is an error among it.
    pub(crate) fn tell(&self, found: ProviderDiagnostics, diags: &mut Diagnostics) -> bool {
        tell(&self.block, &self.addr, found, diags)
    }

    /// A problem with what is written for it.
    pub(crate) fn problem(&self, summary: &str, detail: String) -> Diagnostic {
        let at = self.block.prepared.range_of(&value::Path::new());
        let mut diagnostic = Diagnostic::error(summary, detail).at(at);
        diagnostic.address = Some(self.addr.to_string());
        diagnostic
    }
}

fn tell(
    block: &Block,
    addr: &AbsResourceInstance,
    found: ProviderDiagnostics,
    diags: &mut Diagnostics,
) -> bool {
    let failed = provider::has_errors(&found);
    let address = addr.to_string();
    diags.extend(found.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
    failed
}

/// The configuration of an instance of an action, with marks.
pub(crate) fn configure(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    block: &Block,
    index: usize,
    diags: &mut Diagnostics,
) -> Option<Value> {
    eval_config(walk, visit, block, &visit.expansion.repetition(index), diags)
}

/// Has the provider check what is written for an instance of an action.
pub(crate) async fn validate(
    block: &Block,
    addr: &AbsResourceInstance,
    config: &Value,
    diags: &mut Diagnostics,
) -> bool {
    let type_name = addr.resource.resource.type_name.clone();
    let request = ActionRequest { type_name, config: config.unmark_deep().0 };
    let found = block.provider.validate_action_config(request).await;
    !tell(block, addr, found, diags)
}

/// An instance of an action in an instance of its module; nothing where there is none, or none that can be used.
pub(crate) async fn find(
    pool: &Pool,
    walk: &Walk<'_>,
    world: &Rc<ModuleWorld>,
    action: &Resource,
    key: Option<&InstanceKey>,
) -> Option<FoundAction> {
    let node = walk.setup.graph.find(world.module, Item::Resource(action.clone()))?;
    let config = walk.setup.tree.modules[world.module].module.resources.get(action)?;
    let instances = world.resources.borrow().get(action).cloned()?;
    let expansion = Rc::new(instances.expansion.only(key)?);
    let value = match key {
        Some(key) => instances.at(key)?.clone(),
        None => instances.whole().clone(),
    };
    let visit = ResourceVisit { node, module: world.clone(), config, expansion, refers_to_itself: false };
    let block = prepare(pool, walk, &visit).await?;
    let block = block_of_instance(pool, walk, &visit, &block, 0).await?;
    Some(FoundAction { node, addr: visit.addr(0), block, config: value })
}
