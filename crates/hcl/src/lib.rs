//! The configuration syntax: text to tree, tree back to text, expressions to values, bodies against a schema.
//!
//! Three spellings share one model. Native text is parsed into a flat [`syntax::ast::Tree`]; JSON and
//! YAML into a tree of plain data. This crate knows nothing of which language uses it: block types,
//! names in scope and functions all come from outside.

pub mod eval;
pub mod references;
pub mod syntax;
