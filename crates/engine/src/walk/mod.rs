//! Visits every declaration after those it needs, and computes its value in every instance of its module.
//!
//! What becomes of resources is not known here: it is asked of a [`Visitor`].

mod named;
mod order;
mod visitor;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::future::{poll_fn, ready};
use std::rc::Rc;
use std::task::Poll;
use std::time::{Duration, Instant};

use addrs::{AbsResource, InstanceKey, Resource, ResourceMode};
use config::Item;
use diag::{Diagnostic, Diagnostics};
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt, poll};
use value::Value;

use self::order::Order;
use crate::conditions::{Checks, Kind};
use crate::ephemeral::Ephemerals;
use crate::expand::expand;
use crate::names::{BlockNames, Surroundings};
use crate::setup::Setup;
use crate::world::{Instances, Map, ModuleWorld, Repetition, World};

pub(crate) use self::visitor::{ResourceVisit, TriggersVisit, Visited, Visitor, each_instance};

/// So long work goes on before others have their turn.
const TURN: Duration = Duration::from_millis(20);

/// So many visits are under way at once at most. Many more than providers are asked at a time, because some wait for a
/// provider to start or for an outcome to be durable; but what they hold must not grow with the configuration.
pub(crate) const UNDER_WAY: usize = 512;

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
            // Woken at once, so that those who wait together go on in the order in which they came. The runtime's own way
            // turns that order round.
            let mut was_here = false;
            poll_fn(|context| match std::mem::replace(&mut was_here, true) {
                true => Poll::Ready(()),
                false => {
                    context.waker().wake_by_ref();
                    Poll::Pending
                }
            })
            .await;
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
        // Those that providers are asked about: not begun yet, begun, and held back by others.
        let mut asking = VecDeque::new();
        let (mut under_way, mut held) = (FuturesUnordered::new(), FuturesUnordered::new());
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
                if self.pass(visitor, node, comes_last && in_vain) {
                    order.finish(node);
                    closing.extend(close(self.ephemerals.visited(graph, node)));
                } else if visitor.is_held(node) {
                    held.push(self.visit_with_provider(visitor, node));
                } else {
                    asking.push_back(node);
                }
            }
            let may_begin = under_way.len() < UNDER_WAY && !asking.is_empty();
            if !may_begin
                && under_way.is_empty()
                && held.is_empty()
                && let Some(nodes) = last.take_if(|last| !last.is_empty())
            {
                in_vain = self.has_failed_resource();
                order.ready.extend(nodes);
                continue;
            }
            let (node, ok) = tokio::select! {
                biased;
                Some(visited) = under_way.next(), if !under_way.is_empty() => visited,
                Some(visited) = held.next(), if !held.is_empty() => visited,
                Some(next) = closing.next(), if !closing.is_empty() => {
                    closing.extend(close(next));
                    continue;
                }
                () = ready(()), if may_begin => {
                    let Some(node) = asking.pop_front() else { continue };
                    self.take_turns().await;
                    // Where a provider answers at once nothing is kept of the visit.
                    let mut visit = Box::pin(self.visit_with_provider(visitor, node));
                    match poll!(visit.as_mut()) {
                        Poll::Ready(visited) => visited,
                        Poll::Pending => {
                            under_way.push(visit);
                            continue;
                        }
                    }
                }
                else => return,
            };
            self.failed.borrow_mut()[node] = !ok;
            visitor.finished(node, ok);
            order.finish(node);
            closing.extend(close(self.ephemerals.visited(graph, node)));
        }
    }

    /// Visits or skips a declaration whose turn has come; false where providers are to be asked about it.
    fn pass(&self, visitor: &dyn Visitor, node: usize, in_vain: bool) -> bool {
        let graph = self.setup.graph;
        let skipped = in_vain || graph.comes_after(node).any(|needed| self.is_spoiled(node, needed));
        if graph.comes_after(node).any(|needed| self.is_put_off(needed)) {
            self.put_off(node);
        }
        let is_wanted = |node| visitor.is_wanted(node);
        let is_known = if is_wanted(node) { skipped } else { self.reads_for_check(node, is_wanted) };
        if is_known && visitor.checks_blocks() {
            self.declare_check(node);
        }
        if !skipped && visitor.checks_blocks() && is_wanted(node) {
            self.declare_without_instances(node);
        }
        if skipped || !is_wanted(node) {
            self.failed.borrow_mut()[node] = skipped;
            self.skipped.borrow_mut()[node] = skipped;
            visitor.finished(node, !skipped);
            return true;
        }
        if matches!(graph.node(node).item, Item::Resource(_) | Item::Triggers(_)) {
            return false;
        }
        let diags = self.visit(visitor, node);
        self.failed.borrow_mut()[node] = diags.has_errors();
        self.report(node, diags);
        true
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
}
