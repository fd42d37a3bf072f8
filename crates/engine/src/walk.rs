//! Visits every declaration after those it needs, and computes its value in every instance of its module.
//!
//! What becomes of resources is not known here: it is asked of a [`Visitor`].

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

use addrs::{
    AbsResource, AbsResourceInstance, InstanceKey, ModuleInstance, Resource, ResourceInstance, ResourceMode,
};
use config::{Graph, Item, ResourceConfig, ValueError};
use diag::{Diagnostic, Diagnostics};
use futures_util::future::{LocalBoxFuture, join_all};
use futures_util::stream::{self, FuturesUnordered};
use futures_util::{FutureExt, StreamExt};
use smol_str::SmolStr;
use value::Value;

use crate::conditions::{self, Checks, Kind, Role};
use crate::ephemeral::Ephemerals;
use crate::expand::expand;
use crate::names::{BlockNames, Surroundings};
use crate::setup::Setup;
use crate::world::{Expansion, Instances, Map, ModuleWorld, Repetition, World};

/// So long work goes on before others have their turn.
const TURN: Duration = Duration::from_millis(20);

/// A resource in one instance of its module, to be visited.
pub(crate) struct ResourceVisit<'a> {
    pub(crate) node: usize,
    pub(crate) module: Rc<ModuleWorld>,
    pub(crate) config: &'a ResourceConfig,
    pub(crate) expansion: Rc<Expansion>,
    /// Whether the block's body names the block itself.
    pub(crate) refers_to_itself: bool,
}

impl ResourceVisit<'_> {
    /// The address of an instance.
    pub(crate) fn addr(&self, index: usize) -> AbsResourceInstance {
        AbsResourceInstance {
            module: self.module.addr.clone(),
            resource: ResourceInstance {
                resource: self.config.resource.clone(),
                key: self.expansion.keys[index].clone(),
            },
        }
    }
}

/// What a resource triggers, to be looked at when all its instances were visited.
pub(crate) struct TriggersVisit<'a> {
    pub(crate) node: usize,
    pub(crate) module: usize,
    /// The resource.
    pub(crate) config: &'a ResourceConfig,
}

/// What was found of a resource in one instance of its module.
pub(crate) struct Visited {
    /// The value of each instance that is written; nothing for one that failed.
    pub(crate) values: Vec<Option<Value>>,
    /// What expressions see, where that is not what is written.
    pub(crate) seen: Option<(Expansion, Vec<Value>)>,
}

/// Asks for the value of every instance of a block, so many at a time, and gives them in the order of the instances.
pub(crate) async fn each_instance<F: Future<Output = Option<Value>>>(
    count: usize,
    width: usize,
    one: impl Fn(usize) -> F,
) -> Vec<Option<Value>> {
    let mut values = vec![None; count];
    let numbered = |index| one(index).map(move |value| (index, value));
    let mut results = std::pin::pin!(stream::iter(0..count).map(numbered).buffer_unordered(width));
    while let Some((index, value)) = results.next().await {
        values[index] = value;
    }
    values
}

impl From<Vec<Option<Value>>> for Visited {
    /// Expressions see what is written.
    fn from(values: Vec<Option<Value>>) -> Self {
        Self { values, seen: None }
    }
}

