//! The shapes of version 4, borrowed from the text that is read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::fold::{Plain, Shape};

// Everything is optional because the tools read `null` and what is missing alike. Fields that are not known are refused
// here, because they may be known ones in other case: `SHAPE` says how files that have them are read.

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File<'a> {
    #[serde(rename = "version", default)]
    _version: Option<IgnoredAny>,
    #[serde(borrow, default)]
    pub(crate) terraform_version: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(crate) serial: Option<u64>,
    #[serde(borrow, default)]
    pub(crate) lineage: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) outputs: Option<BTreeMap<String, Output<'a>>>,
    #[serde(borrow, default)]
    pub(crate) resources: Option<Vec<Resource<'a>>>,
    #[serde(default)]
    pub(crate) check_results: Option<Vec<Check>>,
}

/// An output of the root module.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Output<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    pub(crate) value: Option<&'a RawValue>,
    #[serde(borrow, rename = "type", default)]
    pub(crate) ty: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) sensitive: Option<bool>,
    #[serde(default)]
    pub(crate) deprecated: Option<String>,
}

/// What is there, also if it is `null`.
fn present<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(source).map(Some)
}

/// A resource.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resource<'a> {
    #[serde(borrow, default)]
    pub(crate) module: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) mode: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "type", default)]
    pub(crate) type_name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) name: Option<Cow<'a, str>>,
    #[serde(rename = "each", default)]
    _each: Option<IgnoredAny>,
    #[serde(borrow, default)]
    pub(crate) provider: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) instances: Option<Vec<Instance<'a>>>,
}

/// One object of an instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Instance<'a> {
    #[serde(borrow, default)]
    pub(crate) index_key: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) status: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) deposed: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) provider: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(crate) schema_version: Option<u64>,
    #[serde(borrow, default, deserialize_with = "present")]
    pub(crate) attributes: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) attributes_flat: Option<BTreeMap<String, String>>,
    #[serde(borrow, default)]
    pub(crate) sensitive_attributes: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(crate) private: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(crate) dependencies: Option<&'a RawValue>,
    #[serde(rename = "depends_on", default)]
    _depends_on: Option<IgnoredAny>,
    #[serde(default)]
    pub(crate) create_before_destroy: Option<bool>,
    #[serde(default)]
    pub(crate) skip_destroy: Option<bool>,
    #[serde(borrow, default)]
    pub(crate) identity: Option<&'a RawValue>,
    #[serde(default)]
    pub(crate) identity_schema_version: Option<u64>,
}

/// One step of a path to a secret.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step<'a> {
    #[serde(borrow, rename = "type")]
    pub(crate) kind: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) value: &'a RawValue,
}

/// The key of an index step.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepKey<'a> {
    #[serde(borrow)]
    pub(crate) value: &'a RawValue,
    #[serde(borrow, rename = "type")]
    pub(crate) ty: &'a RawValue,
}

/// What was found out about the conditions of a block.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    #[serde(default)]
    pub(crate) object_kind: Option<String>,
    #[serde(default)]
    pub(crate) config_addr: Option<String>,
    #[serde(default)]
    pub(crate) status: Option<String>,
    #[serde(default)]
    pub(crate) objects: Option<Vec<CheckObject>>,
}

/// What was found out about the conditions of one instance.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckObject {
    #[serde(default)]
    pub(crate) object_addr: Option<String>,
    #[serde(default)]
    pub(crate) status: Option<String>,
    #[serde(default)]
    pub(crate) failure_messages: Option<Vec<String>>,
}

const TEXT: Shape = Shape::Plain(Plain::Text);
const NUMBER: Shape = Shape::Plain(Plain::Number);
const BOOL: Shape = Shape::Plain(Plain::Bool);

/// The same shapes for a file that is not written as we know it.
pub(super) static SHAPE: Shape = Shape::Fields(&[
    ("version", NUMBER),
    ("terraform_version", TEXT),
    ("serial", NUMBER),
    ("lineage", TEXT),
    ("outputs", Shape::Map(&OUTPUT)),
    ("resources", Shape::List(&RESOURCE)),
    ("check_results", Shape::List(&CHECK)),
]);

static OUTPUT: Shape =
    Shape::Fields(&[("value", Shape::Any), ("type", Shape::Any), ("sensitive", BOOL), ("deprecated", TEXT)]);

static RESOURCE: Shape = Shape::Fields(&[
    ("module", TEXT),
    ("mode", TEXT),
    ("type", TEXT),
    ("name", TEXT),
    ("each", TEXT),
    ("provider", TEXT),
    ("instances", Shape::List(&INSTANCE)),
]);

static INSTANCE: Shape = Shape::Fields(&[
    ("index_key", Shape::Any),
    ("status", TEXT),
    ("deposed", TEXT),
    ("provider", TEXT),
    ("schema_version", NUMBER),
    ("attributes", Shape::Any),
    ("attributes_flat", Shape::Map(&TEXT)),
    ("sensitive_attributes", Shape::Within(&PATHS)),
    ("private", TEXT),
    ("dependencies", Shape::List(&TEXT)),
    ("depends_on", Shape::List(&TEXT)),
    ("create_before_destroy", BOOL),
    ("skip_destroy", BOOL),
    ("identity", Shape::Any),
    ("identity_schema_version", NUMBER),
]);

static PATHS: Shape = Shape::List(&PATH);
static PATH: Shape = Shape::List(&STEP);
static STEP: Shape = Shape::Fields(&[("type", TEXT), ("value", Shape::Within(&STEP_VALUE))]);
static STEP_VALUE: Shape = Shape::FieldsOrAny(&[("value", Shape::Any), ("type", Shape::Any)]);

static CHECK: Shape = Shape::Fields(&[
    ("object_kind", TEXT),
    ("config_addr", TEXT),
    ("status", TEXT),
    ("objects", Shape::List(&CHECK_OBJECT)),
]);

static CHECK_OBJECT: Shape =
    Shape::Fields(&[("object_addr", TEXT), ("status", TEXT), ("failure_messages", Shape::List(&TEXT))]);
