//! The readers, and what they find in the plans of one program, in a form that can be compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{plans, tools};
use crate::oracle::cases::normal::Names;

/// What one reader finds in one plan.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    pub(super) passed: usize,
    pub(super) failed: usize,
    /// Everything it says, in order where the order is the reader's own.
    pub(super) lines: Vec<String>,
}

impl Findings {
    /// What only one of the two has.
    pub(super) fn differences(&self, found: &Self) -> Vec<String> {
        let only = |one: &Self, other: &Self, whose: &str| -> Vec<String> {
            let lines = one.lines.iter().filter(|line| !other.lines.contains(line));
            lines.map(|line| format!("only with {whose}: {line}")).collect()
        };
        let mut lines = only(self, found, "terraform");
        lines.extend(only(found, self, "cairn"));
        if lines.is_empty() && self != found {
            lines.push("the same lines in another order or number".to_owned());
        }
        lines
    }
}

/// Findings by the name of the plan.
type ByPlan = BTreeMap<String, Findings>;

/// A program that reads plans.
pub(super) struct Reader {
    pub(super) name: &'static str,
    /// The folder of `spec/readers` with what it is to look for.
    pub(super) rules: &'static str,
    pub(super) install: fn() -> Result<PathBuf, String>,
    /// Runs it with rules in a folder that holds the plans of these names.
    pub(super) read: fn(&Path, &Path, &Path, &[String]) -> Result<ByPlan, String>,
}

pub(super) const READERS: &[Reader] = &[
    Reader { name: "checkov", rules: "checkov", install: tools::checkov, read: checkov },
    Reader {
        name: "terraform-compliance",
        rules: "compliance",
        install: tools::compliance,
        read: compliance,
    },
    Reader { name: "conftest", rules: "conftest", install: tools::conftest, read: conftest },
];

/// Runs a reader; its standard output. What its exit code says is in there too.
fn output(program: &Path, args: &[&str], folder: &Path) -> Result<String, String> {
    let home = [("HOME".to_owned(), folder.display().to_string())];
    let output = plans::run(program, args, folder, &home)?;
    match output.code {
        Some(0 | 1) if !output.stdout.is_empty() => Ok(output.stdout),
        code => Err(format!("{} ended with {code:?}:\n{}", program.display(), output.stderr)),
    }
}

fn json(program: &Path, args: &[&str], folder: &Path) -> Result<Value, String> {
    let text = output(program, args, folder)?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}:\n{text}", program.display()))
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The plan that a reader's name of a file belongs to.
fn plan_of(file: &Value) -> String {
    let name = file.as_str().unwrap_or_default().trim_start_matches('/');
    name.strip_suffix(".json").unwrap_or(name).to_owned()
}

fn checkov(program: &Path, rules: &Path, folder: &Path, names: &[String]) -> Result<ByPlan, String> {
    let rules = rules.display().to_string();
    let files: Vec<String> = names.iter().map(|name| format!("{name}.json")).collect();
    let mut args = vec!["--framework", "terraform_plan", "--external-checks-dir", &rules];
    args.extend(["--output", "json", "--skip-download", "--file"]);
    args.extend(files.iter().map(String::as_str));
    let report = json(program, &args, folder)?;
    let mut found = ByPlan::new();
    for (list, word) in
        [("passed_checks", "passed"), ("failed_checks", "failed"), ("skipped_checks", "skipped")]
    {
        for check in items(&report["results"][list]) {
            let findings = found.entry(plan_of(&check["file_path"])).or_default();
            findings.passed += usize::from(word == "passed");
            findings.failed += usize::from(word == "failed");
            let text = |key: &str| check[key].as_str().unwrap_or_default().to_owned();
            let line = format!(
                "{word} {} {} {} lines {} keys {} code {} entity {}",
                text("check_id"),
                text("resource"),
                text("check_name"),
                check["file_line_range"],
                check["check_result"]["evaluated_keys"],
                check["code_block"],
                check["entity_tags"],
            );
            findings.lines.push(line);
        }
    }
    let errors = items(&report["results"]["parsing_errors"]);
    if !errors.is_empty() {
        return Err(format!("checkov cannot read {errors:?}"));
    }
    Ok(found)
}

fn compliance(program: &Path, rules: &Path, folder: &Path, names: &[String]) -> Result<ByPlan, String> {
    let rules = rules.display().to_string();
    let mut found = ByPlan::new();
    for name in names {
        let file = format!("{name}.json");
        let text = output(program, &["-f", &rules, "-p", &file, "--no-ansi"], folder)?;
        // The last lines have the number of the run and the time that it took.
        let text = Names::new(&folder.display().to_string()).text(&text);
        let mut findings = Findings::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if line.contains(" scenarios (") {
                findings.passed = number_before(line, " passed");
                findings.failed = number_before(line, " failed");
            }
            if !line.starts_with("Run id#") {
                findings.lines.push(line.to_owned());
            }
        }
        found.insert(name.clone(), findings);
    }
    Ok(found)
}

/// The number that stands before a word.
fn number_before(line: &str, word: &str) -> usize {
    let before = line.split(word).next().unwrap_or_default();
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or_default()
}

fn conftest(program: &Path, rules: &Path, folder: &Path, names: &[String]) -> Result<ByPlan, String> {
    let rules = rules.display().to_string();
    let files: Vec<String> = names.iter().map(|name| format!("{name}.json")).collect();
    let mut args = vec!["test", "--policy", &rules, "--all-namespaces", "--output", "json"];
    args.extend(files.iter().map(String::as_str));
    let report = json(program, &args, folder)?;
    let mut found = ByPlan::new();
    for result in items(&report) {
        let findings = found.entry(plan_of(&result["filename"])).or_default();
        let namespace = result["namespace"].as_str().unwrap_or_default();
        let successes = result["successes"].as_u64().unwrap_or_default();
        findings.passed += usize::try_from(successes).unwrap_or_default();
        findings.lines.push(format!("{namespace}: {successes} passed"));
        for (list, word) in [("failures", "deny"), ("warnings", "warn"), ("exceptions", "except")] {
            let messages = items(&result[list]);
            findings.failed += if word == "deny" { messages.len() } else { 0 };
            let said = messages.iter().map(|message| message["msg"].as_str().unwrap_or_default());
            findings.lines.extend(said.map(|said| format!("{namespace}: {word}: {said}")));
        }
    }
    // Messages are sets, and ids in them are random.
    for findings in found.values_mut() {
        findings.lines.sort();
        let mut ids = Names::new(&folder.display().to_string());
        findings.lines.iter_mut().for_each(|line| *line = ids.text(line));
        findings.lines.sort();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_findings() {
        let of = |lines: &[&str]| Findings {
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            ..Findings::default()
        };
        assert!(of(&["a"]).differences(&of(&["a"])).is_empty());
        assert_eq!(
            of(&["a", "b"]).differences(&of(&["b", "c"])),
            ["only with terraform: a", "only with cairn: c"]
        );
        assert_eq!(of(&["a", "b"]).differences(&of(&["b", "a"])).len(), 1);
        assert_eq!(of(&["a", "a"]).differences(&of(&["a"])).len(), 1);
    }

    #[test]
    fn numbers_of_a_summary() {
        let line = "20 scenarios (9 passed, 14 failed, 7 skipped)";
        assert_eq!((number_before(line, " passed"), number_before(line, " failed")), (9, 14));
        assert_eq!(number_before("nothing", " passed"), 0);
        assert_eq!(plan_of(&Value::from("/create.json")), "create");
    }
}
