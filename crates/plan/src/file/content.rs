//! What is in the file: the plan, both states and the configuration.

use std::sync::Arc;

use addrs::TriggerEvent;
use state::{CheckObject, CheckResult, CheckStatus, State, StateFile};

use super::part::{Part, choices, fields};
use super::stream::{Reader, Writer};
use super::{PlanFileError, SavedBackend, SavedModule, SavedPlan};
use crate::{
    Action, ActionReason, DeferredChange, DeferredInvocation, DeferredReason, Importing, Invocation,
    LifecycleTrigger, Mode, OutputChange, Plan, RelevantAttribute, ResourceChange, Trigger,
};

fields!(SavedPlan { created_by, terraform_version, lineage, serial, backend, modules, schemas, plan });
fields!(SavedModule { key, dir, files });
fields!(SavedBackend { type_name, config, workspace });

choices!(Mode { Normal, Destroy, RefreshOnly });
choices!(Action {
    NoOp,
    Create,
    Read,
    Update,
    Delete,
    DeleteThenCreate,
    CreateThenDelete,
    Forget,
    ForgetThenCreate,
});
choices!(ActionReason {
    ReplaceBecauseTainted,
    ReplaceByRequest,
    ReplaceByTriggers,
    ReplaceBecauseCannotUpdate,
    DeleteBecauseNoResourceConfig,
    DeleteBecauseWrongRepetition,
    DeleteBecauseCountIndex,
    DeleteBecauseEachKey,
    DeleteBecauseNoModule,
    DeleteBecauseNoMoveTarget,
    DeleteBecauseEnabledFalse,
    ReadBecauseConfigUnknown,
    ReadBecauseDependencyPending,
    ReadBecauseCheckNested,
    ForgotBecauseLifecycleDestroyInConfig,
    ForgotBecauseLifecycleDestroyInState,
});
choices!(CheckStatus { Pass, Unknown, Fail, Error });
fields!(CheckResult { kind, config_addr, status, objects });
fields!(CheckObject { addr, status, failures });
fields!(RelevantAttribute { resource, attribute });
fields!(Importing { id, identity, unknown });
choices!(DeferredReason {
    InstanceCountUnknown,
    ResourceConfigUnknown,
    ProviderConfigUnknown,
    AbsentPrerequisite,
    DeferredPrerequisite,
    Unknown,
});
fields!(DeferredChange { reason, change });
choices!(TriggerEvent { BeforeCreate, AfterCreate, BeforeUpdate, AfterUpdate });
fields!(LifecycleTrigger { resource, event, block, position });
fields!(DeferredInvocation { reason, invocation });

impl Part for Trigger {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        match self {
            Trigger::Lifecycle(trigger) => Some(trigger.clone()),
            Trigger::Request => None,
        }
        .write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let trigger: Option<LifecycleTrigger> = Part::read(from)?;
        Ok(trigger.map_or(Trigger::Request, Trigger::Lifecycle))
    }
}

impl Part for Invocation {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let Self { addr, provider, trigger, config } = self;
        addr.write(out)?;
        provider.write(out)?;
        trigger.write(out)?;
        config.write(out).map_err(of(addr))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(Self {
            addr: Part::read(from)?,
            provider: Part::read(from)?,
            trigger: Part::read(from)?,
            config: Part::read(from)?,
        })
    }
}

/// Something that is mostly the same as what was written just before.
fn write_other<T: Part>(item: &T, same: bool, out: &mut Writer) -> Result<(), PlanFileError> {
    same.write(out)?;
    if same { Ok(()) } else { item.write(out) }
}

fn read_other<T: Part + Clone>(before: &T, from: &mut Reader<'_>) -> Result<T, PlanFileError> {
    if bool::read(from)? { Ok(before.clone()) } else { T::read(from) }
}

/// Says whose value it is that cannot be stored.
fn of(whose: impl std::fmt::Display) -> impl FnOnce(PlanFileError) -> PlanFileError {
    move |error| match error {
        PlanFileError::Unwritable(why) => PlanFileError::Unwritable(format!("a value of {whose}: {why}")),
        other => other,
    }
}

