//! The real binary, as a user runs it: exit code, standard output, standard error. One module per command.

mod apply;
mod ask;
mod bad_input;
mod console;
mod fmt;
mod general;
mod hard;
mod harness;
mod init;
mod interrupt;
mod journal;
mod places;
mod run_flags;
mod state;
mod validate;
mod workspace;
