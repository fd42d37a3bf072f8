//! The static reference graph: one node per declaration, an edge for everything its text refers to.
//!
//! What is written counts, not what is read: a branch that is never taken is an edge too. Order, cycles
//! and what to skip after a failure all come from here.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use addrs::{InstanceKey, Referenceable, Resource};
use diag::SourceRange;
use hcl::syntax::ast::{Step, StepKind};
use hcl::{AbsTraversal, Attribute, Expression};
use smol_str::SmolStr;

use crate::action::ActionTrigger;
use crate::body_walk;
use crate::condition::Condition;
use crate::module::Module;
use crate::module_call::ModuleCall;
use crate::provider::{ProviderKey, ProviderName};
use crate::refactor::Import;
use crate::resource::ResourceConfig;
use crate::sorted::Sorted;
use crate::tree::ModuleTree;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The value of a variable.
    Variable(SmolStr),
    /// The `validation` blocks of a variable, which may refer to more than its value does.
    Validation(SmolStr),
    /// A local value.
    Local(SmolStr),
    /// An output value.
    Output(SmolStr),
    /// A resource.
    Resource(Resource),
    /// How many instances a call of a module has, and what must be there before.
    Call(SmolStr),
    /// Everything in the modules of a call: whoever refers to a call as a whole waits for all of it.
    CallEnd(SmolStr),
    /// A configuration of a provider.
    Provider(ProviderName),
    /// A `check` block.
    Check(SmolStr),
    /// An `import` block, by its place among them.
    Import(usize),
    /// The `action_trigger` blocks of a resource: what is done when all its instances were visited.
    Triggers(Resource),
}

/// A declaration in one of the modules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The module's index in the tree.
    pub module: usize,
    /// What is declared.
    pub item: Item,
}

/// Where among the nodes of a module each declaration is.
type Places = HashMap<Item, usize, foldhash::fast::RandomState>;

/// The graph.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// For each module where among its nodes each declaration is; shared by all calls of one folder.
    places: Vec<Rc<Places>>,
    /// For each node those that it needs, one node after the other, and where those of each end.
    needed: Vec<usize>,
    ends: Vec<usize>,
    /// For nodes that come after others without needing them: which. Only actions are the reason for that.
    waits: BTreeMap<usize, Vec<usize>>,
    /// For each module its nodes.
    of_module: Vec<Range<usize>>,
    /// For each module the arguments of the call that it was loaded for.
    arguments: Vec<BTreeMap<SmolStr, Attribute>>,
    /// Made when it is first asked for.
    sorted: OnceCell<Sorted>,
}

impl Graph {
    /// Builds the graph of all modules.
    pub fn build(tree: &ModuleTree) -> Graph {
        let mut graph = Graph::default();
        let mut known: HashMap<*const Module, Rc<Places>> = HashMap::new();
        for (index, module) in tree.modules.iter().enumerate() {
            let first = graph.nodes.len();
            let items = items_of(&module.module);
            let places = known.entry(Arc::as_ptr(&module.module)).or_insert_with(|| {
                Rc::new(items.iter().cloned().enumerate().map(|(at, item)| (item, at)).collect())
            });
            graph.places.push(places.clone());
            graph.nodes.extend(items.into_iter().map(|item| Node { module: index, item }));
            graph.of_module.push(first..graph.nodes.len());
            let call = module
                .caller
                .as_ref()
                .and_then(|(caller, name)| tree.modules[*caller].module.module_calls.get(name));
            let attributes = call.map(|call| call.body.items().attributes).unwrap_or_default();
            graph
                .arguments
                .push(attributes.into_iter().map(|attribute| (attribute.name.clone(), attribute)).collect());
        }
        // Whoever is imported needs what its import block refers to.
        let targets = graph.import_targets(tree);
        let mut imports: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (node, target) in &targets {
            imports.entry(*target).or_default().push(*node);
        }
        let mut found = Vec::new();
        for at in 0..graph.nodes.len() {
            graph.find_dependencies(tree, at, &mut found);
            if let Some(target) = targets.get(&at) {
                // Its id cannot come from itself: it is told so where the id is asked for.
                found.retain(|needed| needed != target);
            }
            found.extend(imports.get(&at).into_iter().flatten());
            // Whoever refers to itself directly is told so, which is better than a cycle of one.
            found.retain(|needed| *needed != at);
            found.sort_unstable();
            found.dedup();
            graph.needed.append(&mut found);
            graph.ends.push(graph.needed.len());
        }
        graph.add_waits(tree);
        graph
    }

