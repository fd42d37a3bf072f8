//! The plan as data: what shall change, and what it was made from. Who makes or performs it is elsewhere.

mod change;
pub mod file;
mod invocation;
mod model;

pub use change::{
    Action, ActionReason, DeferredChange, DeferredReason, Importing, OutputChange, ResourceChange,
};
pub use invocation::{DeferredInvocation, Invocation, LifecycleTrigger, Trigger};
pub use model::{Mode, Plan, RelevantAttribute};
