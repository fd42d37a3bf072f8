//! Planning: what is, what is written, and so what shall change. Nothing is changed here.

mod actions;
mod blocks;
mod change;
mod changes;
mod data;
mod drift;
mod finish;
mod generate;
mod ignore;
mod import;
mod managed;
pub(crate) mod object;
mod orphans;
mod outputs;
mod protection;
mod seen;
mod standing;
mod triggers;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use addrs::{AbsResource, AbsResourceInstance, ConfigResource, ResourceMode, Target};
use config::{Graph, Item, ResourceConfig};
use diag::{Diagnostic, Diagnostics};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use lang::PreparedBlock;
use plan::{DeferredChange, DeferredInvocation, DeferredReason, Invocation, Mode, Plan, ResourceChange};
use smol_str::SmolStr;
use state::State;
use tokio::sync::{Semaphore, SemaphorePermit};

use self::blocks::own_config;
use self::changes::Changes;
use self::finish::{forgotten, no_longer_managed};
use crate::conditions;
use crate::dependencies::Dependencies;
use crate::moves;
use crate::providers::{Pool, config_of, has_key};
use crate::setup::Setup;
use crate::targets::Selection;
use crate::walk::{ResourceVisit, TriggersVisit, Visited, Visitor, Walk, each_instance};
use crate::world::Map;

pub(crate) use blocks::{Block, block_of_instance, prepare};
pub(crate) use change::{Planned, Wish, plan_change};
pub(crate) use data::{Reading, open, read_data_of, unopened};
pub(crate) use generate::{configuration_of, import_text, resource_text};
pub(crate) use managed::{check_conditions, eval_config, skips_destroy, validate};
pub(crate) use seen::seen;

/// What a plan is asked for.
#[derive(Clone, Debug, Default)]
pub struct PlanOptions {
    /// What it is for.
    pub mode: Mode,
    /// Whether to look at the real objects.
    pub refresh: bool,
    /// Only these and what they need.
    pub targets: Vec<Target>,
    /// All but these and what needs them.
    pub excludes: Vec<Target>,
    /// To be replaced whatever is planned.
    pub force_replace: Vec<AbsResourceInstance>,
    /// Only these actions, and no changes.
    pub invoke: Vec<Target>,
    /// Only this object is taken over, by its id: nothing that is remembered is looked at or moved. It goes with
    /// [`Mode::RefreshOnly`], without `refresh`.
    pub import: Option<(AbsResourceInstance, SmolStr)>,
    /// Whether what cannot be planned yet is put off.
    pub deferral_allowed: bool,
    /// The file that configuration is to be written into for imports that lack it.
    pub generate_config: Option<SmolStr>,
    /// Now, in RFC 3339.
    pub timestamp: String,
}