    /// The import blocks, each with the resource that it goes to.
    fn import_targets(&self, tree: &ModuleTree) -> BTreeMap<usize, usize> {
        let imports = tree.modules.first().map(|root| root.module.imports.as_slice()).unwrap_or_default();
        let with_target = imports.iter().enumerate().filter_map(|(index, import)| {
            Some((self.find(0, Item::Import(index))?, self.import_target(tree, import)?))
        });
        with_target.collect()
    }

    /// The resource that an import goes to, if it is declared.
    fn import_target(&self, tree: &ModuleTree, import: &Import) -> Option<usize> {
        let mut module = 0;
        for (name, _) in &import.target.modules {
            module = *tree.modules[module].children.get(name)?;
        }
        self.find(module, Item::Resource(import.target.resource.as_ref()?.resource.clone()))
    }

    /// Actions have their place between the resource that triggers them and what needs that resource.
    fn add_waits(&mut self, tree: &ModuleTree) {
        let triggers: Vec<(usize, usize)> =
            (0..self.nodes.len()).filter_map(|at| self.triggered_by(at).map(|by| (at, by))).collect();
        for (_, resource) in &triggers {
            let Node { module, item: Item::Resource(of) } = &self.nodes[*resource] else { continue };
            let Some(config) = tree.modules[*module].module.resources.get(of) else { continue };
            let before = config.lifecycle.action_triggers.iter().filter(|trigger| trigger.is_before());
            let references: Vec<AbsTraversal> = before.flat_map(ActionTrigger::references).collect();
            let mut found = Vec::new();
            self.resolve_all(tree, *module, &references, &mut found);
            found.retain(|needed| needed != resource);
            self.waits.entry(*resource).or_default().extend(found);
        }
        let resources: BTreeSet<usize> = triggers.iter().map(|(_, resource)| *resource).collect();
        let mut dependents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for node in (0..self.nodes.len()).filter(|_| !resources.is_empty()) {
            for needed in self.dependencies(node).iter().filter(|needed| resources.contains(needed)) {
                dependents.entry(*needed).or_default().push(node);
            }
        }
        for (at, resource) in triggers {
            // What an action itself needs cannot wait for it.
            let mut needed = BTreeSet::new();
            let mut work = vec![at];
            while let Some(node) = work.pop() {
                if needed.insert(node) {
                    work.extend(self.comes_after(node));
                }
            }
            for node in dependents.get(&resource).into_iter().flatten().filter(|node| !needed.contains(node))
            {
                self.waits.entry(*node).or_default().push(at);
            }
        }
    }

    /// The resource whose triggers a node stands for.
    pub fn triggered_by(&self, at: usize) -> Option<usize> {
        let Node { module, item: Item::Triggers(resource) } = &self.nodes[at] else { return None };
        self.find(*module, Item::Resource(resource.clone()))
    }

    /// The nodes that come before a node without being needed by it.
    pub fn waits(&self, at: usize) -> &[usize] {
        self.waits.get(&at).map_or(&[], Vec::as_slice)
    }

    /// All nodes that come before a node.
    pub fn comes_after(&self, at: usize) -> impl Iterator<Item = usize> {
        self.dependencies(at).iter().chain(self.waits(at)).copied()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node at an index.
    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    /// The nodes that a node needs.
    pub fn dependencies(&self, at: usize) -> &[usize] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.needed[start..self.ends[at]]
    }

    /// The arguments of the call that a module was loaded for.
    pub fn arguments(&self, module: usize) -> &BTreeMap<SmolStr, Attribute> {
        &self.arguments[module]
    }

