//! Making one instance what was planned: created, changed, or only remembered anew.

use std::rc::Rc;
use std::sync::Arc;

use addrs::AbsResourceInstance;
use diag::{Diagnostic, Diagnostics, SourceRange};
use plan::{Action, ResourceChange};
use provider::{ApplyRequest, ApplyResponse};
use schema::IdentitySchema;
use smol_str::SmolStr;
use state::{DependencyList, Object, ObjectStatus};
use value::Value;

use super::hold::Remaining;
use super::{Applier, ObjectChange, StateChange};
use crate::conditions::Role;
use crate::planning::object::{self, Stored};
use crate::planning::{
    Block, Planned, Reading, Wish, check_conditions, eval_config, plan_change, read_data_of, skips_destroy,
    unasked_deferral, validate,
};
use crate::providers::located;
use crate::setup::Event;
use crate::walk::{ResourceVisit, Walk};

impl Applier<'_> {
    /// Makes what was planned for an instance; its value as others see it.
    #[expect(clippy::too_many_arguments, reason = "one instance with all that is known of it")]
    pub(super) async fn make(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        change: &ResourceChange,
        remaining: &Remaining,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let repetition = visit.expansion.repetition(index);
        let conditions = |role, value: Option<&Value>, diags: &mut Diagnostics| {
            check_conditions(walk, visit, index, &repetition, role, value, false, diags)
        };
        let value = match change.action {
            Action::NoOp => {
                if !conditions(Role::Precondition, None, diags) {
                    return None;
                }
                change.after.clone()
            }
            Action::Create
            | Action::Update
            | Action::DeleteThenCreate
            | Action::CreateThenDelete
            | Action::ForgetThenCreate => {
                if self.is_held(change, remaining) || self.is_stopping(walk) {
                    return None;
                }
                if !conditions(Role::Precondition, None, diags) {
                    return None;
                }
                self.change(walk, visit, block, index, change, diags).await?
            }
            Action::Read | Action::Delete | Action::Forget => {
                return self.remembered(block, &change.addr, diags).await;
            }
        };
        let holds = conditions(Role::Postcondition, Some(&value), diags);
        if !holds {
            self.changed.borrow_mut().remove(&change.addr);
        }
        holds.then_some(value)
    }

    async fn change(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        change: &ResourceChange,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let addr = &change.addr;
        let slot = self.slots.acquire().await.ok()?;
        if self.is_stopping(walk) {
            return None;
        }
        let repetition = visit.expansion.repetition(index);
        let config = eval_config(walk, visit, block, &repetition, diags)?;
        // What was not known when it was planned has not been checked yet.
        validate(block, addr, &config, diags).await?;
        let creating = change.action != Action::Update;
        let null = Value::null(block.schema.block.implied_type().clone());
        let current = self.state.borrow().instance(addr).and_then(|instance| instance.current.clone());
        let prior = if creating { &null } else { &change.before };
        let again = self.confirm(visit, block, change, prior, current.as_deref(), &config, diags).await?;
        let planned = again.after;
        if again.action == Action::NoOp {
            // With what is known now there is nothing to do, not even to remember anew.
            return Some(planned);
        }
        let skip_destroy = skips_destroy(walk, visit, diags)?;
        if !self.invoke_before(walk, &visit.module, addr, diags).await {
            if creating && self.state.borrow().instance(addr).is_none() {
                self.left_empty.borrow_mut().insert(addr.resource());
            }
            return None;
        }
        let mut deposed = None;
        if change.action == Action::CreateThenDelete
            && let Some(object) = &current
        {
            let key = self.free_key(addr);
            deposed = Some(key.clone());
            self.move_aside(block, addr, object, key).await;
        }
        let action = if creating { Action::Create } else { Action::Update };
        let plain_prior = prior.unmark_deep().0;
        let plain_planned = planned.unmark_deep().0;
        let prior_identity = change.before_identity.clone().zip(block.identity.clone());
        let stored = |status: ObjectStatus, private: Arc<[u8]>, identity| Stored {
            status,
            private,
            identity,
            dependencies: self.dependencies_of(visit.node),
            create_before_destroy: self.is_before_destroy(visit, addr),
            skip_destroy,
        };
        if !creating && plain_prior.raw_eq(&plain_planned) {
            // Only what is a secret changes: the provider has nothing to do.
            let private = current.as_ref().map(|object| object.private.clone()).unwrap_or_default();
            walk.setup.events.tell(Event::ApplyStart { addr, deposed: None, action, prior });
            let object =
                encode(block, addr, &planned, stored(ObjectStatus::Ready, private, prior_identity), diags)?;
            drop(slot);
            self.write(block, addr, Some(object)).await;
            walk.setup.events.tell(Event::ApplyDone { addr, deposed: None, action, object: prior });
            self.note_changed(addr);
            return Some(planned);
        }
        walk.setup.events.tell(Event::ApplyStart { addr, deposed: None, action, prior });
        let request = ApplyRequest {
            type_name: addr.resource.resource.type_name.clone(),
            prior: plain_prior.clone(),
            planned: plain_planned.clone(),
            config: config.unmark_deep().0,
            private: again.private,
            provider_meta: block.meta.clone(),
            identity: again.identity,
        };
        let outcome = match config.is_wholly_known() {
            true => {
                let response = block.provider.apply_resource_change(request).await;
                judge(block, addr, &plain_prior, &plain_planned, response, diags)
            }
            // Something that it needs was left out of the run: a provider could only store what is not there.
            false => {
                diags.push(still_unknown(visit, addr));
                Outcome::nothing_done(&plain_prior, current.as_deref(), prior_identity)
            }
        };
        let Outcome { value, private, identity, failed } = outcome;
        self.note_failure(failed || value.is_null());
        // Provisioners are work like that of a provider; waiting for the outcome to be durable is not.
        let provisions =
            creating && visit.config.provisioners.iter().any(|provisioner| !provisioner.on_destroy);
        let slot = Some(slot).filter(|_| provisions);
        let marked = with_marks_of(&value, &planned, block);
        let tainted = failed && creating;
        if value.is_null() {
            self.restore(block, addr, creating, deposed.as_ref()).await;
            walk.setup.events.tell(Event::ApplyFailed { addr, deposed: None, action });
            return None;
        }
        let status = match (tainted, &current) {
            (true, _) => ObjectStatus::Tainted,
            (false, Some(object)) if failed && !creating => object.status,
            _ => ObjectStatus::Ready,
        };
        let Some(object) = encode(block, addr, &marked, stored(status, private, identity), diags) else {
            walk.setup.events.tell(Event::ApplyFailed { addr, deposed: None, action });
            return None;
        };
        // Until its provisioners are done an object is not fit for use, also for who comes after a kill.
        let unfinished = || Arc::new(Object { status: ObjectStatus::Tainted, ..(*object).clone() });
        let first = if provisions && !failed { unfinished() } else { object.clone() };
        self.write(block, addr, Some(first)).await;
        // What there is of an object is checked also where making it failed.
        let fail = |diags: &mut Diagnostics| {
            walk.setup.events.tell(Event::ApplyFailed { addr, deposed: None, action });
            check_conditions(
                walk,
                visit,
                index,
                &repetition,
                Role::Postcondition,
                Some(&marked),
                false,
                diags,
            );
        };
        if failed {
            fail(diags);
            return None;
        }
        if provisions {
            let ok = self.provision(walk, visit, &repetition, addr, &marked, diags).await;
            drop(slot);
            if !ok {
                fail(diags);
                return None;
            }
            self.write(block, addr, Some(object)).await;
        }
        if let Some(key) = deposed {
            self.deposed.borrow_mut().insert(addr.clone(), key);
        }
        walk.setup.events.tell(Event::ApplyDone { addr, deposed: None, action, object: &marked });
        self.note_changed(addr);
        Some(marked)
    }

    /// Plans again with what is known now, and refuses what differs from the plan.
    #[expect(clippy::too_many_arguments, reason = "what was planned, and what it is planned again from")]
    async fn confirm(
        &self,
        visit: &ResourceVisit<'_>,
        block: &Block,
        change: &ResourceChange,
        prior: &Value,
        current: Option<&Object>,
        config: &Value,
        diags: &mut Diagnostics,
    ) -> Option<Planned> {
        let wish = Wish {
            addr: &change.addr,
            block,
            ignore: &visit.config.lifecycle.ignore_changes,
            prior,
            tainted: false,
            prior_private: if prior.is_null() {
                Arc::default()
            } else {
                current.map(|object| object.private.clone()).unwrap_or_default()
            },
            prior_identity: if prior.is_null() { None } else { change.before_identity.clone() },
            config,
            prior_secrets: object::sensitive_paths(prior),
            force: None,
            create_before_destroy: self.create_before_destroy[visit.node],
            skip_destroy: false,
        };
        let again = plan_change(&wish, diags).await?;
        if again.deferred.is_some() {
            diags.push(unasked_deferral(&change.addr));
            return None;
        }
        let expected = if change.action == Action::Update { Action::Update } else { Action::Create };
        let refuse = |what: String| {
            let detail = format!(
                "When expanding the plan for {} to include new values learned so far during apply, provider {:?} {what}.\n\n\
                 This is a bug in the provider, which should be reported in the provider's own issue tracker.",
                change.addr,
                block.provider_config.provider.to_string()
            );
            Diagnostic::error("Provider produced inconsistent final plan", detail)
        };
        if again.action != expected && !(expected == Action::Update && again.action == Action::NoOp) {
            diags.push(refuse("changed what is to be done".to_owned()));
            return None;
        }
        let before = change.after.unmark_deep().0;
        let broken = schema::apply_violations(&block.schema.block, &before, &again.after.unmark_deep().0);
        if broken.is_empty() {
            return Some(again);
        }
        diags.extend(broken.iter().map(|error| refuse(format!("gave an invalid new value: {error}"))));
        None
    }

    /// A key of 8 hexadecimal digits that no object of the instance has.
    fn free_key(&self, addr: &AbsResourceInstance) -> SmolStr {
        use std::hash::{BuildHasher, RandomState};
        let random = RandomState::new();
        let state = self.state.borrow();
        let taken = state.instance(addr).map(|instance| &instance.deposed);
        let mut attempt = 0_u64;
        loop {
            let key = SmolStr::from(format!("{:08x}", random.hash_one(attempt) & 0xffff_ffff));
            if taken.is_none_or(|taken| !taken.contains_key(&key)) {
                return key;
            }
            attempt += 1;
        }
    }

    async fn move_aside(
        &self,
        block: &Block,
        addr: &AbsResourceInstance,
        object: &Arc<Object>,
        key: SmolStr,
    ) {
        let aside = ObjectChange { deposed: Some(key), object: Some(object.clone()) };
        self.write_objects(block, addr, vec![aside, ObjectChange { deposed: None, object: None }]).await;
    }

    /// After a creation that made nothing: what was moved aside counts again.
    async fn restore(
        &self,
        block: &Block,
        addr: &AbsResourceInstance,
        creating: bool,
        deposed: Option<&SmolStr>,
    ) {
        let Some(key) = deposed else {
            if creating {
                self.left_empty.borrow_mut().insert(addr.resource());
                self.write(block, addr, None).await;
            }
            return;
        };
        let object =
            self.state.borrow().instance(addr).and_then(|instance| instance.deposed.get(key).cloned());
        let gone = ObjectChange { deposed: Some(key.clone()), object: None };
        self.write_objects(block, addr, vec![ObjectChange { deposed: None, object }, gone]).await;
    }

    async fn write(&self, block: &Block, addr: &AbsResourceInstance, object: Option<Arc<Object>>) {
        self.write_objects(block, addr, vec![ObjectChange { deposed: None, object }]).await;
    }

    async fn write_objects(&self, block: &Block, addr: &AbsResourceInstance, objects: Vec<ObjectChange>) {
        let provider = block.provider_config.clone();
        self.store(StateChange { addr: addr.clone(), provider, objects }).await;
    }

    /// Reads a data source that could not be read when the plan was made.
    pub(super) async fn read(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        addr: &AbsResourceInstance,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let repetition = visit.expansion.repetition(index);
        let conditions = |role, value: Option<&Value>, diags: &mut Diagnostics| {
            check_conditions(walk, visit, index, &repetition, role, value, false, diags)
        };
        if !conditions(Role::Precondition, None, diags) {
            return None;
        }
        let config = eval_config(walk, visit, block, &repetition, diags)?;
        if !config.is_wholly_known() {
            diags.push(still_unknown(visit, addr));
            return None;
        }
        let slot = self.slots.acquire().await.ok()?;
        let value = match read_data_of(walk, visit, block, addr, &config, true, diags).await? {
            Some(Reading::PutOff(_)) => {
                diags.push(unasked_deferral(addr));
                return None;
            }
            Some(Reading::Read(value)) => Some(value),
            None => None,
        };
        drop(slot);
        let Some(value) = value else {
            return Some(Value::unknown(block.schema.block.implied_type().clone()));
        };
        let stored = Stored {
            status: ObjectStatus::Ready,
            private: Arc::default(),
            dependencies: DependencyList::default(),
            create_before_destroy: false,
            skip_destroy: false,
            identity: None,
        };
        let object = encode(block, addr, &value, stored, diags)?;
        self.write(block, addr, Some(object)).await;
        conditions(Role::Postcondition, Some(&value), diags).then_some(value)
    }
}

