//! Moves in states made by hand, by configurations in text; what is expected is what terraform does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use addrs::{AbsProviderConfig, AbsResourceInstance, ModuleInstance, Provider, Target};
use config::{ModuleTree, load_module};
use diag::Diagnostics;
use lang::DiskFiles;
use state::{InstanceState, Object, ObjectStatus, ResourceState, State};

use super::statement::Moveable;
use super::validate::Declared;
use super::{Moves, apply, check_targets};

fn tree(files: &[(&str, &str)]) -> ModuleTree {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, content) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a parent")).expect("folders can be made");
        std::fs::write(path, content).expect("files can be written");
    }
    let (module, diags) = load_module(dir.path());
    assert!(!diags.has_errors(), "{diags:?}");
    let (tree, diags) = ModuleTree::load(module, &Default::default(), &DiskFiles::new("."));
    assert!(!diags.has_errors(), "{diags:?}");
    tree
}

fn instance(text: &str) -> AbsResourceInstance {
    AbsResourceInstance::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A state whose objects remember where they were made.
fn state<'a>(addresses: impl IntoIterator<Item = &'a str>) -> State {
    let mut state = State::default();
    for address in addresses {
        let addr = instance(address);
        let provider = match addr.resource.resource.type_name.as_str() {
            "null_resource" => Provider::implied("null"),
            _ => Provider::builtin(),
        };
        let object = Object {
            status: ObjectStatus::Ready,
            schema_version: 0,
            attributes: address.into(),
            attributes_flat: None,
            sensitive_paths: Vec::new(),
            private: Arc::default(),
            dependencies: state::DependencyList::default(),
            create_before_destroy: false,
            skip_destroy: false,
            identity: None,
        };
        let resource = state.resources.entry(addr.resource()).or_insert_with(|| ResourceState {
            provider: AbsProviderConfig::root_default(provider),
            instances: BTreeMap::new(),
        });
        let objects = InstanceState { current: Some(Arc::new(object)), ..InstanceState::default() };
        resource.instances.insert(addr.resource.key.clone(), objects);
    }
    state
}

/// `new <- old` of all that moved, `old` of all that did not, then what was blocked; `t` stands for the type.
fn describe(state: &State, moves: &Moves) -> String {
    let mut lines = Vec::new();
    for (resource, found) in state.resources.iter() {
        for (key, objects) in &found.instances {
            let addr = resource.instance(key.clone());
            let made_at =
                objects.current.as_ref().map(|object| object.attributes.to_string()).unwrap_or_default();
            let recorded = moves.moved_from.get(&addr).map_or_else(|| addr.to_string(), ToString::to_string);
            assert_eq!(recorded, made_at, "what is recorded for {addr} is where it was");
            lines.push(if made_at == addr.to_string() { made_at } else { format!("{addr} <- {made_at}") });
        }
    }
    for (from, to) in &moves.outcome.blocked {
        lines.push(format!("{from} blocked at {to}"));
    }
    lines.join("; ").replace("terraform_data.", "t.")
}

fn td(name: &str, more: &str) -> String {
    format!("resource \"terraform_data\" \"{name}\" {{\n{more}\n}}\n")
}

fn call(name: &str, more: &str) -> String {
    format!("module \"{name}\" {{\n  source = \"./m\"\n{more}\n}}\n")
}

/// `moved` blocks from `from > to, from > to`, where `t` stands for the type.
fn moved(list: &str) -> String {
    let long = |text: &str| text.trim().replace("t.", "terraform_data.");
    let blocks = list.split(',').filter_map(|pair| pair.split_once('>'));
    blocks.map(|(from, to)| format!("moved {{\n  from = {}\n  to = {}\n}}\n", long(from), long(to))).collect()
}

/// Checks the state after moves: of addresses, by blocks of the root and of the module `m`.
fn check_with(before: &str, root: &str, child: &str, expect: &str) {
    let tree = tree(&[("main.tf", root), ("m/main.tf", child)]);
    let long: Vec<String> =
        before.split_whitespace().map(|address| address.replace("t.", "terraform_data.")).collect();
    let mut state = state(long.iter().map(String::as_str));
    let moves = apply(&tree, &mut state);
    assert_eq!(describe(&state, &moves), expect, "{before} with {root} and {child}");
}

