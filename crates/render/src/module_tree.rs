//! Things of many module instances as a tree, which is how JSON shows them.

use std::collections::HashMap;

use addrs::ModuleInstance;

use crate::json_writer::{ObjectWriter, array};

/// Things by module, and which module is inside of which.
pub(crate) struct ModuleItems<T> {
    nodes: Vec<Node<T>>,
    places: HashMap<ModuleInstance, usize>,
}

struct Node<T> {
    address: String,
    items: Vec<T>,
    children: Vec<usize>,
}

impl<T> ModuleItems<T> {
    pub(crate) fn new() -> Self {
        let root = Node { address: String::new(), items: Vec::new(), children: Vec::new() };
        Self { nodes: vec![root], places: HashMap::from([(ModuleInstance::root(), 0)]) }
    }

    /// Adds a thing to its module; modules on the way are there then as well.
    pub(crate) fn push(&mut self, module: &ModuleInstance, item: T) {
        let place = self.place(module);
        self.nodes[place].items.push(item);
    }

    /// A module that is there even if nothing is in it.
    pub(crate) fn add_module(&mut self, module: &ModuleInstance) {
        self.place(module);
    }

    fn place(&mut self, module: &ModuleInstance) -> usize {
        if let Some(place) = self.places.get(module) {
            return *place;
        }
        let mut parent = 0;
        for length in 1..=module.steps().len() {
            let module = ModuleInstance::new(module.steps()[..length].to_vec());
            parent = match self.places.get(&module) {
                Some(place) => *place,
                None => {
                    let place = self.nodes.len();
                    let node = Node { address: module.to_string(), items: Vec::new(), children: Vec::new() };
                    self.nodes.push(node);
                    self.nodes[parent].children.push(place);
                    self.places.insert(module, place);
                    place
                }
            };
        }
        parent
    }

    /// Writes the root module with all that is inside of it, children in the order of their addresses.
    pub(crate) fn write(&self, out: &mut String, write: &mut impl FnMut(&T, &mut String)) {
        self.write_node(0, out, write);
    }

    fn write_node(&self, at: usize, out: &mut String, write: &mut impl FnMut(&T, &mut String)) {
        let node = &self.nodes[at];
        let mut object = ObjectWriter::begin(out);
        if !node.items.is_empty() {
            array(&node.items, object.key("resources"), &mut *write);
        }
        if at > 0 {
            object.text("address", &node.address);
        }
        if !node.children.is_empty() {
            let mut children = node.children.clone();
            children.sort_by(|a, b| self.nodes[*a].address.cmp(&self.nodes[*b].address));
            array(children, object.key("child_modules"), |child, out| self.write_node(child, out, write));
        }
        object.end();
    }
}
