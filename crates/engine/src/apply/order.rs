//! The order of destroying: what waits for what besides the order of declarations.
//!
//! One task destroys everything that a block loses. It comes before the block makes new objects, unless those are
//! made first; it comes after the tasks of everything that depended on the block.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use addrs::ConfigResource;
use config::{Graph, Item};
use plan::{Action, Mode, Plan, ResourceChange};
use state::{Dependency, DependencyList, Object, ResourceState};

use super::hold::object_before;
use super::news;
use crate::dependencies::Dependencies;
use crate::setup::Setup;
use crate::signal::Signal;
use crate::world::Map;

/// One block that loses objects.
#[derive(Debug, Default)]
pub(crate) struct DestroyTask {
    /// The changes that are its work.
    pub(crate) changes: Vec<usize>,
    /// Tasks that wait for this one.
    before_tasks: Vec<u32>,
    /// Groups of tasks that wait for this one.
    before_groups: Vec<u32>,
    /// Declarations that must have been visited.
    after_nodes: Vec<usize>,
    /// Those of them that refer to the block now, whatever the state says.
    pub(crate) dependents: Vec<usize>,
    /// The declaration of its own block, where new objects come first. When some of its instances failed, what
    /// the others replaced goes all the same.
    own_node: Option<usize>,
}

/// What waits for what.
#[derive(Debug, Default)]
pub(crate) struct Order {
    pub(crate) tasks: Vec<DestroyTask>,
    groups: Vec<Group>,
    done: Vec<Rc<Signal>>,
    turns: Vec<Turn>,
    /// For each declaration the tasks that must be over before.
    before_nodes: Map<usize, Vec<usize>>,
    /// Declarations that somebody waits for.
    nodes: Map<usize, Rc<Signal>>,
    /// The declaration of the block that a task is for.
    blocks: Map<usize, usize>,
    /// For declarations that something is made for which was not there before: the tasks of what they refer to.
    pub(super) before_new: Map<usize, Vec<usize>>,
}

/// Tasks that wait for the same ones: those of a chunk in lists of dependencies. In a long chain everybody waits for
/// nearly everybody else, so that it is counted by groups who is over.
#[derive(Debug, Default)]
struct Group {
    tasks: Vec<u32>,
    /// The last task that was found to come before them.
    last_before: Option<u32>,
    /// How many tasks they still wait for.
    left: Cell<usize>,
    /// Those of them that failed.
    failed: RefCell<Vec<usize>>,
}

/// When it is a task's turn, as far as other tasks are concerned.
#[derive(Debug, Default)]
struct Turn {
    /// How many tasks and groups it still waits for.
    left: Cell<usize>,
    /// The tasks that failed of those that it waited for.
    failed: RefCell<Vec<usize>>,
    come: Signal,
}

impl Turn {
    /// A task that it waits for is over, or all of a group; which of them failed.
    fn count_down(&self, failed: &[usize]) {
        if !failed.is_empty() {
            self.failed.borrow_mut().extend_from_slice(failed);
        }
        self.left.set(self.left.get() - 1);
        if self.left.get() == 0 {
            self.come.set(true);
        }
    }
}

/// Kinds of tasks, of which a block has one each: what goes before new objects are made, what goes after them, and what was
/// left over by earlier runs, which goes after them whatever the others do.
const EARLY: usize = 0;
const LATE: usize = 1;
const LEFTOVERS: usize = 2;
const KINDS: usize = 3;

/// What a block that is depended on has to do with the run.
#[derive(Clone, Copy)]
struct Needed {
    /// What destroys its objects, by kind.
    tasks: [Option<usize>; KINDS],
    /// Its declaration.
    node: Option<usize>,
}