/// Says what the values of instances are now.
pub(crate) trait Visitor {
    /// What was found of a resource in one instance of its module; nothing when the whole block failed.
    fn resource<'a>(
        &'a self,
        walk: &'a Walk<'a>,
        visit: ResourceVisit<'a>,
    ) -> LocalBoxFuture<'a, Option<Visited>>;

    /// Whether a block can be visited, whose instances in all instances of its module are known now.
    fn accepts(&self, _walk: &Walk<'_>, _node: usize, _visits: &[ResourceVisit<'_>]) -> bool {
        true
    }

    /// Whether a block whose instances were all visited failed nevertheless.
    fn fails(&self, _walk: &Walk<'_>, _node: usize, _config: &ResourceConfig) -> bool {
        false
    }

    /// Whether all went well with what a resource triggers.
    fn triggers<'a>(&'a self, _walk: &'a Walk<'a>, _visit: TriggersVisit<'a>) -> LocalBoxFuture<'a, bool> {
        std::future::ready(true).boxed_local()
    }

    /// Whether what needs only some instances of a block goes on when others of them failed.
    fn goes_by_instance(&self) -> bool {
        false
    }

    /// Whether a declaration is looked at; others are as if they were not there.
    fn is_wanted(&self, node: usize) -> bool;

    /// Whether a declaration is visited when all others are that do not need it, and only if no resource failed.
    fn comes_last(&self, _node: usize) -> bool {
        false
    }

    /// A declaration was visited, or skipped because of a failure.
    fn finished(&self, _node: usize, _ok: bool) {}

    /// Whether `check` blocks are evaluated.
    fn checks_blocks(&self) -> bool {
        true
    }

    /// Whether conditions that do not hold are only warned about.
    fn soft_conditions(&self) -> bool {
        false
    }

    /// What was decided before about an output of the root module.
    fn decided_output(&self, _name: &SmolStr) -> Option<Value> {
        None
    }

    /// Whether unknown numbers of instances put things off instead of being errors.
    fn deferral_allowed(&self) -> bool {
        false
    }
}

/// One visit of everything.
pub(crate) struct Walk<'w> {
    pub(crate) setup: &'w Setup<'w>,
    pub(crate) world: World<'w>,
    pub(crate) surroundings: Surroundings<'w>,
    pub(crate) checks: Checks,
    /// By node, so that they come out in one order however the work went.
    diags: RefCell<Vec<(usize, Diagnostics)>>,
    failed: RefCell<Vec<bool>>,
    /// Those that were not visited because of one that they need.
    skipped: RefCell<Vec<bool>>,
    /// For blocks that failed in some of their instances only: which.
    failed_instances: RefCell<Map<usize, BTreeSet<Option<InstanceKey>>>>,
    /// Which declarations are put off to a later run, with all that need them.
    deferred: RefCell<Vec<bool>>,
    pub(crate) ephemerals: Ephemerals,
    /// When others had their turn last.
    turned: Cell<Instant>,
}

impl<'w> Walk<'w> {
    pub(crate) fn new(setup: &'w Setup<'w>, plan_time: Option<String>, applying: bool) -> Self {
        let surroundings = Surroundings {
            files: setup.files,
            providers: setup.providers,
            workspace: setup.workspace.clone(),
            plan_time,
            applying,
        };
        Self {
            setup,
            world: World::new(setup.tree),
            surroundings,
            checks: Checks::default(),
            diags: RefCell::default(),
            failed: RefCell::new(vec![false; setup.graph.len()]),
            skipped: RefCell::new(vec![false; setup.graph.len()]),
            failed_instances: RefCell::default(),
            deferred: RefCell::new(vec![false; setup.graph.len()]),
            ephemerals: Ephemerals::new(setup.graph),
            turned: Cell::new(Instant::now()),
        }
    }

    /// The problems so far, in the order of declarations.
    pub(crate) fn take_diags(&self) -> Diagnostics {
        let mut found = self.diags.take();
        found.sort_by_key(|(node, _)| *node);
        let mut all = Diagnostics::new();
        found.into_iter().for_each(|(_, diags)| all.append(diags));
        all
    }

    /// Whether there is an error among the problems so far.
    pub(crate) fn has_errors(&self) -> bool {
        self.diags.borrow().iter().any(|(_, diags)| diags.has_errors())
    }

    /// Forgets problems of other declarations.
    pub(crate) fn keep_diags(&self, of: impl Fn(usize) -> bool) {
        self.diags.borrow_mut().retain(|(node, _)| of(*node));
    }

    /// Adds problems of a node.
    pub(crate) fn report(&self, node: usize, diags: Diagnostics) {
        if !diags.is_empty() {
            self.diags.borrow_mut().push((node, diags));
        }
    }

