//! A provider for tests: a small cloud in memory, with a rich schema, faults that tests script, and a record
//! of every call.
//!
//! [`TestProvider`] is `registry.terraform.io/hashicorp/test`. Its clones share one [`Cloud`], through which
//! tests look at objects, edit them behind the engine's back, and ask for [`Fault`]s.

mod answer;
mod cloud;
mod fault;
mod list;
mod plan;
mod provider_impl;
mod schemas;
#[cfg(test)]
mod tests;
mod upgrade;

pub use cloud::{Call, Cloud, Method, Object};
pub use fault::{Effect, Fault};
pub use provider_impl::TestProvider;
pub use schemas::{DEFAULT_SIZE, object, schemas};
