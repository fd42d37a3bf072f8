//! Where in data a place is, as a path of names and indexes.

use std::fmt::Write;

use super::body::DataBody;
use super::tree::{DataTree, NodeId, NodeKind, Spelling};

impl DataBody {
    /// The path to the innermost object or array that holds a byte, such as `resource.a.b.list[1]`. Nothing at the
    /// root, and nothing for YAML, where no brackets say what holds what.
    pub fn path_at(&self, at: u32) -> Option<String> {
        let (tree, mut node) = self.tree_and_node();
        let mut path = String::new();
        while let Some(next) = tree.step_towards(node, at, &mut path) {
            node = next;
        }
        (tree.spelling == Spelling::Json && !path.is_empty()).then_some(path)
    }
}

impl DataTree {
    /// The object or array directly in a node that holds a byte; its name or index is added to the path.
    fn step_towards(&self, node: NodeId, at: u32, path: &mut String) -> Option<NodeId> {
        match self.node(node).kind {
            NodeKind::Array(items) => {
                let items = self.items(items);
                let index = self.position(items, |item| *item, at)?;
                // Writing to a string does not fail.
                let _ = write!(path, "[{index}]");
                Some(items[index])
            }
            NodeKind::Object(properties) => {
                let properties = self.properties(properties);
                let found = properties[self.position(properties, |property| property.value, at)?];
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(self.name(found));
                Some(found.value)
            }
            _ => None,
        }
    }

    /// Which of some values is an object or array that holds a byte. Its opening bracket is not in it yet. They are in
    /// the order of the text.
    fn position<T>(&self, values: &[T], node: impl Fn(&T) -> NodeId, at: u32) -> Option<usize> {
        let index = values.partition_point(|value| self.node(node(value)).span.start < at).checked_sub(1)?;
        let found = self.node(node(&values[index]));
        let is_container = matches!(found.kind, NodeKind::Array(_) | NodeKind::Object(_));
        (is_container && at < found.span.end).then_some(index)
    }
}
