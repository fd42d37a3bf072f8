//! What a walk asks of whoever runs it, and what it hands over.

use std::rc::Rc;

use addrs::{AbsResourceInstance, ResourceInstance};
use config::ResourceConfig;
use futures_util::future::LocalBoxFuture;
use futures_util::stream;
use futures_util::{FutureExt, StreamExt};
use smol_str::SmolStr;
use value::Value;

use super::Walk;
use crate::world::{Expansion, ModuleWorld};

/// A resource in one instance of its module, to be visited.
pub(crate) struct ResourceVisit<'a> {
    pub(crate) node: usize,
    pub(crate) module: Rc<ModuleWorld>,
    pub(crate) config: &'a ResourceConfig,
    pub(crate) expansion: Rc<Expansion>,
    /// Whether the block's body names the block itself.
    pub(crate) refers_to_itself: bool,
}

impl ResourceVisit<'_> {
    /// The address of an instance.
    pub(crate) fn addr(&self, index: usize) -> AbsResourceInstance {
        AbsResourceInstance {
            module: self.module.addr.clone(),
            resource: ResourceInstance {
                resource: self.config.resource.clone(),
                key: self.expansion.keys[index].clone(),
            },
        }
    }
}

/// What a resource triggers, to be looked at when all its instances were visited.
pub(crate) struct TriggersVisit<'a> {
    pub(crate) node: usize,
    pub(crate) module: usize,
    /// The resource.
    pub(crate) config: &'a ResourceConfig,
}

/// What was found of a resource in one instance of its module.
pub(crate) struct Visited {
    /// The value of each instance that is written; nothing for one that failed.
    pub(crate) values: Vec<Option<Value>>,
    /// What expressions see, where that is not what is written.
    pub(crate) seen: Option<(Expansion, Vec<Value>)>,
}

/// Does something for every instance of a block, so many at a time, and gives what came of it in the order of the instances.
pub(crate) async fn each_instance<T: Clone + Default, F: Future<Output = T>>(
    count: usize,
    width: usize,
    one: impl Fn(usize) -> F,
) -> Vec<T> {
    // Most blocks have one, and then nothing is needed to keep several apart.
    if count == 1 {
        return vec![one(0).await];
    }
    let mut found = vec![T::default(); count];
    let numbered = |index| one(index).map(move |result| (index, result));
    let mut results = std::pin::pin!(stream::iter(0..count).map(numbered).buffer_unordered(width));
    while let Some((index, result)) = results.next().await {
        found[index] = result;
    }
    found
}

impl From<Vec<Option<Value>>> for Visited {
    /// Expressions see what is written.
    fn from(values: Vec<Option<Value>>) -> Self {
        Self { values, seen: None }
    }
}

/// Says what the values of instances are now.
pub(crate) trait Visitor {
    /// What was found of a resource in one instance of its module; nothing when the whole block failed.
    fn resource<'a>(
        &'a self,
        walk: &'a Walk<'a>,
        visit: ResourceVisit<'a>,
    ) -> LocalBoxFuture<'a, Option<Visited>>;

    /// Whether a block can be visited, whose instances in all instances of its module are known now.
    fn accepts(&self, _walk: &Walk<'_>, _node: usize, _visits: &[ResourceVisit<'_>]) -> bool {
        true
    }

    /// Whether a block whose instances were all visited failed nevertheless.
    fn fails(&self, _walk: &Walk<'_>, _node: usize, _config: &ResourceConfig) -> bool {
        false
    }

    /// Whether all went well with what a resource triggers.
    fn triggers<'a>(&'a self, _walk: &'a Walk<'a>, _visit: TriggersVisit<'a>) -> LocalBoxFuture<'a, bool> {
        std::future::ready(true).boxed_local()
    }

    /// Whether what needs only some instances of a block goes on when others of them failed.
    fn goes_by_instance(&self) -> bool {
        false
    }

    /// Whether a declaration is looked at; others are as if they were not there.
    fn is_wanted(&self, node: usize) -> bool;

    /// Whether a declaration is visited when all others are that do not need it, and only if no resource failed.
    fn comes_last(&self, _node: usize) -> bool {
        false
    }

    /// Whether the visit of a resource waits for more than providers and the disk: such a visit is begun at once, because
    /// what it waits for may need other visits.
    fn is_held(&self, _node: usize) -> bool {
        false
    }

    /// A declaration was visited, or skipped because of a failure.
    fn finished(&self, _node: usize, _ok: bool) {}

    /// Whether `check` blocks are evaluated.
    fn checks_blocks(&self) -> bool {
        true
    }

    /// Whether conditions that do not hold are only warned about.
    fn soft_conditions(&self) -> bool {
        false
    }

    /// What was decided before about an output of the root module.
    fn decided_output(&self, _name: &SmolStr) -> Option<Value> {
        None
    }

    /// Whether unknown numbers of instances put things off instead of being errors.
    fn deferral_allowed(&self) -> bool {
        false
    }
}
