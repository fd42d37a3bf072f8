//! `import` blocks: objects that are taken over from outside.

use addrs::{AbsResource, AbsResourceInstance, ConfigResource, InstanceKey, ModuleInstance, ModuleStep};
use config::{Import, Item, ResourceConfig};
use diag::{Diagnostic, Diagnostics};
use plan::{ActionReason, Importing, Mode};
use provider::ImportRequest;
use smol_str::SmolStr;
use state::{DependencyList, ObjectStatus};
use std::sync::Arc;
use value::{AttributeType, Kind, ObjectType, Type, Value, convert};

use super::generate::{can_generate, lacks_configuration};
use super::managed::Current;
use super::object::{self, Stored};
use super::standing::Standing;
use super::{Block, Planner, unasked_deferral};
use crate::providers::unplaced;
use crate::setup::Event;
use crate::walk::{ResourceVisit, Walk};
use crate::world::Repetition;

const NO_CONFIGURATION: &str = "Configuration for import target does not exist";

/// What is to be taken over.
pub(crate) struct ImportTarget {
    /// The provider's name of it, in one part or in several.
    name: Value,
    /// Whether it is in several.
    by_identity: bool,
    at: diag::SourceRange,
}

/// How an object is found.
enum Key {
    Id(SmolStr),
    Identity(Value),
}

