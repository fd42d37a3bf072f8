//! Planning one instance of a data source or of an ephemeral resource.

use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsResourceInstance, ResourceMode};
use config::Item;
use diag::{Diagnostic, Diagnostics};
use plan::{Action, ActionReason, DeferredReason, Mode, ResourceChange};
use provider::{OpenEphemeralRequest, ReadDataRequest};
use state::{CheckStatus, Dependency, DependencyList, ObjectStatus};
use value::{Marks, Path, Value};

use super::managed::{check_conditions, eval_config, refers_to_itself, validate};
use super::object::{self, Stored};
use super::{Block, Planner, unasked_deferral};
use crate::conditions::{Kind, Role};
use crate::ephemeral::Opened;
use crate::providers::located;
use crate::setup::{EphemeralAction, Event};
use crate::walk::{ResourceVisit, Walk};

impl Planner<'_> {
    /// Reads a data source, or plans to read it during apply; its value as others see it.
    pub(crate) async fn plan_data(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
    ) -> Option<Value> {
        let addr = visit.addr(index);
        if !self.selection.has_instance(&addr) || !self.reads(visit.node) {
            return Some(self.value_of_unselected(&addr, block).await);
        }
        let mut diags = Diagnostics::new();
        let value = self.plan_one_data(walk, visit, block, index, &addr, &mut diags).await;
        walk.report(visit.node, diags);
        value
    }

    async fn plan_one_data(
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
        let nested = visit.config.check.is_some();
        let repetition = visit.expansion.repetition(index);
        let soft = !self.plans();
        if !self.check_conditions(walk, visit, index, &repetition, Role::Precondition, None, diags) {
            return None;
        }
        let config = eval_config(walk, visit, block, &repetition, diags)?;
        validate(block, addr, &config, diags).await?;
        let known = config.is_wholly_known();
        let pending = self.has_pending_dependency(walk, visit);
        let later = || {
            let plain = config.unmark_deep().0;
            with_marks_of(&schema::unknown_computed(&block.schema.block, &plain), &config, block)
        };
        let put_off = walk.is_put_off(visit.node).then_some(DeferredReason::DeferredPrerequisite);
        let mut read = None;
        if known && !pending && put_off.is_none() {
            let Some(found) = read_data_of(walk, visit, block, addr, &config, self.checks(), diags).await?
            else {
                // It is tried again when the plan is applied.
                let value = later();
                self.store_data(addr, block, &schema::unknown_as_null(&value), diags)?;
                self.read_again(addr, block, &value);
                return Some(value);
            };
            read = Some(found);
        }
        let refused = match &read {
            Some(Reading::PutOff(why)) => self.deferral(addr, Some(*why), diags).ok()?,
            _ => None,
        };
        let put_off = put_off.or(refused);
        if let Some(Reading::Read(value)) = read {
            self.store_data(addr, block, &value, diags)?;
            if nested {
                self.read_again(addr, block, &value);
            }
            let holds = self.check_conditions(
                walk,
                visit,
                index,
                &repetition,
                Role::Postcondition,
                Some(&value),
                diags,
            );
            return holds.then_some(value);
        }
        if soft {
            if !known && self.options.mode == Mode::RefreshOnly {
                self.drop_prior(addr);
            }
            return Some(Value::unknown(block.schema.block.implied_type().clone()));
        }
        self.drop_prior(addr);
        let value = later();
        let reason = match known {
            false => ActionReason::ReadBecauseConfigUnknown,
            true if nested && !pending => ActionReason::ReadBecauseCheckNested,
            true => ActionReason::ReadBecauseDependencyPending,
        };
        let change = self.read_change(addr, block, value.clone(), reason);
        match put_off {
            Some(reason) => self.defer(walk, visit.node, reason, change),
            None => self.add(change),
        }
        let holds =
            self.check_conditions(walk, visit, index, &repetition, Role::Postcondition, Some(&value), diags);
        holds.then_some(value)
    }

    /// What a check reads is read once more when the plan is applied; where nothing is changed there is no need.
    fn read_again(&self, addr: &AbsResourceInstance, block: &Block, value: &Value) {
        if self.options.mode == Mode::Normal {
            self.add(self.read_change(addr, block, value.clone(), ActionReason::ReadBecauseCheckNested));
        }
    }

    /// That a data source is read when the plan is applied.
    fn read_change(
        &self,
        addr: &AbsResourceInstance,
        block: &Block,
        after: Value,
        reason: ActionReason,
    ) -> ResourceChange {
        let before = Value::null(block.schema.block.implied_type().clone());
        ResourceChange {
            moved_from: self.previous_address(addr),
            reason: Some(reason),
            ..ResourceChange::new(addr.clone(), block.provider_config.clone(), Action::Read, before, after)
        }
    }

    /// What was read before does not count any more.
    fn drop_prior(&self, addr: &AbsResourceInstance) {
        self.prior.borrow_mut().remove_instance(addr);
    }

    fn store_data(
        &self,
        addr: &AbsResourceInstance,
        block: &Block,
        value: &Value,
        diags: &mut Diagnostics,
    ) -> Option<()> {
        let stored = Stored {
            status: ObjectStatus::Ready,
            private: Arc::default(),
            dependencies: DependencyList::default(),
            create_before_destroy: false,
            skip_destroy: false,
            identity: None,
        };
        match object::encode(value, &block.schema, stored) {
            Ok(object) => {
                self.prior.borrow_mut().instance_mut(addr, &block.provider_config).current =
                    Some(Arc::new(object));
                Some(())
            }
            Err(message) => {
                let detail = format!("What the provider says of {addr} cannot be stored: {message}.");
                diags.push(Diagnostic::error("Provider produced invalid object", detail));
                None
            }
        }
    }

    /// Whether something that a data source must wait for has changes: what `depends_on` names, also that of calls of modules
    /// that are named as a whole, resources that its arguments name themselves, also `count` and `for_each`, known or not,
    /// and all that it needs when it has conditions. What a local value or another module says of a resource does not make
    /// it wait.
    fn has_pending_dependency(&self, walk: &Walk<'_>, visit: &ResourceVisit<'_>) -> bool {
        let graph = walk.setup.graph;
        let lifecycle = &visit.config.lifecycle;
        let mut waits: Vec<(Dependency, Option<usize>)> = Vec::new();
        if !lifecycle.preconditions.is_empty() || !lifecycle.postconditions.is_empty() {
            waits.extend(self.dependencies.needed(visit.node));
        }
        let mut named = Vec::new();
        let mut references = visit.config.body_references();
        references.extend(visit.config.repetition.expressions().flat_map(hcl::Expression::references));
        graph.resolve_all(walk.setup.tree, visit.module.module, &references, &mut named);
        // What a call of a module waits for, everything in it waits for, and whoever names the call as a whole: there also
        // what that needs in its turn counts.
        let mut of_calls = Vec::new();
        let mut module = visit.module.module;
        let calls = &walk.setup.tree.modules[module].module.module_calls;
        for node in &named {
            if let Item::CallEnd(call) = &graph.node(*node).item
                && let Some(call) = calls.get(call)
            {
                graph.resolve_all(walk.setup.tree, module, &call.depends_on, &mut of_calls);
            }
        }
        named.retain(|node| matches!(graph.node(*node).item, Item::Resource(_)));
        graph.resolve_all(walk.setup.tree, module, &visit.config.depends_on, &mut named);
        while let Some((caller, call)) = &walk.setup.tree.modules[module].caller {
            if let Some(call) = walk.setup.tree.modules[*caller].module.module_calls.get(call) {
                graph.resolve_all(walk.setup.tree, *caller, &call.depends_on, &mut of_calls);
            }
            module = *caller;
        }
        let named = named.into_iter().map(|node| (node, false));
        for (node, with_needed) in named.chain(of_calls.into_iter().map(|node| (node, true))) {
            let address = self.dependencies.address(node);
            // Of anything but a resource only what it needs can change.
            if with_needed || address.is_none() {
                waits.extend(self.dependencies.needed(node));
            }
            waits.extend(address.map(|address| (address.into(), Some(node))));
        }
        waits.into_iter().any(|(address, node)| {
            let resource = &address.resource;
            if resource.mode != ResourceMode::Managed {
                return false;
            }
            // Of the module that it is in only its own instance counts.
            let own = &visit.module.addr;
            let is_near = address.module == own.module();
            let counts = |module: &addrs::ModuleInstance| !is_near || module == own;
            if self.plans() && self.loses_objects(walk, &address, &counts) {
                return true;
            }
            let Some(at) = node.map(|node| graph.node(node)) else { return false };
            let changes = self.changes.borrow();
            walk.world.instances(at.module).iter().filter(|module| counts(&module.addr)).any(|module| {
                let resources = module.resources.borrow();
                let Some(instances) = resources.get(resource) else { return false };
                let whole = addrs::AbsResource { module: module.addr.clone(), resource: resource.clone() };
                instances.expansion.keys.iter().any(|key| {
                    let change = changes.get(&whole.instance(key.clone()));
                    change.is_some_and(|change| change.action != Action::NoOp)
                })
            })
        })
    }

    /// Whether objects of a block will be destroyed that nothing is written for any more, in some instances of its module.
    /// Objects that were replaced before do not count: nobody reads what they did.
    fn loses_objects(
        &self,
        walk: &Walk<'_>,
        block: &addrs::ConfigResource,
        counts: &dyn Fn(&addrs::ModuleInstance) -> bool,
    ) -> bool {
        self.stored_of(block).iter().filter(|resource| counts(&resource.module)).any(|resource| {
            let instances =
                self.previous.resources.get(resource).into_iter().flat_map(|found| &found.instances);
            instances.into_iter().any(|(key, instance)| {
                let addr = resource.instance(key.clone());
                instance.current.is_some()
                    && self.selection.has_orphan(&addr)
                    && self.is_unwritten(walk, &addr)
            })
        })
    }

    /// Opens an ephemeral resource; its value as others see it.
    pub(crate) async fn open_ephemeral(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
    ) -> Option<Value> {
        let addr = visit.addr(index);
        let mut diags = Diagnostics::new();
        let later = self.has_pending_dependency(walk, visit);
        let value = open(walk, visit, block, index, &addr, later, &mut diags).await;
        walk.report(visit.node, diags);
        value
    }
}

