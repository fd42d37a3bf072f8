//! One change.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance};
use smol_str::SmolStr;
use value::{Path, Value};

/// What is done with an object or an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing.
    NoOp,
    /// It is made.
    Create,
    /// It is read during apply: a data source.
    Read,
    /// It is changed in place.
    Update,
    /// It is destroyed.
    Delete,
    /// It is destroyed, then made anew.
    DeleteThenCreate,
    /// It is made anew, then the old one is destroyed.
    CreateThenDelete,
    /// It is no longer remembered.
    Forget,
    /// The old one is no longer remembered and a new one is made.
    ForgetThenCreate,
}

impl Action {
    /// Whether an object takes the place of another.
    pub fn is_replace(self) -> bool {
        matches!(self, Action::DeleteThenCreate | Action::CreateThenDelete)
    }

    /// The words of the JSON formats.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Action::NoOp => &["no-op"],
            Action::Create => &["create"],
            Action::Read => &["read"],
            Action::Update => &["update"],
            Action::Delete => &["delete"],
            Action::DeleteThenCreate => &["delete", "create"],
            Action::CreateThenDelete => &["create", "delete"],
            Action::Forget => &["forget"],
            Action::ForgetThenCreate => &["forget", "create"],
        }
    }
}

/// Why an action was chosen, where it does not explain itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionReason {
    /// The object is tainted.
    ReplaceBecauseTainted,
    /// `-replace` asks for it.
    ReplaceByRequest,
    /// `replace_triggered_by` asks for it.
    ReplaceByTriggers,
    /// The provider cannot make the change in place.
    ReplaceBecauseCannotUpdate,
    /// Its block is gone.
    DeleteBecauseNoResourceConfig,
    /// The instances are counted or named in another way now.
    DeleteBecauseWrongRepetition,
    /// `count` is smaller now.
    DeleteBecauseCountIndex,
    /// `for_each` has no such key any more.
    DeleteBecauseEachKey,
    /// Its module is gone.
    DeleteBecauseNoModule,
    /// It was moved to an address that is not there.
    DeleteBecauseNoMoveTarget,
    /// `enabled` is false.
    DeleteBecauseEnabledFalse,
    /// Its configuration is not known yet.
    ReadBecauseConfigUnknown,
    /// Something it depends on has changes.
    ReadBecauseDependencyPending,
    /// It stands in a check block.
    ReadBecauseCheckNested,
    /// Its block says that it is not destroyed.
    ForgotBecauseLifecycleDestroyInConfig,
    /// Its block said so when it was made.
    ForgotBecauseLifecycleDestroyInState,
}

impl ActionReason {
    /// The word of the JSON form of a plan.
    pub fn word(self) -> &'static str {
        match self {
            ActionReason::ReplaceBecauseTainted => "replace_because_tainted",
            ActionReason::ReplaceByRequest => "replace_by_request",
            ActionReason::ReplaceByTriggers => "replace_by_triggers",
            ActionReason::ReplaceBecauseCannotUpdate => "replace_because_cannot_update",
            ActionReason::DeleteBecauseNoResourceConfig => "delete_because_no_resource_config",
            ActionReason::DeleteBecauseWrongRepetition => "delete_because_wrong_repetition",
            ActionReason::DeleteBecauseCountIndex => "delete_because_count_index",
            ActionReason::DeleteBecauseEachKey => "delete_because_each_key",
            ActionReason::DeleteBecauseNoModule => "delete_because_no_module",
            ActionReason::DeleteBecauseNoMoveTarget => "delete_because_no_move_target",
            ActionReason::DeleteBecauseEnabledFalse => "delete_because_enabled_false",
            ActionReason::ReadBecauseConfigUnknown => "read_because_config_unknown",
            ActionReason::ReadBecauseDependencyPending => "read_because_dependency_pending",
            ActionReason::ReadBecauseCheckNested => "read_because_check_nested",
            ActionReason::ForgotBecauseLifecycleDestroyInConfig => {
                "forgot_because_lifecycle_destroy_in_config"
            }
            ActionReason::ForgotBecauseLifecycleDestroyInState => "forgot_because_lifecycle_destroy_in_state",
        }
    }
}

