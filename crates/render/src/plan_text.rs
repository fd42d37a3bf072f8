//! A whole plan for people.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use addrs::AbsResourceInstance;
use plan::{Action, Invocation, Mode, OutputChange, Plan, ResourceChange, Trigger};
use smol_str::SmolStr;
use value::{Marks, Type, Value};

use crate::Style;
use crate::action_text::{write_invocation, write_triggered};
use crate::change_text::{sign, write_change, write_drift};
use crate::diff::{Act, Diff, EmptyText, Hint, Kind, Replace, Writer, attribute_name, diff, padded_width};
use crate::plan_json::{is_shown, sorted};
use crate::state_json::Schemas;
use crate::wrap::wrap;

/// How many objects a plan changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangeCounts {
    /// Taken over.
    pub import: usize,
    /// Made.
    pub add: usize,
    /// Changed in place.
    pub change: usize,
    /// Destroyed.
    pub remove: usize,
    /// No longer remembered.
    pub forget: usize,
    /// Actions.
    pub actions: usize,
}

impl ChangeCounts {
    /// Counts what a plan changes.
    pub fn of(plan: &Plan) -> Self {
        let mut counts = Self { actions: plan.invocations.len(), ..Self::default() };
        for change in &plan.changes {
            if change.addr.resource.resource.mode != addrs::ResourceMode::Managed {
                continue;
            }
            counts.import += usize::from(change.importing.is_some());
            match change.action {
                Action::Create => counts.add += 1,
                Action::Update => counts.change += 1,
                Action::Delete => counts.remove += 1,
                Action::DeleteThenCreate | Action::CreateThenDelete => {
                    counts.add += 1;
                    counts.remove += 1;
                }
                Action::Forget => counts.forget += 1,
                Action::ForgetThenCreate => {
                    counts.add += 1;
                    counts.forget += 1;
                }
                Action::NoOp | Action::Read => {}
            }
        }
        counts
    }

    /// The line that sums a plan up, without its end.
    pub fn plan_line(&self) -> String {
        let import = if self.import > 0 { format!("{} to import, ", self.import) } else { String::new() };
        let actions =
            if self.actions > 0 { format!(" Actions: {} to invoke.", self.actions) } else { String::new() };
        format!(
            "Plan: {import}{} to add, {} to change, {} to destroy.{actions}",
            self.add, self.change, self.remove
        )
    }
}

/// About as many bytes as a small change takes.
const TYPICAL_CHANGE: usize = 320;

/// What parts one thing from the next.
pub const RULE: &str = "─────────────────────────────────────────────────────────────────────────────";

/// The plan as `plan` and `show` print it: what changed outside, what will be done, and what becomes of outputs.
pub fn plan_text(plan: &Plan, schemas: &Schemas<'_>, style: Style) -> String {
    let plan = &if style.secrets { Cow::Owned(revealed(plan)) } else { Cow::Borrowed(plan) };
    let mut out = String::new();
    let colour = style.boxed;
    let changes = sorted(&plan.changes, |change| is_shown(change) && is_seen(change));
    let outputs = output_diffs(&plan.outputs);
    let outputs_change = outputs.iter().any(|(_, diff)| diff.act != Act::NoOp);
    let drift = sorted(&plan.drift, |change| is_relevant(plan, change));
    let requested: Vec<&Invocation> =
        plan.invocations.iter().filter(|invocation| invocation.trigger == Trigger::Request).collect();
    if changes.is_empty() && !outputs_change && drift.is_empty() && requested.is_empty() {
        if plan.errored {
            out.push_str("\nPlanning failed. Cairn could not find out what there is to do.\n\n");
        } else if plan.deferred.is_empty() {
            nothing(plan.mode, style, &mut out);
        }
        write_deferred(plan, style, &mut out);
        return out;
    }
    if !drift.is_empty() {
        write_outside(plan, &drift, schemas, style, &mut out);
        if !changes.is_empty() || outputs_change || !requested.is_empty() {
            out.push_str(&format!("\n{RULE}\n"));
        }
    }
    let triggered = triggered(plan);
    if !changes.is_empty() {
        // A long text that grows by doubling is copied again and again.
        out.reserve(changes.len() * TYPICAL_CHANGE);
        legend(&changes, style, &mut out);
        out.push_str(if plan.errored {
            "\nCairn planned the following actions, but then encountered a problem:\n"
        } else {
            "\nCairn will perform the following actions:\n"
        });
        for change in &changes {
            out.push('\n');
            write_change(change, schemas, &mut out, colour);
            if let Some((before, after)) = triggered.get(&change.addr).filter(|_| change.deposed.is_none()) {
                write_triggered(before, "before", schemas, &mut out, colour);
                write_triggered(after, "after", schemas, &mut out, colour);
            }
        }
        out.push('\n');
        out.push_str(&ChangeCounts::of(plan).plan_line());
        out.push('\n');
    }
    if !requested.is_empty() {
        out.push_str("\nCairn will invoke the following action(s):\n");
        for invocation in requested {
            out.push('\n');
            write_invocation(invocation, schemas, &mut out, colour);
        }
        out.push_str(&format!("\n{}\n", ChangeCounts::of(plan).plan_line()));
    }
    if outputs_change {
        out.push_str("\nChanges to Outputs:\n");
        write_outputs(&outputs, &mut out, colour);
        if changes.is_empty() {
            let text =
                "Applying this plan only saves these output values to the state. Nothing else changes.";
            out.push_str(&format!("\n{}\n", wrap(text, style.width)));
        }
    }
    write_deferred(plan, style, &mut out);
    out
}

