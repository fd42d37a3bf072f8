//! Applying: performs a plan, and may only confirm or narrow it.
//!
//! The declarations are walked again, now with real values; a resource's visit makes what was planned for its
//! instances. Destroying has an order of its own: one task for every block that loses objects.

mod create;
mod destroy;
mod hold;
mod husks;
mod invoke;
mod news;
mod order;
mod provision;
mod reach;
mod record;
mod verify;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use addrs::{AbsProviderConfig, AbsResource, AbsResourceInstance, ResourceMode};
use config::{Declarations, Graph, Item, ModuleTree, Output};
use diag::{Diagnostic, Diagnostics};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, join};
use plan::{Action, Mode, OutputChange, Plan, ResourceChange};
use smol_str::SmolStr;
use state::journal::Outcome;
use state::{Dependency, DependencyList, InstanceState, OutputState, State};
use tokio::sync::Semaphore;
use value::Value;

use crate::actions::configure;
use crate::dependencies::Dependencies;
use crate::planning::{Block, PlanOptions, block_of_instance, object, open, prepare, seen, unopened};
use crate::providers::{Pool, has_key, needed};
use crate::setup::{Event, Setup};
use crate::targets::Selection;
use crate::walk::{ResourceVisit, TriggersVisit, Visited, Visitor, Walk, each_instance};
use crate::world::{Expansion, Map};
use hold::{Relations, Remaining};
use invoke::Invocations;
use order::Order;
use reach::{Doing, Part, Reach};
pub use record::Recorder;
use record::{ObjectChange, StateChange};

/// So many instances of a block are under way at once; fewer of them call a provider, the others wait for their
/// outcome to be durable.
const WIDTH: usize = 512;

/// What applying a plan led to.
#[derive(Debug)]
pub struct Applied {
    /// What is remembered now.
    pub state: State,
    /// Whether everything that was done could be recorded while it was.
    pub recorded: bool,
    /// Whether what is remembered was ever different from what was stored, also where it is the same again now.
    pub touched: bool,
    /// Problems.
    pub diags: Diagnostics,
}

/// Performs a plan.
pub async fn apply(setup: &Setup<'_>, plan: &Plan, recorder: &dyn Recorder) -> Applied {
    let walk = Walk::new(setup, Some(plan.timestamp.clone()), true);
    let applier = Applier::new(setup, plan, recorder);
    let order = Order::new(setup, plan, &applier.dependencies, &applier.create_before_destroy);
    let applier = Applier { order, ..applier };
    walk.declare_checks();
    for change in &plan.changes {
        if let Some(importing) = &change.importing {
            setup.events.tell(Event::Imported { addr: &change.addr, id: importing.id.as_deref() });
        }
    }
    let work = async {
        applier.record_retyped().await;
        join(walk.run(&applier), applier.run_destroys(&walk)).await;
        let requested = applier.invoke_requested(&walk).await;
        walk.close_ephemerals().await;
        requested
    };
    let requested = walk.ephemerals.kept_during(&walk, work).await;
    let mut diags = walk.take_diags();
    diags.append(requested);
    diags.extend(applier.left_undone());
    let unrecorded = applier.unrecorded.take();
    let recorded = unrecorded.is_none();
    if let Some(reason) = unrecorded {
        let detail = format!(
            "What is done cannot be kept beside the state any more, so nothing new was begun: {reason} Everything that was \
             done is part of the state that this run tries to write at its end."
        );
        diags.push(Diagnostic::error("Failed to record outcomes", detail));
    }
    if applier.left_out.get() {
        let detail = "After the first failure nothing new was begun, because of -continue-on-error=false. What was under way \
                      then is done and part of the state; the next plan shows what is left.";
        diags.push(Diagnostic::warning("Changes were left out after a failure", detail));
    }
    let mut state = applier.state.take();
    if plan.mode != Mode::RefreshOnly {
        finish_outputs(plan, &walk, &mut state);
    } else {
        let root = walk.world.root();
        let found = root.outputs.borrow();
        refresh_outputs(
            plan,
            &setup.tree.modules[0].module.outputs,
            |name| found.get(name).cloned(),
            &mut state,
        );
    }
    let checks = match plan.mode {
        // Only what the actions need was looked at.
        _ if plan.is_invoking() => plan.prev_state.checks.clone().unwrap_or_default(),
        // Nothing was looked at that the plan had not looked at.
        Mode::Destroy | Mode::RefreshOnly => plan.checks.clone(),
        Mode::Normal => {
            walk.checks.add_unvisited(&plan.checks);
            walk.checks.results()
        }
    };
    state.checks = if checks.is_empty() { None } else { Some(checks) };
    if plan.mode == Mode::Destroy {
        forget_data(&applier.selection, &mut state);
    }
    let failed = diags.has_errors() || setup.events.is_stopping();
    let left_empty = applier.left_empty.borrow();
    husks::settle(plan, &walk, &applier.selection, failed, &left_empty, &mut state);
    drop(left_empty);
    diags.extend(Selection::incomplete(plan));
    if setup.events.is_stopping() && !diags.has_errors() {
        diags.push(Diagnostic::error("execution halted", ""));
    }
    let touched = applier.touched.get() || !plan.prior_state.same_managed_resources(&plan.prev_state);
    Applied { state, recorded, touched, diags }
}

