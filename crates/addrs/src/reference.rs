//! What an expression can refer to.

use std::fmt;

use smol_str::SmolStr;

use crate::Resource;

/// A thing that an expression refers to, relative to its module.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Referenceable {
    /// `var.name`
    Variable(SmolStr),
    /// `local.name`
    Local(SmolStr),
    /// `module.name`
    ModuleCall(SmolStr),
    /// `type.name`, `data.type.name`, `ephemeral.type.name`
    Resource(Resource),
    /// `count.index`
    Count(SmolStr),
    /// `each.key`, `each.value`
    Each(SmolStr),
    /// `path.module`, `path.root`, `path.cwd`
    Path(SmolStr),
    /// `terraform.workspace`, `terraform.applying`
    Terraform(SmolStr),
    /// `self`
    SelfObject,
}

impl fmt::Display for Referenceable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Referenceable::Variable(name) => write!(f, "var.{name}"),
            Referenceable::Local(name) => write!(f, "local.{name}"),
            Referenceable::ModuleCall(name) => write!(f, "module.{name}"),
            Referenceable::Resource(resource) => resource.fmt(f),
            Referenceable::Count(name) => write!(f, "count.{name}"),
            Referenceable::Each(name) => write!(f, "each.{name}"),
            Referenceable::Path(name) => write!(f, "path.{name}"),
            Referenceable::Terraform(name) => write!(f, "terraform.{name}"),
            Referenceable::SelfObject => f.write_str("self"),
        }
    }
}
