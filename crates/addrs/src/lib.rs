//! Addresses of everything nameable in a configuration; parse and display are inverses.
//!
//! An address says what a thing is called, never whether it exists.

mod absolute;
mod key_text;
mod module;
mod parse;
mod provider;
mod reference;
mod resource;
mod trigger_event;

pub use absolute::{AbsResource, AbsResourceInstance, ConfigResource, Target};
pub use module::{Module, ModuleInstance, ModuleStep};
pub use parse::{AddressError, NO_TYPES};
pub use provider::{AbsProviderConfig, DEFAULT_HOST, Provider};
pub use reference::Referenceable;
pub use resource::{InstanceKey, Resource, ResourceInstance, ResourceMode};
pub use trigger_event::TriggerEvent;
