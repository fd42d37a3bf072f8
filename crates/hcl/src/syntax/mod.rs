//! Native syntax: text to tokens to tree.

pub mod ast;
mod chars;
pub mod dump;
pub mod lexer;
mod lexical;
mod parser;
mod start;
pub mod token;

pub use chars::is_valid_identifier;
pub(crate) use start::start_span;

pub use parser::{parse_config, parse_expression, parse_template, parse_traversal};