/// Forgets what was read, where everything is destroyed; but not what an object that is left depends on, whose turn comes
/// before.
fn forget_data(selection: &Selection, state: &mut State) {
    let is_data = |addr: &AbsResource| addr.resource.mode == ResourceMode::Data;
    if !state.resources.keys().any(is_data) {
        return;
    }
    let instances = state.resources.values().flat_map(|resource| resource.instances.values());
    let left = instances.flat_map(|instance| instance.current.iter().chain(instance.deposed.values()));
    let needed = left.flat_map(|object| object.dependencies.iter());
    let needed: HashSet<Dependency> =
        needed.filter(|needed| needed.resource.mode == ResourceMode::Data).collect();
    state.resources.retain(|addr, resource| {
        if !is_data(addr) || needed.contains(&Dependency::from(addr.config())) {
            return true;
        }
        resource.instances.retain(|key, _| !selection.forgets_data(&addr.instance(key.clone())));
        !resource.instances.is_empty()
    });
}

/// The outputs of the root module as they are now.
fn finish_outputs(plan: &Plan, walk: &Walk<'_>, state: &mut State) {
    let declared = &walk.setup.tree.modules[0].module.outputs;
    let root = walk.world.root();
    let values = root.outputs.borrow();
    for (name, change) in &plan.outputs {
        if change.action == Action::Delete && (!declared.contains_key(name) || plan.mode == Mode::Destroy) {
            let node = walk.setup.graph.find(0, Item::Output(name.clone()));
            if node.is_none_or(|node| !walk.has_failed(node)) {
                state.outputs.remove(name);
            }
            continue;
        }
        if let (Some(value), Some(output)) = (values.get(name), declared.get(name)) {
            let value = value.unmark_deep().0;
            if !value.is_wholly_known() && !plan.deferred.is_empty() {
                // What it needs is put off, so it is as it was.
            } else if value.is_null() {
                state.outputs.remove(name);
            } else {
                let output = OutputState {
                    // What comes of instances that targets leave out is not known in this run.
                    value: schema::unknown_as_null(&value),
                    sensitive: output.sensitive == Some(true),
                    deprecated: output.deprecated.clone(),
                };
                state.outputs.insert(name.clone(), output);
            }
        }
    }
}

