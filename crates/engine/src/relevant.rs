//! Which attributes of resources what changes depends on: found in the text, through locals, variables and outputs.

use addrs::{AbsResource, AbsResourceInstance, InstanceKey, ModuleInstance, Referenceable, ResourceMode};
use config::ResourceConfig;
use hcl::AbsTraversal;
use hcl::syntax::ast::{Step, StepKind};
use plan::{Action, Mode, Plan, RelevantAttribute};
use smol_str::SmolStr;
use value::{Path, PathStep};

use crate::targets::Selection;
use crate::walk::Walk;
use crate::world::Map;

/// Finds the attributes that the changes of a plan depend on.
pub(crate) fn relevant_attributes(
    walk: &Walk<'_>,
    plan: &Plan,
    selection: &Selection,
) -> Vec<RelevantAttribute> {
    let mut search = Search { walk, seen: Map::default(), pending: Vec::new(), found: Vec::new() };
    let root = Place { module: 0, addr: ModuleInstance::root() };
    for (name, _) in plan.outputs.iter().filter(|(_, change)| change.action != Action::NoOp) {
        search.output(&root, name);
    }
    if plan.mode != Mode::Destroy {
        search.outputs_of_modules();
    }
    let mut blocks: Map<AbsResource, ()> = Map::default();
    for change in plan.changes.iter().filter(|change| change.action != Action::NoOp) {
        let resource = change.addr.resource();
        if blocks.insert(resource.clone(), ()).is_none() {
            search.resource(&resource);
        }
    }
    if plan.mode == Mode::Destroy {
        // What was read goes as well, though no change says so.
        let read = plan.prior_state.resources.iter().filter(|(addr, found)| {
            let goes = |key: &Option<InstanceKey>| selection.forgets_data(&addr.instance(key.clone()));
            addr.resource.mode == ResourceMode::Data && found.instances.keys().any(goes)
        });
        read.for_each(|(resource, _)| search.resource(resource));
    }
    while let Some((place, traversal)) = search.pending.pop() {
        search.reference(&place, &traversal);
    }
    let mut found: Vec<(String, RelevantAttribute)> = search
        .found
        .into_iter()
        .map(|relevant| (format!("{}{}", relevant.resource, relevant.attribute), relevant))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found.dedup_by(|a, b| a.0 == b.0);
    found.into_iter().map(|(_, relevant)| relevant).collect()
}

/// A module by its place in the tree, and as which of its instances it is looked at. A reference to all instances
/// of a call leads to one without a key.
#[derive(Clone)]
struct Place {
    module: usize,
    addr: ModuleInstance,
}

struct Search<'a, 'w> {
    walk: &'a Walk<'w>,
    /// Names that were gone into, each with its module and the steps that followed.
    seen: Map<String, ()>,
    /// References that are still to be followed.
    pending: Vec<(Place, AbsTraversal)>,
    found: Vec<RelevantAttribute>,
}

impl Search<'_, '_> {
    /// Whether something is looked at for the first time.
    fn is_new(&mut self, place: &Place, name: &str, rest: &[Step]) -> bool {
        let key = format!("{} {name}{}", place.addr, path_of(rest));
        self.seen.insert(key, ()).is_none()
    }

    fn module(&self, place: &Place) -> &config::Module {
        &self.walk.setup.tree.modules[place.module].module
    }

    /// The outputs of called modules are not remembered, so they count as changed unless they are null.
    fn outputs_of_modules(&mut self) {
        for world in self.walk.world.all_instances().filter(|world| !world.addr.is_root()) {
            let place = Place { module: world.module, addr: world.addr.clone() };
            for (name, value) in world.outputs.borrow().iter() {
                if !value.is_null() {
                    self.output(&place, name);
                }
            }
        }
    }

    fn resource(&mut self, resource: &AbsResource) {
        let tree = self.walk.setup.tree;
        let mut module = 0;
        for step in resource.module.steps() {
            let Some(child) = tree.modules[module].children.get(&step.name) else { return };
            module = *child;
        }
        let place = Place { module, addr: resource.module.clone() };
        let Some(config) = tree.modules[module].module.resources.get(&resource.resource) else {
            return;
        };
        self.block(&place, config, config.body_references());
    }

