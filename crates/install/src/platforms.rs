//! Packages of other platforms than this one: their checksums for the lock file, and copies for a mirror.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use addrs::Provider;
use config::Version;
use diag::{Diagnostic, Diagnostics};
use serde_json::json;

use crate::archive;
use crate::error::InstallError;
use crate::hash::{h1_of_dir, zh_of_file};
use crate::http::shown;
use crate::layout;
use crate::lock_file::{LockFile, ProviderLock};
use crate::package::{Authentication, Package, PackagePlace};
use crate::platform::Platform;
use crate::requirements::Requirements;
use crate::source::Sources;
use config::Constraints;

/// What happens, for who watches.
#[derive(Clone, Debug)]
pub enum PlatformEvent<'a> {
    /// A package is fetched for its checksums.
    Fetching(&'a Provider, &'a Version, &'a Platform),
    /// It is there.
    Retrieved(&'a Provider, &'a Version, &'a Platform, &'a Authentication),
    /// How its checksums compare with those of the lock file.
    Obtained(&'a Provider, &'a Platform, LockChange),
    /// A provider is copied.
    Mirroring(&'a Provider),
    /// In which version.
    Selected(&'a Version, &'a Constraints, bool),
    /// A package of it is downloaded.
    Downloading(&'a Platform),
    /// Who vouches for it.
    Authenticated(&'a Authentication),
}

/// What checksums add to a lock file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockChange {
    /// The provider was not in it.
    New,
    /// They were not in it.
    More,
    /// Nothing.
    None,
}

/// A package that was fetched, and what it hashes to.
struct Fetched {
    /// The archive; nothing where the package is a folder.
    archive: Option<Archive>,
    h1: String,
    zh: Option<String>,
}

enum Archive {
    Here(PathBuf),
    Temporary(tempfile::NamedTempFile),
}

impl Archive {
    fn path(&self) -> &Path {
        match self {
            Self::Here(path) => path,
            Self::Temporary(file) => file.path(),
        }
    }
}

/// Fetches the packages of some platforms and gives a lock file that has their checksums.
pub fn lock_platforms(
    sources: &Sources,
    needed: &Requirements,
    lock: &LockFile,
    platforms: &[Platform],
    events: &dyn Fn(PlatformEvent<'_>),
) -> Result<LockFile, Diagnostics> {
    block_on(async {
        let mut after = lock.clone();
        let mut diags = Diagnostics::new();
        for (provider, constraints) in needed {
            let result = lock_one(sources, (provider, constraints), lock, platforms, events).await;
            match result {
                Ok(entry) => drop(after.providers.insert(provider.clone(), entry)),
                Err(error) => {
                    let detail =
                        format!("The checksums of {} cannot be computed: {error}.", provider.short());
                    diags.push(Diagnostic::error("Could not retrieve providers for locking", detail));
                }
            }
        }
        if diags.has_errors() { Err(diags) } else { Ok(after) }
    })
}

async fn lock_one(
    sources: &Sources,
    (provider, constraints): (&Provider, &Constraints),
    lock: &LockFile,
    platforms: &[Platform],
    events: &dyn Fn(PlatformEvent<'_>),
) -> Result<ProviderLock, InstallError> {
    let known = lock.providers.get(provider);
    let version = choose(sources, provider, constraints, known).await?;
    let before = known.filter(|known| known.version == version).map(|known| known.hashes.clone());
    let mut hashes = before.clone().unwrap_or_default();
    let mut changes = Vec::new();
    for platform in platforms {
        events(PlatformEvent::Fetching(provider, &version, platform));
        let package = sources.package(provider, &version, platform).await?;
        let fetched = fetch(sources, &package).await?;
        let known: BTreeSet<&str> = before.iter().flatten().map(String::as_str).collect();
        // What was recorded for this platform before is one of these two.
        let is_known = known.contains(fetched.h1.as_str());
        let may_be = fetched
            .zh
            .as_deref()
            .is_none_or(|zh| known.contains(zh) || !known.iter().any(|hash| hash.starts_with("zh:")));
        if !is_known && !may_be {
            return Err(InstallError::LockedChecksum(format!(
                "provider {provider} {version} for {platform}"
            )));
        }
        events(PlatformEvent::Retrieved(provider, &version, platform, &package.authentication));
        let change = match (&before, is_known) {
            (None, _) => LockChange::New,
            (Some(_), true) => LockChange::None,
            (Some(_), false) => LockChange::More,
        };
        hashes.extend(package.hashes);
        hashes.insert(fetched.h1);
        changes.push((platform, change));
    }
    changes
        .iter()
        .for_each(|(platform, change)| events(PlatformEvent::Obtained(provider, platform, *change)));
    Ok(ProviderLock { version, constraints: constraints.clone(), hashes })
}

/// Copies packages into a folder that serves as a mirror, on the disk or behind a web server.
pub fn mirror_platforms(
    sources: &Sources,
    needed: &Requirements,
    lock: &LockFile,
    platforms: &[Platform],
    target: &Path,
    events: &dyn Fn(PlatformEvent<'_>),
) -> Diagnostics {
    block_on(async {
        let mut diags = Diagnostics::new();
        for (provider, constraints) in needed {
            events(PlatformEvent::Mirroring(provider));
            let known = lock.providers.get(provider);
            let version = match choose(sources, provider, constraints, known).await {
                Ok(version) => version,
                Err(error) => {
                    let detail = format!("No version of {} can be chosen: {error}.", provider.short());
                    diags.push(Diagnostic::error("Provider not available", detail));
                    continue;
                }
            };
            events(PlatformEvent::Selected(&version, constraints, known.is_some()));
            for platform in platforms {
                events(PlatformEvent::Downloading(platform));
                if let Err(error) = copy_one(sources, provider, &version, platform, target, events).await {
                    let detail = format!("Failed to download {provider} v{version} for {platform}: {error}.");
                    diags.push(Diagnostic::error("Provider release not available", detail));
                }
            }
            if let Err(error) = index(&layout::provider_dir(target, provider), provider) {
                let detail = format!("The index of {} cannot be written: {error}.", provider.short());
                diags.push(Diagnostic::error("Failed to update indexes", detail));
            }
        }
        diags
    })
}

async fn copy_one(
    sources: &Sources,
    provider: &Provider,
    version: &Version,
    platform: &Platform,
    target: &Path,
    events: &dyn Fn(PlatformEvent<'_>),
) -> Result<(), InstallError> {
    let package = sources.package(provider, version, platform).await?;
    let fetched = fetch(sources, &package).await?;
    events(PlatformEvent::Authenticated(&package.authentication));
    let Some(archive) = fetched.archive else {
        return Err(InstallError::Module("the package is not an archive, which a mirror needs".to_owned()));
    };
    let dir = layout::provider_dir(target, provider);
    let failed = |error| InstallError::file("cannot write into", &dir)(error);
    std::fs::create_dir_all(&dir).map_err(failed)?;
    // It appears whole: others may read the mirror meanwhile.
    let part = tempfile::Builder::new().prefix(".cairn-tmp-").tempfile_in(&dir).map_err(failed)?;
    std::fs::copy(archive.path(), part.path()).map_err(failed)?;
    publish(part, &dir.join(layout::archive_name(provider, version, platform))).map_err(failed)
}

/// Writes the lists that a mirror behind a web server has: of versions, and for each of archives.
fn index(dir: &Path, provider: &Provider) -> Result<(), InstallError> {
    let failed = |error| InstallError::file("cannot write into", dir)(error);
    let mut versions: BTreeMap<Version, BTreeMap<String, serde_json::Value>> = BTreeMap::new();
    let prefix = format!("terraform-provider-{}_", provider.type_name);
    for entry in std::fs::read_dir(dir).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let rest = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".zip"));
        let Some((version, platform)) = rest.and_then(|rest| rest.split_once('_')) else { continue };
        let (Some(version), Some(platform)) = (Version::parse(version), Platform::parse(platform)) else {
            continue;
        };
        let hash = archive::h1_of_zip(&entry.path(), &name)?;
        let archive = json!({ "hashes": [hash], "url": name });
        versions.entry(version).or_default().insert(platform.to_string(), archive);
    }
    let write = |name: String, value: &serde_json::Value| -> std::io::Result<()> {
        let mut part = tempfile::Builder::new().prefix(".cairn-tmp-").tempfile_in(dir)?;
        serde_json::to_writer_pretty(part.as_file_mut(), value)?;
        publish(part, &dir.join(name))
    };
    let list: BTreeMap<String, serde_json::Value> =
        versions.keys().map(|version| (version.to_string(), json!({}))).collect();
    for (version, archives) in &versions {
        write(format!("{version}.json"), &json!({ "archives": archives })).map_err(failed)?;
    }
    write("index.json".to_owned(), &json!({ "versions": list })).map_err(failed)
}

/// Gives a file its name, readable by everybody.
fn publish(part: tempfile::NamedTempFile, path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        part.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    part.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The version of the lock file, or the newest that will do.
async fn choose(
    sources: &Sources,
    provider: &Provider,
    constraints: &Constraints,
    known: Option<&ProviderLock>,
) -> Result<Version, InstallError> {
    if let Some(known) = known.filter(|known| constraints.allows(&known.version)) {
        return Ok(known.version.clone());
    }
    let versions = sources.versions(provider).await?;
    let wanted = || match constraints.is_empty() {
        true => "any release".to_owned(),
        false => constraints.to_string(),
    };
    versions
        .into_iter()
        .rev()
        .find(|version| constraints.allows(version))
        .ok_or_else(|| InstallError::NoVersion(wanted()))
}

/// Fetches a package and computes what it hashes to, if it is what was announced.
async fn fetch(sources: &Sources, package: &Package) -> Result<Fetched, InstallError> {
    let (archive, from, accepts) = match &package.place {
        PackagePlace::Dir(dir) => {
            let h1 = h1_of_dir(dir).map_err(InstallError::file("cannot read", dir))?;
            return Ok(Fetched { archive: None, h1, zh: None });
        }
        PackagePlace::Archive(path) => {
            (Archive::Here(path.clone()), path.display().to_string(), BTreeSet::new())
        }
        PackagePlace::Url { url, accepts } => {
            let mut file = tempfile::NamedTempFile::new()
                .map_err(InstallError::file("cannot make a file in", std::env::temp_dir()))?;
            sources.http().download(url, file.as_file_mut(), &mut |_, _| {}).await?;
            (Archive::Temporary(file), shown(url), accepts.clone())
        }
    };
    let zh = zh_of_file(archive.path()).map_err(InstallError::file("cannot read", archive.path()))?;
    let h1 = archive::h1_of_zip(archive.path(), &from)?;
    if !accepts.is_empty() && !accepts.contains(&zh) && !accepts.contains(&h1) {
        return Err(InstallError::Checksum { from, found: zh });
    }
    Ok(Fetched { archive: Some(archive), h1, zh: Some(zh) })
}

/// Runs something that waits for others.
fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime without threads needs nothing that could be missing").block_on(work)
}
