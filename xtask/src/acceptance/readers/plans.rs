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
            // Which instance of a module comes first is chance with terraform; with cairn it is always the same.
            let text = if json == &shown.terraform { modules_in_order(&text)? } else { text };
            let file = json.join(name).with_extension("json");
            fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(shown)
}

/// A plan with modules of modules in the order of their addresses.
fn modules_in_order(text: &str) -> Result<String, String> {
    fn sort(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(sort),
            Value::Object(map) => {
                map.values_mut().for_each(sort);
                if let Some(Value::Array(modules)) = map.get_mut("child_modules") {
                    modules.sort_by_cached_key(|module| module["address"].as_str().map(str::to_owned));
                }
            }
            _ => {}
        }
    }
    let mut plan = serde_json::from_str(text).map_err(|error| format!("{error}:\n{text}"))?;
    sort(&mut plan);
    Ok(plan.to_string())
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
    project.run(&plan)?;
    project.run(&["show", "-json", "tfplan"])
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
    fn modules_are_sorted_at_every_level() {
        let text = r#"{"root_module":{"child_modules":[{"address":"b"},{"address":"a","child_modules":[{"address":"a.y"},{"address":"a.x"}]}]}}"#;
        let sorted = modules_in_order(text).expect("it is JSON");
        let places: Vec<Option<usize>> =
            ["\"a\"", "a.x", "a.y", "\"b\""].iter().map(|name| sorted.find(name)).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{sorted}");
        assert!(modules_in_order("{").is_err());
    }
}
