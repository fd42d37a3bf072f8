//! The Terraform language on top of HCL: references, scopes, functions, type constraints.
//!
//! [`LangScope`] is what expressions are evaluated in. It knows the shape of references and the
//! function library; the values themselves come from a [`Names`], which is the console, the
//! validator or the engine.

mod attr_blocks;
mod block;
#[cfg(test)]
mod block_tests;
mod call;
mod dynamic;
mod files;
mod iterators;
mod names;
mod nested_blocks;
mod place;
mod provider_call;
mod references;
mod scope;
pub mod type_expr;
mod type_text;

pub use attr_blocks::{FromBlocks, attributes_from_blocks};
pub use block::{PreparedBlock, eval_block};
pub use files::{DiskFiles, remember_working_dir, started_in};
pub use names::Names;
pub use provider_call::{ProviderCallError, call_provider_function};
pub use references::{ParsedReference, instance_key, parse_reference, subject_span};
pub use scope::{CheckedReference, LangScope};
pub use type_text::type_text;
