//! One change of a plan for people: the heading that says what happens and why, and what differs.

use addrs::{InstanceKey, ResourceMode};
use anstyle::{AnsiColor, Style as Ansi};
use plan::{Action, ActionReason, ResourceChange};
use value::PathStep;

use crate::diff::block::BlockDiff;
use crate::diff::relevant::keep_needed;
use crate::diff::{Replace, Writer};
use crate::plan_json::{schema_of, with_secrets};
use crate::state_json::Schemas;

const BOLD: Ansi = Ansi::new().bold();

/// The sign for an action, as wide as all of them.
pub(crate) fn sign(action: Action) -> (&'static str, AnsiColor) {
    match action {
        Action::NoOp => ("   ", AnsiColor::White),
        Action::Create => ("  +", AnsiColor::Green),
        Action::Read => (" <=", AnsiColor::Cyan),
        Action::Update => ("  ~", AnsiColor::Yellow),
        Action::Delete => ("  -", AnsiColor::Red),
        Action::DeleteThenCreate => ("-/+", AnsiColor::Red),
        Action::CreateThenDelete => ("+/-", AnsiColor::Green),
        Action::Forget => (" .", AnsiColor::Red),
        Action::ForgetThenCreate => ("./+", AnsiColor::Red),
    }
}

/// Writes a planned change.
pub(crate) fn write_change(change: &ResourceChange, schemas: &Schemas<'_>, out: &mut String, colour: bool) {
    let indent = if change.action == Action::Forget { " " } else { "  " };
    let mut heading = |text: String| {
        out.push_str(if text.starts_with("(moved") { "  " } else { indent });
        Writer::new(out, colour).painted(BOLD, &format!("# {text}"));
        out.push('\n');
    };
    heading(what_happens(change));
    if change.deposed.is_some() && matches!(change.action, Action::Delete | Action::Forget) {
        heading("(left over from a partially-failed replacement of this instance)".to_owned());
    }
    why(change).into_iter().for_each(|text| heading(format!("({text})")));
    if change.is_moved() && change.action != Action::NoOp {
        heading(format!("(moved from {})", change.prev_addr()));
    }
    if change.action == Action::NoOp && change.generated_config.is_some() {
        heading("(config will be generated)".to_owned());
    }
    if let Some(importing) = change.importing.as_ref().filter(|_| change.action != Action::NoOp) {
        match &importing.id {
            Some(id) => heading(format!("(imported from {:?})", id.as_str())),
            None => heading("(imported first)".to_owned()),
        }
        if change.action.is_replace() {
            heading("Warning: this will destroy the imported resource".to_owned());
        }
    }
    write_body(change, None, schemas, out, colour);
}

/// Writes what was changed outside, of those parts that something needs.
pub(crate) fn write_drift(
    change: &ResourceChange,
    needed: Vec<&[PathStep]>,
    schemas: &Schemas<'_>,
    out: &mut String,
    colour: bool,
) {
    let text = match change.action {
        Action::Delete => format!("{} has been deleted", addr_text(change)),
        Action::NoOp => what_happens(change),
        _ => format!("{} has changed", addr_text(change)),
    };
    out.push_str("  ");
    Writer::new(out, colour).painted(BOLD, &format!("# {text}"));
    out.push('\n');
    if change.is_moved() && change.action != Action::NoOp {
        out.push_str("  ");
        Writer::new(out, colour).painted(BOLD, &format!("# (moved from {})", change.prev_addr()));
        out.push('\n');
    }
    write_body(change, Some(&Replace(needed)), schemas, out, colour);
}

fn addr_text(change: &ResourceChange) -> String {
    match &change.deposed {
        Some(key) => format!("{} (deposed object {key})", change.addr),
        None => change.addr.to_string(),
    }
}

