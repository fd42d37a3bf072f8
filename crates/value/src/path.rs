//! Paths from a value to a part of it.

use std::fmt;

use smol_str::SmolStr;

use crate::{Kind, Value};

/// One step into a value.
#[derive(Clone, Debug, PartialEq)]
pub enum PathStep {
    /// An attribute of an object.
    Attr(SmolStr),
    /// An element of a list, tuple, map or set; for a set the key is the element itself.
    Index(Value),
}

/// Steps from a value to a part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(pub Vec<PathStep>);

impl Path {
    /// The path to the value itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// This path and then an attribute.
    #[must_use]
    pub fn attr(&self, name: impl Into<SmolStr>) -> Path {
        self.step(PathStep::Attr(name.into()))
    }

    /// This path and then an element.
    #[must_use]
    pub fn index(&self, key: Value) -> Path {
        self.step(PathStep::Index(key))
    }

    fn step(&self, step: PathStep) -> Path {
        let mut steps = Vec::with_capacity(self.0.len() + 1);
        steps.extend_from_slice(&self.0);
        steps.push(step);
        Path(steps)
    }

    /// Whether it leads to the value itself.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The part that it leads to; nothing where it leads nowhere. What is inside of an unknown is unknown.
    pub fn find(&self, value: &Value) -> Option<Value> {
        let mut at = value.clone();
        for step in &self.0 {
            if !at.is_known() {
                return Some(Value::dynamic());
            }
            at = match step {
                PathStep::Attr(name) => at.entry(name)?.clone(),
                PathStep::Index(key) => match (key.as_str(), key.as_num(), at.as_items()) {
                    (Some(key), _, None) => at.entry(key)?.clone(),
                    (_, Some(number), Some(items)) if !matches!(at.kind(), Kind::Set(_)) => {
                        items.get(usize::try_from(number.to_i64()?).ok()?)?.clone()
                    }
                    (_, _, Some(items)) => items.iter().find(|item| item.raw_eq(key))?.clone(),
                    _ => return None,
                },
            };
        }
        Some(at)
    }

    /// Puts another path before this one.
    #[must_use]
    pub fn prefixed(mut self, step: PathStep) -> Path {
        self.0.insert(0, step);
        self
    }
}

impl fmt::Display for Path {
    /// As written after a reference: `.name[0]["key"]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.0 {
            match step {
                PathStep::Attr(name) => write!(f, ".{name}")?,
                PathStep::Index(key) => match (key.as_str(), key.as_num()) {
                    (Some(text), _) => write!(f, "[{text:?}]")?,
                    (_, Some(number)) => write!(f, "[{number}]")?,
                    _ => f.write_str("[...]")?,
                },
            }
        }
        Ok(())
    }
}
