//! Stored objects to values and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsResourceInstance, ResourceMode};
use diag::{Diagnostic, Diagnostics};
use lang::PreparedBlock;
use provider::{Provider, UpgradeIdentityRequest, UpgradeRequest};
use schema::{IdentitySchema, Schema};
use serde_json::value::RawValue;
use state::{DependencyList, Object, ObjectStatus};
use value::{Marks, Path, Value};

use super::Block;
use super::managed::Current;
use crate::providers::located;

/// The value of a stored object, with its secrets marked; nothing when it cannot be read, which is reported.
pub(crate) async fn decode(
    provider: &dyn Provider,
    schema: &Schema,
    addr: &AbsResourceInstance,
    object: &Object,
    diags: &mut Diagnostics,
) -> Option<Value> {
    Some(read(provider, schema, addr, object, None, diags).await?.0)
}

/// The same with whether the object is stored in another form than that of the schema of today.
async fn read(
    provider: &dyn Provider,
    schema: &Schema,
    addr: &AbsResourceInstance,
    object: &Object,
    written: Option<&PreparedBlock>,
    diags: &mut Diagnostics,
) -> Option<(Value, bool)> {
    if addr.resource.resource.mode == ResourceMode::Data {
        // What was read is never upgraded: it is read again.
        let value = value::json::decode(object.attributes.as_bytes(), schema.block.implied_type());
        return match value {
            Ok(value) => Some((marked(&value, schema, &object.sensitive_paths), false)),
            Err(error) => {
                let detail = format!("What the state holds of {addr} cannot be read: {error}.");
                diags.push(Diagnostic::error("Failed to decode stored object", detail));
                None
            }
        };
    }
    if object.schema_version > schema.version {
        let detail = format!(
            "The current state of {addr} was created by a newer provider version than is currently selected. Upgrade the \
             provider to work with this state."
        );
        diags.push(Diagnostic::error("Resource instance managed by newer provider version", detail));
        return None;
    }
    let request = |attributes| UpgradeRequest {
        type_name: addr.resource.resource.type_name.clone(),
        version: object.schema_version,
        attributes,
        attributes_flat: object.attributes_flat.clone(),
    };
    let mut response = provider.upgrade_resource_state(request(object.attributes.clone())).await;
    let mut is_stale = object.schema_version < schema.version || object.attributes_flat.is_some();
    if provider::has_errors(&response.diags)
        && object.schema_version == schema.version
        && let Some(known) = known_attributes(&object.attributes, schema)
    {
        response = provider.upgrade_resource_state(request(known)).await;
        is_stale = true;
    }
    let failed = provider::has_errors(&response.diags);
    if !response.diags.is_empty() {
        let address = addr.to_string();
        diags.extend(response.diags.into_iter().map(|found| located(found, written, &address)));
    }
    if failed {
        return None;
    }
    let wrong = schema::type_violations(&response.object, schema.block.implied_type());
    let wrong = wrong.into_iter().next().or_else(|| schema.block.leak(&response.object));
    let why = match wrong {
        Some(error) => error.to_string(),
        None if response.object.is_null() => "there is no object left".to_owned(),
        None => return Some((marked(&response.object, schema, &object.sensitive_paths), is_stale)),
    };
    let detail = format!(
        "The provider {} upgraded the stored object of {addr} to something that is no object of its type: {why}.\n\nThis is \
         a bug in the provider, which should be reported in the provider's own issue tracker.",
        provider.addr()
    );
    diags.push(Diagnostic::error("Invalid resource state upgrade", detail));
    None
}

/// A stored object as it is today, read as a value; nothing when it cannot be read, which is reported.
pub(crate) async fn current(
    block: &Block,
    addr: &AbsResourceInstance,
    object: Arc<Object>,
    diags: &mut Diagnostics,
) -> Option<Current> {
    let (provider, schema) = (block.provider.as_ref(), &block.schema);
    let (value, is_stale) = read(provider, schema, addr, &object, block.written(), diags).await?;
    let identity = decode_identity(block, addr, &object, diags).await?;
    match upgraded(object, is_stale, &value, identity.as_ref(), block) {
        Ok(object) => Some(Current { object, value, identity, deposed: None }),
        Err(message) => {
            diags.push(unstorable(addr, &message));
            None
        }
    }
}