    /// The node of a declaration.
    pub fn find(&self, module: usize, item: Item) -> Option<usize> {
        let place = self.places.get(module)?.get(&item)?;
        Some(self.of_module[module].start + place)
    }

    fn find_dependencies(&self, tree: &ModuleTree, at: usize, found: &mut Vec<usize>) {
        let Node { module, item } = &self.nodes[at];
        let caller = &tree.modules[*module].caller;
        // Everything in a module needs to know how many instances of it there are.
        if let Some((caller, name)) = caller {
            found.extend(self.find(*caller, Item::Call(name.clone())));
        }
        match (item, caller) {
            (Item::Variable(name), Some((caller, _))) => {
                if let Some(argument) = self.arguments[*module].get(name) {
                    for traversal in argument.expr.references() {
                        self.resolve(tree, *caller, &traversal, found);
                    }
                }
            }
            (Item::Variable(_), None) => {}
            (Item::Validation(name), _) => found.extend(self.find(*module, Item::Variable(name.clone()))),
            (Item::Resource(resource), _) => {
                if let Some(config) = tree.modules[*module].module.resources.get(resource) {
                    found.extend(self.provider(tree, *module, config));
                }
            }
            (Item::Triggers(resource), _) => {
                found.extend(self.find(*module, Item::Resource(resource.clone())));
            }
            (Item::Check(name), _) => {
                let check = tree.modules[*module].module.checks.get(name);
                let data = check.and_then(|check| check.data.as_ref());
                found.extend(data.and_then(|data| self.find(*module, Item::Resource(data.resource.clone()))));
            }
            (Item::CallEnd(name), _) => {
                found.extend(self.find(*module, Item::Call(name.clone())));
                if let Some(child) = tree.modules[*module].children.get(name) {
                    found.extend(self.of_module[*child].clone());
                }
            }
            _ => {}
        }
        for traversal in references(&tree.modules[*module].module, item) {
            self.resolve(tree, *module, &traversal, found);
        }
    }

    /// What the text of a node refers to, and the module whose names these are.
    fn written_references(&self, tree: &ModuleTree, at: usize) -> (usize, Vec<AbsTraversal>) {
        let Node { module, item } = &self.nodes[at];
        match (item, &tree.modules[*module].caller) {
            (Item::Variable(name), Some((caller, _))) => {
                let argument = self.arguments[*module].get(name);
                (*caller, argument.map(|argument| argument.expr.references()).unwrap_or_default())
            }
            _ => (*module, references(&tree.modules[*module].module, item)),
        }
    }

    /// Where the text of a node refers to another one, if it does.
    pub fn reference(&self, tree: &ModuleTree, from: usize, to: usize) -> Option<SourceRange> {
        let (module, traversals) = self.written_references(tree, from);
        let refers = |traversal: &&AbsTraversal| {
            let mut found = Vec::new();
            self.resolve(tree, module, traversal, &mut found);
            found.contains(&to)
        };
        traversals.iter().find(refers).map(AbsTraversal::range)
    }

    /// What a node needs only because of some of the references in its text.
    pub(crate) fn needed_only_by(
        &self,
        tree: &ModuleTree,
        at: usize,
        is_meant: impl Fn(&AbsTraversal) -> bool,
    ) -> BTreeSet<usize> {
        let (module, traversals) = self.written_references(tree, at);
        let (mut of_meant, mut of_others) = (Vec::new(), Vec::new());
        for traversal in &traversals {
            let found = if is_meant(traversal) { &mut of_meant } else { &mut of_others };
            self.resolve(tree, module, traversal, found);
        }
        of_meant.into_iter().filter(|needed| !of_others.contains(needed)).collect()
    }

