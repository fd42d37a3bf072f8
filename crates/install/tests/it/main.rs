//! Installing from a registry and a mirror that a server of the test's own is, good ones and hostile ones.

mod providers;
mod server;
