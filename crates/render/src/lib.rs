//! Diagnostics and values as text and JSON. Only this crate decides on order, width, colour and snippets.

mod diagnostic;
mod json;
mod safe_text;
mod snippet;
mod value_text;
mod wrap;

pub use diagnostic::{Style, render_diagnostic, render_diagnostics};
pub use json::{DiagnosticJson, diagnostic_json};
pub use safe_text::printable;
pub use value_text::value_text;
