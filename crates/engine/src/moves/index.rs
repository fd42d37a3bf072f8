//! Which statements come before which: found by an index of all their addresses, not by comparing each with each.

use addrs::{InstanceKey, Resource};
use smol_str::SmolStr;

use super::statement::{Kind, Side, Statement};
use crate::world::Map;

/// The key of a module on the way to an address.
#[derive(Clone, Copy, PartialEq)]
enum Key<'s> {
    /// Every instance.
    Any,
    /// One, or none at all.
    Is(Option<&'s InstanceKey>),
}

/// An address as the index sees it: the way from the root, and the side for what is there.
struct Address<'s> {
    path: Vec<(&'s SmolStr, Key<'s>)>,
    side: &'s Side,
    kind: Kind,
}

/// One of the two addresses of a statement.
#[derive(Clone, Copy)]
enum End {
    From,
    To,
}

/// The statements that have an address as one of their two.
#[derive(Default)]
struct Ends {
    from: Vec<usize>,
    to: Vec<usize>,
}

impl Ends {
    fn at(&self, end: End) -> &[usize] {
        match end {
            End::From => &self.from,
            End::To => &self.to,
        }
    }

    fn push(&mut self, end: End, statement: usize) {
        match end {
            End::From => self.from.push(statement),
            End::To => self.to.push(statement),
        }
    }
}

/// Statements about a resource.
#[derive(Default)]
struct OfResource {
    whole: Ends,
    instances: Map<Option<InstanceKey>, Ends>,
}

/// Modules behind one name.
#[derive(Default)]
struct Branch {
    any: Option<usize>,
    keyed: Map<Option<InstanceKey>, usize>,
}

/// A module, or all instances of one.
#[derive(Default)]
struct Node {
    children: Map<SmolStr, Branch>,
    modules: Ends,
    resources: Map<Resource, OfResource>,
}

/// All addresses of statements.
pub(super) struct Index {
    nodes: Vec<Node>,
}

impl Statement {
    fn address(&self, end: End) -> Address<'_> {
        let side = match end {
            End::From => &self.from,
            End::To => &self.to,
        };
        let mut path: Vec<(&SmolStr, Key<'_>)> = self.module.iter().map(|name| (name, Key::Any)).collect();
        path.extend(side.modules.iter().map(|step| (&step.name, Key::Is(step.key.as_ref()))));
        if self.kind == Kind::Call
            && let Some(last) = path.last_mut()
        {
            last.1 = Key::Any;
        }
        Address { path, side, kind: self.kind }
    }
}

impl Index {
    pub(super) fn new(statements: &[Statement]) -> Self {
        let mut index = Self { nodes: vec![Node::default()] };
        for (number, statement) in statements.iter().enumerate() {
            for end in [End::From, End::To] {
                let address = statement.address(end);
                let node = index.node(&address.path);
                let node = &mut index.nodes[node];
                match &address.side.resource {
                    None => node.modules.push(end, number),
                    Some(instance) => {
                        let of = node.resources.entry(instance.resource.clone()).or_default();
                        match address.kind {
                            Kind::Resource => of.whole.push(end, number),
                            _ => of.instances.entry(instance.key.clone()).or_default().push(end, number),
                        }
                    }
                }
            }
        }
        index
    }

