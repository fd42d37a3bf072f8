//! What resources depend on, from the static graph: lists for the state, and whose replacement comes first.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use addrs::{ConfigResource, Module, ResourceMode};
use config::{Graph, Item, ModuleTree};
use plan::Mode;
use state::{Dependency, DependencyList, ListBuilder};

use crate::number_set::{NumberSet, Union};

/// Dependencies of nodes, each computed when it is first asked for.
///
/// Resources are numbered in the order of the texts of their addresses, which is the order of lists in state: whatever is
/// in the order of numbers is in the right order already.
pub(crate) struct Dependencies<'c> {
    graph: &'c Graph,
    tree: &'c ModuleTree,
    /// Resources that are not written any more, in modules that are: whoever waits for all of a module waits for them too.
    unwritten: Vec<ConfigResource>,
    /// All resources that a node needs, directly or not.
    closures: RefCell<Vec<Option<Arc<NumberSet>>>>,
    /// The same as addresses, as state has them.
    lists: RefCell<Vec<Option<DependencyList>>>,
    /// The list that was made last.
    last: RefCell<Made>,
    numbers: OnceCell<Numbers>,
    union: RefCell<Union>,
    /// Whether what imports refer to counts.
    with_imports: bool,
}

/// A list with what it was made of.
#[derive(Default)]
struct Made {
    closure: Arc<NumberSet>,
    list: DependencyList,
    /// The numbers behind which its chunks end; the last one ends nowhere.
    ends: Vec<u32>,
}

/// All resources in the order of the text of their addresses.
struct Numbers {
    /// The number of a node.
    of_node: Vec<u32>,
    /// Each resource with its node, which it has if it is written.
    resources: Vec<(Dependency, Option<usize>)>,
    /// The numbers of those that are not written, by their module.
    unwritten: HashMap<Module, Vec<u32>>,
}

impl<'c> Dependencies<'c> {
    /// For applying: what is made depends on what is written, and not on what an import refers to.
    pub(crate) fn of_apply(tree: &'c ModuleTree, graph: &'c Graph) -> Self {
        Self { with_imports: false, ..Self::of_plan(tree, graph, Vec::new(), Mode::Normal) }
    }

    /// For planning, with resources that only the state has. Nothing is imported by a run that only looks.
    pub(crate) fn of_plan(
        tree: &'c ModuleTree,
        graph: &'c Graph,
        unwritten: Vec<ConfigResource>,
        mode: Mode,
    ) -> Self {
        Self {
            graph,
            tree,
            union: RefCell::new(Union::of_less_than(graph.len() + unwritten.len())),
            unwritten,
            closures: RefCell::new(vec![None; graph.len()]),
            lists: RefCell::new(vec![None; graph.len()]),
            last: RefCell::default(),
            numbers: OnceCell::new(),
            with_imports: mode != Mode::RefreshOnly,
        }
    }

    /// The address of a resource's node.
    pub(crate) fn address(&self, node: usize) -> Option<ConfigResource> {
        let at = self.graph.node(node);
        let Item::Resource(resource) = &at.item else { return None };
        let path = self.tree.path(at.module);
        Some(ConfigResource { module: Module(path), resource: resource.clone() })
    }

    /// All resources that a node needs, with their nodes, which they have if they are written.
    pub(crate) fn needed(&self, node: usize) -> Vec<(Dependency, Option<usize>)> {
        let resources = &self.numbers().resources;
        self.closure(node).iter().map(|number| resources[number as usize]).collect()
    }

    /// The resources that a node needs, as state stores them.
    pub(crate) fn list(&self, node: usize) -> DependencyList {
        if let Some(list) = &self.lists.borrow()[node] {
            return list.clone();
        }
        let closure = self.closure(node);
        let mut last = self.last.borrow_mut();
        *last = self.numbers().list(closure, &last);
        self.lists.borrow_mut()[node] = Some(last.list.clone());
        last.list.clone()
    }

    fn closure(&self, node: usize) -> Arc<NumberSet> {
        let mut stack = vec![node];
        let mut closures = self.closures.borrow_mut();
        while let Some(&at) = stack.last() {
            if closures[at].is_some() {
                stack.pop();
                continue;
            }
            let needed = self.graph.dependencies(at);
            let missing = stack.len();
            stack.extend(needed.iter().filter(|needed| closures[**needed].is_none()));
            if stack.len() > missing {
                continue;
            }
            closures[at] = Some(Arc::new(self.join(at, needed, &closures)));
            stack.pop();
        }
        closures[node].clone().unwrap_or_default()
    }

