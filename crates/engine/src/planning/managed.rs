//! Planning one instance of a managed resource, step by step in the order of the rules.

use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsResourceInstance, InstanceKey};
use config::Condition;
use diag::{Diagnostic, Diagnostics};
use plan::{Action, ActionReason, DeferredReason, Importing, Mode, ResourceChange};
use provider::{ReadRequest, ValidateRequest};
use smol_str::SmolStr;
use state::{CheckStatus, Object, ObjectStatus};
use value::Value;

use super::change::{Wish, plain, plan_change, wrong_type};
use super::object::{self, Stored};
use super::protection::protected;
use super::{Block, Planner};
use crate::conditions::{self, Kind, Role};
use crate::providers::located;
use crate::setup::Event;
use crate::walk::{ResourceVisit, Walk};
use crate::world::{Repetition, Shape};

/// An object as it is remembered, read as a value.
#[derive(Clone)]
pub(crate) struct Current {
    pub(crate) object: Arc<Object>,
    /// With marks.
    pub(crate) value: Value,
    /// What tells it from others.
    pub(crate) identity: Option<Value>,
    /// The key it was put aside by.
    pub(crate) deposed: Option<SmolStr>,
}

/// What there is of an instance before it is planned.
pub(super) struct Found {
    pub(super) current: Option<Current>,
    /// How it was taken over, where it was not remembered.
    pub(super) importing: Option<Importing>,
    /// Configuration that was written for it.
    pub(super) generated: Option<Arc<str>>,
}