impl Planner<'_> {
    /// Finds out which instances the imports into a block go to, and what to. Where that cannot be told of one it is reported,
    /// and those after it are not looked at. Gives those that were found, in order.
    fn resolve_imports<'w>(
        &self,
        walk: &'w Walk<'_>,
        node: usize,
        diags: &mut Diagnostics,
    ) -> Vec<(AbsResourceInstance, &'w Import)> {
        let mut found = Vec::new();
        for import in imports_of(walk, node) {
            let Some(repetitions) = self.import_repetitions(walk, import, diags) else { return found };
            for repetition in &repetitions {
                let Some(addr) = import_addr(walk, import, repetition, diags) else { return found };
                let Some(target) = self.import_id(walk, import, repetition, diags) else { return found };
                // What an identity must be is known to the provider, which is asked when its turn comes.
                if !target.by_identity && id_key(&target, diags).is_none() {
                    return found;
                }
                // Of several that go to one instance the last one counts.
                self.imports.borrow_mut().insert(addr.clone(), target);
                found.push((addr, import));
            }
        }
        found
    }

    /// Whether all imports into a block go to instances of it. The first one that does not is reported, and nothing of the
    /// block is planned in any instance of its module.
    pub(crate) fn imports_fit(&self, walk: &Walk<'_>, node: usize, visits: &[ResourceVisit<'_>]) -> bool {
        let mut diags = Diagnostics::new();
        let visit_of =
            |addr: &AbsResourceInstance| visits.iter().find(|visit| visit.module.addr == addr.module);
        if let Some((addr, _)) = &self.options.import {
            let lacks = visit_of(addr).is_some_and(|visit| {
                addr.resource.resource == visit.config.resource
                    && !visit.expansion.has(addr.resource.key.as_ref())
            });
            if lacks {
                diags.push(no_such_target(addr));
            }
            let fits = diags.is_empty();
            walk.report(node, diags);
            return fits;
        }
        // What is written is planned before everything is destroyed, where there is something to look at.
        let plans_first =
            self.options.mode == Mode::Destroy && self.options.refresh && !self.previous.is_empty();
        if self.options.mode != Mode::Normal && !plans_first {
            return true;
        }
        let lacks = |(addr, _): &&(AbsResourceInstance, &Import)| {
            // Also beside the instances that targets name: their block is looked at.
            let is_there = match visit_of(addr) {
                Some(visit) => visit.expansion.has(addr.resource.key.as_ref()),
                None => !self.is_without_module(walk, addr),
            };
            !is_there && self.previous.instance(addr).is_none()
        };
        let found = self.resolve_imports(walk, node, &mut diags);
        if let Some((addr, import)) = found.iter().find(lacks) {
            diags.push(no_such_instance(addr, import, visits.first().map(|visit| visit.config)));
        }
        let fits = diags.is_empty();
        walk.report(node, diags);
        fits
    }

    /// Whether there is no instance of a module that an address names.
    fn is_without_module(&self, walk: &Walk<'_>, addr: &AbsResourceInstance) -> bool {
        self.selection.has_instance(addr)
            || matches!(self.standing(walk, addr), Standing::Orphan(ActionReason::DeleteBecauseNoModule))
    }

    /// What an import names; nothing where it says nothing of that.
    pub(super) fn import_id(
        &self,
        walk: &Walk<'_>,
        import: &Import,
        repetition: &Repetition,
        diags: &mut Diagnostics,
    ) -> Option<ImportTarget> {
        let by_identity = import.id.is_none();
        let expr = import.id.as_ref().or(import.identity.as_ref())?;
        let world = walk.world.root();
        let names = walk.names(&world, repetition, None);
        let (name, more) = expr.eval(&names.scope());
        diags.append(more);
        Some(ImportTarget { name, by_identity, at: expr.range() })
    }

    fn import_repetitions(
        &self,
        walk: &Walk<'_>,
        import: &Import,
        diags: &mut Diagnostics,
    ) -> Option<Vec<Repetition>> {
        let Some(for_each) = &import.for_each else { return Some(vec![Repetition::None]) };
        let world = walk.world.root();
        let names = walk.names(&world, &Repetition::None, None);
        let (value, _) = for_each.eval(&names.scope());
        let is_plain = !value.deep_marks().is_sensitive() && !value.deep_marks().is_ephemeral();
        if value.is_null() && is_plain {
            return Some(Vec::new());
        }
        if value.is_known() && !value.is_wholly_known() && is_plain {
            let detail = "The import block \"for_each\" argument has values that depend on resource attributes which cannot be \
                          determined until apply, so it cannot be told what to import. Make what it depends on first, with \
                          the -target option.";
            diags.push(Diagnostic::error("Invalid for_each argument", detail).at(for_each.range()));
            return None;
        }
        if let (Kind::List(items) | Kind::Tuple(items), true) = (value.kind(), is_plain) {
            let each = |(index, item): (i64, &Value)| Repetition::Each(Value::int(index), item.clone());
            return Some((0..).zip(items.iter()).map(each).collect());
        }
        let repetition =
            config::Repetition { for_each: import.for_each.clone(), ..config::Repetition::default() };
        let expansion = crate::expand::expand(&repetition, &names.scope(), false, diags)?;
        Some((0..expansion.keys.len()).map(|index| expansion.repetition(index)).collect())
    }

    /// Takes over what goes to an instance; nothing of it where there is no such object to take.
    pub(crate) async fn import(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Block,
        addr: &AbsResourceInstance,
        diags: &mut Diagnostics,
    ) -> Option<Option<(Current, Importing)>> {
        if let Some((only, id)) = &self.options.import {
            if only != addr {
                return Some(None);
            }
            let key = Key::Id(id.clone());
            let importing = Importing { id: Some(id.clone()), identity: None, unknown: false };
            let current = import_object(self, walk, block, addr, Some(visit.node), key, diags).await?;
            return Some(Some((current, importing)));
        }
        let target = self.imports.borrow_mut().remove(addr);
        match target.filter(|_| self.options.mode == Mode::Normal) {
            Some(target) => {
                self.import_by(walk, block, addr, Some(visit.node), target, diags).await.map(Some)
            }
            None => Some(None),
        }
    }

    /// Takes an object over: finds it and looks at it.
    pub(crate) async fn import_by(
        &self,
        walk: &Walk<'_>,
        block: &Block,
        addr: &AbsResourceInstance,
        node: Option<usize>,
        target: ImportTarget,
        diags: &mut Diagnostics,
    ) -> Option<(Current, Importing)> {
        let key = if target.by_identity {
            self.identity_key(block, &target, diags)
        } else {
            id_key(&target, diags)
        };
        let key = key?;
        let importing = match &key {
            Key::Id(id) => Importing { id: Some(id.clone()), identity: None, unknown: false },
            Key::Identity(identity) => {
                Importing { id: None, identity: Some(identity.clone()), unknown: false }
            }
        };
        let current = import_object(self, walk, block, addr, node, key, diags).await?;
        Some((current, importing))
    }

    /// The identity that is written, as one of the type that the provider has for it.
    fn identity_key(&self, block: &Block, target: &ImportTarget, diags: &mut Diagnostics) -> Option<Key> {
        let mut refuse = |detail: &str| {
            diags.push(Diagnostic::error("Invalid import identity argument", detail).at(target.at.clone()));
        };
        let Some(schema) = &block.identity else {
            refuse("The provider has no identities for objects of this type. Import by \"id\" instead.");
            return None;
        };
        let marks = target.name.deep_marks();
        let (written, _) = target.name.unmark_deep();
        if marks.is_ephemeral() {
            refuse("The identity is derived from an ephemeral value, which cannot be stored.");
        } else if marks.is_sensitive() {
            refuse("The identity cannot be a sensitive value, because it is shown.");
        } else if written.is_null() {
            refuse("The identity cannot be null.");
        } else if !written.is_wholly_known() {
            refuse(
                "The identity depends on resource attributes that cannot be determined until apply, so it cannot be told what to \
                 import. Make what it depends on first, with the -target option.",
            );
        } else {
            let surplus = written.as_entries().unwrap_or_default().iter();
            let surplus = surplus.map(|(name, _)| name).find(|name| !schema.attributes.contains_key(*name));
            match (surplus, convert::convert(&written, &import_type(schema))) {
                (Some(name), _) => refuse(&format!("The identity has no attribute {:?}.", name.as_str())),
                (None, Ok(identity)) => return Some(Key::Identity(identity)),
                (None, Err(error)) => refuse(&format!("The identity is unsuitable: {error}.")),
            }
        }
        None
    }

    /// Import blocks whose target is no instance of the configuration.
    pub(crate) fn check_imports(&self, walk: &Walk<'_>, diags: &mut Diagnostics) {
        let graph = walk.setup.graph;
        for refusal in self.undeclared_imports(walk) {
            if self.options.generate_config.is_some() {
                self.invalid.set(true);
            }
            diags.push(refusal);
        }
        for (index, import) in walk.setup.tree.modules[0].module.imports.iter().enumerate() {
            if lacks_configuration(walk.setup.tree, import) {
                continue;
            }
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
                let is_there =
                    self.changes.borrow().get(&addr).is_some() || self.previous.instance(&addr).is_some();
                if !is_there && self.selection.has_instance(&addr) {
                    diags.push(no_such_instance(&addr, import, None));
                }
            }
        }
    }

    /// The problems of imports that no resource is declared for, as far as somebody asks for them.
    pub(super) fn undeclared_imports<'w>(
        &'w self,
        walk: &'w Walk<'_>,
    ) -> impl Iterator<Item = Diagnostic> + 'w {
        let tree = walk.setup.tree;
        let imports = tree.modules[0].module.imports.iter();
        let undeclared = imports.filter(|import| lacks_configuration(tree, import));
        let is_asked = |import: &&Import| {
            let target = &import.target;
            target.resource.as_ref().is_none_or(|resource| {
                let module = addrs::Module(target.modules.iter().map(|(name, _)| name.clone()).collect());
                self.selection.asks_for(&ConfigResource { module, resource: resource.resource.clone() })
            })
        };
        undeclared.filter(is_asked).filter_map(|import| self.refuse_undeclared(import))
    }

    /// The problem of an import that no resource is declared for, unless configuration is written for it.
    fn refuse_undeclared(&self, import: &Import) -> Option<Diagnostic> {
        let target = &import.target;
        let wanted = self.options.generate_config.is_some();
        let detail = if wanted && can_generate(import) {
            return None;
        } else if wanted {
            format!(
                "No resource is declared for {target}. Configuration can be written only for one resource of the root module: \
                 not for instances with keys, for import blocks with \"for_each\", or in other modules."
            )
        } else if target.modules.is_empty() {
            format!(
                "No resource is declared for {target}. Declare it, or have its configuration written, for example with\n    \
                 cairn plan -generate-config-out=generated.tf"
            )
        } else {
            format!("No resource is declared for {target}. Declare it in its module.")
        };
        let summary = match self.is_stored(import) {
            // What is to be imported is there, and would be planned if only something were written for it.
            true => "Resource has no configuration",
            false => NO_CONFIGURATION,
        };
        Some(Diagnostic::error(summary, detail).at(import.to.range()))
    }

    /// Whether the state has what an import into the root module, without a key, would go to.
    fn is_stored(&self, import: &Import) -> bool {
        let Some(target) = import.target.resource.as_ref().filter(|_| import.target.modules.is_empty())
        else {
            return false;
        };
        let resource = AbsResource { module: ModuleInstance::root(), resource: target.resource.clone() };
        self.previous.instance(&resource.instance(target.key.clone())).is_some()
    }
}

