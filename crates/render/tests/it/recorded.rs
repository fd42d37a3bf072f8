//! Every recorded case, in every form.

use std::path::{Path, PathBuf};

use config::ModuleTree;
use plan::Mode;
use serde_json::Value as Json;

use crate::from_json::{plan, schemas, state};

const VERSION: &str = "1.11.4";

/// A case, with what terraform printed.
struct Case {
    name: String,
    dir: PathBuf,
}

impl Case {
    fn read(&self, file: &str) -> Option<String> {
        std::fs::read_to_string(self.dir.join(file)).ok()
    }

    fn json(&self, file: &str) -> Option<Json> {
        serde_json::from_str(&self.read(file)?).ok()
    }

    fn mode(&self) -> Mode {
        let text = self.read("case.tf").unwrap();
        match text.lines().last().unwrap() {
            line if line.contains("-destroy") => Mode::Destroy,
            line if line.contains("-refresh-only") => Mode::RefreshOnly,
            _ => Mode::Normal,
        }
    }

    /// The configuration that the plan was made of.
    fn tree(&self) -> ModuleTree {
        let dir = tempfile::tempdir().unwrap();
        let mut file = PathBuf::from("main.tf");
        let mut files = std::collections::BTreeMap::<PathBuf, String>::new();
        for line in self.read("case.tf").unwrap().lines() {
            if line.starts_with("#= ") {
                files.clear();
                file = PathBuf::from("main.tf");
            } else if let Some(name) = line.strip_prefix("#> ") {
                file = PathBuf::from(name);
            } else if !line.starts_with("#! ") {
                let text = files.entry(file.clone()).or_default();
                text.push_str(line);
                text.push('\n');
            }
        }
        for (file, text) in files {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let (root, diags) = config::load_module(dir.path());
        assert!(!diags.has_errors(), "{}: {diags:?}", self.name);
        let files = lang::DiskFiles::new(dir.path());
        ModuleTree::load(root, &Default::default(), &files).0
    }
}

fn cases() -> Vec<Case> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<_> = entries
        .map(|dir| Case { name: dir.file_name().unwrap().to_string_lossy().into_owned(), dir })
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(cases.len() >= 70);
    cases
}

/// Compares all cases that something is recorded for and tells of all that differ.
fn check(form: impl Fn(&Case) -> Option<(String, String)>) {
    let mut failures = Vec::new();
    let mut compared = 0;
    for case in cases() {
        let Some((ours, theirs)) = form(&case) else { continue };
        compared += 1;
        if ours != theirs {
            failures.push(format!("== {}\n{}", case.name, difference(&ours, &theirs)));
        }
    }
    assert!(failures.is_empty(), "{} of {compared} differ\n{}", failures.len(), failures.join("\n"));
}

/// Both texts, or of long lines what is around the first difference.
fn difference(ours: &str, theirs: &str) -> String {
    let at = ours.bytes().zip(theirs.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(200);
    let part = |text: &str| match text.lines().count() {
        0 | 1 => String::from_utf8_lossy(&text.as_bytes()[at.min(text.len())..text.len().min(at + 500)]).into_owned(),
        _ => text.to_owned(),
    };
    format!("-- ours\n{}\n-- terraform's\n{}\n", part(ours), part(theirs))
}

#[test]
fn state_as_json() {
    check(|case| {
        let theirs = case.read("state.json")?;
        let state = state(&case.json("state.json")?);
        Some((render::state_json(&state, &schemas, VERSION).unwrap(), theirs.trim_end().to_owned()))
    });
}

#[test]
fn plan_as_json() {
    check(|case| {
        let theirs = case.read("plan.json")?;
        let plan = plan(&case.json("plan.json")?, case.mode());
        let ours = render::plan_json(&plan, &case.tree(), &schemas, VERSION).unwrap();
        Some((ours, theirs.trim_end().to_owned()))
    });
}
