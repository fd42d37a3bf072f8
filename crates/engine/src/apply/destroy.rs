//! Destroying and forgetting objects.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics};
use futures_util::future::join_all;
use plan::{Action, ResourceChange};
use provider::ApplyRequest;
use schema::Schema;
use smol_str::SmolStr;
use state::{Object, ObjectStatus};
use tokio::sync::Semaphore;
use value::{Type, Value};

use super::{Applier, ObjectChange, StateChange, WIDTH};
use crate::planning::object::{self, Stored};
use crate::providers::{of_resource, unplaced};
use crate::setup::Event;
use crate::walk::{UNDER_WAY, Walk, each_instance};

/// Diagnostics of destroyed objects come after all others.
const LAST: usize = usize::MAX;

impl Applier<'_> {
    /// Runs every task that destroys something, each in its turn.
    pub(super) async fn run_destroys(&self, walk: &Walk<'_>) {
        // As with visits, what those hold that are under way must not grow with the number of blocks.
        let places = &Semaphore::new(UNDER_WAY);
        join_all((0..self.order.tasks.len()).map(|task| self.run_task(walk, task, places))).await;
    }

    async fn run_task(&self, walk: &Walk<'_>, task: usize, places: &Semaphore) {
        let failed = self.order.wait_for(task).await;
        let _place = places.acquire().await;
        let users = &self.users(task, &failed);
        let changes = &self.order.tasks[task].changes;
        let destroy = |at: usize| async move {
            let index = changes[at];
            let change = &*self.plan.changes[index];
            let mut diags = Diagnostics::new();
            let ok = !Self::is_used(&change.addr, users) && self.lose(walk, change, &mut diags).await;
            walk.report(LAST, diags);
            self.not_destroyed.borrow_mut()[index] = !ok;
            ok
        };
        // Boxed, because tasks that wait for their turn have no use for the room that it takes.
        let results = Box::pin(each_instance(changes.len(), WIDTH, destroy)).await;
        let ok = results.into_iter().all(|ok| ok);
        self.order.finish_task(task, ok);
    }

    /// Takes one object away.
    async fn lose(&self, walk: &Walk<'_>, change: &ResourceChange, diags: &mut Diagnostics) -> bool {
        if self.is_stopping(walk) {
            return false;
        }
        if !self.loses(change) {
            return true;
        }
        if change.deposed.is_some() && self.not_made.borrow().contains_key(&change.addr) {
            return false;
        }
        let deposed = match change.action {
            // What was replaced stands aside now; when that did not happen there is nothing to destroy.
            Action::CreateThenDelete => match self.deposed.borrow().get(&change.addr) {
                // What took its place is there, but not as it must be.
                Some(_) if self.not_made.borrow().contains_key(&change.addr) => return false,
                Some(key) => Some(key.clone()),
                None => return true,
            },
            _ => change.deposed.clone(),
        };
        if matches!(change.action, Action::Forget | Action::ForgetThenCreate) {
            self.remove(change, deposed).await;
            return true;
        }
        let found = self.state.borrow().instance(&change.addr).and_then(|instance| match &deposed {
            Some(key) => instance.deposed.get(key).cloned(),
            None => instance.current.clone(),
        });
        match found {
            Some(object) => self.destroy(walk, change, deposed, &object, diags).await,
            None => true,
        }
    }

    async fn remove(&self, change: &ResourceChange, deposed: Option<SmolStr>) {
        self.remember(change, deposed, None).await;
    }

    /// Remembers what is left of an object, if anything is.
    async fn remember(&self, change: &ResourceChange, deposed: Option<SmolStr>, left: Option<Object>) {
        let change = StateChange {
            addr: change.addr.clone(),
            provider: change.provider.clone(),
            objects: vec![ObjectChange { deposed, object: left.map(Arc::new) }],
        };
        self.store(change).await;
    }

    async fn destroy(
        &self,
        walk: &Walk<'_>,
        change: &ResourceChange,
        deposed: Option<SmolStr>,
        object: &Arc<Object>,
        diags: &mut Diagnostics,
    ) -> bool {
        let addr = &change.addr;
        let Some(provider) = self.pool.get(walk, LAST, &change.provider).await else { return false };
        let provider = of_resource(provider, &addr.module, &addr.resource.resource);
        let Some(schema) = provider.schema().resources.get(&addr.resource.resource.type_name).cloned() else {
            return false;
        };
        let Ok(slot) = self.slots.acquire().await else { return false };
        if self.is_stopping(walk) {
            return false;
        }
        let Some(value) = object::decode(provider.as_ref(), &schema, addr, object, diags).await else {
            return false;
        };
        let prior = value.unmark_deep().0;
        let event = |action| Event::ApplyStart { addr, deposed: deposed.as_deref(), action, prior: &value };
        walk.setup.events.tell(event(Action::Delete));
        if object.status != ObjectStatus::Tainted
            && deposed.is_none()
            && !self.provision_destroy(walk, addr, &value, diags).await
        {
            walk.setup.events.tell(Event::ApplyFailed { addr, deposed: None, action: Action::Delete });
            return false;
        }
        let null = Value::null(schema.block.implied_type().clone());
        let request = ApplyRequest {
            type_name: addr.resource.resource.type_name.clone(),
            prior: prior.clone(),
            planned: null.clone(),
            config: null.clone(),
            private: if change.action == Action::Delete {
                change.private.clone()
            } else {
                object.private.clone()
            },
            provider_meta: match &provider.schema().meta {
                Some(schema) => Value::null(schema.block.implied_type().clone()),
                None => Value::null(Type::Dynamic),
            },
            identity: change.before_identity.clone(),
        };
        let response = provider.apply_resource_change(request).await;
        let failed = provider::has_errors(&response.diags);
        self.note_failure(failed);
        drop(slot);
        diags.extend(response.diags.into_iter().map(unplaced));
        let object_left = response.object.filter(|object| !object.is_null());
        // After a failure the object is as good as there, also where the provider says nothing of it.
        let left = failed || object_left.is_some();
        if failed && let Some(object_left) = object_left {
            let kept = kept_object(object, &schema, &value, &object_left, response.private);
            if let Some(kept) = kept {
                self.remember(change, deposed.clone(), Some(kept)).await;
            }
        }
        if left && !failed {
            let detail = format!(
                "After applying a plan to destroy {addr}, provider {:?} still gave an object for it.\n\nThis is a bug in the \
                 provider, which should be reported in the provider's own issue tracker.",
                change.provider.provider.to_string()
            );
            diags.push(Diagnostic::error("Provider returned invalid result object after apply", detail));
        }
        if left {
            let deposed = deposed.as_deref();
            walk.setup.events.tell(Event::ApplyFailed { addr, deposed, action: Action::Delete });
            return false;
        }
        self.remove(change, deposed.clone()).await;
        walk.setup.events.tell(Event::ApplyDone {
            addr,
            deposed: deposed.as_deref(),
            action: Action::Delete,
            object: &value,
        });
        true
    }
}

/// An object that could not be destroyed, as its provider says that it is now; nothing where that is of no use, and
/// what was stored counts. Like both models this forgets that a successor was to come first.
fn kept_object(
    object: &Object,
    schema: &Schema,
    before: &Value,
    left: &Value,
    private: Arc<[u8]>,
) -> Option<Object> {
    let block = &schema.block;
    let is_usable = schema::type_violations(left, block.implied_type()).is_empty() && left.is_wholly_known();
    let left = block.without_write_only(left);
    let marked = object::marked(&left, schema, &object::sensitive_paths(before));
    let stored = Stored {
        status: object.status,
        private,
        dependencies: object.dependencies.clone(),
        create_before_destroy: false,
        skip_destroy: object.skip_destroy,
        identity: None,
    };
    let kept = is_usable.then(|| object::encode(&marked, schema, stored).ok()).flatten()?;
    Some(Object { identity: object.identity.clone(), ..kept })
}
