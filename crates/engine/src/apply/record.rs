//! Who makes outcomes durable.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use smol_str::SmolStr;
use state::Object;

/// An object that was written into the state or taken out of it.
#[derive(Clone, Debug)]
pub struct StateChange {
    /// Whose.
    pub addr: AbsResourceInstance,
    /// The configuration of the provider.
    pub provider: AbsProviderConfig,
    /// Which of the objects that were replaced; nothing for the one that counts.
    pub deposed: Option<SmolStr>,
    /// The object; nothing when it is gone.
    pub object: Option<Arc<Object>>,
}

/// Makes outcomes durable.
pub trait Recorder {
    /// Records an outcome; ready when it cannot be lost any more.
    fn record(&self, change: StateChange) -> LocalBoxFuture<'_, ()>;
}

/// Outcomes are only in memory, for tests and for states that are nowhere stored.
#[derive(Clone, Copy, Debug)]
pub struct Unrecorded;

impl Recorder for Unrecorded {
    fn record(&self, _change: StateChange) -> LocalBoxFuture<'_, ()> {
        futures_util::future::ready(()).boxed_local()
    }
}
