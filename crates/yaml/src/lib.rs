//! One YAML document as a tree of plain data, after the rules of the `yamldecode` function.
//!
//! Plain scalars get their types by YAML 1.2 with some of 1.1, which is what Terraform does; aliases
//! share nodes within a budget, merge keys are carried out, foreign tags are errors. The `yamldecode`
//! function and configuration written as YAML both read through here. This crate knows nothing of
//! bodies or templates.

mod check;
mod collections;
mod cursor;
mod read;
mod scalar;
mod scan;
mod scan_scalar;
mod scan_tag;
#[cfg(test)]
mod tests;
mod timestamp;
mod token;

use std::fmt;
use std::ops::Range;

use smol_str::SmolStr;
use value::num::Num;

pub use read::{MAX_ALIASED_NODES, read};

/// How to read.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How deep collections may nest.
    pub max_depth: usize,
    /// Whether a name is the text as it stands, so that `y` is not `true` and `01` not `1`.
    pub names_as_written: bool,
}

/// Index of a node in its [`Document`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

impl NodeId {
    /// The position among all nodes of the document. Parts come before the whole, so that one pass
    /// from the first node to the last can build something else of the document.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub data: Data,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
}

/// The kinds of value.
#[derive(Clone, Debug)]
pub enum Data {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Num),
    /// Text.
    String(SmolStr),
    /// A list of values.
    Sequence(Vec<NodeId>),
    /// Names with values, in source order, with all that was merged in.
    Mapping(Vec<Entry>),
}

/// A name and its value.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name.
    pub name: SmolStr,
    /// The bytes of the name in the text.
    pub name_bytes: Range<usize>,
    /// The value.
    pub value: NodeId,
    /// Whether it came from another mapping by a merge key.
    pub merged: bool,
}

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    nodes: Vec<Node>,
    root: Option<NodeId>,
}

impl Document {
    /// The value of the whole document; nothing when the text holds none at all.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// All nodes, parts before the whole.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

/// Why a text is not a document that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The byte, from 0.
    pub byte: usize,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "on line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}