/// What is done before and after the change of each object.
type Triggered<'a> = HashMap<&'a AbsResourceInstance, (Vec<&'a Invocation>, Vec<&'a Invocation>)>;

fn triggered(plan: &Plan) -> Triggered<'_> {
    let mut found = Triggered::new();
    for invocation in &plan.invocations {
        let Some(trigger) = invocation.lifecycle() else { continue };
        let (before, after) = found.entry(&trigger.resource).or_default();
        if trigger.event.is_before() { before.push(invocation) } else { after.push(invocation) }
    }
    found
}

/// What is put off to a later run, and why.
fn write_deferred(plan: &Plan, style: Style, out: &mut String) {
    if plan.deferred.is_empty() && plan.deferred_invocations.is_empty() {
        return;
    }
    out.push_str("\nNote: This plan is not complete\n\n");
    let text = "The following can be planned only after this plan was applied. Plan again then.";
    out.push_str(&format!("{}\n\n", wrap(text, style.width)));
    for deferred in &plan.deferred {
        out.push_str(&format!("  - {}: {}\n", deferred.change.addr, deferred.reason.words()));
    }
    for deferred in &plan.deferred_invocations {
        out.push_str(&format!("  - {}: {}\n", deferred.invocation.addr, deferred.reason.words()));
    }
}

/// Whether people are told of a change.
fn is_seen(change: &ResourceChange) -> bool {
    change.action != Action::NoOp || change.is_moved() || change.importing.is_some()
}

/// Whether what changed outside may be why something is planned.
fn is_relevant(plan: &Plan, change: &ResourceChange) -> bool {
    if plan.mode == Mode::RefreshOnly {
        return change.action != Action::NoOp || change.is_moved();
    }
    let differs = |path: &value::Path| {
        let (before, after) = (part(&change.before, path), part(&change.after, path));
        match (before, after) {
            (Some(before), Some(after)) => !before.unmark_deep().0.raw_eq(&after.unmark_deep().0),
            (before, after) => before.is_some() || after.is_some(),
        }
    };
    change.action != Action::NoOp
        && plan
            .relevant_attributes
            .iter()
            .any(|relevant| relevant.resource == change.addr && differs(&relevant.attribute))
}

/// The parts of an object that something planned needs; all of them where a run only looks.
fn needed<'a>(plan: &'a Plan, change: &ResourceChange) -> Vec<&'a [value::PathStep]> {
    let relevant = plan.relevant_attributes.iter().filter(|relevant| relevant.resource == change.addr);
    let whole: &[value::PathStep] = &[];
    match plan.mode {
        Mode::RefreshOnly => vec![whole],
        _ => relevant.map(|relevant| relevant.attribute.0.as_slice()).collect(),
    }
}

/// A part of a value.
fn part<'a>(value: &'a Value, path: &value::Path) -> Option<&'a Value> {
    let mut at = value;
    for step in &path.0 {
        at = match step {
            value::PathStep::Attr(name) => at.entry(name)?,
            value::PathStep::Index(key) => match key.as_str() {
                Some(key) => at.entry(key)?,
                None => {
                    let index: usize = key.as_num()?.to_text().parse().ok()?;
                    at.as_items()?.get(index)?
                }
            },
        };
    }
    Some(at)
}

fn nothing(mode: Mode, style: Style, out: &mut String) {
    let (summary, detail) = match mode {
        Mode::Normal => (
            "No changes. Your infrastructure matches the configuration.",
            "What there is was compared with what is written, and both are the same. There is nothing to do.",
        ),
        Mode::RefreshOnly => (
            "No changes. Your infrastructure still matches the configuration.",
            "What there is was compared with what is remembered of it, and both are the same.",
        ),
        Mode::Destroy => (
            "No changes. No objects need to be destroyed.",
            "Nothing is remembered here: nothing was made yet, or it is already gone.",
        ),
    };
    out.push('\n');
    let bold = anstyle::AnsiColor::Green.on_default().bold();
    Writer::new(out, style.boxed).painted(bold, summary);
    out.push_str(&format!("\n\n{}\n", wrap(detail, style.width)));
}

