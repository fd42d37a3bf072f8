//! What the fuzz targets share: inputs derived from bytes, a scope to evaluate in, and counting.
//!
//! The first byte of an input says what the rest is. Either it is text as it stands, so that real
//! files can be seeds; or it is a row of choices from which a generator derives text that mostly
//! parses. Without the second kind nearly all inputs would die in the first line of the parser.

pub mod archives;
pub mod choices;
pub mod data_text;
pub mod native;
pub mod protobuf;
pub mod sample;
pub mod tally;
pub mod values;
mod words;

pub use choices::{Choices, Input, SLOW, show};
pub use tally::Tally;
