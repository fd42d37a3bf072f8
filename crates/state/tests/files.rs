//! Files that terraform 1.11.4 and tofu 1.12.6 wrote come back as they were, byte by byte.

#![allow(clippy::unwrap_used)]

use state::StateFile;

fn data(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/data/{name}.tfstate", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[track_caller]
fn check(bytes: &[u8], expect: &[u8], version: Option<&str>) {
    let mut file = StateFile::read(bytes).unwrap();
    if let Some(version) = version {
        file.terraform_version = version.to_owned();
    }
    let written = String::from_utf8(file.write()).unwrap();
    let expect = std::str::from_utf8(expect).unwrap();
    for (number, (written, expect)) in written.lines().zip(expect.lines()).enumerate() {
        assert_eq!(written, expect, "line {}", number + 1);
    }
    assert!(written == expect, "the lengths differ");
    let compact = StateFile::read(&file.write_compact()).unwrap();
    assert!(compact.write() == expect.as_bytes(), "it came back different from the compact form");
    assert!(compact.state.same_as(&file.state));
}

#[test]
fn what_is_read_is_written() {
    for name in ["all", "sort", "pushed", "tofu"] {
        let mut bytes = data(name);
        if name == "tofu" {
            // OpenTofu writes one line feed more.
            bytes.pop();
        }
        check(&bytes, &bytes, None);
    }
}

#[test]
fn old_versions_are_upgraded_as_terraform_does() {
    for version in ["v1", "v2", "v3"] {
        check(&data(version), &data(&format!("{version}.upgraded")), Some("1.11.4"));
    }
}

/// Every beginning of a file is an error and no panic, and so is every file with one byte changed, or it is
/// a state.
#[test]
fn half_a_file_is_an_error() {
    let bytes = data("pushed");
    let end = bytes.len() - 2;
    for length in 0..end {
        assert!(StateFile::read(&bytes[..length]).is_err(), "the first {length} bytes");
    }
    for at in (0..bytes.len()).step_by(3) {
        for byte in [b'"', b'{', b']', b'\\', 0xff] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            if let Ok(file) = StateFile::read(&changed) {
                file.write();
            }
        }
    }
}

/// The parts of a resource that only the file of another tool can have.
#[test]
fn providers_of_instances_and_identities_are_kept() {
    let bytes = br#"{"version":4,"terraform_version":"1","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"t","name":"n","instances":[{"index_key":"a","provider":"provider[\"r.io/a/b\"].x[\"k\"]","schema_version":0,"attributes":{},"sensitive_attributes":[],"identity_schema_version":2,"identity":{"id":1},"private":"AA==","skip_destroy":true}]}],"check_results":null}
"#;
    let file = StateFile::read(bytes).unwrap();
    assert_eq!(String::from_utf8(file.write_compact()).unwrap(), std::str::from_utf8(bytes).unwrap());
    let resource = file.state.resources.values().next().unwrap();
    assert_eq!(resource.provider.to_string(), "provider[\"r.io/a/b\"].x");
}