fn write_outside(
    plan: &Plan,
    drift: &[&ResourceChange],
    schemas: &Schemas<'_>,
    style: Style,
    out: &mut String,
) {
    out.push_str("\nNote: Objects have changed outside of Cairn\n\n");
    let text = "Since the last apply the following was changed by something else, which may have had an influence on this plan:";
    out.push_str(&wrap(text, style.width));
    out.push('\n');
    for change in drift {
        out.push('\n');
        write_drift(change, needed(plan, change), schemas, out, style.boxed);
    }
    let text = match plan.mode {
        Mode::RefreshOnly => {
            "This is a refresh-only plan: nothing is done to undo these changes. Apply it to remember things as they are now."
        }
        _ => {
            "What follows may undo these changes or respond to them, unless the configuration says the same or ignore_changes leaves them alone."
        }
    };
    out.push_str(&format!("\n\n{}\n", wrap(text, style.width)));
}

/// What the signs mean that are used below.
fn legend(changes: &[&ResourceChange], style: Style, out: &mut String) {
    if changes.iter().all(|change| change.action == Action::NoOp) {
        return;
    }
    let text = "This is what will be done. Resource actions are indicated with the following symbols:";
    out.push_str(&format!("\n{}\n", wrap(text, style.width)));
    let meanings = [
        (Action::Create, "create"),
        (Action::Update, "update in-place"),
        (Action::Delete, "destroy"),
        (Action::DeleteThenCreate, "destroy and then create replacement"),
        (Action::CreateThenDelete, "create replacement and then destroy"),
        (Action::ForgetThenCreate, "forget and then create replacement"),
        (Action::Read, "read (data resources)"),
    ];
    for (action, meaning) in meanings {
        if changes.iter().any(|change| change.action == action) {
            let (sign, colour) = sign(action);
            Writer::new(out, style.boxed).painted(colour.on_default(), sign);
            out.push_str(&format!(" {meaning}\n"));
        }
    }
}

/// The plan as if nothing in it were a secret.
fn revealed(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    for change in plan.changes.iter_mut().chain(&mut plan.drift) {
        change.before = change.before.unmark_deep().0;
        change.after = change.after.unmark_deep().0;
    }
    for invocation in &mut plan.invocations {
        invocation.config = invocation.config.unmark_deep().0;
    }
    for output in plan.outputs.values_mut() {
        output.before = output.before.unmark_deep().0;
        output.after = output.after.unmark_deep().0;
        output.sensitive = false;
    }
    plan
}

/// How the outputs differ, by name.
fn output_diffs(outputs: &BTreeMap<SmolStr, OutputChange>) -> Vec<(SmolStr, Diff)> {
    let one = |change: &OutputChange| {
        // Null is the same as no output, and so is empty text that is not shown.
        let is_none = |value: &Value| value.is_null() || change.sensitive && is_empty_text(value);
        let shown = |value: &Value| {
            let marks = if change.sensitive { Marks::sensitive() } else { Marks::default() };
            (!is_none(value)).then(|| value.clone().with_marks(&marks))
        };
        let hint = match is_empty_text(&change.before) {
            // Which Terraform shows as null where what follows is known later only.
            true if !change.after.is_known() => Hint::Type(&Type::String, EmptyText::Text),
            _ => Hint::Open,
        };
        match (shown(&change.before), shown(&change.after)) {
            (None, None) => Diff { act: Act::NoOp, replace: false, kind: Kind::Scalar(None, None) },
            (before, after) => diff(before.as_ref(), after.as_ref(), hint, &Replace::default()),
        }
    };
    outputs.iter().map(|(name, change)| (name.clone(), one(change))).collect()
}

fn is_empty_text(value: &Value) -> bool {
    value.as_str() == Some("")
}

fn write_outputs(outputs: &[(SmolStr, Diff)], out: &mut String, colour: bool) {
    // Names that are not names of the language can only come from a state that somebody else wrote.
    let names: Vec<String> = outputs.iter().map(|(name, _)| attribute_name(name)).collect();
    let width = padded_width(names.iter().map(String::as_str));
    let all = names.iter().zip(outputs);
    for (name, (_, diff)) in all.filter(|(_, (_, diff))| diff.act != Act::NoOp) {
        let padded = format!("{name}{}", " ".repeat(width.saturating_sub(name.chars().count())));
        Writer::new(out, colour).output(&padded, diff);
    }
}