impl Planner<'_> {
    /// Plans an instance; its value as others see it.
    pub(crate) async fn plan_managed(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
    ) -> Option<Value> {
        let addr = visit.addr(index);
        if !self.selection.has_instance(&addr) {
            return Some(self.value_of_unselected(&addr, block).await);
        }
        let mut diags = Diagnostics::new();
        let value = self.plan_one(walk, visit, block, index, &addr, &mut diags).await;
        walk.report(visit.node, diags);
        value
    }

    /// What stands for an instance that is left out: what is remembered of it.
    pub(super) async fn value_of_unselected(&self, addr: &AbsResourceInstance, block: &Block) -> Value {
        let object = self.previous.instance(addr).and_then(|instance| instance.current.clone());
        let value = match &object {
            Some(object) => {
                let mut diags = Diagnostics::new();
                match self.taken_over(block, addr, object.clone(), &mut diags).await {
                    Some(object) => {
                        object::decode(block.provider.as_ref(), &block.schema, addr, &object, &mut diags)
                            .await
                    }
                    None => None,
                }
            }
            None => None,
        };
        value.unwrap_or_else(|| Value::unknown(block.schema.block.implied_type().clone()))
    }

    async fn plan_one(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        addr: &AbsResourceInstance,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        if refers_to_itself(visit, addr, diags) {
            return None;
        }
        let repetition = visit.expansion.repetition(index);
        let mut importing = None;
        let current = match self.previous.instance(addr).and_then(|instance| instance.current.clone()) {
            Some(object) => {
                let object = self.taken_over(block, addr, object, diags).await?;
                Some(object::current(block, addr, object, diags).await?)
            }
            None => {
                let found = self.import(walk, visit, block, addr, diags).await?;
                let (current, import) = found.unzip();
                importing = import;
                current
            }
        };
        let cbd = self.create_before_destroy[visit.node];
        let skip_destroy = skips_destroy(walk, visit, diags)?;
        let before = current.as_ref().map(|current| current.value.clone());
        let current = match current {
            Some(current) if importing.is_none() && self.options.refresh => {
                let found = self.refresh(walk, block, addr, Some(visit.node), current, diags).await?;
                found.map(|found| self.with_dependencies(found, visit.node))
            }
            current => current,
        };
        // What is taken over is remembered as it was found; the next run adds what its block says.
        let configured = importing.is_none().then_some((cbd, skip_destroy));
        self.remember(addr, block, before.as_ref(), current.as_ref(), configured);
        if self.options.mode == Mode::RefreshOnly
            && importing.is_none()
            && !self.check_softly(walk, visit, index, &repetition, block, current.as_ref(), diags)
        {
            return None;
        }
        if !self.plans() {
            let unknown = || Value::unknown(block.schema.block.implied_type().clone());
            return Some(current.map_or_else(unknown, |current| current.value));
        }
        let found = Found { current, importing, generated: None };
        self.plan_found(walk, visit, block, index, addr, found, diags).await
    }

    /// Plans what becomes of an instance, when it is known what there is.
    #[expect(clippy::too_many_arguments, reason = "one instance with all that is known of it")]
    pub(super) async fn plan_found(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        addr: &AbsResourceInstance,
        found: Found,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let config = visit.config;
        let repetition = visit.expansion.repetition(index);
        let cbd = self.create_before_destroy[visit.node];
        let skip_destroy = skips_destroy(walk, visit, diags)?;
        let Found { current, importing, generated } = found;
        let triggered = self.is_triggered(walk, visit, &repetition, diags)?;
        if !self.check_conditions(walk, visit, index, &repetition, Role::Precondition, None, diags) {
            return None;
        }
        let config_value = eval_config(walk, visit, block, &repetition, diags)?;
        validate(block, addr, &config_value, diags).await?;
        let normal = self.options.mode == Mode::Normal;
        let forced = self.options.force_replace.contains(addr);
        let tainted = current.as_ref().is_some_and(|current| current.object.status == ObjectStatus::Tainted);
        let null = Value::null(block.schema.block.implied_type().clone());
        let prior = current.as_ref().map_or(&null, |current| &current.value);
        let wish = Wish {
            addr,
            block,
            ignore: &config.lifecycle.ignore_changes,
            prior,
            tainted,
            prior_private: current.as_ref().map(|current| current.object.private.clone()).unwrap_or_default(),
            prior_identity: current.as_ref().and_then(|current| current.identity.clone()),
            config: &config_value,
            prior_secrets: current
                .as_ref()
                .map(|current| object::in_order(&current.object.sensitive_paths))
                .unwrap_or_default(),
            force: (forced || triggered).then_some(ActionReason::ReplaceByRequest),
            create_before_destroy: cbd,
            skip_destroy,
        };
        let planned = plan_change(&wish, diags).await?;
        let put_off = self.deferral(addr, planned.deferred, diags).ok()?;
        let put_off = put_off.or(walk.is_put_off(visit.node).then_some(DeferredReason::DeferredPrerequisite));
        let destroys = planned.action.is_replace();
        let protects = self.prevents_destroy(walk, config, Some(&visit.module), destroys, diags);
        if protects.is_none() && !normal {
            self.invalid.set(true);
        }
        // What destroys everything looks at what would become of it first, and that must be possible.
        let refused = destroys && protects?;
        if refused {
            diags.push(protected(addr, &config.range));
        }
        if planned.action == Action::NoOp {
            self.settle_dependencies(addr, visit.node, current.as_ref());
        }
        let after = planned.after.clone();
        let change = ResourceChange {
            moved_from: self.previous_address(addr),
            addr: addr.clone(),
            deposed: None,
            provider: block.provider_config.clone(),
            action: planned.action,
            // Whatever else is to be said of it.
            reason: if triggered { Some(ActionReason::ReplaceByTriggers) } else { planned.reason },
            before: prior.clone(),
            after: planned.after,
            required_replace: planned.required_replace,
            importing: importing.map(Box::new),
            generated_config: generated,
            private: planned.private,
            before_identity: current.as_ref().and_then(|current| current.identity.clone()),
            after_identity: planned.identity,
        };
        match put_off.filter(|_| change.action != Action::NoOp) {
            Some(reason) => self.defer(walk, visit.node, reason, change),
            None => self.add(change),
        }
        let holds =
            self.check_conditions(walk, visit, index, &repetition, Role::Postcondition, Some(&after), diags);
        (holds && !refused).then_some(after)
    }

    /// Looks at the real object.
    pub(crate) async fn refresh(
        &self,
        walk: &Walk<'_>,
        block: &Block,
        addr: &AbsResourceInstance,
        node: Option<usize>,
        current: Current,
        diags: &mut Diagnostics,
    ) -> Option<Option<Current>> {
        let (plain, _) = current.value.unmark_deep();
        walk.setup.events.tell(Event::RefreshStart {
            addr,
            deposed: current.deposed.as_deref(),
            object: &current.value,
        });
        let request = ReadRequest {
            type_name: addr.resource.resource.type_name.clone(),
            current: plain.clone(),
            private: current.object.private.clone(),
            provider_meta: block.meta.clone(),
            identity: current.identity.clone(),
        };
        let response = block.provider.read_resource(request).await;
        let failed = provider::has_errors(&response.diags);
        if !response.diags.is_empty() {
            let address = addr.to_string();
            diags.extend(response.diags.into_iter().map(|found| located(found, block.written(), &address)));
        }
        if failed {
            return None;
        }
        if self.deferral(addr, response.deferred, diags).ok()?.is_some() {
            // What is remembered is all that is known until a later run.
            if let Some(node) = node {
                walk.put_off(node);
            }
            return Some(Some(current));
        }
        let schema = &block.schema.block;
        let wrong = schema::type_violations(&response.object, schema.implied_type()).into_iter().next();
        if let Some(error) = wrong.or_else(|| schema.leak(&response.object)) {
            diags.push(wrong_type(block, addr, "invalid object", &error));
            return None;
        }
        // Every provider is forgiven what the old SDK makes of blocks.
        let object = schema::normalize_legacy(&block.schema.block, &response.object);
        let value = object::marked(&object, &block.schema, &current.object.sensitive_paths);
        // What is not known cannot be stored: of that is told below.
        if object.is_wholly_known() {
            walk.setup.events.tell(Event::RefreshDone { addr, object: &value });
        }
        if object.is_null() {
            return Some(None);
        }
        let before = diags.len();
        let identity = object::checked_identity(block, addr, response.identity, diags);
        if diags.len() > before {
            return None;
        }
        let known = identity.as_ref().map(|(identity, _)| identity.clone());
        let same =
            object.raw_eq(&plain) && response.private == current.object.private && known == current.identity;
        // What the schema says is secret now is stored as such, whatever was stored before.
        let same = same
            && object::sensitive_paths(&current.value) == object::in_order(&current.object.sensitive_paths);
        if same {
            return Some(Some(current));
        }
        let stored = Stored {
            status: current.object.status,
            private: response.private,
            dependencies: current.object.dependencies.clone(),
            create_before_destroy: current.object.create_before_destroy,
            skip_destroy: current.object.skip_destroy,
            identity,
        };
        match object::encode(&value, &block.schema, stored) {
            Ok(object) => Some(Some(Current {
                object: Arc::new(object),
                value,
                identity: known,
                deposed: current.deposed,
            })),
            Err(message) => {
                diags.push(object::unstorable(addr, &message));
                None
            }
        }
    }

    /// Writes what is known of an object into the prior state, and what happened outside into the drift.
    pub(crate) fn remember(
        &self,
        addr: &AbsResourceInstance,
        block: &Block,
        before: Option<&Value>,
        current: Option<&Current>,
        configured: Option<(bool, bool)>,
    ) {
        let previous = self.previous.instance(addr).and_then(|instance| instance.current.as_ref());
        let object = current.map(|current| {
            let mut object = current.object.clone();
            if let Some((create_before_destroy, skip_destroy)) = configured {
                let same = object.create_before_destroy == create_before_destroy
                    && object.skip_destroy == skip_destroy;
                if !same {
                    object = Arc::new(Object { create_before_destroy, skip_destroy, ..(*object).clone() });
                }
            }
            object
        });
        if let (Some(previous), Some(before)) = (previous, before) {
            self.note_drift(addr, block, previous, before, current);
        }
        match object {
            Some(object)
                if previous.is_some_and(|previous| Arc::ptr_eq(previous, &object))
                    && self.is_provider_of(addr, block) => {}
            Some(object) => {
                self.prior.borrow_mut().instance_mut(addr, &block.provider_config).current = Some(object);
            }
            None if previous.is_some() => {
                let mut prior = self.prior.borrow_mut();
                prior.instance_mut(addr, &block.provider_config).current = None;
                prior.remove_if_empty(addr);
            }
            // A resource that was remembered without instances is forgotten when its turn comes.
            None => {
                let (mut prior, resource) = (self.prior.borrow_mut(), addr.resource());
                if prior.resources.get(&resource).is_some_and(|found| found.instances.is_empty()) {
                    prior.resources.remove(&resource);
                }
            }
        }
    }

    /// Whether the state says that an object is of the configuration of its block.
    fn is_provider_of(&self, addr: &AbsResourceInstance, block: &Block) -> bool {
        let own = self.previous.instance(addr).and_then(|instance| instance.provider.as_deref());
        let shared = || self.previous.resources.get(&addr.resource()).map(|resource| &resource.provider);
        !block.is_written || own.or_else(shared) == Some(&block.provider_config)
    }

    /// What was looked at depends on what it depended on and on what is written now, until it is made anew.
    fn with_dependencies(&self, current: Current, node: usize) -> Current {
        let stored = &current.object.dependencies;
        let written = self.dependencies.list(node);
        if *stored == written {
            return current;
        }
        let mut all: Vec<_> = stored.iter().chain(written.iter()).collect();
        all.sort_by_key(|needed| needed.text());
        all.dedup();
        if all.len() == stored.len() {
            return current;
        }
        Current {
            object: Arc::new(Object { dependencies: all.into_iter().collect(), ..(*current.object).clone() }),
            ..current
        }
    }

    /// What stays as it is depends on what is written now: nothing else will get to say so. What was taken over is written
    /// again with that, and so with what its block says.
    fn settle_dependencies(&self, addr: &AbsResourceInstance, node: usize, current: Option<&Current>) {
        let dependencies = self.dependencies.list(node);
        if current.is_none_or(|current| current.object.dependencies == dependencies) {
            return;
        }
        let mut prior = self.prior.borrow_mut();
        let resource = prior.resources.get_mut(&addr.resource());
        let instance = resource.and_then(|resource| resource.instances.get_mut(&addr.resource.key));
        if let Some(object) = instance.and_then(|instance| instance.current.as_mut()) {
            let create_before_destroy = self.create_before_destroy[node];
            *object = Arc::new(Object { dependencies, create_before_destroy, ..(**object).clone() });
        }
    }

    /// Checks pre- or postconditions; false when one does not hold.
    #[expect(clippy::too_many_arguments, reason = "the parts of one visit, and what is checked of it")]
    pub(crate) fn check_conditions(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        index: usize,
        repetition: &Repetition,
        role: Role,
        self_object: Option<&Value>,
        diags: &mut Diagnostics,
    ) -> bool {
        if !self.checks() {
            return true;
        }
        check_conditions(
            walk,
            visit,
            index,
            repetition,
            role,
            self_object,
            self.options.mode != Mode::Normal,
            diags,
        )
    }

    /// Checks conditions of what was only looked at; false when one cannot be checked or is about what is not there.
    #[expect(clippy::too_many_arguments, reason = "the parts of one visit, and what is checked of it")]
    fn check_softly(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        index: usize,
        repetition: &Repetition,
        block: &Block,
        current: Option<&Current>,
        diags: &mut Diagnostics,
    ) -> bool {
        let unknown = Value::unknown(block.schema.block.implied_type().clone());
        if !self.check_conditions(walk, visit, index, repetition, Role::Precondition, None, diags) {
            return false;
        }
        let addr = visit.addr(index);
        if current.is_none() && !self.is_seen(visit, &addr) {
            let (config_addr, shown) = (addr.config().to_string(), addr.to_string());
            let mut told = true;
            for condition in visit.config.lifecycle.postconditions.iter().filter(|found| names_self(found)) {
                told = false;
                let detail = format!("The condition is about {addr}, which is not there yet.");
                let at = condition.condition.as_ref().map(hcl::Expression::range);
                diags.push(Diagnostic::error("Invalid index", detail).at_maybe(at));
                walk.checks.record(Kind::Resource, &config_addr, &shown, CheckStatus::Error, None);
            }
            return told;
        }
        let value = current.map_or(&unknown, |current| &current.value);
        self.check_conditions(walk, visit, index, repetition, Role::Postcondition, Some(value), diags)
    }

    /// Whether an instance that is not there is part of its block all the same, as something unknown.
    fn is_seen(&self, visit: &ResourceVisit<'_>, addr: &AbsResourceInstance) -> bool {
        let Some(InstanceKey::Int(number)) = addr.resource.key else { return addr.resource.key.is_none() };
        let above =
            |key: &Option<InstanceKey>| matches!(key, Some(InstanceKey::Int(other)) if *other > number);
        let stored = self.previous.resources.get(&addr.resource());
        visit.expansion.shape == Shape::Count
            && stored.is_some_and(|stored| stored.instances.keys().any(above))
    }
}

