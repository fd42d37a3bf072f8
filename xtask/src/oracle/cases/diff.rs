//! What differs between the wanted answer and the one that came, in lines.

use serde_json::Value;

use super::runner::Answer;

/// Lines beyond this many say little more.
const LINES_PER_PART: usize = 12;

/// The differences between two answers; parts for which `skip` holds are not looked at.
pub(crate) fn answers(wanted: &Answer, got: &Answer, skip: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    // A bare exit code comes with words of its own kind, which need not be ours.
    let only_code = wanted.summary.len() == 1 && wanted.summary[0].starts_with("exit ");
    let same = wanted.summary == got.summary || only_code && wanted.summary.first() == got.summary.first();
    if !same && !skip("summary") {
        let mut rest = got.summary.clone();
        for line in &wanted.summary {
            match rest.iter().position(|other| other == line) {
                Some(index) => drop(rest.remove(index)),
                None => lines.push(format!("wanted {line}")),
            }
        }
        lines.extend(rest.iter().map(|line| format!("   got {line}")));
        if lines.is_empty() {
            lines.push("the lines are the same, in another order".to_owned());
        }
    }
    let names = wanted.parts.keys().chain(got.parts.keys().filter(|name| !wanted.parts.contains_key(*name)));
    for name in names.filter(|name| !skip(name)) {
        let mut part = Vec::new();
        let side = |answer: &Answer| answer.parts.get(name).cloned().unwrap_or_default();
        values(name, &side(wanted), &side(got), &mut part);
        let more = part.len().saturating_sub(LINES_PER_PART);
        lines.extend(part.into_iter().take(LINES_PER_PART));
        if more > 0 {
            lines.push(format!("{name}: and {more} more"));
        }
    }
    lines
}

fn values(path: &str, wanted: &Value, got: &Value, lines: &mut Vec<String>) {
    match (wanted, got) {
        (Value::Object(left), Value::Object(right)) => {
            for (key, value) in left {
                let path = format!("{path}.{key}");
                match right.get(key) {
                    Some(other) => values(&path, value, other, lines),
                    None => lines.push(format!("{path}: wanted {}, got nothing", short(value))),
                }
            }
            for (key, value) in right.iter().filter(|(key, _)| !left.contains_key(*key)) {
                lines.push(format!("{path}.{key}: wanted nothing, got {}", short(value)));
            }
        }
        // Texts in a list tell best which of them are new and which are missing.
        (Value::Array(left), Value::Array(right))
            if left.len() == right.len() && !left.iter().any(Value::is_string) =>
        {
            for (index, (value, other)) in left.iter().zip(right).enumerate() {
                values(&format!("{path}[{index}]"), value, other, lines);
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            let before = lines.len();
            for value in left.iter().filter(|value| !right.contains(value)) {
                lines.push(format!("{path}: wanted {}", short(value)));
            }
            for value in right.iter().filter(|value| !left.contains(value)) {
                lines.push(format!("{path}:    got {}", short(value)));
            }
            if left.len() != right.len() {
                lines.push(format!("{path}: wanted {} elements, got {}", left.len(), right.len()));
            } else if left != right && lines.len() == before {
                lines.push(format!("{path}: the same elements in another order or number"));
            }
        }
        _ if wanted == got => {}
        _ => lines.push(format!("{path}: wanted {}, got {}", short(wanted), short(got))),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn differences() {
        let answer = |summary: &[&str], part: Value| Answer {
            summary: summary.iter().map(|line| (*line).to_owned()).collect(),
            parts: [("plan".to_owned(), part)].into(),
        };
        let wanted = answer(&["exit 1", "! A"], json!({"a": [1, 2], "b": 1}));
        let got = answer(&["! A", "! B"], json!({"a": [1, 3], "c": null}));
        let lines = answers(&wanted, &got, |_| false);
        let expect = [
            "wanted exit 1",
            "   got ! B",
            "plan.a[1]: wanted 2, got 3",
            "plan.b: wanted 1, got nothing",
            "plan.c: wanted nothing, got null",
        ];
        assert_eq!(lines, expect);
        assert!(answers(&wanted, &wanted, |_| false).is_empty());
        assert!(answers(&wanted, &got, |_| true).is_empty());
    }
}
