//! Tests of whole files: what is written is read again, and nothing else is.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance, ModuleInstance, Provider, Target};
use proptest::prelude::*;
use schema::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting, Schema};
use smol_str::SmolStr;
use state::{CheckObject, CheckResult, CheckStatus, Object, OutputState, State};
use value::{Deprecation, Marks, Path, Refinement, Type, Value, convert};

use super::*;
use crate::{
    Action, ActionReason, DeferredChange, DeferredInvocation, DeferredReason, Importing, Invocation,
    LifecycleTrigger, Mode, OutputChange, RelevantAttribute, ResourceChange, Trigger,
};

fn addr(text: &str) -> AbsResourceInstance {
    AbsResourceInstance::parse(text).unwrap()
}

fn provider() -> AbsProviderConfig {
    AbsProviderConfig::root_default(Provider::builtin())
}

fn change(at: &str, before: Value, after: Value) -> ResourceChange {
    let action = if before == after { Action::NoOp } else { Action::Update };
    ResourceChange::new(addr(at), provider().into(), action, before, after)
}

fn object(id: &str) -> Value {
    Value::object([
        ("id", Value::string(id)),
        ("input", Value::tuple(vec![Value::int(1), Value::string("x").sensitive()])),
        ("output", Value::unknown_not_null(Type::String)),
        ("old", Value::bool(true).with_marks(&deprecated())),
        ("triggers", Value::null(Type::Dynamic)),
    ])
}

fn deprecated() -> Marks {
    Marks::deprecated(Deprecation { subject: "module.a.b".into(), message: "Use c.".into(), local: true })
}

fn state_with(ids: &[&str]) -> State {
    let mut state = State::default();
    for id in ids {
        let instance =
            state.instance_mut(&addr(&format!("module.m[\"k\"].terraform_data.{id}[0]")), &provider());
        instance.current = Some(Arc::new(Object {
            status: Default::default(),
            schema_version: 0,
            attributes: format!("{{\"id\":\"{id}\"}}").into(),
            attributes_flat: None,
            sensitive_paths: vec![Path::new().attr("input").index(Value::int(0))],
            private: Arc::from(*b"\0private"),
            dependencies: state::DependencyList::default(),
            create_before_destroy: true,
            skip_destroy: false,
            identity: None,
        }));
    }
    let output = OutputState { value: Value::string("x"), sensitive: true, deprecated: None };
    state.outputs.insert("o".into(), output);
    state
}

fn invocation(trigger: Trigger) -> Invocation {
    Invocation {
        addr: addr("module.m[\"k\"].action.cloud_call.a[0]"),
        provider: provider(),
        trigger,
        config: Value::object([
            ("secret", Value::string("s").sensitive()),
            ("later", Value::unknown(Type::String)),
        ]),
    }
}

