//! The programs that answer: `cairn`, `terraform` and `tofu`, each asked one expression per process.

use super::super::process;
use super::answer::Answer;
use super::document::{Case, Environment};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// A machine here has two cores; more processes at once would only run into the time limit.
const WORKERS: usize = 2;

/// The two programs whose answers are recorded.
pub(crate) struct Oracles {
    terraform: PathBuf,
    tofu: PathBuf,
}

impl Oracles {
    /// Finds both, in `CAIRN_TERRAFORM` and `CAIRN_TOFU`, on `PATH`, or where we build OpenTofu ourselves.
    pub(crate) fn find() -> Result<Self, String> {
        let built = std::env::home_dir().map(|home| home.join(".cache/cairn-oracles/bin/tofu"));
        let terraform = locate("CAIRN_TERRAFORM", "terraform", None);
        let tofu = locate("CAIRN_TOFU", "tofu", built);
        match (terraform, tofu) {
            (Some(terraform), Some(tofu)) => Ok(Self { terraform, tofu }),
            (terraform, tofu) => {
                let mut missing = Vec::new();
                missing.extend(terraform.is_none().then_some("terraform (PATH or CAIRN_TERRAFORM)"));
                missing
                    .extend(tofu.is_none().then_some("tofu (CAIRN_TOFU or ~/.cache/cairn-oracles/bin/tofu)"));
                Err(format!("MISSING ORACLE: {}. Nothing was asked or recorded.", missing.join(" and ")))
            }
        }
    }

    /// Terraform's and OpenTofu's answers.
    pub(crate) fn ask(&self, case: &Case, directory: &Path) -> Result<(Answer, Answer), String> {
        let ask = |program| ask(program, &case.expression, directory, true);
        Ok((ask(&self.terraform)?, ask(&self.tofu)?))
    }
}

/// A program named by a variable, on `PATH`, or at its usual place.
pub(crate) fn locate(variable: &str, name: &str, fallback: Option<PathBuf>) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable) {
        return Some(PathBuf::from(path)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|dir| dir.join(name)).chain(fallback).find(|path| path.is_file())
}

/// The binary under test: the one given, else a fresh build.
pub(crate) fn cairn_binary(given: Option<PathBuf>, root: &Path) -> Result<PathBuf, String> {
    if let Some(path) = given.or_else(|| std::env::var_os("CAIRN_BIN").map(PathBuf::from)) {
        return fs::canonicalize(&path).map_err(|error| format!("{}: {error}", path.display()));
    }
    Ok(build(root, "quick", &["cli"])?.join("cairn"))
}

/// Builds packages with a profile; where their programs are.
pub(crate) fn build(root: &Path, profile: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--profile", profile])
        .args(packages.iter().flat_map(|package| ["-p", package]))
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("cairn does not build".to_owned());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(root.join(target).join(profile))
}

/// Asks one program: the expression, then its type in a second process if that is wanted.
pub(crate) fn ask(
    program: &Path,
    expression: &str,
    directory: &Path,
    with_type: bool,
) -> Result<Answer, String> {
    let console =
        |text: &str| process::run(program, &["console", "-no-color"], directory, &format!("{text}\n"));
    let mut answer = Answer::from_output(&console(expression)?);
    if with_type && answer.errors.is_empty() {
        let typed = Answer::from_output(&console(&format!("type({expression})"))?);
        answer.types = typed.value;
    }
    Ok(answer)
}

/// Calls `job` for every case on a small pool of threads, each in a directory that holds the case's files.
/// Results come in the order of the cases.
pub(crate) fn for_each_case<T: Send>(
    cases: &[&Case],
    job: impl Fn(&Case, &Path) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let scratch = Scratch::new()?;
    let next = AtomicUsize::new(0);
    let worker = |number: usize| -> Result<Vec<(usize, T)>, String> {
        let mut directories = Directories { root: scratch.0.join(number.to_string()), made: BTreeMap::new() };
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { return Ok(results) };
            results.push((index, job(case, &directories.of(&case.environment)?)?));
        }
    };
    let finished: Vec<Result<Vec<(usize, T)>, String>> = thread::scope(|scope| {
        let worker = &worker;
        let threads: Vec<_> = (0..WORKERS).map(|number| scope.spawn(move || worker(number))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a worker panicked".to_owned())))
            .collect()
    });
    let mut results = Vec::with_capacity(cases.len());
    for part in finished {
        results.extend(part?);
    }
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// One worker's directories, one per distinct environment. Workers do not share them, because a console
/// may lock the state of the directory it runs in.
struct Directories {
    root: PathBuf,
    made: BTreeMap<Arc<Environment>, PathBuf>,
}

impl Directories {
    fn of(&mut self, environment: &Arc<Environment>) -> Result<PathBuf, String> {
        if let Some(path) = self.made.get(environment) {
            return Ok(path.clone());
        }
        let directory = self.root.join(self.made.len().to_string());
        create(&directory, environment).map_err(|error| format!("{}: {error}", directory.display()))?;
        self.made.insert(Arc::clone(environment), directory.clone());
        Ok(directory)
    }
}

fn create(directory: &Path, environment: &Environment) -> std::io::Result<()> {
    fs::create_dir_all(directory)?;
    for (name, content) in environment {
        let path = directory.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    Ok(())
}

/// A temporary directory that goes away with its owner.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new() -> Result<Self, String> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("cairn-oracle-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Left-over files in the system's temporary directory harm nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::Document;
    use super::*;

    #[test]
    fn every_case_runs_once_in_a_directory_with_its_files() {
        let text = "```file d/x\nhello\n```\n```console\n> 1\n> 2\n> 3\n```\n";
        let document = Document::parse(text).unwrap();
        let cases: Vec<&Case> = document.cases.iter().collect();
        let results = for_each_case(&cases, |case, directory| {
            let content = fs::read_to_string(directory.join("d/x")).map_err(|error| error.to_string())?;
            Ok(format!("{} {content}", case.expression))
        });
        assert_eq!(results.unwrap(), ["1 hello\n", "2 hello\n", "3 hello\n"]);
    }
}
