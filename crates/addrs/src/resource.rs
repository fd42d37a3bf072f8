//! Resources and their instances, relative to a module.

use std::fmt;

use smol_str::SmolStr;

use crate::key_text;

/// What kind of thing a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ResourceMode {
    /// Created, changed and deleted by us.
    Managed,
    /// Only read.
    Data,
    /// Opened for the time of one run and never stored.
    Ephemeral,
    /// Only listed: what there is outside, for a query.
    List,
    /// Done, not kept: something that happens beside objects.
    Action,
}

impl ResourceMode {
    /// The block type that declares it, and the prefix of references to it where there is one.
    pub fn keyword(self) -> &'static str {
        match self {
            ResourceMode::Managed => "resource",
            ResourceMode::Data => "data",
            ResourceMode::Ephemeral => "ephemeral",
            ResourceMode::List => "list",
            ResourceMode::Action => "action",
        }
    }
}

/// A resource, as declared by one block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Resource {
    /// What kind of thing it is.
    pub mode: ResourceMode,
    /// Its type, such as `aws_instance`.
    pub type_name: SmolStr,
    /// Its name.
    pub name: SmolStr,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode {
            ResourceMode::Managed => write!(f, "{}.{}", self.type_name, self.name),
            mode => write!(f, "{}.{}.{}", mode.keyword(), self.type_name, self.name),
        }
    }
}

/// What tells the instances of one block apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InstanceKey {
    /// From `count`.
    Int(i64),
    /// From `for_each`.
    String(SmolStr),
}

impl fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstanceKey::Int(index) => write!(f, "[{index}]"),
            InstanceKey::String(key) => {
                f.write_str("[\"")?;
                key_text::write_escaped(key, f)?;
                f.write_str("\"]")
            }
        }
    }
}

/// One instance of a resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceInstance {
    /// The resource.
    pub resource: Resource,
    /// Which instance; nothing when the block has neither `count` nor `for_each`.
    pub key: Option<InstanceKey>,
}

impl fmt::Display for ResourceInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.resource.fmt(f)?;
        self.key.iter().try_for_each(|key| key.fmt(f))
    }
}