    /// The resources among the nodes that one needs, with all that those need.
    fn join(&self, of: usize, nodes: &[usize], closures: &[Option<Arc<NumberSet>>]) -> NumberSet {
        let mut union = self.union.borrow_mut();
        if let Item::CallEnd(call) = &self.graph.node(of).item
            && !self.unwritten.is_empty()
        {
            let mut path = self.tree.path(self.graph.node(of).module);
            path.push(call.clone());
            let unwritten = self.numbers().unwritten.get(&Module(path));
            unwritten.into_iter().flatten().for_each(|number| union.add_one(*number));
        }
        let is_import = |node: usize| matches!(self.graph.node(node).item, Item::Import(_));
        for node in nodes.iter().filter(|node| self.with_imports || !is_import(**node)) {
            closures[*node].iter().for_each(|closure| union.add(closure));
            // Actions leave nothing behind that could be depended on.
            if matches!(&self.graph.node(*node).item, Item::Resource(resource) if resource.mode != ResourceMode::Action)
            {
                union.add_one(self.numbers().of_node[*node]);
            }
        }
        union.take()
    }

    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let written =
                (0..self.graph.len()).filter_map(|node| Some((self.address(node)?.into(), Some(node))));
            let unwritten = self.unwritten.iter().map(|address| (address.clone().into(), None));
            let mut resources: Vec<(Dependency, Option<usize>)> = written.chain(unwritten).collect();
            resources.sort_unstable_by_key(|(address, _)| address.text());
            let mut of_node = vec![0; self.graph.len()];
            let mut unwritten: HashMap<Module, Vec<u32>> = HashMap::default();
            for (number, (address, node)) in (0..).zip(&resources) {
                match node {
                    Some(node) => of_node[*node] = number,
                    None => unwritten.entry(address.module.clone()).or_default().push(number),
                }
            }
            Numbers { of_node, resources, unwritten }
        })
    }

    /// For each node whether its replacement is made before it is destroyed: because its block says so, or
    /// because something that needs it does. Only some count.
    pub(crate) fn create_before_destroy(&self, counts: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut first = vec![false; self.graph.len()];
        // Whoever needs something comes after it, so going backwards sees dependents first.
        for node in self.graph.order().iter().copied().rev() {
            let at = self.graph.node(node);
            if let Item::Resource(resource) = &at.item
                && resource.mode == ResourceMode::Managed
            {
                let config = self.tree.modules[at.module].module.resources.get(resource);
                first[node] |=
                    config.is_some_and(|config| config.lifecycle.create_before_destroy == Some(true));
            }
            if first[node] && counts(node) {
                self.graph.dependencies(node).iter().for_each(|needed| first[*needed] = true);
            }
        }
        first
    }
}

impl Numbers {
    /// The list of some numbers. One that is asked for after another mostly has nearly the same numbers, so that chunks in
    /// which nothing differs are taken from the other.
    fn list(&self, closure: Arc<NumberSet>, other: &Made) -> Made {
        let mut made = Made { closure: closure.clone(), ..Made::default() };
        let mut builder = ListBuilder::default();
        let mut differences = closure.differences(&other.closure).peekable();
        // What comes next, in numbers and in chunks of the other list.
        let (mut next, mut chunk) = (0, 0);
        loop {
            while let (Some(of_other), Some(end)) = (other.list.chunks().get(chunk), other.ends.get(chunk))
                && differences.peek().is_none_or(|different| different > end)
            {
                builder.push_chunks(&[*of_other]);
                made.ends.push(*end);
                (next, chunk) = (end.saturating_add(1), chunk + 1);
            }
            if other.ends.get(chunk.wrapping_sub(1)) == Some(&END) {
                break;
            }
            // Entry by entry, to where both lists have the end of a chunk.
            let mut at_common_end = false;
            for number in closure.iter_from(next) {
                builder.push(self.resources[number as usize].0);
                next = number + 1;
                if builder.is_at_start() {
                    made.ends.push(number);
                    while other.ends.get(chunk).is_some_and(|end| *end <= number) {
                        at_common_end = other.ends[chunk] == number;
                        chunk += 1;
                    }
                    if at_common_end {
                        break;
                    }
                }
            }
            if !at_common_end {
                break;
            }
            while differences.next_if(|different| *different < next).is_some() {}
        }
        if !builder.is_at_start() {
            made.ends.push(END);
        }
        made.list = builder.finish();
        made
    }
}

/// Behind all numbers, where the last chunk of a list ends unless its last entry says so.
const END: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists made one after the other are the same as each made alone, whatever numbers they are of.
    #[test]
    fn lists_are_the_same_whatever_came_before() {
        let resources = (0..900)
            .map(|number| (Dependency::parse(&format!("a.n{number:04}")).expect("an address"), None))
            .collect();
        let numbers = Numbers { of_node: Vec::new(), resources, unwritten: HashMap::default() };
        let mut union = Union::of_less_than(900);
        let (mut made, mut seed) = (Made::default(), 1_u64);
        let mut set: Vec<bool> = vec![false; 900];
        for round in 0..3000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = (seed >> 33) as usize;
            match round % 400 {
                // Now and then all, none, or half of them.
                0 => set.fill(true),
                100 => set.fill(false),
                200 => set.iter_mut().enumerate().for_each(|(at, one)| *one = at % 2 == 0),
                _ => set[random % 900] ^= true,
            }
            let members = || (0..900_u32).filter(|number| set[*number as usize]);
            members().for_each(|number| union.add_one(number));
            made = numbers.list(Arc::new(union.take()), &made);
            let alone: DependencyList =
                members().map(|number| numbers.resources[number as usize].0).collect();
            assert_eq!(made.list, alone, "round {round}");
            assert_eq!(made.ends.len(), alone.chunks().len());
        }
    }
}
