//! Tests of changes to state: what addresses mean, what can be moved where.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider, Target};
use state::{InstanceState, Object, ObjectStatus, ResourceState, State, StateFile};

use super::*;

fn object() -> Object {
    Object {
        status: ObjectStatus::Ready,
        schema_version: 0,
        attributes: "{}".into(),
        attributes_flat: None,
        sensitive_paths: Vec::new(),
        private: Arc::from([]),
        dependencies: state::DependencyList::default(),
        create_before_destroy: false,
        skip_destroy: false,
        identity: None,
    }
}

fn state_of(addrs: &[&str]) -> State {
    let mut state = State::default();
    for text in addrs {
        let addr = AbsResourceInstance::parse(text).unwrap();
        let resource = state.resources.entry(addr.resource()).or_insert_with(|| ResourceState {
            provider: AbsProviderConfig::root_default(Provider::builtin()),
            instances: BTreeMap::new(),
        });
        let instance = InstanceState { current: Some(Arc::new(object())), ..InstanceState::default() };
        resource.instances.insert(addr.resource.key, instance);
    }
    state
}

fn shown(addrs: &[AbsResourceInstance]) -> String {
    addrs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

const ALL: &[&str] = &[
    "t.a[0]",
    "t.a[1]",
    "t.b",
    "data.d.x",
    "module.m[0].t.c",
    "module.m[1].t.c",
    "module.m[0].module.n.t.d",
];

#[test]
fn addresses_mean_instances() {
    let state = state_of(ALL);
    assert_eq!(
        shown(&instances(&state)),
        "data.d.x t.a[0] t.a[1] t.b module.m[0].t.c module.m[1].t.c module.m[0].module.n.t.d"
    );
    let check = |target: &str, expect: &str| {
        assert_eq!(shown(&select(&state, &Target::parse(target).unwrap())), expect, "{target}");
    };
    check("t.a", "t.a[0] t.a[1]");
    check("t.a[1]", "t.a[1]");
    check("t.b", "t.b");
    check("module.m", "module.m[0].t.c module.m[1].t.c module.m[0].module.n.t.d");
    check("module.m[0]", "module.m[0].t.c module.m[0].module.n.t.d");
    check("module.m[0].module.n", "module.m[0].module.n.t.d");
    check("t.none", "");
    check("module.none", "");
}

#[test]
fn items_are_moved() {
    let check = |from: &str, to: &str, expect: Result<&str, &str>| {
        let mut state = state_of(ALL);
        let (from, to) = (Target::parse(from).unwrap(), Target::parse(to).unwrap());
        match (move_item(&mut state, None, &from, &to), expect) {
            (Ok(_), Ok(expect)) => assert_eq!(shown(&instances(&state)), expect, "{from} {to}"),
            (Err(errors), Err(expect)) => {
                let texts: Vec<String> =
                    errors.iter().map(|error| format!("{}: {error}", error.summary())).collect();
                assert!(texts.join(" | ").contains(expect), "{from} {to}: {texts:?}");
                assert_eq!(instances(&state).len(), ALL.len());
            }
            (got, _) => panic!("{from} {to}: {got:?}"),
        }
    };
    let rest = "module.m[0].t.c module.m[1].t.c module.m[0].module.n.t.d";
    check("t.b", "t.z", Ok(&format!("data.d.x t.a[0] t.a[1] t.z {rest}")));
    check("t.a[0]", "t.z[\"k\"]", Ok(&format!("data.d.x t.a[1] t.b t.z[\"k\"] {rest}")));
    check("t.a", "t.z", Ok(&format!("data.d.x t.b t.z[0] t.z[1] {rest}")));
    check("t.b", "t.a[5]", Ok(&format!("data.d.x t.a[0] t.a[1] t.a[5] {rest}")));
    check(
        "module.m[0]",
        "module.z",
        Ok("data.d.x t.a[0] t.a[1] t.b module.m[1].t.c module.z.t.c module.z.module.n.t.d"),
    );
    check("t.none", "t.z", Err("Invalid source address"));
    check("module.none", "module.z", Err("Invalid source address"));
    check("t.b", "t.a[0]", Err("Invalid target address: Cannot move to t.a[0]"));
    check("t.b", "t.b", Err("Invalid target address"));
    check("t.a[9]", "t.b", Err("at that address in the current state. | Invalid source address"));
    check("t.b", "u.b", Err("resource types don't match"));
    check("t.b", "data.t.b", Err("a managed resource can be moved only to another managed"));
    check("t.b", "module.z", Err("the target must also be a resource instance"));
    check("module.m[0]", "t.z", Err("the target must also be a module"));
    check("module.m[0]", "module.m[1]", Err("there is already a module"));
    // What is moved is in nobody's way, nor is what is only below.
    let root = "data.d.x t.a[0] t.a[1] t.b module.m[1].t.c";
    check(
        "module.m[0]",
        "module.m[0].module.n",
        Ok(&format!("{root} module.m[0].module.n.t.c module.m[0].module.n.module.n.t.d")),
    );
    check("module.m[0].module.n", "module.m[0]", Err("there is already a module"));
    check("module.m[0]", "module.m[0]", Err("there is already a module"));
}

#[test]
fn items_go_into_other_states() {
    let (mut state, mut other) = (state_of(&["t.a", "t.b"]), state_of(&["t.b"]));
    let target = |text: &str| Target::parse(text).unwrap();
    assert!(move_item(&mut state, Some(&mut other), &target("t.b"), &target("t.b")).is_err());
    assert!(move_item(&mut state, Some(&mut other), &target("t.a"), &target("t.a")).is_ok());
    assert_eq!((shown(&instances(&state)), shown(&instances(&other))), ("t.b".into(), "t.a t.b".into()));
}

#[test]
fn marks_and_providers() {
    let mut state = state_of(ALL);
    let addr = |text: &str| AbsResourceInstance::parse(text).unwrap();
    assert_eq!(mark(&mut state, &addr("t.b"), ObjectStatus::Tainted), Marked::Done);
    assert_eq!(mark(&mut state, &addr("t.b"), ObjectStatus::Tainted), Marked::Already);
    assert_eq!(mark(&mut state, &addr("t.a"), ObjectStatus::Tainted), Marked::Missing);
    assert_eq!(mark(&mut state, &addr("t.b"), ObjectStatus::Ready), Marked::Done);
    let (builtin, other) = (Provider::builtin(), Provider::parse("acme/aws").unwrap());
    assert_eq!(resources_of(&state, &other), []);
    replace_provider(&mut state, &builtin, &other);
    assert_eq!((resources_of(&state, &builtin).len(), resources_of(&state, &other).len()), (0, 6));
}

#[test]
fn pushing() {
    let file = |lineage: &str, serial, addrs: &[&str]| StateFile {
        terraform_version: String::new(),
        serial,
        lineage: lineage.to_owned(),
        state: state_of(addrs),
    };
    let stored = file("l", 5, &["t.a"]);
    let check = |new: StateFile, expect: &str| {
        let got = check_push(&new, &stored).map_or_else(|error| error.to_string(), |()| "ok".to_owned());
        assert!(got.contains(expect), "{got}");
    };
    check(file("l", 5, &["t.a"]), "ok");
    check(file("l", 6, &["t.b"]), "ok");
    check(file("l", 5, &["t.b"]), "same serial");
    check(file("l", 4, &["t.a"]), "over newer state with serial 5");
    check(file("k", 6, &["t.a"]), "lineage \"k\" over unrelated state with lineage \"l\"");
    check(file("", 1, &["t.b"]), "ok");
    assert_eq!(check_push(&file("k", 1, &["t.b"]), &file("l", 5, &[])), Ok(()), "there was nothing");
    assert_eq!(check_push(&file("k", 1, &["t.b"]), &file("", 5, &["t.a"])), Ok(()));
}

#[test]
fn what_is_pushed_counts_as_a_change() {
    let file = |lineage: &str, serial, addrs: &[&str]| StateFile {
        terraform_version: String::new(),
        serial,
        lineage: lineage.to_owned(),
        state: state_of(addrs),
    };
    let check = |new: StateFile, stored: StateFile, serial| {
        assert_eq!(pushed_serial(&new, &stored), serial, "{new:?} over {stored:?}");
    };
    check(file("l", 9, &["t.a"]), file("l", 5, &["t.a"]), 9);
    check(file("l", 9, &["t.b"]), file("l", 5, &["t.a"]), 10);
    check(file("l", 1, &["t.a"]), file("l", 5, &[]), 2);
    // Forced.
    check(file("l", 1, &["t.b"]), file("l", 5, &["t.a"]), 6);
    check(file("k", 1, &["t.b"]), file("l", 5, &["t.a"]), 2);
}
