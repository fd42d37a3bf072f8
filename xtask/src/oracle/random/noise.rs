//! What Terraform does not answer the same way each time, or not at all, so that nothing can be compared there.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::cases::runner::Answer;

/// Takes out of an answer what depends on how busy the machine is: that waiting for a lock was told.
pub(super) fn remove(answer: &mut Answer) {
    if let Some(Value::Array(events)) = answer.parts.get_mut("events") {
        events.retain(|event| !event.as_str().is_some_and(|event| event.starts_with("state_lock_")));
    }
}

/// Makes two answers alike where Terraform's own depends on chance.
///
/// - It keeps what is under way by the address of the instance. Where it destroys two objects of one instance at once, it
///   may lose the end of one of them, which is then not told and not counted.
/// - It compares paths of secrets in the order of a hash, so that a state with two of them in one object may count as
///   changed when it was only looked at.
pub(super) fn align(wanted: &mut Answer, got: &mut Answer) {
    let twice = destroyed_twice(wanted);
    if !twice.is_empty() {
        for answer in [&mut *wanted, &mut *got] {
            let Some(Value::Array(events)) = answer.parts.get_mut("events") else { continue };
            let is_end = |event: &str| event.starts_with("apply_complete") && event.contains("\"delete\"");
            events.retain(|event| {
                let Some(event) = event.as_str() else { return true };
                let counted = event.starts_with("change_summary") && !event.contains("\"plan\"");
                let lost = is_end(event) && twice.iter().any(|resource| event.contains(resource));
                !(counted || lost)
            });
        }
    }
    if has_two_secrets(wanted) {
        for answer in [wanted, got] {
            if let Some(rest) = answer.parts.get_mut("rest").and_then(Value::as_object_mut) {
                rest.insert("applyable".to_owned(), json!("by chance"));
            }
        }
    }
}

/// The instances of which more than one object was destroyed, as events name them.
fn destroyed_twice(answer: &Answer) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for event in answer.parts.get("events").and_then(Value::as_array).into_iter().flatten() {
        let Some(payload) = event.as_str().and_then(|event| event.strip_prefix("apply_start ")) else {
            continue;
        };
        let Ok(payload) = serde_json::from_str::<Value>(payload) else { continue };
        if payload["action"] == "delete" {
            *counts.entry(format!("\"resource\":{}", payload["resource"])).or_default() += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count > 1).map(|(resource, _)| resource).collect()
}

/// Whether nothing is planned, only looked at, and some object has two secret attributes.
fn has_two_secrets(answer: &Answer) -> bool {
    fn search(value: &Value) -> bool {
        match value {
            Value::Array(items) => items.iter().any(search),
            Value::Object(fields) => {
                let secret = fields.get("sensitive_values").is_some_and(|values| leaves(values) > 1);
                secret || fields.values().any(search)
            }
            _ => false,
        }
    }
    let planned = answer.parts.get("changes").and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    !planned && answer.parts.get("prior").is_some_and(search)
}

fn leaves(value: &Value) -> usize {
    match value {
        Value::Bool(true) => 1,
        Value::Array(items) => items.iter().map(leaves).sum(),
        Value::Object(fields) => fields.values().map(leaves).sum(),
        _ => 0,
    }
}

/// Why Terraform's answer does not count, where it does not.
pub(super) fn excuse(wanted: &Answer) -> Option<&'static str> {
    let own_cycle = |line: &String| {
        let own = line.starts_with("! Self reference: ") && line.ends_with("(destroy)");
        own || line.starts_with("! Cycle: ")
            && ["(forget)", "(destroy)", "(destroy deposed", "(execute checks)"]
                .iter()
                .any(|node| line.contains(node))
    };
    wanted.summary.iter().any(own_cycle).then_some(
        "Terraform waits for itself: the order in which it destroys, forgets or checks contradicts the one in which it makes. \
         Nothing in the configuration is wrong, and OpenTofu plans it.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(events: &[&str]) -> Answer {
        Answer { summary: Vec::new(), parts: [("events".to_owned(), json!(events))].into() }
    }

    #[test]
    fn an_end_that_may_be_lost_does_not_count() {
        let start = "apply_start {\"action\":\"delete\",\"resource\":\"a.b\"}";
        let end = "apply_complete {\"action\":\"delete\",\"resource\":\"a.b\"}";
        let other = "apply_complete {\"action\":\"delete\",\"resource\":\"a.c\"}";
        let (mut lost, mut whole) =
            (answer(&[start, start, end, other]), answer(&[start, start, end, end, other]));
        align(&mut lost, &mut whole);
        assert_eq!(lost, whole);
        assert_eq!(lost, answer(&[start, start, other]));
        let (mut once, mut none) = (answer(&[start, end]), answer(&[start]));
        align(&mut once, &mut none);
        assert_ne!(once, none);
    }

    #[test]
    fn only_cycles_of_its_own_are_excused() {
        let check = |line: &str, expect: bool| {
            let answer = Answer { summary: vec![line.to_owned()], parts: BTreeMap::new() };
            assert_eq!(excuse(&answer).is_some(), expect, "{line}");
        };
        check("! Cycle: a.b, a.b (destroy deposed 00d63286)", true);
        check("! Cycle: local.a (expand), local.b (expand)", false);
        check("! Cycle: (execute checks), module.a (close), module.a.check.b (expand), c.d", true);
        check("! Self reference: a.b[2] (destroy)", true);
        check("! Invalid index", false);
    }
}