/// Outputs of a run that only looks at what is. `found` is what is known now of those that were not when it was planned.
fn refresh_outputs(
    plan: &Plan,
    declared: &Declarations<SmolStr, Output>,
    found: impl Fn(&SmolStr) -> Option<Value>,
    state: &mut State,
) {
    for (name, change) in &plan.outputs {
        let known = if change.after.is_wholly_known() { None } else { found(name) };
        let value = known.as_ref().unwrap_or(&change.after).unmark_deep().0;
        if value.is_null() {
            state.outputs.remove(name);
        } else {
            // What is not known now will not be known later in this run.
            let value = schema::unknown_as_null(&value);
            let sensitive = change.after.deep_marks().is_sensitive();
            let deprecated = declared.get(name).and_then(|output| output.deprecated.clone());
            state.outputs.insert(name.clone(), OutputState { value, sensitive, deprecated });
        }
    }
}

/// What is to be remembered after a plan that takes over one object and does nothing else.
pub fn after_import(plan: &Plan, tree: &ModuleTree) -> State {
    let mut state = plan.prior_state.clone();
    refresh_outputs(plan, &tree.modules[0].module.outputs, |_| None, &mut state);
    state
}

/// What is known while a plan is performed.
pub(crate) struct Applier<'p> {
    pub(crate) plan: &'p Plan,
    graph: &'p Graph,
    pub(crate) state: RefCell<State>,
    pub(crate) recorder: &'p dyn Recorder,
    /// Where instances were before they moved.
    moved: BTreeMap<&'p AbsResourceInstance, &'p AbsResourceInstance>,
    /// The change of each instance, objects that were replaced not counted.
    pub(crate) by_address: Map<&'p AbsResourceInstance, usize>,
    pub(crate) dependencies: Dependencies<'p>,
    pub(crate) create_before_destroy: Vec<bool>,
    pub(crate) pool: Pool,
    pub(crate) order: Order,
    /// How many calls of providers may begin.
    pub(crate) slots: Semaphore,
    /// The keys of objects that were replaced in this run and are still to be destroyed.
    pub(crate) deposed: RefCell<Map<AbsResourceInstance, SmolStr>>,
    /// By change, whether its object was to be destroyed and is still there.
    pub(crate) not_destroyed: RefCell<Vec<bool>>,
    /// By change, whether its instance is as it was to become.
    made: RefCell<Vec<bool>>,
    relations: OnceCell<Relations>,
    /// Instances whose new object could not be made, so that nothing that it replaces goes.
    pub(crate) not_made: RefCell<Map<AbsResourceInstance, ()>>,
    /// Actions that are done.
    invocations: Invocations<'p>,
    /// Instances that were changed and trigger actions.
    changed: RefCell<Map<AbsResourceInstance, ()>>,
    /// How many of the actions that an instance triggers were begun.
    begun: RefCell<Map<AbsResourceInstance, usize>>,
    /// Whether what is remembered of an object has changed.
    touched: Cell<bool>,
    /// Blocks of which an object was to be made and was not.
    pub(crate) left_empty: RefCell<BTreeSet<AbsResource>>,
    /// Why outcomes cannot be kept any more, so that nothing new begins.
    pub(crate) unrecorded: RefCell<Option<String>>,
    /// Whether a change failed.
    has_failed: Cell<bool>,
    /// Whether something was not begun because something else failed.
    left_out: Cell<bool>,
    /// Which declarations are needed by something that is done: what is ephemeral is opened only then. Empty where
    /// nothing is.
    used: Vec<bool>,
    /// What is walked in a run that makes nothing.
    wanted: Option<Vec<bool>>,
    /// What the plan looked at.
    selection: Selection,
    /// What is done of it, where it was made for some targets.
    part: Option<Part<'p>>,
    /// What is replaced before it is destroyed because something that is done needs it.
    before_destroy: Option<Reach>,
    /// What is read when everything else is made.
    read_last: Option<Vec<bool>>,
}