/// Makes a plan. There is none where the configuration itself is at fault, so that nothing could be planned; where
/// something went wrong on the way there is one that is not whole.
pub async fn plan(setup: &Setup<'_>, mut state: State, options: PlanOptions) -> (Option<Plan>, Diagnostics) {
    state.remove_nothing();
    let walk = Walk::new(setup, Some(options.timestamp.clone()), false);
    let (planner, mut diags) = Planner::new(setup, state, options);
    if diags.has_errors() {
        diags.append(planner.selection.warnings(&planner.options));
        return (None, diags);
    }
    if planner.options.import.is_none() {
        diags.append(crate::providers::without_configuration(setup.tree, &planner.previous));
        if diags.has_errors() {
            diags.append(planner.selection.warnings(&planner.options));
            return (None, diags);
        }
    }
    let looked = planner.options.refresh && !planner.previous.is_empty();
    let makes = match planner.options.mode {
        Mode::Normal => true,
        // It is planned as in any run first.
        Mode::Destroy => looked,
        Mode::RefreshOnly => false,
    };
    if makes {
        diags.append(config::check_removed(setup.tree));
        if diags.has_errors() {
            return (None, diags);
        }
    }
    walk.declare_checks();
    let work = async {
        walk.run(&planner).await;
        if planner.options.mode == Mode::Destroy {
            planner.forget_changes();
            planner.forget_checks(&walk);
            if !looked {
                // What is written does not count when nothing is looked at, but for what providers need to know.
                walk.keep_diags(|node| planner.of_providers[node]);
            } else if walk.has_errors() {
                planner.invalid.set(true);
            }
        }
        planner.plan_generated(&walk).await;
        planner.requested.replace(planner.plan_requests(&walk).await);
        if planner.options.mode != Mode::Destroy || looked || !planner.invalid.get() {
            planner.plan_orphans(&walk).await;
        }
        if planner.options.mode == Mode::Destroy && looked && !planner.invalid.get() {
            // What was only warned of need not worry who destroys it.
            walk.keep_diags(|node| node == orphans::LAST || planner.of_providers[node]);
        }
        walk.close_ephemerals().await;
    };
    walk.ephemerals.kept_during(&walk, work).await;
    diags.append(walk.take_diags());
    diags.append(planner.requested.take());
    let moves_hold = planner.check_moves(&walk, &mut diags);
    if !moves_hold || planner.invalid.get() || planner.pool.lacks_one() {
        if planner.options.mode == Mode::Destroy || !moves_hold {
            diags.append(planner.selection.warnings(&planner.options));
        }
        if planner.options.mode == Mode::Destroy && moves_hold {
            // It was planned before as in any run, where these are not destroyed.
            let changes = planner.changes.borrow_mut().take_sorted();
            let only_removed = |addr: &&AbsResourceInstance| planner.removed(&walk, addr) == Some(false);
            diags.extend(no_longer_managed(changes.iter().map(|change| &change.addr).filter(only_removed)));
        }
        return (None, diags);
    }
    let plan = planner.finish(&walk, &mut diags);
    diags.append(forgotten(&plan));
    (Some(plan), diags)
}

/// What is known while a plan is made.
pub(crate) struct Planner<'p> {
    pub(crate) options: PlanOptions,
    /// State as it was read, after moves.
    pub(crate) previous: State,
    /// State after looking at the real objects.
    pub(crate) prior: RefCell<State>,
    pub(crate) changes: RefCell<Changes>,
    /// What is put off to a later run.
    pub(crate) deferred: RefCell<Vec<DeferredChange>>,
    /// Actions that are to be done.
    invocations: RefCell<Vec<Invocation>>,
    deferred_invocations: RefCell<Vec<DeferredInvocation>>,
    /// Problems of actions that somebody asked for.
    requested: RefCell<Diagnostics>,
    #[expect(clippy::vec_box, reason = "as in a plan")]
    pub(crate) drift: RefCell<Vec<Box<ResourceChange>>>,
    pub(crate) dependencies: Dependencies<'p>,
    pub(crate) create_before_destroy: Vec<bool>,
    pub(crate) selection: Selection,
    pub(crate) pool: Pool,
    /// How many instances may be planned at once, whatever block they are of.
    slots: Semaphore,
    /// For each instance that was moved, where it was.
    pub(crate) moved_from: Map<AbsResourceInstance, AbsResourceInstance>,
    /// Those of them that have another type now.
    pub(crate) retyped: Map<AbsResourceInstance, moves::Origin>,
    moves: moves::Outcome,
    as_read: State,
    /// Whether there is nothing to destroy, so that nothing is looked at either.
    nothing_there: bool,
    graph: &'p Graph,
    /// By declaration, whether a configuration of a provider needs it.
    of_providers: Vec<bool>,
    /// Objects that are not written any more and were looked at before their turn to be planned.
    pub(crate) looked_at: RefCell<BTreeSet<AbsResourceInstance>>,
    /// What objects depend on that must not be destroyed, in a run that destroys everything.
    pub(crate) still_needed: RefCell<BTreeSet<ConfigResource>>,
    /// The resources in the state of each block.
    pub(crate) by_block: OnceCell<Map<ConfigResource, Vec<AbsResource>>>,
    /// What is to be taken over, by the instances of the blocks that were looked at so far.
    pub(crate) imports: RefCell<Map<AbsResourceInstance, import::ImportTarget>>,
    /// What must not be destroyed, in a run that destroys everything.
    pub(crate) refusals: RefCell<Vec<orphans::Refusal>>,
    /// Whether a block is wrong whatever the values are.
    pub(crate) invalid: Cell<bool>,
}

