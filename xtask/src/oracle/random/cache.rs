//! What terraform answered, kept on the disk: it is slow, and its answers do not change.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::super::cases::document::Case;
use super::super::cases::runner::{self, Answer, Setting};

/// A program whose answers can be kept.
pub(super) struct Oracle {
    pub(super) program: PathBuf,
    /// The folder that they are kept in.
    pub(super) cache: Option<PathBuf>,
}

impl Oracle {
    /// The answers to the commands of a case.
    pub(super) fn answers(&self, case: &Case) -> Result<Vec<Answer>, String> {
        let Some(folder) = &self.cache else {
            return runner::run(&[&self.program], case, &Setting::default());
        };
        let path = folder.join(format!("{}-{}.json", case.title.replace(' ', "-"), case.digest()));
        let kept = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        if let Some(answers) = kept.as_ref().and_then(from_json) {
            return Ok(answers);
        }
        let answers = runner::run(&[&self.program], case, &Setting::default())?;
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        fs::create_dir_all(folder).map_err(failed)?;
        fs::write(&path, to_json(&answers).to_string()).map_err(failed)?;
        Ok(answers)
    }
}

fn to_json(answers: &[Answer]) -> Value {
    answers.iter().map(|answer| json!([answer.summary, answer.parts])).collect()
}

fn from_json(value: &Value) -> Option<Vec<Answer>> {
    let one = |answer: &Value| {
        let summary = answer[0].as_array()?.iter().map(|line| line.as_str().map(str::to_owned));
        let parts = answer[1].as_object()?.iter().map(|(name, part)| (name.clone(), part.clone()));
        Some(Answer { summary: summary.collect::<Option<_>>()?, parts: parts.collect() })
    };
    value.as_array()?.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back() {
        let parts = [("state".to_owned(), json!({"a": [1, null]}))].into();
        let answers = vec![Answer::default(), Answer { summary: vec!["ok".to_owned()], parts }];
        assert_eq!(from_json(&to_json(&answers)), Some(answers));
        assert_eq!(from_json(&json!([[1, {}]])), None);
    }
}
