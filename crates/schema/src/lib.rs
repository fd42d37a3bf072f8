//! Schemas of providers and their resources, and the rules that values keep to them: what an empty
//! object is, what a provider is proposed, what it may answer.
//!
//! Errors name a [`value::Path`]; whoever holds the text adds the range.

mod implied;
mod types;

pub use types::{
    Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting, ProviderSchema, Schema, TypeCache,
};