fn names_self(condition: &Condition) -> bool {
    let expressions = condition.condition.iter().chain(&condition.error_message);
    expressions.flat_map(hcl::Expression::references).any(|reference| reference.root == "self")
}

/// Checks pre- or postconditions of an instance; false when one does not hold, or where that is only a warning (`soft`)
/// when one cannot be checked.
#[expect(clippy::too_many_arguments, reason = "the parts of one visit, and what is checked of it")]
pub(crate) fn check_conditions(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    index: usize,
    repetition: &Repetition,
    role: Role,
    self_object: Option<&Value>,
    soft: bool,
    diags: &mut Diagnostics,
) -> bool {
    let lifecycle = &visit.config.lifecycle;
    let list = if role == Role::Precondition { &lifecycle.preconditions } else { &lifecycle.postconditions };
    if list.is_empty() {
        return true;
    }
    let addr = visit.addr(index);
    let (config_addr, addr) = (addr.config().to_string(), addr.to_string());
    let names = walk.names(&visit.module, repetition, self_object);
    let scope = names.scope();
    let mut holds = true;
    for condition in list {
        let (status, failure) = conditions::check(condition, role, &scope, soft, diags);
        holds &= match status {
            CheckStatus::Pass | CheckStatus::Unknown => true,
            CheckStatus::Fail => soft,
            CheckStatus::Error => false,
        };
        walk.checks.record(Kind::Resource, &config_addr, &addr, status, failure);
    }
    holds
}

