//! State in memory.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResource, AbsResourceInstance, InstanceKey};
use smol_str::SmolStr;
use value::{Path, Value};

use crate::{DependencyList, Shared};

/// Everything that is remembered.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The outputs of the root module.
    pub outputs: BTreeMap<SmolStr, OutputState>,
    /// All resources.
    pub resources: Shared<BTreeMap<AbsResource, ResourceState>>,
    /// What the last run found out about conditions; nothing where no run looked.
    pub checks: Option<Vec<CheckResult>>,
}

/// An output of the root module.
#[derive(Clone, Debug)]
pub struct OutputState {
    /// Its value, without marks.
    pub value: Value,
    /// Whether it is a secret.
    pub sensitive: bool,
    /// Why it should not be used any more.
    pub deprecated: Option<String>,
}

/// A resource with its instances.
#[derive(Clone, Debug)]
pub struct ResourceState {
    /// The configuration of the provider that the last change was made with.
    pub provider: AbsProviderConfig,
    /// Its instances.
    pub instances: BTreeMap<Option<InstanceKey>, InstanceState>,
}

/// The objects of one instance.
#[derive(Clone, Debug, Default)]
pub struct InstanceState {
    /// The one that counts.
    pub current: Option<Arc<Object>>,
    /// Those that were replaced and are still there, by their keys of 8 hexadecimal digits.
    pub deposed: BTreeMap<SmolStr, Arc<Object>>,
    /// The configuration of the provider where instances have different ones. Boxed because it is rare and large.
    pub provider: Option<Box<AbsProviderConfig>>,
}

/// A real object, as stored.
#[derive(Clone, Debug)]
pub struct Object {
    /// Whether it is fit for use.
    pub status: ObjectStatus,
    /// The version of the schema that the attributes are of.
    pub schema_version: u64,
    /// The attributes as compact JSON: only who has the schema can read them.
    pub attributes: Arc<str>,
    /// Attributes in the flat form of old files, where they could not be brought into the new one.
    pub attributes_flat: Option<Arc<BTreeMap<String, String>>>,
    /// The parts that are secrets.
    pub sensitive_paths: Vec<Path>,
    /// What the provider keeps for itself.
    pub private: Arc<[u8]>,
    /// What it depends on, with all that those depend on. Shared between the instances of a block.
    pub dependencies: DependencyList,
    /// Whether its replacement is made before it is destroyed.
    pub create_before_destroy: bool,
    /// Whether it is only to be forgotten instead of destroyed.
    pub skip_destroy: bool,
    /// What tells it from others, as compact JSON, with the version of its schema.
    pub identity: Option<(Arc<str>, u64)>,
}

/// Whether an object is fit for use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectStatus {
    /// It is.
    #[default]
    Ready,
    /// Something went wrong when it was made; it is to be replaced.
    Tainted,
}

/// What the last run found out about the conditions of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// `resource`, `output`, `check` or `var`.
    pub kind: SmolStr,
    /// The block.
    pub config_addr: String,
    /// All instances together.
    pub status: CheckStatus,
    /// Each instance.
    pub objects: Vec<CheckObject>,
}

/// What the last run found out about the conditions of one instance of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckObject {
    /// The instance.
    pub addr: String,
    /// What was found out.
    pub status: CheckStatus,
    /// What does not hold.
    pub failures: Vec<String>,
}

/// Whether conditions hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckStatus {
    /// They do.
    #[default]
    Pass,
    /// It is not known yet.
    Unknown,
    /// They do not.
    Fail,
    /// They cannot be evaluated.
    Error,
}

impl InstanceState {
    /// Whether there is no object of it.
    pub fn is_empty(&self) -> bool {
        self.current.is_none() && self.deposed.is_empty()
    }
}

impl State {
    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.outputs.is_empty()
    }

    /// The objects of an instance.
    pub fn instance(&self, addr: &AbsResourceInstance) -> Option<&InstanceState> {
        self.resources.get(&addr.resource())?.instances.get(&addr.resource.key)
    }

    /// The objects of an instance, to change them; the resource is made if it is not there.
    pub fn instance_mut(
        &mut self,
        addr: &AbsResourceInstance,
        provider: &AbsProviderConfig,
    ) -> &mut InstanceState {
        // An instance of a configuration is that of one object, not of all.
        let shared = AbsProviderConfig { key: None, ..provider.clone() };
        let resource = self
            .resources
            .entry(addr.resource())
            .or_insert_with(|| ResourceState { provider: shared.clone(), instances: BTreeMap::new() });
        resource.provider = shared;
        let instance = resource.instances.entry(addr.resource.key.clone()).or_default();
        instance.provider = provider.key.is_some().then(|| Box::new(provider.clone()));
        instance
    }

    /// Takes out what is stored as `null`: there is no object behind it. Such states were edited by hand.
    pub fn remove_nothing(&mut self) {
        let is_nothing = |instance: &InstanceState| {
            instance.current.as_ref().is_some_and(|object| &*object.attributes == "null")
        };
        let mut instances = self.resources.values().flat_map(|resource| resource.instances.values());
        if !instances.any(is_nothing) {
            return;
        }
        for resource in self.resources.values_mut() {
            for instance in resource.instances.values_mut().filter(|instance| is_nothing(instance)) {
                instance.current = None;
            }
            resource.instances.retain(|_, found| !found.is_empty());
        }
        self.resources.retain(|_, resource| !resource.instances.is_empty());
    }

    /// Takes out an instance, and its resource if that was the last one.
    pub fn remove_instance(&mut self, addr: &AbsResourceInstance) {
        self.take_instance(addr);
    }

    /// Takes out an instance that has no object any more.
    pub fn remove_if_empty(&mut self, addr: &AbsResourceInstance) {
        if self.instance(addr).is_some_and(InstanceState::is_empty) {
            self.remove_instance(addr);
        }
    }

    /// Takes out an instance, and its resource if that was the last one; gives it with its provider.
    pub fn take_instance(
        &mut self,
        addr: &AbsResourceInstance,
    ) -> Option<(AbsProviderConfig, InstanceState)> {
        let resource = addr.resource();
        if !self.resources.contains_key(&resource) {
            return None;
        }
        let found = self.resources.get_mut(&resource)?;
        let instance = found.instances.remove(&addr.resource.key);
        let own = instance.as_ref().and_then(|instance| instance.provider.as_deref());
        let provider = own.unwrap_or(&found.provider).clone();
        if found.instances.is_empty() {
            self.resources.remove(&resource);
        }
        instance.map(|instance| (provider, instance))
    }

    /// Takes out instances without objects and resources without instances.
    pub fn prune(&mut self, resource: &AbsResource) {
        let Some(found) = self.resources.get_mut(resource) else { return };
        found.instances.retain(|_, instance| !instance.is_empty());
        if found.instances.is_empty() {
            self.resources.remove(resource);
        }
    }
}
