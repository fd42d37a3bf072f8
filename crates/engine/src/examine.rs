//! What expressions see of a configuration and of what is remembered of its resources: no provider is asked for anything.

use addrs::{AbsResource, InstanceKey, ResourceMode};
use config::Item;
use diag::Diagnostics;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use lang::LangScope;
use value::Value;

use crate::setup::Setup;
use crate::walk::{ResourceVisit, Visited, Visitor, Walk};
use crate::world::{Expansion, Repetition, Shape};

/// The values of the instances of a resource, with their keys.
pub type RememberedInstances = Vec<(Option<InstanceKey>, Value)>;

/// Evaluates everything that is written with what is remembered of resources, and shows what can be seen in the root module.
pub async fn examine<R>(
    setup: &Setup<'_>,
    remembered: &dyn Fn(&AbsResource) -> RememberedInstances,
    look: impl FnOnce(&LangScope<'_>, Diagnostics) -> R,
) -> R {
    let walk = Walk::new(setup, None, false);
    walk.run(&Examiner { setup, remembered }).await;
    let root = walk.world.root();
    let names = walk.names(&root, &Repetition::None, None);
    let scope = names.scope();
    look(&scope, walk.take_diags())
}

struct Examiner<'e> {
    setup: &'e Setup<'e>,
    remembered: &'e dyn Fn(&AbsResource) -> RememberedInstances,
}

impl Visitor for Examiner<'_> {
    fn resource<'a>(
        &'a self,
        _walk: &'a Walk<'a>,
        visit: ResourceVisit<'a>,
    ) -> LocalBoxFuture<'a, Option<Visited>> {
        let resource = visit.config.resource.clone();
        let shape = visit.expansion.shape;
        let fits = |key: &Option<InstanceKey>| match shape {
            Shape::Single | Shape::Enabled => key.is_none(),
            Shape::Count => matches!(key, Some(InstanceKey::Int(_))),
            Shape::Each => matches!(key, Some(InstanceKey::String(_))),
        };
        let found = (self.remembered)(&AbsResource { module: visit.module.addr.clone(), resource });
        let (keys, mut seen): (Vec<_>, Vec<_>) = found.into_iter().filter(|(key, _)| fits(key)).unzip();
        // What is not there yet may become anything.
        let deferred = keys.is_empty();
        if deferred && matches!(shape, Shape::Single | Shape::Enabled) {
            seen.push(Value::dynamic());
        }
        let values = vec![Some(Value::dynamic()); visit.expansion.keys.len()];
        let expansion = Expansion { shape, keys, each: Vec::new(), deferred };
        std::future::ready(Some(Visited { values, seen: Some((expansion, seen)) })).boxed_local()
    }

    fn is_wanted(&self, node: usize) -> bool {
        match &self.setup.graph.node(node).item {
            Item::Variable(_) | Item::Local(_) | Item::Output(_) | Item::Call(_) | Item::CallEnd(_) => true,
            Item::Resource(resource) => resource.mode != ResourceMode::Action,
            // Nothing is judged, made or asked.
            Item::Validation(_)
            | Item::Provider(_)
            | Item::Check(_)
            | Item::Import(_)
            | Item::Triggers(_) => false,
        }
    }

    fn checks_blocks(&self) -> bool {
        false
    }

    fn deferral_allowed(&self) -> bool {
        true
    }
}