/// A value with the secrets of what is written and of the schema.
fn with_marks_of(value: &Value, config: &Value, block: &Block) -> Value {
    let (_, places) = config.unmark_deep_with_paths();
    let paths: Vec<Path> =
        places.into_iter().filter(|(_, marks)| marks.is_sensitive()).map(|(path, _)| path).collect();
    object::marked(value, &block.schema, &paths)
}

/// What came of reading a data source.
pub(crate) enum Reading {
    /// It was read: with marks.
    Read(Value),
    /// The provider puts it off.
    PutOff(provider::Deferred),
}

/// Reads a data source whose configuration is known. Nothing inside where it stands in a `check` block and cannot be
/// read: the check has failed then, of which is only warned, or nothing is said where nothing is checked.
pub(crate) async fn read_data_of(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    block: &Block,
    addr: &AbsResourceInstance,
    config: &Value,
    checks: bool,
    diags: &mut Diagnostics,
) -> Option<Option<Reading>> {
    let Some(check) = &visit.config.check else {
        return Some(Some(read_data(walk, block, addr, config, diags).await?));
    };
    let mut found = Diagnostics::new();
    let read = read_data(walk, block, addr, config, &mut found).await;
    if read.is_none() && !checks {
        return Some(None);
    }
    if read.is_none() {
        let (config_addr, addr) = visit.module.check_addresses(&format!("check.{check}"));
        let failure = Some(problems(&found));
        walk.checks.record(Kind::Check, &config_addr, &addr, CheckStatus::Fail, failure);
        for diagnostic in found.iter_mut() {
            diagnostic.severity = diag::Severity::Warning;
            diagnostic.kind = diag::Kind::Check;
        }
    }
    diags.append(found);
    Some(read)
}

