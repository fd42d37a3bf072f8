//! How fast a state of 100,000 instances is read and written: `cargo run --release -p state --example speed`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use state::StateFile;

fn main() {
    for shape in ["count", "blocks"] {
        let bytes = text(shape, 100_000).into_bytes();
        let start = Instant::now();
        let file = StateFile::read(&bytes).expect("the text is a state");
        let read = start.elapsed();
        let start = Instant::now();
        let written = file.write();
        let write = start.elapsed();
        let again = StateFile::read(&written).expect("what was written is a state");
        let start = Instant::now();
        let same = again.state.same_as(&file.state);
        let compare = start.elapsed();
        let megabytes = written.len() as f64 / 1e6;
        println!(
            "{shape}: {megabytes:.1} MB, read {read:?} (compact), write {write:?}, compare {compare:?}, same {same}"
        );
        let start = Instant::now();
        StateFile::read(&written).expect("what was written is a state");
        println!("{shape}: read {:.0} MB/s indented", megabytes / start.elapsed().as_secs_f64());
    }
}

fn text(shape: &str, count: usize) -> String {
    let head = |name: &str| {
        format!(
            r#"{{"mode":"managed","type":"terraform_data","name":"{name}","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":["#
        )
    };
    let instance = |key: &str, number: usize| {
        format!(
            r#"{{{key}"schema_version":0,"attributes":{{"id":"00000000-0000-0000-0000-{number:012}","input":{{"value":"v<{number}","type":"string"}},"output":{{"value":"v{number}","type":"string"}},"triggers_replace":null}},"sensitive_attributes":[],"dependencies":["terraform_data.a","terraform_data.b"]}}"#
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
