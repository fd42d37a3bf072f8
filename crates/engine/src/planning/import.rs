//! `import` blocks: objects that are taken over from outside.

use addrs::{AbsResourceInstance, InstanceKey, ModuleInstance, ModuleStep};
use config::{Import, Item};
use diag::{Diagnostic, Diagnostics};
use plan::Importing;
use provider::ImportRequest;
use smol_str::SmolStr;
use state::ObjectStatus;
use std::sync::Arc;
use value::{Type, Value, convert};

use super::managed::Current;
use super::object::{self, Stored};
use super::{Block, Planner};
use crate::providers::located;
use crate::walk::{ResourceVisit, Walk};
use crate::world::Repetition;

/// What is to be taken over.
pub(crate) struct ImportTarget {
    id: Value,
    at: diag::SourceRange,
}

impl Planner<'_> {
    /// The import that goes to an instance, if there is one. Nothing at all when it cannot be told.
    #[expect(clippy::option_option, reason = "an error that was reported, or whether there is an import")]
    pub(crate) fn import_target(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        addr: &AbsResourceInstance,
        diags: &mut Diagnostics,
    ) -> Option<Option<ImportTarget>> {
        let root = &walk.setup.tree.modules[0].module;
        for import in &root.imports {
            let target = &import.target;
            let same_block = target
                .resource
                .as_ref()
                .is_some_and(|found| found.resource == visit.config.resource)
                && target.modules.len() == addr.module.steps().len()
                && target.modules.iter().zip(addr.module.steps()).all(|((name, _), step)| *name == step.name);
            if !same_block {
                continue;
            }
            for repetition in self.import_repetitions(walk, import, diags)? {
                if import_addr(walk, import, &repetition, diags)? != *addr {
                    continue;
                }
                let Some(expr) = &import.id else { continue };
                let world = walk.world.root();
                let names = walk.names(&world, &repetition, None);
                let (id, more) = expr.eval(&names.scope());
                let failed = more.has_errors();
                diags.append(more);
                if failed {
                    return None;
                }
                return Some(Some(ImportTarget { id, at: expr.range() }));
            }
        }
        Some(None)
    }

    fn import_repetitions(
        &self,
        walk: &Walk<'_>,
        import: &Import,
        diags: &mut Diagnostics,
    ) -> Option<Vec<Repetition>> {
        if import.for_each.is_none() {
            return Some(vec![Repetition::None]);
        }
        let world = walk.world.root();
        let names = walk.names(&world, &Repetition::None, None);
        let repetition =
            config::Repetition { for_each: import.for_each.clone(), ..config::Repetition::default() };
        let expansion = crate::expand::expand(&repetition, &names.scope(), false, diags)?;
        Some((0..expansion.keys.len()).map(|index| expansion.repetition(index)).collect())
    }

    /// Takes an object over: finds it and looks at it.
    pub(crate) async fn import(
        &self,
        walk: &Walk<'_>,
        block: &Block,
        addr: &AbsResourceInstance,
        target: ImportTarget,
        diags: &mut Diagnostics,
    ) -> Option<(Option<Current>, Importing)> {
        let refuse = |detail: String| {
            self.invalid.set(true);
            Diagnostic::error("Invalid import id argument", detail).at(target.at.clone())
        };
        let id = match convert::convert(&target.id, &Type::String) {
            Ok(id) => id,
            Err(error) => {
                diags.push(refuse(format!("The import ID value is unsuitable: {error}.")));
                return None;
            }
        };
        if id.deep_marks().is_ephemeral() {
            diags.push(refuse(
                "The import ID is derived from an ephemeral value, which cannot be stored.".to_owned(),
            ));
            return None;
        }
        if id.deep_marks().is_sensitive() {
            diags.push(refuse("The import ID cannot be a sensitive value, because it is shown.".to_owned()));
            return None;
        }
        let (id, _) = id.unmark();
        if id.is_null() {
            diags.push(refuse("The import ID cannot be null.".to_owned()));
            return None;
        }
        let Some(id) = id.as_smol_str().cloned() else {
            let detail = "The import block \"id\" argument depends on resource attributes that cannot be determined until apply, \
                          so it cannot be told what to import. Make what it depends on first, with the -target option.";
            diags.push(refuse(detail.to_owned()));
            return None;
        };
        if id.is_empty() {
            diags.push(refuse(
                "The import ID value evaluates to an empty string, please provide a non-empty value."
                    .to_owned(),
            ));
            return None;
        }
        let current = import_object(self, walk, block, addr, &id, diags).await?;
        Some((Some(current), Importing { id: Some(id), identity: None, unknown: false }))
    }

    /// Import blocks whose target is no instance of the configuration.
    pub(crate) fn check_imports(&self, walk: &Walk<'_>, diags: &mut Diagnostics) {
        let graph = walk.setup.graph;
        for (index, import) in walk.setup.tree.modules[0].module.imports.iter().enumerate() {
            let failed = graph.find(0, Item::Import(index)).is_some_and(|node| walk.has_failed(node));
            if failed {
                continue;
            }
            let Some(repetitions) = self.import_repetitions(walk, import, &mut Diagnostics::new()) else {
                continue;
            };
            for repetition in repetitions {
                let Some(addr) = import_addr(walk, import, &repetition, diags) else { continue };
                let node = graph_node(walk, &addr);
                if node.is_some_and(|node| walk.has_failed(node) || !self.selection.has_node(node)) {
                    continue;
                }
                if !self.by_address.borrow().contains_key(&addr) && self.previous.instance(&addr).is_none() {
                    let detail = format!(
                        "The target {addr} of this import block is not in the configuration: the block of the resource has no \
                         such instance."
                    );
                    diags.push(
                        Diagnostic::error("Configuration for import target does not exist", detail)
                            .at(import.to.range()),
                    );
                }
            }
        }
    }
}

