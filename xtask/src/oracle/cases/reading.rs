//! Reads what programs answer: plans, events and diagnostics, made short and put into a fixed order.

use serde_json::Value;

use super::super::process::Output;
use super::normal::cycle_sorted;
use super::runner::Answer;

/// An event without what is the same in all of them, or never the same.
pub(super) fn short_event(mut payload: Value) -> Value {
    if let Some(map) = payload.as_object_mut() {
        map.remove("elapsed_seconds");
        // Only OpenTofu counts what is forgotten.
        if map.contains_key("operation") {
            map.remove("forget");
        }
        for key in ["resource", "previous_resource"] {
            if let Some(resource) = map.get_mut(key) {
                *resource = resource["addr"].take();
            }
        }
    }
    payload
}

/// Splits a plan into parts that are compared one by one, and gives the lines of its summary.
pub(super) fn plan_parts(plan: &Value, answer: &mut Answer) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = plan.as_object().cloned().unwrap_or_default();
    for (name, key) in [
        ("changes", "resource_changes"),
        ("drift", "resource_drift"),
        ("outputs", "output_changes"),
        ("planned", "planned_values"),
        ("prior", "prior_state"),
        ("config", "configuration"),
        ("relevant", "relevant_attributes"),
        ("checks", "checks"),
        ("variables", "variables"),
    ] {
        if let Some(mut part) = rest.remove(key) {
            if name == "relevant" {
                part = sorted(part);
            }
            if name == "changes" || name == "drift" {
                for change in part.as_array_mut().into_iter().flatten() {
                    if let Some(paths) = change.pointer_mut("/change/replace_paths") {
                        *paths = sorted(paths.take());
                    }
                }
            }
            answer.parts.insert(name.to_owned(), part);
        }
    }
    answer.parts.insert("rest".to_owned(), Value::Object(rest));
    let none = Vec::new();
    let list = |value: &Value| -> String {
        let actions: Vec<&str> = value.as_array().unwrap_or(&none).iter().filter_map(Value::as_str).collect();
        actions.join(", ")
    };
    for change in plan["resource_changes"].as_array().unwrap_or(&none) {
        let mut line =
            format!("{}: {}", change["address"].as_str().unwrap_or("?"), list(&change["change"]["actions"]));
        if let Some(deposed) = change["deposed"].as_str() {
            line.push_str(&format!(" {deposed}"));
        }
        if let Some(reason) = change["action_reason"].as_str() {
            line.push_str(&format!(" ({reason})"));
        }
        if let Some(previous) = change["previous_address"].as_str() {
            line.push_str(&format!(" from {previous}"));
        }
        if let Some(id) = change["change"]["importing"]["id"].as_str() {
            line.push_str(&format!(" importing {id}"));
        }
        lines.push(line);
    }
    for (name, change) in plan["output_changes"].as_object().into_iter().flatten() {
        lines.push(format!("output.{name}: {}", list(&change["actions"])));
    }
    lines
}

/// Checks and their objects have no order that could be relied on.
pub(super) fn checks_sorted(mut value: Value) -> Value {
    for (list, objects) in [("check_results", "objects"), ("checks", "instances")] {
        for holder in ["", "/prior_state"] {
            let Some(checks) = value.pointer_mut(&format!("{holder}/{list}")) else { continue };
            for check in checks.as_array_mut().into_iter().flatten() {
                if let Some(objects) = check.get_mut(objects) {
                    *objects = sorted(objects.take());
                }
            }
            *checks = sorted(checks.take());
        }
    }
    value
}

/// Nor have the parts of an object that are secret.
pub(super) fn secrets_sorted(mut state: Value) -> Value {
    let resources = state.get_mut("resources").and_then(Value::as_array_mut).into_iter().flatten();
    let instances = resources.filter_map(|resource| resource.get_mut("instances")?.as_array_mut());
    for instance in instances.flatten() {
        if let Some(secrets) = instance.get_mut("sensitive_attributes") {
            *secrets = sorted(secrets.take());
        }
    }
    state
}