impl<'p> Planner<'p> {
    fn new(setup: &'p Setup<'p>, state: State, options: PlanOptions) -> (Self, Diagnostics) {
        let as_read = state.clone();
        let mut previous = state;
        let mut moves = match options.import {
            Some(_) => moves::Moves::default(),
            None => moves::apply(setup.tree, &mut previous),
        };
        let diags = moves::check_targets(&moves.moved_from, &options.targets, &options.excludes);
        if options.mode == Mode::Destroy {
            // What is destroyed is not said to have moved.
            moves.moved_from.clear();
        }
        let nothing_there = options.mode == Mode::Destroy && previous.is_empty();
        let dependencies = Dependencies::of_plan(
            setup.tree,
            setup.graph,
            orphans::unwritten(setup.tree, &previous),
            options.mode,
        );
        let mut selection = Selection::new(setup, &dependencies, &options);
        selection.limit_destroyed(setup, &previous);
        let planner = Self {
            prior: RefCell::new(previous.clone()),
            previous,
            changes: RefCell::default(),
            deferred: RefCell::default(),
            invocations: RefCell::default(),
            deferred_invocations: RefCell::default(),
            requested: RefCell::default(),
            drift: RefCell::default(),
            create_before_destroy: dependencies.create_before_destroy(|node| selection.has_node(node)),
            dependencies,
            selection,
            pool: Pool::new(options.deferral_allowed),
            slots: Semaphore::new(setup.parallelism.max(1)),
            moved_from: moves.moved_from,
            retyped: moves.retyped,
            moves: moves.outcome,
            options,
            as_read,
            nothing_there,
            graph: setup.graph,
            of_providers: crate::providers::needed(setup.graph),
            looked_at: RefCell::default(),
            still_needed: RefCell::default(),
            refusals: RefCell::default(),
            by_block: OnceCell::new(),
            imports: RefCell::default(),
            invalid: Cell::new(false),
        };
        (planner, diags)
    }

    /// Tells what is wrong with moves; false when something is.
    fn check_moves(&self, walk: &Walk<'_>, diags: &mut Diagnostics) -> bool {
        let is_wanted = |node| self.selection.has_node(node);
        let is_declared =
            self.options.mode != Mode::Destroy || self.options.refresh && !self.previous.is_empty();
        let errors = self.moves.check(&moves::InWalk { walk, is_wanted: &is_wanted, is_declared });
        if errors.has_errors() {
            // Everything was planned from a state that is not what was meant.
            *diags = errors;
            return false;
        }
        if !diags.has_errors() {
            diags.extend(self.moves.blocked());
        }
        true
    }

    /// Gets a block ready for its instances.
    pub(crate) async fn block(&self, walk: &Walk<'_>, visit: &ResourceVisit<'_>) -> Option<Rc<Block>> {
        let block = prepare(&self.pool, walk, visit).await;
        if block.is_none() && self.is_wrong(walk, visit).await {
            self.invalid.set(true);
        }
        block
    }

    /// Whether a block itself is at fault, not its provider.
    async fn is_wrong(&self, walk: &Walk<'_>, visit: &ResourceVisit<'_>) -> bool {
        let resource = &visit.config.resource;
        let mut provider_config = config_of(walk.setup.tree, visit.module.module, visit.config);
        if has_key(walk.setup.tree, visit.module.module, visit.config) {
            let Some(own) = own_config(walk, visit, 0) else { return false };
            provider_config = own;
        }
        let Some(provider) = self.pool.get(walk, visit.node, &provider_config).await else { return false };
        match provider::schema_of(provider.schema(), resource.mode, &resource.type_name) {
            Some(schema) => PreparedBlock::new(&visit.config.body, &schema.block).1.has_errors(),
            None => true,
        }
    }

