//! Objects that are in the state and no longer wanted: of blocks, instances and modules that are gone, objects
//! that were replaced, and everything when all is to be destroyed.

use std::collections::BTreeSet;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResource, AbsResourceInstance, ConfigResource, ResourceMode};
use config::{ModuleTree, ResourceConfig};
use diag::{Diagnostic, Diagnostics};
use futures_util::{StreamExt, stream};
use lang::PreparedBlock;
use plan::{Action, ActionReason, Mode, ResourceChange};
use provider::PlanRequest;
use smol_str::SmolStr;
use state::{Object, State};
use value::{Type, Value};

use super::managed::Current;
use super::object;
use super::protection::protected;
use super::standing::Standing;
use super::{Block, Planner};
use crate::providers::{located, of_resource};
use crate::walk::Walk;
use crate::world::{Map, Shape};

/// Diagnostics of objects without a declaration come after all others.
pub(super) const LAST: usize = usize::MAX;

/// The resources of a state that are not written any more, in modules that are.
pub(crate) fn unwritten(tree: &ModuleTree, state: &State) -> Vec<ConfigResource> {
    let is_unwritten = |addr: &&AbsResource| {
        let module = crate::moves::module_of(tree, &addr.module);
        module.is_some_and(|module| !tree.modules[module].module.resources.contains_key(&addr.resource))
    };
    let with_objects = state.resources.iter().filter(|(_, found)| !found.instances.is_empty());
    let unwritten = with_objects.map(|(addr, _)| addr).filter(is_unwritten);
    let found: BTreeSet<_> = unwritten.map(AbsResource::config).collect();
    found.into_iter().collect()
}

/// What must not be destroyed in a run that destroys everything.
pub(crate) struct Refusal {
    addr: AbsResourceInstance,
    /// Whether nothing is written for it.
    unwritten: bool,
    refusal: Diagnostic,
}

/// What the state has of an instance that something is to be planned for.
struct Stored {
    addr: AbsResourceInstance,
    block: Arc<Block>,
    /// Why the object that counts goes; nothing where it stays.
    #[expect(clippy::option_option, reason = "whether, and why where there is something to say")]
    orphan: Option<Option<ActionReason>>,
}

