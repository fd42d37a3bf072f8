//! Modules: the static path of calls, and one instance of it.

use std::fmt;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::InstanceKey;

/// The calls that lead from the root to a module, without instance keys. The root has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Module(pub Vec<SmolStr>);

impl Module {
    /// The root module.
    pub fn root() -> Self {
        Self::default()
    }

    /// Whether it is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The module that a call in this one leads to.
    #[must_use]
    pub fn child(&self, name: SmolStr) -> Module {
        let mut names = self.0.clone();
        names.push(name);
        Module(names)
    }
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}module.{name}")?;
        }
        Ok(())
    }
}

/// One call on the way to an instance of a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleStep {
    /// The name of the call.
    pub name: SmolStr,
    /// Which instance of the call.
    pub key: Option<InstanceKey>,
}

/// An instance of a module. The root has no steps. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleInstance(Option<Arc<[ModuleStep]>>);

impl ModuleInstance {
    /// The root module.
    pub fn root() -> Self {
        Self(None)
    }

    /// An instance by its steps.
    pub fn new(steps: Vec<ModuleStep>) -> Self {
        Self(if steps.is_empty() { None } else { Some(steps.into()) })
    }

    /// The calls from the root.
    pub fn steps(&self) -> &[ModuleStep] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Whether it is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_none()
    }

    /// An instance of a call in this module.
    #[must_use]
    pub fn child(&self, name: SmolStr, key: Option<InstanceKey>) -> ModuleInstance {
        let mut steps = self.steps().to_vec();
        steps.push(ModuleStep { name, key });
        Self::new(steps)
    }

    /// The instance that the last call is made in; nothing for the root.
    pub fn parent(&self) -> Option<ModuleInstance> {
        let (_, rest) = self.steps().split_last()?;
        Some(Self::new(rest.to_vec()))
    }

    /// The same without instance keys.
    pub fn module(&self) -> Module {
        Module(self.steps().iter().map(|step| step.name.clone()).collect())
    }

    /// Whether this is the other, or inside of it.
    pub fn is_within(&self, other: &ModuleInstance) -> bool {
        self.steps().starts_with(other.steps())
    }
}

impl fmt::Display for ModuleInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps().iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}module.{}", step.name)?;
            step.key.iter().try_for_each(|key| key.fmt(f))?;
        }
        Ok(())
    }
}