/// A plan that uses every field.
fn full() -> SavedPlan {
    let mut moved = change("module.m[\"k\"].terraform_data.a[3]", object("1"), object("2"));
    moved.moved_from = Some(Box::new(addr("data.terraform_data.b[\"a \\\" b\"]")));
    moved.deposed = Some("0123abcd".into());
    moved.action = Action::CreateThenDelete;
    moved.reason = Some(ActionReason::ReplaceByRequest);
    moved.required_replace = vec![Path::new().attr("input").index(Value::string("k"))];
    moved.importing = Some(Box::new(Importing {
        id: Some("i-1".into()),
        identity: Some(Value::object([("a", Value::int(1))])),
        unknown: true,
    }));
    moved.generated_config = Some("resource \"a\" \"b\" {}\n".into());
    moved.private = Arc::from(*b"\xff\0");
    moved.before_identity = Some(Value::string("a"));
    moved.after_identity = Some(Value::unknown(Type::String));
    let result = CheckResult {
        kind: "check".into(),
        config_addr: "check.c".into(),
        status: CheckStatus::Fail,
        objects: vec![CheckObject {
            addr: "check.c".into(),
            status: CheckStatus::Error,
            failures: vec!["No.".into()],
        }],
    };
    let output = OutputChange {
        action: Action::Create,
        before: Value::null(Type::Dynamic),
        after: Value::dynamic().sensitive(),
        sensitive: true,
    };
    let plan = Plan {
        mode: Mode::RefreshOnly,
        changes: vec![Box::new(moved), Box::new(change("terraform_data.c", object("3"), object("3")))],
        deferred: vec![DeferredChange {
            reason: DeferredReason::DeferredPrerequisite,
            change: change("terraform_data.d", Value::null(Type::Dynamic), object("5")),
        }],
        invocations: vec![
            invocation(Trigger::Request),
            invocation(Trigger::Lifecycle(LifecycleTrigger {
                resource: addr("module.m[\"k\"].terraform_data.a[3]"),
                event: addrs::TriggerEvent::BeforeUpdate,
                block: 1,
                position: 2,
            })),
        ],
        deferred_invocations: vec![DeferredInvocation {
            reason: DeferredReason::ProviderConfigUnknown,
            invocation: invocation(Trigger::Request),
        }],
        drift: vec![Box::new(change("terraform_data.c", Value::null(Type::Dynamic), object("4")))],
        outputs: BTreeMap::from([("o".into(), output)]),
        variables: BTreeMap::from([("v".into(), Value::string("secret").sensitive())]),
        given_variables: vec!["v".into()],
        ephemeral_variables: vec!["e".into()],
        targets: ["module.m", "terraform_data.a", "terraform_data.a[0]"]
            .map(|text| Target::parse(text).unwrap())
            .into(),
        excludes: vec![Target::Module(ModuleInstance::root())],
        force_replace: vec![addr("terraform_data.a[-1]")],
        prev_state: state_with(&["a", "b"]),
        prior_state: state_with(&["a"]),
        relevant_attributes: vec![RelevantAttribute {
            resource: addr("terraform_data.a"),
            attribute: Path::new().attr("x"),
        }],
        checks: vec![result],
        timestamp: "2026-11-16T02:00:00Z".into(),
        errored: true,
        complete: true,
        applyable: true,
        module_instances: vec![
            ModuleInstance::root(),
            ModuleInstance::parse("module.a[0].module.b").unwrap(),
        ],
        has_module_outputs: false,
        was_saved: false,
    };
    SavedPlan {
        plan,
        modules: vec![
            SavedModule {
                key: String::new(),
                dir: ".".into(),
                files: vec![("main.tf".into(), b"locals {}\n\xff".to_vec()), ("é.tf".into(), Vec::new())],
            },
            SavedModule { key: "a.b".into(), dir: "../a/b".into(), files: Vec::new() },
        ],
        schemas: vec![SavedSchema {
            provider: addrs::Provider::implied("cloud"),
            mode: addrs::ResourceMode::Data,
            type_name: "cloud_thing".into(),
            schema: Arc::new(schema()),
        }],
        lineage: "b8c1".into(),
        serial: u64::MAX,
        backend: SavedBackend {
            type_name: "local".into(),
            config: Some(Value::object([("path", Value::string("x").sensitive())])),
            workspace: "default".into(),
        },
        terraform_version: "1.11.4".into(),
        created_by: "cairn 0.1.0".into(),
    }
}

fn schema() -> Schema {
    let attribute = |ty: Type| Attribute::optional(ty).or_computed().as_sensitive().described("words");
    let object =
        NestedObject { nesting: Nesting::Map, attributes: [("deep".into(), attribute(Type::Bool))].into() };
    let nested = Attribute {
        shape: AttributeShape::Nested(object),
        deprecation: Some("old".into()),
        write_only: true,
        ..Attribute::required(Type::Dynamic)
    };
    let inner =
        Block { attributes: [("a".into(), attribute(Type::list(Type::Number)))].into(), ..Block::default() };
    let group = NestedBlock { nesting: Nesting::Group, block: inner, min_items: 1, max_items: 2 };
    let block = Block {
        attributes: [("n".into(), nested), ("p".into(), attribute(Type::String))].into(),
        blocks: [("g".into(), group)].into(),
        ..Block::default()
    };
    Schema { version: 7, block }
}

