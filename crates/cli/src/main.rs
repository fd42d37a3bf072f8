//! The `cairn` program: arguments in, exit code out. Only this crate prints, reads the environment or exits.

mod addresses;
mod app;
mod ask;
mod backends;
mod branches;
mod commands;
mod console;
mod env_args;
mod flags;
mod lines;
mod log;
mod operation;
mod patience;
mod plugins;
mod project;
mod saved;
mod settings;
mod stateful;
mod still;
mod test_files;
mod ui;
mod variables;
mod view;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some(code) = plugin::become_provider(args.iter().cloned()) {
        return ExitCode::from(code);
    }
    app::run(args)
}