impl<'p> Applier<'p> {
    fn new(setup: &'p Setup<'p>, plan: &'p Plan, recorder: &'p dyn Recorder) -> Self {
        let dependencies = Dependencies::of_apply(setup.tree, setup.graph);
        let options = PlanOptions {
            targets: plan.targets.clone(),
            excludes: plan.excludes.clone(),
            ..PlanOptions::default()
        };
        let selection = Selection::new(setup, &dependencies, &options);
        let doing = Doing::new(setup, plan, &dependencies);
        let invocations = Invocations::new(setup, plan, &dependencies);
        let changes = plan.changes.iter().enumerate();
        Self {
            state: RefCell::new(plan.prior_state.clone()),
            moved: plan.moves(),
            by_address: changes
                .filter(|(_, change)| change.deposed.is_none())
                .map(|(index, change)| (&change.addr, index))
                .collect(),
            create_before_destroy: dependencies.create_before_destroy(|node| selection.has_node(node)),
            dependencies,
            pool: Pool::default(),
            order: Order::default(),
            slots: Semaphore::new(setup.parallelism.max(1)),
            deposed: RefCell::default(),
            touched: Cell::new(false),
            left_empty: RefCell::default(),
            not_destroyed: RefCell::new(vec![false; plan.changes.len()]),
            made: RefCell::new(vec![false; plan.changes.len()]),
            relations: OnceCell::new(),
            not_made: RefCell::default(),
            unrecorded: RefCell::default(),
            has_failed: Cell::default(),
            left_out: Cell::default(),
            used: used(setup, plan, &invocations),
            wanted: wanted(setup, plan, &invocations),
            part: doing.as_ref().and_then(|doing| Part::new(setup, plan, doing, &selection, &invocations)),
            before_destroy: doing.as_ref().map(|doing| reach::before_destroy(setup, doing)),
            read_last: verify::read_last(setup, plan),
            selection,
            invocations,
            changed: RefCell::default(),
            begun: RefCell::default(),
            graph: setup.graph,
            plan,
            recorder,
        }
    }

    /// What is done with an instance.
    fn change_of(&self, addr: &AbsResourceInstance) -> Option<&'p ResourceChange> {
        let change = &self.plan.changes[*self.by_address.get(addr)?];
        self.is_done(change).then_some(change)
    }

    /// Whether a change is done in this run.
    fn is_done(&self, change: &ResourceChange) -> bool {
        let gone = matches!(change.action, Action::Delete | Action::Forget);
        gone || self.part.as_ref().is_none_or(|part| part.has(&change.addr))
    }

    /// Whether an object is taken away in this run.
    fn loses(&self, change: &ResourceChange) -> bool {
        self.part.as_ref().is_none_or(|part| {
            let object = self.object_before(change);
            part.loses(change, object.is_some_and(|object| object.create_before_destroy))
        })
    }

    /// Whether the replacement of an instance is made before it is destroyed.
    fn is_before_destroy(&self, visit: &ResourceVisit<'_>, addr: &AbsResourceInstance) -> bool {
        let reached = |reach: &Reach| reach.has_key(visit.node, addr.resource.key.as_ref());
        visit.config.lifecycle.create_before_destroy == Some(true)
            || self.before_destroy.as_ref().is_some_and(reached)
    }

    /// Writes objects into the state, or takes them out, and waits until that is durable.
    pub(crate) async fn store(&self, change: StateChange) {
        let recorded = {
            let mut state = self.state.borrow_mut();
            let instance = state.instance_mut(&change.addr, &change.provider);
            for object in change.objects {
                if object.apply(instance) {
                    self.touched.set(true);
                }
            }
            let recorded = self.recorder.record(&self.outcome(&change.addr, &change.provider, instance));
            if instance.is_empty() {
                state.remove_instance(&change.addr);
            }
            recorded
        };
        self.note_record(recorded.await);
    }

    /// Records objects that became of another type because they moved: that is not told by their addresses alone.
    async fn record_retyped(&self) {
        let type_of = |addr: &'p AbsResourceInstance| &addr.resource.resource.type_name;
        let retyped = self.moved.iter().filter(|(to, from)| type_of(to) != type_of(from));
        for to in retyped.map(|(to, _)| *to) {
            let recorded = {
                let state = self.state.borrow();
                let Some(resource) = state.resources.get(&to.resource()) else { continue };
                let Some(instance) = resource.instances.get(&to.resource.key) else { continue };
                let provider = instance.provider.as_deref().unwrap_or(&resource.provider);
                self.recorder.record(&self.outcome(to, provider, instance))
            };
            self.note_record(recorded.await);
        }
    }

    fn outcome<'o>(
        &self,
        addr: &'o AbsResourceInstance,
        provider: &'o AbsProviderConfig,
        instance: &'o InstanceState,
    ) -> Outcome<'o> {
        let before = self.moved.get(addr).copied().unwrap_or(addr);
        let existed = self.plan.prev_state.instance(before).is_some();
        Outcome { addr, provider, instance: Some(instance), existed }
    }

    fn note_record(&self, recorded: Result<(), String>) {
        if let Err(reason) = recorded {
            self.unrecorded.borrow_mut().get_or_insert(reason);
        }
    }

    /// The value of an instance as it is remembered.
    pub(crate) async fn remembered(
        &self,
        block: &Block,
        addr: &AbsResourceInstance,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let object = self.state.borrow().instance(addr).and_then(|instance| instance.current.clone())?;
        object::decode(block.provider.as_ref(), &block.schema, addr, &object, diags).await
    }
}