    /// The node of a path, made where it is not there.
    fn node(&mut self, path: &[(&SmolStr, Key<'_>)]) -> usize {
        let mut at = 0;
        for (name, key) in path {
            let fresh = self.nodes.len();
            let branch = self.nodes[at].children.entry((*name).clone()).or_default();
            at = match key {
                Key::Any => *branch.any.get_or_insert(fresh),
                Key::Is(key) => *branch.keyed.entry(key.cloned()).or_insert(fresh),
            };
            if at == fresh {
                self.nodes.push(Node::default());
            }
        }
        at
    }

    /// The nodes that could mean the same as a path, for each of its beginnings.
    fn levels(&self, path: &[(&SmolStr, Key<'_>)]) -> Vec<Vec<usize>> {
        let mut levels = vec![vec![0]];
        for (name, key) in path {
            let mut reached = Vec::new();
            for node in levels.last().into_iter().flatten() {
                let Some(branch) = self.nodes[*node].children.get(*name) else { continue };
                reached.extend(branch.any);
                match key {
                    Key::Any => reached.extend(branch.keyed.values()),
                    Key::Is(key) => reached.extend(branch.keyed.get(&key.cloned())),
                }
            }
            levels.push(reached);
        }
        levels
    }

    /// Statements to whose destination a source could be the next step.
    fn before(&self, source: &Address<'_>, found: &mut Vec<usize>) {
        let levels = self.levels(&source.path);
        for node in levels.last().into_iter().flatten() {
            let node = &self.nodes[*node];
            let Some(instance) = &source.side.resource else {
                found.extend(&node.modules.to);
                continue;
            };
            let Some(of) = node.resources.get(&instance.resource) else { continue };
            match source.kind {
                Kind::Resource => found.extend(&of.whole.to),
                _ => found.extend(of.instances.get(&instance.key).into_iter().flat_map(|ends| &ends.to)),
            }
        }
    }

    /// Statements one of whose addresses an address is inside of.
    fn around(&self, statements: &[Statement], inner: &Address<'_>, end: End, found: &mut Vec<usize>) {
        let levels = self.levels(&inner.path);
        let depth = inner.path.len();
        for (at, nodes) in levels.iter().enumerate().skip(1) {
            for node in nodes {
                let modules = self.nodes[*node].modules.at(end);
                // A module is not inside of itself, but one instance is inside of the call.
                found.extend(modules.iter().filter(|outer| {
                    at < depth
                        || match statements[**outer].kind {
                            Kind::Call => inner.kind != Kind::Call,
                            _ => inner.side.resource.is_some(),
                        }
                }));
            }
        }
        let Some(instance) = inner.side.resource.as_ref().filter(|_| inner.kind == Kind::Instance) else {
            return;
        };
        for node in levels.last().into_iter().flatten() {
            if let Some(of) = self.nodes[*node].resources.get(&instance.resource) {
                found.extend(of.whole.at(end));
            }
        }
    }

    /// For each statement, those that are made before it.
    pub(super) fn dependencies(&self, statements: &[Statement]) -> Vec<Vec<usize>> {
        let mut dependencies = vec![Vec::new(); statements.len()];
        // Moving a module to another key would come both before and after what is moved inside of it.
        let counts = |later: usize, earlier: usize| {
            let (later, earlier) = (&statements[later], &statements[earlier]);
            later.module.len() >= earlier.module.len() || !later.is_new_index()
        };
        let mut found = Vec::new();
        for (number, statement) in statements.iter().enumerate() {
            let (from, to) = (statement.address(End::From), statement.address(End::To));
            self.before(&from, &mut dependencies[number]);
            // What goes to a larger thing comes before what happens inside of it there.
            self.around(statements, &from, End::To, &mut found);
            self.around(statements, &to, End::To, &mut found);
            dependencies[number].extend(found.drain(..).filter(|earlier| counts(number, *earlier)));
            // What happens inside of a larger thing comes before that goes elsewhere.
            self.around(statements, &from, End::From, &mut found);
            self.around(statements, &to, End::From, &mut found);
            for later in found.drain(..).filter(|later| counts(*later, number)) {
                dependencies[later].push(number);
            }
        }
        for (number, needed) in dependencies.iter_mut().enumerate() {
            needed.sort_unstable();
            needed.dedup();
            needed.retain(|earlier| *earlier != number);
        }
        dependencies
    }

    fn nodes_at<'a>(&'a self, module: &addrs::ModuleInstance) -> impl Iterator<Item = &'a Node> {
        let path: Vec<(&SmolStr, Key<'_>)> =
            module.steps().iter().map(|step| (&step.name, Key::Is(step.key.as_ref()))).collect();
        let last = self.levels(&path).pop().unwrap_or_default();
        last.into_iter().map(|node| &self.nodes[node])
    }

    /// Whether a statement is about a resource or an instance of it.
    pub(super) fn mentions_resource(&self, resource: &addrs::AbsResource) -> bool {
        self.nodes_at(&resource.module).any(|node| node.resources.contains_key(&resource.resource))
    }

    /// Whether a statement is about an instance of a module or a resource directly in it.
    pub(super) fn mentions_module(&self, module: &addrs::ModuleInstance) -> bool {
        self.nodes_at(module).any(|node| {
            !node.resources.is_empty() || !node.modules.from.is_empty() || !node.modules.to.is_empty()
        })
    }
}