    /// What a node needs, one by one: a resource with a key where only that instance is named, by a constant key. By its
    /// text, so it costs as much as finding what it refers to.
    pub fn needs(&self, tree: &ModuleTree, at: usize) -> Vec<(usize, Option<InstanceKey>)> {
        let (module, traversals) = self.written_references(tree, at);
        let mut needs = Vec::new();
        for traversal in traversals {
            let mut found = Vec::new();
            self.resolve(tree, module, &traversal, &mut found);
            for needed in found {
                let is_resource = matches!(self.nodes[needed].item, Item::Resource(_));
                let step = || {
                    let parsed = lang::parse_reference(traversal.as_reference()).ok()?;
                    traversal.steps.get(parsed.used)
                };
                let key = if is_resource { step().and_then(lang::instance_key) } else { None };
                needs.push((needed, key));
            }
        }
        // What is not in its text, such as the configuration of its provider.
        let said: BTreeSet<usize> = needs.iter().map(|(needed, _)| *needed).collect();
        let others = self.dependencies(at).iter().filter(|needed| !said.contains(needed));
        needs.extend(others.map(|needed| (*needed, None)));
        needs.retain(|(needed, _)| *needed != at);
        needs
    }

    /// The instances of a resource that a node needs, where everything it says of the resource names one by a
    /// constant key; nothing where it needs all of them.
    pub fn needed_instances(
        &self,
        tree: &ModuleTree,
        at: usize,
        resource: usize,
    ) -> Option<Vec<InstanceKey>> {
        let needs = self.needs(tree, at).into_iter();
        let keys: Option<Vec<InstanceKey>> =
            needs.filter(|(needed, _)| *needed == resource).map(|(_, key)| key).collect();
        keys.filter(|keys| !keys.is_empty())
    }

    /// The configuration of the provider that a resource uses, in its module or that of a caller.
    fn provider(&self, tree: &ModuleTree, module: usize, config: &ResourceConfig) -> Option<usize> {
        let (at, name) = tree.provider_config(module, &config.provider_name());
        self.find(at, Item::Provider(name))
    }

    /// The nodes that references in a module mean.
    pub fn resolve_all(
        &self,
        tree: &ModuleTree,
        module: usize,
        references: &[AbsTraversal],
        found: &mut Vec<usize>,
    ) {
        references.iter().for_each(|traversal| self.resolve(tree, module, traversal, found));
    }

    /// The nodes that a reference in a module means; none where nothing of that name is declared.
    fn resolve(&self, tree: &ModuleTree, module: usize, traversal: &AbsTraversal, found: &mut Vec<usize>) {
        let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { return };
        match parsed.subject {
            Referenceable::Variable(name) => {
                found.extend(self.find(module, Item::Variable(name.clone())));
                // Nothing goes on with a value that is not valid.
                found.extend(self.find(module, Item::Validation(name)));
            }
            Referenceable::Local(name) => found.extend(self.find(module, Item::Local(name))),
            Referenceable::Resource(resource) => found.extend(self.find(module, Item::Resource(resource))),
            Referenceable::ModuleCall(name) => {
                found.extend(self.find(module, Item::Call(name.clone())));
                let Some(child) = tree.modules[module].children.get(&name) else { return };
                let steps = &traversal.steps[parsed.used..];
                let output =
                    output_of(tree.modules[module].module.module_calls.get(&name).map(Box::as_ref), steps);
                // What is no output, as in `try(module.m.x, 1)`, may be anything of the module.
                let output = output.and_then(|output| self.find(*child, Item::Output(output.clone())));
                found.extend(output.or_else(|| self.find(module, Item::CallEnd(name))));
            }
            _ => {}
        }
    }

    /// The nodes in an order in which each comes after all that it needs; those of a cycle together.
    pub fn order(&self) -> &[usize] {
        &self.sorted().order
    }

    /// Nodes that all need each other, and where they stand in the order.
    pub(crate) fn cycles(&self) -> &[Range<usize>] {
        &self.sorted().cycles
    }

    fn sorted(&self) -> &Sorted {
        self.sorted.get_or_init(|| {
            Sorted::new(self.nodes.len(), |at, edge| {
                let needed = self.dependencies(at);
                needed.get(edge).or_else(|| self.waits(at).get(edge - needed.len())).copied()
            })
        })
    }