#[track_caller]
fn same_change(a: &ResourceChange, b: &ResourceChange) {
    assert_eq!((&a.addr, a.prev_addr(), &a.deposed), (&b.addr, b.prev_addr(), &b.deposed));
    assert_eq!((&a.provider, a.action, a.reason), (&b.provider, b.action, b.reason));
    // Not through assert_eq, which would say "(sensitive)" of both.
    assert!(a.before == b.before, "{:?} {:?}", a.before, b.before);
    assert!(a.after == b.after, "{:?} {:?}", a.after, b.after);
    assert_eq!(a.required_replace, b.required_replace);
    let import = |change: &ResourceChange| {
        change.importing.as_ref().map(|import| (import.id.clone(), import.identity.clone(), import.unknown))
    };
    assert_eq!(import(a), import(b));
    assert_eq!((&a.generated_config, &a.private), (&b.generated_config, &b.private));
    assert_eq!((&a.before_identity, &a.after_identity), (&b.before_identity, &b.after_identity));
}

#[track_caller]
fn same(a: &SavedPlan, b: &SavedPlan) {
    assert_eq!(a.modules, b.modules);
    assert_eq!(format!("{:?}", a.schemas), format!("{:?}", b.schemas));
    assert_eq!((&a.lineage, a.serial, &a.backend), (&b.lineage, b.serial, &b.backend));
    assert_eq!((&a.terraform_version, &a.created_by), (&b.terraform_version, &b.created_by));
    let (a, b) = (&a.plan, &b.plan);
    assert_eq!((a.changes.len(), a.drift.len()), (b.changes.len(), b.drift.len()));
    a.changes.iter().zip(&b.changes).for_each(|(a, b)| same_change(a, b));
    a.drift.iter().zip(&b.drift).for_each(|(a, b)| same_change(a, b));
    let outputs = |plan: &Plan| -> Vec<(SmolStr, Action, Value, Value, bool)> {
        let parts = |(name, output): (&SmolStr, &OutputChange)| {
            (name.clone(), output.action, output.before.clone(), output.after.clone(), output.sensitive)
        };
        plan.outputs.iter().map(parts).collect()
    };
    assert!(outputs(a) == outputs(b));
    assert!(a.variables == b.variables);
    assert_eq!(a.given_variables, b.given_variables);
    assert_eq!(a.ephemeral_variables, b.ephemeral_variables);
    assert_eq!((&a.targets, &a.excludes, &a.force_replace), (&b.targets, &b.excludes, &b.force_replace));
    assert!(a.prev_state.same_as(&b.prev_state) && a.prior_state.same_as(&b.prior_state));
    assert_eq!((&a.relevant_attributes, &a.checks), (&b.relevant_attributes, &b.checks));
    assert_eq!((a.mode, &a.timestamp, a.errored), (b.mode, &b.timestamp, b.errored));
    assert_eq!(
        (a.complete, a.applyable, &a.module_instances),
        (b.complete, b.applyable, &b.module_instances)
    );
}

#[test]
fn everything_comes_back() {
    for plan in [SavedPlan::default(), full()] {
        let bytes = plan.write().unwrap();
        assert!(is_saved_plan(&bytes));
        let back = SavedPlan::read(&bytes).unwrap();
        same(&plan, &back);
        assert_eq!(back.write().unwrap(), bytes, "the same plan is the same bytes");
    }
}

#[test]
fn any_change_of_a_byte_is_refused() {
    let bytes = full().write().unwrap();
    for at in 0..bytes.len() {
        for bits in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= bits;
            assert!(SavedPlan::read(&changed).is_err(), "byte {at}");
        }
        assert!(SavedPlan::read(&bytes[..at]).is_err(), "cut at {at}");
        let without = [&bytes[..at], &bytes[at + 1..]].concat();
        assert!(SavedPlan::read(&without).is_err(), "without {at}");
        let with = [&bytes[..at], b"x", &bytes[at..]].concat();
        assert!(SavedPlan::read(&with).is_err(), "with {at}");
    }
    let error = |bytes: &[u8]| SavedPlan::read(bytes).unwrap_err();
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    assert_eq!(error(&changed), PlanFileError::Changed);
    assert_eq!(error(&bytes[..bytes.len() - 1]), PlanFileError::CutShort);
    assert_eq!(error(&[&bytes[..], b"\n"].concat()), PlanFileError::Changed);
}

