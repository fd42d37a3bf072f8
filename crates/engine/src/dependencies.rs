//! What resources depend on, from the static graph: lists for the state, and whose replacement comes first.

use std::cell::RefCell;
use std::sync::Arc;

use addrs::{ConfigResource, Module, ResourceMode};
use config::{Graph, Item, ModuleTree};

/// Dependencies of nodes, each computed when it is first asked for.
pub(crate) struct Dependencies<'c> {
    graph: &'c Graph,
    tree: &'c ModuleTree,
    /// All resources that a node needs, directly or not, as sorted nodes.
    closures: RefCell<Vec<Option<Arc<[u32]>>>>,
    /// The same as addresses, in the order of their text, as state has them.
    lists: RefCell<Vec<Option<Arc<[ConfigResource]>>>>,
}

impl<'c> Dependencies<'c> {
    pub(crate) fn new(tree: &'c ModuleTree, graph: &'c Graph) -> Self {
        Self {
            graph,
            tree,
            closures: RefCell::new(vec![None; graph.len()]),
            lists: RefCell::new(vec![None; graph.len()]),
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
            let mut all: Vec<u32> = Vec::new();
            for needed in needed {
                all.extend(closures[*needed].iter().flat_map(|closure| closure.iter()));
                let is_resource = matches!(&self.graph.node(*needed).item, Item::Resource(resource) if resource.mode != ResourceMode::Ephemeral);
                if is_resource {
                    all.extend(u32::try_from(*needed));
                }
            }
            all.sort_unstable();
            all.dedup();
            closures[at] = Some(all.into());
            stack.pop();
        }
        closures[node].clone().unwrap_or_default()
    }

    /// The resources that a node needs, as state stores them.
    pub(crate) fn list(&self, node: usize) -> Arc<[ConfigResource]> {
        if let Some(list) = &self.lists.borrow()[node] {
            return list.clone();
        }
        let closure = self.closure(node);
        let mut found: Vec<(String, ConfigResource)> = closure
            .iter()
            .filter_map(|node| self.address(*node as usize))
            .map(|address| (address.to_string(), address))
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let list: Arc<[ConfigResource]> = found.into_iter().map(|(_, address)| address).collect();
        self.lists.borrow_mut()[node] = Some(list.clone());
        list
    }

    /// For each node whether its replacement is made before it is destroyed: because its block says so, or
    /// because something that needs it does.
    pub(crate) fn create_before_destroy(&self) -> Vec<bool> {
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
            if first[node] {
                self.graph.dependencies(node).iter().for_each(|needed| first[*needed] = true);
            }
        }
        first
    }
}