    /// A node in the words of messages about cycles.
    pub fn label(&self, tree: &ModuleTree, at: usize) -> String {
        let Node { module, item } = &self.nodes[at];
        let prefix = tree.address(*module);
        let dot = if prefix.is_empty() { "" } else { "." };
        let name = match item {
            Item::Variable(name) if *module == 0 => format!("var.{name}"),
            Item::Variable(name) => format!("var.{name} (expand)"),
            Item::Validation(name) => format!("var.{name} (validation)"),
            Item::Local(name) => format!("local.{name} (expand)"),
            Item::Output(name) if *module == 0 => format!("output.{name}"),
            Item::Output(name) => format!("output.{name} (expand)"),
            Item::Resource(resource) => resource.to_string(),
            Item::Call(name) => format!("module.{name} (expand)"),
            Item::CallEnd(name) => format!("module.{name} (close)"),
            Item::Provider(name) => format!("provider.{name}"),
            Item::Check(name) => format!("check.{name}"),
            Item::Import(index) => format!("import {}", index + 1),
            Item::Triggers(resource) => format!("{resource} (actions)"),
        };
        format!("{prefix}{dot}{name}")
    }
}

/// What a module declares, in the order of its nodes.
fn items_of(declared: &Module) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    items.extend(declared.variables.keys().cloned().map(Item::Variable));
    let validated = declared.variables.values().filter(|variable| !variable.validations.is_empty());
    items.extend(validated.map(|variable| Item::Validation(variable.name.clone())));
    items.extend(declared.locals.keys().cloned().map(Item::Local));
    items.extend(declared.outputs.keys().cloned().map(Item::Output));
    items.extend(declared.resources.keys().cloned().map(Item::Resource));
    items.extend(declared.module_calls.keys().cloned().map(Item::Call));
    items.extend(declared.module_calls.keys().cloned().map(Item::CallEnd));
    items.extend(declared.providers.keys().cloned().map(Item::Provider));
    items.extend(declared.checks.keys().cloned().map(Item::Check));
    items.extend((0..declared.imports.len()).map(Item::Import));
    let triggering =
        declared.resources.values().filter(|config| !config.lifecycle.action_triggers.is_empty());
    items.extend(triggering.map(|config| Item::Triggers(config.resource.clone())));
    items
}

/// The output of a call that the steps behind its name go to; nothing where the call is meant as a whole. The key of an
/// instance may be written as an attribute too, and then it is not told apart from an output before there are instances.
fn output_of<'a>(call: Option<&ModuleCall>, steps: &'a [Step]) -> Option<&'a SmolStr> {
    let attribute = |step: &'a Step| match &step.kind {
        StepKind::Attr(name) => Some(name),
        StepKind::Index(_) => None,
    };
    let is_many =
        call.is_some_and(|call| call.repetition.count.is_some() || call.repetition.for_each.is_some());
    match steps {
        [key, _, ..] if is_many && attribute(key).is_some() => None,
        steps => steps.iter().find_map(attribute),
    }
}

/// Everything that the text of a declaration refers to in its own module.
fn references(module: &Module, item: &Item) -> Vec<AbsTraversal> {
    let mut found = Vec::new();
    match item {
        Item::Variable(_) | Item::CallEnd(_) => {}
        Item::Validation(name) => {
            let validations = module.variables.get(name).map(|variable| variable.validations.as_slice());
            add_conditions(validations.unwrap_or_default(), &mut found);
        }
        Item::Local(name) => add(module.locals.get(name).map(|local| &local.expr), &mut found),
        Item::Output(name) => {
            if let Some(output) = module.outputs.get(name) {
                add(&output.value, &mut found);
                add_conditions(&output.preconditions, &mut found);
                found.extend_from_slice(&output.depends_on);
            }
        }
        Item::Resource(resource) => {
            if let Some(config) = module.resources.get(resource) {
                add_resource(config, &mut found);
                // What the module says to the provider goes with every call about the resource.
                let said = module.settings.provider_metas.get(&config.provider_name().local);
                let said = said.map(|said| body_walk::expressions(&said.body)).unwrap_or_default();
                found.extend(said.iter().flat_map(body_walk::Found::references));
            }
        }
        Item::Call(name) => {
            if let Some(call) = module.module_calls.get(name) {
                add(call.repetition.expressions(), &mut found);
                let keys = call.providers.iter().filter_map(|(_, ours)| ours.key.as_ref());
                add(keys.filter_map(ProviderKey::expression), &mut found);
                found.extend_from_slice(&call.depends_on);
            }
        }
        Item::Provider(name) => {
            if let Some(provider) = module.providers.get(name) {
                add(&provider.for_each, &mut found);
                found.extend(
                    body_walk::expressions(&provider.body).iter().flat_map(body_walk::Found::references),
                );
            }
        }
        Item::Check(name) => {
            add_conditions(
                module.checks.get(name).map(|check| check.asserts.as_slice()).unwrap_or_default(),
                &mut found,
            );
        }
        Item::Import(index) => {
            let import = &module.imports[*index];
            let keys = import.keys.iter().map(|(_, key)| key);
            add(import.id.iter().chain(&import.identity).chain(&import.for_each).chain(keys), &mut found);
        }
        Item::Triggers(resource) => {
            let triggers = module.resources.get(resource).map(|config| &config.lifecycle.action_triggers);
            found.extend(triggers.into_iter().flatten().flat_map(ActionTrigger::references));
        }
    }
    found
}

