//! The conversions, and that hostile bytes do no harm.

use std::collections::BTreeMap;

use addrs::{Provider as ProviderAddr, ResourceMode};
use bytes::Bytes;
use prost::Message;
use provider::*;
use schema::{AttributeShape, Nesting, ProviderSchema};
use value::{Path, Type, Value};

use crate::message::{self, DynamicValue, deferred::Reason, diagnostic::Severity};
use crate::v6::schema::{Attribute, Block, NestedBlock, Object};
use crate::*;

fn attribute6(name: &str, ty: &str) -> Attribute {
    Attribute { name: name.into(), r#type: Bytes::from(ty.to_owned()), optional: true, ..Default::default() }
}

fn schema6(attributes: Vec<Attribute>) -> Bytes {
    v6::Schema { version: 2, block: Some(Block { attributes, ..Default::default() }) }.encode_to_vec().into()
}

fn answer() -> message::get_provider_schema::Response {
    let thing = schema6(vec![attribute6("id", "\"string\""), attribute6("any", "\"dynamic\"")]);
    let function = message::Function {
        parameters: vec![message::function::Parameter {
            name: "n".into(),
            r#type: Bytes::from_static(b"\"number\""),
            ..Default::default()
        }],
        r#return: Some(message::function::Return { r#type: Bytes::from_static(b"\"string\"") }),
        ..Default::default()
    };
    let action = message::ActionSchema { schema: thing.clone() }.encode_to_vec().into();
    message::get_provider_schema::Response {
        provider: Some(schema6(vec![attribute6("token", "\"string\"")])),
        resource_schemas: BTreeMap::from([
            ("x_thing".into(), thing.clone()),
            ("x_bad".into(), Bytes::from_static(b"\xff")),
        ]),
        data_source_schemas: BTreeMap::from([("x_thing".into(), thing.clone())]),
        list_resource_schemas: BTreeMap::from([("x_thing".into(), thing)]),
        action_schemas: BTreeMap::from([("x_act".into(), action)]),
        functions: BTreeMap::from([("f".into(), function.encode_to_vec().into())]),
        server_capabilities: Some(message::ServerCapabilities { plan_destroy: true, ..Default::default() }),
        ..Default::default()
    }
}

fn identities() -> BTreeMap<String, Bytes> {
    let attribute = message::resource_identity_schema::IdentityAttribute {
        name: "id".into(),
        r#type: Bytes::from_static(b"\"string\""),
        required_for_import: true,
        ..Default::default()
    };
    let schema = message::ResourceIdentitySchema { version: 1, identity_attributes: vec![attribute] };
    BTreeMap::from([("x_thing".into(), schema.encode_to_vec().into())])
}

fn provider_schema() -> ProviderSchema {
    schemas::provider_schema(Version::V6, answer(), identities()).unwrap()
}

fn thing(id: &str) -> Value {
    Value::object([("any", Value::int(7)), ("id", Value::string(id))])
}

fn identity(id: &str) -> Value {
    Value::object([("id", Value::string(id))])
}

fn dynamic(value: &Value, schema: &ProviderSchema) -> Option<DynamicValue> {
    Some(to_dynamic(value, schema.resources.get("x_thing").unwrap().block.implied_type()).unwrap())
}

fn identity_data(id: &str) -> Option<message::ResourceIdentityData> {
    let ty = Type::object([("id", Type::String)]);
    Some(message::ResourceIdentityData { identity_data: Some(to_dynamic(&identity(id), &ty).unwrap()) })
}

#[test]
fn only_what_is_asked_for_is_decoded() {
    let schema = provider_schema();
    assert_eq!((schema.resources.len(), schema.resources.made()), (2, 0));
    let found = schema.resources.get("x_thing").unwrap();
    assert_eq!(found.version, 2);
    assert_eq!(format!("{:?}", found.block.implied_type()), "object({any=any,id=string})");
    assert_eq!(schema.resources.made(), 1);
    assert!(schema.resources.get("x_bad").is_none());
    assert!(schema.resources.defect("x_bad").unwrap().contains("cannot be decoded"));
    assert_eq!(schema.actions.get("x_act").unwrap().version, 2);
    assert_eq!(schema.functions.get("f").unwrap().parameters[0].ty, Type::Number);
    assert!(schema.identities.get("x_thing").unwrap().attributes["id"].required_for_import);
    assert!(schema.capabilities.plan_destroy && !schema.capabilities.schema_optional);
    let without = message::get_provider_schema::Response { provider: None, ..answer() };
    assert!(schemas::provider_schema(Version::V6, without, BTreeMap::new()).unwrap_err().contains("missing"));
}

#[test]
fn the_numbers_of_the_versions_differ() {
    // Field 10 and 11 of an attribute: write_only and deprecation_message in 5, nested_type and write_only in 6.
    let five = v5::schema::Attribute {
        name: "a".into(),
        r#type: Bytes::from_static(b"\"string\""),
        optional: true,
        write_only: true,
        deprecated: true,
        deprecation_message: "old".into(),
        ..Default::default()
    };
    let nested = v5::schema::NestedBlock { type_name: "b".into(), nesting: 4, ..Default::default() };
    let block = v5::schema::Block { attributes: vec![five], block_types: vec![nested], ..Default::default() };
    let bytes: Bytes = v5::Schema { version: 1, block: Some(block) }.encode_to_vec().into();
    let own = message::get_provider_schema::Response { provider: Some(bytes), ..Default::default() };
    let schema = schemas::provider_schema(Version::V5, own.clone(), BTreeMap::new()).unwrap();
    let attribute = &schema.config.block.attributes["a"];
    assert!(attribute.write_only);
    assert_eq!(attribute.deprecation.as_deref(), Some("old"));
    assert_eq!(schema.config.block.blocks["b"].nesting, Nesting::Map);
    assert!(schemas::provider_schema(Version::V6, own, BTreeMap::new()).is_err());
}

#[test]
fn schemas_are_read_or_refused() {
    let read = |block: Block| {
        let bytes: Bytes = v6::Schema { version: 0, block: Some(block) }.encode_to_vec().into();
        let own = message::get_provider_schema::Response { provider: Some(bytes), ..Default::default() };
        schemas::provider_schema(Version::V6, own, BTreeMap::new())
    };
    let with = |attribute: Attribute| Block { attributes: vec![attribute], ..Default::default() };
    let nested = |nesting: i32| Object { attributes: vec![attribute6("x", "\"bool\"")], nesting };
    for (number, nesting) in [(1, Nesting::Single), (2, Nesting::List), (3, Nesting::Set), (4, Nesting::Map)]
    {
        let attribute = Attribute { nested_type: Some(nested(number)), ..attribute6("a", "") };
        let schema = read(with(attribute)).unwrap();
        let AttributeShape::Nested(found) = &schema.config.block.attributes["a"].shape else {
            panic!("not nested")
        };
        assert_eq!(found.nesting, nesting);
    }
    let blocks = |type_name: &str, nesting: i32, min_items: i64| Block {
        block_types: vec![NestedBlock {
            type_name: type_name.into(),
            nesting,
            min_items,
            ..Default::default()
        }],
        ..Default::default()
    };
    let bad = [
        with(attribute6("a", "")),
        with(attribute6("a", "\"nonsense\"")),
        with(attribute6("a", "[\"list\"]")),
        with(Attribute { optional: false, ..attribute6("a", "\"string\"") }),
        with(Attribute { nested_type: Some(nested(1)), ..attribute6("a", "\"string\"") }),
        with(Attribute { nested_type: Some(nested(0)), ..attribute6("a", "") }),
        with(Attribute { nested_type: Some(nested(9)), ..attribute6("a", "") }),
        blocks("b", 0, 0),
        blocks("b", 77, 0),
        blocks("b", 2, -1),
        blocks("B", 2, 0),
    ];
    for block in bad {
        assert!(read(block.clone()).is_err(), "{block:?}");
    }
}

#[test]
fn paths_and_problems_go_both_ways() {
    let path = Path::new().attr("a").index(Value::int(3)).index(Value::string("k")).attr("b");
    assert_eq!(from_path(to_path(&path)), path);
    let set = Path::new().attr("s").index(Value::bool(true)).attr("lost");
    assert_eq!(from_path(to_path(&set)), Path::new().attr("s"));
    let found = |severity: i32| message::Diagnostic {
        severity,
        summary: "S".into(),
        detail: "D".into(),
        attribute: Some(to_path(&path)),
    };
    let warning = from_diagnostic(found(Severity::Warning.into()));
    assert_eq!(warning, ProviderDiagnostic::warning("S", "D").at(path.clone()));
    for severity in [Severity::Error.into(), Severity::Invalid.into(), 99] {
        assert_eq!(from_diagnostic(found(severity)), ProviderDiagnostic::error("S", "D").at(path.clone()));
    }
    let nowhere = message::Diagnostic { attribute: Some(Default::default()), ..found(1) };
    assert_eq!(from_diagnostic(nowhere).attribute, None);
}

#[test]
fn values_come_in_two_forms() {
    let ty = Type::list(Type::Number);
    let both = |msgpack: &'static [u8], json: &'static [u8]| {
        let value = DynamicValue { msgpack: Bytes::from_static(msgpack), json: Bytes::from_static(json) };
        from_dynamic(Some(value), &ty)
    };
    let expect = Value::list(Type::Number, vec![Value::int(1)]);
    assert_eq!(both(b"\x91\x01", b"").unwrap(), expect);
    assert_eq!(both(b"", b"[1]").unwrap(), expect);
    assert_eq!(both(b"", b"").unwrap(), Value::null(ty.clone()));
    assert_eq!(from_dynamic(None, &ty).unwrap(), Value::null(ty.clone()));
    assert!(both(b"\x91", b"").is_err() && both(b"", b"[").is_err() && both(b"\xa1x", b"").is_err());
}

#[test]
fn a_change_is_planned_and_made() {
    let schema = provider_schema();
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &schema, deferral_allowed: true };
    let plan = PlanRequest {
        type_name: "x_thing".into(),
        prior: Value::null(Type::Dynamic),
        proposed: thing("p"),
        config: thing("c"),
        private: Private::from(*b"kept"),
        provider_meta: Value::null(Type::Dynamic),
        identity: Some(identity("i")),
    };
    let request = plan.encode(&ctx).unwrap();
    assert_eq!(request.prior_state.as_ref().unwrap().msgpack, Bytes::from_static(b"\xc0"));
    assert_eq!(request.config, dynamic(&thing("c"), &schema));
    assert_eq!((request.prior_private.as_ref(), request.provider_meta), (&b"kept"[..], None));
    assert_eq!(request.prior_identity, identity_data("i"));
    let capabilities = request.client_capabilities.unwrap();
    assert!(capabilities.deferral_allowed && capabilities.write_only_attributes_allowed);
    let response = message::plan_resource_change::Response {
        planned_state: dynamic(&thing("q"), &schema),
        requires_replace: vec![to_path(&Path::new().attr("id"))],
        planned_identity: identity_data("j"),
        deferred: Some(message::Deferred { reason: Reason::AbsentPrereq.into() }),
        legacy_type_system: true,
        ..Default::default()
    };
    let answer = plan.decode(&ctx, response);
    assert_eq!((answer.planned, answer.identity), (thing("q"), Some(identity("j"))));
    assert_eq!(answer.requires_replace, [Path::new().attr("id")]);
    assert_eq!(answer.deferred, Some(Deferred::AbsentPrerequisite));
    assert!(answer.legacy_type_system && answer.diags.is_empty());
}