#[test]
fn resources_and_instances() {
    let check = |before: &str, list: &str, expect: &str| check_with(before, &moved(list), "", expect);
    check("t.a", "", "t.a");
    check("t.a", "t.a > t.b", "t.b <- t.a");
    check("t.a", "t.a > t.b, t.a > t.b", "t.b <- t.a");
    check("t.x", "t.a > t.b", "t.x");
    check("t.a[0] t.a[1]", "t.a > t.b", "t.b[0] <- t.a[0]; t.b[1] <- t.a[1]");
    check("t.a[0] t.a[1]", "t.a[0] > t.b", "t.a[1]; t.b <- t.a[0]");
    check("t.a", "t.a > t.b[\"x\"]", "t.b[\"x\"] <- t.a");
    check("t.a[0] t.a[1]", "t.a > t.b[\"x\"]", "t.a[0]; t.a[1]");
    check(
        "t.a[0] t.a[1]",
        "t.a[0] > t.a[\"x\"], t.a[1] > t.a[\"y\"]",
        "t.a[\"x\"] <- t.a[0]; t.a[\"y\"] <- t.a[1]",
    );
    check("t.a t.b[1]", "t.a > t.b[0]", "t.b[0] <- t.a; t.b[1]");
    check("data.t.a", "data.t.a > data.t.b", "data.t.b <- data.t.a");
}

#[test]
fn chains_in_any_order() {
    let check = |before: &str, list: &str, expect: &str| check_with(before, &moved(list), "", expect);
    check("t.a", "t.a > t.b, t.b > t.c", "t.c <- t.a");
    check("t.a", "t.b > t.c, t.a > t.b", "t.c <- t.a");
    check("t.a", "t.c > t.d, t.b > t.c, t.a > t.b", "t.d <- t.a");
    check("t.a", "t.a > t.b, t.b > t.c[0]", "t.c[0] <- t.a");
    check("t.a", "t.a > t.b[\"k\"], t.b > t.c", "t.c[\"k\"] <- t.a");
    check("t.a", "t.b > t.c, t.a > t.b[\"k\"]", "t.c[\"k\"] <- t.a");
    check("t.a[1]", "t.a[2] > t.a[3], t.a[1] > t.a[2]", "t.a[3] <- t.a[1]");
    // One instance goes its own way before all go.
    check("t.a[0] t.a[1]", "t.a > t.b, t.a[0] > t.c", "t.b[1] <- t.a[1]; t.c <- t.a[0]");
}

#[test]
fn what_is_at_the_destination_stays() {
    let check = |before: &str, list: &str, expect: &str| check_with(before, &moved(list), "", expect);
    check("t.a t.b", "t.a > t.b", "t.a; t.b; t.a blocked at t.b");
    check("t.a[0] t.b[1]", "t.a > t.b", "t.a[0]; t.b[1]; t.a blocked at t.b");
    check("t.a t.b t.c", "t.a > t.b, t.b > t.c", "t.a; t.b; t.c; t.a blocked at t.b; t.b blocked at t.c");
    check("t.a t.b", "t.a > t.b, t.b > t.c", "t.a; t.c <- t.b; t.a blocked at t.b");
    check("t.a t.c", "t.a > t.b, t.b > t.c", "t.b <- t.a; t.c; t.b blocked at t.c");
    check("t.a t.b[0]", "t.a > t.b[0]", "t.a; t.b[0]; t.a blocked at t.b[0]");
    check(
        "module.a.t.y module.b.t.x",
        "module.a > module.b",
        "module.a.t.y; module.b.t.x; module.a blocked at module.b",
    );
    check(
        "module.a[0].t.x module.a[1].t.x module.b[1].t.x",
        "module.a > module.b",
        "module.a[1].t.x; module.b[0].t.x <- module.a[0].t.x; module.b[1].t.x; module.a[1] blocked at module.b[1]",
    );
    check(
        "module.a.t.y module.a.module.n.t.x module.b.module.n.t.z",
        "module.a > module.b",
        "module.a.module.n.t.x; module.b.t.y <- module.a.t.y; module.b.module.n.t.z; \
         module.a.module.n blocked at module.b.module.n",
    );
    check(
        "module.a.module.n.t.x module.b.t.x",
        "module.a > module.b",
        "module.b.t.x; module.b.module.n.t.x <- module.a.module.n.t.x",
    );
}