/// What the provider says of an object and what cannot be stored.
pub(crate) fn unstorable(addr: &AbsResourceInstance, message: &str) -> Diagnostic {
    let detail = format!("What the provider says of {addr} cannot be stored: {message}.");
    Diagnostic::error("Provider produced invalid object", detail)
}

/// A stored object in the form of the schema of today, where it is of another.
fn upgraded(
    object: Arc<Object>,
    is_stale: bool,
    value: &Value,
    identity: Option<&Value>,
    block: &Block,
) -> Result<Arc<Object>, String> {
    let current_identity = match (&object.identity, &block.identity) {
        (Some((_, version)), Some(schema)) => *version == schema.version,
        (None, _) => true,
        (Some(_), None) => false,
    };
    if !is_stale && current_identity {
        return Ok(object);
    }
    let stored = Stored {
        status: object.status,
        private: object.private.clone(),
        dependencies: object.dependencies.clone(),
        create_before_destroy: object.create_before_destroy,
        skip_destroy: object.skip_destroy,
        identity: identity.cloned().zip(block.identity.clone()),
    };
    let encoded = encode(value, &block.schema, stored)?;
    // What is stored as a secret stays so until somebody looks at the object again.
    Ok(Arc::new(Object { sensitive_paths: object.sensitive_paths.clone(), ..encoded }))
}

/// What tells a stored object from others; nothing where that is not stored or its type has no such thing. Nothing
/// at all when it cannot be read, which is reported.
async fn decode_identity(
    block: &Block,
    addr: &AbsResourceInstance,
    object: &Object,
    diags: &mut Diagnostics,
) -> Option<Option<Value>> {
    let (Some(schema), Some((text, version))) = (&block.identity, &object.identity) else {
        return Some(None);
    };
    if *version > schema.version {
        let detail = format!(
            "The identity of {addr} was stored by a newer provider version than is currently selected. Upgrade the provider \
             to work with this state."
        );
        diags.push(Diagnostic::error("Resource instance managed by newer provider version", detail));
        return None;
    }
    let ty = schema.implied_type();
    let refuse = |why: String| {
        let detail =
            format!("What the state holds of {addr} to tell it from other objects cannot be read: {why}.");
        Diagnostic::error("Failed to decode identity", detail)
    };
    if *version == schema.version {
        return match value::json::decode(text.as_bytes(), &ty) {
            Ok(identity) => Some(Some(identity)),
            Err(error) => {
                diags.push(refuse(error.to_string()));
                None
            }
        };
    }
    let request = UpgradeIdentityRequest {
        type_name: addr.resource.resource.type_name.clone(),
        version: *version,
        identity: text.clone(),
    };
    let response = block.provider.upgrade_resource_identity(request).await;
    let failed = provider::has_errors(&response.diags);
    let address = addr.to_string();
    diags.extend(response.diags.into_iter().map(|found| located(found, block.written(), &address)));
    if failed {
        return None;
    }
    let identity = response.identity.filter(|identity| !identity.is_null());
    let wrong =
        identity.as_ref().and_then(|identity| schema::type_violations(identity, &ty).into_iter().next());
    if let Some(error) = wrong {
        diags.push(refuse(error.to_string()));
        return None;
    }
    Some(identity)
}

