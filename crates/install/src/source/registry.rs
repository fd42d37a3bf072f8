//! The registry protocol of providers: versions, packages, signed checksums.

use std::collections::{BTreeMap, BTreeSet};

use addrs::Provider;
use config::Version;
use reqwest::Url;
use serde::Deserialize;

use super::Network;
use crate::error::InstallError;
use crate::http::{HttpError, shown};
use crate::package::{Authentication, Package, PackagePlace};
use crate::platform::Platform;
use crate::signature;

/// The registry that has no keys for providers whose publishers gave none.
const KEYLESS_HOST: &str = "registry.opentofu.org";

#[derive(Deserialize)]
struct VersionList {
    versions: Vec<VersionEntry>,
}

#[derive(Deserialize)]
struct VersionEntry {
    version: String,
}

#[derive(Deserialize)]
struct Download {
    #[serde(default)]
    protocols: Vec<String>,
    filename: String,
    download_url: String,
    shasums_url: String,
    shasums_signature_url: String,
    shasum: String,
    #[serde(default)]
    signing_keys: SigningKeys,
}

#[derive(Default, Deserialize)]
struct SigningKeys {
    #[serde(default)]
    gpg_public_keys: Vec<SigningKey>,
}

#[derive(Deserialize)]
struct SigningKey {
    ascii_armor: String,
}

/// The versions that the registry of a provider has; nothing where it has no such provider.
pub(super) async fn versions(
    network: &Network,
    provider: &Provider,
) -> Result<Option<BTreeSet<Version>>, InstallError> {
    let url = join(&base(network, provider).await?, &["versions"])?;
    let body = match network.http.document(&url, Some(&provider.host)).await {
        Err(error) if error.is_missing() => return Ok(None),
        result => result?.body,
    };
    let versions = listed_versions(&body).map_err(|error| HttpError::answer(&url, &error.to_string()))?;
    Ok(Some(versions))
}

/// The versions in a registry's answer; what is no version is left out.
pub fn listed_versions(answer: &[u8]) -> serde_json::Result<BTreeSet<Version>> {
    let list: VersionList = serde_json::from_slice(answer)?;
    Ok(list.versions.iter().filter_map(|entry| Version::parse(&entry.version)).collect())
}

/// The package of a version; nothing where there is none for the platform.
pub(super) async fn package(
    network: &Network,
    provider: &Provider,
    version: &Version,
    platform: &Platform,
) -> Result<Option<Package>, InstallError> {
    let base = base(network, provider).await?;
    let url = join(&base, &[&version.to_string(), "download", &platform.os, &platform.arch])?;
    let (download, url): (Download, Url) = match network.http.json(&url, Some(&provider.host)).await {
        Err(error) if error.is_missing() => return Ok(None),
        result => result?,
    };
    let speaks = |protocol: &String| matches!(protocol.split('.').next(), Some("5" | "6"));
    if !download.protocols.is_empty() && !download.protocols.iter().any(speaks) {
        return Err(InstallError::Protocol {
            package: format!("provider {provider} {version}"),
            protocols: download.protocols.join(", "),
        });
    }
    let related = |text: &str| url.join(text).map_err(|_| HttpError::Url(text.to_owned()));
    let sums_url = related(&download.shasums_url)?;
    let sums = network.http.document(&sums_url, None).await?.body;
    let signature = network.http.document(&related(&download.shasums_signature_url)?, None).await?.body;
    let listed = listed_checksums(&sums);
    if listed.get(&download.filename) != Some(&download.shasum.to_lowercase()) {
        return Err(InstallError::Unlisted { name: download.filename, list: shown(&sums_url) });
    }
    let keys: Vec<String> =
        download.signing_keys.gpg_public_keys.into_iter().map(|key| key.ascii_armor).collect();
    let authentication = if keys.is_empty() && provider.host == KEYLESS_HOST {
        Authentication::Unsigned
    } else {
        signature::verify_signature(&sums, &signature, &keys)
            .map(Authentication::Signed)
            .map_err(|why| InstallError::Signature { list: shown(&sums_url), why })?
    };
    Ok(Some(Package {
        place: PackagePlace::Url {
            url: related(&download.download_url)?,
            accepts: BTreeSet::from([format!("zh:{}", download.shasum.to_lowercase())]),
        },
        hashes: listed.into_values().map(|checksum| format!("zh:{checksum}")).collect(),
        authentication,
    }))
}

async fn base(network: &Network, provider: &Provider) -> Result<Url, InstallError> {
    let base = network.discovery.service(&network.http, &provider.host, "providers.v1").await?;
    let base =
        base.ok_or_else(|| InstallError::NoService { host: provider.host.to_string(), what: "providers" })?;
    Ok(join(&base, &[&provider.namespace, &provider.type_name])?)
}

/// An address below another one.
pub(crate) fn join(base: &Url, parts: &[&str]) -> Result<Url, HttpError> {
    let mut url = base.clone();
    url.path_segments_mut().map_err(|()| HttpError::Url(base.to_string()))?.pop_if_empty().extend(parts);
    Ok(url)
}

/// The lines of a list of checksums: by file name.
pub fn listed_checksums(text: &[u8]) -> BTreeMap<String, String> {
    let text = String::from_utf8_lossy(text);
    let line = |line: &str| {
        let (checksum, name) = line.split_once(char::is_whitespace)?;
        let is_checksum = checksum.len() == 64 && checksum.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_checksum.then(|| (name.trim().trim_start_matches('*').to_owned(), checksum.to_lowercase()))
    };
    text.lines().filter_map(line).collect()
}