#[test]
fn what_cannot_be_read_is_told() {
    let schema = provider_schema();
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &schema, deferral_allowed: false };
    let apply = ApplyRequest {
        type_name: "x_thing".into(),
        prior: Value::null(Type::Dynamic),
        planned: thing("p"),
        config: thing("c"),
        private: Private::from([]),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    };
    let bad = DynamicValue { msgpack: Bytes::from_static(b"\x81\xa2id\x01"), json: Bytes::new() };
    let response = message::apply_resource_change::Response { new_state: Some(bad), ..Default::default() };
    let answer = apply.decode(&ctx, response);
    assert!(answer.object.is_none() && has_errors(&answer.diags));
    let detail = &answer.diags[0].detail;
    assert!(
        detail.contains("hashicorp/x")
            && detail.contains("x_thing")
            && detail.contains("ApplyResourceChange")
    );
    let none = ApplyRequest { type_name: "x_none".into(), ..apply.clone() };
    assert!(none.encode(&ctx).unwrap_err().detail.contains("no resource type \"x_none\""));
    let broken = ApplyRequest { type_name: "x_bad".into(), ..apply };
    assert!(broken.encode(&ctx).unwrap_err().detail.contains("invalid schema"));
    let nameless = ProviderSchema { identities: Default::default(), ..schema.clone() };
    let without = Context { schema: &nameless, ..ctx };
    let by_identity =
        ImportRequest { type_name: "x_thing".into(), id: "".into(), identity: Some(identity("i")) };
    assert!(by_identity.encode(&without).is_err() && by_identity.encode(&ctx).is_ok());
    let imported =
        message::import_resource_state::ImportedResource { type_name: "x_none".into(), ..Default::default() };
    let import = ImportRequest { type_name: "x_thing".into(), id: "i".into(), identity: None };
    let response =
        message::import_resource_state::Response { imported_resources: vec![imported], ..Default::default() };
    let answer = import.decode(&ctx, response);
    assert!(answer.objects.is_empty() && has_errors(&answer.diags));
    let list =
        ListRequest { type_name: "x_thing".into(), config: thing("c"), include_object: true, limit: 3 };
    let (event, _) = list.decode(&ctx, Default::default());
    assert!(has_errors(&event.diags), "an event needs an identity");
}

