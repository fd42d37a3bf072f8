//! Answers of a formatter, short enough to be recorded, and the file that holds them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

/// How the file of answers begins.
pub(crate) const HEADER: &str = "\
# What `terraform fmt -` (1.11.4) answers for each file: `reject`, `same` if nothing changes, or the SHA-256 of
# its result. Written by `cargo xtask oracle fmt --record`; do not edit.
";

/// What a formatter makes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is not valid.
    Reject,
    /// It is in canonical form already.
    Same,
    /// The digest of the result.
    Changed(String),
}

impl Answer {
    /// The answer `result` to `text`.
    pub(crate) fn new(text: &str, result: Option<&str>) -> Self {
        match result {
            None => Self::Reject,
            Some(result) if result == text => Self::Same,
            Some(result) => {
                let digest = Sha256::digest(result.as_bytes());
                Self::Changed(digest.iter().map(|byte| format!("{byte:02x}")).collect())
            }
        }
    }

    fn parse(word: &str) -> Self {
        match word {
            "reject" => Self::Reject,
            "same" => Self::Same,
            digest => Self::Changed(digest.to_owned()),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reject => "reject",
            Self::Same => "same",
            Self::Changed(digest) => digest,
        })
    }
}

/// All recorded answers, by corpus and path.
pub(crate) struct Recorded(BTreeMap<(String, String), Answer>);

impl Recorded {
    /// Reads the file of answers.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self::parse(&text))
    }

    /// The recorded answer for a file.
    pub(crate) fn get(&self, corpus: &str, path: &str) -> Option<&Answer> {
        self.0.get(&(corpus.to_owned(), path.to_owned()))
    }

    /// A line of one word names the corpus of the lines below it.
    fn parse(text: &str) -> Self {
        let mut answers = BTreeMap::new();
        let mut corpus = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.split_once(' ') {
                None => corpus = line,
                Some((answer, path)) => {
                    answers.insert((corpus.to_owned(), path.to_owned()), Answer::parse(answer));
                }
            }
        }
        Self(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_survive_the_file() {
        let answers = [Answer::Reject, Answer::Same, Answer::new("a", Some("b"))];
        let mut text = format!("{HEADER}\nmodule@v1\n");
        for (index, answer) in answers.iter().enumerate() {
            text.push_str(&format!("{answer} dir/file {index}.tf\n"));
        }
        let recorded = Recorded::parse(&text);
        for (index, answer) in answers.iter().enumerate() {
            assert_eq!(recorded.get("module@v1", &format!("dir/file {index}.tf")), Some(answer));
        }
        assert_eq!(recorded.get("module@v2", "dir/file 0.tf"), None);
    }

    #[test]
    fn answers_are_told_apart() {
        let check = |result: Option<&str>, expect: &str| {
            assert_eq!(Answer::new("a\n", result).to_string(), expect);
        };
        check(None, "reject");
        check(Some("a\n"), "same");
        check(Some(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
