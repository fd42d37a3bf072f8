//! Packages in a folder: unpacked, or as archives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use addrs::Provider;
use config::Version;

use crate::layout;
use crate::package::{Authentication, Package, PackagePlace};
use crate::platform::Platform;

/// The versions that a folder has, each for which platforms.
pub(super) fn versions(base: &Path, provider: &Provider) -> BTreeMap<Version, BTreeSet<Platform>> {
    let mut found: BTreeMap<Version, BTreeSet<Platform>> = BTreeMap::new();
    let prefix = format!("terraform-provider-{}_", provider.type_name);
    // A folder that is not there has nothing; so has one that cannot be read, which a mirror of others may be.
    for entry in std::fs::read_dir(layout::provider_dir(base, provider)).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if let Some(version) = Version::parse(&name).filter(|version| version.to_string() == name) {
            let platforms = std::fs::read_dir(entry.path()).into_iter().flatten().flatten();
            let platforms = platforms.filter(|platform| platform.path().is_dir());
            let names = platforms.filter_map(|platform| platform.file_name().into_string().ok());
            found.entry(version).or_default().extend(names.filter_map(|name| Platform::parse(&name)));
        }
        let archive = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".zip"));
        if let Some((version, platform)) = archive.and_then(|rest| rest.split_once('_'))
            && let (Some(version), Some(platform)) = (Version::parse(version), Platform::parse(platform))
            && entry.path().is_file()
        {
            found.entry(version).or_default().insert(platform);
        }
    }
    found.retain(|_, platforms| !platforms.is_empty());
    found
}

/// The package of a version, where it is there.
pub(super) fn package(
    base: &Path,
    provider: &Provider,
    version: &Version,
    platform: &Platform,
) -> Option<Package> {
    let dir = layout::package_dir(base, provider, version, platform);
    let archive =
        layout::provider_dir(base, provider).join(layout::archive_name(provider, version, platform));
    let place = if dir.is_dir() {
        PackagePlace::Dir(dir)
    } else if archive.is_file() {
        PackagePlace::Archive(archive)
    } else {
        return None;
    };
    Some(Package { place, hashes: BTreeSet::new(), authentication: Authentication::Unauthenticated })
}