/// What becomes of one object.
#[derive(Clone, Debug)]
pub struct ResourceChange {
    /// The instance.
    pub addr: AbsResourceInstance,
    /// Where it was before moves, where that was elsewhere. Boxed, like all that is rare and large: there are as many
    /// changes as instances.
    pub moved_from: Option<Box<AbsResourceInstance>>,
    /// Which of the objects that were replaced.
    pub deposed: Option<SmolStr>,
    /// The configuration of the provider.
    pub provider: Arc<AbsProviderConfig>,
    /// What is done.
    pub action: Action,
    /// Why.
    pub reason: Option<ActionReason>,
    /// What is, with marks; null where nothing is.
    pub before: Value,
    /// What will be, with marks and unknowns; null where nothing will be.
    pub after: Value,
    /// The parts whose change needs a new object.
    pub required_replace: Vec<Path>,
    /// It is taken over from outside first.
    pub importing: Option<Box<Importing>>,
    /// Configuration that was written for it.
    pub generated_config: Option<Arc<str>>,
    /// What the provider put into the plan for itself.
    pub private: Arc<[u8]>,
    /// What tells the object from others, before.
    pub before_identity: Option<Value>,
    /// What tells the object from others, after.
    pub after_identity: Option<Value>,
}

impl ResourceChange {
    /// A change of an object, and nothing else that could be said of it.
    pub fn new(
        addr: AbsResourceInstance,
        provider: Arc<AbsProviderConfig>,
        action: Action,
        before: Value,
        after: Value,
    ) -> Self {
        ResourceChange {
            addr,
            moved_from: None,
            deposed: None,
            provider,
            action,
            reason: None,
            before,
            after,
            required_replace: Vec::new(),
            importing: None,
            generated_config: None,
            private: Arc::default(),
            before_identity: None,
            after_identity: None,
        }
    }

    /// Whether it comes from another address.
    pub fn is_moved(&self) -> bool {
        self.moved_from.is_some()
    }

    /// Where it was before moves.
    pub fn prev_addr(&self) -> &AbsResourceInstance {
        self.moved_from.as_deref().unwrap_or(&self.addr)
    }

    /// Whether it would be destroyed if its lifecycle did not say that it is only forgotten.
    pub fn is_kept(&self) -> bool {
        let in_config = Some(ActionReason::ForgotBecauseLifecycleDestroyInConfig);
        let in_state = Some(ActionReason::ForgotBecauseLifecycleDestroyInState);
        self.action == Action::Forget && (self.reason == in_config || self.reason == in_state)
    }
}

/// Why a change is put off to a later run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeferredReason {
    /// How many instances there are is not known.
    InstanceCountUnknown,
    /// The provider needs more of the configuration to be known.
    ResourceConfigUnknown,
    /// The provider needs more of its own configuration to be known.
    ProviderConfigUnknown,
    /// The provider needs something else to be there.
    AbsentPrerequisite,
    /// Something that it needs is put off.
    DeferredPrerequisite,
    /// Nobody said.
    Unknown,
}

impl DeferredReason {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            DeferredReason::InstanceCountUnknown => "instance_count_unknown",
            DeferredReason::ResourceConfigUnknown => "resource_config_unknown",
            DeferredReason::ProviderConfigUnknown => "provider_config_unknown",
            DeferredReason::AbsentPrerequisite => "absent_prereq",
            DeferredReason::DeferredPrerequisite => "deferred_prereq",
            DeferredReason::Unknown => "unknown",
        }
    }

    /// The words for people.
    pub fn words(self) -> &'static str {
        match self {
            DeferredReason::InstanceCountUnknown => "how many there will be is not known yet",
            DeferredReason::ResourceConfigUnknown => "the provider needs to know more of its configuration",
            DeferredReason::ProviderConfigUnknown => "the configuration of its provider is not known yet",
            DeferredReason::AbsentPrerequisite => "the provider needs something else to be there first",
            DeferredReason::DeferredPrerequisite => "something that it needs is put off",
            DeferredReason::Unknown => "the provider puts it off",
        }
    }
}

/// A change that is put off to a later run.
#[derive(Clone, Debug)]
pub struct DeferredChange {
    /// Why.
    pub reason: DeferredReason,
    /// The change, as far as it is known.
    pub change: ResourceChange,
}

/// How an object is found that is taken over.
#[derive(Clone, Debug)]
pub struct Importing {
    /// Its id, where it is found by that.
    pub id: Option<SmolStr>,
    /// Its identity otherwise.
    pub identity: Option<Value>,
    /// Whether the id is not known yet.
    pub unknown: bool,
}

/// What becomes of an output of the root module.
#[derive(Clone, Debug)]
pub struct OutputChange {
    /// What is done.
    pub action: Action,
    /// What is, with marks.
    pub before: Value,
    /// What will be, with marks and unknowns.
    pub after: Value,
    /// Whether either is a secret.
    pub sensitive: bool,
}