impl Order {
    pub(crate) fn new(
        setup: &Setup<'_>,
        plan: &Plan,
        dependencies: &Dependencies<'_>,
        first: &[bool],
    ) -> Self {
        if !plan.changes.iter().any(|change| loses(change)) {
            return Self::default();
        }
        let nodes: Map<ConfigResource, usize> = (0..setup.graph.len())
            .filter(|node| matches!(setup.graph.node(*node).item, Item::Resource(_)))
            .filter_map(|node| Some((dependencies.address(node)?, node)))
            .collect();
        let destroying = plan.mode == Mode::Destroy;
        let mut tasks: Vec<DestroyTask> = Vec::new();
        // Whether what a task destroys goes when everything else is done.
        let mut last: Vec<bool> = Vec::new();
        let mut of_blocks: [BTreeMap<ConfigResource, usize>; KINDS] = Default::default();
        for (index, change) in plan.changes.iter().enumerate().filter(|(_, change)| loses(change)) {
            let block = change.addr.config();
            let of_block = nodes.get(&block).map(|node| first[*node]);
            let is_late = !destroying && goes_late(plan, change, of_block);
            let kind = match is_late {
                _ if !destroying && change.deposed.is_some() => LEFTOVERS,
                true => LATE,
                false => EARLY,
            };
            let task = *of_blocks[kind].entry(block).or_insert_with(|| {
                tasks.push(DestroyTask::default());
                last.push(false);
                tasks.len() - 1
            });
            // Leftovers of a block that is not written any more may have been made one way and the other.
            last[task] |= is_late;
            tasks[task].changes.push(index);
        }
        let of_blocks = &of_blocks;
        let mut before_nodes: Map<usize, Vec<usize>> = Map::default();
        for (block, task) in of_blocks.iter().flatten() {
            if let Some(node) = nodes.get(block)
                && !destroying
            {
                if last[*task] {
                    tasks[*task].own_node = Some(*node);
                } else {
                    before_nodes.entry(*node).or_default().push(*task);
                }
            }
        }
        let is_forgotten = |change: &usize| plan.changes[*change].action == Action::Forget;
        let forgets: Vec<bool> = tasks.iter().map(|task| task.changes.iter().all(is_forgotten)).collect();
        // Whoever depended on a block, by what the state says, goes before it. The addresses in the lists are shared, so
        // that each is looked up once.
        let tasks_of = |block: &ConfigResource| of_blocks.each_ref().map(|tasks| tasks.get(block).copied());
        let mut known: Vec<Option<Needed>> = Vec::new();
        let groups = if destroying { add_groups(plan, &of_blocks[EARLY], &mut tasks) } else { Vec::new() };
        for (resource, found) in plan.prior_state.resources.iter().filter(|_| !destroying) {
            let block = resource.config();
            let [early_task, late_task, leftover_task] = tasks_of(&block);
            let node = nodes.get(&block).copied();
            let of_current = current_lists(found).flat_map(DependencyList::iter);
            // What the block makes now has nothing to do with what leftovers of it depended on.
            let of_leftovers = leftover_lists(found).flat_map(DependencyList::iter);
            let needed = of_current
                .map(|needed| (needed, [early_task, late_task, None], node))
                .chain(of_leftovers.map(|needed| (needed, [None, None, leftover_task], None)));
            for (needed, own_tasks, node) in needed {
                if known.len() <= needed.number() {
                    known.resize(needed.number() + 1, None);
                }
                let Needed { tasks: needed_tasks, node: needed_node } = *known[needed.number()]
                    .get_or_insert_with(|| Needed {
                        tasks: tasks_of(&needed),
                        node: nodes.get(&*needed).copied(),
                    });
                if let ([None, None, _], Some(node)) = (needed_tasks, needed_node) {
                    // What is only changed waits until those that depended on it are gone.
                    let gone = own_tasks.iter().flatten().filter(|task| !last[**task]);
                    gone.for_each(|task| before_nodes.entry(node).or_default().push(*task));
                }
                for needed_task in needed_tasks.into_iter().flatten() {
                    for task in own_tasks.into_iter().flatten().filter(|task| *task != needed_task) {
                        tasks[task].before_tasks.extend(u32::try_from(needed_task));
                        if !last[task]
                            && let Some(node) = needed_node
                        {
                            before_nodes.entry(node).or_default().push(task);
                        }
                    }
                    if let Some(node) = node {
                        if last[needed_task] {
                            // What is only forgotten is still there for them, whether they are changed or not.
                            if !forgets[needed_task] {
                                tasks[needed_task].after_nodes.push(node);
                            }
                        } else if Some(needed_task) != own_tasks[EARLY] {
                            before_nodes.entry(node).or_default().push(needed_task);
                        }
                    }
                }
            }
        }
        // Whoever refers to a block now is changed before what it lost goes, where new objects come first.
        if !destroying {
            add_dependents(setup, of_blocks.iter().flatten(), &nodes, &last, &mut tasks);
        }
        let before_new = match destroying {
            true => Map::default(),
            false => news::before_new(setup, plan, &of_blocks[EARLY], &nodes),
        };
        for (node, tasks) in &before_new {
            before_nodes.entry(*node).or_default().extend(tasks);
        }
        let blocks = of_blocks.iter().flatten();
        let blocks = blocks.filter_map(|(block, task)| Some((*task, *nodes.get(block)?))).collect();
        let done = tasks.iter().map(|_| Rc::default()).collect();
        let mut order = Self { done, tasks, groups, blocks, before_new, ..Self::default() };
        for task in &mut order.tasks {
            task.before_tasks.sort_unstable();
            task.before_tasks.dedup();
            task.after_nodes.sort_unstable();
            task.after_nodes.dedup();
            task.dependents.sort_unstable();
            task.dependents.dedup();
            let own = task.own_node;
            task.after_nodes.retain(|node| Some(*node) != own);
            for node in task.after_nodes.iter().chain(&own) {
                order.nodes.entry(*node).or_default();
            }
        }
        for waits in before_nodes.values_mut() {
            waits.sort_unstable();
            waits.dedup();
        }
        order.before_nodes = before_nodes;
        order.break_circles(setup.graph);
        order.count_turns();
        order
    }