/// The problem of an instance whose arguments need something that this run leaves out.
fn still_unknown(visit: &ResourceVisit<'_>, addr: &AbsResourceInstance) -> Diagnostic {
    left_out(&format!("What is written for {addr}"), visit.config.range.clone())
}

/// The problem of something that needs what this run leaves out.
pub(super) fn left_out(what: &str, at: SourceRange) -> Diagnostic {
    let detail = format!(
        "{what} is still not known while the plan is applied: it refers to something that this run leaves out. Name that as a \
         target too, or run without targets."
    );
    Diagnostic::error("Configuration contains unknown value", detail).at(at)
}

fn encode(
    block: &Block,
    addr: &AbsResourceInstance,
    value: &Value,
    stored: Stored,
    diags: &mut Diagnostics,
) -> Option<Arc<Object>> {
    match object::encode(value, &block.schema, stored) {
        Ok(object) => Some(Arc::new(object)),
        Err(message) => {
            let detail = format!("What the provider says of {addr} cannot be stored: {message}.");
            diags.push(Diagnostic::error("Provider produced invalid object", detail));
            None
        }
    }
}

/// The secrets of a planned value on the value that came of it.
fn with_marks_of(value: &Value, planned: &Value, block: &Block) -> Value {
    if value.is_null() {
        return value.clone();
    }
    object::marked(value, &block.schema, &object::sensitive_paths(planned))
}

