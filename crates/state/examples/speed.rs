//! How fast a state of 100,000 instances is read and written, in CPU time: `cargo run --release -p state --example speed`.
#![allow(clippy::print_stdout)]

use std::time::Duration;

use state::journal::{Binding, Journal, JournalContents, Moves, Outcome};
use state::{State, StateFile};

fn main() {
    for (shape, count) in [("count", 100_000), ("blocks", 100_000), ("chain", 2_000)] {
        let bytes = text(shape, count).into_bytes();
        let start = Cpu::now();
        let file = StateFile::read(&bytes).expect("the text is a state");
        let read = start.elapsed();
        let start = Cpu::now();
        let written = file.write();
        let write = start.elapsed();
        let again = StateFile::read(&written).expect("what was written is a state");
        let start = Cpu::now();
        let same = again.state.same_as(&file.state);
        let compare = start.elapsed();
        let megabytes = written.len() as f64 / 1e6;
        println!(
            "{shape}: {megabytes:.1} MB, read {read:?} (compact), write {write:?}, compare {compare:?}, same {same}"
        );
        let journal = Journal::begin("/tmp/cairn-speed.journal", &Binding::default(), &Moves::new())
            .expect("a thread starts");
        let start = Cpu::now();
        for (addr, resource) in file.state.resources.iter() {
            for (key, instance) in &resource.instances {
                let addr = addr.instance(key.clone());
                let provider = &resource.provider;
                drop(journal.append(&Outcome {
                    addr: &addr,
                    provider,
                    instance: Some(instance),
                    existed: false,
                }));
            }
        }
        let append = start.elapsed() / count as u32;
        drop(journal);
        println!("{shape}: journal {append:?} each");
        let bytes = std::fs::read("/tmp/cairn-speed.journal").expect("the journal is there");
        let start = Cpu::now();
        let contents = JournalContents::read(&bytes).expect("it is whole").expect("it is not empty");
        contents.fold(&mut State::default());
        println!("{shape}: journal read and folded in {:?}", start.elapsed());
        std::fs::remove_file("/tmp/cairn-speed.journal").expect("the journal is there");
        let start = Cpu::now();
        StateFile::read(&written).expect("what was written is a state");
        println!("{shape}: read {:.0} MB/s indented", megabytes / start.elapsed().as_secs_f64());
    }
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

fn text(shape: &str, count: usize) -> String {
    let head = |name: &str| {
        format!(
            r#"{{"mode":"managed","type":"terraform_data","name":"{name}","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":["#
        )
    };
    let instance = |key: &str, number: usize| {
        let dependencies = match shape {
            "chain" => (0..number)
                .map(|number| format!("\"terraform_data.x{number}\""))
                .collect::<Vec<_>>()
                .join(","),
            _ => "\"terraform_data.a\",\"terraform_data.b\"".to_owned(),
        };
        format!(
            r#"{{{key}"schema_version":0,"attributes":{{"id":"00000000-0000-0000-0000-{number:012}","input":{{"value":"v{number}","type":"string"}},"output":{{"value":"v{number}","type":"string"}},"triggers_replace":null}},"sensitive_attributes":[],"dependencies":[{dependencies}]}}"#
        )
    };
    let resources: Vec<String> = match shape {
        "count" => {
            let instances: Vec<String> =
                (0..count).map(|number| instance(&format!("\"index_key\":{number},"), number)).collect();
            vec![format!("{}{}]}}", head("x"), instances.join(","))]
        }
        _ => (0..count)
            .map(|number| format!("{}{}]}}", head(&format!("x{number}")), instance("", number)))
            .collect(),
    };
    format!(
        r#"{{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"l","outputs":{{}},"resources":[{}],"check_results":null}}"#,
        resources.join(",")
    )
}
