//! Development tasks of this repository, run as `cargo xtask TASK`.
//! One module per task; this file only knows their names.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program talks to its user")]

mod acceptance;
mod bench;
mod fuzz;
mod golang;
mod oracle;
mod test;

use std::process::ExitCode;

/// A task or sub-task: its name, one line of help, and the function that takes the remaining arguments.
#[derive(Clone, Copy)]
struct Task {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Outcome,
}

/// `Ok(true)` is success, `Ok(false)` a check that failed and has said why, `Err` a task that could not run.
type Outcome = Result<bool, String>;

const TASKS: &[Task] = &[
    Task { name: "test", about: "everything CI checks", run: test::run },
    Task {
        name: "oracle",
        about: "compare our answers with recorded answers of terraform and tofu",
        run: oracle::run,
    },
    Task {
        name: "acceptance",
        about: "published suites and readers of JSON, with cairn as their program (needs go)",
        run: acceptance::run,
    },
    Task { name: "bench", about: "speed and memory against the goals", run: bench::run },
    Task {
        name: "fuzz",
        about: "hostile and derived inputs for every reader (needs nightly)",
        run: fuzz::run,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch("cargo xtask", TASKS, &args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs the task that the first argument names, or lists the tasks.
fn dispatch(prefix: &str, tasks: &[Task], args: &[String]) -> Outcome {
    let Some((first, rest)) = args.split_first() else {
        print_tasks(prefix, tasks);
        return Ok(false);
    };
    if matches!(first.as_str(), "-h" | "--help" | "help") {
        print_tasks(prefix, tasks);
        return Ok(true);
    }
    match tasks.iter().find(|task| task.name == first) {
        Some(task) => (task.run)(rest),
        None => Err(format!("there is no task {first:?}; see `{prefix} --help`")),
    }
}

fn print_tasks(prefix: &str, tasks: &[Task]) {
    println!("Usage: {prefix} TASK [ARGUMENTS]\n\nTasks:");
    for task in tasks {
        println!("  {:<11} {}", task.name, task.about);
    }
}
