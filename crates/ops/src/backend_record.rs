//! What `init` remembers of the place of state: `.terraform/terraform.tfstate`, shared with Terraform.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The place of state that `init` settled on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendRecord {
    /// The type of the backend.
    #[serde(rename = "type")]
    pub type_name: String,
    /// All of its arguments; those that were not given are there without a value.
    pub config: BTreeMap<String, Option<serde_json::Value>>,
    /// Tells whether the block in the configuration is still the same.
    pub hash: u64,
}

#[derive(Default, Serialize, Deserialize)]
struct RecordFile {
    version: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    terraform_version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backend: Option<BackendRecord>,
}

impl BackendRecord {
    /// Reads what was remembered in a file; nothing if there is none.
    pub fn read(path: &Path) -> io::Result<Option<BackendRecord>> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) if bytes.is_empty() => return Ok(None),
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let file: RecordFile = serde_json::from_slice(&bytes)?;
        Ok(file.backend.filter(|backend| !backend.type_name.is_empty()))
    }

    /// Remembers a place, or that there is none.
    pub fn write(path: &Path, record: Option<BackendRecord>, terraform_version: &str) -> io::Result<()> {
        if let Some(dir) = path.parent() {
            std::fs::create_dir_all(dir)?;
        }
        let file =
            RecordFile { version: 3, terraform_version: Some(terraform_version.to_owned()), backend: record };
        std::fs::write(path, serde_json::to_vec_pretty(&file)?)
    }

    /// An argument that is text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.config.get(name)?.as_ref()?.as_str()
    }
}

/// The hash of a block: its type and its arguments in the order of their names, those of texts quoted.
///
/// This is what Terraform computes, so that it finds what we remember to be its own.
pub fn block_hash(type_name: &str, values: &BTreeMap<String, Option<String>>) -> u64 {
    let mut text = format!("<{type_name:?};<");
    for value in values.values() {
        match value {
            Some(value) => text.push_str(&format!("{value:?};")),
            None => text.push_str("~;"),
        }
    }
    text.push_str(">;>");
    u64::from(crc32fast::hash(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded from Terraform 1.11.4.
    #[test]
    fn hashes_are_those_of_terraform() {
        let check = |path: &str, expect: u64| {
            let values = BTreeMap::from([
                ("path".to_owned(), Some(path.to_owned())),
                ("workspace_dir".to_owned(), None),
            ]);
            assert_eq!(block_hash("local", &values), expect);
        };
        check("x.tfstate", 2_326_359_980);
        check("y.tfstate", 616_693_309);
    }

    #[test]
    fn records_are_written_and_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sub/terraform.tfstate");
        assert_eq!(BackendRecord::read(&path).unwrap(), None);
        let record = BackendRecord {
            type_name: "local".into(),
            config: BTreeMap::from([
                ("path".into(), Some("x.tfstate".into())),
                ("workspace_dir".into(), None),
            ]),
            hash: 7,
        };
        BackendRecord::write(&path, Some(record.clone()), "1.11.4").unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            "{\n  \"version\": 3,\n  \"terraform_version\": \"1.11.4\",\n  \"backend\": {\n    \"type\": \"local\",\n    \
             \"config\": {\n      \"path\": \"x.tfstate\",\n      \"workspace_dir\": null\n    },\n    \"hash\": 7\n  }\n}"
        );
        assert_eq!(BackendRecord::read(&path).unwrap(), Some(record));
        BackendRecord::write(&path, None, "1.11.4").unwrap();
        assert_eq!(BackendRecord::read(&path).unwrap(), None);
        std::fs::write(&path, "{").unwrap();
        assert!(BackendRecord::read(&path).is_err());
    }
}
