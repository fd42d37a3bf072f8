//! Which configuration of which provider a resource uses, and providers configured once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResource, InstanceKey, Module, ModuleInstance, Resource, ResourceMode};
use config::{Graph, Item, ModuleTree, ProviderKey, ProviderName, ResourceConfig};
use diag::{Diagnostic, Diagnostics};
use lang::PreparedBlock;
use provider::{ConfigureRequest, Provider, ProviderDiagnostic};
use state::State;
use tokio::sync::OnceCell;
use value::{Type, Value};

use crate::expand::expand;
use crate::walk::Walk;
use crate::world::{Map, ModuleWorld, Repetition};

/// By declaration, whether it is a configuration of a provider or one of those needs it.
pub(crate) fn needed(graph: &Graph) -> Vec<bool> {
    let mut wanted = vec![false; graph.len()];
    for node in graph.order().iter().copied().rev() {
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

/// The configuration that one instance of a resource uses: the key of one with `for_each` is written where it is
/// referred to, or where it is handed to a module.
pub(crate) fn config_of_instance(
    walk: &Walk<'_>,
    world: &Rc<ModuleWorld>,
    config: &ResourceConfig,
    repetition: &Repetition,
    diags: &mut Diagnostics,
) -> Option<AbsProviderConfig> {
    let tree = walk.setup.tree;
    let found = config_of(tree, world.module, config);
    let written = config.provider.as_ref().and_then(|reference| reference.key.as_ref());
    if let Some(key) = written {
        let key = eval_key(walk, world, repetition, key, diags)?;
        return Some(AbsProviderConfig { key: Some(key), ..found });
    }
    let mut name = config.provider_name();
    let mut at = world.clone();
    while let (Some(parent), Some((caller, call))) = (at.parent.clone(), &tree.modules[at.module].caller) {
        if tree.modules[at.module].module.providers.contains_key(&name) {
            break;
        }
        let call = tree.modules[*caller].module.module_calls.get(call);
        let passed = call.and_then(|call| call.providers.iter().find(|(inside, _)| inside.name == name));
        if let Some((_, outside)) = passed {
            if let Some(key) = &outside.key {
                let key = eval_key(walk, &parent, &at.repetition, key, diags)?;
                return Some(AbsProviderConfig { key: Some(key), ..found });
            }
            name = outside.name.clone();
        }
        at = parent;
    }
    Some(found)
}

/// Whether the key of the configuration that a resource uses is written somewhere.
pub(crate) fn has_key(tree: &ModuleTree, module: usize, config: &ResourceConfig) -> bool {
    let found = config_of(tree, module, config);
    let declared = declared(tree, &found);
    declared.is_some_and(|(declared, _)| declared.for_each.is_some())
}

fn eval_key(
    walk: &Walk<'_>,
    world: &Rc<ModuleWorld>,
    repetition: &Repetition,
    key: &ProviderKey,
    diags: &mut Diagnostics,
) -> Option<InstanceKey> {
    let value = match key {
        ProviderKey::Constant(value) => value.clone(),
        ProviderKey::Expression(expr) => {
            let names = walk.names(world, repetition, None);
            diags.keep(expr.eval(&names.scope()))?.unmark_deep().0
        }
    };
    let text = value::convert::convert(&value, &Type::String).ok();
    match text.as_ref().and_then(Value::as_str) {
        Some(text) => Some(InstanceKey::String(text.into())),
        None => {
            let detail = "The key of an instance of a provider's configuration must be a text that is known when the plan is \
                          made.";
            let at = key.expression().map(hcl::Expression::range);
            diags.push(Diagnostic::error("Invalid provider instance key", detail).at_maybe(at));
            None
        }
    }
}

/// A provider for calls about one resource.
pub(crate) fn of_resource(
    provider: Arc<dyn Provider>,
    module: &ModuleInstance,
    resource: &Resource,
) -> Arc<dyn Provider> {
    let whole = AbsResource { module: module.clone(), resource: resource.clone() };
    provider.for_resource(&whole.config().to_string()).unwrap_or(provider)
}

/// A problem that a provider tells, with what the engine knows about where it is.
pub(crate) fn located(found: ProviderDiagnostic, block: Option<&PreparedBlock>, address: &str) -> Diagnostic {
    let path = found.attribute.clone().unwrap_or_default();
    let at = block.map(|block| block.range_of(&path));
    let mut diagnostic = unplaced(found);
    diagnostic.address = Some(address.to_owned());
    diagnostic.at_maybe(at)
}

/// A provider's diagnostic of something that nobody wrote: it says itself what it is about.
pub(crate) fn unplaced(found: ProviderDiagnostic) -> Diagnostic {
    match found.severity {
        diag::Severity::Error => Diagnostic::error(found.summary, found.detail),
        diag::Severity::Warning => Diagnostic::warning(found.summary, found.detail),
    }
}

/// A provider that is being made ready, or is; nothing where that failed.
type Ready = OnceCell<Option<Arc<dyn Provider>>>;

/// Providers, each configured when it is first needed.
#[derive(Default)]
pub(crate) struct Pool {
    ready: RefCell<Map<AbsProviderConfig, Rc<Ready>>>,
    /// Whether they may put things off.
    deferral_allowed: bool,
    /// Whether one was asked for whose configuration is not written any more.
    missing: Cell<bool>,
}

impl Pool {
    pub(crate) fn new(deferral_allowed: bool) -> Self {
        Self { deferral_allowed, ..Self::default() }
    }

    /// Whether something in the state has lost the configuration of its provider, so that nothing can be planned.
    pub(crate) fn lacks_one(&self) -> bool {
        self.missing.get()
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
        if is_missing(walk.setup.tree, config) {
            self.missing.set(true);
            walk.report(node, not_present("What the state holds", config).into());
            return None;
        }
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

/// Whether nobody wrote a configuration: without an alias, in the root module, an empty one is there for everybody.
fn is_missing(tree: &ModuleTree, config: &AbsProviderConfig) -> bool {
    let is_default = config.alias.is_none() && config.module.0.is_empty();
    !is_default && declared(tree, config).is_none()
}

fn not_present(what: &str, config: &AbsProviderConfig) -> Diagnostic {
    let detail = format!(
        "{what} was made with the configuration {config} of its provider, which is no longer written. It is needed to work with \
         what is left; take it away after that is destroyed."
    );
    Diagnostic::error("Provider configuration not present", detail)
}

/// The objects that nothing is written for any more, and that have lost the configuration of their provider as well.
pub(crate) fn without_configuration(tree: &ModuleTree, state: &State) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let managed = state.resources.iter().filter(|(addr, _)| addr.resource.mode == ResourceMode::Managed);
    for (addr, resource) in managed {
        let module = crate::moves::module_of(tree, &addr.module);
        if module.is_some_and(|module| tree.modules[module].module.resources.contains_key(&addr.resource)) {
            continue;
        }
        for (key, instance) in &resource.instances {
            let config = instance.provider.as_deref().unwrap_or(&resource.provider);
            let objects = instance.current.iter().map(|_| String::new());
            let leftovers = instance.deposed.keys().map(|key| format!(" (deposed object {key})"));
            for which in objects.chain(leftovers).filter(|_| is_missing(tree, config)) {
                diags.push(not_present(&format!("{}{which}", addr.instance(key.clone())), config));
            }
        }
    }
    diags
}

/// The block that declares a configuration, and its module.
fn declared<'t>(
    tree: &'t ModuleTree,
    config: &AbsProviderConfig,
) -> Option<(&'t config::ProviderConfig, usize)> {
    let mut module = 0;
    for name in &config.module.0 {
        module = *tree.modules[module].children.get(name)?;
    }
    let within = &tree.modules[module].module;
    let declared = within.providers.values().find(|declared| {
        declared.name.alias == config.alias && within.provider_addr(&declared.name.local) == config.provider
    });
    Some((declared?, module))
}

/// What an instance of a configuration knows of itself; nothing where there is no such instance, which is reported.
fn instance_of(
    walk: &Walk<'_>,
    world: &Rc<ModuleWorld>,
    declared: &config::ProviderConfig,
    config: &AbsProviderConfig,
    diags: &mut Diagnostics,
) -> Option<Repetition> {
    let (Some(expr), Some(key)) = (&declared.for_each, &config.key) else { return Some(Repetition::None) };
    let names = walk.names(world, &Repetition::None, None);
    let repetition = config::Repetition { for_each: Some(expr.clone()), ..config::Repetition::default() };
    let expansion = expand(&repetition, &names.scope(), false, diags)?;
    let index = expansion.keys.iter().position(|found| found.as_ref() == Some(key));
    if index.is_none() {
        let detail = format!(
            "{config} is needed, but the for_each of that configuration has no such element. Where an element is taken away, \
             what was made with it has to be destroyed before."
        );
        diags.push(Diagnostic::error("Provider instance not present", detail));
    }
    Some(expansion.repetition(index?))
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
    let Some((declared, world)) = declared(walk.setup.tree, config)
        .and_then(|(declared, module)| Some((declared, walk.world.instances(module).first().cloned()?)))
    else {
        return (schema.empty_value(), None);
    };
    let (block, more) = PreparedBlock::new(&declared.body, schema);
    diags.append(more);
    let Some(repetition) = instance_of(walk, &world, declared, config, diags) else {
        return (schema.empty_value(), None);
    };
    let names = walk.names(&world, &repetition, None);
    let (value, more) = block.eval(&names.scope());
    diags.append(more);
    (value.unmark_deep().0, Some(block))
}
