//! Versions 1 to 3, as old programs wrote them, brought up to the model.
//!
//! Their attributes are flat (`tags.%`, `tags.name`): only who has the schema can bring those into form,
//! so they are kept as they are. What Terraform drops on the way (dependencies, outputs of modules other than
//! the root, the list `tainted` of version 1) is dropped here too.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{
    AbsProviderConfig, AbsResource, InstanceKey, ModuleInstance, ModuleStep, Resource, ResourceMode,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use value::{Type, Value};

use super::error::{FORM, UPGRADE, invalid, syntax};
use super::fold::{Plain, Shape, fold};
use super::{ReadError, StateFile};
use crate::{DependencyList, Object, ObjectStatus, OutputState, ResourceState, State};

#[derive(Deserialize)]
struct File<'a> {
    #[serde(default)]
    terraform_version: Option<String>,
    #[serde(default)]
    serial: Option<u64>,
    #[serde(default)]
    lineage: Option<String>,
    #[serde(borrow, default)]
    modules: Option<Vec<Module<'a>>>,
}

#[derive(Deserialize)]
struct Module<'a> {
    #[serde(default)]
    path: Option<Vec<String>>,
    #[serde(borrow, default)]
    outputs: Option<BTreeMap<String, &'a RawValue>>,
    #[serde(default)]
    resources: Option<BTreeMap<String, OldResource>>,
}

#[derive(Deserialize)]
struct Output<'a> {
    #[serde(rename = "type", default)]
    ty: Option<String>,
    #[serde(default)]
    sensitive: Option<bool>,
    #[serde(borrow, default)]
    value: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct OldResource {
    #[serde(default)]
    primary: Option<OldObject>,
    #[serde(default)]
    deposed: Option<Vec<OldObject>>,
    #[serde(default)]
    provider: Option<String>,
}

#[derive(Deserialize)]
struct OldObject {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    attributes: Option<BTreeMap<String, String>>,
    #[serde(default)]
    meta: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default)]
    tainted: Option<bool>,
}

const TEXT: Shape = Shape::Plain(Plain::Text);
const NUMBER: Shape = Shape::Plain(Plain::Number);

/// The shapes of version 1, in whatever way they are written.
static SHAPE_1: Shape =
    Shape::Fields(&[("terraform_version", TEXT), ("serial", NUMBER), ("modules", Shape::List(&MODULE_1))]);

static MODULE_1: Shape = Shape::Fields(&[
    ("path", Shape::List(&TEXT)),
    ("outputs", Shape::Map(&TEXT)),
    ("resources", Shape::Map(&RESOURCE)),
]);

/// The shapes of versions 2 and 3.
static SHAPE: Shape = Shape::Fields(&[
    ("terraform_version", TEXT),
    ("serial", NUMBER),
    ("lineage", TEXT),
    ("modules", Shape::List(&MODULE)),
]);

static MODULE: Shape = Shape::Fields(&[
    ("path", Shape::List(&TEXT)),
    ("outputs", Shape::Map(&OUTPUT)),
    ("resources", Shape::Map(&RESOURCE)),
]);

static OUTPUT: Shape =
    Shape::Fields(&[("type", TEXT), ("sensitive", Shape::Plain(Plain::Bool)), ("value", Shape::Any)]);

static RESOURCE: Shape = Shape::Fields(&[
    ("primary", Shape::Within(&OBJECT_OR_NONE)),
    ("deposed", Shape::List(&OBJECT)),
    ("provider", TEXT),
]);

static OBJECT_OR_NONE: Shape = Shape::FieldsOrAny(OBJECT_FIELDS);
static OBJECT: Shape = Shape::Fields(OBJECT_FIELDS);
const OBJECT_FIELDS: &[(&str, Shape)] = &[
    ("id", TEXT),
    ("attributes", Shape::Map(&TEXT)),
    ("meta", Shape::Any),
    ("tainted", Shape::Plain(Plain::Bool)),
];