#[test]
fn what_is_the_same_is_stored_once() {
    let size = |saved: &SavedPlan| saved.write().unwrap().len();
    // Text that does not compress.
    let noise: String = (0..20_000u64)
        .map(|at| char::from(b'!' + ((at.wrapping_mul(at) * 2_654_435_761) >> 13) as u8 % 90))
        .collect();
    let mut saved = SavedPlan::default();
    let empty = size(&saved);
    let value = Value::object([("a", Value::string(noise.as_str()))]);
    saved.plan.changes.push(Box::new(change("a.b", value.clone(), value.clone())));
    let once = size(&saved);
    assert!(once > empty + 10_000);
    saved.plan.changes[0].before = Value::null(Type::Dynamic);
    assert!(size(&saved).abs_diff(once) < 100);

    let mut saved = SavedPlan::default();
    saved
        .plan
        .prev_state
        .outputs
        .insert("o".into(), OutputState { value, sensitive: false, deprecated: None });
    let different = size(&saved);
    saved.plan.prior_state = saved.plan.prev_state.clone();
    assert!(size(&saved).abs_diff(different) < 100);
}

#[test]
fn what_must_not_be_stored_is_refused() {
    let check = |value: Value, expect: &str| {
        let mut saved = SavedPlan::default();
        saved.plan.changes.push(Box::new(change("a.b", Value::null(Type::Dynamic), value)));
        assert_eq!(saved.write().unwrap_err().to_string(), expect);
    };
    let secret = Value::string("s3cret");
    let ephemeral =
        "The plan cannot be stored: a value of a.b: it is ephemeral, so it is never written to a file.";
    check(secret.clone().with_marks(&Marks::ephemeral()), ephemeral);
    check(Value::tuple(vec![secret.clone().with_marks(&Marks::ephemeral()).sensitive()]), ephemeral);
    check(
        secret.with_marks(&Marks::type_text()),
        "The plan cannot be stored: a value of a.b: it is the result of \"type\", which can only be shown.",
    );
    let deep = (0..1500).fold(Value::int(1), |value, _| Value::tuple(vec![value]));
    let mut saved = SavedPlan::default();
    saved.plan.variables.insert("v".into(), deep);
    assert!(matches!(saved.write(), Err(PlanFileError::Unwritable(_))));
}

/// Content that nobody writes, with a right seal.
#[test]
fn sealed_nonsense_is_refused() {
    let read = |content: &[u8]| {
        let bytes = seal::write(|out| {
            content.iter().for_each(|byte| out.number(u64::from(*byte & 0x7f)));
            Ok(())
        });
        SavedPlan::read(&bytes.unwrap())
    };
    let good = read(&[0; 64]).unwrap_err();
    assert_eq!(good, PlanFileError::Invalid("a state in it is not understood"));
    for content in [&[][..], &[0x7f; 3], &[1; 200], &[2; 200]] {
        assert!(matches!(read(content), Err(PlanFileError::Invalid(_))), "{content:?}");
    }
}

#[test]
fn many_unknowns_in_few_bytes_are_refused() {
    use super::part::Part;
    // An extension of code 12: not null, and the least and the greatest length are both 1,024.
    let body = [0xc7, 11, 12, 0x83, 1, 0xc2, 5, 0xcd, 4, 0, 6, 0xcd, 4, 0];
    let bytes = seal::write(|out| {
        Type::list(Type::String).write(out)?;
        out.bytes(&body);
        false.write(out)
    });
    let found = seal::read(&bytes.unwrap(), Value::read);
    assert_eq!(found.unwrap_err(), PlanFileError::Invalid("a value does not fit its type"));
}

