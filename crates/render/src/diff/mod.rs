//! How two values differ, part by part, and that as text: what plans show of attributes, blocks and outputs.
//!
//! `build` compares values into a tree of [`Diff`], `json` texts that are JSON, `block` does so for whole bodies by
//! their schema, and `write` draws the tree. A state is drawn as a tree in which nothing differs.

pub(crate) mod block;
mod build;
mod empty_text;
mod json;
pub(crate) mod relevant;
mod sequence;
mod write;

use smol_str::SmolStr;
use value::Value;

pub(crate) use build::{Hint, Replace, diff};
pub(crate) use empty_text::EmptyText;
pub(crate) use write::{Writer, attribute_name, padded_width};

/// What becomes of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// It stays.
    NoOp,
    /// It is new.
    Create,
    /// It changes.
    Update,
    /// It goes.
    Delete,
}

/// How a part differs.
#[derive(Clone, Debug)]
pub(crate) struct Diff {
    /// What becomes of it.
    pub(crate) act: Act,
    /// Whether that needs a new object.
    pub(crate) replace: bool,
    /// The part itself.
    pub(crate) kind: Kind,
}

/// A part that is secret either before or after.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// Whether it is after.
    pub(crate) secret: bool,
    /// Whether only that changes.
    pub(crate) same: bool,
}

/// What a part is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Something without parts, before and after.
    Scalar(Option<Value>, Option<Value>),
    /// Text that is JSON, shown by its content.
    Json {
        /// The content.
        content: Box<Diff>,
        /// Whether only spaces differ.
        spaces: bool,
    },
    /// A number in such text, which is shown as it is written there.
    JsonNumber(SmolStr),
    /// One kind of thing becomes another.
    Changed(Box<Diff>, Box<Diff>),
    /// It will be known later; what it was.
    Unknown(Option<Box<Diff>>),
    /// It is a secret; whether it turns into one, or into something else.
    Secret(Option<Turn>),
    /// It is never stored.
    WriteOnly {
        /// Whether what is written is a secret.
        secret: bool,
    },
    /// Attributes by name.
    Object(Vec<(SmolStr, Diff)>),
    /// Attributes by name that have a schema of their own.
    NestedObject(Vec<(SmolStr, Diff)>),
    /// Elements by key.
    Map(Vec<(SmolStr, Diff)>),
    /// Objects with a schema of their own by key.
    NestedMap(Vec<(SmolStr, Diff)>),
    /// Elements in order.
    List(Vec<Diff>),
    /// Objects with a schema of their own in order.
    NestedList(Vec<Diff>),
    /// Elements without order.
    Set(Vec<Diff>),
}
