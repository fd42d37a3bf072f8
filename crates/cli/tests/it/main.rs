//! The real binary, as a user runs it: exit code, standard output, standard error. One module per command.

mod apply;
mod bad_input;
mod console;
mod fmt;
mod general;
mod harness;
mod init;
mod state;
mod validate;
mod workspace;