#[test]
fn functions_take_and_give_their_types() {
    let schema = provider_schema();
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &schema, deferral_allowed: false };
    let call = |arguments: Vec<Value>| CallFunctionRequest { name: "f".into(), arguments };
    let request = call(vec![Value::int(1)]).encode(&ctx).unwrap();
    assert_eq!(request.arguments[0].msgpack, Bytes::from_static(b"\x01"));
    assert!(call(vec![Value::int(1), Value::int(2)]).encode(&ctx).is_err());
    assert!(CallFunctionRequest { name: "g".into(), arguments: vec![] }.encode(&ctx).is_err());
    let gave = |response| call(vec![]).decode(&ctx, response);
    let text = DynamicValue { msgpack: Bytes::from_static(b"\xa1x"), json: Bytes::new() };
    let good = message::call_function::Response { result: Some(text), error: None };
    assert_eq!(gave(good), Ok(Value::string("x")));
    let error = message::FunctionError { text: "no".into(), function_argument: Some(1) };
    let failed = message::call_function::Response { result: None, error: Some(error) };
    assert_eq!(gave(failed), Err(FunctionError { text: "no".into(), argument: Some(1) }));
    let wrong = DynamicValue { msgpack: Bytes::from_static(b"\x90"), json: Bytes::new() };
    let wrong = message::call_function::Response { result: Some(wrong), error: None };
    assert!(gave(wrong).unwrap_err().text.contains("CallFunction"));
}