/// Instances that need each other are told as a circle, by the first of them.
fn tell_circle(visit: &ResourceVisit<'_>, addr: &AbsResourceInstance, diags: &mut Diagnostics) {
    if visit.expansion.keys.first() != Some(&addr.resource.key) {
        return;
    }
    let members: Vec<String> =
        (0..visit.expansion.keys.len()).map(|index| visit.addr(index).to_string()).collect();
    let detail = format!(
        "The instances of {} need each other, so that none of them can be first. Let each refer to what does not come from \
         the resource itself, such as \"each.key\", \"count.index\" or a local value.",
        visit.config.resource
    );
    diags.push(
        Diagnostic::error(format!("Cycle: {}", members.join(", ")), detail).at(visit.config.range.clone()),
    );
}

/// Reports references of an instance to itself; each is told for the block and for the instance that it means.
pub(super) fn refers_to_itself(
    visit: &ResourceVisit<'_>,
    addr: &AbsResourceInstance,
    diags: &mut Diagnostics,
) -> bool {
    if !visit.refers_to_itself {
        return false;
    }
    let before = diags.len();
    let mut others = false;
    for traversal in visit.config.body_references() {
        let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { continue };
        if parsed.subject != addrs::Referenceable::Resource(visit.config.resource.clone()) {
            continue;
        }
        let key = traversal.steps.get(parsed.used).and_then(lang::instance_key);
        if key.is_none() && visit.expansion.keys.len() > 1 {
            // Each instance needs all of them.
            tell_circle(visit, addr, diags);
            return true;
        }
        // A block that refers to one of its instances is told for every instance but once.
        let matches = match (&key, &addr.resource.key) {
            (None, None) => 2,
            (None, Some(_)) => 1,
            (key, own) => usize::from(key == own),
        };
        others |= matches == 0;
        for _ in 0..matches {
            let detail = format!("The configuration for {addr} may not refer to itself.");
            diags.push(
                Diagnostic::error("Self-referential block", detail)
                    .at(traversal.part_range(parsed.used + usize::from(key.is_some()))),
            );
        }
    }
    others || diags.len() > before
}

