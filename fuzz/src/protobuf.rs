//! Answers of a provider, derived from choices: mostly valid, with mistakes that a provider could make.

use std::collections::BTreeMap;

use bytes::Bytes;
use prost::Message;
use wire::message::{self, attribute_path, get_provider_schema, plan_resource_change};
use wire::v6::schema::{Attribute, Block, NestedBlock, Object};
use wire::{v6, v6::Schema};

use crate::Choices;

const TYPES: [&str; 12] = [
    "\"string\"",
    "\"number\"",
    "\"bool\"",
    "\"dynamic\"",
    "[\"list\",\"string\"]",
    "[\"set\",\"dynamic\"]",
    "[\"map\",[\"object\",{\"a\":\"bool\"}]]",
    "[\"tuple\",[\"string\",\"dynamic\"]]",
    "[\"object\",{\"a\":\"string\"},[\"a\"]]",
    "",
    "[\"list\"]",
    "{",
];

/// Small values: null, numbers, texts, lists, objects, unknowns, and what is none.
const VALUES: [&[u8]; 12] = [
    b"\xc0",
    b"\x01",
    b"\xa1x",
    b"\x90",
    b"\x91\x01",
    b"\x80",
    b"\x81\xa1a\xa1x",
    b"\xd4\0\0",
    b"\xc7\x03\x0c\x81\x01\xc2",
    b"\x92\xc4\x08\"string\"\xa1x",
    b"\xdd\xff\xff\xff\xff",
    b"\xff",
];

fn name(choices: &mut Choices<'_>) -> String {
    choices.of(&["a", "b", "c", "x_thing", "id", "B", ""]).to_owned()
}

fn attribute(choices: &mut Choices<'_>, depth: usize) -> Attribute {
    let nested = depth < 4 && choices.rarely(4);
    let flags = choices.of(&[1_u8, 2, 4, 6, 1, 2, 0, 7]);
    Attribute {
        name: name(choices),
        r#type: Bytes::from_static(if nested { b"" } else { choices.of(&TYPES).as_bytes() }),
        nested_type: nested.then(|| Object {
            attributes: (0..choices.below(3)).map(|_| attribute(choices, depth + 1)).collect(),
            nesting: choices.below(6) as i32,
        }),
        required: flags & 1 != 0,
        optional: flags & 2 != 0,
        computed: flags & 4 != 0,
        write_only: choices.rarely(5),
        sensitive: choices.rarely(5),
        ..Default::default()
    }
}

fn block(choices: &mut Choices<'_>, depth: usize) -> Block {
    let inner = if depth < 4 { choices.below(3) } else { 0 };
    Block {
        attributes: (0..choices.below(4)).map(|_| attribute(choices, depth)).collect(),
        block_types: (0..inner)
            .map(|_| NestedBlock {
                type_name: name(choices),
                block: Some(block(choices, depth + 1)),
                nesting: choices.below(7) as i32,
                min_items: choices.of(&[0, 0, 1, -1, i64::MAX]),
                max_items: choices.of(&[0, 0, 1, 2, i64::MIN]),
            })
            .collect(),
        deprecated: choices.rarely(4),
        ..Default::default()
    }
}

fn schema(choices: &mut Choices<'_>) -> Bytes {
    Schema { version: choices.of(&[0, 1, -1, i64::MAX]), block: Some(block(choices, 0)) }
        .encode_to_vec()
        .into()
}

/// What a provider says it offers. The first choices make an answer that is whole.
pub fn answer(choices: &mut Choices<'_>) -> get_provider_schema::Response {
    let own = v6::Schema::default().encode_to_vec().into();
    let mut types = |count: usize| -> BTreeMap<String, Bytes> {
        (0..count).map(|_| (name(choices), schema(choices))).collect()
    };
    let resource_schemas = types(2);
    let data_source_schemas = types(1);
    let action_schemas = types(1)
        .into_iter()
        .map(|(name, schema)| (name, message::ActionSchema { schema }.encode_to_vec().into()))
        .collect();
    get_provider_schema::Response {
        provider: Some(own),
        resource_schemas,
        data_source_schemas,
        action_schemas,
        functions: BTreeMap::from([("f".to_owned(), function(choices))]),
        ..Default::default()
    }
}

