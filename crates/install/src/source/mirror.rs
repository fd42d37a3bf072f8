//! The protocol of network mirrors: an index of versions, and for each the archives of all platforms.

use std::collections::{BTreeMap, BTreeSet};

use addrs::Provider;
use config::Version;
use reqwest::Url;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Network;
use super::registry::join;
use crate::error::InstallError;
use crate::http::HttpError;
use crate::package::{Authentication, Package, PackagePlace};
use crate::platform::Platform;

#[derive(Deserialize)]
struct Index {
    versions: BTreeMap<String, IgnoredAny>,
}

#[derive(Deserialize)]
struct Archives {
    archives: BTreeMap<String, Archive>,
}

#[derive(Deserialize)]
struct Archive {
    url: String,
    #[serde(default)]
    hashes: Vec<String>,
}

/// The versions that a mirror has; nothing where it has no such provider.
pub(super) async fn versions(
    network: &Network,
    mirror: &str,
    provider: &Provider,
) -> Result<Option<BTreeSet<Version>>, InstallError> {
    let url = join(&base(mirror, provider)?, &["index.json"])?;
    let index: Index = match network.http.json(&url, url.host_str()).await {
        Err(error) if error.is_missing() => return Ok(None),
        result => result?.0,
    };
    Ok(Some(index.versions.keys().filter_map(|version| Version::parse(version)).collect()))
}

/// The package of a version; nothing where there is none for the platform.
pub(super) async fn package(
    network: &Network,
    mirror: &str,
    provider: &Provider,
    version: &Version,
    platform: &Platform,
) -> Result<Option<Package>, InstallError> {
    let url = join(&base(mirror, provider)?, &[&format!("{version}.json")])?;
    let (archives, url): (Archives, Url) = match network.http.json(&url, url.host_str()).await {
        Err(error) if error.is_missing() => return Ok(None),
        result => result?,
    };
    let Some(archive) = archives.archives.get(&platform.to_string()) else { return Ok(None) };
    let location = url.join(&archive.url).map_err(|_| HttpError::Url(archive.url.clone()))?;
    let accepts: BTreeSet<String> = archive.hashes.iter().cloned().collect();
    let authentication =
        if accepts.is_empty() { Authentication::Unauthenticated } else { Authentication::Checksum };
    // What a mirror says of packages that were not seen is worth nothing: the lock file gets what is computed.
    Ok(Some(Package {
        place: PackagePlace::Url { url: location, accepts },
        hashes: BTreeSet::new(),
        authentication,
    }))
}

fn base(mirror: &str, provider: &Provider) -> Result<Url, HttpError> {
    let url = Url::parse(mirror).map_err(|_| HttpError::Url(mirror.to_owned()))?;
    join(&url, &[&provider.host, &provider.namespace, &provider.type_name])
}
