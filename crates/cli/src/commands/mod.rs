//! One file per command: its flags, its help and what it calls.

pub(crate) mod apply;
pub(crate) mod console;
pub(crate) mod fmt;
pub(crate) mod functions;
pub(crate) mod plan;
pub(crate) mod show;
pub(crate) mod validate;
pub(crate) mod version;