#[test]
fn modules() {
    let check = |before: &str, list: &str, child: &str, expect: &str| {
        check_with(before, &(call("b", "") + &moved(list)), &moved(child), expect);
    };
    check("module.a.t.x", "module.a > module.b", "", "module.b.t.x <- module.a.t.x");
    check("module.a.t.x", "module.a > module.b[\"k\"]", "", "module.b[\"k\"].t.x <- module.a.t.x");
    check("module.a[0].t.x[1]", "module.a > module.c", "", "module.c[0].t.x[1] <- module.a[0].t.x[1]");
    check(
        "module.a.module.n[0].t.x",
        "module.a > module.b",
        "",
        "module.b.module.n[0].t.x <- module.a.module.n[0].t.x",
    );
    check("module.a[0].t.x", "module.a[0].t.x > t.x", "", "t.x <- module.a[0].t.x");
    check("t.a", "t.a > module.b[1].t.x", "", "module.b[1].t.x <- t.a");
    // Inside, in every instance, also when the module has moved itself.
    check(
        "module.b[0].t.o module.b[1].t.o",
        "",
        "t.o > t.x",
        "module.b[0].t.x <- module.b[0].t.o; module.b[1].t.x <- module.b[1].t.o",
    );
    check("module.a.t.o", "module.a > module.b", "t.o > t.x", "module.b.t.x <- module.a.t.o");
    check("module.b.t.o", "module.b > module.b[0]", "t.o > t.x", "module.b[0].t.x <- module.b.t.o");
    check(
        "module.b.t.o",
        "module.b > module.b[0], module.b[0].t.o > module.b[0].t.x",
        "",
        "module.b[0].t.x <- module.b.t.o",
    );
    check(
        "module.b[0].module.n.t.x",
        "",
        "module.n.t.x > t.y",
        "module.b[0].t.y <- module.b[0].module.n.t.x",
    );
    // Out of a module before or after it was renamed.
    check("module.a.t.o", "module.a > module.b, module.b.t.o > t.z", "", "t.z <- module.a.t.o");
    check("module.a.t.o", "module.a > module.b, module.a.t.o > t.z", "", "t.z <- module.a.t.o");
    check("t.q", "module.a > module.b, t.q > module.a.t.x", "", "module.b.t.x <- t.q");
    check(
        "module.a.t.o t.q",
        "module.a > module.b, t.q > module.b.t.x",
        "",
        "module.b.t.o <- module.a.t.o; module.b.t.x <- t.q",
    );
    check("module.a.t.x", "module.a > module.a.module.b", "", "module.a.module.b.t.x <- module.a.t.x");
}

#[test]
fn moves_that_follow_from_count() {
    let check = |before: &str, root: &str, list: &str, child: &str, expect: &str| {
        check_with(before, &(root.to_owned() + &moved(list)), child, expect);
    };
    check("t.a", &td("a", "count = 2"), "", "", "t.a[0] <- t.a");
    check("t.a", &td("a", "count = 0"), "", "", "t.a[0] <- t.a");
    check("t.a[0] t.a[1]", &td("a", ""), "", "", "t.a <- t.a[0]; t.a[1]");
    check("t.a", &td("a", ""), "", "", "t.a");
    check("t.a[0]", &td("a", "count = 1"), "", "", "t.a[0]");
    check("t.a", &td("a", "for_each = {}"), "", "", "t.a");
    check("t.a[0]", &td("a", "for_each = {}"), "", "", "t.a[0]");
    check("t.a[0]", &td("a", "lifecycle {\n enabled = true\n}"), "", "", "t.a <- t.a[0]");
    check("t.a t.a[0]", &td("a", ""), "", "", "t.a; t.a[0]; t.a[0] blocked at t.a");
    check("t.a t.a[0]", &td("a", "count = 1"), "", "", "t.a; t.a[0]; t.a blocked at t.a[0]");
    check(
        "t.a t.b t.c[0] t.d",
        &(td("b", "count = 1") + &td("c", "") + &td("e", "")),
        "",
        "",
        "t.a; t.b[0] <- t.b; t.c <- t.c[0]; t.d",
    );
    // A statement about the resource says it better.
    check("t.a", &td("a", "count = 2"), "t.a > t.a[1]", "", "t.a[1] <- t.a");
    check("t.a t.a[5]", &td("a", "count = 2"), "t.a[5] > t.a[1]", "", "t.a; t.a[1] <- t.a[5]");
    check("t.a", &td("b", "count = 2"), "t.a > t.b", "", "t.b <- t.a");
    check("module.b.t.x", &call("b", ""), "t.q > module.b.t.x[3]", &td("x", "count = 1"), "module.b.t.x");
    check(
        "module.b.t.x",
        &call("b", ""),
        "module.z > module.b",
        &td("x", "count = 1"),
        "module.b.t.x[0] <- module.b.t.x",
    );
    check(
        "module.b[0].t.x module.b[1].t.x",
        &call("b", "count = 2"),
        "t.q > module.b[1].t.x",
        &td("x", "count = 1"),
        "module.b[0].t.x[0] <- module.b[0].t.x; module.b[1].t.x",
    );
    // Not for modules, where only OpenTofu does so, except with what only OpenTofu has.
    check("module.b.t.x", &call("b", "count = 2"), "", "", "module.b.t.x");
    check("module.b[0].t.x", &call("b", ""), "", "", "module.b[0].t.x");
    let enabled = call("b", "lifecycle {\n enabled = true\n}");
    check(
        "module.b[0].t.x module.b[1].t.x",
        &enabled,
        "",
        "",
        "module.b.t.x <- module.b[0].t.x; module.b[1].t.x",
    );
    check("module.b[0].t.x", &enabled, "module.b[0] > module.b[1]", "", "module.b[1].t.x <- module.b[0].t.x");
}

