//! Providers that keep state.

use bytes::Bytes;
use smol_str::SmolStr;
use value::Value;

use crate::ProviderDiagnostics;

/// A place for state with its configuration: to check or to use.
#[derive(Clone, Debug)]
pub struct StateStoreRequest {
    /// Its type.
    pub type_name: SmolStr,
    /// Of the type of its schema.
    pub config: Value,
}

/// One state in a place for states.
#[derive(Clone, Debug)]
pub struct StateRequest {
    /// The type of the place.
    pub type_name: SmolStr,
    /// Which state.
    pub state_id: SmolStr,
}

/// A state that was read.
#[derive(Clone, Debug)]
pub struct ReadStateResponse {
    /// What is there; empty where there is none.
    pub bytes: Bytes,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// A state to write.
#[derive(Clone, Debug)]
pub struct WriteStateRequest {
    /// The type of the place.
    pub type_name: SmolStr,
    /// Which state.
    pub state_id: SmolStr,
    /// All of it.
    pub bytes: Bytes,
}

/// A state to keep others from.
#[derive(Clone, Debug)]
pub struct LockStateRequest {
    /// The type of the place.
    pub type_name: SmolStr,
    /// Which state.
    pub state_id: SmolStr,
    /// What for, in words.
    pub operation: String,
}

/// A state that others are kept from.
#[derive(Clone, Debug)]
pub struct LockStateResponse {
    /// Which lock it is.
    pub lock_id: String,
    /// Problems.
    pub diags: ProviderDiagnostics,
}

/// A lock to give back.
#[derive(Clone, Debug)]
pub struct UnlockStateRequest {
    /// The type of the place.
    pub type_name: SmolStr,
    /// Which state.
    pub state_id: SmolStr,
    /// Which lock.
    pub lock_id: String,
}

/// The states of a place.
#[derive(Clone, Debug)]
pub struct StatesResponse {
    /// Which there are.
    pub state_ids: Vec<SmolStr>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}