fn add_resource(config: &ResourceConfig, found: &mut Vec<AbsTraversal>) {
    let lifecycle = &config.lifecycle;
    add(config.repetition.expressions(), found);
    add(config.list.iter().flat_map(|list| list.expressions()), found);
    let key = config.provider.as_ref().and_then(|provider| provider.key.as_ref());
    add(key.and_then(ProviderKey::expression), found);
    add(
        lifecycle.prevent_destroy.iter().chain(&lifecycle.destroy).chain(&lifecycle.replace_triggered_by),
        found,
    );
    add_conditions(&lifecycle.preconditions, found);
    add_conditions(&lifecycle.postconditions, found);
    found.extend_from_slice(&config.depends_on);
    let connections = config
        .connection
        .iter()
        .chain(config.provisioners.iter().flat_map(|provisioner| &provisioner.connection));
    let bodies = std::iter::once(&config.body)
        .chain(connections.map(|connection| &connection.body))
        .chain(config.provisioners.iter().map(|provisioner| &provisioner.body));
    for body in bodies {
        found.extend(body_walk::expressions(body).iter().flat_map(body_walk::Found::references));
    }
}

fn add<'a>(expressions: impl IntoIterator<Item = &'a Expression>, found: &mut Vec<AbsTraversal>) {
    found.extend(expressions.into_iter().flat_map(Expression::references));
}