/// Which declarations something that is done needs: a change, a condition, an output, the configuration of a provider.
fn used(setup: &Setup<'_>, plan: &Plan, invocations: &Invocations<'_>) -> Vec<bool> {
    let graph = setup.graph;
    if !crate::ephemeral::has_any(graph) {
        return Vec::new();
    }
    let changed: Map<addrs::ConfigResource, ()> = plan
        .changes
        .iter()
        .filter(|change| change.action != Action::NoOp)
        .map(|change| (change.addr.config(), ()))
        .collect();
    let mut used = vec![false; graph.len()];
    for node in graph.order().iter().copied().rev() {
        let at = graph.node(node);
        used[node] |= match &at.item {
            Item::Resource(resource) => {
                let module = &setup.tree.modules[at.module].module;
                let checked = module.resources.get(resource).is_some_and(|config| {
                    let lifecycle = &config.lifecycle;
                    !lifecycle.preconditions.is_empty() || !lifecycle.postconditions.is_empty()
                });
                let whole = addrs::ConfigResource {
                    module: addrs::Module(setup.tree.path(at.module)),
                    resource: resource.clone(),
                };
                checked || changed.contains_key(&whole)
            }
            Item::Output(_) => at.module == 0,
            Item::Provider(_) | Item::Check(_) => true,
            _ => false,
        };
        used[node] |= invocations.has_node(node);
        if used[node] {
            graph.dependencies(node).iter().for_each(|needed| used[*needed] = true);
        }
    }
    used
}

/// What is walked in a run that makes nothing: what configurations of providers need, and in one that only looks also what
/// is checked once more with what was found, and actions.
fn wanted(setup: &Setup<'_>, plan: &Plan, invocations: &Invocations<'_>) -> Option<Vec<bool>> {
    if plan.mode == Mode::Normal {
        return None;
    }
    let graph = setup.graph;
    let mut wanted = needed(graph);
    if plan.mode == Mode::RefreshOnly {
        for node in graph.order().iter().copied().rev() {
            let at = graph.node(node);
            wanted[node] |= match &at.item {
                Item::Check(_) => true,
                Item::Output(name) => {
                    let output = setup.tree.modules[at.module].module.outputs.get(name);
                    let is_unknown = |change: &OutputChange| !change.after.is_wholly_known();
                    output.is_some_and(|output| !output.preconditions.is_empty())
                        || at.module == 0 && plan.outputs.get(name).is_some_and(is_unknown)
                }
                _ => invocations.has_node(node),
            };
            if wanted[node] {
                graph.dependencies(node).iter().for_each(|needed| wanted[*needed] = true);
            }
        }
    }
    Some(wanted)
}

