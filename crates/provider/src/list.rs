//! Lists of what there is of a resource, and what tells its objects from each other.

use smol_str::SmolStr;
use std::sync::Arc;
use value::Value;

use crate::ProviderDiagnostics;

/// A stored identity.
#[derive(Clone, Debug)]
pub struct UpgradeIdentityRequest {
    /// The type of the object.
    pub type_name: SmolStr,
    /// The version it was stored with.
    pub version: u64,
    /// The identity as JSON.
    pub identity: Arc<str>,
}

/// An identity of the version of the schema.
#[derive(Clone, Debug)]
pub struct IdentityResponse {
    /// The identity; nothing after an error.
    pub identity: Option<Value>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// The configuration of a list.
#[derive(Clone, Debug)]
pub struct ValidateListRequest {
    /// The type that is listed.
    pub type_name: SmolStr,
    /// Of the type of its schema.
    pub config: Value,
}

/// What to list.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// The type that is listed.
    pub type_name: SmolStr,
    /// Of the type of its schema.
    pub config: Value,
    /// Whether the objects are wanted too, besides their identities.
    pub include_object: bool,
    /// No more than so many.
    pub limit: u64,
}

/// Something that was found, or a problem in between.
#[derive(Clone, Debug)]
pub struct ListEvent {
    /// What tells the object from others.
    pub identity: Option<Value>,
    /// What people call it.
    pub display_name: String,
    /// The object, where it was asked for.
    pub object: Option<Value>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// An object to make configuration of.
#[derive(Clone, Debug)]
pub struct GenerateConfigRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// The object.
    pub object: Value,
}