/// The id that is written.
fn id_key(target: &ImportTarget, diags: &mut Diagnostics) -> Option<Key> {
    let mut refuse = |detail: &str| {
        diags.push(Diagnostic::error("Invalid import id argument", detail).at(target.at.clone()));
    };
    let id = match convert::convert(&target.name, &Type::String) {
        Ok(id) => id,
        Err(error) => {
            refuse(&format!("The import ID value is unsuitable: {error}."));
            return None;
        }
    };
    let marks = id.deep_marks();
    let (id, _) = id.unmark();
    match id.as_smol_str() {
        _ if marks.is_ephemeral() => {
            refuse("The import ID is derived from an ephemeral value, which cannot be stored.");
        }
        _ if marks.is_sensitive() => {
            refuse("The import ID cannot be a sensitive value, because it is shown.");
        }
        _ if id.is_null() => refuse("The import ID cannot be null."),
        None => refuse(
            "The import block \"id\" argument depends on resource attributes that cannot be determined until apply, \
             so it cannot be told what to import. Make what it depends on first, with the -target option.",
        ),
        Some(id) if id.is_empty() => {
            refuse("The import ID value evaluates to an empty string, please provide a non-empty value.");
        }
        Some(id) => return Some(Key::Id(id.clone())),
    }
    None
}