/// Whether a state has checks whose order could differ.
pub(super) fn several_checks(state: &Value) -> bool {
    let checks = state["check_results"].as_array();
    let objects = |check: &Value| check["objects"].as_array().map_or(0, Vec::len);
    checks.is_some_and(|checks| checks.len() > 1 || checks.iter().any(|check| objects(check) > 1))
}

/// Whether a state has an object with secret parts whose order could differ.
pub(super) fn several_secrets(state: &Value) -> bool {
    let resources = state["resources"].as_array().into_iter().flatten();
    let mut instances = resources.flat_map(|resource| resource["instances"].as_array()).flatten();
    instances.any(|instance| instance["sensitive_attributes"].as_array().is_some_and(|paths| paths.len() > 1))
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Array(mut items) => {
            items.sort_by_cached_key(Value::to_string);
            Value::Array(items)
        }
        other => other,
    }
}

/// A diagnostic as a line of the summary.
pub(super) fn diagnostic_line(diagnostic: &Value) -> Option<String> {
    let sign = if diagnostic["severity"] == "error" { '!' } else { '?' };
    Some(format!("{sign} {}", summary(diagnostic["summary"].as_str()?)))
}

/// The words that end the details of the fixture providers' diagnostics.
const OF_FIXTURES: &str = "(fixture)";

/// What a diagnostic is about and where it points to. Details of the programs themselves are each one's own words,
/// those of providers must arrive as they were sent.
pub(super) fn diagnostic_place(diagnostic: &Value) -> Value {
    let mut place = serde_json::Map::new();
    for key in ["severity", "address", "range"] {
        if let Some(value) = diagnostic.get(key) {
            place.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(range) = place.get_mut("range").and_then(Value::as_object_mut) {
        for end in ["start", "end"] {
            if let Some(position) = range.get_mut(end).and_then(Value::as_object_mut) {
                position.remove("byte");
            }
        }
    }
    place.insert("summary".to_owned(), summary(diagnostic["summary"].as_str().unwrap_or_default()).into());
    if let Some(detail) = diagnostic["detail"].as_str().filter(|detail| detail.contains(OF_FIXTURES)) {
        place.insert("detail".to_owned(), detail.into());
    }
    Value::Object(place)
}

/// A summary as it is compared: its first line; members of a cycle have no order, and each program names itself.
fn summary(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default().trim_end();
    cycle_sorted(first).replace("OpenTofu", "Terraform").replace("Cairn", "Terraform")
}

/// The diagnostics in text for people.
pub(super) fn diagnostics_in_text(output: &Output) -> Vec<String> {
    let mut lines = Vec::new();
    for line in without_colours(&output.stderr).lines().chain(without_colours(&output.stdout).lines()) {
        let line = line.trim_start_matches(['│', '╷', ' ']);
        if let Some(text) = line.strip_prefix("Error: ") {
            lines.push(format!("! {}", summary(text)));
        } else if let Some(text) = line.strip_prefix("Warning: ") {
            lines.push(format!("? {}", summary(text)));
        }
    }
    lines.sort();
    lines
}

/// The text without the sequences that colour it.
pub(super) fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn colours_are_removed() {
        assert_eq!(without_colours("\u{1b}[1m\u{1b}[33mWarning: \u{1b}[0mx [m"), "Warning: x [m");
        assert_eq!(without_colours(""), "");
    }

    #[test]
    fn plans_are_summarised() {
        let plan = json!({
            "resource_changes": [{
                "address": "t.a", "previous_address": "t.b", "action_reason": "replace_by_request",
                "change": {"actions": ["delete", "create"], "replace_paths": [["b"], ["a"]]},
            }],
            "output_changes": {"o": {"actions": ["create"]}},
            "errored": false,
        });
        let mut answer = Answer::default();
        let lines = plan_parts(&plan, &mut answer);
        assert_eq!(lines, ["t.a: delete, create (replace_by_request) from t.b", "output.o: create"]);
        assert_eq!(answer.parts["rest"], json!({"errored": false}));
        assert_eq!(answer.parts["changes"][0]["change"]["replace_paths"], json!([["a"], ["b"]]));
    }
}
