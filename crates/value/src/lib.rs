//! Values of the configuration language: types, unknowns and what is known of them, marks, numbers.
//!
//! The model is go-cty's, because providers, state and plans speak it: every value has a type; a value
//! may be null or unknown; an unknown may be refined; marks such as "sensitive" sit on any part and
//! travel with it. A [`Value`] is immutable and shared, so a clone costs a reference count.
//! This crate knows nothing of text, files or source positions: errors name a [`Path`].

#[cfg(test)]
mod arbitrary;
pub mod convert;
mod equal;
pub mod json;
mod marking;
mod marks;
pub mod msgpack;
mod nesting;
pub mod num;
mod ops;
mod path;
pub mod quote;
mod refine;
mod set;
mod ty;
pub mod type_json;
mod value;

pub use convert::Defaults;
pub use marks::{Deprecation, Marks};
pub use nesting::MAX_NESTING;
pub use ops::{Arithmetic, Comparison};
pub use path::{Path, PathStep};
pub use refine::{Bound, Refinement, safe_prefix};
pub use smol_str::SmolStr;
pub use ty::{AttributeType, ObjectType, Type};
pub use value::{Kind, MAX_STRING_BYTES, Value};
