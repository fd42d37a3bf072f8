//! Objects that were moved to another type: their new provider turns them into objects of that type.

use std::sync::Arc;

use addrs::AbsResourceInstance;
use diag::{Diagnostic, Diagnostics};
use provider::MoveRequest;
use state::Object;

use super::Origin;
use crate::planning::object::{Stored, checked_identity, encode, marked};
use crate::planning::{Block, Planner};
use crate::providers::unplaced;

impl Planner<'_> {
    /// A stored object as one of the type of its address; nothing when that cannot be, which is reported.
    pub(crate) async fn taken_over(
        &self,
        block: &Block,
        addr: &AbsResourceInstance,
        object: Arc<Object>,
        diags: &mut Diagnostics,
    ) -> Option<Arc<Object>> {
        match self.retyped.get(addr) {
            Some(origin) => {
                let taken = take_over(block, origin, &object, addr, diags).await;
                if taken.is_none() {
                    // Everything would be planned from a state that is not what was meant.
                    self.invalid.set(true);
                }
                taken
            }
            None => Some(object),
        }
    }
}

async fn take_over(
    block: &Block,
    origin: &Origin,
    object: &Object,
    addr: &AbsResourceInstance,
    diags: &mut Diagnostics,
) -> Option<Arc<Object>> {
    let request = MoveRequest {
        source_provider: origin.provider.to_string().into(),
        source_type: origin.addr.resource.resource.type_name.clone(),
        source_version: object.schema_version,
        source_attributes: object.attributes.clone(),
        source_private: object.private.clone(),
        source_identity: object.identity.clone(),
        target_type: addr.resource.resource.type_name.clone(),
    };
    let (provider, schema) = (block.provider.as_ref(), &block.schema);
    if !provider.schema().capabilities.move_resource_state {
        let detail = format!(
            "{} cannot become {addr}: the provider {} does not take over objects of other types. Take the \
             moved block away, and let the old object go and a new one be made, or import the object at its new address.",
            origin.addr,
            provider.addr()
        );
        let summary = "Unsupported `moved` across resource types";
        diags.push(Diagnostic::error(summary, detail).at_maybe(origin.range.clone()));
        return None;
    }
    let response = provider.move_resource_state(request).await;
    let failed = provider::has_errors(&response.diags);
    diags.extend(response.diags.into_iter().map(unplaced));
    if failed {
        return None;
    }
    let refuse = |why: String| {
        let detail = format!(
            "The provider {} took over {}, but what it made of it is no object for {addr}: {why}.",
            provider.addr(),
            origin.addr
        );
        Diagnostic::error("Invalid resource state transformation", detail)
    };
    let wrong = schema::type_violations(&response.object, schema.block.implied_type());
    let leak = || schema.block.leak(&response.object);
    let why = wrong.into_iter().next().or_else(leak).map(|error| error.to_string());
    if let Some(why) = why.or_else(|| response.object.is_null().then(|| "there is none left".to_owned())) {
        diags.push(refuse(why));
        return None;
    }
    let before = diags.len();
    let identity = checked_identity(block, addr, response.identity, diags);
    if diags.len() > before {
        return None;
    }
    let value = marked(&response.object, schema, &[]);
    let stored = Stored {
        status: object.status,
        private: response.private,
        dependencies: object.dependencies.clone(),
        create_before_destroy: object.create_before_destroy,
        skip_destroy: object.skip_destroy,
        identity,
    };
    match encode(&value, schema, stored) {
        Ok(object) => Some(Arc::new(object)),
        Err(why) => {
            diags.push(refuse(why));
            None
        }
    }
}
