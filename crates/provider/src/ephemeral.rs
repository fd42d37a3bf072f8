//! Ephemeral resources: opened, renewed while they are needed, closed.

use smol_str::SmolStr;
use value::Value;

use crate::{Deferred, Private, ProviderDiagnostics};

/// An ephemeral resource to open.
#[derive(Clone, Debug)]
pub struct OpenEphemeralRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What is written.
    pub config: Value,
}

/// An ephemeral resource that is open.
#[derive(Clone, Debug)]
pub struct OpenEphemeralResponse {
    /// The object.
    pub object: Value,
    /// What the provider needs to renew or close it.
    pub private: Private,
    /// When it must be renewed, in seconds since 1970.
    pub renew_at: Option<u64>,
    /// Whether and why the answer is put off.
    pub deferred: Option<Deferred>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// An ephemeral resource to close.
#[derive(Clone, Debug)]
pub struct CloseEphemeralRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What the provider gave when it was opened.
    pub private: Private,
}

/// An ephemeral resource to keep open.
#[derive(Clone, Debug)]
pub struct RenewEphemeralRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// What the provider gave when it was opened or last renewed.
    pub private: Private,
}

/// An ephemeral resource that stays open.
#[derive(Clone, Debug)]
pub struct RenewEphemeralResponse {
    /// What the provider needs to renew or close it.
    pub private: Private,
    /// When it must be renewed again, in seconds since 1970.
    pub renew_at: Option<u64>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}