/// The imports into a block.
fn imports_of<'w>(walk: &'w Walk<'_>, node: usize) -> impl Iterator<Item = &'w Import> {
    let graph = walk.setup.graph;
    let needed = graph.dependencies(node).iter();
    needed.filter_map(|needed| match graph.node(*needed).item {
        Item::Import(index) => walk.setup.tree.modules[0].module.imports.get(index),
        _ => None,
    })
}

/// The problem of an object that is asked for alone.
fn no_such_target(addr: &AbsResourceInstance) -> Diagnostic {
    let detail =
        format!("{addr} is not in the configuration: the block of the resource has no such instance.");
    Diagnostic::error(NO_CONFIGURATION, detail)
}

fn no_such_instance(
    addr: &AbsResourceInstance,
    import: &Import,
    config: Option<&ResourceConfig>,
) -> Diagnostic {
    let has_such_keys = config.is_none_or(|config| match &addr.resource.key {
        Some(InstanceKey::Int(_)) => config.repetition.count.is_some(),
        Some(InstanceKey::String(_)) => config.repetition.for_each.is_some(),
        None => true,
    });
    let (summary, why) = match has_such_keys {
        true => (NO_CONFIGURATION, "the block of the resource has no such instance"),
        false => {
            ("Invalid import 'to' expression", "the instances of the resource have keys of another kind")
        }
    };
    let detail = format!("The target {addr} of this import block is not in the configuration: {why}.");
    Diagnostic::error(summary, detail).at(import.to.range())
}

