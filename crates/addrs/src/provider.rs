//! Providers, and their configurations.

use std::fmt;

use smol_str::SmolStr;

use crate::{InstanceKey, Module};

/// Where providers come from when nothing else is said.
pub const DEFAULT_HOST: &str = "registry.terraform.io";

/// A provider by its source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Provider {
    /// The registry.
    pub host: SmolStr,
    /// Who publishes it.
    pub namespace: SmolStr,
    /// What it is called.
    pub type_name: SmolStr,
}

impl Provider {
    /// The provider that is part of the program.
    pub fn builtin() -> Self {
        Self { host: "terraform.io".into(), namespace: "builtin".into(), type_name: "terraform".into() }
    }

    /// Whether it is said to be part of the program.
    pub fn is_builtin(&self) -> bool {
        self.host == "terraform.io" && self.namespace == "builtin"
    }

    /// Whether it is the one that is part of the program.
    pub fn is_here(&self) -> bool {
        self.is_builtin() && self.type_name == "terraform"
    }

    /// The provider that a name means where nothing is declared for it.
    pub fn implied(name: &str) -> Self {
        if name == "terraform" {
            return Self::builtin();
        }
        Self { host: DEFAULT_HOST.into(), namespace: "hashicorp".into(), type_name: name.into() }
    }

    /// As people say it: without the host where that is the usual one.
    pub fn short(&self) -> String {
        match self.host == DEFAULT_HOST {
            true => format!("{}/{}", self.namespace, self.type_name),
            false => self.to_string(),
        }
    }

    /// Reads `type`, `namespace/type` or `host/namespace/type`.
    pub fn parse(source: &str) -> Option<Self> {
        let parts: Vec<&str> = source.split('/').collect();
        let (host, namespace, type_name) = match parts.as_slice() {
            [type_name] => (DEFAULT_HOST, "hashicorp", *type_name),
            [namespace, type_name] => (DEFAULT_HOST, *namespace, *type_name),
            [host, namespace, type_name] => (*host, *namespace, *type_name),
            _ => return None,
        };
        // They become names of folders: nothing may lead out of one.
        let valid = |part: &str| {
            let is_bad = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
            !part.is_empty() && !part.starts_with('.') && !part.contains(is_bad)
        };
        (valid(host) && valid(namespace) && valid(type_name)).then(|| Self {
            host: host.to_lowercase().into(),
            namespace: namespace.to_lowercase().into(),
            type_name: type_name.to_lowercase().into(),
        })
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.host, self.namespace, self.type_name)
    }
}

/// A configuration of a provider, as state names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AbsProviderConfig {
    /// The module whose configuration it is.
    pub module: Module,
    /// The provider.
    pub provider: Provider,
    /// Which of several configurations.
    pub alias: Option<SmolStr>,
    /// Which instance of a configuration with `for_each`.
    pub key: Option<InstanceKey>,
}

impl AbsProviderConfig {
    /// The configuration without an alias in the root module.
    pub fn root_default(provider: Provider) -> Self {
        Self { module: Module::root(), provider, alias: None, key: None }
    }
}

impl fmt::Display for AbsProviderConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.module.is_root() {
            write!(f, "{}.", self.module)?;
        }
        write!(f, "provider[\"{}\"]", self.provider)?;
        self.alias.iter().try_for_each(|alias| write!(f, ".{alias}"))?;
        self.key.iter().try_for_each(|key| key.fmt(f))
    }
}