/// Things that are declared, by their addresses.
struct Listed<'a>(&'a [&'a str]);

impl Declared for Listed<'_> {
    fn modules(&self, index: usize) -> Vec<ModuleInstance> {
        let addresses: &[&str] = if index == 0 { &[""] } else { &["module.b[0]", "module.b[1]"] };
        addresses.iter().map(|text| ModuleInstance::parse(text).expect("an address")).collect()
    }

    fn has(&self, thing: &Moveable) -> bool {
        self.0.contains(&thing.to_string().replace("terraform_data.", "t.").as_str())
    }
}

fn texts(diags: &Diagnostics) -> String {
    let texts = diags.iter().map(|problem| format!("{}: {}", problem.summary, problem.detail));
    texts.collect::<Vec<_>>().join(" | ").replace("terraform_data.", "t.")
}

#[test]
fn what_is_wrong_with_statements() {
    let check = |list: &str, child: &str, declared: &[&str], expect: &[&str]| {
        let root = call("b", "count = 2") + &td("d", "count = 2") + &moved(list);
        let tree = tree(&[("main.tf", &root), ("m/main.tf", &moved(child))]);
        let moves = apply(&tree, &mut State::default());
        let diags = moves.outcome.validate(&tree, &Listed(declared));
        let text = texts(&diags);
        assert_eq!(diags.len(), expect.len(), "{list} and {child}: {text}");
        for part in expect {
            assert!(text.contains(part), "{list} and {child}: {part} in {text}");
        }
    };
    check("t.a > t.b", "", &["t.b", "module.b"], &[]);
    check("t.a > t.b, t.a > t.b", "", &[], &[]);
    check("t.a > t.a", "", &["t.a"], &["Redundant move statement: This block moves t.a to"]);
    check("t.a[0] > t.a[0]", "", &[], &["Redundant move statement: This block moves t.a[0] to"]);
    check("module.x > module.x", "", &[], &["Redundant move statement: This block moves module.x to"]);
    check(
        "t.a > t.b",
        "",
        &["t.a"],
        &["Moved object still exists: This block says that t.a has moved, but that resource is"],
    );
    check("t.d[1] > t.b", "", &["t.d[1]"], &["but that resource instance is still declared at "]);
    check("t.d[1] > t.b", "", &["t.d[1]"], &["main.tf:6,9.\n\nRename the instance there to t.b"]);
    check("module.b > module.c", "", &["module.b"], &["but that module call is still declared at "]);
    check(
        "module.b[1] > module.c",
        "",
        &["module.b[1]"],
        &["but that module instance is still declared at "],
    );
    check(
        "t.a > t.c, t.b > t.c",
        "",
        &[],
        &["Ambiguous move statements: This block moves t.b to t.c, but the one at "],
    );
    check(
        "t.a > t.b, t.a > t.c",
        "",
        &[],
        &["Ambiguous move statements: This block moves t.a to t.c, but the one at "],
    );
    check("t.a > t.b, t.a[0] > t.c", "", &[], &[]);
    check("", "t.x > t.y", &["module.b[1].t.x"], &["that module.b[1].t.x has moved"]);
    check("", "t.x > t.x", &[], &["module.b[0].t.x", "module.b[1].t.x"]);
    check("t.a > t.b, t.b > t.a", "", &[], &["Cyclic dependency in move statements: "]);
    check("t.a > t.b, t.b > t.a", "", &[], &["t.a[*] → t.b[*]\n"]);
    check("t.a[0] > t.b, t.b > t.a", "", &[], &["t.a[0] → t.b\n"]);
    check("", "t.a > t.b, t.b > t.a", &[], &["module.b[*].t.a[*] → module.b[*].t.b[*]\n"]);
    check("t.a > t.b, t.b > t.a, t.c > t.d, t.d > t.c", "", &[], &["Cyclic", "t.c[*] → t.d[*]"]);
    // Other mistakes hide cycles.
    check("t.a > t.b, t.b > t.a", "", &["t.b"], &["Moved object still exists"]);
}