fn add_conditions(conditions: &[Condition], found: &mut Vec<AbsTraversal>) {
    add(conditions.iter().flat_map(Condition::expressions), found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::tree;

    /// The components in order, each by its labels.
    fn check(files: &[(&str, &str)], expect: &[&str]) {
        let (tree, diags) = tree(files);
        assert!(!diags.has_errors(), "{diags:?}");
        let graph = Graph::build(&tree);
        let is_with_next =
            |at: usize| graph.cycles().iter().any(|cycle| cycle.contains(&at) && at + 1 < cycle.end);
        let (mut found, mut together) = (Vec::new(), Vec::new());
        for (at, node) in graph.order().iter().enumerate() {
            together.push(graph.label(&tree, *node));
            if !is_with_next(at) {
                together.sort();
                found.push(std::mem::take(&mut together).join(" "));
            }
        }
        assert_eq!(found, expect, "{files:?}");
    }

    #[test]
    fn what_is_needed_comes_first() {
        let main = r#"
            locals {
              a = local.b
              b = var.c
            }
            variable "c" {}
            output "d" {
              value = x_y.z.i
            }
            resource "x_y" "z" {
              e {
                f = local.a
              }
            }
        "#;
        check(&[("main.tf", main)], &["var.c", "local.b (expand)", "local.a (expand)", "x_y.z", "output.d"]);
        check(
            &[("main.tf", "locals {\n  a = true ? 1 : local.b\n  b = local.a\n  c = local.c\n}\n")],
            &["local.a (expand) local.b (expand)", "local.c (expand)"],
        );
        let main = "module \"m\" {\n  source = \"./m\"\n  i = module.m.p\n}\n";
        let child = "variable \"i\" {}\noutput \"o\" {\n  value = var.i\n}\noutput \"p\" {\n  value = 1\n}\n";
        check(
            &[("main.tf", main), ("m/main.tf", child)],
            &[
                "module.m (expand)",
                "module.m.output.p (expand)",
                "module.m.var.i (expand)",
                "module.m.output.o (expand)",
                "module.m (close)",
            ],
        );
    }

    #[test]
    fn keys_of_modules_may_be_attributes() {
        let child = "output \"o\" {\n  value = 1\n}\noutput \"p\" {\n  value = 2\n}\n";
        let needs = |text: &str| {
            let main = format!(
                "module \"m\" {{\n  source = \"./m\"\n  for_each = {{}}\n}}\nlocals {{\n  l = module.m{text}\n}}\n"
            );
            let (tree, _) = tree(&[("main.tf", &main), ("m/main.tf", child)]);
            let graph = Graph::build(&tree);
            let local = (0..graph.len()).find(|at| graph.label(&tree, *at) == "local.l (expand)").unwrap();
            let needed = graph.dependencies(local).iter();
            needed.map(|at| graph.label(&tree, *at)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(needs(".k.o"), "module.m (expand) module.m (close)");
        assert_eq!(needs("[\"k\"].o"), "module.m (expand) module.m.output.o (expand)");
        assert_eq!(needs(".o"), "module.m (expand) module.m.output.o (expand)");
    }

    #[test]
    fn instances_are_needed_one_by_one_where_all_keys_are_constant() {
        let check = |text: &str, expect: Option<&[i64]>| {
            let main = format!(
                "resource \"x_y\" \"a\" {{\n  count = 3\n}}\nvariable \"i\" {{}}\nlocals {{\n  l = {text}\n}}\n"
            );
            let (tree, _) = tree(&[("main.tf", &main)]);
            let graph = Graph::build(&tree);
            let node = |label: &str| (0..graph.len()).find(|at| graph.label(&tree, *at) == label).unwrap();
            let found = graph.needed_instances(&tree, node("local.l (expand)"), node("x_y.a"));
            let expect = expect.map(|keys| keys.iter().copied().map(InstanceKey::Int).collect::<Vec<_>>());
            assert_eq!(found, expect, "{text}");
        };
        check("x_y.a[0].id", Some(&[0]));
        check("[x_y.a[0].id, x_y.a[2]]", Some(&[0, 2]));
        check("[x_y.a[0].id, length(x_y.a)]", None);
        check("x_y.a[*].id", None);
        check("x_y.a[var.i].id", None);
        check("var.i", None);
    }

    #[test]
    fn actions_stand_between_a_resource_and_what_needs_it() {
        let main = |event: &str, config: &str| {
            format!(
                "action \"a_b\" \"c\" {{\n  config {{\n    x = {config}\n  }}\n}}\nresource \"x_y\" \"z\" {{\n  lifecycle {{\n    \
                 action_trigger {{\n      events = [{event}]\n      actions = [action.a_b.c]\n    }}\n  }}\n}}\nlocals {{\n  l = \
                 x_y.z.id\n}}\n"
            )
        };
        let after = ["x_y.z", "action.a_b.c", "x_y.z (actions)", "local.l (expand)"];
        check(&[("main.tf", &main("after_create", "x_y.z.id"))], &after);
        // What the action itself needs cannot wait for it.
        let needed = ["x_y.z", "local.l (expand)", "action.a_b.c", "x_y.z (actions)"];
        check(&[("main.tf", &main("after_create", "local.l"))], &needed);
        let before = ["action.a_b.c", "x_y.z", "x_y.z (actions)", "local.l (expand)"];
        check(&[("main.tf", &main("before_create", "1"))], &before);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let mut text = String::from("locals {\n  a0 = 1\n");
        for at in 1..50_000 {
            text.push_str(&format!("  a{at} = local.a{}\n", at - 1));
        }
        let (tree, _) = tree(&[("main.tf", &format!("{text}}}\n"))]);
        assert_eq!(Graph::build(&tree).order().len(), 50_000);
    }
}
