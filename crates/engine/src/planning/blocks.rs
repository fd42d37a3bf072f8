//! Blocks of resources, made ready for their instances: provider, schema, and the body by it.

use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsProviderConfig, ResourceMode};
use diag::{Diagnostic, Diagnostics};
use lang::PreparedBlock;
use provider::Provider;
use schema::{IdentitySchema, Schema};
use value::Value;

use crate::providers::{Pool, config_of, config_of_instance, has_key, meta_of, of_resource};
use crate::walk::{ResourceVisit, Walk};

/// A block of a resource, ready for its instances.
pub(crate) struct Block {
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) provider_config: Arc<AbsProviderConfig>,
    pub(crate) schema: Arc<Schema>,
    /// What tells its objects from each other, where the provider says so.
    pub(crate) identity: Option<Arc<IdentitySchema>>,
    /// What the module says to the provider; null where it says nothing.
    pub(crate) meta: Value,
    pub(crate) prepared: PreparedBlock,
    /// Whether there is a block at all: an object that only the state has gets one that nobody wrote.
    pub(crate) is_written: bool,
}

impl Block {
    /// What is written, to point at.
    pub(crate) fn written(&self) -> Option<&PreparedBlock> {
        self.is_written.then_some(&self.prepared)
    }
}

/// Gets a block ready for its instances.
pub(crate) async fn prepare(pool: &Pool, walk: &Walk<'_>, visit: &ResourceVisit<'_>) -> Option<Rc<Block>> {
    let (node, config) = (visit.node, visit.config);
    let mut provider_config = config_of(walk.setup.tree, visit.module.module, config);
    if has_key(walk.setup.tree, visit.module.module, config) {
        // Every instance has a provider of its own; what the first has of schemas is that of all.
        provider_config = own_config(walk, visit, 0)?;
    }
    let resource = &config.resource;
    let provider = pool.get(walk, node, &provider_config).await?;
    let provider = of_resource(provider, &visit.module.addr, resource);
    let Some(schema) = provider::schema_of(provider.schema(), resource.mode, &resource.type_name).cloned()
    else {
        let what = match resource.mode {
            ResourceMode::Managed => "resource type",
            ResourceMode::Data => "data source",
            ResourceMode::Ephemeral => "ephemeral resource type",
            ResourceMode::List => "list resource type",
            ResourceMode::Action => "action type",
        };
        let detail = format!(
            "The provider {} does not support {what} {:?}.",
            provider_config.provider,
            resource.type_name.as_str()
        );
        walk.report(
            node,
            Diagnostic::error(format!("Invalid {what}"), detail).at(config.type_range.clone()).into(),
        );
        return None;
    };
    let (prepared, diags) = PreparedBlock::new(&config.body, &schema.block);
    let mut failed = diags.has_errors();
    walk.report(node, diags);
    let mut diags = Diagnostics::new();
    let meta = meta_of(walk, &visit.module, provider.as_ref(), config, &mut diags);
    failed |= diags.has_errors();
    walk.report(node, diags);
    let identity = provider.schema().identities.get(&resource.type_name).cloned();
    let is_written = true;
    (!failed).then(|| {
        Rc::new(Block {
            provider,
            provider_config: provider_config.into(),
            schema,
            identity,
            meta,
            prepared,
            is_written,
        })
    })
}

/// The configuration that an instance uses.
pub(super) fn own_config(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    index: usize,
) -> Option<AbsProviderConfig> {
    let mut diags = Diagnostics::new();
    let repetition = visit.expansion.repetition(index);
    let found = config_of_instance(walk, &visit.module, visit.config, &repetition, &mut diags);
    walk.report(visit.node, diags);
    found
}

/// The block of one instance: it differs from that of the others where the configuration of their provider has
/// `for_each`.
pub(crate) async fn block_of_instance(
    pool: &Pool,
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    block: &Rc<Block>,
    index: usize,
) -> Option<Rc<Block>> {
    if block.provider_config.key.is_none() {
        return Some(block.clone());
    }
    let provider_config = own_config(walk, visit, index)?;
    if provider_config == *block.provider_config {
        return Some(block.clone());
    }
    let provider = pool.get(walk, visit.node, &provider_config).await?;
    let provider = of_resource(provider, &visit.module.addr, &visit.config.resource);
    let (prepared, _) = PreparedBlock::new(&visit.config.body, &block.schema.block);
    Some(Rc::new(Block {
        provider,
        provider_config: provider_config.into(),
        schema: block.schema.clone(),
        identity: block.identity.clone(),
        meta: block.meta.clone(),
        prepared,
        is_written: true,
    }))
}