    /// Whether what is written is planned. A run that destroys everything looks at what would become of it first: that
    /// is what outputs, data sources and configurations of providers see.
    pub(crate) fn plans(&self) -> bool {
        match self.options.mode {
            Mode::Normal => true,
            Mode::Destroy => self.options.refresh,
            Mode::RefreshOnly => false,
        }
    }

    /// Whether conditions are looked at. Before everything is destroyed one that cannot be evaluated is an error as ever; those
    /// that do not hold are warned of, if something else is wrong.
    pub(crate) fn checks(&self) -> bool {
        self.options.mode != Mode::Destroy || self.options.refresh
    }

    /// Whether data is read. A run that destroys everything without looking reads only what providers need to know.
    pub(crate) fn reads(&self, node: usize) -> bool {
        self.options.mode != Mode::Destroy || self.options.refresh || self.of_providers[node]
    }

    /// Waits until one more instance may be planned. Nothing is in the way where providers answer at once, and then nothing
    /// is made for waiting.
    async fn slot(&self) -> Option<SemaphorePermit<'_>> {
        match self.slots.try_acquire() {
            Ok(slot) => Some(slot),
            Err(_) => Box::pin(self.slots.acquire()).await.ok(),
        }
    }

    /// Drops what was planned only for others to see.
    fn forget_changes(&self) {
        self.changes.take();
        self.deferred.take();
    }

    /// Whether a run that destroys forgets what a data source read.
    fn forgets_data(&self) -> bool {
        let prior = self.prior.borrow();
        let mut read = prior.resources.iter().filter(|(addr, _)| addr.resource.mode == ResourceMode::Data);
        self.options.mode == Mode::Destroy
            && read.any(|(addr, found)| {
                found.instances.keys().any(|key| self.selection.forgets_data(&addr.instance(key.clone())))
            })
    }

    /// Forgets what was found out about conditions before everything is destroyed, but for variables that providers need.
    /// Outputs of the root module go, so it is known that there are such.
    fn forget_checks(&self, walk: &Walk<'_>) {
        let of_provider = |node: &usize| self.of_providers[*node];
        let kept = (0..self.graph.len()).filter(of_provider).filter_map(|node| {
            let at = self.graph.node(node);
            let Item::Variable(name) = &at.item else { return None };
            let module = walk.setup.tree.address(at.module);
            let dot = if module.is_empty() { "" } else { "." };
            Some(format!("{module}{dot}var.{name}"))
        });
        walk.checks.forget(&kept.collect());
        if !self.selection.is_everything() {
            return;
        }
        let outputs = &walk.setup.tree.modules[0].module.outputs;
        for (name, output) in outputs.iter().filter(|(_, output)| !output.preconditions.is_empty()) {
            let addr = format!("output.{name}");
            let one = std::iter::once(addr.clone());
            walk.checks.visited(conditions::Kind::Output, &addr, one, output.preconditions.len());
        }
    }

    /// Adds a change. What will come of it is kept as files write it, so that it does not matter whether the plan goes through
    /// one.
    pub(crate) fn add(&self, mut change: ResourceChange) {
        if let Some(after) = schema::as_written(&change.after) {
            change.after = after;
        }
        self.changes.borrow_mut().push(Box::new(change));
    }

    /// Adds a change that is put off to a later run, with all that needs it.
    pub(crate) fn defer(&self, walk: &Walk<'_>, node: usize, reason: DeferredReason, change: ResourceChange) {
        walk.put_off(node);
        self.deferred.borrow_mut().push(DeferredChange { reason, change });
    }

    /// Why a provider puts something off, as plans say it; refused where nothing may be put off.
    pub(crate) fn deferral(
        &self,
        addr: &AbsResourceInstance,
        answer: Option<provider::Deferred>,
        diags: &mut Diagnostics,
    ) -> Result<Option<DeferredReason>, ()> {
        let Some(why) = answer else { return Ok(None) };
        if !self.options.deferral_allowed {
            diags.push(unasked_deferral(addr));
            return Err(());
        }
        Ok(Some(match why {
            provider::Deferred::ResourceConfigUnknown => DeferredReason::ResourceConfigUnknown,
            provider::Deferred::ProviderConfigUnknown => DeferredReason::ProviderConfigUnknown,
            provider::Deferred::AbsentPrerequisite => DeferredReason::AbsentPrerequisite,
            provider::Deferred::Unknown => DeferredReason::Unknown,
        }))
    }

    /// Where an instance was before moves.
    pub(crate) fn previous_address(&self, addr: &AbsResourceInstance) -> Option<Box<AbsResourceInstance>> {
        self.moved_from.get(addr).filter(|from| *from != addr).cloned().map(Box::new)
    }
}

