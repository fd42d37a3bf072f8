//! The providers of a run: those that are part of the program, and processes of others.
//!
//! Processes talk on a thread of their own, so that the engine's thread can wait for an answer in the middle of
//! an expression: functions of providers are called there.

mod functions;
mod processes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use addrs::{AbsProviderConfig, Provider as ProviderAddr, ResourceMode};
use builtin::BuiltinProvider;
use config::{BlockKind, Lookup, Schemas};
use diag::{Diagnostic, Diagnostics, Severity};
use engine::Providers;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use hcl::eval::CallFailure;
use plugin::Patience;
use provider::{ActionRequest, Provider, ProviderDiagnostic, ValidateListRequest, ValidateRequest};
use schema::{ProviderSchema, Schema};
use smol_str::SmolStr;
use value::{Path, Value};

use crate::remote_states::LocalStates;
use processes::Processes;
pub use processes::{Program, Programs};

/// All providers that a run can use.
pub struct ProviderSet {
    builtin: Arc<BuiltinProvider>,
    processes: Processes,
}

impl ProviderSet {
    /// The providers that are part of the program, and those whose programs are given.
    pub fn new(programs: Programs) -> Self {
        Self {
            builtin: Arc::new(BuiltinProvider::new(Arc::new(LocalStates))),
            processes: Processes::new(programs),
        }
    }

    /// Whether a provider can be had.
    pub fn has(&self, provider: &ProviderAddr) -> bool {
        provider.is_here() || self.processes.has(provider)
    }

    /// Makes providers known, all at once. Those that nobody has are left out. Those that will be called soon are
    /// started meanwhile.
    pub fn load(&self, needed: &BTreeSet<ProviderAddr>, soon: &BTreeSet<ProviderAddr>) -> Diagnostics {
        self.processes.load(needed, soon)
    }

    /// Says how much runs in parallel, and what is done about failures.
    pub(crate) fn prepare(&self, parallelism: usize, patience: Patience) {
        self.processes.prepare(parallelism, patience);
    }

    /// Asks providers to end what they are doing soon.
    pub(crate) fn stop(&self) {
        self.processes.stop();
    }

    /// What a provider offers, where it is known.
    fn offer<T>(&self, provider: &ProviderAddr, read: impl FnOnce(&ProviderSchema) -> T) -> Option<T> {
        if provider.is_here() {
            return Some(read(self.builtin.schema()));
        }
        self.processes.schema(provider).map(|schema| read(&schema))
    }

    /// A provider for whatever needs no configuration, where it is known.
    fn any(&self, provider: &ProviderAddr) -> Option<Arc<dyn Provider>> {
        if provider.is_here() {
            return Some(self.builtin.clone());
        }
        self.processes.any(provider).map(|found| found as Arc<dyn Provider>)
    }

    /// The schema of a type.
    pub fn schema(
        &self,
        provider: &ProviderAddr,
        mode: ResourceMode,
        type_name: &str,
    ) -> Option<Arc<Schema>> {
        Schemas::resource(self, provider, mode, type_name).found()
    }

    /// What some providers offer, as JSON; nothing of those that are not known.
    pub fn with_offers<T>(
        &self,
        providers: &BTreeSet<ProviderAddr>,
        read: impl FnOnce(&BTreeMap<ProviderAddr, &ProviderSchema>) -> T,
    ) -> T {
        let remote: BTreeMap<ProviderAddr, Arc<ProviderSchema>> = providers
            .iter()
            .filter_map(|provider| Some((provider.clone(), self.processes.schema(provider)?)))
            .collect();
        let mut offers: BTreeMap<ProviderAddr, &ProviderSchema> =
            remote.iter().map(|(provider, schema)| (provider.clone(), &**schema)).collect();
        if let Some(builtin) = providers.iter().find(|provider| provider.is_here()) {
            offers.insert(builtin.clone(), self.builtin.schema());
        }
        read(&offers)
    }
}

impl Schemas for ProviderSet {
    fn resource(&self, provider: &ProviderAddr, mode: ResourceMode, type_name: &str) -> Lookup {
        match self.offer(provider, |offer| provider::schema_of(offer, mode, type_name).cloned()) {
            Some(Some(schema)) => Lookup::Found(schema),
            Some(None) => Lookup::Unsupported,
            None => Lookup::Unavailable,
        }
    }

    fn types(&self, provider: &ProviderAddr, mode: ResourceMode) -> Vec<SmolStr> {
        let names = |offer: &ProviderSchema| provider::schemas_of(offer, mode).names().cloned().collect();
        self.offer(provider, names).unwrap_or_default()
    }

    fn config(&self, provider: &ProviderAddr) -> Lookup {
        self.offer(provider, |offer| offer.config.clone()).map_or(Lookup::Unavailable, Lookup::Found)
    }

    fn validate(
        &self,
        provider: &ProviderAddr,
        block: BlockKind<'_>,
        config: Value,
    ) -> Vec<(Diagnostic, Path)> {
        let Some(provider) = self.any(provider) else { return Vec::new() };
        let found = futures_executor::block_on(match block {
            BlockKind::Config => provider.validate_provider_config(config),
            BlockKind::Resource(ResourceMode::List, type_name) => {
                provider.validate_list_config(ValidateListRequest { type_name: type_name.clone(), config })
            }
            BlockKind::Resource(ResourceMode::Action, type_name) => {
                provider.validate_action_config(ActionRequest { type_name: type_name.clone(), config })
            }
            BlockKind::Resource(mode, type_name) => provider.validate_resource_config(ValidateRequest {
                mode,
                type_name: type_name.clone(),
                config,
            }),
        });
        found.into_iter().map(as_diagnostic).collect()
    }

    fn call_function(
        &self,
        provider: &ProviderAddr,
        name: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        let signature = self.offer(provider, |offer| offer.functions.get(name).cloned())??;
        Some(functions::call(self.any(provider)?.as_ref(), name, &signature, args))
    }
}

fn as_diagnostic(found: ProviderDiagnostic) -> (Diagnostic, Path) {
    let diagnostic = match found.severity {
        Severity::Error => Diagnostic::error(found.summary, found.detail),
        Severity::Warning => Diagnostic::warning(found.summary, found.detail),
    };
    (diagnostic, found.attribute.unwrap_or_default())
}

impl Providers for ProviderSet {
    fn provider<'a>(
        &'a self,
        config: &'a AbsProviderConfig,
    ) -> LocalBoxFuture<'a, Result<Arc<dyn Provider>, Box<Diagnostic>>> {
        async move {
            if config.provider.is_here() {
                return Ok(self.builtin.clone() as Arc<dyn Provider>);
            }
            self.processes.for_configuration(&config.provider).await
        }
        .boxed_local()
    }

    fn call_function(
        &self,
        provider: &ProviderAddr,
        name: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        Schemas::call_function(self, provider, name, args)
    }
}