/// Several problems in one text.
fn problems(found: &Diagnostics) -> String {
    let errors = found.iter().filter(|diagnostic| diagnostic.severity == diag::Severity::Error);
    let texts: Vec<String> = errors
        .map(|diagnostic| match diagnostic.detail.as_str() {
            "" => diagnostic.summary.clone(),
            detail => format!("{}: {detail}", diagnostic.summary),
        })
        .collect();
    match texts.as_slice() {
        [one] => one.clone(),
        several => format!("{} problems:\n\n- {}", several.len(), several.join("\n- ")),
    }
}

/// Reads a data source whose configuration is known.
async fn read_data(
    walk: &Walk<'_>,
    block: &Block,
    addr: &AbsResourceInstance,
    config: &Value,
    diags: &mut Diagnostics,
) -> Option<Reading> {
    let plain = config.unmark_deep().0;
    walk.setup.events.tell(Event::ReadStart { addr });
    let request = ReadDataRequest {
        type_name: addr.resource.resource.type_name.clone(),
        config: plain.clone(),
        provider_meta: block.meta.clone(),
    };
    let response = block.provider.read_data_source(request).await;
    let failed = provider::has_errors(&response.diags);
    let address = addr.to_string();
    diags.extend(response.diags.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
    let over = || walk.setup.events.tell(Event::ReadFailed { addr });
    if failed {
        over();
        return None;
    }
    if let Some(why) = response.deferred {
        over();
        return Some(Reading::PutOff(why));
    }
    if let Some(wrong) = unusable(block, addr, &response.object) {
        over();
        diags.push(wrong);
        return None;
    }
    let object = with_marks_of(&response.object, config, block);
    walk.setup.events.tell(Event::ReadDone { addr, object: &object });
    Some(Reading::Read(object))
}

/// Why what was read or opened cannot be used, if it cannot: it must be there, of its type, and wholly known.
fn unusable(block: &Block, addr: &AbsResourceInstance, object: &Value) -> Option<Diagnostic> {
    let (summary, what) = match schema::type_violations(object, block.schema.block.implied_type()).first() {
        Some(error) => ("Provider produced invalid object", format!("that is not of its type: {error}")),
        None if object.is_null() => ("Provider produced null object", "that holds no object".to_owned()),
        None if !object.is_wholly_known() => {
            ("Provider produced invalid object", "that is not wholly known".to_owned())
        }
        None => return None,
    };
    let detail = format!(
        "Provider {:?} gave an answer for {addr} {what}.\n\nThis is a bug in the provider, which should be reported in \
         the provider's own issue tracker.",
        block.provider_config.provider.to_string()
    );
    Some(Diagnostic::error(summary, detail))
}

/// Opens an ephemeral resource. What is not known yet is put off, and so is what must wait for changes.
pub(crate) async fn open(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    block: &Block,
    index: usize,
    addr: &AbsResourceInstance,
    later: bool,
    diags: &mut Diagnostics,
) -> Option<Value> {
    let repetition = visit.expansion.repetition(index);
    let conditions = |role, value: Option<&Value>, diags: &mut Diagnostics| {
        check_conditions(walk, visit, index, &repetition, role, value, false, diags)
    };
    if !conditions(Role::Precondition, None, diags) {
        return None;
    }
    let names = walk.names(&visit.module, &repetition, None);
    let config = diags.keep(block.prepared.eval(&names.scope()))?;
    validate(block, addr, &config, diags).await?;
    let is_known = config.is_wholly_known();
    if later || walk.is_put_off(visit.node) || !is_known {
        if !is_known {
            walk.setup.events.tell(Event::EphemeralPutOff { addr });
        }
        let value = schema::unknown_computed(&block.schema.block, &config.unmark_deep().0);
        return Some(with_marks_of(&value, &config, block).with_marks(&Marks::ephemeral()));
    }
    walk.setup.events.tell(Event::EphemeralStart { addr, action: EphemeralAction::Open });
    let request = OpenEphemeralRequest {
        type_name: addr.resource.resource.type_name.clone(),
        config: config.unmark_deep().0,
    };
    let response = block.provider.open_ephemeral(request).await;
    let failed = provider::has_errors(&response.diags);
    let address = addr.to_string();
    diags.extend(response.diags.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
    if failed {
        walk.setup.events.tell(Event::EphemeralFailed { addr, action: EphemeralAction::Open });
        return None;
    }
    if response.deferred.is_some() {
        diags.push(unasked_deferral(addr));
        return None;
    }
    let at = block.prepared.range_of(&value::Path::new());
    let opened = Opened::new(addr.clone(), block.provider.clone(), response.private, response.renew_at, at);
    walk.ephemerals.add(visit.node, opened);
    if let Some(wrong) = unusable(block, addr, &response.object) {
        diags.push(wrong);
        return None;
    }
    walk.setup.events.tell(Event::EphemeralDone { addr, action: EphemeralAction::Open });
    let value = with_marks_of(&response.object, &config, block).with_marks(&Marks::ephemeral());
    conditions(Role::Postcondition, Some(&value), diags).then_some(value)
}

/// What stands for an ephemeral resource that is not open.
pub(crate) fn unopened(block: &Block) -> Value {
    Value::unknown(block.schema.block.implied_type().clone()).with_marks(&Marks::ephemeral())
}
