//! Schemas of providers and their resources, and the rules that values keep to them: what an empty
//! object is, what a provider is proposed, what it may answer.
//!
//! Errors name a [`value::Path`]; whoever holds the text adds the range. Values carry no marks unless
//! a function says otherwise.

mod applied;
mod coerce;
mod conform;
mod defect;
mod error;
mod function;
mod identity;
mod implied;
mod lazy;
mod marked;
mod parts;
mod planned;
mod proposed;
mod provider_schema;
mod types;

pub use applied::apply_violations;
pub use coerce::normalize_legacy;
pub use conform::{as_written, type_violations, unknown_as_null, unknown_paths};
pub use error::PathError;
pub use function::{FunctionParameter, FunctionSignature};
pub use identity::{IdentityAttribute, IdentitySchema};
pub use lazy::{Catalog, Lazy};
pub use planned::plan_violations;
pub use proposed::{proposed_new, unknown_computed};
pub use provider_schema::{ProviderSchema, ServerCapabilities, TypeKind};
pub use types::{Attribute, AttributeShape, Block, Cache, NestedBlock, NestedObject, Nesting, Schema};

#[cfg(test)]
mod tests;
