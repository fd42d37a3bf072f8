//! From declarations to desired instances, to a plan, to changes made.
//!
//! The static graph of `config` gives the order: one node per declaration. `walk` visits the nodes, each after
//! those it needs, and computes every value once into the `world`; what becomes of resources is asked of
//! `planning` or `apply`. All of it runs on one thread; only calls of providers are waited for, many at once.

mod actions;
mod apply;
mod conditions;
mod declared_checks;
mod dependencies;
mod ephemeral;
mod examine;
mod expand;
mod moves;
mod names;
mod number_set;
mod planning;
mod providers;
mod query;
mod relevant;
mod setup;
mod signal;
mod targets;
mod walk;
mod world;

pub use apply::{Applied, Recorder, after_import, apply};
pub use examine::{RememberedInstances, examine};
pub use planning::{PlanOptions, plan};
pub use query::{Listed, QueryOptions, query};
pub use setup::{EphemeralAction, Event, Events, Providers, ProvisionError, Provisioners, Setup, Silent};
