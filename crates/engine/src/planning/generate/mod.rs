//! Imports of objects that nothing is declared for: configuration is written for them and planned with at once.
//!
//! Nobody can refer to such a resource, so all of them are planned when everything else has been visited.

mod text;
#[cfg(test)]
mod text_tests;

use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsResourceInstance, Resource};
use config::{Import, Item, ModuleTree};
use diag::Diagnostics;
use futures_util::{StreamExt, stream};
use plan::{Action, Mode, ResourceChange};
use provider::GenerateConfigRequest;
use smol_str::SmolStr;
use value::Value;

use super::import::import_addr;
use super::managed::{Current, Found};

use super::{Block, Planner, prepare};
use crate::providers::{config_named, located};
use crate::setup::Event;
use crate::walk::{ResourceVisit, Walk};
use crate::world::{Expansion, Repetition};

pub(crate) use text::{import_text, resource_text};

/// Whether no resource is declared that an import could go to.
pub(super) fn lacks_configuration(tree: &ModuleTree, import: &Import) -> bool {
    let Some(target) = &import.target.resource else { return false };
    let mut module = 0;
    for (name, _) in &import.target.modules {
        match tree.modules[module].children.get(name) {
            Some(child) => module = *child,
            None => return true,
        }
    }
    !tree.modules[module].module.resources.contains_key(&target.resource)
}

/// Whether configuration can be written for an import: for one resource of the root module.
pub(super) fn can_generate(import: &Import) -> bool {
    let has_key =
        !import.keys.is_empty() || import.target.resource.as_ref().is_some_and(|target| target.key.is_some());
    import.for_each.is_none() && import.target.modules.is_empty() && !has_key
}

/// The values that configuration for an object is written with: what the provider makes of it, or the object itself.
pub(crate) async fn configuration_of(
    block: &Block,
    resource: &Resource,
    object: &Value,
    addr: &AbsResourceInstance,
    diags: &mut Diagnostics,
) -> Option<Value> {
    if !block.provider.schema().capabilities.generate_resource_config {
        return Some(object.clone());
    }
    let object = object.unmark_deep().0;
    let request = GenerateConfigRequest { type_name: resource.type_name.clone(), object };
    let response = block.provider.generate_resource_config(request).await;
    let failed = provider::has_errors(&response.diags);
    let address = addr.to_string();
    diags.extend(response.diags.into_iter().map(|found| located(found, None, &address)));
    (!failed).then_some(response.object)
}

impl Planner<'_> {
    /// Writes configuration for the imports that lack it, and plans them.
    pub(super) async fn plan_generated(&self, walk: &Walk<'_>) {
        let Some(file) = &self.options.generate_config else { return };
        if self.options.mode != Mode::Normal {
            return;
        }
        let imports = walk.setup.tree.modules[0].module.imports.iter().enumerate();
        let lacking = imports
            .filter(|(_, import)| can_generate(import) && lacks_configuration(walk.setup.tree, import));
        let plan_one = |(index, import)| self.plan_undeclared(walk, index, import, file);
        stream::iter(lacking)
            .map(plan_one)
            .buffer_unordered(walk.setup.parallelism)
            .for_each(|()| std::future::ready(()))
            .await;
    }

    /// Imports an object, writes configuration for it and plans with that.
    async fn plan_undeclared(&self, walk: &Walk<'_>, index: usize, import: &Import, file: &SmolStr) {
        let Some(node) = walk.setup.graph.find(0, Item::Import(index)) else { return };
        let mut diags = Diagnostics::new();
        let Some(addr) = import_addr(walk, import, &Repetition::None, &mut diags) else { return };
        let known = self.previous.instance(&addr).is_some();
        if known || walk.has_failed(node) || !self.selection.has_instance(&addr) {
            return;
        }
        self.generate(walk, node, import, &addr, file, &mut diags).await;
        walk.report(node, diags);
    }

    /// Writes the text for one object and plans with it; nothing where the object cannot be had or put into words.
    async fn generate(
        &self,
        walk: &Walk<'_>,
        node: usize,
        import: &Import,
        addr: &AbsResourceInstance,
        file: &SmolStr,
        diags: &mut Diagnostics,
    ) -> Option<()> {
        let provider_config = config_named(walk.setup.tree, 0, &import.provider_name());
        let bare = self.stored_block(walk, addr, &provider_config, diags).await?;
        let target = self.import_id(walk, import, &Repetition::None, diags)?;
        let (current, importing) = self.import_by(walk, &bare, addr, None, target, diags).await?;
        let resource = &addr.resource.resource;
        let shown = configuration_of(&bare, resource, &current.value, addr, diags).await?;
        let text = resource_text(resource, import.provider_to_name(), &bare.schema.block, &shown);
        let text: Arc<str> = text.into();
        walk.setup.events.tell(Event::ConfigGenerated { addr, text: &text });
        let (config, more) = config::parse_resource(resource, file, &text);
        diags.append(more);
        let visit = ResourceVisit {
            node,
            module: walk.world.root(),
            config: &config,
            expansion: Rc::new(Expansion::single()),
            refers_to_itself: false,
        };
        self.remember(addr, &bare, Some(&current.value), Some(&current), Some((false, false)));
        // What is wrong with the text that was written does not keep the rest from being planned.
        let invalid = self.invalid.get();
        let mut planned = None;
        if let Some(block) = prepare(&self.pool, walk, &visit).await {
            let found = Found {
                current: Some(current.clone()),
                importing: Some(importing),
                generated: Some(text.clone()),
            };
            planned = self.plan_found(walk, &visit, &block, 0, addr, found, diags).await;
        }
        self.invalid.set(invalid);
        if planned.is_none() {
            self.leave(addr, &bare, &current, text);
        }
        Some(())
    }

    /// Plans that an object stays as it is, with the text that was written for it.
    fn leave(&self, addr: &AbsResourceInstance, block: &Block, current: &Current, text: Arc<str>) {
        let (before, after) = (current.value.clone(), current.value.clone());
        self.add(ResourceChange {
            generated_config: Some(text),
            private: current.object.private.clone(),
            before_identity: current.identity.clone(),
            after_identity: current.identity.clone(),
            ..ResourceChange::new(addr.clone(), block.provider_config.clone(), Action::NoOp, before, after)
        });
    }
}