    /// Counts what each task waits for: a task that waited for each of those in its turn would be woken as often.
    fn count_turns(&mut self) {
        let mut left = vec![0; self.tasks.len()];
        for task in &self.tasks {
            task.before_tasks.iter().for_each(|other| left[*other as usize] += 1);
            for group in task.before_groups.iter().map(|group| &self.groups[*group as usize]) {
                group.left.set(group.left.get() + 1);
            }
        }
        for group in self.groups.iter().filter(|group| group.left.get() > 0) {
            group.tasks.iter().for_each(|other| left[*other as usize] += 1);
        }
        let turn = |left| {
            let turn = Turn { left: Cell::new(left), ..Turn::default() };
            if left == 0 {
                turn.come.set(true);
            }
            turn
        };
        self.turns = left.into_iter().map(turn).collect();
    }

    /// What the state says and what is written now may contradict each other, so that some would wait for each other
    /// for ever. There what is written counts: first changes no longer wait for what the state says they depended on,
    /// then destroying no longer waits for changes.
    fn break_circles(&mut self, graph: &Graph) {
        let circle = self.circle(graph);
        if circle.is_empty() {
            return;
        }
        let count = graph.len();
        let own: Vec<Option<usize>> = self.tasks.iter().map(|task| task.own_node).collect();
        for (node, waits) in &mut self.before_nodes {
            let is_own = |task: usize| own[task].is_none() && self.blocks.get(&task) == Some(node);
            waits.retain(|task| is_own(*task) || !(circle[*node] && circle[count + *task]));
        }
        let circle = self.circle(graph);
        for (index, task) in self.tasks.iter_mut().enumerate() {
            if circle.get(count + index) == Some(&true) {
                task.after_nodes.retain(|node| !circle[*node]);
            }
        }
        let circle = self.circle(graph);
        for (index, task) in self.tasks.iter_mut().enumerate() {
            if circle.get(count + index) == Some(&true) {
                let grouped =
                    task.before_groups.drain(..).flat_map(|group| &self.groups[group as usize].tasks);
                task.before_tasks.extend(grouped);
                task.before_tasks.sort_unstable();
                task.before_tasks.dedup();
                task.before_tasks.retain(|other| !circle[count + *other as usize]);
            }
        }
    }