#[test]
fn many_changes_take_little_room() {
    let mut saved = SavedPlan::default();
    for at in 0..1000u64 {
        let new = object(&format!("{:016x}", at.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let at = format!("module.m[0].terraform_data.a[{at}]");
        saved.plan.changes.push(Box::new(change(&at, Value::null(new.ty()), new)));
    }
    let size = saved.write().unwrap().len();
    assert!(size < 30 * saved.plan.changes.len(), "{size}");
}

fn marks() -> impl Strategy<Value = Marks> {
    prop_oneof![
        4 => Just(Marks::NONE),
        1 => Just(Marks::sensitive()),
        1 => "[a-z]{0,3}".prop_map(|message| Marks::deprecated(Deprecation { subject: "x".into(), message, local: false })),
        1 => Just(Marks::sensitive().union(&deprecated())),
    ]
}

fn any_value() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::bool),
        any::<i64>().prop_map(Value::int),
        "-?[0-9]{1,30}\\.[0-9]{1,20}".prop_map(|text| Value::number(value::num::Num::parse(&text).unwrap())),
        "\\PC{0,30}".prop_map(Value::string),
        Just(Value::null(Type::Dynamic)),
        Just(Value::null(Type::map(Type::Bool))),
        Just(Value::dynamic()),
        Just(Value::unknown(Type::object([("a", Type::Dynamic)]))),
        "[a-z]{1,5}-".prop_map(|text| Value::unknown(Type::String).refine(Refinement::with_prefix(text))),
        (0u64..3, 3u64..9).prop_map(|(min, max)| Value::unknown(Type::set(Type::String))
            .refine(Refinement::with_length(min, Some(max)))),
        (1u64..4).prop_map(
            |len| Value::unknown(Type::list(Type::Bool)).refine(Refinement::with_length(len, Some(len)))
        ),
    ];
    let marked =
        |inner: BoxedStrategy<Value>| (inner, marks()).prop_map(|(value, marks)| value.with_marks(&marks));
    marked(leaf.boxed())
        .prop_recursive(4, 40, 5, move |inner| {
            let items = proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::tuple);
            let entries = proptest::collection::btree_map("[a-zä]{0,3}", inner, 0..5).prop_map(Value::object);
            let to = |value: Value, want: Type| convert::convert(&value, &want).unwrap_or(value);
            let any = prop_oneof![
                items.clone(),
                items.clone().prop_map(move |value| to(value, Type::list(Type::Dynamic))),
                items.prop_map(move |value| to(value, Type::set(Type::Dynamic))),
                entries.clone(),
                entries.prop_map(move |value| to(value, Type::map(Type::Dynamic))),
            ];
            marked(any.boxed())
        })
        .boxed()
}

proptest! {
    #[test]
    fn any_values_come_back(values in proptest::collection::vec((any_value(), any_value()), 1..4)) {
        let mut saved = SavedPlan::default();
        for (at, (before, after)) in values.into_iter().enumerate() {
            saved.plan.variables.insert(format!("v{at}").into(), after.clone());
            let output = OutputChange { action: Action::Update, before: after.clone(), after: before.clone(), sensitive: false };
            saved.plan.outputs.insert(format!("o{at}").into(), output);
            saved.plan.changes.push(Box::new(change("a.b", before, after)));
        }
        let back = SavedPlan::read(&saved.write().unwrap()).unwrap();
        same(&saved, &back);
    }

    #[test]
    fn any_sealed_bytes_are_safe(content in proptest::collection::vec(any::<u8>(), 0..300)) {
        let bytes = seal::write(|out| { content.iter().for_each(|byte| out.number(u64::from(*byte % 5))); Ok(()) });
        let _ = SavedPlan::read(&bytes.unwrap());
    }

    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200), sealed in any::<bool>()) {
        let bytes = if sealed { [b"cairn plan 1\n", bytes.as_slice()].concat() } else { bytes };
        prop_assert!(SavedPlan::read(&bytes).is_err());
    }
}