#[test]
fn states_travel_in_pieces() {
    let bytes = Bytes::from((0..=255_u8).collect::<Vec<_>>());
    let schema = ProviderSchema::default();
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &schema, deferral_allowed: false };
    let request = |bytes| WriteStateRequest { type_name: "s".into(), state_id: "default".into(), bytes };
    let read = ReadState(StateRequest { type_name: "s".into(), state_id: "default".into() });
    let piece = |chunk: message::write_state_bytes::RequestChunk| {
        Ok(StatePiece {
            bytes: chunk.bytes,
            total_length: chunk.total_length,
            range: chunk.range,
            diagnostics: vec![],
        })
    };
    for (size, count) in [(100, 3), (256, 1), (1000, 1), (128, 2)] {
        let chunks = state_chunks(request(bytes.clone()), size);
        assert_eq!(chunks.len(), count);
        assert_eq!(chunks.iter().filter(|chunk| chunk.meta.is_some()).count(), 1);
        let back = read.assemble(&ctx, chunks.into_iter().map(piece).collect());
        assert_eq!((back.bytes, back.diags), (bytes.clone(), vec![]));
    }
    assert_eq!(state_chunks(request(Bytes::new()), 10).len(), 1);
    let mut pieces: Vec<_> = state_chunks(request(bytes.clone()), 100).into_iter().map(piece).collect();
    assert!(has_errors(&read.assemble(&ctx, pieces[..2].to_vec()).diags), "one is missing");
    pieces.swap(0, 1);
    let swapped = read.assemble(&ctx, pieces);
    assert!(has_errors(&swapped.diags) && swapped.bytes.is_empty());
    assert!(read.assemble(&ctx, Vec::new()).diags.is_empty(), "there may be no state at all");
}