    /// Whether a declaration, or one that it needs, failed.
    pub(crate) fn has_failed(&self, node: usize) -> bool {
        self.failed.borrow()[node]
    }

    /// Gives others their turn when the last was a while ago: signals are not seen while work never waits.
    pub(crate) async fn take_turns(&self) {
        if self.turned.get().elapsed() > TURN {
            tokio::task::yield_now().await;
            self.turned.set(Instant::now());
        }
    }

    /// Puts a declaration off to a later run, and with it all that will be visited because it needs it.
    pub(crate) fn put_off(&self, node: usize) {
        self.deferred.borrow_mut()[node] = true;
    }

    /// Whether a declaration is put off to a later run.
    pub(crate) fn is_put_off(&self, node: usize) -> bool {
        self.deferred.borrow()[node]
    }

    /// Whether something is put off to a later run.
    pub(crate) fn puts_off(&self) -> bool {
        self.deferred.borrow().contains(&true)
    }

    /// Visits everything that is wanted. What is ephemeral is closed as soon as nobody needs it any more.
    pub(crate) async fn run(&self, visitor: &dyn Visitor) {
        let graph = self.setup.graph;
        let mut order = Order::new(graph);
        let mut running = FuturesUnordered::new();
        let mut closing = FuturesUnordered::new();
        let close = |nodes: Vec<usize>| nodes.into_iter().map(|node| self.ephemerals.close(self, node));
        // What comes last, until its turn comes.
        let (mut last, mut in_vain) = (Some(Vec::new()), false);
        loop {
            while let Some(node) = order.ready.pop_front() {
                let comes_last = visitor.comes_last(node);
                if let Some(last) = last.as_mut().filter(|_| comes_last) {
                    last.push(node);
                    continue;
                }
                self.take_turns().await;
                let skipped = graph.comes_after(node).any(|needed| self.is_spoiled(node, needed))
                    || comes_last && in_vain;
                if graph.comes_after(node).any(|needed| self.is_put_off(needed)) {
                    self.put_off(node);
                }
                let is_wanted = |node| visitor.is_wanted(node);
                let is_known = if is_wanted(node) { skipped } else { self.reads_for_check(node, is_wanted) };
                if is_known && visitor.checks_blocks() {
                    self.declare_check(node);
                }
                if !skipped && visitor.checks_blocks() && visitor.is_wanted(node) {
                    self.declare_without_instances(node);
                }
                if skipped || !visitor.is_wanted(node) {
                    self.failed.borrow_mut()[node] = skipped;
                    self.skipped.borrow_mut()[node] = skipped;
                    visitor.finished(node, !skipped);
                } else if matches!(graph.node(node).item, Item::Resource(_) | Item::Triggers(_)) {
                    running.push(self.visit_with_provider(visitor, node));
                    continue;
                } else {
                    let diags = self.visit(visitor, node);
                    self.failed.borrow_mut()[node] = diags.has_errors();
                    self.report(node, diags);
                }
                order.finish(node);
                closing.extend(close(self.ephemerals.visited(graph, node)));
            }
            if running.is_empty()
                && let Some(nodes) = last.take_if(|last| !last.is_empty())
            {
                in_vain = self.has_failed_resource();
                order.ready.extend(nodes);
                continue;
            }
            tokio::select! {
                Some((node, ok)) = running.next(), if !running.is_empty() => {
                    self.failed.borrow_mut()[node] = !ok;
                    visitor.finished(node, ok);
                    order.finish(node);
                    closing.extend(close(self.ephemerals.visited(graph, node)));
                }
                Some(next) = closing.next(), if !closing.is_empty() => closing.extend(close(next)),
                else => return,
            }
        }
    }

    /// Closes what only configurations of providers needed, when those are used no more.
    pub(crate) async fn close_ephemerals(&self) {
        let mut nodes = self.ephemerals.over(self.setup.graph);
        while !nodes.is_empty() {
            let closed = join_all(nodes.into_iter().map(|node| self.ephemerals.close(self, node))).await;
            nodes = closed.into_iter().flatten().collect();
        }
    }

