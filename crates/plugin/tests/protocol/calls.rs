//! Every call, in both versions of the protocol.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use plugin::{RemoteProvider, Version};
use provider::*;
use value::{Path, Type, Value};

use crate::Test;
use crate::tools::{fake, plan_request, run, start, thing};

pub(crate) const TESTS: &[Test] = &[
    ("both_versions_are_spoken", both_versions_are_spoken),
    ("lists_and_actions_stream", lists_and_actions_stream),
    ("states_are_stored", states_are_stored),
    ("large_messages_pass", large_messages_pass),
    ("calls_run_at_once", calls_run_at_once),
];

fn identity(id: &str) -> Value {
    Value::object([("id", Value::string(id))])
}

fn both_versions_are_spoken() {
    for (mode, version) in
        [("5", Version::V5), ("6", Version::V6), ("6-tcp", Version::V6), ("old-5", Version::V5)]
    {
        let program = fake(mode);
        run(async {
            let remote = start(&program).await;
            assert_eq!(remote.version(), version);
            assert!(remote.schema().capabilities.plan_destroy);
            assert_eq!(remote.schema().resources.made(), 0, "nothing was asked for yet");
            life_of_a_thing(&remote, mode.starts_with("old")).await;
            others(&remote).await;
            remote.stop().await;
            remote.shutdown().await;
        });
    }
}

async fn life_of_a_thing(remote: &Arc<RemoteProvider>, old: bool) {
    let config = || Value::object([("id", Value::null(Type::String)), ("name", Value::string("x"))]);
    assert_eq!(remote.validate_provider_config(config()).await, []);
    let request = |version: &str| ConfigureRequest {
        config: config(),
        terraform_version: version.into(),
        deferral_allowed: false,
    };
    assert_eq!(remote.configure(request("0.1")).await[0].summary, "Which version?");
    assert_eq!(remote.configure(request("1.11.4")).await, []);
    let validate = ValidateRequest {
        mode: ResourceMode::Managed,
        type_name: "fake_thing".into(),
        config: thing(None, "x"),
    };
    let expect = ProviderDiagnostic::warning("write-only: true", "").at(Path::new().attr("name"));
    assert_eq!(remote.validate_resource_config(validate).await, [expect]);

    let planned = remote.plan_resource_change(plan_request("x")).await;
    assert_eq!(planned.diags, []);
    let unknown = Value::object([("id", Value::unknown(Type::String)), ("name", Value::string("x"))]);
    assert_eq!(planned.planned, unknown);
    let made = remote
        .apply_resource_change(ApplyRequest {
            type_name: "fake_thing".into(),
            prior: Value::null(Type::Dynamic),
            planned: planned.planned,
            config: thing(None, "x"),
            private: planned.private.clone(),
            provider_meta: Value::null(Type::Dynamic),
            identity: None,
        })
        .await;
    assert_eq!((made.object.as_ref(), &made.private), (Some(&thing(Some("made"), "x")), &planned.private));
    if old {
        // It told no identity schema, so an identity makes no sense.
        assert_eq!(made.diags.len(), 1);
        return;
    }
    assert_eq!((made.identity, made.diags), (Some(identity("made")), vec![]));
    let read = remote
        .read_resource(ReadRequest {
            type_name: "fake_thing".into(),
            current: thing(Some("made"), "x"),
            private: Private::from(*b"p"),
            provider_meta: Value::null(Type::Dynamic),
            identity: Some(identity("made")),
        })
        .await;
    assert_eq!(
        (read.object, &*read.private, read.identity),
        (thing(Some("made"), "x"), &b"p"[..], Some(identity("made")))
    );
}

