//! Who makes outcomes durable.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance};
use futures_util::future::LocalBoxFuture;
use smol_str::SmolStr;
use state::journal::Outcome;
use state::{InstanceState, Object};

/// Objects of an instance that are written into the state or taken out of it, all at once: a run that is killed meanwhile
/// must not leave one object in two places.
#[derive(Clone, Debug)]
pub(crate) struct StateChange {
    /// Whose.
    pub(crate) addr: AbsResourceInstance,
    /// The configuration of the provider.
    pub(crate) provider: Arc<AbsProviderConfig>,
    /// What becomes of which.
    pub(crate) objects: Vec<ObjectChange>,
}

/// An object that is written into the state or taken out of it.
#[derive(Clone, Debug)]
pub(crate) struct ObjectChange {
    /// Which of the objects that were replaced; nothing for the one that counts.
    pub(crate) deposed: Option<SmolStr>,
    /// The object; nothing when it is gone.
    pub(crate) object: Option<Arc<Object>>,
}

impl ObjectChange {
    /// Does it to an instance; says whether that is another object now.
    pub(crate) fn apply(self, instance: &mut InstanceState) -> bool {
        let after = self.object;
        let before = match &self.deposed {
            None => instance.current.take(),
            Some(key) => instance.deposed.remove(key),
        };
        let differs = match (&before, &after) {
            (Some(before), Some(after)) => {
                before.status != after.status || before.attributes != after.attributes
            }
            (before, after) => before.is_some() || after.is_some(),
        };
        match self.deposed {
            None => instance.current = after,
            Some(key) => instance.deposed.extend(after.map(|object| (key, object))),
        }
        differs
    }
}

/// Makes outcomes durable.
pub trait Recorder {
    /// Records what became of an instance; ready when that cannot be lost any more, or with the reason why it
    /// could not be kept.
    fn record(&self, outcome: &Outcome<'_>) -> LocalBoxFuture<'static, Result<(), String>>;
}
