//! The configuration syntax: text to tree, tree back to text, expressions to values, bodies against a schema.
//!
//! Three spellings share one model. Native text is parsed into a flat [`syntax::ast::Tree`]; JSON and
//! YAML into a tree of plain data. [`Body`] and [`Expression`] are handles that hide which it was.
//! This crate knows nothing of which language uses it: block types, names in scope and functions all
//! come from outside.

mod body;
pub mod data;
pub mod eval;
mod expression;
pub mod format;
pub mod lossless;
mod merged;
pub mod references;
mod suggest;
pub mod syntax;

pub use body::{Attribute, AttributeSchema, BlockSchema, Body, BodyBlock, BodySchema, Content, Label};
pub use expression::{AbsTraversal, Expression, StaticCall};
pub use suggest::{did_you_mean, nearest};
