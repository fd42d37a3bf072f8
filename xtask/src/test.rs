//! `cargo xtask test`: everything CI checks, in the order that finds mistakes soonest.

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::{Outcome, acceptance, oracle};

/// One step: its name and the cargo command line.
struct Step {
    name: &'static str,
    args: &'static [&'static str],
    env: &'static [(&'static str, &'static str)],
}

const STEPS: &[Step] = &[
    Step { name: "format", args: &["fmt", "--all", "--", "--check"], env: &[] },
    Step {
        name: "lints",
        args: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        env: &[],
    },
    Step { name: "tests", args: &["test", "--workspace", "--quiet"], env: &[] },
    Step {
        name: "documentation",
        args: &["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    // Of the whole workspace, because a package alone takes other features and builds half of everything again.
    Step { name: "program", args: &["build", "--quiet", "--workspace", "--bin", "cairn"], env: &[] },
];

/// Runs every step, the oracles' recorded answers and the shortest Go suite; stops at the first failure.
pub(crate) fn run(args: &[String]) -> Outcome {
    if let Some(arg) = args.first() {
        if matches!(arg.as_str(), "-h" | "--help") {
            println!(
                "Usage: cargo xtask test\n\nFormat check, lints, all tests, documentation, recorded oracle answers, \
                 and the acceptance tests of the time provider where Go is to be had."
            );
            return Ok(true);
        }
        return Err(format!("test takes no arguments, and was given {arg:?}"));
    }
    for step in STEPS {
        if !timed(step.name, || cargo(step))? {
            return Ok(false);
        }
    }
    if !timed("fuzz targets", check_fuzz_targets)? {
        return Ok(false);
    }
    let binary = program()?.display().to_string();
    for suite in oracle::SUITES {
        if !timed(suite.name, || (suite.run)(&["--binary".to_owned(), binary.clone()]))? {
            return Ok(false);
        }
    }
    if !timed("acceptance", || acceptance::run_if_possible(&["--binary".to_owned(), binary.clone()]))? {
        return Ok(false);
    }
    println!("xtask test: all passed");
    Ok(true)
}

fn timed(name: &str, step: impl FnOnce() -> Outcome) -> Outcome {
    println!("xtask test: {name}");
    let start = Instant::now();
    let passed = step()?;
    println!(
        "xtask test: {name} {} in {} s",
        if passed { "passed" } else { "FAILED" },
        start.elapsed().as_secs()
    );
    Ok(passed)
}

fn cargo(step: &Step) -> Outcome {
    let mut command = cargo_command();
    command.args(step.args).envs(step.env.iter().copied());
    succeeds(command)
}

fn cargo_command() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn succeeds(mut command: Command) -> Outcome {
    let status = command.status().map_err(|error| format!("cargo could not be started: {error}"))?;
    Ok(status.success())
}

/// Whether what fuzzes still compiles. It is no member of the workspace, so nothing else would tell.
fn check_fuzz_targets() -> Outcome {
    let target = target_folder().display().to_string();
    let args =
        ["check", "--quiet", "--locked", "--bins", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"];
    // Nothing is linked, so that libFuzzer, which takes a minute to compile, need not be there.
    let env = &[("CUSTOM_LIBFUZZER_PATH", "/not/linked/libfuzzer.a")];
    let mut command = cargo_command();
    command.args(args).arg(target).envs(env.iter().copied());
    succeeds(command)
}

fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

/// The program that the last step built.
fn program() -> Result<PathBuf, String> {
    let target = target_folder();
    let path = target.join("debug").join(format!("cairn{}", std::env::consts::EXE_SUFFIX));
    path.canonicalize().map_err(|error| format!("{} is not there: {error}", path.display()))
}
