//! Actions: something done beside the objects.

use smol_str::SmolStr;
use value::Value;

use crate::{Deferred, ProviderDiagnostics};

/// An action with its configuration: to check, to plan or to do.
#[derive(Clone, Debug)]
pub struct ActionRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// Of the type of its schema.
    pub config: Value,
}

/// Whether an action could be done.
#[derive(Clone, Debug)]
pub struct PlanActionResponse {
    /// Whether and why it is put off.
    pub deferred: Option<Deferred>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// What is heard of an action while it is done.
#[derive(Clone, Debug)]
pub enum ActionEvent {
    /// How far it is.
    Progress(String),
    /// It is over, well or not.
    Completed(ProviderDiagnostics),
}