async fn others(remote: &Arc<RemoteProvider>) {
    let upgrade = |attributes: &str, flat: Option<BTreeMap<String, String>>| UpgradeRequest {
        type_name: "fake_thing".into(),
        version: 0,
        attributes: attributes.into(),
        attributes_flat: flat.map(Arc::new),
    };
    let upgraded = remote.upgrade_resource_state(upgrade(r#"{"id":"a","name":"b"}"#, None)).await;
    assert_eq!(upgraded.object, thing(Some("a"), "b"));
    let flat = BTreeMap::from([("id".to_owned(), "old".to_owned())]);
    let upgraded = remote.upgrade_resource_state(upgrade("", Some(flat))).await;
    assert_eq!(upgraded.object, thing(Some("old"), "flat"));

    if remote.schema().identities.contains("fake_thing") {
        for (by, expect) in [(Some(identity("i")), "by-identity"), (None, "by-id")] {
            let request = ImportRequest { type_name: "fake_thing".into(), id: "by-id".into(), identity: by };
            let imported = remote.import_resource_state(request).await;
            assert_eq!(
                (imported.objects[0].identity.clone(), imported.diags),
                (Some(identity(expect)), vec![])
            );
        }
    }
    let request = ReadDataRequest {
        type_name: "fake_data".into(),
        config: thing(None, "d"),
        provider_meta: Value::null(Type::Dynamic),
    };
    assert_eq!(remote.read_data_source(request).await.object, thing(None, "d"));

    let opened = remote
        .open_ephemeral(OpenEphemeralRequest { type_name: "fake_token".into(), config: thing(None, "t") })
        .await;
    assert_eq!((opened.object, opened.renew_at), (thing(None, "t"), Some(1000)));
    let renewed = remote
        .renew_ephemeral(RenewEphemeralRequest { type_name: "fake_token".into(), private: opened.private })
        .await;
    let closed = remote
        .close_ephemeral(CloseEphemeralRequest { type_name: "fake_token".into(), private: renewed.private })
        .await;
    assert_eq!(closed[0].summary, "onetwo");

    let argument = Value::tuple(vec![Value::int(1), Value::string("a")]);
    let call = |name: &str| CallFunctionRequest { name: name.into(), arguments: vec![argument.clone()] };
    assert_eq!(remote.call_function(call("echo")).await, Ok(argument.clone()));
    assert!(remote.call_function(call("missing")).await.is_err());
    let generated = remote
        .generate_resource_config(GenerateConfigRequest {
            type_name: "fake_thing".into(),
            object: thing(None, "x"),
        })
        .await;
    assert_eq!(generated.diags[0].summary, "Unsupported plugin method");
}

fn lists_and_actions_stream() {
    for mode in ["5", "6", "incomplete"] {
        let program = fake(mode);
        run(async {
            let remote = start(&program).await;
            let list = ListRequest {
                type_name: "fake_thing".into(),
                config: thing(None, "x"),
                include_object: false,
                limit: 3,
            };
            let found: Vec<ListEvent> = remote.list_resource(list.clone()).collect().await;
            let names: Vec<_> = found.iter().map(|event| event.display_name.as_str()).collect();
            assert_eq!(names, ["Thing 0", "Thing 1", "Thing 2"]);
            assert_eq!(found[2].identity, Some(identity("2")));
            // Who has enough goes away, and the provider is still there for others.
            let many = ListRequest { limit: 1_000_000, ..list };
            assert_eq!(remote.list_resource(many).take(2).count().await, 2);

            let act = ActionRequest { type_name: "fake_act".into(), config: thing(None, "x") };
            let events: Vec<ActionEvent> = remote.invoke_action(act).collect().await;
            assert!(matches!(&events[0], ActionEvent::Progress(text) if text == "half"));
            let ActionEvent::Completed(diags) = events.last().unwrap() else { panic!("{events:?}") };
            assert_eq!(diags.len(), usize::from(mode == "incomplete"), "{diags:?}");
            remote.shutdown().await;
        });
    }
}

fn states_are_stored() {
    let six = fake("6");
    run(async {
        let remote = start(&six).await;
        let place = StateStoreRequest { type_name: "fake_store".into(), config: thing(None, "x") };
        assert_eq!(remote.configure_state_store(place).await, []);
        let bytes = Bytes::from("0123456789".repeat(5) + "rest");
        let one = StateRequest { type_name: "fake_store".into(), state_id: "default".into() };
        assert!(remote.read_state(one.clone()).await.bytes.is_empty());
        let write = WriteStateRequest {
            type_name: "fake_store".into(),
            state_id: "default".into(),
            bytes: bytes.clone(),
        };
        assert_eq!(remote.write_state(write).await, []);
        let read = remote.read_state(one).await;
        assert_eq!((read.bytes, read.diags), (bytes, vec![]));
        assert_eq!(remote.list_states("fake_store".into()).await.state_ids, ["default"]);
        let lock = LockStateRequest {
            type_name: "fake_store".into(),
            state_id: "default".into(),
            operation: "apply".into(),
        };
        assert_eq!(remote.lock_state(lock).await.lock_id, "lock of apply");
        remote.shutdown().await;
    });
    let five = fake("5");
    run(async {
        let remote = start(&five).await;
        let states = remote.list_states("fake_store".into()).await;
        assert_eq!(states.diags[0].summary, "Unsupported plugin method");
        remote.shutdown().await;
    });
}

fn large_messages_pass() {
    let program = fake("6");
    run(async {
        let remote = start(&program).await;
        let text = "x".repeat(20 << 20);
        let planned = remote.plan_resource_change(plan_request(&text)).await;
        assert_eq!(planned.diags, []);
        assert_eq!(planned.planned.entry("name").and_then(Value::as_str).map(str::len), Some(text.len()));
        remote.shutdown().await;
    });
}

fn calls_run_at_once() {
    let program = fake("6");
    run(async {
        let remote = start(&program).await;
        let calls = (0..500).map(|number| {
            let remote = remote.clone();
            async move { remote.plan_resource_change(plan_request(&number.to_string())).await }
        });
        let planned = futures_util::future::join_all(calls).await;
        for (number, planned) in planned.into_iter().enumerate() {
            assert_eq!(planned.planned.entry("name"), Some(&Value::string(number.to_string())));
        }
        remote.shutdown().await;
    });
}