    /// Whether a declaration was not visited because one that it needs failed.
    pub(crate) fn was_skipped(&self, node: usize) -> bool {
        self.skipped.borrow()[node]
    }

    /// Whether something that is made, changed or destroyed failed, or its turn did not come.
    fn has_failed_resource(&self) -> bool {
        let nodes = self.failed.borrow();
        let mut failed = nodes.iter().enumerate().filter(|(_, failed)| **failed);
        failed.any(|(node, _)| match &self.setup.graph.node(node).item {
            Item::Resource(resource) => resource.mode == ResourceMode::Managed,
            _ => false,
        })
    }

    /// Whether a declaration cannot be visited because of one that it needs.
    fn is_spoiled(&self, node: usize, needed: usize) -> bool {
        // What happened with some instances has its actions, whatever became of the others.
        if !self.has_failed(needed) || self.setup.graph.triggered_by(node) == Some(needed) {
            return false;
        }
        let failed = self.failed_instances.borrow();
        let Some(failed) = failed.get(&needed) else { return true };
        let (graph, tree) = (self.setup.graph, self.setup.tree);
        let Some(keys) = graph.needed_instances(tree, node, needed) else { return true };
        let Item::Resource(resource) = &graph.node(needed).item else { return true };
        let worlds = self.world.instances(graph.node(needed).module);
        // Who names an instance that is not there looks at all of them.
        let exists = |key: &InstanceKey| {
            worlds.iter().any(|world| {
                world.resources.borrow().get(resource).is_some_and(|instances| instances.at(key).is_some())
            })
        };
        keys.into_iter().any(|key| !exists(&key) || failed.contains(&Some(key)))
    }

