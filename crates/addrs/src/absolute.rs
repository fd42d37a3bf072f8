//! Resources with the module that they are in.

use std::fmt;

use crate::{InstanceKey, Module, ModuleInstance, Resource, ResourceInstance};

/// Writes what comes before the dot, if there is anything, and the dot.
fn prefix(f: &mut fmt::Formatter<'_>, is_root: bool, module: impl fmt::Display) -> fmt::Result {
    if is_root { Ok(()) } else { write!(f, "{module}.") }
}

/// A resource block in the static tree of modules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConfigResource {
    /// Its module.
    pub module: Module,
    /// The resource.
    pub resource: Resource,
}

impl fmt::Display for ConfigResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        prefix(f, self.module.is_root(), &self.module)?;
        self.resource.fmt(f)
    }
}

/// A resource in one instance of its module.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbsResource {
    /// The instance of its module.
    pub module: ModuleInstance,
    /// The resource.
    pub resource: Resource,
}

impl AbsResource {
    /// One of its instances.
    pub fn instance(&self, key: Option<InstanceKey>) -> AbsResourceInstance {
        AbsResourceInstance {
            module: self.module.clone(),
            resource: ResourceInstance { resource: self.resource.clone(), key },
        }
    }

    /// The block that declares it.
    pub fn config(&self) -> ConfigResource {
        ConfigResource { module: self.module.module(), resource: self.resource.clone() }
    }
}

impl fmt::Display for AbsResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        prefix(f, self.module.is_root(), &self.module)?;
        self.resource.fmt(f)
    }
}

/// One instance of a resource in one instance of its module.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbsResourceInstance {
    /// The instance of its module.
    pub module: ModuleInstance,
    /// The instance of the resource.
    pub resource: ResourceInstance,
}

impl AbsResourceInstance {
    /// The resource that it is an instance of.
    pub fn resource(&self) -> AbsResource {
        AbsResource { module: self.module.clone(), resource: self.resource.resource.clone() }
    }

    /// The block that declares it.
    pub fn config(&self) -> ConfigResource {
        ConfigResource { module: self.module.module(), resource: self.resource.resource.clone() }
    }

    /// Which instance.
    pub fn key(&self) -> Option<&InstanceKey> {
        self.resource.key.as_ref()
    }
}

impl fmt::Display for AbsResourceInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        prefix(f, self.module.is_root(), &self.module)?;
        self.resource.fmt(f)
    }
}

/// What `-target`, `-exclude` and the `state` commands can name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// A module without a key on its last step: all its instances; or one instance.
    Module(ModuleInstance),
    /// All instances of a resource.
    Resource(AbsResource),
    /// One instance.
    Instance(AbsResourceInstance),
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Module(module) => module.fmt(f),
            Target::Resource(resource) => resource.fmt(f),
            Target::Instance(instance) => instance.fmt(f),
        }
    }
}
