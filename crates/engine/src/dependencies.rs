//! What resources depend on, from the static graph: lists for the state, and whose replacement comes first.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use addrs::{ConfigResource, Module, ResourceMode};
use config::{Graph, Item, ModuleTree};
use state::DependencyList;

/// Dependencies of nodes, each computed when it is first asked for.
pub(crate) struct Dependencies<'c> {
    graph: &'c Graph,
    tree: &'c ModuleTree,
    /// All resources that a node needs, directly or not, as sorted nodes.
    closures: RefCell<Vec<Option<Arc<[u32]>>>>,
    /// The same as addresses, in the order of their text, as state has them.
    lists: RefCell<Vec<Option<DependencyList>>>,
    by_text: OnceCell<ByText>,
    seen: RefCell<Seen>,
}

/// All resources in the order of the text of their addresses, which is the order of lists in state.
struct ByText {
    /// Where a node is in that order.
    rank: Vec<u32>,
    addresses: Vec<Arc<ConfigResource>>,
}

/// Which nodes were met since it was last cleared; clearing costs nothing.
struct Seen {
    round: u32,
    met: Vec<u32>,
}

impl Seen {
    fn clear(&mut self) {
        self.round += 1;
    }

    /// Whether a node is met for the first time.
    fn is_new(&mut self, node: u32) -> bool {
        std::mem::replace(&mut self.met[node as usize], self.round) != self.round
    }
}

impl<'c> Dependencies<'c> {
    pub(crate) fn new(tree: &'c ModuleTree, graph: &'c Graph) -> Self {
        Self {
            graph,
            tree,
            closures: RefCell::new(vec![None; graph.len()]),
            lists: RefCell::new(vec![None; graph.len()]),
            by_text: OnceCell::new(),
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

    /// All resources that a node needs.
    pub(crate) fn closure(&self, node: usize) -> Arc<[u32]> {
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
            all.extend(closure.filter(|node| seen.is_new(*node)));
            // Actions leave nothing behind that could be depended on.
            if matches!(&self.graph.node(*node).item, Item::Resource(resource) if resource.mode != ResourceMode::Action)
            {
                all.extend(u32::try_from(*node).ok().filter(|node| seen.is_new(*node)));
            }
        }
        all.sort_unstable();
        all.into()
    }

    fn by_text(&self) -> &ByText {
        self.by_text.get_or_init(|| {
            let mut found: Vec<(String, usize, ConfigResource)> = (0..self.graph.len())
                .filter_map(|node| self.address(node).map(|address| (address.to_string(), node, address)))
                .collect();
            found.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            let mut rank = vec![0; self.graph.len()];
            for (position, (_, node, _)) in (0..).zip(&found) {
                rank[*node] = position;
            }
            ByText { rank, addresses: found.into_iter().map(|(_, _, address)| Arc::new(address)).collect() }
        })
    }

    /// The resources that a node needs, as state stores them.
    pub(crate) fn list(&self, node: usize) -> DependencyList {
        if let Some(list) = &self.lists.borrow()[node] {
            return list.clone();
        }
        let by_text = self.by_text();
        let mut ranks: Vec<u32> =
            self.closure(node).iter().map(|node| by_text.rank[*node as usize]).collect();
        ranks.sort_unstable();
        let list: DependencyList =
            ranks.into_iter().map(|rank| by_text.addresses[rank as usize].clone()).collect();
        self.lists.borrow_mut()[node] = Some(list.clone());
        list
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