/// The type of what is written to name an object: what need not be given may be left out.
fn import_type(schema: &schema::IdentitySchema) -> Type {
    let attributes = schema.attributes.iter().map(|(name, attribute)| AttributeType {
        name: name.clone(),
        ty: attribute.ty.clone(),
        optional: !attribute.required_for_import,
    });
    Type::Object(Arc::new(ObjectType::new(attributes)))
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
async fn import_object(
    planner: &Planner<'_>,
    walk: &Walk<'_>,
    block: &Block,
    addr: &AbsResourceInstance,
    node: Option<usize>,
    key: Key,
    diags: &mut Diagnostics,
) -> Option<Current> {
    let what_for = match &key {
        Key::Id(id) => format!("the object with the id {:?}", id.as_str()),
        Key::Identity(_) => "the object with the given identity".to_owned(),
    };
    let (id, identity) = match key {
        Key::Id(id) => (id, None),
        Key::Identity(identity) => (SmolStr::default(), Some(identity)),
    };
    let told = identity.is_none().then_some(id.as_str());
    walk.setup.events.tell(Event::ImportStart { addr, id: told });
    let request = ImportRequest { type_name: addr.resource.resource.type_name.clone(), id, identity };
    let response = block.provider.import_resource_state(request).await;
    let failed = provider::has_errors(&response.diags);
    diags.extend(response.diags.into_iter().map(unplaced));
    if failed {
        return None;
    }
    let missing = || {
        let detail = format!(
            "While attempting to import {what_for} to {addr}, the provider found that there is none. Only objects that are \
             there can be imported; check that its name is right and that it is in what the provider's configuration reaches."
        );
        Diagnostic::error("Cannot import non-existent remote object", detail)
    };
    if response.deferred.is_some() {
        // Without the object nothing can be said of it at all.
        diags.push(unasked_deferral(addr));
        return None;
    }
    let mut objects = response.objects.into_iter();
    let (found, more) = (objects.next(), objects.len());
    let wrong = match &found {
        None => Some(("Import returned no resources", "returned nothing".to_owned())),
        Some(_) if more > 0 => {
            let detail = format!("returned {} objects, and only one can be taken over", more + 1);
            Some(("Multiple import states not supported", detail))
        }
        Some(found) if found.object.is_null() => {
            Some(("Import returned null resource", "returned an instance without an object".to_owned()))
        }
        Some(found) if found.type_name != addr.resource.resource.type_name => {
            let detail = format!("returned an object of the type {:?}", found.type_name.as_str());
            Some(("Provider produced invalid object", detail))
        }
        Some(found) => {
            let schema = &block.schema.block;
            let wrong = schema::type_violations(&found.object, schema.implied_type()).into_iter().next();
            let wrong = wrong.map(|error| ("Provider produced invalid object", error));
            let leak = || schema.leak(&found.object);
            wrong
                .or_else(|| Some(("Import returned a non-null value for a write-only attribute", leak()?)))
                .map(|(summary, error)| {
                    (summary, format!("returned an object that is not as it must be: {error}"))
                })
        }
    };
    if let Some((summary, what)) = wrong {
        let detail = format!("While attempting to import {what_for} to {addr}, the provider {what}.");
        diags.push(Diagnostic::error(summary, detail));
        return None;
    }
    let found = found?;
    let before = diags.len();
    let identity = object::checked_identity(block, addr, found.identity, diags);
    if diags.len() > before {
        return None;
    }
    let known = identity.as_ref().map(|(identity, _)| identity.clone());
    let stored = Stored {
        status: ObjectStatus::Ready,
        private: found.private,
        dependencies: DependencyList::default(),
        create_before_destroy: false,
        skip_destroy: false,
        identity,
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
    let current = Current { object: Arc::new(object), value, identity: known, deposed: None };
    walk.setup.events.tell(Event::ImportFound { addr });
    match planner.refresh(walk, block, addr, node, current, diags).await? {
        Some(current) => Some(current),
        None => {
            diags.push(missing());
            None
        }
    }
}

/// The instance that an import goes to.
pub(super) fn import_addr(
    walk: &Walk<'_>,
    import: &Import,
    repetition: &Repetition,
    diags: &mut Diagnostics,
) -> Option<AbsResourceInstance> {
    let steps = import.target.modules.iter();
    let mut steps: Vec<ModuleStep> =
        steps.map(|(name, key)| ModuleStep { name: name.clone(), key: key.clone() }).collect();
    let mut resource = import.target.resource.clone()?;
    for (part, expr) in &import.keys {
        let world = walk.world.root();
        let names = walk.names(&world, repetition, None);
        let value = diags.keep(expr.eval(&names.scope()))?;
        let (value, _) = value.unmark();
        let key = match value.as_num() {
            Some(number) => number.to_i64().map(InstanceKey::Int),
            None => value.as_smol_str().cloned().map(InstanceKey::String),
        };
        match steps.get_mut(*part) {
            Some(step) => step.key = key,
            None => resource.key = key,
        }
    }
    Some(AbsResourceInstance { module: ModuleInstance::new(steps), resource })
}
