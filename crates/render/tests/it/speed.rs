//! Large plans: the cost grows with the number of changes and no faster.

use std::time::{Duration, Instant};

use config::ModuleTree;
use plan::{Mode, Plan};

use crate::from_json;

/// A name and what renders a plan in that form.
type Form<'a> = (&'a str, &'a dyn Fn(&Plan) -> usize);

/// A plan of many changes in a few modules.
fn large(count: usize) -> Plan {
    let json = include_str!("../recorded/create_kinds/plan.json");
    let mut plan = from_json::plan(&serde_json::from_str(json).unwrap(), Mode::Normal);
    let model = plan.changes.pop().unwrap();
    plan.changes = (0..count)
        .map(|index| {
            let mut change = model.clone();
            let text = format!("module.m[{}].terraform_data.a[{index}]", index % 50);
            change.addr = addrs::AbsResourceInstance::parse(&text).unwrap();
            change.moved_from = None;
            change
        })
        .collect();
    plan
}

fn time(work: impl Fn() -> usize) -> Duration {
    let start = Instant::now();
    assert!(work() > 0);
    start.elapsed()
}

#[test]
fn many_changes() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("main.tf"), "").unwrap();
    let (root, _) = config::load_module(dir.path());
    let tree = ModuleTree::load(root, &Default::default(), &lang::DiskFiles::new(dir.path())).0;
    let schema =
        from_json::schemas(&addrs::Provider::builtin(), addrs::ResourceMode::Managed, "terraform_data");
    let schemas = |_: &addrs::Provider, _: addrs::ResourceMode, _: &str| schema.clone();
    let (small, big) = (large(500), large(2_000));
    let forms: [Form<'_>; 2] = [
        ("json", &|plan| render::plan_json(plan, &tree, &schemas, "1.11.4").unwrap().len()),
        ("text", &|plan| render::plan_text(plan, &schemas, render::Style::PLAIN).len()),
    ];
    for (name, form) in forms {
        let best = |plan: &Plan| (0..2).map(|_| time(|| form(plan))).min().unwrap();
        let (few, many) = (best(&small), best(&big));

        // Four times as many; the rest is for a busy machine.
        assert!(many < few * 8 + Duration::from_millis(50), "{name}: {few:?} {many:?}");
    }
}
