//! Answers of a hostile provider: schemas in either version, and objects, paths and problems of every call.
//! Whatever comes, it is read or refused, and what was read can be used.
#![no_main]

use std::sync::LazyLock;

use addrs::Provider as ProviderAddr;
use bytes::Bytes;
use cairn_fuzz::{Choices, Input, Tally, protobuf};
use libfuzzer_sys::{Corpus, fuzz_target};
use prost::Message;
use provider::*;
use schema::ProviderSchema;
use value::{Type, Value};
use wire::{Call, Context, StreamCall, Version, message, schemas};

static TALLY: Tally = Tally::new();
static SCHEMA: LazyLock<ProviderSchema> = LazyLock::new(|| {
    let answer = protobuf::sample();
    schemas::provider_schema(Version::V6, answer, protobuf::identities()).expect("a schema that is valid")
});

/// Reads a whole schema as each version, down to every type.
fn read_schema(bytes: &[u8]) -> bool {
    let Ok(answer) = message::get_provider_schema::Response::decode(bytes) else { return false };
    let identities =
        message::get_resource_identity_schemas::Response::decode(bytes).map(|answer| answer.identity_schemas);
    for version in [Version::V5, Version::V6] {
        let identities = identities.clone().unwrap_or_default();
        let Ok(schema) = schemas::provider_schema(version, answer.clone(), identities) else { continue };
        let kinds = [&schema.resources, &schema.data_sources, &schema.ephemeral_resources, &schema.actions];
        for (_, found) in kinds.iter().flat_map(|kind| kind.iter()) {
            let empty = found.block.empty_value();
            // Blocks that must be there are missed, and nothing else is.
            if let Err(error) = found.block.coerce(&empty) {
                let missed = error.message.starts_with("insufficient items");
                assert!(missed, "an empty object of {:?}: {}", found.block.implied_type(), error.message);
            }
        }
        schema.identities.iter().for_each(|(_, found)| drop(found.implied_type()));
        assert!(
            schema.functions.iter().all(|(_, found)| found.parameter(0).is_some()),
            "each has a parameter"
        );
    }
    true
}

/// Reads bytes as the answer to a call.
fn read<C: Call>(call: &C, bytes: &[u8]) -> bool {
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &SCHEMA, deferral_allowed: true };
    C::Response::decode(bytes).map(|response| drop(call.decode(&ctx, response))).is_ok()
}

fn read_event<C: StreamCall>(call: &C, bytes: &[u8]) -> bool {
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &SCHEMA, deferral_allowed: true };
    C::Event::decode(bytes).map(|event| drop(call.decode(&ctx, event))).is_ok()
}

fn read_answers(bytes: &[u8]) -> bool {
    let nothing = || Value::null(Type::Dynamic);
    let private = || Private::from([]);
    let name = || value::SmolStr::from("x_thing");
    let object = GenerateConfigRequest { type_name: name(), object: nothing() };
    let action = || ActionRequest { type_name: name(), config: nothing() };
    let results = [
        read(&object, bytes),
        read(
            &ReadRequest {
                type_name: name(),
                current: nothing(),
                private: private(),
                provider_meta: nothing(),
                identity: None,
            },
            bytes,
        ),
        read(
            &PlanRequest {
                type_name: name(),
                prior: nothing(),
                proposed: nothing(),
                config: nothing(),
                private: private(),
                provider_meta: nothing(),
                identity: None,
            },
            bytes,
        ),
        read(
            &ApplyRequest {
                type_name: name(),
                prior: nothing(),
                planned: nothing(),
                config: nothing(),
                private: private(),
                provider_meta: nothing(),
                identity: None,
            },
            bytes,
        ),
        read(&ImportRequest { type_name: name(), id: name(), identity: None }, bytes),
        read(&ReadDataRequest { type_name: name(), config: nothing(), provider_meta: nothing() }, bytes),
        read(&OpenEphemeralRequest { type_name: name(), config: nothing() }, bytes),
        read(&CallFunctionRequest { name: name(), arguments: Vec::new() }, bytes),
        read(&wire::PlanAction(action()), bytes),
        read_event(&wire::InvokeAction(action()), bytes),
        read_event(
            &ListRequest { type_name: name(), config: nothing(), include_object: true, limit: 1 },
            bytes,
        ),
    ];
    results.contains(&true)
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Reject };
    let mut choices = Choices(input.rest);
    let bytes = match (input.is_text, input.kind) {
        (true, _) => Bytes::copy_from_slice(input.rest),
        (false, 0 | 1) => protobuf::answer(&mut choices).encode_to_vec().into(),
        (false, 2) => protobuf::planned(&mut choices).encode_to_vec().into(),
        (false, _) => {
            // What is nearly right goes deeper than what is quite wrong.
            let mut bytes = protobuf::planned(&mut choices).encode_to_vec();
            for _ in 0..=choices.below(3) {
                let at = choices.below(256).min(bytes.len().saturating_sub(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= choices.byte();
                }
            }
            bytes.into()
        }
    };
    let parsed = read_schema(&bytes) | read_answers(&bytes);
    TALLY.count(parsed, parsed);
    input.verdict(parsed)
});
