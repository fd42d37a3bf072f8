//! Requests and responses.

use diag::Severity;
use schema::{Catalog, Schema};
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::sync::Arc;
use value::{Path, Value};

/// A problem as a provider tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProviderDiagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Fixed words.
    pub summary: String,
    /// What, why, what to do.
    pub detail: String,
    /// The part of the object at fault.
    pub attribute: Option<Path>,
}

impl ProviderDiagnostic {
    /// An error.
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { severity: Severity::Error, summary: summary.into(), detail: detail.into(), attribute: None }
    }

    /// A warning.
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(summary, detail) }
    }

    /// The same about a part of the object.
    #[must_use]
    pub fn at(self, path: Path) -> Self {
        Self { attribute: Some(path), ..self }
    }
}

/// The problems of one call.
pub type ProviderDiagnostics = Vec<ProviderDiagnostic>;

/// Whether there is an error among problems.
pub fn has_errors(diags: &[ProviderDiagnostic]) -> bool {
    diags.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// What a provider keeps with an object for itself.
pub type Private = Arc<[u8]>;

/// The configuration of the provider.
#[derive(Clone, Debug)]
pub struct ConfigureRequest {
    /// Of the type of its schema.
    pub config: Value,
    /// The level of Terraform that is reported.
    pub terraform_version: SmolStr,
    /// Whether answers that put something off are understood.
    pub deferral_allowed: bool,
}

/// What kind of configuration is checked.
pub use addrs::ResourceMode;

/// The configuration of a resource.
#[derive(Clone, Debug)]
pub struct ValidateRequest {
    /// Managed, data or ephemeral.
    pub mode: ResourceMode,
    /// Its type.
    pub type_name: SmolStr,
    /// Of the type of its schema.
    pub config: Value,
}

/// A stored object.
#[derive(Clone, Debug)]
pub struct UpgradeRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// The version it was stored with.
    pub version: u64,
    /// Its attributes as JSON.
    pub attributes: Arc<str>,
    /// Its attributes in the flat form of files before version 4, which is sent instead where it is there.
    pub attributes_flat: Option<Arc<BTreeMap<String, String>>>,
}

/// An object, or null.
#[derive(Clone, Debug)]
pub struct ObjectResponse {
    /// The object.
    pub object: Value,
    /// Whether and why the answer is put off.
    pub deferred: Option<Deferred>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// Why a provider puts something off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deferred {
    /// It did not say.
    Unknown,
    /// The configuration of the resource is not known.
    ResourceConfigUnknown,
    /// The configuration of the provider is not known.
    ProviderConfigUnknown,
    /// Something else must be there first.
    AbsentPrerequisite,
}

/// Look at what there really is.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What was known last.
    pub current: Value,
    /// What the provider keeps for itself.
    pub private: Private,
    /// What the module says to the provider.
    pub provider_meta: Value,
    /// What tells the object from others.
    pub identity: Option<Value>,
}

/// What there really is.
#[derive(Clone, Debug)]
pub struct ReadResponse {
    /// The object; null when it is gone.
    pub object: Value,
    /// What the provider keeps for itself.
    pub private: Private,
    /// What tells the object from others.
    pub identity: Option<Value>,
    /// Whether and why the answer is put off.
    pub deferred: Option<Deferred>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// A change to think about.
#[derive(Clone, Debug)]
pub struct PlanRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What is; null to create.
    pub prior: Value,
    /// What the rules of the language make of configuration and prior; null to destroy.
    pub proposed: Value,
    /// What is written; null to destroy.
    pub config: Value,
    /// What the provider keeps for itself.
    pub private: Private,
    /// What the module says to the provider.
    pub provider_meta: Value,
    /// What tells the object from others.
    pub identity: Option<Value>,
}

