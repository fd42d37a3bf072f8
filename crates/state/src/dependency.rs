//! Blocks in lists of dependencies.
//!
//! An entry must cost next to nothing to copy, compare, write and drop, because there are so many: each address is kept
//! once, for as long as the program runs, and an entry says where.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, Mutex, PoisonError};

use addrs::ConfigResource;

use crate::file::text::Writer;

/// A block that something depends on.
#[derive(Clone, Copy)]
pub struct Dependency(&'static Kept);

struct Kept {
    address: ConfigResource,
    /// The text as JSON, with a comma behind it.
    json: String,
    number: usize,
    ends_chunk: bool,
}

/// About how many entries a chunk of a list has.
const CHUNK: u64 = 32;

/// All addresses by their text as JSON. There are as many as blocks, not as instances or entries.
static KEPT: LazyLock<Mutex<HashMap<&'static str, Dependency, foldhash::fast::RandomState>>> =
    LazyLock::new(Mutex::default);

impl Dependency {
    /// From the text of an address; nothing if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        ConfigResource::parse(text).ok().map(Self::from)
    }

    /// Counts from 0, in the order in which addresses were first met: for tables that are looked at for every entry.
    pub fn number(self) -> usize {
        self.0.number
    }

    /// Whether a chunk of a list ends with it.
    pub(crate) fn ends_chunk(self) -> bool {
        self.0.ends_chunk
    }

    /// The address as it displays, as a JSON string with its quotes.
    pub fn json(self) -> &'static str {
        &self.0.json[..self.0.json.len() - 1]
    }

    /// The same with a comma behind it, as in a list.
    pub(crate) fn json_and_comma(self) -> &'static str {
        &self.0.json
    }

    /// The address as it displays.
    pub fn text(self) -> &'static str {
        // No part of an address has anything to escape.
        &self.0.json[1..self.0.json.len() - 2]
    }
}

impl From<ConfigResource> for Dependency {
    fn from(address: ConfigResource) -> Self {
        let mut json = Writer::new(false, 64);
        json.string(&address.to_string());
        let mut json = String::from_utf8(json.finish()).expect("strings are written as UTF-8");
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(json.as_str()) {
            return *known;
        }
        let ends_chunk = foldhash::fast::FixedState::default().hash_one(&json) % CHUNK == 0;
        json.push(',');
        let new = Self(Box::leak(Box::new(Kept { address, json, number: kept.len(), ends_chunk })));
        kept.insert(new.json(), new);
        new
    }
}

impl Deref for Dependency {
    type Target = ConfigResource;

    fn deref(&self) -> &ConfigResource {
        &self.0.address
    }
}

impl PartialEq for Dependency {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Dependency {}

impl Hash for Dependency {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl fmt::Debug for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_kept_once() {
        let parse = |text| Dependency::parse(text).expect("an address");
        let (one, same, other) = (parse("module.m.a.b"), parse("module.m.a.b"), parse("data.a.b"));
        assert_eq!(one, same);
        assert_ne!(one, other);
        assert_eq!((one.text(), other.json()), ("module.m.a.b", "\"data.a.b\""));
        assert_eq!(one.resource.name, "b");
        assert!(Dependency::parse("a").is_none());
    }
}
