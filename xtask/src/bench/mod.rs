//! `cargo xtask bench`: speed and memory against the goals in docs/performance.md.

mod corpus_dir;
mod engine;
mod language;
mod programs;
mod providers;
mod table;

use crate::{Outcome, Task, dispatch};

const SUITES: &[Task] = &[
    Task { name: "language", about: "reading, evaluating, starting and formatting", run: language::run },
    Task { name: "engine", about: "planning and applying beside terraform and tofu", run: engine::run },
    Task {
        name: "providers",
        about: "instances and configurations of a provider beside terraform",
        run: providers::run,
    },
];

/// Runs the suite that the first argument names, or all.
pub(crate) fn run(args: &[String]) -> Outcome {
    if !args.is_empty() {
        return dispatch("cargo xtask bench", SUITES, args);
    }
    let mut met = true;
    for suite in SUITES {
        met &= (suite.run)(&[])?;
    }
    Ok(met)
}
