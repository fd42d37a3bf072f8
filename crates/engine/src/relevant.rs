//! Which attributes of resources what changes depends on: found in the text, through locals, variables and outputs.

use std::rc::Rc;

use addrs::{AbsResource, AbsResourceInstance, ModuleInstance, ModuleStep, Referenceable};
use hcl::AbsTraversal;
use hcl::syntax::ast::{Step, StepKind};
use plan::{Action, Plan, RelevantAttribute};
use smol_str::SmolStr;
use value::{Path, PathStep};

use crate::walk::Walk;
use crate::world::{Map, ModuleWorld};

/// Finds the attributes that the changes of a plan depend on.
pub(crate) fn relevant_attributes(walk: &Walk<'_>, plan: &Plan) -> Vec<RelevantAttribute> {
    let mut search = Search { walk, seen: Map::default(), found: Vec::new() };
    for (name, _) in plan.outputs.iter().filter(|(_, change)| change.action != Action::NoOp) {
        search.output(&walk.world.root(), name, &[]);
    }
    search.outputs_of_modules();
    let mut blocks: Map<AbsResource, ()> = Map::default();
    for change in plan.changes.iter().filter(|change| change.action != Action::NoOp) {
        let resource = change.addr.resource();
        if blocks.insert(resource.clone(), ()).is_none() {
            search.resource(&resource);
        }
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

struct Search<'a, 'w> {
    walk: &'a Walk<'w>,
    /// Names that were gone into, each with its module and the steps that followed.
    seen: Map<String, ()>,
    found: Vec<RelevantAttribute>,
}

impl Search<'_, '_> {
    /// Whether something is looked at for the first time.
    fn is_new(&mut self, module: &ModuleWorld, name: &str, rest: &[Step]) -> bool {
        let key = format!("{} {name}{}", module.addr, path_of(rest));
        self.seen.insert(key, ()).is_none()
    }

    /// The outputs of called modules are not remembered, so they always count as changed. They are looked at once for
    /// all instances of a module, which is then named without keys.
    fn outputs_of_modules(&mut self) {
        for (index, module) in self.walk.setup.tree.modules.iter().enumerate().skip(1) {
            let instances = self.walk.world.instances(index);
            let Some(world) = instances.first() else { continue };
            let mut search = Search { walk: self.walk, seen: Map::default(), found: Vec::new() };
            let known = world.outputs.borrow();
            let outputs = module.module.outputs.keys().filter(|name| known.contains_key(*name));
            outputs.for_each(|name| search.output(world, name, &[]));
            self.found.extend(search.found.into_iter().map(|mut relevant| {
                let steps = relevant.resource.module.steps().iter();
                let steps = steps.map(|step| ModuleStep { name: step.name.clone(), key: None }).collect();
                relevant.resource.module = ModuleInstance::new(steps);
                relevant
            }));
        }
    }

    fn resource(&mut self, resource: &AbsResource) {
        let tree = self.walk.setup.tree;
        let mut world = self.walk.world.root();
        for step in resource.module.steps() {
            let call = world.calls.borrow().get(&step.name).cloned();
            let Some(child) = call.and_then(|call| call.at(step.key.as_ref()).cloned()) else { return };
            world = child;
        }
        let Some(config) = tree.modules[world.module].module.resources.get(&resource.resource) else {
            return;
        };
        let mut references = config.body_references();
        references.extend(config.repetition.expressions().flat_map(hcl::Expression::references));
        self.references(&world, &references, &[]);
    }

    fn references(&mut self, world: &Rc<ModuleWorld>, references: &[AbsTraversal], after: &[Step]) {
        for traversal in references {
            self.reference(world, traversal, after);
        }
    }

    /// `after` are the steps that the value of the whole expression is gone into with.
    fn reference(&mut self, world: &Rc<ModuleWorld>, traversal: &AbsTraversal, after: &[Step]) {
        let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { return };
        let mut rest = traversal.steps[parsed.used..].to_vec();
        rest.extend_from_slice(after);
        match parsed.subject {
            Referenceable::Resource(resource) => {
                let key = rest.first().and_then(lang::instance_key);
                let used = usize::from(key.is_some());
                let addr: AbsResourceInstance =
                    AbsResource { module: world.addr.clone(), resource }.instance(key);
                self.found.push(RelevantAttribute { resource: addr, attribute: path_of(&rest[used..]) });
            }
            Referenceable::Local(name) => self.local(world, &name, &rest),
            Referenceable::Variable(name) => self.variable(world, &name, &rest),
            Referenceable::ModuleCall(name) => self.call(world, &name, &rest),
            _ => {}
        }
    }

    fn local(&mut self, world: &Rc<ModuleWorld>, name: &SmolStr, rest: &[Step]) {
        if !self.is_new(world, &format!("local.{name}"), rest) {
            return;
        }
        let tree = self.walk.setup.tree;
        if let Some(local) = tree.modules[world.module].module.locals.get(name) {
            let (references, rest) = inside(&local.expr, rest);
            self.references(world, &references, rest);
        }
    }

    fn variable(&mut self, world: &Rc<ModuleWorld>, name: &SmolStr, rest: &[Step]) {
        if !self.is_new(world, &format!("var.{name}"), rest) {
            return;
        }
        let Some(parent) = &world.parent else { return };
        if let Some(argument) = self.walk.setup.graph.arguments(world.module).get(name) {
            let (references, rest) = inside(&argument.expr, rest);
            self.references(parent, &references, rest);
        }
    }

    fn call(&mut self, world: &Rc<ModuleWorld>, name: &SmolStr, rest: &[Step]) {
        let call = world.calls.borrow().get(name).cloned();
        let Some(call) = call else { return };
        let key = rest.first().and_then(lang::instance_key);
        let rest = &rest[usize::from(key.is_some())..];
        let output = match rest.first().map(|step| &step.kind) {
            Some(StepKind::Attr(output)) => Some(output.clone()),
            _ => None,
        };
        let children = call.children.iter().filter(|child| {
            key.is_none() || child.addr.steps().last().and_then(|step| step.key.as_ref()) == key.as_ref()
        });
        for child in children {
            match &output {
                Some(output) => self.output(child, output, &rest[1..]),
                None => {
                    let outputs = &self.walk.setup.tree.modules[child.module].module.outputs;
                    outputs.keys().for_each(|output| self.output(child, output, &[]));
                }
            }
        }
    }

    fn output(&mut self, world: &Rc<ModuleWorld>, name: &SmolStr, rest: &[Step]) {
        if !self.is_new(world, &format!("output.{name}"), rest) {
            return;
        }
        let output = self.walk.setup.tree.modules[world.module].module.outputs.get(name);
        if let Some(expr) = output.and_then(|output| output.value.as_ref()) {
            let (references, rest) = inside(expr, rest);
            self.references(world, &references, rest);
        }
    }
}

/// What an expression refers to, and the steps to go into each with: only a plain reference is gone into.
fn inside<'a>(expr: &hcl::Expression, rest: &'a [Step]) -> (Vec<AbsTraversal>, &'a [Step]) {
    match expr.as_traversal() {
        Ok(traversal) => (vec![traversal], rest),
        Err(_) => (expr.references(), &[]),
    }
}

fn path_of(steps: &[Step]) -> Path {
    Path(
        steps
            .iter()
            .map(|step| match &step.kind {
                StepKind::Attr(name) => PathStep::Attr(name.clone()),
                StepKind::Index(key) => PathStep::Index(key.clone()),
            })
            .collect(),
    )
}
