//! The program that is measured and the one that measures, built with an optimised profile unless both are given.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::oracle::language::tools::build;

/// Named results of the measuring program.
pub(super) type Measures = BTreeMap<String, f64>;

/// What was built.
pub(super) struct Programs {
    pub(super) cairn: PathBuf,
    pub(super) bench: PathBuf,
}

impl Programs {
    /// Builds with a profile what is not given.
    pub(super) fn get(
        root: &Path,
        profile: &str,
        cairn: Option<&Path>,
        bench: Option<&Path>,
    ) -> Result<Self, String> {
        let built = match (cairn, bench) {
            (Some(_), Some(_)) => PathBuf::new(),
            _ => build(root, profile, &["cli", "bench"])?,
        };
        let absolute = |given: Option<&Path>, name: &str| {
            let path = given.map_or_else(|| built.join(name), Path::to_owned);
            path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
        };
        Ok(Self { cairn: absolute(cairn, "cairn")?, bench: absolute(bench, "bench")? })
    }

    /// What the measuring program prints of a run in a folder.
    pub(super) fn measure(
        &self,
        args: &[&str],
        folder: &Path,
        variables: &[(&str, &Path)],
    ) -> Result<Measures, String> {
        let output = Command::new(&self.bench)
            .args(args)
            .current_dir(folder)
            .env("TF_CLI_CONFIG_FILE", "/dev/null")
            .env("CHECKPOINT_DISABLE", "1")
            .envs(variables.iter().copied())
            .output()
            .map_err(|error| format!("{}: {error}", self.bench.display()))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let parse = |line: &str| -> Option<(String, f64)> {
            let (name, value) = line.split_once(' ')?;
            Some((name.to_owned(), value.parse().ok()?))
        };
        Ok(text.lines().filter_map(parse).collect())
    }
}

/// A measure that must be there.
pub(super) fn get(measures: &Measures, name: &str) -> Result<f64, String> {
    measures.get(name).copied().ok_or_else(|| format!("the measure {name} is missing"))
}
