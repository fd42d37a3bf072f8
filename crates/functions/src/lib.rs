//! The built-in functions as data: name, parameters, documentation, body.
//!
//! Each function is one [`Function`] constant in the file of its family and one line in `table.rs`.
//! What all have in common (argument count, conversion, nulls, unknowns, marks) is done once, in
//! [`Function::call`], so that a body only ever sees the values it is made for. Functions that touch
//! the outside get it handed in through [`Env`]. Nothing here knows HCL or source positions: an error
//! names an argument, and the evaluator adds the range.

mod call;
mod collection;
mod date;
mod encoding;
mod env;
mod filesystem;
mod function;
mod hash;
mod marks;
mod message;
mod network;
mod numeric;
mod secrets;
mod string;
pub mod support;
mod table;
#[cfg(test)]
mod testing;
mod types;

pub use call::CallError;
pub use env::{Env, FileAccess, NoFiles, NoTemplates, PlanTime, Templates};
pub use function::{Body, Example, Function, FunctionError, Param, ParamType, Refine, Returns};
pub use table::{all, lookup};
