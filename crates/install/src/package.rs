//! A package: where it is, and what is known of it before it is there.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use reqwest::Url;

/// What a place knows of one package.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) place: PackagePlace,
    /// What the place vouches for, of all platforms; the lock file keeps them.
    pub(crate) hashes: BTreeSet<String>,
    pub(crate) authentication: Authentication,
}

/// Where a package is.
#[derive(Clone, Debug)]
pub(crate) enum PackagePlace {
    /// A folder that it is unpacked in.
    Dir(PathBuf),
    /// An archive on the disk.
    Archive(PathBuf),
    /// An archive elsewhere, and the checksums of which one must be its own; none where nobody vouches for it.
    Url { url: Url, accepts: BTreeSet<String> },
}

/// The key that HashiCorp signs its providers with, as it is published; only what people are told depends on it.
const HASHICORP: &str = "C874011F0AB405110D02105534365D9472D7468F";

/// Who vouches for a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Authentication {
    /// Nobody.
    #[default]
    Unauthenticated,
    /// Its checksum is the one that was announced.
    Checksum,
    /// The announced checksums were signed with this key, by its fingerprint.
    Signed(String),
    /// The announced checksums were not signed, and the registry says so.
    Unsigned,
}

impl fmt::Display for Authentication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unauthenticated => f.write_str("unauthenticated"),
            Self::Checksum => f.write_str("verified checksum"),
            Self::Signed(key) if key == HASHICORP => f.write_str("signed by HashiCorp"),
            Self::Signed(key) => {
                let id = &key[key.len().saturating_sub(16)..];
                write!(f, "self-signed, key ID {id}")
            }
            Self::Unsigned => f.write_str("signing skipped"),
        }
    }
}
