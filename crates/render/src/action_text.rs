//! Actions of a plan for people.

use anstyle::Style as Ansi;
use plan::Invocation;

use crate::diff::block::BlockDiff;
use crate::diff::{Replace, Writer};
use crate::plan_json::with_secrets;
use crate::state_json::Schemas;

const BOLD: Ansi = Ansi::new().bold();

/// Writes what is done before or after a change of an object.
pub(crate) fn write_triggered(
    invocations: &[&Invocation],
    when: &str,
    schemas: &Schemas<'_>,
    out: &mut String,
    colour: bool,
) {
    if invocations.is_empty() {
        return;
    }
    out.push_str(&format!("\n    # Actions to be invoked {when} this change in order:\n"));
    for invocation in invocations {
        out.push_str("  ");
        write_invocation(invocation, schemas, out, colour);
    }
}

/// Writes an action with what is written for it.
pub(crate) fn write_invocation(
    invocation: &Invocation,
    schemas: &Schemas<'_>,
    out: &mut String,
    colour: bool,
) {
    let action = &invocation.addr.resource.resource;
    let event = invocation.lifecycle().map(|trigger| format!(" ({})", trigger.event)).unwrap_or_default();
    out.push_str("  ");
    Writer::new(out, colour).painted(BOLD, &format!("# {} will be invoked{event}", invocation.addr));
    out.push_str(&format!("\n    action \"{}\" \"{}\" {{\n", action.type_name, action.name));
    let schema = schemas(&invocation.provider.provider, action.mode, &action.type_name);
    let config = with_secrets(&invocation.config, schema.as_deref());
    let block = schema.as_ref().map(|schema| &schema.block);
    let body = BlockDiff::new(Some(&config), Some(&config), block, &Replace::default());
    if !body.attributes.is_empty() || !body.blocks.is_empty() {
        out.push_str("        config {\n");
        Writer::new(out, colour).body(&body, 12, true, false);
        out.push_str("        }\n");
    }
    out.push_str("    }\n");
}
