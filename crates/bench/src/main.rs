//! Measurements behind `cargo xtask bench`, which builds this with the release profile and knows the goals.
//!
//! `bench read` and `bench eval` measure the language in this process; `bench run COUNT PROGRAM…` measures
//! another program, `bench limited SECONDS PROGRAM…` one that may take too long, `bench tree PROGRAM…` one apart from the
//! processes it starts. Each prints `name value` lines. All times are processor time, because the time of day also
//! measures whatever else the machine does.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program talks to its user")]

mod children;
mod clock;
mod config_text;
mod eval;
mod read;
mod tree;

use std::process::ExitCode;

// The allocator of the program that is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["read"] => read::measure(read::BYTES, read::RUNS),
        // Small enough for a profiler that simulates the processor.
        ["read-once"] => read::measure(read::BYTES / 10, 1),
        ["eval"] => eval::measure(),
        ["run", count, program, args @ ..] => children::measure(count, program, args),
        ["limited", seconds, program, args @ ..] => children::measure_limited(seconds, program, args),
        ["tree", program, args @ ..] => tree::measure(program, args),
        ["text"] => {
            print!("{}", config_text::make(read::BYTES));
            Ok(Vec::new())
        }
        _ => Err("usage: bench read | read-once | eval | text | run COUNT PROGRAM [ARGUMENTS] | limited SECONDS PROGRAM \
                  [ARGUMENTS] | tree PROGRAM [ARGUMENTS]".to_owned()),
    };
    match result {
        Ok(measures) => {
            for (name, value) in measures {
                println!("{name} {value}");
            }
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Named results.
type Measures = Vec<(&'static str, f64)>;
