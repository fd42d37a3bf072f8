//! JSON and YAML as further spellings of a body.
//!
//! Both become one [`DataTree`] of plain data, and from there on mean the same: an object is a body, its
//! properties are arguments or blocks as the schema says, and strings are templates where a value is
//! wanted. [`DataBody`] and [`DataExpr`] are handles to a node of the tree.

mod body;
mod embedded;
mod expr;
mod json;
mod path;
mod place;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod yaml;

pub use body::DataBody;
pub(crate) use body::range_text;
pub use expr::DataExpr;
pub use json::parse_json;
pub use tree::DataTree;
pub use yaml::parse_yaml;