    /// The names for expressions of a block.
    pub(crate) fn names<'a>(
        &'a self,
        module: &'a ModuleWorld,
        repetition: &'a Repetition,
        self_object: Option<&'a Value>,
    ) -> BlockNames<'a> {
        BlockNames { world: &self.world, surroundings: &self.surroundings, module, repetition, self_object }
    }

    /// Visits what providers are asked about.
    async fn visit_with_provider(&self, visitor: &dyn Visitor, node: usize) -> (usize, bool) {
        let at = self.setup.graph.node(node);
        match &at.item {
            Item::Triggers(resource) => {
                let config = self.setup.tree.modules[at.module].module.resources.get(resource);
                let visit = config.map(|config| TriggersVisit { node, module: at.module, config });
                match visit {
                    Some(visit) => (node, visitor.triggers(self, visit).await),
                    None => (node, true),
                }
            }
            Item::Resource(resource) => self.visit_resource(visitor, node, resource).await,
            _ => (node, true),
        }
    }

    async fn visit_resource(&self, visitor: &dyn Visitor, node: usize, resource: &Resource) -> (usize, bool) {
        let module = self.setup.graph.node(node).module;
        let Some(config) = self.setup.tree.modules[module].module.resources.get(resource) else {
            return (node, true);
        };
        let itself = addrs::Referenceable::Resource(resource.clone());
        let is_itself = |traversal: &hcl::AbsTraversal| {
            lang::parse_reference(traversal.as_reference()).is_ok_and(|parsed| parsed.subject == itself)
        };
        let refers_to_itself = config.body_references().iter().any(is_itself);
        let mut repetition_references = config.repetition.expressions().flat_map(hcl::Expression::references);
        let counts_itself = repetition_references.find(is_itself);
        let mut ok = true;
        let mut failed = visitor.goes_by_instance().then(BTreeSet::new);
        let mut visits = Vec::new();
        for world in self.world.instances(module).iter() {
            let mut diags = Diagnostics::new();
            let expansion = {
                let names = self.names(world, &Repetition::None, None);
                match &counts_itself {
                    Some(traversal) => {
                        let detail = format!(
                            "How many instances of {resource} there are cannot depend on its instances."
                        );
                        diags.push(Diagnostic::error("Self-referential block", detail).at(traversal.range()));
                        None
                    }
                    None => {
                        expand(&config.repetition, &names.scope(), visitor.deferral_allowed(), &mut diags)
                    }
                }
            };
            self.report(node, diags);
            let Some(expansion) = expansion else {
                ok = false;
                failed = None;
                continue;
            };
            if expansion.deferred {
                self.put_off(node);
            }
            visits.push(ResourceVisit {
                node,
                module: world.clone(),
                config,
                expansion: Rc::new(expansion),
                refers_to_itself,
            });
        }
        let conditions = config.lifecycle.preconditions.len() + config.lifecycle.postconditions.len();
        for visit in visits.iter().filter(|_| conditions > 0 && visitor.checks_blocks()) {
            let whole = AbsResource { module: visit.module.addr.clone(), resource: resource.clone() };
            let addrs = (0..visit.expansion.keys.len()).map(|index| visit.addr(index).to_string());
            self.checks.visited(Kind::Resource, &whole.config().to_string(), addrs, conditions);
        }
        if ok && !visitor.accepts(self, node, &visits) {
            return (node, false);
        }
        for visit in visits {
            let (world, expansion) = (visit.module.clone(), visit.expansion.clone());
            let Some(visited) = visitor.resource(self, visit).await else {
                ok = false;
                failed = None;
                continue;
            };
            let Visited { values, seen } = visited;
            if values.iter().any(Option::is_none) {
                ok = false;
                let keys = expansion.keys.iter().zip(&values).filter(|(_, value)| value.is_none());
                if let Some(failed) = &mut failed {
                    failed.extend(keys.map(|(key, _)| key.clone()));
                }
            }
            let expansion = Rc::try_unwrap(expansion).unwrap_or_else(|shared| (*shared).clone());
            let values = values.into_iter().map(|value| value.unwrap_or_else(Value::dynamic)).collect();
            let instances = Rc::new(match seen {
                Some((seen, values)) => Instances::seen_as(expansion, seen, values),
                None => Instances::new(expansion, values),
            });
            world.resources.borrow_mut().insert(resource.clone(), instances);
        }
        if let Some(failed) = failed.filter(|failed| !failed.is_empty()) {
            self.failed_instances.borrow_mut().insert(node, failed);
        }
        (node, ok && !visitor.fails(self, node, config))
    }

    /// Visits what needs no provider.
    fn visit(&self, visitor: &dyn Visitor, node: usize) -> Diagnostics {
        let graph = self.setup.graph;
        let at = graph.node(node);
        let mut diags = Diagnostics::new();
        for world in self.world.instances(at.module).iter() {
            match &at.item {
                Item::Variable(name) => self.visit_variable(world, name, &mut diags),
                Item::Validation(name) => self.visit_validations(world, name, &mut diags),
                Item::Local(name) => self.visit_local(world, name, &mut diags),
                Item::Output(name) => self.visit_output(visitor, world, name, &mut diags),
                // One instance is enough to tell what is wrong with how many modules there are.
                Item::Call(_) if diags.has_errors() => {}
                Item::Call(name) => self.visit_call(visitor, world, node, name, &mut diags),
                Item::Check(name) if visitor.checks_blocks() => self.visit_check(world, name, &mut diags),
                Item::Check(_) => {}
                Item::Resource(_)
                | Item::CallEnd(_)
                | Item::Provider(_)
                | Item::Import(_)
                | Item::Triggers(_) => {}
            }
        }
        diags
    }

    fn visit_variable(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let tree = self.setup.tree;
        let Some(parent) = &world.parent else {
            if let Some(refused) = self.setup.refused.get(name) {
                return diags.push(refused.clone());
            }
            let value = self.setup.variables.get(name).cloned().unwrap_or_else(Value::dynamic);
            world.variables.borrow_mut().insert(name.clone(), value);
            return;
        };
        let Some(variable) = tree.modules[world.module].module.variables.get(name) else { return };
        let argument = self.setup.graph.arguments(world.module).get(name);
        if let (Some(argument), Some((caller, call))) = (argument, &tree.modules[world.module].caller)
            && let caller = &tree.modules[*caller].module
            && let Some(call) = caller.module_calls.get(call)
        {
            let unrepeated = config::check_repetition(caller, call, &argument.expr);
            if unrepeated.has_errors() {
                return diags.append(unrepeated);
            }
        }
        let given = argument.map(|argument| {
            let names = self.names(parent, &world.repetition, None);
            let (value, more) = argument.expr.eval(&names.scope());
            diags.append(more);
            diags.extend(tree.modules[world.module].deprecated_argument(variable, argument.expr.range()));
            value
        });
        if diags.has_errors() {
            return;
        }
        let at = argument.map_or_else(|| variable.range.clone(), |argument| argument.expr.range());
        if let Some(value) = &given
            && variable.ephemeral != Some(true)
            && value.deep_marks().is_ephemeral()
        {
            let detail = "This input variable is not declared as accepting ephemeral values, so it cannot be set to a result \
                          derived from an ephemeral value.";
            diags.push(Diagnostic::error("Ephemeral value not allowed", detail).at(at));
            return;
        }
        let declared = &variable.range;
        let place = format!(
            "{}:{},{}-{}",
            declared.filename, declared.start.line, declared.start.column, declared.end.column
        );
        let (summary, detail) = match variable.value_for(given) {
            Ok(value) => {
                world.variables.borrow_mut().insert(name.clone(), value);
                return;
            }
            Err(ValueError::Missing | ValueError::Null) => (
                "Required variable not set",
                format!(
                    "The given value is not suitable for {}.var.{name} defined at {place}: required variable may not be set to null.",
                    world.addr
                ),
            ),
            Err(ValueError::Type(message)) => (
                "Invalid value for input variable",
                format!(
                    "The given value is not suitable for {}.var.{name} declared at {place}: {message}.",
                    world.addr
                ),
            ),
        };
        diags.push(Diagnostic::error(summary, detail).at(at));
    }

    fn visit_validations(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(variable) = self.setup.tree.modules[world.module].module.variables.get(name) else { return };
        let at = match self.setup.graph.arguments(world.module).get(name) {
            Some(argument) => argument.expr.range(),
            None => variable.range.clone(),
        };
        let names = self.names(world, &Repetition::None, None);
        let scope = names.scope();
        let (config_addr, addr) = world.check_addresses(&format!("var.{name}"));
        for validation in &variable.validations {
            let (status, failure) = conditions::validate_variable(variable, validation, &scope, &at, diags);
            self.checks.record(Kind::Variable, &config_addr, &addr, status, failure);
        }
    }

    fn visit_local(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(local) = self.setup.tree.modules[world.module].module.locals.get(name) else { return };
        let names = self.names(world, &Repetition::None, None);
        let (value, more) = local.expr.eval(&names.scope());
        diags.append(more);
        world.locals.borrow_mut().insert(name.clone(), value);
    }

    fn visit_call(
        &self,
        visitor: &dyn Visitor,
        world: &Rc<ModuleWorld>,
        node: usize,
        name: &SmolStr,
        diags: &mut Diagnostics,
    ) {
        let Some(call) = self.setup.tree.modules[world.module].module.module_calls.get(name) else { return };
        let expansion = {
            let names = self.names(world, &Repetition::None, None);
            expand(&call.repetition, &names.scope(), visitor.deferral_allowed(), diags)
        };
        let Some(expansion) = expansion else { return };
        if expansion.deferred {
            self.put_off(node);
        }
        self.world.add_call(world, name, expansion);
    }

    fn visit_output(
        &self,
        visitor: &dyn Visitor,
        world: &ModuleWorld,
        name: &SmolStr,
        diags: &mut Diagnostics,
    ) {
        let Some(output) = self.setup.tree.modules[world.module].module.outputs.get(name) else { return };
        let names = self.names(world, &Repetition::None, None);
        let scope = names.scope();
        if !output.preconditions.is_empty() && visitor.checks_blocks() {
            let (config_addr, addr) = world.check_addresses(&format!("output.{name}"));
            for condition in &output.preconditions {
                let soft = visitor.soft_conditions();
                let (status, failure) =
                    conditions::check(condition, Role::OutputPrecondition, &scope, soft, diags);
                self.checks.record(Kind::Output, &config_addr, &addr, status, failure);
            }
            if diags.has_errors() {
                return;
            }
        }
        if world.addr.is_root()
            && let Some(value) = visitor.decided_output(name)
        {
            world.outputs.borrow_mut().insert(name.clone(), value);
            return;
        }
        let Some(expr) = &output.value else { return };
        let Some(mut value) = diags.keep(expr.eval(&scope)) else { return };
        if output.ephemeral != Some(true) && value.deep_marks().is_ephemeral() {
            let detail = "This output value is not declared as returning an ephemeral value, so it cannot be set to a \
                          result derived from an ephemeral value.";
            diags.push(Diagnostic::error("Ephemeral value not allowed", detail).at(expr.range()));
            return;
        }
        if world.addr.is_root() && output.sensitive != Some(true) && value.deep_marks().is_sensitive() {
            let detail = "To reduce the risk of accidentally exporting sensitive data that was intended to be only internal, \
                          a root module output that contains sensitive data must be marked so: add the argument\n    \
                          sensitive = true";
            diags.push(
                Diagnostic::error("Output refers to sensitive values", detail).at(output.range.clone()),
            );
            return;
        }
        if output.sensitive == Some(true) {
            value = value.sensitive();
        }
        if output.ephemeral == Some(true) {
            value = value.with_marks(&value::Marks::ephemeral());
        }
        if let (Some(message), Some(call), false) =
            (&output.deprecated, world.addr.steps().last(), self.surroundings.applying)
        {
            // Who made the plan was told of it.
            value = value.with_marks(&value::Marks::deprecated(value::Deprecation {
                subject: format!("{}.{name}", ModuleInstance::new(vec![call.clone()])),
                message: message.clone(),
                local: self.setup.tree.modules[world.module].is_local(),
            }));
        }
        world.outputs.borrow_mut().insert(name.clone(), value);
    }

    fn visit_check(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(check) = self.setup.tree.modules[world.module].module.checks.get(name) else { return };
        let names = self.names(world, &Repetition::None, None);
        let (config_addr, addr) = world.check_addresses(&format!("check.{name}"));
        // What is asserted about data that could not be read says nothing.
        if self.checks.has_failed(Kind::Check, &config_addr, &addr) {
            return;
        }
        for condition in &check.asserts {
            let (status, failure) =
                conditions::check(condition, Role::Assertion, &names.scope(), true, diags);
            self.checks.record(Kind::Check, &config_addr, &addr, status, failure);
        }
    }
}