impl Part for ResourceChange {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        write_change(self, out).map_err(of(&self.addr))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let addr = Part::read(from)?;
        let moved_from = Part::read(from)?;
        let deposed = Part::read(from)?;
        let provider = Arc::new(Part::read(from)?);
        let action = Part::read(from)?;
        let reason = Part::read(from)?;
        let before = Part::read(from)?;
        let after = read_other(&before, from)?;
        let required_replace = Part::read(from)?;
        let importing = Part::read(from)?;
        let generated_config = Part::read(from)?;
        let private = Part::read(from)?;
        let before_identity = Part::read(from)?;
        let after_identity = read_other(&before_identity, from)?;
        Ok(Self {
            addr,
            moved_from,
            deposed,
            provider,
            action,
            reason,
            before,
            after,
            required_replace,
            importing,
            generated_config,
            private,
            before_identity,
            after_identity,
        })
    }
}

fn write_change(change: &ResourceChange, out: &mut Writer) -> Result<(), PlanFileError> {
    let ResourceChange {
        addr,
        moved_from,
        deposed,
        provider,
        action,
        reason,
        before,
        after,
        required_replace,
        importing,
        generated_config,
        private,
        before_identity,
        after_identity,
    } = change;
    addr.write(out)?;
    moved_from.write(out)?;
    deposed.write(out)?;
    provider.write(out)?;
    action.write(out)?;
    reason.write(out)?;
    before.write(out)?;
    write_other(after, after == before, out)?;
    required_replace.write(out)?;
    importing.write(out)?;
    generated_config.write(out)?;
    private.write(out)?;
    before_identity.write(out)?;
    write_other(after_identity, after_identity == before_identity, out)
}

impl Part for OutputChange {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let Self { action, before, after, sensitive } = self;
        action.write(out)?;
        before.write(out)?;
        write_other(after, after == before, out)?;
        sensitive.write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let action = Part::read(from)?;
        let before = Part::read(from)?;
        let after = read_other(&before, from)?;
        Ok(Self { action, before, after, sensitive: Part::read(from)? })
    }
}

/// A state is the file that it would be.
impl Part for State {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let file = StateFile { state: self.clone(), ..StateFile::default() };
        out.bytes(&file.write_compact());
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let file = StateFile::read(&from.bytes()?);
        Ok(file.map_err(|_| PlanFileError::Invalid("a state in it is not understood"))?.state)
    }
}

impl Part for Plan {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let Self {
            mode,
            changes,
            deferred,
            invocations,
            deferred_invocations,
            drift,
            outputs,
            variables,
            given_variables,
            ephemeral_variables,
            targets,
            excludes,
            force_replace,
            prev_state,
            prior_state,
            relevant_attributes,
            checks,
            timestamp,
            errored,
            complete,
            applyable,
            module_instances,
            has_module_outputs: _,
            was_saved: _,
        } = self;
        mode.write(out)?;
        timestamp.write(out)?;
        errored.write(out)?;
        complete.write(out)?;
        applyable.write(out)?;
        variables.write(out).map_err(of("the variables"))?;
        given_variables.write(out)?;
        ephemeral_variables.write(out)?;
        targets.write(out)?;
        excludes.write(out)?;
        force_replace.write(out)?;
        module_instances.write(out)?;
        prev_state.write(out)?;
        write_other(prior_state, prior_state.same_as(prev_state), out)?;
        changes.write(out)?;
        deferred.write(out)?;
        invocations.write(out)?;
        deferred_invocations.write(out)?;
        drift.write(out)?;
        outputs.write(out).map_err(of("the outputs"))?;
        relevant_attributes.write(out)?;
        checks.write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let mode = Part::read(from)?;
        let timestamp = Part::read(from)?;
        let errored = Part::read(from)?;
        let complete = Part::read(from)?;
        let applyable = Part::read(from)?;
        let variables = Part::read(from)?;
        let given_variables = Part::read(from)?;
        let ephemeral_variables = Part::read(from)?;
        let targets = Part::read(from)?;
        let excludes = Part::read(from)?;
        let force_replace = Part::read(from)?;
        let module_instances = Part::read(from)?;
        let prev_state = Part::read(from)?;
        let prior_state = read_other(&prev_state, from)?;
        Ok(Self {
            mode,
            timestamp,
            errored,
            complete,
            applyable,
            variables,
            given_variables,
            ephemeral_variables,
            targets,
            excludes,
            force_replace,
            module_instances,
            prev_state,
            prior_state,
            changes: Part::read(from)?,
            deferred: Part::read(from)?,
            invocations: Part::read(from)?,
            deferred_invocations: Part::read(from)?,
            drift: Part::read(from)?,
            outputs: Part::read(from)?,
            relevant_attributes: Part::read(from)?,
            checks: Part::read(from)?,
            has_module_outputs: false,
            was_saved: true,
        })
    }
}
