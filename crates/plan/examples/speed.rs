//! How fast a plan of 100,000 changes is written and read, in CPU time: `cargo run --release -p plan --example speed`.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Duration;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider};
use plan::file::SavedPlan;
use plan::{Action, ResourceChange};
use state::Object;
use value::{Type, Value};

fn main() {
    for (shape, count) in [("create", 50_000), ("create", 100_000), ("stay", 50_000), ("stay", 100_000)] {
        let saved = plan(shape == "stay", count);
        let start = Cpu::now();
        let bytes = saved.write().expect("it can be stored");
        let write = start.elapsed();
        let start = Cpu::now();
        let back = SavedPlan::read(&bytes).expect("it is a plan");
        let read = start.elapsed();
        assert_eq!(back.plan.changes.len(), count);
        let megabytes = bytes.len() as f64 / 1e6;
        println!("{shape} {count}: {megabytes:.1} MB, write {write:?}, read {read:?}");
    }
}

fn plan(stay: bool, count: usize) -> SavedPlan {
    let mut saved = SavedPlan::default();
    let provider = AbsProviderConfig::root_default(Provider::builtin());
    for at in 0..count {
        let addr = AbsResourceInstance::parse(&format!("terraform_data.a[{at}]")).expect("an address");
        let id = format!("{:016x}-{at:08x}", (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let object = |id: Value| {
            Value::object([
                ("id", id),
                (
                    "input",
                    Value::object([("n", Value::int(at as i64)), ("text", Value::string("some text"))]),
                ),
                ("output", Value::unknown(Type::Dynamic)),
                ("triggers_replace", Value::null(Type::Dynamic)),
            ])
        };
        let after = object(if stay { Value::string(id.as_str()) } else { Value::unknown(Type::String) });
        if stay {
            let attributes =
                format!("{{\"id\":\"{id}\",\"input\":null,\"output\":null,\"triggers_replace\":null}}");
            saved.plan.prev_state.instance_mut(&addr, &provider).current = Some(Arc::new(Object {
                status: Default::default(),
                schema_version: 0,
                attributes: attributes.into(),
                attributes_flat: None,
                sensitive_paths: Vec::new(),
                private: Arc::from([]),
                dependencies: state::DependencyList::default(),
                create_before_destroy: false,
                skip_destroy: false,
                identity: None,
            }));
        }
        let action = if stay { Action::NoOp } else { Action::Create };
        let before = if stay { after.clone() } else { Value::null(Type::Dynamic) };
        let change = ResourceChange::new(addr, provider.clone().into(), action, before, after);
        saved.plan.changes.push(Box::new(change));
    }
    saved.plan.prior_state = saved.plan.prev_state.clone();
    saved
}

/// The time that this thread has been running, which does not grow while others use the machine.
struct Cpu(Duration);

impl Cpu {
    fn now() -> Cpu {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
        Cpu(Duration::from_nanos(nanoseconds.unwrap_or_default()))
    }

    fn elapsed(&self) -> Duration {
        Cpu::now().0 - self.0
    }
}
