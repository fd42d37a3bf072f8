//! What a run is given, and whom it tells.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider as ProviderAddr};
use config::{Graph, ModuleTree};
use diag::Diagnostic;
use functions::FileAccess;
use futures_util::future::LocalBoxFuture;
use hcl::eval::CallFailure;
use plan::{Action, Invocation};
use provider::Provider;
use smol_str::SmolStr;
use value::Value;

use crate::query::Listed;

/// Everything a run needs.
pub struct Setup<'c> {
    /// The configuration.
    pub tree: &'c ModuleTree,
    /// Its order.
    pub graph: &'c Graph,
    /// Files that functions may read.
    pub files: &'c dyn FileAccess,
    /// Where providers come from.
    pub providers: &'c dyn Providers,
    /// What runs after creation and before destruction.
    pub provisioners: &'c dyn Provisioners,
    /// The selected workspace.
    pub workspace: SmolStr,
    /// The values of the root module's variables, converted and marked.
    pub variables: BTreeMap<SmolStr, Value>,
    /// The same as they were given, for who reads the plan.
    pub given: BTreeMap<SmolStr, Value>,
    /// What is wrong with values that do not fit their variables.
    pub refused: &'c BTreeMap<SmolStr, Diagnostic>,
    /// Who is told what happens.
    pub events: &'c dyn Events,
    /// How many calls of providers run at once.
    pub parallelism: usize,
    /// Whether what does not need something that failed goes on.
    pub continue_on_error: bool,
    /// The level of Terraform that is reported to providers.
    pub terraform_version: SmolStr,
}

/// Where providers come from.
pub trait Providers {
    /// The provider for a configuration, which nobody else uses. It is asked once for each.
    fn provider<'a>(
        &'a self,
        config: &'a AbsProviderConfig,
    ) -> LocalBoxFuture<'a, Result<Arc<dyn Provider>, Box<Diagnostic>>>;

    /// Calls a function of a provider; nothing where it has no such function.
    fn call_function(
        &self,
        provider: &ProviderAddr,
        name: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>>;
}

/// What runs after an object is made and before it is destroyed.
pub trait Provisioners {
    /// The arguments of a type of provisioner; nothing where there is no such type.
    fn schema(&self, type_name: &str) -> Option<&schema::Block>;

    /// Runs one; lines that it prints are told.
    fn run<'a>(
        &'a self,
        type_name: &'a str,
        config: Value,
        line: &'a dyn Fn(&str),
    ) -> LocalBoxFuture<'a, Result<(), ProvisionError>>;
}

/// Why a provisioner failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvisionError {
    /// Fixed words.
    pub summary: String,
    /// What happened.
    pub detail: String,
}

/// What is done with an ephemeral resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EphemeralAction {
    /// It becomes usable.
    Open,
    /// It stays usable.
    Renew,
    /// It is not needed any more.
    Close,
}

/// What happens to an object, told while it happens.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It is read.
    RefreshStart {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Which of its objects that were put aside.
        deposed: Option<&'a str>,
        /// What is known of it.
        object: &'a Value,
    },
    /// It was read.
    RefreshDone {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What is known of it.
        object: &'a Value,
    },
    /// An object is looked for, to take it over.
    ImportStart {
        /// Where it goes.
        addr: &'a AbsResourceInstance,
        /// What it is found by, if that is one text.
        id: Option<&'a str>,
    },
    /// An object to take over was found; it is read next.
    ImportFound {
        /// Where it goes.
        addr: &'a AbsResourceInstance,
    },
    /// An object was taken over, by a plan that is performed.
    Imported {
        /// Where it is.
        addr: &'a AbsResourceInstance,
        /// What it was found by, if that is one text.
        id: Option<&'a str>,
    },
    /// Configuration was written for an object that is taken over.
    ConfigGenerated {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// A block of a resource, without a line end.
        text: &'a str,
    },
    /// A data source is read.
    ReadStart {
        /// Whose.
        addr: &'a AbsResourceInstance,
    },
    /// A data source was read.
    ReadDone {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What was read.
        object: &'a Value,
    },
    /// A data source was not read, or not yet.
    ReadFailed {
        /// Whose.
        addr: &'a AbsResourceInstance,
    },
    /// A list is asked for.
    ListStart {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What is written, with its marks.
        config: &'a Value,
    },
    /// A list found something.
    ListFound {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What.
        found: Listed<'a>,
    },
    /// A list is at its end.
    ListDone {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// How much was found.
        total: usize,
    },
    /// An ephemeral resource is not opened, because its configuration is not known yet.
    EphemeralPutOff {
        /// Whose.
        addr: &'a AbsResourceInstance,
    },
    /// Something is done with an ephemeral resource.
    EphemeralStart {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What.
        action: EphemeralAction,
    },
    /// Something was done with an ephemeral resource.
    EphemeralDone {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What.
        action: EphemeralAction,
    },
    /// Something could not be done with an ephemeral resource.
    EphemeralFailed {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// What.
        action: EphemeralAction,
    },
    /// A change begins.
    ApplyStart {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Which of the objects that were replaced.
        deposed: Option<&'a str>,
        /// What is done.
        action: Action,
        /// What was.
        prior: &'a Value,
    },
    /// A change was made.
    ApplyDone {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Which of the objects that were replaced.
        deposed: Option<&'a str>,
        /// What was done.
        action: Action,
        /// What is; null when it is gone.
        object: &'a Value,
    },
    /// A change failed.
    ApplyFailed {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Which of the objects that were replaced.
        deposed: Option<&'a str>,
        /// What was to be done.
        action: Action,
    },
    /// A provisioner begins.
    ProvisionStart {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Its type.
        provisioner: &'a str,
    },
    /// A provisioner says something.
    ProvisionOutput {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Its type.
        provisioner: &'a str,
        /// One line.
        line: &'a str,
    },
    /// A provisioner ended.
    ProvisionDone {
        /// Whose.
        addr: &'a AbsResourceInstance,
        /// Its type.
        provisioner: &'a str,
        /// Whether it failed.
        failed: bool,
    },
    /// An action begins.
    ActionStart {
        /// Which, and why.
        invocation: &'a Invocation,
    },
    /// An action says how far it is.
    ActionProgress {
        /// Which, and why.
        invocation: &'a Invocation,
        /// What it says.
        message: &'a str,
    },
    /// An action was done.
    ActionDone {
        /// Which, and why.
        invocation: &'a Invocation,
    },
    /// An action failed.
    ActionFailed {
        /// Which, and why.
        invocation: &'a Invocation,
    },
}

/// Who is told what happens.
pub trait Events {
    /// Something happens.
    fn tell(&self, event: Event<'_>);

    /// Whether no new work shall begin.
    fn is_stopping(&self) -> bool {
        false
    }
}

/// Nobody is told.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Events for Silent {
    fn tell(&self, _event: Event<'_>) {}
}