impl Planner<'_> {
    /// Plans what becomes of objects that nothing in the configuration stands for.
    pub(crate) async fn plan_orphans(&self, walk: &Walk<'_>) {
        let stored = self.stored_objects(walk).await;
        let plan_one = |stored: Stored| async move {
            let mut diags = Diagnostics::new();
            if !walk.setup.events.is_stopping() {
                self.plan_stored(walk, &stored, &mut diags).await;
            }
            diags
        };
        let mut plans = std::pin::pin!(stream::iter(stored).map(plan_one).buffered(walk.setup.parallelism));
        while let Some(diags) = plans.next().await {
            walk.report(LAST, diags);
        }
        let needed = self.still_needed.take();
        self.changes.borrow_mut().retain(|change| !needed.contains(&change.addr.config()));
        let mut diags = Diagnostics::new();
        let mut refusals = self.refusals.take();
        refusals.sort_by(|a, b| a.addr.cmp(&b.addr));
        // What is not written any more comes first: nothing is planned when that must not be destroyed.
        let unwritten = self.options.refresh && refusals.iter().any(|refusal| refusal.unwritten);
        if unwritten {
            self.invalid.set(true);
        }
        // The turn of what others still need does not come.
        let told = |refusal: &Refusal| match unwritten {
            true => refusal.unwritten,
            false => !needed.contains(&refusal.addr.config()),
        };
        diags.extend(refusals.into_iter().filter(told).map(|refusal| refusal.refusal));
        self.check_force_replace(walk, &mut diags);
        match self.options.mode {
            Mode::Normal => self.check_imports(walk, &mut diags),
            // It is planned as in any run first, if there is something to look at.
            Mode::Destroy if self.options.refresh && !self.previous.is_empty() => {
                let undeclared: Vec<Diagnostic> = self.undeclared_imports(walk).collect();
                if !undeclared.is_empty() {
                    self.invalid.set(true);
                }
                diags.extend(undeclared);
            }
            Mode::Destroy | Mode::RefreshOnly => {}
        }
        walk.report(LAST, diags);
    }

    /// Whether an object that is only in the state is looked at: also because it depends on what is destroyed.
    pub(super) fn has_orphan(&self, addr: &AbsResourceInstance) -> bool {
        if self.selection.has_orphan(addr) {
            return true;
        }
        let Some(instance) = self.previous.instance(addr) else { return false };
        // What a leftover depended on takes nothing with it.
        let leftovers = instance.deposed.values().filter(|_| !self.selection.has_targets());
        let objects = instance.current.iter().chain(leftovers);
        objects
            .flat_map(|object| object.dependencies.iter())
            .any(|needed| self.selection.destroys(addr, &needed) || self.destroys_undeclared(&needed))
    }

    /// Whether an object that is only in the state is looked at before what becomes of it is planned. What is in an instance
    /// of a module that is gone is there with its block, whichever instance a target names.
    fn looks_at_orphan(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> bool {
        let module_is_gone =
            || matches!(self.standing(walk, addr), Standing::Orphan(ActionReason::DeleteBecauseNoModule));
        if self.selection.has_targets() && module_is_gone() {
            return self.selection.has_block(&addr.config());
        }
        self.selection.looks_at_orphan(addr)
    }

    /// Whether an object that was replaced is looked at. Unlike the object that took its place it is not there for what needs
    /// its block; but where it goes, so do the replaced ones of instances whose objects that count depend on it.
    fn looks_at_deposed(&self, addr: &AbsResourceInstance) -> bool {
        if !self.selection.has_targets() {
            return self.selection.looks_at_orphan(addr);
        }
        let goes = |needed: &ConfigResource| {
            self.stored_of(needed).iter().any(|stored| {
                let resource = self.previous.resources.get(stored);
                let mut instances = resource.iter().flat_map(|resource| &resource.instances);
                instances.any(|(key, instance)| {
                    !instance.deposed.is_empty() && self.selection.is_target(&stored.instance(key.clone()))
                })
            })
        };
        let current = self.previous.instance(addr).and_then(|instance| instance.current.as_ref());
        self.selection.is_target(addr)
            || current.is_some_and(|object| object.dependencies.iter().any(|needed| goes(&needed)))
    }

    /// What the state has of a block, in all instances of its module.
    pub(super) fn stored_of(&self, block: &ConfigResource) -> &[AbsResource] {
        let stored = self.by_block.get_or_init(|| {
            let mut by_block: Map<ConfigResource, Vec<AbsResource>> = Map::default();
            for resource in self.previous.resources.keys() {
                by_block.entry(resource.config()).or_default().push(resource.clone());
            }
            by_block
        });
        stored.get(block).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a target names objects of a block that is not written any more: what depended on them goes with them.
    fn destroys_undeclared(&self, needed: &ConfigResource) -> bool {
        if self.options.mode != Mode::Destroy || !self.selection.names_undeclared(needed) {
            return false;
        }
        let stored = self.stored_of(needed).iter().filter_map(|stored| {
            let resource = self.previous.resources.get(stored)?;
            Some(resource.instances.keys().map(|key| stored.instance(key.clone())))
        });
        stored.flatten().any(|addr| self.selection.has_orphan(&addr))
    }

    /// Whether an instance of a block that is written is not written any more, and must not be destroyed.
    pub(super) fn keeps_unwritten(&self, walk: &Walk<'_>, node: usize, config: &ResourceConfig) -> bool {
        if !self.plans() || config.lifecycle.prevent_destroy.is_none() {
            return false;
        }
        let keeps = |addr: &AbsResourceInstance| {
            let world = self.config_of(walk, addr).map(|(_, world)| world);
            self.selection.looks_at_orphan(addr)
                && self.is_unwritten(walk, addr)
                && self.prevents_destroy(walk, config, world.as_deref(), true, &mut Diagnostics::new())
                    == Some(true)
        };
        let block = self.dependencies.address(node);
        block.iter().flat_map(|block| self.stored_of(block)).any(|resource| {
            let stored = self.previous.resources.get(resource).into_iter().flat_map(|found| &found.instances);
            let mut current = stored.filter(|(_, instance)| instance.current.is_some());
            current.any(|(key, _)| keeps(&resource.instance(key.clone())))
        })
    }

    /// Warns about `-replace` of a resource whose instances have keys.
    fn check_force_replace(&self, walk: &Walk<'_>, diags: &mut Diagnostics) {
        for addr in self.options.force_replace.iter().filter(|addr| addr.resource.key.is_none()) {
            let Some((_, world)) = self.config_of(walk, addr) else { continue };
            let resources = world.resources.borrow();
            let Some(instances) = resources.get(&addr.resource.resource) else { continue };
            if !matches!(instances.expansion.shape, Shape::Count | Shape::Each) {
                continue;
            }
            let keys = instances.expansion.keys.iter().flatten();
            let list: Vec<String> =
                keys.map(|key| format!("\n  -replace={:?}", format!("{addr}{key}"))).collect();
            let detail = match list.is_empty() {
                true => format!(
                    "{addr} has no instances, and they would have keys, so nothing is replaced because of -replace={addr}."
                ),
                false => format!(
                    "{addr} has several instances, and none of them is named by -replace={addr}, so nothing is replaced because \
                     of it. Name the ones that are meant:{}",
                    list.concat()
                ),
            };
            diags.push(Diagnostic::warning("Incompletely-matched force-replace resource instance", detail));
        }
    }

    /// What is to be planned of what the state has. What only has to be forgotten is forgotten at once.
    async fn stored_objects(&self, walk: &Walk<'_>) -> Vec<Stored> {
        let mut found = Vec::new();
        for (resource, state) in self.previous.resources.iter() {
            let mut of_resource = None;
            for (key, instance) in &state.instances {
                let addr = resource.instance(key.clone());
                if walk.setup.events.is_stopping() {
                    return found;
                }
                let looks = self.has_orphan(&addr) || self.looks_at_orphan(walk, &addr);
                if !looks && (instance.deposed.is_empty() || !self.looks_at_deposed(&addr)) {
                    continue;
                }
                let standing = self.standing(walk, &addr);
                let orphan = self.orphan(walk, &addr, &standing).filter(|_| looks);
                if addr.resource.resource.mode == ResourceMode::Data {
                    if orphan.is_some() {
                        self.forget_data(&addr, &standing);
                    }
                    continue;
                }
                let orphan = orphan.filter(|_| instance.current.is_some());
                if orphan.is_none() && instance.deposed.is_empty() {
                    continue;
                }
                let mut its_own = None;
                let block = if instance.provider.is_some() { &mut its_own } else { &mut of_resource };
                if block.is_none() {
                    let provider = instance.provider.as_deref().unwrap_or(&state.provider);
                    let mut diags = Diagnostics::new();
                    *block = self.stored_block(walk, &addr, provider, &mut diags).await;
                    walk.report(LAST, diags);
                }
                found.extend(block.clone().map(|block| Stored { addr, block, orphan }));
            }
        }
        found
    }

    /// Whether this is a run that destroys, and an object is among what it destroys.
    fn is_destroying(&self, addr: &AbsResourceInstance) -> bool {
        self.options.mode == Mode::Destroy && self.has_orphan(addr)
    }

    /// Why an object of the state is to go; nothing where it stays.
    #[expect(clippy::option_option, reason = "whether, and why where there is something to say")]
    fn orphan(
        &self,
        walk: &Walk<'_>,
        addr: &AbsResourceInstance,
        standing: &Standing,
    ) -> Option<Option<ActionReason>> {
        // What is not destroyed in a run that destroys is looked at only, and nothing is where something went wrong before.
        let destroying = self.is_destroying(addr) && !self.invalid.get();
        match standing {
            // What went wrong with it was told.
            Standing::Unknown if destroying && self.has_failed(walk, addr) => None,
            _ if destroying => Some(None),
            Standing::Orphan(reason) => Some(Some(*reason)),
            Standing::Wanted | Standing::Unknown => None,
        }
    }

    /// What a data source read that is to go needs no destroying.
    fn forget_data(&self, addr: &AbsResourceInstance, standing: &Standing) {
        let wanted = matches!(standing, Standing::Wanted);
        let stays = self.is_destroying(addr) && (wanted || !self.selection.forgets_data(addr));
        if self.has_orphan(addr) && !stays {
            self.prior.borrow_mut().remove_instance(addr);
        }
    }

    async fn plan_stored(&self, walk: &Walk<'_>, stored: &Stored, diags: &mut Diagnostics) {
        let Stored { addr, block, orphan } = stored;
        let Some(instance) = self.previous.instance(addr) else { return };
        if let (Some(object), Some(reason)) = (&instance.current, orphan) {
            self.plan_orphan(walk, addr, block, object, None, *reason, diags).await;
        }
        for (key, object) in &instance.deposed {
            self.plan_orphan(walk, addr, block, object, Some(key), None, diags).await;
        }
    }

    /// A block for an object that has none in the configuration.
    pub(super) async fn stored_block(
        &self,
        walk: &Walk<'_>,
        addr: &AbsResourceInstance,
        provider_config: &AbsProviderConfig,
        diags: &mut Diagnostics,
    ) -> Option<Arc<Block>> {
        // What has another type now is of the provider of that type, if something is written for it.
        let tree = walk.setup.tree;
        let written = crate::moves::module_of(tree, &addr.module)
            .filter(|_| self.retyped.contains_key(addr))
            .and_then(|module| {
                let config = tree.modules[module].module.resources.get(&addr.resource.resource)?;
                Some(crate::providers::config_of(tree, module, config))
            });
        let provider_config = written.as_ref().unwrap_or(provider_config);
        let provider = self.pool.get(walk, LAST, provider_config).await?;
        let provider = of_resource(provider, &addr.module, &addr.resource.resource);
        let type_name = &addr.resource.resource.type_name;
        let Some(schema) = provider.schema().resources.get(type_name).cloned() else {
            let detail = format!(
                "The provider {} no longer has the resource type {:?} that {addr} is of.",
                provider_config.provider,
                type_name.as_str()
            );
            diags.push(Diagnostic::error("Invalid resource type", detail));
            return None;
        };
        let (tree, nothing, _) = hcl::syntax::parse_config(diag::SourceFile::new("", Vec::new()));
        let (prepared, _) = PreparedBlock::new(&hcl::Body::native(tree, nothing), &schema::Block::default());
        let identity = provider.schema().identities.get(type_name).cloned();
        let meta = match &provider.schema().meta {
            Some(schema) => Value::null(schema.block.implied_type().clone()),
            None => Value::null(Type::Dynamic),
        };
        let provider_config = Arc::new(provider_config.clone());
        let is_written = false;
        Some(Arc::new(Block { provider, provider_config, schema, identity, meta, prepared, is_written }))
    }

    #[expect(clippy::too_many_arguments, reason = "one object with all that is known of it")]
    async fn plan_orphan(
        &self,
        walk: &Walk<'_>,
        addr: &AbsResourceInstance,
        block: &Block,
        object: &Arc<Object>,
        deposed: Option<&SmolStr>,
        reason: Option<ActionReason>,
        diags: &mut Diagnostics,
    ) {
        let Some(taken_over) = self.taken_over(block, addr, object.clone(), diags).await else { return };
        let mut current = object::current(block, addr, taken_over, diags).await;
        if current.is_none() {
            return;
        }
        let looked_at = deposed.is_none()
            && (self.looked_at.borrow().contains(addr)
                || self.options.mode == Mode::Destroy
                    && !matches!(self.standing(walk, addr), Standing::Orphan(_)));
        // What goes only because of what it depends on was not asked for.
        let looks = match deposed {
            Some(_) => self.looks_at_deposed(addr),
            None => self.looks_at_orphan(walk, addr),
        };
        if !looked_at && looks && self.refreshes_orphan(walk, addr) {
            let Some(mut seen) = current else { return };
            seen.deposed = deposed.cloned();
            let before = seen.value.clone();
            let as_stored = seen.clone();
            let Some(found) = self.refresh(walk, block, addr, None, seen, diags).await else { return };
            current = found;
            match deposed {
                None => {
                    self.remember(addr, block, Some(&before), current.as_ref(), None);
                    // What is planned for it starts from what was stored: that is what was to be destroyed.
                    current = current.map(|_| as_stored);
                }
                Some(key) if current.is_none() => {
                    let mut prior = self.prior.borrow_mut();
                    prior.instance_mut(addr, &block.provider_config).deposed.remove(key);
                    prior.remove_if_empty(addr);
                }
                Some(_) => {}
            }
        } else if self.options.mode == Mode::Destroy && deposed.is_none() {
            // The walk has looked at it already: what it found counts.
            let found = self.prior.borrow().instance(addr).and_then(|instance| instance.current.clone());
            current = match (found, current) {
                (Some(found), current) if Arc::ptr_eq(&found, object) => current,
                (Some(object), current) => {
                    object::decode(block.provider.as_ref(), &block.schema, addr, &object, diags).await.map(
                        |value| Current {
                            object,
                            value,
                            identity: current.and_then(|current| current.identity),
                            deposed: deposed.cloned(),
                        },
                    )
                }
                (None, _) => None,
            };
        }
        let goes = match self.options.mode {
            Mode::RefreshOnly => false,
            Mode::Normal => looks,
            Mode::Destroy => self.has_orphan(addr),
        };
        if !goes {
            self.check_unwritten(walk, addr, deposed);
            return;
        }
        let config = self.config_of(walk, addr);
        // What is gone already needs no destroying. Of objects that were replaced that is said.
        let Some(Current { object, value: before, identity, .. }) = current else {
            if let Some(key) = deposed
                && self.options.mode == Mode::Normal
            {
                self.add(self.gone(addr, block, key));
            }
            return;
        };
        let forgets = self.forgets(walk, addr, &object);
        let null = Value::null(block.schema.block.implied_type().clone());
        let mut private = object.private.clone();
        let mut reason = reason;
        let action = if let Some(why) = forgets {
            reason = why.or(reason);
            Action::Forget
        } else {
            let world = config.as_ref().map(|(_, world)| &**world);
            if deposed.is_none()
                && let Some(config) = declared(walk, addr)
                && self.prevents_destroy(walk, config, world, true, diags) == Some(true)
            {
                let refusal = protected(addr, &config.range);
                if self.options.mode == Mode::Destroy {
                    let needed = object.dependencies.iter().map(|needed| (*needed).clone());
                    self.still_needed.borrow_mut().extend(needed);
                    self.refusals.borrow_mut().push(Refusal {
                        addr: addr.clone(),
                        unwritten: self.is_unwritten(walk, addr),
                        refusal,
                    });
                } else {
                    diags.push(refusal);
                }
            }
            let request = PlanRequest {
                type_name: addr.resource.resource.type_name.clone(),
                prior: before.unmark_deep().0,
                proposed: null.clone(),
                config: null.clone(),
                private: object.private.clone(),
                provider_meta: block.meta.clone(),
                identity: identity.clone(),
            };
            let response = block.provider.plan_resource_change(request).await;
            let failed = provider::has_errors(&response.diags);
            let address = addr.to_string();
            let written = config
                .filter(|_| !response.diags.is_empty() && deposed.is_none())
                .map(|(config, _)| PreparedBlock::new(&config.body, &block.schema.block).0);
            diags.extend(response.diags.into_iter().map(|found| located(found, written.as_ref(), &address)));
            if failed {
                return;
            }
            private = response.private;
            Action::Delete
        };
        self.add(ResourceChange {
            moved_from: self.previous_address(addr),
            deposed: deposed.cloned(),
            reason,
            private,
            before_identity: identity,
            ..ResourceChange::new(addr.clone(), block.provider_config.clone(), action, before, null)
        });
    }

    /// That nothing is to be done about an object that was replaced, because it is gone.
    fn gone(&self, addr: &AbsResourceInstance, block: &Block, deposed: &SmolStr) -> ResourceChange {
        let null = Value::null(block.schema.block.implied_type().clone());
        ResourceChange {
            moved_from: self.previous_address(addr),
            deposed: Some(deposed.clone()),
            ..ResourceChange::new(
                addr.clone(),
                block.provider_config.clone(),
                Action::NoOp,
                null.clone(),
                null,
            )
        }
    }

    /// In a run that destroys some targets, what they need is planned as in any run before: there too nothing goes that must
    /// not be destroyed.
    fn check_unwritten(&self, walk: &Walk<'_>, addr: &AbsResourceInstance, deposed: Option<&SmolStr>) {
        if self.options.mode != Mode::Destroy || !self.options.refresh || deposed.is_some() {
            return;
        }
        let world = self.config_of(walk, addr).map(|(_, world)| world);
        let mut diags = Diagnostics::new();
        if let Some(config) = declared(walk, addr)
            && self.is_unwritten(walk, addr)
            && self.prevents_destroy(walk, config, world.as_deref(), true, &mut diags) == Some(true)
        {
            let refusal = protected(addr, &config.range);
            self.refusals.borrow_mut().push(Refusal { addr: addr.clone(), unwritten: true, refusal });
        }
    }

    /// Whether an object that is only in the state is looked at before something becomes of it.
    pub(super) fn refreshes_orphan(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> bool {
        let looks = self.options.mode == Mode::RefreshOnly;
        self.options.refresh && (looks || self.removed(walk, addr) != Some(false))
    }
}

/// What is written of the resource that an instance is of, also where its module has no instance any more.
fn declared<'w>(walk: &'w Walk<'_>, addr: &AbsResourceInstance) -> Option<&'w ResourceConfig> {
    let module = crate::moves::module_of(walk.setup.tree, &addr.module)?;
    walk.setup.tree.modules[module].module.resources.get(&addr.resource.resource).map(Box::as_ref)
}
