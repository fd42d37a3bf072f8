//! Everything a provider offers, each type made when it is first asked for.

use std::sync::Arc;

use crate::{Catalog, FunctionSignature, IdentitySchema, Schema};

/// What a type of a provider is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeKind {
    /// Managed resources.
    Resource,
    /// Data sources.
    DataSource,
    /// Ephemeral resources.
    EphemeralResource,
    /// Lists of what there is of a managed resource.
    ListResource,
    /// Actions.
    Action,
    /// Places for state.
    StateStore,
}

/// Everything a provider offers.
#[derive(Clone, Debug, Default)]
pub struct ProviderSchema {
    /// Its own configuration.
    pub config: Arc<Schema>,
    /// What modules may say to it with every call, where it takes that.
    pub meta: Option<Arc<Schema>>,
    /// Managed resources by type.
    pub resources: Catalog<Schema>,
    /// Data sources by type.
    pub data_sources: Catalog<Schema>,
    /// Ephemeral resources by type.
    pub ephemeral_resources: Catalog<Schema>,
    /// Lists of what there is, by the managed type that they list.
    pub list_resources: Catalog<Schema>,
    /// Actions by type.
    pub actions: Catalog<Schema>,
    /// Places for state by type.
    pub state_stores: Catalog<Schema>,
    /// What tells objects of a managed type from each other, by that type.
    pub identities: Catalog<IdentitySchema>,
    /// Functions by name.
    pub functions: Catalog<FunctionSignature>,
    /// What else it can do.
    pub capabilities: ServerCapabilities,
}

/// What a provider can do beyond the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerCapabilities {
    /// It wants to be asked before something is destroyed.
    pub plan_destroy: bool,
    /// It works without having been asked for its schema.
    pub schema_optional: bool,
    /// It takes over objects of other types.
    pub move_resource_state: bool,
    /// It makes configuration from objects.
    pub generate_resource_config: bool,
}

impl ProviderSchema {
    /// The types of a kind.
    pub fn types(&self, kind: TypeKind) -> &Catalog<Schema> {
        match kind {
            TypeKind::Resource => &self.resources,
            TypeKind::DataSource => &self.data_sources,
            TypeKind::EphemeralResource => &self.ephemeral_resources,
            TypeKind::ListResource => &self.list_resources,
            TypeKind::Action => &self.actions,
            TypeKind::StateStore => &self.state_stores,
        }
    }
}
