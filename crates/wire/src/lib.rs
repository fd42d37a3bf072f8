//! The provider protocol: protobuf messages of versions 5 and 6, to and from the types of `provider`. The two
//! versions meet here, once; how bytes travel is the business of `plugin`.
//!
//! Messages have no names on the wire, so those that the versions share are written once ([`message`]), and what
//! is left of a version is the names of its methods ([`Method`]) and its schemas ([`v5`], [`v6`]), of which
//! [`schemas`] makes ours. A [`Call`] is a request of `provider` that knows its method, its message and how to
//! read the answer; one function that sends any `Call` is therefore a whole client.
//!
//! Every byte of a provider may be hostile: nothing here trusts a length, a type, a path or a text, and nesting is
//! bounded by prost (100 levels) and by the value codecs.

mod call;
mod calls;
mod diagnostics;
pub mod methods;
mod paths;
pub mod schemas;
mod values;

/// Messages of both versions.
#[allow(missing_docs, clippy::all, unreachable_pub)]
pub mod message {
    tonic::include_proto!("tfplugin");
}

/// The schemas and the service of version 5.
#[allow(missing_docs, clippy::all, unreachable_pub)]
pub mod v5 {
    tonic::include_proto!("tfplugin5");
}

/// The schemas and the service of version 6.
#[allow(missing_docs, clippy::all, unreachable_pub)]
pub mod v6 {
    tonic::include_proto!("tfplugin6");
}

/// What every plugin serves beside its own service.
#[allow(missing_docs, clippy::all, unreachable_pub)]
pub mod goplugin {
    tonic::include_proto!("plugin");
}

pub use call::{Call, Context, StreamCall};
pub use calls::{
    ConfigureStateStore, DeleteState, GetFunctions, InvokeAction, ListStates, PlanAction, ReadState,
    StatePiece, ValidateAction, ValidateProviderConfig, ValidateStateStore, state_chunks,
};
pub use diagnostics::{from_diagnostic, from_diagnostics};
pub use methods::{Method, Version};
pub use paths::{from_path, to_path};
pub use values::{from_dynamic, to_dynamic};

#[cfg(test)]
mod tests;