/// An identity with its schema, as a provider gave it; nothing where there is none. Refused when it is not of its
/// type or not wholly known.
pub(crate) fn checked_identity(
    block: &Block,
    addr: &AbsResourceInstance,
    identity: Option<Value>,
    diags: &mut Diagnostics,
) -> Option<(Value, Arc<IdentitySchema>)> {
    let (schema, identity) = (block.identity.clone()?, identity.filter(|identity| !identity.is_null())?);
    let wrong = schema::type_violations(&identity, &schema.implied_type());
    let why = match wrong.first() {
        Some(error) => error.to_string(),
        None if !identity.is_wholly_known() => "it is not wholly known".to_owned(),
        None => return Some((identity, schema)),
    };
    let detail = format!(
        "Provider {:?} gave an identity for {addr} that is none: {why}.\n\nThis is a bug in the provider, which should be \
         reported in the provider's own issue tracker.",
        block.provider_config.provider.to_string()
    );
    diags.push(Diagnostic::error("Provider produced invalid identity", detail));
    None
}

/// The attributes of a stored object without those that the schema has no longer; nothing where it has all.
fn known_attributes(attributes: &str, schema: &Schema) -> Option<Arc<str>> {
    let mut stored: BTreeMap<&str, &RawValue> = serde_json::from_str(attributes).ok()?;
    let before = stored.len();
    stored.retain(|name, _| {
        schema.block.attributes.contains_key(*name) || schema.block.blocks.contains_key(*name)
    });
    (stored.len() < before).then(|| serde_json::to_string(&stored).ok().map(Arc::from)).flatten()
}

/// The value with secrets marked: those of the schema and those that are given.
pub(crate) fn marked(value: &Value, schema: &Schema, paths: &[Path]) -> Value {
    // A part that is no longer there has no secrets.
    let there = paths.iter().filter(|path| path.find(value).is_some());
    let mut places: Vec<(Path, Marks)> = there.map(|path| (path.clone(), Marks::sensitive())).collect();
    if schema.block.has_sensitive() && !value.is_null() {
        places.extend(schema.block.sensitive_paths(value).into_iter().map(|path| (path, Marks::sensitive())));
    }
    if places.is_empty() { value.clone() } else { value.mark_with_paths(&places) }
}

/// The secret parts of a value, in the order of their text.
pub(crate) fn sensitive_paths(value: &Value) -> Vec<Path> {
    if !value.has_marks() {
        return Vec::new();
    }
    let (_, places) = value.unmark_deep_with_paths();
    let paths: Vec<Path> =
        places.into_iter().filter(|(_, marks)| marks.is_sensitive()).map(|(path, _)| path).collect();
    in_order(&paths)
}

/// Paths in the order of their text.
pub(crate) fn in_order(paths: &[Path]) -> Vec<Path> {
    let mut paths = paths.to_vec();
    paths.sort_by_cached_key(ToString::to_string);
    paths
}

/// What is stored besides the value.
pub(crate) struct Stored {
    pub(crate) status: ObjectStatus,
    pub(crate) private: Arc<[u8]>,
    pub(crate) dependencies: DependencyList,
    pub(crate) create_before_destroy: bool,
    pub(crate) skip_destroy: bool,
    /// What tells the object from others, with its schema.
    pub(crate) identity: Option<(Value, Arc<IdentitySchema>)>,
}

/// The stored form of a value.
pub(crate) fn encode(value: &Value, schema: &Schema, stored: Stored) -> Result<Object, String> {
    let sensitive_paths = sensitive_paths(value);
    let plain = if value.has_marks() { value.unmark_deep().0 } else { value.clone() };
    let attributes =
        value::json::encode(&plain, schema.block.implied_type()).map_err(|error| error.to_string())?;
    let identity = match &stored.identity {
        Some((identity, schema)) => {
            let text = value::json::encode(identity, &schema.implied_type())
                .map_err(|error| format!("identity: {error}"))?;
            Some((Arc::from(text), schema.version))
        }
        None => None,
    };
    Ok(Object {
        status: stored.status,
        schema_version: schema.version,
        attributes: attributes.into(),
        attributes_flat: None,
        sensitive_paths,
        private: stored.private,
        dependencies: stored.dependencies,
        create_before_destroy: stored.create_before_destroy,
        skip_destroy: stored.skip_destroy,
        identity,
    })
}