/// What a change would lead to.
#[derive(Clone, Debug)]
pub struct PlanResponse {
    /// The object as it will be, with unknowns.
    pub planned: Value,
    /// The parts whose change needs a new object.
    pub requires_replace: Vec<Path>,
    /// What the provider keeps for itself.
    pub private: Private,
    /// Whether the provider is excused from the rules, because it is made with the old SDK.
    pub legacy_type_system: bool,
    /// What tells the object from others.
    pub identity: Option<Value>,
    /// Whether and why the answer is put off.
    pub deferred: Option<Deferred>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// A change to make.
#[derive(Clone, Debug)]
pub struct ApplyRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What is; null to create.
    pub prior: Value,
    /// What was planned; null to destroy.
    pub planned: Value,
    /// What is written; null to destroy.
    pub config: Value,
    /// What the provider put into the plan for itself.
    pub private: Private,
    /// What the module says to the provider.
    pub provider_meta: Value,
    /// What tells the object from others, as planned.
    pub identity: Option<Value>,
}

/// What a change led to.
#[derive(Clone, Debug)]
pub struct ApplyResponse {
    /// The object as it is; null when there is none. Also after an error: whatever is really there.
    /// Nothing at all when the provider gave no answer.
    pub object: Option<Value>,
    /// What the provider keeps for itself.
    pub private: Private,
    /// Whether the provider is excused from the rules, because it is made with the old SDK.
    pub legacy_type_system: bool,
    /// What tells the object from others.
    pub identity: Option<Value>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct ImportRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// Its id, or empty when it is sought by identity.
    pub id: SmolStr,
    /// Its identity.
    pub identity: Option<Value>,
}

/// Objects that were found.
#[derive(Clone, Debug)]
pub struct ImportResponse {
    /// Mostly one.
    pub objects: Vec<ImportedObject>,
    /// Whether and why the answer is put off.
    pub deferred: Option<Deferred>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// An object that was found.
#[derive(Clone, Debug)]
pub struct ImportedObject {
    /// Its type.
    pub type_name: SmolStr,
    /// The object, as far as it is known without reading it.
    pub object: Value,
    /// What the provider keeps for itself.
    pub private: Private,
    /// What tells the object from others.
    pub identity: Option<Value>,
}

/// An object of another type.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// The source of the provider that made it.
    pub source_provider: SmolStr,
    /// Its type so far.
    pub source_type: SmolStr,
    /// The version it was stored with.
    pub source_version: u64,
    /// Its attributes as JSON.
    pub source_attributes: Arc<str>,
    /// What that provider kept for itself.
    pub source_private: Private,
    /// What told it from others, as JSON, with the version it was stored with.
    pub source_identity: Option<(Arc<str>, u64)>,
    /// The type it shall be of.
    pub target_type: SmolStr,
}

/// The object as one of the new type.
#[derive(Clone, Debug)]
pub struct MoveResponse {
    /// The object.
    pub object: Value,
    /// What the provider keeps for itself.
    pub private: Private,
    /// What tells the object from others.
    pub identity: Option<Value>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// A data source to read.
#[derive(Clone, Debug)]
pub struct ReadDataRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What is written, with computed attributes null.
    pub config: Value,
    /// What the module says to the provider.
    pub provider_meta: Value,
}

/// The schemas of a mode.
pub fn schemas_of(schema: &schema::ProviderSchema, mode: ResourceMode) -> &Catalog<Schema> {
    match mode {
        ResourceMode::Managed => &schema.resources,
        ResourceMode::Data => &schema.data_sources,
        ResourceMode::Ephemeral => &schema.ephemeral_resources,
        ResourceMode::List => &schema.list_resources,
        ResourceMode::Action => &schema.actions,
    }
}

/// The schema of a type by its mode.
pub fn schema_of<'a>(
    schema: &'a schema::ProviderSchema,
    mode: ResourceMode,
    type_name: &str,
) -> Option<&'a Arc<Schema>> {
    schemas_of(schema, mode).get(type_name)
}