    /// Which declarations and, after them, tasks and groups wait for each other; nothing when none do.
    fn circle(&self, graph: &Graph) -> Vec<bool> {
        let count = graph.len();
        let groups = count + self.tasks.len();
        let total = groups + self.groups.len();
        let mut waits = vec![0_u32; total];
        let mut dependents: Vec<Vec<u32>> = vec![Vec::new(); total];
        let mut add = |from: usize, to: usize| {
            waits[from] += 1;
            dependents[to].extend(u32::try_from(from));
        };
        for node in 0..count {
            graph.dependencies(node).iter().for_each(|needed| add(node, *needed));
        }
        for (node, tasks) in &self.before_nodes {
            tasks.iter().for_each(|task| add(*node, count + *task));
        }
        for (index, task) in self.tasks.iter().enumerate() {
            task.after_nodes.iter().chain(&task.own_node).for_each(|node| add(count + index, *node));
        }
        for task in &self.tasks {
            task.before_tasks.iter().for_each(|other| waits[count + *other as usize] += 1);
            task.before_groups.iter().for_each(|group| waits[groups + *group as usize] += 1);
        }
        for group in &self.groups {
            group.tasks.iter().for_each(|other| waits[count + *other as usize] += 1);
        }
        let mut ready: Vec<usize> = (0..total).filter(|at| waits[*at] == 0).collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            let task = at.checked_sub(count).and_then(|task| self.tasks.get(task));
            let group = at.checked_sub(groups).map(|group| &self.groups[group]);
            let tasks = task.map(|task| &task.before_tasks).or(group.map(|group| &group.tasks));
            let tasks = tasks.into_iter().flatten().map(|task| count + *task as usize);
            let before = task.into_iter().flat_map(|task| &task.before_groups);
            let others = tasks.chain(before.map(|group| groups + *group as usize));
            for dependent in dependents[at].iter().map(|dependent| *dependent as usize).chain(others) {
                waits[dependent] -= 1;
                if waits[dependent] == 0 {
                    ready.push(dependent);
                }
            }
        }
        if done == total { Vec::new() } else { waits.into_iter().map(|waits| waits > 0).collect() }
    }

    /// Whether something must be destroyed before a declaration's new objects.
    pub(crate) fn holds(&self, node: usize) -> bool {
        self.before_nodes.contains_key(&node)
    }

    /// Waits for what must be destroyed before a declaration's new objects; the tasks that failed.
    pub(crate) async fn wait_before(&self, node: usize) -> Vec<usize> {
        let mut failed = Vec::new();
        for task in self.before_nodes.get(&node).into_iter().flatten() {
            if !self.done[*task].wait().await {
                failed.push(*task);
            }
        }
        failed
    }

    /// Waits for what a task comes after; what of that failed.
    pub(crate) async fn wait_for(&self, task: usize) -> Failed {
        let turn = &self.turns[task];
        turn.come.wait().await;
        let mut failed = Failed { tasks: turn.failed.take(), ..Failed::default() };
        // One may be in several groups.
        failed.tasks.sort_unstable();
        failed.tasks.dedup();
        if let Some(signal) = self.tasks[task].own_node.and_then(|node| self.nodes.get(&node)) {
            signal.wait().await;
        }
        for node in &self.tasks[task].after_nodes {
            if let Some(signal) = self.nodes.get(node)
                && !signal.wait().await
            {
                failed.nodes.push(*node);
            }
        }
        failed
    }

    /// A task is over.
    pub(crate) fn finish_task(&self, task: usize, ok: bool) {
        self.done[task].set(ok);
        let failed = if ok { [].as_slice() } else { &[task] };
        let over = |tasks: &[u32], failed: &[usize]| {
            tasks.iter().for_each(|other| self.turns[*other as usize].count_down(failed));
        };
        over(&self.tasks[task].before_tasks, failed);
        for group in self.tasks[task].before_groups.iter().map(|group| &self.groups[*group as usize]) {
            if !ok {
                group.failed.borrow_mut().push(task);
            }
            group.left.set(group.left.get() - 1);
            if group.left.get() == 0 {
                over(&group.tasks, &group.failed.take());
            }
        }
    }

    /// A declaration was visited.
    pub(crate) fn finish_node(&self, node: usize, ok: bool) {
        if let Some(signal) = self.nodes.get(&node) {
            signal.set(ok);
        }
    }
}

/// What failed of that which a task comes after.
#[derive(Debug, Default)]
pub(crate) struct Failed {
    pub(crate) tasks: Vec<usize>,
    pub(crate) nodes: Vec<usize>,
}

impl Failed {
    pub(crate) fn is_empty(&self) -> bool {
        self.tasks.is_empty() && self.nodes.is_empty()
    }
}

/// The lists of dependencies of a resource's objects.
fn current_lists(resource: &ResourceState) -> impl Iterator<Item = &DependencyList> {
    distinct(resource.instances.values().flat_map(|instance| &instance.current))
}

/// The same for what is left over from earlier runs.
fn leftover_lists(resource: &ResourceState) -> impl Iterator<Item = &DependencyList> {
    distinct(resource.instances.values().flat_map(|instance| instance.deposed.values()))
}

/// The lists of objects, without those that are the same as the one before: instances of a block mostly have the same.
fn distinct<'a>(objects: impl Iterator<Item = &'a Arc<Object>>) -> impl Iterator<Item = &'a DependencyList> {
    let mut before = None;
    objects.map(|object| &object.dependencies).filter(move |list| before.replace(*list) != Some(*list))
}

