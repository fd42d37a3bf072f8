//! The protocol against a provider that is this same program, started as a process: with the variable `FAKE_MODE` it
//! serves, well or badly, and without it it runs the tests. Real providers are used as well where the variable
//! `CAIRN_TEST_MIRROR` names a filesystem mirror of them.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests, in a program with a main of its own"
)]

mod calls;
mod fake;
mod faulty;
mod lifetime;
mod real;
mod serve;
mod tools;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// One test: its name and what it does.
type Test = (&'static str, fn());

fn main() -> ExitCode {
    if let Some(code) = plugin::become_provider(std::env::args_os().skip(1)) {
        return ExitCode::from(code);
    }
    if let Some(program) = std::env::var_os("FAKE_HOST") {
        return lifetime::host(program.as_ref());
    }
    if let Ok(mode) = std::env::var("FAKE_MODE") {
        return serve::run(&mode);
    }
    // As cargo calls it: words are parts of names, and what begins with a dash is for another runner.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let tests: Vec<Test> = [calls::TESTS, faulty::TESTS, lifetime::TESTS, real::TESTS].concat();
    let mut failed = Vec::new();
    for (name, test) in tests {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let passed = catch_unwind(AssertUnwindSafe(test)).is_ok();
        eprintln!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        if !passed {
            failed.push(name);
        }
    }
    eprintln!("{} failed", failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
