//! What a Go test program reports while it runs, as `go tool test2json` tells it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Pass,
    Fail,
    Skip,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Word::Pass => "pass",
            Word::Fail => "fail",
            Word::Skip => "skip",
        })
    }
}

/// The results of a suite so far, by package and test.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    results: BTreeMap<String, Word>,
    texts: BTreeMap<String, String>,
    /// Versions are said as this word in names, so that lists hold for all of them.
    version: String,
}

impl Outcomes {
    /// Takes what one run of a test program reported.
    pub(super) fn take(&mut self, package: &str, run: Run) {
        for (test, text) in run.output {
            self.texts.insert(format!("{package}.{test}"), text);
        }
        for (test, word) in run.results {
            self.results.insert(format!("{package}.{test}"), word);
        }
    }

    /// A package that could not be run.
    pub(super) fn broken(&mut self, package: &str, said: &str) {
        self.results.insert(package.to_owned(), Word::Fail);
        self.texts.insert(package.to_owned(), said.to_owned());
    }

    /// The results by name; the program's own version in a name is VERSION.
    pub(super) fn named(&mut self, version: &str) -> BTreeMap<String, Word> {
        version.clone_into(&mut self.version);
        self.results.iter().map(|(name, word)| (without_version(name, version), *word)).collect()
    }

    /// What a test printed.
    pub(super) fn said(&self, name: &str) -> &str {
        let found = self.texts.iter().find(|(other, _)| without_version(other, &self.version) == name);
        found.map_or("", |(_, text)| text)
    }
}

fn without_version(name: &str, version: &str) -> String {
    let own = format!("-{version}");
    let mut out = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once(&own) {
        let whole = after.is_empty() || after.starts_with(['/', '#']);
        out.push_str(before);
        out.push_str(if whole && !version.is_empty() { "-VERSION" } else { &own });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// One run of a test program.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// How each test ended; one with tests below it only if it failed and none below did.
    results: BTreeMap<String, Word>,
    output: BTreeMap<String, String>,
    parents: BTreeSet<String>,
    failed_below: BTreeSet<String>,
    /// Tests of the first level that came to an end.
    pub(super) ended: BTreeSet<String>,
    /// Tests of the first level at work when the program ended.
    at_work: BTreeSet<String>,
    /// Whether the program came to its end.
    pub(super) whole: bool,
}

impl Run {
    /// Takes one line of the report.
    pub(super) fn event(&mut self, line: &str) {
        let Ok(event) = serde_json::from_str::<Value>(line) else { return };
        let action = event["Action"].as_str().unwrap_or_default();
        let Some(test) = event["Test"].as_str() else {
            let said = event["Output"].as_str().unwrap_or_default();
            self.whole |= matches!(said, "PASS\n" | "FAIL\n") || action == "skip";
            return;
        };
        let parent = test.rsplit_once('/').map(|(parent, _)| parent);
        match action {
            "output" => {
                let text = self.output.entry(test.to_owned()).or_default();
                text.push_str(event["Output"].as_str().unwrap_or_default());
            }
            "run" | "cont" => {
                self.parents.extend(parent.map(str::to_owned));
                if parent.is_none() {
                    self.at_work.insert(test.to_owned());
                }
            }
            "pause" => drop(self.at_work.remove(test)),
            "pass" => self.end(test, parent, Word::Pass),
            "fail" => self.end(test, parent, Word::Fail),
            "skip" => self.end(test, parent, Word::Skip),
            _ => {}
        }
    }

    fn end(&mut self, test: &str, parent: Option<&str>, word: Word) {
        let alone = !self.parents.contains(test);
        if alone || word == Word::Fail && !self.failed_below.contains(test) {
            self.results.insert(test.to_owned(), word);
        }
        match parent {
            Some(parent) if word == Word::Fail => drop(self.failed_below.insert(parent.to_owned())),
            Some(_) => {}
            None => {
                self.at_work.remove(test);
                self.ended.insert(test.to_owned());
            }
        }
    }

    /// After a crash: what was at work when nothing had come to an end has failed.
    pub(super) fn blame(&mut self) {
        if self.ended.is_empty() {
            for test in std::mem::take(&mut self.at_work) {
                self.results.insert(test.clone(), Word::Fail);
                self.ended.insert(test);
            }
        }
        // Results below a test that did not end are those of the next run.
        let ended = &self.ended;
        self.results.retain(|test, _| ended.contains(test.split('/').next().unwrap_or_default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names() {
        assert_eq!(without_version("p.T/a-1.2.3/x-1.2.3#01", "1.2.3"), "p.T/a-VERSION/x-VERSION#01");
        assert_eq!(without_version("p.T/a-1.2.34", "1.2.3"), "p.T/a-1.2.34");
        assert_eq!(without_version("p.T-", ""), "p.T-");
    }

    #[test]
    fn a_report() {
        let mut run = Run::default();
        let events = [
            ("run", Some("A")),
            ("run", Some("A/x")),
            ("fail", Some("A/x")),
            ("fail", Some("A")),
            ("run", Some("B")),
            ("pass", Some("B")),
            ("run", Some("C")),
        ];
        for (action, test) in events {
            run.event(&json!({"Action": action, "Test": test}).to_string());
        }
        assert!(!run.whole);
        run.blame();
        let results: Vec<_> = run.results.iter().map(|(test, word)| (test.as_str(), *word)).collect();
        assert_eq!(results, [("A/x", Word::Fail), ("B", Word::Pass)]);
        run.event("{\"Action\":\"output\",\"Output\":\"PASS\\n\"}");
        assert!(run.whole);
    }
}