/// A provider put something off that it was not allowed to.
pub(crate) fn unasked_deferral(addr: &AbsResourceInstance) -> Diagnostic {
    let detail = format!(
        "The provider puts off what is to be done with {addr}, but this run does not allow that. Give -allow-deferral to plan \
         what can be planned, or make what it waits for first, with the -target option."
    );
    let mut diagnostic =
        Diagnostic::error("Provider deferred changes when Terraform did not allow deferrals", detail);
    diagnostic.address = Some(addr.to_string());
    diagnostic
}

impl Visitor for Planner<'_> {
    fn accepts(&self, walk: &Walk<'_>, node: usize, visits: &[ResourceVisit<'_>]) -> bool {
        self.imports_fit(walk, node, visits)
    }

    fn resource<'a>(
        &'a self,
        walk: &'a Walk<'a>,
        visit: ResourceVisit<'a>,
    ) -> LocalBoxFuture<'a, Option<Visited>> {
        async move {
            let count = visit.expansion.keys.len();
            if count == 0 && has_key(walk.setup.tree, visit.module.module, visit.config) {
                return Some(Vec::new().into());
            }
            let block = self.block(walk, &visit).await?;
            let (visit, block) = (&visit, &block);
            let plan_one = |index: usize| async move {
                walk.take_turns().await;
                let _slot = self.slot().await?;
                if walk.setup.events.is_stopping() {
                    return None;
                }
                let block = &block_of_instance(&self.pool, walk, visit, block, index).await?;
                match visit.config.resource.mode {
                    ResourceMode::Managed => self.plan_managed(walk, visit, block, index).await,
                    ResourceMode::Data => self.plan_data(walk, visit, block, index).await,
                    ResourceMode::Ephemeral => self.open_ephemeral(walk, visit, block, index).await,
                    // Only queries declare lists.
                    ResourceMode::List => None,
                    ResourceMode::Action => self.configure_action(walk, visit, block, index).await,
                }
            };
            let values = each_instance(count, walk.setup.parallelism, plan_one).await;
            let seen = self.seen(walk, visit, block, &values).await;
            Some(Visited { values, seen })
        }
        .boxed_local()
    }

    fn fails(&self, walk: &Walk<'_>, node: usize, config: &ResourceConfig) -> bool {
        self.keeps_unwritten(walk, node, config)
    }

    fn triggers<'a>(&'a self, walk: &'a Walk<'a>, visit: TriggersVisit<'a>) -> LocalBoxFuture<'a, bool> {
        async move { self.plan_triggers(walk, &visit).await }.boxed_local()
    }

    fn is_wanted(&self, node: usize) -> bool {
        let item = &self.graph.node(node).item;
        let left_out = match item {
            Item::Resource(resource) if resource.mode == ResourceMode::Action => {
                self.options.mode != Mode::Normal && self.options.invoke.is_empty()
            }
            // Only what is changed triggers something.
            Item::Triggers(_) => self.options.mode != Mode::Normal,
            Item::Resource(_) | Item::Output(_) => self.nothing_there,
            _ => false,
        };
        self.selection.has_node(node) && !left_out
    }

    fn soft_conditions(&self) -> bool {
        self.options.mode != Mode::Normal && self.options.import.is_none()
    }

    fn checks_blocks(&self) -> bool {
        self.checks()
    }

    fn deferral_allowed(&self) -> bool {
        self.options.deferral_allowed
    }
}