/// What stands for data of a check that could not be read: nothing that the provider would have said is known.
fn unread(block: &Block, value: Value) -> Value {
    let attributes = block.schema.block.attributes.iter();
    let mut computed = attributes.filter(|(_, attribute)| attribute.computed);
    let says = |name: &SmolStr| value.entry(name).is_some_and(|attribute| !attribute.is_null());
    if computed.any(|(name, _)| says(name)) {
        return value;
    }
    schema::unknown_computed(&block.schema.block, &value)
}

impl Visitor for Applier<'_> {
    fn resource<'a>(
        &'a self,
        walk: &'a Walk<'a>,
        visit: ResourceVisit<'a>,
    ) -> LocalBoxFuture<'a, Option<Visited>> {
        async move {
            let failed = self.order.wait_before(visit.node).await;
            let block = self.dependencies.address(visit.node).filter(|_| !failed.is_empty());
            let remaining = &block.map(|block| self.remaining(&block, &failed)).unwrap_or_default();
            let count = visit.expansion.keys.len();
            if count == 0 && has_key(walk.setup.tree, visit.module.module, visit.config) {
                return Some(Vec::new().into());
            }
            let block = prepare(&self.pool, walk, &visit).await?;
            let (visit, block) = (&visit, &block);
            let apply_one = |index: usize| async move {
                walk.take_turns().await;
                let block = &block_of_instance(&self.pool, walk, visit, block, index).await?;
                self.apply_instance(walk, visit, block, index, remaining).await
            };
            let mut values = each_instance(count, WIDTH, apply_one).await;
            let seen = self.seen(visit, block, &mut values).await;
            Some(Visited { values, seen })
        }
        .boxed_local()
    }

    fn goes_by_instance(&self) -> bool {
        true
    }

    /// What the plan knew already is not found out again: functions of providers may know more by now.
    fn decided_output(&self, name: &SmolStr) -> Option<Value> {
        let change = self.plan.outputs.get(name)?;
        (change.action != Action::Delete && change.after.is_wholly_known()).then(|| change.after.clone())
    }

    fn triggers<'a>(&'a self, walk: &'a Walk<'a>, visit: TriggersVisit<'a>) -> LocalBoxFuture<'a, bool> {
        async move { self.invoke_after(walk, &visit).await }.boxed_local()
    }

    fn is_wanted(&self, node: usize) -> bool {
        if self.is_of_actions(node) {
            return self.invocations.has_node(node);
        }
        self.wanted.as_ref().is_none_or(|wanted| wanted[node])
            && match &self.part {
                _ if self.plan.mode == Mode::Destroy => true,
                Some(part) => part.has_node(node),
                None => self.selection.has_node(node),
            }
    }

    fn deferral_allowed(&self) -> bool {
        // What the plan put off is left alone, whatever is known of it now.
        !self.plan.complete
    }

    fn comes_last(&self, node: usize) -> bool {
        self.read_last.as_ref().is_some_and(|last| last[node])
    }

    fn is_held(&self, node: usize) -> bool {
        self.order.holds(node)
    }

    fn finished(&self, node: usize, ok: bool) {
        self.order.finish_node(node, ok);
    }
}

