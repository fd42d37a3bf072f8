//! `cargo xtask oracle`: comparisons with Terraform and OpenTofu, which are run as black boxes.
//! Their answers are recorded in the repository, so a plain run needs neither of them.

pub(crate) mod cases;
pub(crate) mod fmt;
pub(crate) mod language;
pub(crate) mod process;
mod random;
mod validate;

use crate::{Outcome, Task, dispatch};

/// The comparisons that hold; with recorded answers they need no oracle, so `cargo xtask test` runs them all.
pub(crate) const SUITES: &[Task] = &[
    Task {
        name: "language",
        about: "expressions and functions, from the documents under spec/",
        run: language::run,
    },
    Task { name: "fmt", about: "formatted files of large public modules", run: fmt::run },
    Task {
        name: "validate",
        about: "configurations and what is wrong with them, from spec/validate/",
        run: validate::run,
    },
    Task { name: "engine", about: "plans, applies and states, from spec/engine/", run: cases::engine },
];

/// The comparison that needs the Go compiler, for the providers.
const PROVIDERS: Task = Task {
    name: "providers",
    about: "configurations with real providers, from spec/providers/",
    run: cases::providers,
};

/// The comparison that always needs an oracle.
const RANDOM: Task =
    Task { name: "random", about: "random configurations, edited, beside terraform", run: random::run };

/// Runs the comparison that the first argument names.
pub(crate) fn run(args: &[String]) -> Outcome {
    let mut tasks: Vec<Task> = SUITES.to_vec();
    tasks.extend([PROVIDERS, RANDOM]);
    dispatch("cargo xtask oracle", &tasks, args)
}
