//! The real binary, as a user runs it: exit code, standard output, standard error. One module per command.

mod apply;
mod bad_input;
mod console;
mod fmt;
mod general;
mod hard;
mod harness;
mod init;
mod interrupt;
mod state;
mod validate;
mod workspace;
