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
            } else if !line.starts_with("#! ") && !line.starts_with("#$ ") {
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
        0 | 1 => String::from_utf8_lossy(&text.as_bytes()[at.min(text.len())..text.len().min(at + 500)])
            .into_owned(),
        _ => text.to_owned(),
    };
    format!("-- ours\n{}\n-- terraform's\n{}\n", part(ours), part(theirs))
}

#[test]
fn state_as_json() {
    check(|case| {
        let theirs = case.read("state.json")?;
        let state = state(&case.json("state.json")?);
        let mut ours = Vec::new();
        render::state_json(&state, &schemas, VERSION).unwrap().write_to(&mut ours).unwrap();
        Some((String::from_utf8(ours).unwrap(), theirs.trim_end().to_owned()))
    });
}

#[test]
fn plan_as_json() {
    check(|case| {
        let theirs = case.read("plan.json")?;
        let plan = plan(&case.json("plan.json")?, case.mode());
        let ours = render::plan_json(&plan, &case.tree(), &schemas, VERSION).unwrap();
        let theirs = theirs.trim_end().to_owned();
        // OpenTofu says more of variables, and so do we; there the order of keys is not compared.
        let mut shorter: serde_json::Value = serde_json::from_str(&ours).unwrap();
        strip_variables(&mut shorter["configuration"]);
        let says_more = shorter != serde_json::from_str::<serde_json::Value>(&ours).unwrap();
        let same = says_more && shorter == serde_json::from_str::<serde_json::Value>(&theirs).unwrap();
        Some(if same { (theirs.clone(), theirs) } else { (ours, theirs) })
    });
}

/// Takes away what only OpenTofu says of variables.
fn strip_variables(value: &mut serde_json::Value) {
    use serde_json::Value;
    match value {
        Value::Array(items) => items.iter_mut().for_each(strip_variables),
        Value::Object(fields) => {
            let variables = fields.get_mut("variables").and_then(Value::as_object_mut);
            for variable in variables.into_iter().flat_map(|map| map.values_mut()) {
                if let Some(variable) = variable.as_object_mut() {
                    variable.retain(|key, _| !matches!(key.as_str(), "type" | "required" | "ephemeral"));
                }
            }
            fields.values_mut().for_each(strip_variables);
        }
        _ => {}
    }
}

/// The sentences that are ours, by the words that they stand for.
const OUR_WORDS: &[(&str, &str)] = &[
    (
        "Terraform used the selected providers to generate the following execution\nplan. Resource actions are indicated with the following symbols:",
        "This is what will be done. Resource actions are indicated with the following\nsymbols:",
    ),
    (
        "You can apply this plan to save these new output values to the Terraform\nstate, without changing any real infrastructure.",
        "Applying this plan only saves these output values to the state. Nothing else\nchanges.",
    ),
    (
        "Terraform has compared your real infrastructure against your configuration\nand found no differences, so no changes are needed.",
        "What there is was compared with what is written, and both are the same. There\nis nothing to do.",
    ),
    (
        "Terraform has checked that the real remote objects still match the result of\nyour most recent changes, and found no differences.",
        "What there is was compared with what is remembered of it, and both are the\nsame.",
    ),
    (
        "Either you have not created any objects yet or the existing objects were\nalready deleted outside of Terraform.",
        "Nothing is remembered here: nothing was made yet, or it is already gone.",
    ),
    (
        "Terraform detected the following changes made outside of Terraform since the\nlast \"terraform apply\" which may have affected this plan:",
        "Since the last apply the following was changed by something else, which may\nhave had an influence on this plan:",
    ),
    (
        "This is a refresh-only plan, so Terraform will not take any actions to undo\nthese. If you were expecting these changes then you can apply this plan to\nrecord the updated values in the Terraform state without changing any remote\nobjects.",
        "This is a refresh-only plan: nothing is done to undo these changes. Apply it\nto remember things as they are now.",
    ),
    (
        "# Warning: this attribute value will be marked as sensitive and will not",
        "# Warning: this value becomes a secret, so it is not shown any more",
    ),
    ("# display in UI output after applying this change.", "# after this change."),
    (
        "# Warning: this attribute value will no longer be marked as sensitive",
        "# Warning: this value is no secret any more, so it is shown in clear",
    ),
    ("# after applying this change.", "# after this change."),
    (" The value is unchanged.", " The value itself stays the same."),
    ("Terraform", "Cairn"),
];

fn in_our_words(text: &str) -> String {
    OUR_WORDS.iter().fold(text.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours))
}

#[test]
fn plan_as_text() {
    check(|case| {
        let theirs = case.read("plan.txt")?;
        let plan = plan(&case.json("plan.json")?, case.mode());
        Some((render::plan_text(&plan, &schemas, render::Style::PLAIN), in_our_words(&theirs)))
    });
}

#[test]
fn state_as_text() {
    check(|case| {
        let theirs = case.read("state.txt")?;
        let state = state(&case.json("state.json")?);
        Some((render::state_text(&state, &schemas, render::Style::PLAIN).unwrap(), theirs))
    });
}