#[test]
fn nothing_moves_where_there_is_a_cycle() {
    check_with("t.a", &moved("t.a > t.b, t.d > t.e, t.e > t.d"), "", "t.a");
    check_with("t.a", &moved("t.a[0] > t.b, t.b > t.a"), "", "t.a");
}

#[test]
fn what_is_in_the_way_is_told() {
    let tree = tree(&[("main.tf", &moved("t.a > t.b"))]);
    let moves = apply(&tree, &mut state(["terraform_data.a", "terraform_data.b"]));
    let warning = moves.outcome.blocked().expect("a warning");
    assert_eq!(warning.summary, "Unresolved resource instance address changes");
    assert!(
        warning.detail.contains("\n  - terraform_data.a could not move to terraform_data.b\n"),
        "{}",
        warning.detail
    );
    assert!(apply(&tree, &mut state(["terraform_data.a"])).outcome.blocked().is_none());
}

#[test]
fn other_types_remember_who_made_them() {
    let root = "moved {\n from = null_resource.a\n to = null_resource.b\n}\nmoved {\n from = null_resource.b\n to = terraform_data.c\n}\n";
    let tree = tree(&[("main.tf", root)]);
    let mut state = state(["null_resource.a"]);
    let moves = apply(&tree, &mut state);
    assert_eq!(describe(&state, &moves), "t.c <- null_resource.a");
    let origin = &moves.retyped[&instance("terraform_data.c")];
    assert_eq!(
        (origin.addr.to_string(), origin.provider.clone()),
        ("null_resource.a".to_owned(), Provider::implied("null"))
    );
}

#[test]
fn targets_name_what_has_moved() {
    let tree = tree(&[("main.tf", &moved("t.a > t.b"))]);
    let moves = apply(&tree, &mut state(["terraform_data.a[0]", "terraform_data.a[1]", "terraform_data.q"]));
    let check = |targets: &[&str], excludes: &[&str], expect: &str| {
        let parse = |list: &[&str]| -> Vec<Target> {
            list.iter().map(|text| Target::parse(text).expect("an address")).collect()
        };
        let diags = check_targets(&moves.moved_from, &parse(targets), &parse(excludes));
        let text = texts(&diags);
        let listed: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        assert_eq!(listed.join(" "), expect, "{targets:?} {excludes:?}");
        assert_eq!(diags.has_errors(), !expect.is_empty());
    };
    check(&[], &[], "");
    check(&["terraform_data.q"], &[], "-target=\"t.a\" -target=\"t.b\"");
    check(&["terraform_data.a"], &[], "-target=\"t.b\"");
    check(&["terraform_data.a", "terraform_data.b"], &[], "");
    check(&["terraform_data.a", "terraform_data.b[0]"], &[], "-target=\"t.b\"");
    check(&[], &["terraform_data.q"], "");
    check(&[], &["terraform_data.b[1]"], "-exclude=\"t.b\"");
}

#[test]
fn many() {
    let limit = Duration::from_secs(5); // Far more than it takes, but not what comparing each with each would take.
    let count = 10_000;
    let blocks: Vec<String> = (0..count).map(|at| format!("t.a[{at}] > t.a[\"k{at}\"]")).collect();
    let chain: Vec<String> = (0..count).map(|at| format!("t.c{at} > t.c{}", at + 1)).collect();
    let names: Vec<String> = (0..100_000).map(|at| format!("terraform_data.a[{at}]")).collect();
    let tree = tree(&[("main.tf", &(moved(&blocks.join(",")) + &moved(&chain.join(","))))]);
    let mut state = state(names.iter().map(String::as_str).chain(["terraform_data.c0"]));
    let start = Instant::now();
    let moves = apply(&tree, &mut state);
    assert!(start.elapsed() < limit, "{:?}", start.elapsed());
    assert_eq!(moves.moved_from.len(), count + 1);
    assert_eq!(moves.moved_from[&instance("terraform_data.c10000")], instance("terraform_data.c0"));
}
