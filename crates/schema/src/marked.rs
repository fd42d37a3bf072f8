//! The parts of a value that a schema says are secrets or not to be stored.

use std::collections::BTreeMap;

use value::{Path, SmolStr, Value};

use crate::error::Trail;
use crate::parts::{attr, elements, map_elements};
use crate::{Attribute, AttributeShape, Block, Nesting, PathError};

/// What is looked for in a schema.
type Wanted = fn(&Attribute) -> bool;

const SENSITIVE: Wanted = |attribute| attribute.sensitive;
const WRITE_ONLY: Wanted = |attribute| attribute.write_only;

impl Block {
    /// Where the value holds what the schema says is a secret; places inside of what is null or unknown are
    /// left out. A place inside of a set names the set.
    pub fn sensitive_paths(&self, value: &Value) -> Vec<Path> {
        if !self.has_sensitive() {
            return Vec::new();
        }
        let mut paths = Vec::new();
        block_paths(self, value, SENSITIVE, &Trail::Root, &mut paths);
        paths
    }

    /// Where the value holds what is never stored. A place inside of a set names the set.
    pub fn write_only_paths(&self, value: &Value) -> Vec<Path> {
        if !self.has_write_only() {
            return Vec::new();
        }
        let mut paths = Vec::new();
        block_paths(self, value, WRITE_ONLY, &Trail::Root, &mut paths);
        paths
    }

    /// The first place that holds something although nothing may be stored there.
    pub fn leak(&self, value: &Value) -> Option<PathError> {
        if !self.has_write_only() || self.without_write_only(value) == *value {
            return None;
        }
        let holds = |path: &Path| path.find(value).is_some_and(|part| !part.is_null());
        let path = self.write_only_paths(value).into_iter().find(holds)?;
        Some(PathError { path, message: "a value for what is only written must not come back".to_owned() })
    }

    /// The value with null for everything that is never stored.
    pub fn without_write_only(&self, value: &Value) -> Value {
        if !self.has_write_only() || value.is_null() || !value.is_known() {
            return value.clone();
        }
        let mut entries = strip_attributes(&self.attributes, value);
        entries.extend(self.blocks.iter().map(|(name, nested)| {
            let value = attr(value, name);
            let value = match nested.nesting {
                Nesting::Single | Nesting::Group => nested.block.without_write_only(&value),
                _ => map_elements(&value, &mut |_, item| nested.block.without_write_only(item)),
            };
            (name.clone(), value)
        }));
        Value::object(entries).with_marks(value.marks())
    }

    /// Whether the schema says of anything that it is a secret.
    pub fn has_sensitive(&self) -> bool {
        *self.cache.has_sensitive.get_or_init(|| {
            any_attribute(&self.attributes, SENSITIVE)
                || self.blocks.values().any(|nested| nested.block.has_sensitive())
        })
    }

    /// Whether the schema says of anything that it is never stored.
    pub fn has_write_only(&self) -> bool {
        *self.cache.has_write_only.get_or_init(|| {
            any_attribute(&self.attributes, WRITE_ONLY)
                || self.blocks.values().any(|nested| nested.block.has_write_only())
        })
    }
}

impl Attribute {
    /// Whether it or anything in its objects is never stored.
    pub(crate) fn holds_write_only(&self) -> bool {
        self.write_only || self.nested().is_some_and(|nested| any_attribute(&nested.attributes, WRITE_ONLY))
    }
}

fn any_attribute(attributes: &BTreeMap<SmolStr, Attribute>, wanted: Wanted) -> bool {
    attributes.values().any(|attribute| {
        wanted(attribute)
            || attribute.nested().is_some_and(|nested| any_attribute(&nested.attributes, wanted))
    })
}

fn block_paths(block: &Block, value: &Value, wanted: Wanted, at: &Trail<'_>, paths: &mut Vec<Path>) {
    if value.is_null() || !value.is_known() {
        return;
    }
    attribute_paths(&block.attributes, value, wanted, at, paths);
    for (name, nested) in &block.blocks {
        let inside = |value: &Value, at: &Trail<'_>, paths: &mut Vec<Path>| {
            block_paths(&nested.block, value, wanted, at, paths);
        };
        element_paths(nested.nesting, &attr(value, name), &at.attr(name), paths, &inside);
    }
}

fn attribute_paths(
    attributes: &BTreeMap<SmolStr, Attribute>,
    value: &Value,
    wanted: Wanted,
    at: &Trail<'_>,
    paths: &mut Vec<Path>,
) {
    if value.is_null() || !value.is_known() {
        return;
    }
    for (name, attribute) in attributes {
        let at = at.attr(name);
        let whole = wanted(attribute);
        if whole {
            paths.push(at.path());
        }
        // Parts of what is meant as a whole are named as well: Terraform stores them so.
        if let AttributeShape::Nested(nested) = &attribute.shape
            && any_attribute(&nested.attributes, wanted)
        {
            let inside = |value: &Value, at: &Trail<'_>, paths: &mut Vec<Path>| {
                attribute_paths(&nested.attributes, value, wanted, at, paths);
            };
            // A set has no places inside.
            if !(whole && nested.nesting == Nesting::Set) {
                element_paths(nested.nesting, &attr(value, name), &at, paths, &inside);
            }
        }
    }
}

fn element_paths(
    nesting: Nesting,
    value: &Value,
    at: &Trail<'_>,
    paths: &mut Vec<Path>,
    inside: &dyn Fn(&Value, &Trail<'_>, &mut Vec<Path>),
) {
    match nesting {
        Nesting::Single | Nesting::Group => inside(value, at, paths),
        Nesting::Set => {
            let mut found = Vec::new();
            for (_, item) in elements(value) {
                inside(&item, at, &mut found);
            }
            if !found.is_empty() {
                paths.push(at.path());
            }
        }
        Nesting::List | Nesting::Map => {
            for (key, item) in elements(value) {
                inside(&item, &at.index(&key), paths);
            }
        }
    }
}

fn strip_attributes(attributes: &BTreeMap<SmolStr, Attribute>, value: &Value) -> Vec<(SmolStr, Value)> {
    let one = |(name, attribute): (&SmolStr, &Attribute)| {
        let value = attr(value, name);
        let value = match &attribute.shape {
            _ if attribute.write_only => attribute.empty_value(),
            AttributeShape::Nested(nested) if any_attribute(&nested.attributes, WRITE_ONLY) => {
                let object = |item: &Value| {
                    if item.is_null() || !item.is_known() {
                        return item.clone();
                    }
                    Value::object(strip_attributes(&nested.attributes, item)).with_marks(item.marks())
                };
                match nested.nesting {
                    Nesting::Single | Nesting::Group => object(&value),
                    _ => map_elements(&value, &mut |_, item| object(item)),
                }
            }
            _ => value,
        };
        (name.clone(), value)
    };
    attributes.iter().map(one).collect()
}
