//! Who makes outcomes durable.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use smol_str::SmolStr;
use state::Object;
use state::journal::Outcome;

/// An object that was written into the state or taken out of it.
#[derive(Clone, Debug)]
pub(crate) struct StateChange {
    /// Whose.
    pub(crate) addr: AbsResourceInstance,
    /// The configuration of the provider.
    pub(crate) provider: Arc<AbsProviderConfig>,
    /// Which of the objects that were replaced; nothing for the one that counts.
    pub(crate) deposed: Option<SmolStr>,
    /// The object; nothing when it is gone.
    pub(crate) object: Option<Arc<Object>>,
}

/// Makes outcomes durable.
pub trait Recorder {
    /// Records what became of an instance; ready when that cannot be lost any more, or with the reason why it
    /// could not be kept.
    fn record(&self, outcome: &Outcome<'_>) -> LocalBoxFuture<'static, Result<(), String>>;
}

/// Outcomes are only in memory, for tests and for states that are nowhere stored.
#[derive(Clone, Copy, Debug)]
pub struct Unrecorded;

impl Recorder for Unrecorded {
    fn record(&self, _outcome: &Outcome<'_>) -> LocalBoxFuture<'static, Result<(), String>> {
        futures_util::future::ready(Ok(())).boxed_local()
    }
}
