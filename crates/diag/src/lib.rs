//! Diagnostics as values, and the places in source text they point at.
//!
//! A user's mistake is never an `Err` that aborts: whoever finds it adds a [`Diagnostic`] to a
//! [`Diagnostics`] list and carries on with the best stand-in value, so one run reports all it can.
//! This crate knows nothing about how diagnostics are printed; that is `render`.

mod diagnostic;
mod reason;
mod source;

pub use diagnostic::{
    Diagnostic, Diagnostics, ExpressionValue, FunctionCall, Kind, Parameter, Severity, Signature,
};
pub use reason::reason;
pub use source::{Pos, SourceFile, SourceMap, SourceRange, Span};
