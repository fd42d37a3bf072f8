//! The recorded parts of answers, beside the documents: one line of JSON per part, said once where a later
//! part of the same case repeats an earlier one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// The parts of one step's answer by name.
pub(crate) type Parts = BTreeMap<String, Value>;

/// What is recorded for one case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Recorded {
    /// The digest of the case when it was recorded.
    pub(crate) digest: String,
    /// Terraform's parts, step by step (OpenTofu's where only it was asked).
    pub(crate) terraform: Vec<Parts>,
    /// OpenTofu's parts where they differ; a part that it does not have is null.
    pub(crate) tofu: Vec<Parts>,
}

/// The answers to the cases of a document, by title.
pub(crate) type Answers = BTreeMap<String, Recorded>;

/// Reads the answers; a file that is not there holds none.
pub(crate) fn read(path: &Path) -> Result<Answers, String> {
    match fs::read_to_string(path) {
        Ok(text) => parse(&text).map_err(|error| format!("{}: {error}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Answers::new()),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

fn parse(text: &str) -> Result<Answers, String> {
    let mut answers = Answers::new();
    let mut title = String::new();
    // Parts that lines of the same case may refer to, by their key.
    let mut seen: BTreeMap<String, Value> = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        if let Some(heading) = line.strip_prefix("## ") {
            let (digest, name) = heading.split_once(' ').ok_or_else(|| wrong("a heading without a title"))?;
            title = name.to_owned();
            seen.clear();
            answers.insert(title.clone(), Recorded { digest: digest.to_owned(), ..Recorded::default() });
            continue;
        }
        let (key, json) = line.split_once(' ').ok_or_else(|| wrong("no part"))?;
        let value = match json.strip_prefix('=') {
            Some(earlier) => seen.get(earlier).cloned().ok_or_else(|| wrong("refers to nothing"))?,
            None => serde_json::from_str(json).map_err(|error| wrong(&error.to_string()))?,
        };
        seen.insert(key.to_owned(), value.clone());
        let case = answers.get_mut(&title).ok_or_else(|| wrong("a part before the first heading"))?;
        let (plain, list) = match key.strip_prefix("tofu.") {
            Some(plain) => (plain, &mut case.tofu),
            None => (key, &mut case.terraform),
        };
        let (step, part) = plain.split_once('.').ok_or_else(|| wrong("no part"))?;
        let step: usize = step.parse().map_err(|_| wrong("no number of a step"))?;
        if list.len() < step {
            list.resize_with(step, Parts::new);
        }
        let parts = step.checked_sub(1).and_then(|index| list.get_mut(index));
        parts.ok_or_else(|| wrong("no number of a step"))?.insert(part.to_owned(), value);
    }
    Ok(answers)
}

/// Writes the answers, cases in the order of `titles`.
pub(crate) fn write(path: &Path, answers: &Answers, titles: &[&str]) -> Result<(), String> {
    fs::write(path, to_text(answers, titles)).map_err(|error| format!("{}: {error}", path.display()))
}

fn to_text(answers: &Answers, titles: &[&str]) -> String {
    let mut text = String::new();
    for title in titles {
        let Some(case) = answers.get(*title) else { continue };
        text.push_str(&format!("## {} {title}\n", case.digest));
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        let mut push = |key: String, value: &Value| {
            let json = value.to_string();
            match seen.get(&json) {
                // A reference to something short saves nothing and reads worse.
                Some(earlier) if json.len() > 60 => text.push_str(&format!("{key} ={earlier}\n")),
                _ => {
                    text.push_str(&format!("{key} {json}\n"));
                    seen.insert(json, key);
                }
            }
        };
        for (step, parts) in case.terraform.iter().enumerate() {
            parts.iter().for_each(|(part, value)| push(format!("{}.{part}", step + 1), value));
            if let Some(parts) = case.tofu.get(step) {
                parts.iter().for_each(|(part, value)| push(format!("tofu.{}.{part}", step + 1), value));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_what_it_writes() {
        let long = json!({"a": "x".repeat(80)});
        let parts = |name: &str, value: &Value| Parts::from([(name.to_owned(), value.clone())]);
        let case = Recorded {
            digest: "abcd".to_owned(),
            terraform: vec![parts("plan", &long), parts("state", &long)],
            tofu: vec![Parts::new(), parts("state", &Value::Null)],
        };
        let answers = Answers::from([("A title".to_owned(), case)]);
        let text = to_text(&answers, &["A title"]);
        assert!(text.contains("2.state =1.plan\n"), "{text}");
        assert_eq!(parse(&text).unwrap(), answers);
        assert!(parse("1.plan {}").is_err());
        assert!(parse("## a b\n1.plan =3.x").is_err());
    }
}