/// An answer without mistakes, with the type that everything is about.
pub fn sample() -> get_provider_schema::Response {
    let attribute = |name: &str, ty: &'static str| Attribute {
        name: name.to_owned(),
        r#type: Bytes::from_static(ty.as_bytes()),
        optional: true,
        ..Default::default()
    };
    let attributes = vec![attribute("a", TYPES[0]), attribute("b", TYPES[3]), attribute("c", TYPES[6])];
    let block = Block { attributes, ..Default::default() };
    let schema: Bytes = Schema { version: 0, block: Some(block) }.encode_to_vec().into();
    let one = || BTreeMap::from([("x_thing".to_owned(), schema.clone())]);
    get_provider_schema::Response {
        provider: Some(schema.clone()),
        resource_schemas: one(),
        data_source_schemas: one(),
        ephemeral_resource_schemas: one(),
        list_resource_schemas: one(),
        ..Default::default()
    }
}

fn function(choices: &mut Choices<'_>) -> Bytes {
    let mut ty = || Bytes::from_static(choices.of(&TYPES).as_bytes());
    let parameter = message::function::Parameter { r#type: ty(), ..Default::default() };
    let returns = message::function::Return { r#type: ty() };
    let function =
        message::Function { parameters: vec![parameter], r#return: Some(returns), ..Default::default() };
    function.encode_to_vec().into()
}

/// Identities of the type that everything is about.
pub fn identities() -> BTreeMap<String, Bytes> {
    let attribute = message::resource_identity_schema::IdentityAttribute {
        name: "id".into(),
        r#type: Bytes::from_static(b"\"string\""),
        ..Default::default()
    };
    let schema = message::ResourceIdentitySchema { version: 0, identity_attributes: vec![attribute] };
    BTreeMap::from([("x_thing".into(), schema.encode_to_vec().into())])
}

fn dynamic(choices: &mut Choices<'_>) -> Option<message::DynamicValue> {
    let mut bytes = choices.of(&VALUES).to_vec();
    if choices.rarely(3) {
        bytes.extend_from_slice(choices.of(&VALUES));
    }
    let (msgpack, json) = if choices.rarely(8) { (vec![], b"{\"a\":1}".to_vec()) } else { (bytes, vec![]) };
    Some(message::DynamicValue { msgpack: msgpack.into(), json: json.into() })
}

fn path(choices: &mut Choices<'_>) -> message::AttributePath {
    use attribute_path::{Step, step::Selector};
    let steps = (0..choices.below(5)).map(|_| {
        let selector = match choices.below(4) {
            0 => None,
            1 => Some(Selector::AttributeName(name(choices))),
            2 => Some(Selector::ElementKeyString(name(choices))),
            _ => Some(Selector::ElementKeyInt(choices.of(&[0, -1, i64::MAX]))),
        };
        Step { selector }
    });
    message::AttributePath { steps: steps.collect() }
}

/// What a provider says about a change; the other answers have the same parts.
pub fn planned(choices: &mut Choices<'_>) -> plan_resource_change::Response {
    plan_resource_change::Response {
        planned_state: dynamic(choices),
        requires_replace: (0..choices.below(3)).map(|_| path(choices)).collect(),
        planned_private: Bytes::copy_from_slice(choices.take(3)),
        diagnostics: (0..choices.below(3))
            .map(|_| message::Diagnostic {
                severity: choices.of(&[0, 1, 2, 3, -1]),
                summary: name(choices),
                detail: name(choices),
                attribute: Some(path(choices)),
            })
            .collect(),
        legacy_type_system: choices.rarely(2),
        deferred: Some(message::Deferred { reason: choices.of(&[0, 1, 2, 3, 9]) }),
        planned_identity: Some(message::ResourceIdentityData { identity_data: dynamic(choices) }),
    }
}