#[test]
fn each_version_has_its_names() {
    assert_eq!(methods::GET_SCHEMA.path(Version::V5), Some("/tfplugin5.Provider/GetSchema"));
    assert_eq!(methods::GET_SCHEMA.path(Version::V6), Some("/tfplugin6.Provider/GetProviderSchema"));
    assert_eq!(methods::READ_STATE.path(Version::V5), None);
    let validate = |mode| ValidateRequest { mode, type_name: "x_thing".into(), config: thing("c") };
    let schema = provider_schema();
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &schema, deferral_allowed: false };
    let data = validate(ResourceMode::Data);
    assert_eq!(data.method(), methods::VALIDATE_DATA);
    assert!(data.encode(&ctx).unwrap().client_capabilities.is_none());
    assert!(validate(ResourceMode::Managed).encode(&ctx).unwrap().client_capabilities.is_some());
    assert!(validate(ResourceMode::Ephemeral).encode(&ctx).is_err());
}

/// Numbers that are the same in every run.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 40) as usize
}

#[test]
fn damaged_answers_do_no_harm() {
    let schema = provider_schema();
    let addr = ProviderAddr::implied("x");
    let ctx = Context { provider: &addr, schema: &schema, deferral_allowed: true };
    let nothing = || Value::null(Type::Dynamic);
    let plan = PlanRequest {
        type_name: "x_thing".into(),
        prior: nothing(),
        proposed: nothing(),
        config: nothing(),
        private: Private::from([]),
        provider_meta: nothing(),
        identity: None,
    };
    let import = ImportRequest { type_name: "x_thing".into(), id: "i".into(), identity: None };
    let list = ListRequest { type_name: "x_thing".into(), config: nothing(), include_object: true, limit: 1 };
    let planned = message::plan_resource_change::Response {
        planned_state: dynamic(&thing("q"), &schema),
        requires_replace: vec![to_path(&Path::new().attr("id").index(Value::int(1)))],
        diagnostics: vec![message::Diagnostic { severity: 1, summary: "S".into(), ..Default::default() }],
        planned_identity: identity_data("j"),
        ..Default::default()
    };
    let (mut state, mut read, mut refused) = (1, 0, 0);
    for whole in [planned.encode_to_vec(), answer().encode_to_vec()] {
        for _ in 0..5_000 {
            let mut bytes = whole.clone();
            for _ in 0..=next(&mut state) % 3 {
                let at = next(&mut state) % bytes.len();
                bytes[at] = next(&mut state) as u8;
            }
            bytes.truncate(bytes.len() - next(&mut state) % 3);
            match message::plan_resource_change::Response::decode(&*bytes) {
                Ok(response) => {
                    read += 1;
                    plan.decode(&ctx, response);
                }
                Err(_) => refused += 1,
            }
            if let Ok(response) = message::import_resource_state::Response::decode(&*bytes) {
                import.decode(&ctx, response);
            }
            if let Ok(event) = message::list_resource::Event::decode(&*bytes) {
                list.decode(&ctx, event);
            }
            if let Ok(answer) = message::get_provider_schema::Response::decode(&*bytes) {
                for version in [Version::V5, Version::V6] {
                    let Ok(schema) = schemas::provider_schema(version, answer.clone(), identities()) else {
                        continue;
                    };
                    let kinds =
                        [&schema.resources, &schema.data_sources, &schema.list_resources, &schema.actions];
                    for (_, found) in kinds.iter().flat_map(|kind| kind.iter()) {
                        assert!(found.block.coerce(&found.block.empty_value()).is_ok(), "{found:?}");
                    }
                    assert!(schema.functions.iter().count() <= schema.functions.len());
                }
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} were read and {refused} refused: nothing was tried");
}