fn what_happens(change: &ResourceChange) -> String {
    let addr = addr_text(change);
    match change.action {
        Action::NoOp if change.is_moved() => format!("{} has moved to {addr}", change.prev_addr()),
        Action::NoOp if change.importing.is_some() => format!("{addr} will be imported"),
        Action::NoOp => format!("{addr} is unchanged"),
        Action::Create => format!("{addr} will be created"),
        Action::Read => format!("{addr} will be read during apply"),
        Action::Update => format!("{addr} will be updated in-place"),
        Action::Delete => format!("{addr} will be destroyed"),
        Action::DeleteThenCreate | Action::CreateThenDelete => match change.reason {
            Some(ActionReason::ReplaceBecauseTainted) => format!("{addr} is tainted, so must be replaced"),
            Some(ActionReason::ReplaceByRequest) => format!("{addr} will be replaced, as requested"),
            Some(ActionReason::ReplaceByTriggers) => {
                format!("{addr} will be replaced due to changes in replace_triggered_by")
            }
            _ => format!("{addr} must be replaced"),
        },
        Action::Forget if change.deposed.is_some() => {
            format!("{addr} will be removed from Cairn state, but will not be destroyed")
        }
        Action::Forget => {
            format!("{addr} will no longer be managed by Cairn, but will not be destroyed")
        }
        Action::ForgetThenCreate => {
            format!("{addr} must be replaced, but the existing object will not be destroyed")
        }
    }
}

/// The reason for an action, where there is something to say.
fn why(change: &ResourceChange) -> Option<String> {
    if change.deposed.is_some() && change.action == Action::Delete {
        return None;
    }
    if change.action == Action::Forget {
        return Some("destroy = false is set in the configuration".to_owned());
    }
    let key = change.addr.key().map_or_else(String::new, ToString::to_string);
    Some(match change.reason? {
        ActionReason::DeleteBecauseNoResourceConfig => {
            format!("because {} is not in configuration", change.addr.resource.resource)
        }
        ActionReason::DeleteBecauseNoModule => {
            format!("because {} is not in configuration", change.addr.module)
        }
        ActionReason::DeleteBecauseWrongRepetition => match change.addr.key() {
            None => "because resource uses count or for_each".to_owned(),
            Some(InstanceKey::Int(_)) => "because resource does not use count".to_owned(),
            Some(InstanceKey::String(_)) => "because resource does not use for_each".to_owned(),
        },
        ActionReason::DeleteBecauseCountIndex => format!("because index {key} is out of range for count"),
        ActionReason::DeleteBecauseEachKey => format!("because key {key} is not in for_each map"),
        ActionReason::DeleteBecauseNoMoveTarget => format!(
            "because {} was moved to {}, which is not in configuration",
            change.prev_addr(),
            change.addr
        ),
        ActionReason::DeleteBecauseEnabledFalse => "because enabled is false".to_owned(),
        ActionReason::ReadBecauseConfigUnknown => "config refers to values not yet known".to_owned(),
        ActionReason::ReadBecauseDependencyPending => {
            "depends on a resource or a module with changes pending".to_owned()
        }
        ActionReason::ReadBecauseCheckNested => "config will be reloaded to verify a check block".to_owned(),
        _ => return None,
    })
}

fn write_body(
    change: &ResourceChange,
    needed: Option<&Replace<'_>>,
    schemas: &Schemas<'_>,
    out: &mut String,
    colour: bool,
) {
    let schema = schema_of(change, schemas);
    let before = with_secrets(&change.before, schema.as_deref());
    let after = with_secrets(&change.after, schema.as_deref());
    let resource = &change.addr.resource.resource;
    let (sign, sign_colour) = sign(change.action);
    // Of what is imported people see all.
    let everything = change.importing.is_some();
    let mut writer = Writer::new(out, colour).showing(everything);
    writer.painted(sign_colour.on_default(), sign);
    let keyword = if resource.mode == ResourceMode::Data { "data" } else { "resource" };
    writer.out.push_str(&format!(" {keyword} \"{}\" \"{}\" {{", resource.type_name, resource.name));
    let there = |value: &value::Value| (!value.is_null()).then(|| value.clone());
    let (before, mut after) = (there(&before), there(&after));
    if change.action == Action::Forget {
        after.clone_from(&before);
    }
    let paths: Vec<&[PathStep]> = change.required_replace.iter().map(|path| path.0.as_slice()).collect();
    let replace = Replace(if change.action.is_replace() { paths } else { Vec::new() });
    let block = schema.as_ref().map(|schema| &schema.block);
    let mut body = BlockDiff::new(before.as_ref(), after.as_ref(), block, &replace);
    if let Some(needed) = needed {
        keep_needed(&mut body, needed);
    }
    if body.is_empty() {
        return writer.out.push_str("}\n");
    }
    writer.out.push('\n');
    writer.body(&body, 8, everything, true);
    writer.out.push_str("    }\n");
}