/// Which nodes can be visited now.
struct Order {
    /// How many nodes each still waits for.
    waiting: Vec<u32>,
    /// Who waits for each, one after the other, and where the list of each begins.
    dependents: Vec<u32>,
    starts: Vec<u32>,
    ready: VecDeque<usize>,
}

impl Order {
    fn new(graph: &Graph) -> Self {
        let count = graph.len();
        let mut starts = vec![0_u32; count + 1];
        let mut waiting = vec![0_u32; count];
        for (node, waiting) in waiting.iter_mut().enumerate() {
            for needed in graph.comes_after(node) {
                *waiting += 1;
                starts[needed + 1] += 1;
            }
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut dependents = vec![0_u32; starts[count] as usize];
        for node in 0..count {
            for needed in graph.comes_after(node) {
                dependents[next[needed] as usize] = u32::try_from(node).unwrap_or(u32::MAX);
                next[needed] += 1;
            }
        }
        let ready = (0..count).filter(|node| waiting[*node] == 0).collect();
        Self { waiting, dependents, starts, ready }
    }

    fn finish(&mut self, node: usize) {
        for at in self.starts[node]..self.starts[node + 1] {
            let dependent = self.dependents[at as usize] as usize;
            self.waiting[dependent] -= 1;
            if self.waiting[dependent] == 0 {
                self.ready.push_back(dependent);
            }
        }
    }
}
