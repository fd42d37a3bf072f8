//! What resources depend on, from the static graph: lists for the state, and whose replacement comes first.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use addrs::{ConfigResource, Module, ResourceMode};
use config::{Graph, Item, ModuleTree};
use state::{Dependency, DependencyList};

/// Dependencies of nodes, each computed when it is first asked for.
///
/// Resources are numbered in the order of the texts of their addresses, which is the order of lists in state: whatever is
/// sorted by number is in the right order already.
pub(crate) struct Dependencies<'c> {
    graph: &'c Graph,
    tree: &'c ModuleTree,
    /// All resources that a node needs, directly or not, as sorted numbers.
    closures: RefCell<Vec<Option<Arc<[u32]>>>>,
    /// The same as addresses, as state has them.
    lists: RefCell<Vec<Option<DependencyList>>>,
    numbers: OnceCell<Numbers>,
    seen: RefCell<Seen>,
}

/// All resources in the order of the text of their addresses.
struct Numbers {
    /// The number of a node.
    of_node: Vec<u32>,
    /// Each resource with its node.
    resources: Vec<(Dependency, usize)>,
}

/// Which resources were met since it was last cleared; clearing costs nothing.
struct Seen {
    round: u32,
    met: Vec<u32>,
}

impl Seen {
    fn clear(&mut self) {
        self.round += 1;
    }

    /// Whether a resource is met for the first time.
    fn is_new(&mut self, number: u32) -> bool {
        std::mem::replace(&mut self.met[number as usize], self.round) != self.round
    }
}

impl<'c> Dependencies<'c> {
    pub(crate) fn new(tree: &'c ModuleTree, graph: &'c Graph) -> Self {
        Self {
            graph,
            tree,
            closures: RefCell::new(vec![None; graph.len()]),
            lists: RefCell::new(vec![None; graph.len()]),
            numbers: OnceCell::new(),
            seen: RefCell::new(Seen { round: 0, met: vec![0; graph.len()] }),
        }
    }

    /// The address of a resource's node.
    pub(crate) fn address(&self, node: usize) -> Option<ConfigResource> {
        let at = self.graph.node(node);
        let Item::Resource(resource) = &at.item else { return None };
        let path = self.tree.path(at.module);
        Some(ConfigResource { module: Module(path), resource: resource.clone() })
    }

    /// The nodes of all resources that a node needs.
    pub(crate) fn needed(&self, node: usize) -> impl Iterator<Item = usize> {
        let numbers = self.numbers();
        let closure = self.closure(node);
        (0..closure.len()).map(move |at| numbers.resources[closure[at] as usize].1)
    }

    /// The resources that a node needs, as state stores them.
    pub(crate) fn list(&self, node: usize) -> DependencyList {
        if let Some(list) = &self.lists.borrow()[node] {
            return list.clone();
        }
        let resources = &self.numbers().resources;
        let list: DependencyList =
            self.closure(node).iter().map(|number| resources[*number as usize].0).collect();
        self.lists.borrow_mut()[node] = Some(list.clone());
        list
    }

    /// Whether a list is that of a node, without making that.
    pub(crate) fn is_list_of(&self, list: &[Dependency], node: usize) -> bool {
        let resources = &self.numbers().resources;
        let closure = self.closure(node);
        let needed = closure.iter().map(|number| &resources[*number as usize].0);
        list.len() == closure.len() && needed.eq(list)
    }

    fn closure(&self, node: usize) -> Arc<[u32]> {
        let mut stack = vec![node];
        let mut closures = self.closures.borrow_mut();
        let mut seen = self.seen.borrow_mut();
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
            closures[at] = Some(self.join(needed, &closures, &mut seen));
            stack.pop();
        }
        closures[node].clone().unwrap_or_default()
    }

    /// The resources among some nodes, with all that those need.
    fn join(&self, nodes: &[usize], closures: &[Option<Arc<[u32]>>], seen: &mut Seen) -> Arc<[u32]> {
        seen.clear();
        let mut all: Vec<u32> = Vec::new();
        for node in nodes {
            let closure = closures[*node].iter().flat_map(|closure| closure.iter().copied());
            all.extend(closure.filter(|number| seen.is_new(*number)));
            // Actions leave nothing behind that could be depended on.
            if matches!(&self.graph.node(*node).item, Item::Resource(resource) if resource.mode != ResourceMode::Action)
            {
                all.extend(Some(self.numbers().of_node[*node]).filter(|number| seen.is_new(*number)));
            }
        }
        // The stable sort makes use of what is in order already, which is most of it.
        all.sort();
        all.into()
    }

    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| {
            let addresses = (0..self.graph.len()).filter_map(|node| Some((self.address(node)?.into(), node)));
            let mut resources: Vec<(Dependency, usize)> = addresses.collect();
            resources.sort_unstable_by_key(|(address, _)| address.text());
            let mut of_node = vec![0; self.graph.len()];
            for (number, (_, node)) in (0..).zip(&resources) {
                of_node[*node] = number;
            }
            Numbers { of_node, resources }
        })
    }

    /// For each node whether its replacement is made before it is destroyed: because its block says so, or
    /// because something that needs it does. Only some count.
    pub(crate) fn create_before_destroy(&self, counts: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut first = vec![false; self.graph.len()];
        // Whoever needs something comes after it, so going backwards sees dependents first.
        for node in self.graph.components().into_iter().flatten().rev() {
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