impl Applier<'_> {
    /// What expressions see where only some instances are made: those that there are. An instance that is not there and
    /// was not to be made is no failure.
    async fn seen(
        &self,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        values: &mut [Option<Value>],
    ) -> Option<(Expansion, Vec<Value>)> {
        let everything = self.plan.targets.is_empty() && self.plan.excludes.is_empty();
        let resource =
            AbsResource { module: visit.module.addr.clone(), resource: visit.config.resource.clone() };
        let stored = matches!(resource.resource.mode, ResourceMode::Managed | ResourceMode::Data);
        if !stored || self.plan.mode == Mode::Normal && everything {
            return None;
        }
        let unknown = Value::unknown(block.schema.block.implied_type().clone());
        let mut found = Vec::new();
        for (index, value) in values.iter_mut().enumerate() {
            let addr = visit.addr(index);
            let is_there = self.change_of(&addr).is_some() || self.state.borrow().instance(&addr).is_some();
            match value {
                Some(value) => found.push((addr.resource.key, value.clone())),
                None if !is_there => *value = Some(unknown.clone()),
                None => {}
            }
        }
        let stored = self.plan.prior_state.resources.get(&resource);
        for key in stored.iter().flat_map(|stored| stored.instances.keys()) {
            let addr = resource.instance(key.clone());
            if self.change_of(&addr).is_some() || visit.expansion.has(key.as_ref()) {
                continue;
            }
            let value = self.remembered(block, &addr, &mut Diagnostics::new()).await;
            found.push((key.clone(), value.unwrap_or_else(|| unknown.clone())));
        }
        seen(&visit.expansion, found, &unknown)
    }

    async fn apply_instance(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        remaining: &Remaining,
    ) -> Option<Value> {
        let addr = visit.addr(index);
        let mut diags = Diagnostics::new();
        let change = self.change_of(&addr);
        let value = match (visit.config.resource.mode, change) {
            (ResourceMode::Ephemeral, _) if !self.used[visit.node] => Some(unopened(block)),
            (ResourceMode::Action, _) => configure(walk, visit, block, index, &mut diags),
            (ResourceMode::Ephemeral, _) if self.is_stopping(walk) => None,
            (ResourceMode::Ephemeral, _) => open(walk, visit, block, index, &addr, false, &mut diags).await,
            (ResourceMode::Data, _) if self.plan.mode == Mode::RefreshOnly => {
                let read = self.remembered(block, &addr, &mut diags).await;
                let of_check = visit.config.check.is_some() && !self.plan.was_saved;
                read.map(|value| if of_check { unread(block, value) } else { value })
            }
            _ if self.plan.mode != Mode::Normal => self.remembered(block, &addr, &mut diags).await,
            (ResourceMode::Data, Some(change)) if self.is_held(change, remaining) => None,
            (ResourceMode::Data, Some(change)) if change.action == Action::Read => {
                self.read(walk, visit, block, index, &addr, &mut diags).await
            }
            (ResourceMode::Managed, Some(change)) => {
                self.make(walk, visit, block, index, change, remaining, &mut diags).await
            }
            (_, _) => self.remembered(block, &addr, &mut diags).await,
        };
        walk.report(visit.node, diags);
        if let Some(index) = self.by_address.get(&addr).filter(|_| value.is_some()) {
            self.made.borrow_mut()[*index] = true;
        }
        if value.is_none() && (change.is_some() || self.state.borrow().instance(&addr).is_some()) {
            self.not_made.borrow_mut().insert(addr, ());
        }
        value
    }

    /// Whether nothing new shall begin.
    pub(crate) fn is_stopping(&self, walk: &Walk<'_>) -> bool {
        if !walk.setup.continue_on_error && (self.has_failed.get() || walk.has_errors()) {
            self.left_out.set(true);
            return true;
        }
        walk.setup.events.is_stopping() || self.unrecorded.borrow().is_some()
    }

    /// A change failed: others that wait for their turn see it before it is reported.
    fn note_failure(&self, failed: bool) {
        self.has_failed.set(self.has_failed.get() || failed);
    }

    /// Gives every new object that is written its shared list of dependencies.
    pub(crate) fn dependencies_of(&self, node: usize) -> DependencyList {
        self.dependencies.list(node)
    }
}
