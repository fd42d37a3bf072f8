//! The providers that are part of the program.

use std::sync::Arc;

use addrs::{AbsProviderConfig, Provider as ProviderAddr, ResourceMode};
use builtin::BuiltinProvider;
use diag::Diagnostic;
use engine::Providers;
use provider::Provider;
use schema::Schema;

use crate::remote_states::LocalStates;

/// Providers that need no installation.
pub struct BundledProviders {
    builtin: Arc<BuiltinProvider>,
}

impl Default for BundledProviders {
    fn default() -> Self {
        Self { builtin: Arc::new(BuiltinProvider::new(Arc::new(LocalStates))) }
    }
}

impl BundledProviders {
    /// The schema of a type.
    pub fn schema(
        &self,
        provider: &ProviderAddr,
        mode: ResourceMode,
        type_name: &str,
    ) -> Option<Arc<Schema>> {
        if !provider.is_builtin() {
            return None;
        }
        provider::schema_of(self.builtin.schema(), mode, type_name).cloned()
    }
}

impl Providers for BundledProviders {
    fn provider(&self, config: &AbsProviderConfig) -> Result<Arc<dyn Provider>, Box<Diagnostic>> {
        if config.provider.is_builtin() {
            return Ok(self.builtin.clone());
        }
        let detail = format!(
            "This configuration needs the provider {}, which is not available. You may be able to install it by running:\n    \
             cairn init",
            config.provider
        );
        Err(Box::new(Diagnostic::error("Missing required provider", detail)))
    }
}
