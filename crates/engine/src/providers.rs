//! Which configuration of which provider a resource uses, and providers configured once.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsProviderConfig, Module};
use config::{Graph, Item, ModuleTree, ProviderName, ResourceConfig};
use diag::{Diagnostic, Diagnostics};
use lang::PreparedBlock;
use provider::{ConfigureRequest, Provider, ProviderDiagnostic};
use tokio::sync::OnceCell;
use value::{Type, Value};

use crate::walk::Walk;
use crate::world::{Map, ModuleWorld, Repetition};

/// By declaration, whether it is a configuration of a provider or one of those needs it.
pub(crate) fn needed(graph: &Graph) -> Vec<bool> {
    let mut wanted = vec![false; graph.len()];
    for node in graph.components().into_iter().flatten().rev() {
        wanted[node] |= matches!(graph.node(node).item, Item::Provider(_));
        if wanted[node] {
            graph.dependencies(node).iter().for_each(|needed| wanted[*needed] = true);
        }
    }
    wanted
}

/// The configuration that a resource uses.
pub(crate) fn config_of(tree: &ModuleTree, module: usize, config: &ResourceConfig) -> AbsProviderConfig {
    config_named(tree, module, &config.provider_name())
}

/// The configuration that a name means in a module.
pub(crate) fn config_named(tree: &ModuleTree, module: usize, name: &ProviderName) -> AbsProviderConfig {
    let provider = tree.modules[module].module.provider_addr(&name.local);
    let (at, name) = tree.provider_config(module, name);
    AbsProviderConfig { module: Module(tree.path(at)), provider, alias: name.alias, key: None }
}

/// A problem that a provider tells, with what the engine knows about where it is.
pub(crate) fn located(found: ProviderDiagnostic, block: Option<&PreparedBlock>, address: &str) -> Diagnostic {
    let at = block.and_then(|block| block.range_of(found.attribute.as_ref().unwrap_or(&value::Path::new())));
    let mut diagnostic = match found.severity {
        diag::Severity::Error => Diagnostic::error(found.summary, found.detail),
        diag::Severity::Warning => Diagnostic::warning(found.summary, found.detail),
    };
    diagnostic.address = Some(address.to_owned());
    diagnostic.at_maybe(at)
}

/// A provider that is being made ready, or is; nothing where that failed.
type Ready = OnceCell<Option<Arc<dyn Provider>>>;

/// Providers, each configured when it is first needed.
#[derive(Default)]
pub(crate) struct Pool {
    ready: RefCell<Map<AbsProviderConfig, Rc<Ready>>>,
    /// Whether they may put things off.
    deferral_allowed: bool,
}

impl Pool {
    pub(crate) fn new(deferral_allowed: bool) -> Self {
        Self { deferral_allowed, ..Self::default() }
    }

    /// The provider of a configuration, ready for use; nothing when that failed, which is reported once.
    pub(crate) async fn get(
        &self,
        walk: &Walk<'_>,
        node: usize,
        config: &AbsProviderConfig,
    ) -> Option<Arc<dyn Provider>> {
        let known = self.ready.borrow().get(config).cloned();
        let ready = match known {
            Some(ready) => ready,
            None => self.ready.borrow_mut().entry(config.clone()).or_default().clone(),
        };
        ready.get_or_init(|| self.configure(walk, node, config)).await.clone()
    }

    async fn configure(
        &self,
        walk: &Walk<'_>,
        node: usize,
        config: &AbsProviderConfig,
    ) -> Option<Arc<dyn Provider>> {
        let mut diags = Diagnostics::new();
        let provider = match walk.setup.providers.provider(config).await {
            Ok(provider) => provider,
            Err(diagnostic) => {
                walk.report(node, (*diagnostic).into());
                return None;
            }
        };
        let (value, block) = evaluate(walk, config, provider.as_ref(), &mut diags);
        if !diags.has_errors() {
            let request = ConfigureRequest {
                config: value.clone(),
                terraform_version: walk.setup.terraform_version.clone(),
                deferral_allowed: self.deferral_allowed,
            };
            let mut found = provider.validate_provider_config(value).await;
            if !provider::has_errors(&found) {
                found.extend(provider.configure(request).await);
            }
            let address = config.to_string();
            diags.extend(found.into_iter().map(|found| located(found, block.as_ref(), &address)));
        }
        let failed = diags.has_errors();
        walk.report(node, diags);
        (!failed).then_some(provider)
    }
}

/// What a module says to a provider with every call; null where it says nothing.
pub(crate) fn meta_of(
    walk: &Walk<'_>,
    module: &ModuleWorld,
    provider: &dyn Provider,
    config: &ResourceConfig,
    diags: &mut Diagnostics,
) -> Value {
    let nothing = || Value::null(Type::Dynamic);
    let settings = &walk.setup.tree.modules[module.module].module.settings;
    let Some(said) = settings.provider_metas.get(&config.provider_name().local) else {
        return match &provider.schema().meta {
            Some(schema) => Value::null(schema.block.implied_type().clone()),
            None => nothing(),
        };
    };
    let Some(schema) = &provider.schema().meta else {
        let detail = format!(
            "{} is of a provider that takes nothing from provider_meta blocks. Take the block away.",
            config.resource
        );
        let summary = format!("Provider {} doesn't support provider_meta", provider.addr());
        diags.push(Diagnostic::error(summary, detail).at(said.range.clone()));
        return nothing();
    };
    let (block, more) = PreparedBlock::new(&said.body, &schema.block);
    diags.append(more);
    let names = walk.names(module, &Repetition::None, None);
    let (value, more) = block.eval(&names.scope());
    diags.append(more);
    value.unmark_deep().0
}

/// The value of a provider's configuration; where none is written, that of an empty block.
fn evaluate(
    walk: &Walk<'_>,
    config: &AbsProviderConfig,
    provider: &dyn Provider,
    diags: &mut Diagnostics,
) -> (Value, Option<PreparedBlock>) {
    let schema = &provider.schema().config.block;
    let tree = walk.setup.tree;
    let mut module = 0;
    for name in &config.module.0 {
        match tree.modules[module].children.get(name) {
            Some(child) => module = *child,
            None => return (schema.empty_value(), None),
        }
    }
    let declared = tree.modules[module].module.providers.values().find(|declared| {
        declared.name.alias == config.alias
            && tree.modules[module].module.provider_addr(&declared.name.local) == config.provider
    });
    let (Some(declared), Some(world)) = (declared, walk.world.instances(module).first().cloned()) else {
        return (schema.empty_value(), None);
    };
    let (block, more) = PreparedBlock::new(&declared.body, schema);
    diags.append(more);
    let names = walk.names(&world, &Repetition::None, None);
    let (value, more) = block.eval(&names.scope());
    diags.append(more);
    (value.unmark_deep().0, Some(block))
}
