//! The plans that are read. A folder of `spec/readers/plans` holds the files that are planned (`plan`), those that
//! are applied before (`before`, if anything is to be there already) and what else `plan` is told (`arguments`).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::oracle::process::{self, Output};

/// The published providers that the plans use.
pub(super) const PUBLISHED: &[&str] = &["random", "null", "time", "local", "tls"];

const TIME_LIMIT: Duration = Duration::from_secs(300);

/// In which order terraform lists the instances of a module is chance; so often it may try to get it right.
const TRIES: usize = 20;

/// The two programs.
pub(super) struct Programs {
    pub(super) terraform: PathBuf,
    pub(super) cairn: PathBuf,
}

/// The plans as JSON: a folder for each program, in which `NAME.json` are the files.
pub(super) struct Shown {
    pub(super) names: Vec<String>,
    pub(super) terraform: PathBuf,
    pub(super) cairn: PathBuf,
}

/// Makes every plan (or the one that is wanted) with both programs.
pub(super) fn make(
    from: &Path,
    programs: &Programs,
    configuration: &Path,
    work: &Path,
    only: Option<&str>,
) -> Result<Shown, String> {
    let mut names = entries(from)?;
    names.retain(|name| only.is_none_or(|only| only == name));
    if names.is_empty() {
        return Err(format!("there is no such plan in {}", from.display()));
    }
    let shown = Shown { names, terraform: work.join("terraform"), cairn: work.join("cairn") };
    for (program, json) in [(&programs.terraform, &shown.terraform), (&programs.cairn, &shown.cairn)] {
        fs::create_dir_all(json).map_err(|error| format!("{}: {error}", json.display()))?;
        for name in &shown.names {
            let folder = json.with_extension("work").join(name);
            let project = Project { program, folder: &folder, configuration };
            let text = planned(&project, &from.join(name))
                .map_err(|error| format!("{} with {}: {error}", name, program.display()))?;
            let file = json.join(name).with_extension("json");
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(shown)
}

/// Whether modules of modules are in the order of their addresses, at every level.
fn modules_in_order(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(modules_in_order),
        Value::Object(map) => {
            let modules = map.get("child_modules").and_then(Value::as_array);
            let addresses = modules.into_iter().flatten().map(|module| module["address"].as_str());
            addresses.is_sorted() && map.values().all(modules_in_order)
        }
        _ => true,
    }
}

/// Makes one plan; its JSON.
fn planned(project: &Project<'_>, from: &Path) -> Result<String, String> {
    let before = from.join("before");
    if before.is_dir() {
        copy(&before, project.folder)?;
        project.run(&["init", "-input=false"])?;
        project.run(&["apply", "-input=false", "-auto-approve"])?;
        // What was written down stays, and so do the objects.
        for name in entries(project.folder)?.iter().filter(|name| name.ends_with(".tf")) {
            let file = project.folder.join(name);
            fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    copy(&from.join("plan"), project.folder)?;
    project.run(&["init", "-input=false"])?;
    let arguments = fs::read_to_string(from.join("arguments")).unwrap_or_default();
    let mut plan = vec!["plan", "-input=false", "-out=tfplan"];
    plan.extend(arguments.split_whitespace());
    let mut text = String::new();
    for _ in 0..TRIES {
        project.run(&plan)?;
        text = project.run(&["show", "-json", "tfplan"])?;
        let shown = serde_json::from_str(&text).map_err(|error| format!("{error}:\n{text}"))?;
        if modules_in_order(&shown) {
            break;
        }
    }
    Ok(text)
}

/// A folder with a configuration, and the program that works in it.
pub(super) struct Project<'a> {
    pub(super) program: &'a Path,
    pub(super) folder: &'a Path,
    pub(super) configuration: &'a Path,
}

impl Project<'_> {
    /// What a command prints; an error if it fails.
    pub(super) fn run(&self, args: &[&str]) -> Result<String, String> {
        let variables = [("TF_CLI_CONFIG_FILE".to_owned(), self.configuration.display().to_string())];
        let output = run(self.program, args, self.folder, &variables)?;
        match output.code {
            Some(0) => Ok(output.stdout),
            _ => Err(format!("`{}` failed:\n{}{}", args.join(" "), output.stdout, output.stderr)),
        }
    }
}

/// Runs a program that may take its time.
pub(super) fn run(
    program: &Path,
    args: &[&str],
    folder: &Path,
    variables: &[(String, String)],
) -> Result<Output, String> {
    let output = process::run_within(TIME_LIMIT, program, args, folder, "", variables)?;
    match output.timed_out {
        true => Err(format!("{} {} takes too long", program.display(), args.join(" "))),
        false => Ok(output),
    }
}

/// The names in a folder, in order.
fn entries(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    crate::golang::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_at_every_level() {
        let check = |text: &str, expect: bool| {
            let value = serde_json::from_str(text).expect("it is JSON");
            assert_eq!(modules_in_order(&value), expect, "{text}");
        };
        let of = |inner: &str| {
            format!(
                "{{\"root\": {{\"child_modules\": [{{\"address\": \"a\", \"child_modules\": [{inner}]}}, {{\"address\": \"b\"}}]}}}}"
            )
        };
        check(&of("{\"address\": \"a.x\"}, {\"address\": \"a.y\"}"), true);
        check(&of("{\"address\": \"a.y\"}, {\"address\": \"a.x\"}"), false);
        check("[{\"child_modules\": [{\"address\": \"b\"}, {\"address\": \"a\"}]}]", false);
        check("{}", true);
    }
}
