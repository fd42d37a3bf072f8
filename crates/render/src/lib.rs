//! Diagnostics, values, plans and state as text and JSON. Only this crate decides on order, width, colour
//! and snippets. It prints nothing: everything returns text.

pub mod action_json;
mod action_text;
mod change_text;
mod checks_json;
mod config_json;
mod diagnostic;
mod diff;
mod expression_json;
mod graph_dot;
mod grouping;
mod json;
mod json_writer;
pub mod list_json;
mod module_tree;
mod order;
mod outputs;
mod plan_json;
mod plan_text;
pub mod progress;
mod provider_keys;
mod safe_text;
mod schema_json;
mod secrets;
mod snippet;
mod state_json;
mod state_text;
pub mod ui_json;
mod value_json;
mod value_text;
mod wrap;

pub use config_json::configuration_json;
pub use diagnostic::{Style, render_diagnostic};
pub use graph_dot::graph_dot;
pub use grouping::{Deprecations, Grouped, Grouping, group, in_order};
pub use json::{DiagnosticJson, diagnostic_json};
pub use outputs::{output_json, output_raw, outputs_json, outputs_text};
pub use plan_json::plan_json;
pub use plan_text::{ChangeCounts, RULE, plan_text};
pub use safe_text::printable;
pub use schema_json::provider_schemas_json;
pub use state_json::{RenderError, Schemas, StateJson, object_value, state_json};
pub use state_text::{object_text, state_text};
pub use value_text::value_text;