/// Whoever depended on a block goes before it, where everything goes: as groups, one for each chunk of lists.
fn add_groups(
    plan: &Plan,
    by_block: &BTreeMap<ConfigResource, usize>,
    tasks: &mut [DestroyTask],
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // By numbers of chunks and blocks, so that each is looked up once.
    let mut of_chunk: Vec<Option<u32>> = Vec::new();
    let mut of_block: Vec<Option<Option<u32>>> = Vec::new();
    for (resource, found) in plan.prior_state.resources.iter() {
        let Some(task) = by_block.get(&resource.config()).copied() else { continue };
        let own = u32::try_from(task).unwrap_or(u32::MAX);
        let lists = current_lists(found).chain(leftover_lists(found));
        for chunk in lists.flat_map(|list| list.chunks()) {
            if of_chunk.len() <= chunk.number() {
                of_chunk.resize(chunk.number() + 1, None);
            }
            let group = *of_chunk[chunk.number()].get_or_insert_with(|| {
                let of_entry = |entry: &Dependency| {
                    if of_block.len() <= entry.number() {
                        of_block.resize(entry.number() + 1, None);
                    }
                    let task = || by_block.get(&**entry).and_then(|task| u32::try_from(*task).ok());
                    *of_block[entry.number()].get_or_insert_with(task)
                };
                let mut tasks: Vec<u32> = chunk.entries().iter().filter_map(of_entry).collect();
                tasks.sort_unstable();
                groups.push(Group { tasks, ..Group::default() });
                u32::try_from(groups.len() - 1).unwrap_or(u32::MAX)
            });
            let Group { tasks: grouped, last_before, .. } = &mut groups[group as usize];
            // Several objects of a block mostly depend on the same.
            if last_before.replace(own) == Some(own) {
                continue;
            }
            // A block in its own list does not wait for itself.
            if grouped.binary_search(&own).is_ok() {
                tasks[task].before_tasks.extend(grouped.iter().filter(|other| **other != own));
            } else {
                tasks[task].before_groups.push(group);
            }
        }
    }
    groups
}

/// Whether an object is taken away.
fn loses(change: &ResourceChange) -> bool {
    match change.action {
        Action::Delete | Action::Forget | Action::ForgetThenCreate => true,
        action => action.is_replace(),
    }
}

/// Whether an object goes after new objects are made. What is replaced goes as its block says, if that is written, and what
/// is left over from earlier goes last then; what goes without a replacement as was remembered when it was made.
fn goes_late(plan: &Plan, change: &ResourceChange, of_block: Option<bool>) -> bool {
    let stored = || object_before(plan, change).map(|object| object.create_before_destroy);
    match of_block {
        Some(_) if change.deposed.is_some() => true,
        Some(of_block) if loses_only(change) => stored().unwrap_or(of_block),
        Some(of_block) => of_block,
        None => stored().unwrap_or_default(),
    }
}

/// Whether nothing takes the place of an object that goes.
fn loses_only(change: &ResourceChange) -> bool {
    matches!(change.action, Action::Delete | Action::Forget)
}

fn add_dependents<'a>(
    setup: &Setup<'_>,
    tasks_of_blocks: impl Iterator<Item = (&'a ConfigResource, &'a usize)>,
    nodes: &Map<ConfigResource, usize>,
    last: &[bool],
    tasks: &mut [DestroyTask],
) {
    let mut task_of: Vec<Vec<usize>> = vec![Vec::new(); setup.graph.len()];
    let mut any = false;
    for (block, task) in tasks_of_blocks {
        if let Some(node) = nodes.get(block)
            && last[*task]
        {
            task_of[*node].push(*task);
            any = true;
        }
    }
    if !any {
        return;
    }
    // Tasks reach everything that needs their block, directly or not.
    for node in setup.graph.order().iter().copied() {
        let mut reached = std::mem::take(&mut task_of[node]);
        for needed in setup.graph.dependencies(node) {
            for task in &task_of[*needed] {
                if matches!(setup.graph.node(node).item, Item::Resource(_)) {
                    tasks[*task].after_nodes.push(node);
                    tasks[*task].dependents.push(node);
                }
                reached.push(*task);
            }
        }
        reached.sort_unstable();
        reached.dedup();
        task_of[node] = reached;
    }
}