/// Whether `lifecycle` says that objects of a block are never destroyed, only forgotten.
pub(crate) fn skips_destroy(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    diags: &mut Diagnostics,
) -> Option<bool> {
    let Some(expr) = &visit.config.lifecycle.destroy else { return Some(false) };
    let names = walk.names(&visit.module, &Repetition::None, None);
    let value = diags.keep(expr.eval(&names.scope()))?;
    Some(value.unmark().0.as_bool() == Some(false))
}

/// The value of what is written, with marks.
pub(crate) fn eval_config(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    block: &Block,
    repetition: &Repetition,
    diags: &mut Diagnostics,
) -> Option<Value> {
    let names = walk.names(&visit.module, repetition, None);
    let value = diags.keep(block.prepared.eval(&names.scope()))?;
    let ephemeral = block.prepared.refuse_ephemeral(&block.schema.block, &value);
    diags.keep((value, ephemeral))
}

/// Has the provider check what is written.
pub(crate) async fn validate(
    block: &Block,
    addr: &AbsResourceInstance,
    config: &Value,
    diags: &mut Diagnostics,
) -> Option<()> {
    let request = ValidateRequest {
        mode: addr.resource.resource.mode,
        type_name: addr.resource.resource.type_name.clone(),
        config: plain(config),
    };
    let found = block.provider.validate_resource_config(request).await;
    if found.is_empty() {
        return Some(());
    }
    let failed = provider::has_errors(&found);
    let address = addr.to_string();
    diags.extend(found.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
    (!failed).then_some(())
}
