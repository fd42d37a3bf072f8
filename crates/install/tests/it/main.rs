//! Installing from servers of the test's own: registries, mirrors and pages, good ones and hostile ones.

mod modules;
mod providers;
mod server;