/// What came of a change.
struct Outcome {
    /// The object; null where there is none.
    value: Value,
    /// What the provider keeps for itself.
    private: Arc<[u8]>,
    /// What tells the object from others.
    identity: Option<(Value, Arc<IdentitySchema>)>,
    failed: bool,
}

impl Outcome {
    /// The provider was not asked: there is what there was.
    fn nothing_done(
        prior: &Value,
        current: Option<&Object>,
        identity: Option<(Value, Arc<IdentitySchema>)>,
    ) -> Self {
        let private = current.map(|object| object.private.clone()).unwrap_or_default();
        Self { value: prior.clone(), private, identity, failed: true }
    }
}

/// What came of a change, and whether it is what was planned.
fn judge(
    block: &Block,
    addr: &AbsResourceInstance,
    prior: &Value,
    planned: &Value,
    response: ApplyResponse,
    diags: &mut Diagnostics,
) -> Outcome {
    let mut failed = provider::has_errors(&response.diags);
    let address = addr.to_string();
    diags.extend(response.diags.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
    let provider = block.provider_config.provider.to_string();
    let mut refuse = |summary: &str, what: String| {
        let detail = format!(
            "When applying changes to {addr}, provider {provider:?} {what}.\n\nThis is a bug in the provider, which should \
             be reported in the provider's own issue tracker."
        );
        diags.push(Diagnostic::error(summary, detail));
    };
    let schema = &block.schema.block;
    let private = response.private;
    // After a failure nothing is said of its identity.
    let identity =
        |said: &mut Diagnostics| object::checked_identity(block, addr, response.identity.clone(), said);
    let left = || {
        let null = || Value::null(schema.implied_type().clone());
        let value = if prior.is_null() { null() } else { prior.clone() };
        let identity = identity(&mut Diagnostics::new());
        Outcome { value, private: private.clone(), identity, failed: true }
    };
    let Some(mut object) = response.object else { return left() };
    if let Some(error) = schema::type_violations(&object, schema.implied_type()).first() {
        refuse("Provider produced invalid object", format!("gave an object of another type: {error}"));
        return left();
    }
    if object.is_null() {
        if !failed {
            refuse(
                "Provider produced inconsistent result after apply",
                "gave no object, although it is to be there".to_owned(),
            );
        }
        return left();
    }
    if let Some(error) = schema.leak(&object) {
        refuse("Provider produced invalid object", format!("gave an object that cannot be stored: {error}"));
        failed = true;
        object = schema.without_write_only(&object);
    }
    let unknown = schema::unknown_paths(&object);
    if !unknown.is_empty() {
        for path in &unknown {
            refuse(
                "Provider returned invalid result object after apply",
                format!("left {path} unknown after apply, where everything must be known"),
            );
        }
        failed = true;
        object = schema::unknown_as_null(&object);
    }
    if !failed && !response.legacy_type_system {
        for error in schema::apply_violations(schema, planned, &object) {
            refuse(
                "Provider produced inconsistent result after apply",
                format!("gave an unexpected new value: {error}"),
            );
            failed = true;
        }
    }
    let identity = match failed {
        true => identity(&mut Diagnostics::new()),
        false => {
            let before = diags.len();
            let identity = identity(diags);
            failed = diags.len() > before;
            identity
        }
    };
    Outcome { value: object, private, identity, failed }
}
