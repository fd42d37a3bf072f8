//! What providers offer, kept on disk by the hash of their package, so that neither a process nor a call is needed to
//! know it again. A cache is never trusted: an entry that is not whole is as good as none, and removed.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use prost::Message;
use schema::ProviderSchema;
use wire::{Version, message};

/// Entries of another layout are not looked at.
const MAGIC: &[u8; 8] = b"CAIRNSC1";

/// How much is kept by default; the oldest entries go first.
const MAX_BYTES: u64 = 256 << 20;

/// A folder of what providers offer.
#[derive(Clone, Debug)]
pub struct SchemaCache {
    folder: PathBuf,
    max_bytes: u64,
}

/// What a provider answered.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    pub(crate) version: Version,
    pub(crate) schema: message::get_provider_schema::Response,
    pub(crate) identities: message::get_resource_identity_schemas::Response,
}

impl Answers {
    pub(crate) fn into_schema(self) -> Result<ProviderSchema, String> {
        wire::schemas::provider_schema(self.version, self.schema, self.identities.identity_schemas)
    }

    fn encode(&self) -> Bytes {
        let mut body = BytesMut::new();
        body.put_u64_le(match self.version {
            Version::V5 => 5,
            Version::V6 => 6,
        });
        body.put_u64_le(self.schema.encoded_len() as u64);
        body.extend_from_slice(&self.schema.encode_to_vec());
        body.extend_from_slice(&self.identities.encode_to_vec());
        let mut whole = BytesMut::with_capacity(body.len() + 16);
        whole.extend_from_slice(MAGIC);
        whole.put_u64_le(checksum(&body));
        whole.extend_from_slice(&body);
        whole.freeze()
    }

    fn decode(mut whole: Bytes) -> Option<Self> {
        if whole.len() < 32 || !whole.starts_with(MAGIC) {
            return None;
        }
        whole.advance(MAGIC.len());
        if whole.get_u64_le() != checksum(&whole) {
            return None;
        }
        let version = Version::from_number(whole.get_u64_le())?;
        let length = usize::try_from(whole.get_u64_le()).ok().filter(|length| *length <= whole.len())?;
        let schema = message::get_provider_schema::Response::decode(whole.split_to(length)).ok()?;
        let identities = message::get_resource_identity_schemas::Response::decode(whole).ok()?;
        Some(Self { version, schema, identities })
    }
}

/// Finds what a crash or a full disk left half written. FNV over words: quick, and nobody attacks their own cache.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64 ^ bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    let mut add = |word: u64| sum = (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
    for word in &mut words {
        add(u64::from_le_bytes(word.try_into().expect("chunks of eight")));
    }
    words.remainder().iter().for_each(|byte| add(u64::from(*byte)));
    sum
}