    /// Follows references in a block, and where they lead to what differs between its instances also those that decide
    /// about the instances.
    fn block(&mut self, place: &Place, config: &ResourceConfig, references: Vec<AbsTraversal>) {
        if references.iter().any(|traversal| matches!(traversal.root.as_str(), "count" | "each")) {
            self.repetition(place, config);
        }
        self.references(place, references);
    }

    /// What decides about the instances of a block.
    fn repetition(&mut self, place: &Place, config: &ResourceConfig) {
        let references = config.repetition.expressions().flat_map(hcl::Expression::references).collect();
        self.references(place, references);
    }

    /// What the part of a block that a reference leads to refers to: the argument that it names, or all that is written.
    fn part(&mut self, place: &Place, addr: &AbsResourceInstance, rest: &[Step]) {
        if !self.is_new(place, &addr.resource.to_string(), rest) {
            return;
        }
        let tree = self.walk.setup.tree;
        let module = &tree.modules[place.module].module;
        let Some(config) = module.resources.get(&addr.resource.resource) else { return };
        let name = rest.first().and_then(|step| match &step.kind {
            StepKind::Attr(name) => Some(name.as_str()),
            StepKind::Index(key) => key.as_str(),
        });
        let references = match name {
            Some(name) => config.references_of(name),
            None => config.body_references(),
        };
        self.block(place, config, references);
    }

    fn references(&mut self, place: &Place, references: Vec<AbsTraversal>) {
        self.pending.extend(references.into_iter().map(|traversal| (place.clone(), traversal)));
    }

    fn reference(&mut self, place: &Place, traversal: &AbsTraversal) {
        let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { return };
        let rest = &traversal.steps[parsed.used..];
        match parsed.subject {
            Referenceable::Resource(resource) => {
                let key = rest.first().and_then(lang::instance_key);
                let used = usize::from(key.is_some());
                let addr: AbsResourceInstance =
                    AbsResource { module: place.addr.clone(), resource }.instance(key);
                self.part(place, &addr, &rest[used..]);
                self.found.push(RelevantAttribute { resource: addr, attribute: path_of(&rest[used..]) });
            }
            Referenceable::Local(name) => self.local(place, &name),
            Referenceable::Variable(name) => self.variable(place, &name),
            Referenceable::ModuleCall(name) => self.call(place, &name, rest),
            _ => {}
        }
    }

    fn local(&mut self, place: &Place, name: &SmolStr) {
        if !self.is_new(place, &format!("local.{name}"), &[]) {
            return;
        }
        let expr = self.module(place).locals.get(name).map(|local| local.expr.clone());
        if let Some(expr) = expr {
            self.references(place, expr.references());
        }
    }

    fn variable(&mut self, place: &Place, name: &SmolStr) {
        if !self.is_new(place, &format!("var.{name}"), &[]) {
            return;
        }
        let tree = self.walk.setup.tree;
        let (Some((caller, _)), Some(addr)) = (&tree.modules[place.module].caller, place.addr.parent())
        else {
            return;
        };
        let caller = Place { module: *caller, addr };
        if let Some(argument) = self.walk.setup.graph.arguments(place.module).get(name) {
            self.references(&caller, argument.expr.references());
        }
    }

    fn call(&mut self, place: &Place, name: &SmolStr, rest: &[Step]) {
        let tree = self.walk.setup.tree;
        let Some(child) = tree.modules[place.module].children.get(name) else { return };
        let key = rest.first().and_then(lang::instance_key);
        let rest = &rest[usize::from(key.is_some())..];
        let child = Place { module: *child, addr: place.addr.child(name.clone(), key) };
        match rest.first().map(|step| &step.kind) {
            Some(StepKind::Attr(output)) => self.output(&child, output),
            _ => {
                let outputs: Vec<SmolStr> = self.module(&child).outputs.keys().cloned().collect();
                outputs.iter().for_each(|output| self.output(&child, output));
            }
        }
    }

    fn output(&mut self, place: &Place, name: &SmolStr) {
        if !self.is_new(place, &format!("output.{name}"), &[]) {
            return;
        }
        let expr = self.module(place).outputs.get(name).and_then(|output| output.value.clone());
        if let Some(expr) = expr {
            self.references(place, expr.references());
        }
    }
}

fn path_of(steps: &[Step]) -> Path {
    Path(
        steps
            .iter()
            .map(|step| match &step.kind {
                StepKind::Attr(name) => PathStep::Attr(name.clone()),
                StepKind::Index(key) => PathStep::Index((**key).clone()),
            })
            .collect(),
    )
}
