//! Addresses of everything nameable in a configuration; parse and display are inverses.
//!
//! An address says what a thing is called, never whether it exists.

mod reference;
mod resource;

pub use reference::Referenceable;
pub use resource::{InstanceKey, Resource, ResourceInstance, ResourceMode};