/// How the versions differ.
struct Version {
    /// Outputs are plain strings.
    plain_outputs: bool,
    /// It is known which state it is a version of.
    lineage: bool,
    /// Maps are counted as lists are.
    maps_as_lists: bool,
}

/// Reads version 1.
pub(super) fn read_v1(text: &str) -> Result<StateFile, ReadError> {
    read(text, &Version { plain_outputs: true, lineage: false, maps_as_lists: true })
}

/// Reads version 2.
pub(super) fn read_v2(text: &str) -> Result<StateFile, ReadError> {
    read(text, &Version { plain_outputs: false, lineage: true, maps_as_lists: true })
}

/// Reads version 3.
pub(super) fn read_v3(text: &str) -> Result<StateFile, ReadError> {
    read(text, &Version { plain_outputs: false, lineage: true, maps_as_lists: false })
}

fn read(text: &str, version: &Version) -> Result<StateFile, ReadError> {
    let text = fold(text, if version.plain_outputs { &SHAPE_1 } else { &SHAPE })?;
    let file: File<'_> = serde_json::from_str(&text).map_err(|error| syntax(&error))?;
    let mut state = State::default();
    for old in file.modules.unwrap_or_default() {
        let path = old.path.unwrap_or_default();
        let steps = path.iter().skip(1).map(|name| ModuleStep { name: name.as_str().into(), key: None });
        let module = ModuleInstance::new(steps.collect());
        if module.is_root() {
            for (name, output) in old.outputs.unwrap_or_default() {
                let output = read_output(output.get(), version)
                    .ok_or_else(|| invalid(FORM, format!("the output {name:?} is not understood.")))?;
                state.outputs.insert(name.into(), output);
            }
        }
        for (name, resource) in old.resources.unwrap_or_default() {
            read_resource(&mut state, &module, &name, resource, version)?;
        }
    }
    Ok(StateFile {
        terraform_version: file.terraform_version.unwrap_or_default(),
        serial: file.serial.unwrap_or_default(),
        lineage: file.lineage.filter(|_| version.lineage).unwrap_or_default(),
        state,
    })
}

/// An output; nothing if it is not understood.
fn read_output(text: &str, version: &Version) -> Option<OutputState> {
    if version.plain_outputs {
        let text: String = serde_json::from_str(text).ok()?;
        return Some(OutputState { value: Value::string(text), sensitive: false, deprecated: None });
    }
    let output: Output<'_> = serde_json::from_str(text).ok()?;
    let value = value::json::decode_implied(output.value.map_or("null", RawValue::get).as_bytes()).ok()?;
    // The tuple or object that the JSON looks like was a list or a map.
    let collection = match output.ty.as_deref() {
        Some("list") => Type::List(Arc::new(Type::Dynamic)),
        Some("map") => Type::Map(Arc::new(Type::Dynamic)),
        _ => Type::Dynamic,
    };
    let empty =
        value.as_items().is_some_and(<[_]>::is_empty) || value.as_entries().is_some_and(<[_]>::is_empty);
    let value = match value::convert::convert(&value, &collection) {
        Ok(converted) if !empty => converted,
        _ => value,
    };
    Some(OutputState { value, sensitive: output.sensitive.unwrap_or_default(), deprecated: None })
}

fn read_resource(
    state: &mut State,
    module: &ModuleInstance,
    name: &str,
    old: OldResource,
    version: &Version,
) -> Result<(), ReadError> {
    let (addr, key) = read_address(module, name)
        .ok_or_else(|| invalid(UPGRADE, format!("the name {name:?} of a resource is not understood.")))?;
    let provider = read_provider(&addr, old.provider.as_deref().unwrap_or_default())
        .ok_or_else(|| invalid(UPGRADE, format!("the provider of {addr} is not understood.")))?;
    let resource =
        state.resources.entry(addr).or_insert_with(|| ResourceState { provider, instances: BTreeMap::new() });
    let instance = resource.instances.entry(key).or_default();
    instance.current = old.primary.map(|object| Arc::new(read_object(object, version)));
    for (object, number) in old.deposed.unwrap_or_default().into_iter().zip(1..) {
        let key: String = format!("{number:08x}");
        instance.deposed.insert(key.into(), Arc::new(read_object(object, version)));
    }
    if instance.is_empty() {
        resource.instances.retain(|_, instance| !instance.is_empty());
    }
    Ok(())
}