/// The node of the block that an instance is of.
fn graph_node(walk: &Walk<'_>, addr: &AbsResourceInstance) -> Option<usize> {
    let mut module = 0;
    for step in addr.module.steps() {
        module = *walk.setup.tree.modules[module].children.get(&step.name)?;
    }
    walk.setup.graph.find(module, Item::Resource(addr.resource.resource.clone()))
}

/// Finds an object and looks at it.
pub(crate) async fn import_object(
    planner: &Planner<'_>,
    walk: &Walk<'_>,
    block: &Block,
    addr: &AbsResourceInstance,
    id: &SmolStr,
    diags: &mut Diagnostics,
) -> Option<Current> {
    let request =
        ImportRequest { type_name: addr.resource.resource.type_name.clone(), id: id.clone(), identity: None };
    let response = block.provider.import_resource_state(request).await;
    let failed = provider::has_errors(&response.diags);
    let address = addr.to_string();
    diags.extend(response.diags.into_iter().map(|found| located(found, None, &address)));
    if failed {
        return None;
    }
    let missing = || {
        let detail = format!(
            "While attempting to import an existing object to {addr}, the provider found that nothing with the id {:?} \
             exists. Only objects that are there can be imported; check that the id is right and that it is in what the \
             provider's configuration reaches.",
            id.as_str()
        );
        Diagnostic::error("Cannot import non-existent remote object", detail)
    };
    let found =
        response.objects.into_iter().find(|found| found.type_name == addr.resource.resource.type_name);
    let Some(found) = found else {
        diags.push(missing());
        return None;
    };
    let stored = Stored {
        status: ObjectStatus::Ready,
        private: found.private,
        dependencies: Arc::default(),
        create_before_destroy: false,
        skip_destroy: false,
    };
    let value = object::marked(&found.object, &block.schema, &[]);
    let object = match object::encode(&value, &block.schema, stored) {
        Ok(object) => object,
        Err(message) => {
            diags.push(Diagnostic::error(
                "Provider produced invalid object",
                format!("What the provider says of {addr} cannot be stored: {message}."),
            ));
            return None;
        }
    };
    let current = Current { object: Arc::new(object), value };
    match planner.refresh(walk, block, addr, current, diags).await? {
        Some(current) => Some(current),
        None => {
            diags.push(missing());
            None
        }
    }
}

/// The instance that an import goes to.
fn import_addr(
    walk: &Walk<'_>,
    import: &Import,
    repetition: &Repetition,
    diags: &mut Diagnostics,
) -> Option<AbsResourceInstance> {
    let steps = import.target.modules.iter();
    let steps = steps.map(|(name, key)| ModuleStep { name: name.clone(), key: key.clone() }).collect();
    let mut resource = import.target.resource.clone()?;
    if let Some((_, key, _)) = import.to.as_indexed() {
        let world = walk.world.root();
        let names = walk.names(&world, repetition, None);
        let (value, more) = key.eval(&names.scope());
        let failed = more.has_errors();
        diags.append(more);
        if failed {
            return None;
        }
        let (value, _) = value.unmark();
        resource.key = match value.as_num() {
            Some(number) => number.to_i64().map(InstanceKey::Int),
            None => value.as_smol_str().cloned().map(InstanceKey::String),
        };
    }
    Some(AbsResourceInstance { module: ModuleInstance::new(steps), resource })
}
