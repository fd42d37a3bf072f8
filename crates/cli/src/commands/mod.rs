//! One file per command: its flags, its help and what it calls.

pub(crate) mod apply;
pub(crate) mod console;
pub(crate) mod fmt;
pub(crate) mod force_unlock;
pub(crate) mod functions;
pub(crate) mod get;
pub(crate) mod graph;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod metadata;
pub(crate) mod modules;
pub(crate) mod output;
pub(crate) mod plan;
pub(crate) mod providers;
pub(crate) mod query;
pub(crate) mod show;
pub(crate) mod state;
pub(crate) mod taint;
pub(crate) mod validate;
pub(crate) mod version;
pub(crate) mod workspace;