/// `[data.]TYPE.NAME[.INDEX]`
fn read_address(module: &ModuleInstance, name: &str) -> Option<(AbsResource, Option<InstanceKey>)> {
    let (mode, rest) = match name.strip_prefix("data.") {
        Some(rest) => (ResourceMode::Data, rest),
        None => (ResourceMode::Managed, name),
    };
    let mut parts = rest.split('.');
    let (type_name, name) = (parts.next()?, parts.next()?);
    let key = match parts.next() {
        Some(index) => Some(InstanceKey::Int(index.parse().ok()?)),
        None => None,
    };
    let resource = Resource { mode, type_name: type_name.into(), name: name.into() };
    let valid = parts.next().is_none() && !type_name.is_empty() && !resource.name.is_empty();
    valid.then(|| (AbsResource { module: module.clone(), resource }, key))
}

/// `provider.NAME`, `NAME`, with the alias after it, or nothing: then the type says whose it is.
fn read_provider(addr: &AbsResource, text: &str) -> Option<AbsProviderConfig> {
    if text.starts_with("provider.") || text.contains(".provider.") || text.contains("provider[") {
        return AbsProviderConfig::parse(text).ok();
    }
    let implied = addr.resource.type_name.split('_').next()?;
    let name = if text.is_empty() { implied } else { text };
    let parsed = AbsProviderConfig::parse(&format!("provider.{name}")).ok()?;
    Some(AbsProviderConfig { module: addr.module.module(), ..parsed })
}

fn read_object(old: OldObject, version: &Version) -> Object {
    let mut flat = old.attributes.unwrap_or_default();
    if version.maps_as_lists {
        flat = count_maps(flat);
    }
    if let Some(id) = old.id {
        flat.entry("id".to_owned()).or_insert(id);
    }
    let mut meta = old.meta.unwrap_or_default();
    let schema_version = match meta.remove("schema_version") {
        Some(serde_json::Value::String(text)) => text.parse().unwrap_or_default(),
        Some(other) => other.as_u64().unwrap_or_default(),
        None => 0,
    };
    let private =
        if meta.is_empty() { Vec::new() } else { serde_json::Value::Object(meta).to_string().into() };
    let tainted = old.tainted.unwrap_or_default();
    Object {
        status: if tainted { ObjectStatus::Tainted } else { ObjectStatus::Ready },
        schema_version,
        attributes: Arc::from(""),
        attributes_flat: Some(Arc::new(flat)),
        sensitive_paths: Vec::new(),
        private: private.into(),
        dependencies: DependencyList::default(),
        create_before_destroy: false,
        skip_destroy: false,
        identity: None,
    }
}

/// Before version 3 maps were counted by `.#` as lists are; they are told apart by keys that are no numbers.
/// Counts of nothing are dropped, since nobody knows of what.
fn count_maps(flat: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let renamed = |key: &String| -> Option<String> {
        let Some(prefix) = key.strip_suffix('#').filter(|prefix| prefix.ends_with('.')) else {
            return Some(key.clone());
        };
        let inside = flat.range(prefix.to_owned()..).take_while(|(other, _)| other.starts_with(prefix));
        let mut names = inside
            .filter(|(other, _)| *other != key)
            .filter_map(|(other, _)| other[prefix.len()..].split('.').next())
            .peekable();
        names.peek()?;
        let is_map = names.any(|name| name.parse::<u64>().is_err());
        Some(if is_map { format!("{prefix}%") } else { key.clone() })
    };
    flat.iter().filter_map(|(key, text)| Some((renamed(key)?, text.clone()))).collect()
}
