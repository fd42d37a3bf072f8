//! Makes answers comparable: what differs from run to run (ids, times, folders, versions) gets a name that
//! depends only on the order in which it is first seen.

use std::collections::BTreeMap;

use serde_json::Value;

/// The names given so far in one case.
#[derive(Debug, Default)]
pub(crate) struct Names {
    ids: BTreeMap<String, String>,
    deposed: BTreeMap<String, String>,
    folder: String,
}

impl Names {
    /// Names for a case that runs in `folder`.
    pub(crate) fn new(folder: &str) -> Self {
        Self { folder: folder.to_owned(), ..Self::default() }
    }

    /// The text with everything that differs from run to run replaced.
    pub(crate) fn text(&mut self, text: &str) -> String {
        let text = text.replace(&self.folder, "FOLDER");
        // Each oracle has a registry of its own for providers whose host is not said.
        let text = text.replace("registry.opentofu.org/", "registry.terraform.io/");
        let bytes = text.as_bytes();
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            if is_uuid(rest) {
                let count = self.ids.len() + 1;
                let name = self.ids.entry(text[at..at + 36].to_owned()).or_insert(format!("id#{count}"));
                out.push_str(name);
                at += 36;
            } else if let Some(length) = time_length(rest) {
                out.push_str("TIME");
                at += length;
            } else {
                let next =
                    (at + 1..=bytes.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(bytes.len());
                out.push_str(&text[at..next]);
                at = next;
            }
        }
        for (key, name) in &self.deposed {
            out = out.replace(key.as_str(), name);
        }
        out
    }

    /// The value with every string and key replaced, and without versions.
    pub(crate) fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => {
                let mut items: Vec<Value> = items.iter().map(|item| self.value(item)).collect();
                // The keys of objects that were replaced are random, and so is their order.
                let owner = |item: &Value| (item["address"].clone(), item["index_key"].clone());
                let key = |item: &Value| {
                    let key = item.get("deposed").or_else(|| item.get("deposed_key"));
                    key.and_then(Value::as_str).map(str::to_owned)
                };
                for run in items.chunk_by_mut(|a, b| key(a).is_some() && owner(a) == owner(b)) {
                    run.sort_by_cached_key(key);
                }
                Value::Array(items)
            }
            Value::Object(map) => {
                for key in ["deposed", "deposed_key"] {
                    if let Some(Value::String(text)) = map.get(key) {
                        let count = self.deposed.len() + 1;
                        self.deposed.entry(text.clone()).or_insert(format!("deposed#{count}"));
                    }
                }
                let kept = map.iter().filter(|(key, _)| {
                    !matches!(key.as_str(), "terraform_version" | "lineage" | "timestamp")
                });
                let mut fields: serde_json::Map<String, Value> =
                    kept.map(|(key, item)| (self.text(key), self.value(item))).collect();
                // Paths in a set have no order.
                if let Some(Value::Array(paths)) = fields.get_mut("sensitive_attributes") {
                    paths.sort_by_cached_key(Value::to_string);
                }
                Value::Object(fields)
            }
            other => other.clone(),
        }
    }
}

/// Whether the bytes begin with eight, four, four, four and twelve hexadecimal digits.
fn is_uuid(bytes: &[u8]) -> bool {
    bytes.len() >= 36
        && bytes[..36].iter().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase(),
        })
}

/// The length of a time as RFC 3339 writes it, if the bytes begin with one.
fn time_length(bytes: &[u8]) -> Option<usize> {
    const FORM: &[u8] = b"dddd-dd-ddTdd:dd:dd";
    let fits = bytes.len() > FORM.len()
        && FORM.iter().zip(bytes).all(|(form, byte)| match form {
            b'd' => byte.is_ascii_digit(),
            other => other == byte,
        });
    let mut at = FORM.len();
    if !fits {
        return None;
    }
    if bytes[at] == b'.' {
        at += 1;
        at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    match bytes.get(at)? {
        b'Z' => Some(at + 1),
        b'+' | b'-' if bytes.len() >= at + 6 => Some(at + 6),
        _ => None,
    }
}

/// Members of a cycle have no order.
pub(crate) fn cycle_sorted(summary: &str) -> String {
    let Some(members) = summary.strip_prefix("Cycle: ") else { return summary.to_owned() };
    let mut members: Vec<&str> = members.split(", ").collect();
    members.sort_unstable();
    format!("Cycle: {}", members.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts() {
        let mut names = Names::new("/tmp/x");
        let mut check = |input: &str, expect: &str| assert_eq!(names.text(input), expect, "{input}");
        check("a 9b82cb34-fa63-fd69-3b81-1bc95ddf515d b", "a id#1 b");
        check("4f5d05b6-ee06-b570-0b46-49aa17ebae73", "id#2");
        check("9b82cb34-fa63-fd69-3b81-1bc95ddf515d", "id#1");
        check("at 2026-11-16T01:26:45Z.", "at TIME.");
        check("2026-11-16T01:26:45.123+01:00", "TIME");
        check("2026-11-16T01:26:45", "2026-11-16T01:26:45");
        check("/tmp/x/y ü", "FOLDER/y ü");
        check("", "");
    }

    #[test]
    fn values() {
        let mut names = Names::new("/tmp/x");
        let value = json!({"deposed": "0a1b2c3d", "lineage": "x", "a": [null, 1, {"/tmp/x": true}]});
        assert_eq!(names.value(&value), json!({"deposed": "deposed#1", "a": [null, 1, {"FOLDER": true}]}));
        assert_eq!(names.text("(0a1b2c3d)"), "(deposed#1)");
        let later = json!([{"a": 1}, {"deposed": "00000000"}, {"deposed": "0a1b2c3d"}]);
        let sorted = json!([{"a": 1}, {"deposed": "deposed#1"}, {"deposed": "deposed#2"}]);
        assert_eq!(names.value(&later), sorted);
    }
}