impl SchemaCache {
    /// The cache in a folder, which is made when something is kept.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), max_bytes: MAX_BYTES }
    }

    /// The same with another limit.
    #[must_use]
    pub fn limited_to(self, max_bytes: u64) -> Self {
        Self { max_bytes, ..self }
    }

    /// What the provider of a package offers, where it is known.
    pub fn load(&self, key: &str) -> Option<Arc<ProviderSchema>> {
        let path = self.path(key)?;
        let bytes = fs::read(&path).ok()?;
        match Answers::decode(Bytes::from(bytes)).and_then(|answers| answers.into_schema().ok()) {
            Some(schema) => Some(Arc::new(schema)),
            None => {
                let _ = fs::remove_file(&path);
                None
            }
        }
    }

    /// Keeps what a provider answered. What cannot be kept is asked for again next time.
    pub(crate) fn store(&self, key: &str, answers: &Answers) {
        let Some(path) = self.path(key).filter(|path| !path.exists()) else { return };
        let bytes = answers.encode();
        if bytes.len() as u64 <= self.max_bytes && self.write(&path, &bytes).is_ok() {
            self.shrink(&path);
        }
    }

    /// Others see the whole entry or none.
    fn write(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let own = path.with_extension(format!("{}.tmp", std::process::id()));
        let written = fs::File::create(&own).and_then(|mut file| file.write_all(bytes));
        let moved = written.and_then(|()| fs::rename(&own, path));
        if moved.is_err() {
            let _ = fs::remove_file(&own);
        }
        moved
    }

    /// Removes the oldest entries until the rest is within the limit. What was just written stays.
    fn shrink(&self, newest: &Path) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((about.modified().ok()?, about.len(), entry.path()))
            })
            .collect();
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        files.sort();
        for (_, length, path) in files {
            if total <= self.max_bytes {
                return;
            }
            if path != newest && fs::remove_file(&path).is_ok() {
                total -= length;
            }
        }
    }

    /// The file of a key; nothing for a key that could lead elsewhere. A hash has slashes in base64.
    fn path(&self, key: &str) -> Option<PathBuf> {
        let name: String = key
            .chars()
            .map(|c| match c {
                '/' => '_',
                ':' => '-',
                other => other,
            })
            .collect();
        let valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '=');
        (!name.is_empty() && name.len() <= 200 && name.chars().all(valid))
            .then(|| self.folder.join(name).with_extension("schema"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn answers(names: &[&str]) -> Answers {
        let resource_schemas =
            names.iter().map(|name| ((*name).to_owned(), Bytes::from(vec![0x08, 3]))).collect();
        Answers {
            version: Version::V6,
            schema: message::get_provider_schema::Response {
                provider: Some(Bytes::new()),
                resource_schemas,
                ..Default::default()
            },
            identities: message::get_resource_identity_schemas::Response {
                identity_schemas: BTreeMap::from([("a".to_owned(), Bytes::from(vec![0x08, 7]))]),
                diagnostics: Vec::new(),
            },
        }
    }

    #[test]
    fn what_was_kept_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let cache = SchemaCache::new(folder.path().join("deep/er"));
        let key = "h1:ab/cd+ef=";
        assert!(cache.load(key).is_none());
        cache.store(key, &answers(&["a", "b"]));
        let schema = cache.load(key).unwrap();
        assert_eq!(schema.resources.names().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(schema.resources.made(), 0);
        assert_eq!(schema.resources.get("a").unwrap().version, 3);
        assert_eq!(schema.identities.get("a").unwrap().version, 7);
        for bad in ["", "..", "a\\b", "a\0", &"x".repeat(300)] {
            cache.store(bad, &answers(&["a"]));
            assert!(cache.load(bad).is_none(), "{bad}");
        }
        assert_eq!(fs::read_dir(folder.path().join("deep/er")).unwrap().count(), 1);
    }

    #[test]
    fn a_damaged_entry_is_as_good_as_none() {
        let folder = tempfile::tempdir().unwrap();
        let cache = SchemaCache::new(folder.path());
        cache.store("k", &answers(&["a", "b"]));
        let path = cache.path("k").unwrap();
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            assert!(cache.load("k").is_none(), "byte {at}");
            assert!(!path.exists());
        }
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(cache.load("k").is_none(), "{length} bytes");
        }
    }

    #[test]
    fn the_oldest_entries_go_first() {
        let folder = tempfile::tempdir().unwrap();
        let one = answers(&["a"]).encode().len() as u64;
        let cache = SchemaCache::new(folder.path()).limited_to(2 * one);
        for (age, key) in ["first", "second", "third"].into_iter().enumerate() {
            cache.store(key, &answers(&["a"]));
            if let Some(path) = cache.path(key).filter(|path| path.exists()) {
                let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 + age as u64);
                fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
            }
        }
        assert!(cache.load("first").is_none());
        assert!(cache.load("second").is_some() && cache.load("third").is_some());
        cache.store("big", &answers(&["a"; 1]));
        let tiny = SchemaCache::new(folder.path()).limited_to(one - 1);
        tiny.store("huge", &answers(&["a"]));
        assert!(tiny.load("huge").is_none());
    }
}
