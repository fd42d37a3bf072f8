//! Stored objects and identities brought to the schema of today, and what identities are.

use provider::{ProviderDiagnostic, UpgradeIdentityRequest, UpgradeRequest};
use schema::Block;
use smol_str::SmolStr;
use value::{Value, json};

use crate::plan::part;
use crate::schemas;

/// What tells an object from others, for types whose objects have that.
pub(crate) fn identity_of(type_name: &str, object: &Value) -> Option<Value> {
    let schema = schemas().identities.get(type_name)?;
    if object.is_null() || !object.is_known() {
        return None;
    }
    let names = schema.attributes.keys();
    Some(Value::object(names.map(|name| (name.clone(), part(object, name)))))
}

/// Identities of version 0 had a `key` instead of an `id`.
pub(crate) fn upgraded_identity(request: &UpgradeIdentityRequest) -> Result<Value, ProviderDiagnostic> {
    let bad = |why: String| ProviderDiagnostic::error("Invalid stored identity", why);
    let Some(schema) = schemas().identities.get(&request.type_name) else {
        return Err(bad(format!("Objects of the type {:?} have no identity.", request.type_name.as_str())));
    };
    let old = json::decode_implied(request.identity.as_bytes())
        .map_err(|error| bad(format!("The stored identity cannot be read: {error}.")))?;
    let renamed = old.as_entries().unwrap_or_default().iter().map(|(name, value)| {
        (if name == "key" { SmolStr::new_static("id") } else { name.clone() }, value.clone())
    });
    value::convert::convert(&Value::object(renamed), &schema.implied_type())
        .map_err(|error| bad(format!("The stored identity cannot be read: {error}.")))
}

/// Objects of version 0 had a `title` instead of a `name`.
pub(crate) fn upgraded(block: &Block, request: &UpgradeRequest) -> Result<Value, ProviderDiagnostic> {
    let bad = |error: String| {
        ProviderDiagnostic::error(
            "Invalid stored object",
            format!("The stored object cannot be read: {error}."),
        )
    };
    if request.type_name == "test_thing" && request.version == 0 {
        let old =
            json::decode_implied(request.attributes.as_bytes()).map_err(|error| bad(error.to_string()))?;
        let renamed = old.as_entries().unwrap_or_default().iter().map(|(name, value)| {
            (if name == "title" { SmolStr::new_static("name") } else { name.clone() }, value.clone())
        });
        return block.coerce(&Value::object(renamed)).map_err(|error| bad(error.to_string()));
    }
    json::decode(request.attributes.as_bytes(), block.implied_type()).map_err(|error| bad(error.to_string()))
}
