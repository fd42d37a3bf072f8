//! A broken rule and where it is broken.

use std::fmt;

use value::{Path, PathStep, SmolStr, Value};

/// A broken rule. Messages never hold values, because any of them may be a secret.
#[derive(Clone, Debug, PartialEq)]
pub struct PathError {
    /// The part of the object at fault.
    pub path: Path,
    /// What is wrong, without a full stop.
    pub message: String,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for PathError {}

/// The way to the part being looked at, as a chain on the stack: only an error makes a path of it.
#[derive(Clone, Copy)]
pub(crate) enum Trail<'a> {
    Root,
    Attr(&'a Trail<'a>, &'a SmolStr),
    Index(&'a Trail<'a>, &'a Value),
}

impl<'a> Trail<'a> {
    pub(crate) fn attr(&'a self, name: &'a SmolStr) -> Trail<'a> {
        Trail::Attr(self, name)
    }

    pub(crate) fn index(&'a self, key: &'a Value) -> Trail<'a> {
        Trail::Index(self, key)
    }

    pub(crate) fn path(&self) -> Path {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            match at {
                Trail::Root => break,
                Trail::Attr(before, name) => {
                    steps.push(PathStep::Attr((*name).clone()));
                    at = before;
                }
                Trail::Index(before, key) => {
                    steps.push(PathStep::Index((*key).clone()));
                    at = before;
                }
            }
        }
        steps.reverse();
        Path(steps)
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> PathError {
        PathError { path: self.path(), message: message.into() }
    }
}
