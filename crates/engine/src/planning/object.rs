//! Stored objects to values and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsResourceInstance, ConfigResource, ResourceMode};
use diag::{Diagnostic, Diagnostics};
use provider::{Provider, UpgradeRequest};
use schema::Schema;
use serde_json::value::RawValue;
use state::{Object, ObjectStatus};
use value::{Marks, Path, Value};

use crate::providers::located;

/// The value of a stored object, with its secrets marked; nothing when it cannot be read, which is reported.
pub(crate) async fn decode(
    provider: &dyn Provider,
    schema: &Schema,
    addr: &AbsResourceInstance,
    object: &Object,
    diags: &mut Diagnostics,
) -> Option<Value> {
    if addr.resource.resource.mode == ResourceMode::Data {
        // What was read is never upgraded: it is read again.
        let value = value::json::decode(object.attributes.as_bytes(), schema.block.implied_type());
        return match value {
            Ok(value) => Some(marked(&value, schema, &object.sensitive_paths)),
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
    if provider::has_errors(&response.diags)
        && object.schema_version == schema.version
        && let Some(known) = known_attributes(&object.attributes, schema)
    {
        response = provider.upgrade_resource_state(request(known)).await;
    }
    let failed = provider::has_errors(&response.diags);
    if !response.diags.is_empty() {
        let address = addr.to_string();
        diags.extend(response.diags.into_iter().map(|found| located(found, None, &address)));
    }
    (!failed).then(|| marked(&response.object, schema, &object.sensitive_paths))
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
    let mut places: Vec<(Path, Marks)> =
        paths.iter().map(|path| (path.clone(), Marks::sensitive())).collect();
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
    let mut paths: Vec<Path> =
        places.into_iter().filter(|(_, marks)| marks.is_sensitive()).map(|(path, _)| path).collect();
    paths.sort_by_cached_key(ToString::to_string);
    paths
}

/// What is stored besides the value.
pub(crate) struct Stored {
    pub(crate) status: ObjectStatus,
    pub(crate) private: Arc<[u8]>,
    pub(crate) dependencies: Arc<[ConfigResource]>,
    pub(crate) create_before_destroy: bool,
    pub(crate) skip_destroy: bool,
}

/// The stored form of a value.
pub(crate) fn encode(value: &Value, schema: &Schema, stored: Stored) -> Result<Object, String> {
    let sensitive_paths = sensitive_paths(value);
    let plain = if value.has_marks() { value.unmark_deep().0 } else { value.clone() };
    let attributes =
        value::json::encode(&plain, schema.block.implied_type()).map_err(|error| error.to_string())?;
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
        identity: None,
    })
}
