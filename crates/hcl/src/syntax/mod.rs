//! Native syntax: text to tokens to tree.

pub mod ast;
mod chars;
pub mod lexer;
pub mod token;

pub use chars::is_valid_identifier;
