//! Installing providers: which version of each, from where, and what the lock file says afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use addrs::Provider;
use config::Version;
use diag::{Diagnostic, Diagnostics};
use futures_util::StreamExt;
use futures_util::stream;

use crate::archive;
use crate::error::InstallError;
use crate::hash::{h1_of_dir, zh_of_file};
use crate::http::shown;
use crate::lock_file::{LockFile, ProviderLock};
use crate::package::{Authentication, Package, PackagePlace};
use crate::platform::Platform;
use crate::requirements::Requirements;
use crate::source::Sources;
use crate::store::{PackageId, Store};
use config::Constraints;

/// So many packages are fetched at once.
const AT_ONCE: usize = 8;

/// What happens, for who watches.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A provider is part of the program.
    BuiltIn(&'a Provider),
    /// The version of the lock file is taken.
    Reusing(&'a Provider),
    /// Versions are looked for.
    Finding(&'a Provider, &'a Constraints),
    /// A package is there already.
    AlreadyInstalled(&'a Provider, &'a Version),
    /// A package is taken from those that all folders share.
    FromCache(&'a Provider, &'a Version),
    /// A package is fetched.
    Installing(&'a Provider, &'a Version),
    /// So many bytes of a package have come.
    Progress {
        /// The provider.
        provider: &'a Provider,
        /// The version.
        version: &'a Version,
        /// How many there are.
        done: u64,
        /// How many there will be, where that is known.
        total: Option<u64>,
    },
    /// A package is there.
    Installed(&'a Provider, &'a Version, &'a Authentication),
}

/// How to install.
#[derive(Clone, Debug)]
pub struct Installer {
    /// Where packages come from.
    pub sources: Sources,
    /// Where they go.
    pub target: PathBuf,
    /// What all folders share.
    pub cache: Option<PathBuf>,
    /// Whether a shared package will do that the lock file says nothing of.
    pub cache_may_break_lock_file: bool,
    /// Whether newer versions are wanted than those of the lock file.
    pub upgrade: bool,
    /// Providers that need no package.
    pub unmanaged: BTreeSet<Provider>,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The new choices.
    pub lock: LockFile,
    /// Providers whose checksums are known for this platform alone.
    pub incomplete: Vec<Provider>,
}

/// What one provider gets.
struct Placed {
    hashes: BTreeSet<String>,
    is_incomplete: bool,
}

impl Installer {
    /// Installs what is needed. With errors, the choices that could be made are lost.
    pub fn run(
        &self,
        needed: &Requirements,
        lock: &LockFile,
        events: &dyn Fn(Event<'_>),
    ) -> Result<Outcome, Diagnostics> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| {
                let detail = format!("The program cannot prepare to wait for others: {error}.");
                Diagnostics::from(Diagnostic::error("Failed to install providers", detail))
            })?;
        runtime.block_on(self.run_async(needed, lock, events))
    }

    async fn run_async(
        &self,
        needed: &Requirements,
        lock: &LockFile,
        events: &dyn Fn(Event<'_>),
    ) -> Result<Outcome, Diagnostics> {
        let chosen = self.choose(needed, lock, events).await?;
        let placing = chosen.iter().map(|(provider, version)| async move {
            let known = lock.providers.get(provider).filter(|known| known.version == *version);
            (provider, version, self.place(provider, version, known, events).await)
        });
        let placed: Vec<_> = stream::iter(placing).buffer_unordered(AT_ONCE).collect().await;
        let mut diags = Diagnostics::new();
        let mut outcome = Outcome::default();
        let mut placed: Vec<_> = placed;
        placed.sort_by_key(|(provider, ..)| *provider);
        for (provider, version, result) in placed {
            match result {
                Ok(placed) => {
                    if placed.is_incomplete {
                        outcome.incomplete.push(provider.clone());
                    }
                    let constraints = needed.get(provider).cloned().unwrap_or_default();
                    let entry = ProviderLock { version: version.clone(), constraints, hashes: placed.hashes };
                    // What was chosen stays as it was written down, for whatever reason it is chosen again.
                    let same = |known: &&ProviderLock| {
                        known.version == entry.version && known.hashes == entry.hashes
                    };
                    let entry = lock.providers.get(provider).filter(same).cloned().unwrap_or(entry);
                    outcome.lock.providers.insert(provider.clone(), entry);
                }
                Err(error) => diags.push(install_problem(provider, version, &error)),
            }
        }
        if diags.has_errors() { Err(diags) } else { Ok(outcome) }
    }

    /// The version of each provider.
    async fn choose(
        &self,
        needed: &Requirements,
        lock: &LockFile,
        events: &dyn Fn(Event<'_>),
    ) -> Result<BTreeMap<Provider, Version>, Diagnostics> {
        let mut diags = Diagnostics::new();
        for (provider, constraints) in needed.iter().filter(|(provider, _)| provider.is_builtin()) {
            let detail = match (provider.is_here(), constraints.is_empty()) {
                (true, true) => {
                    events(Event::BuiltIn(provider));
                    continue;
                }
                (true, false) => {
                    format!("{provider} is part of the program, so no version of it can be asked for.")
                }
                (false, _) => format!("{provider} is no provider that is part of the program."),
            };
            diags.push(Diagnostic::error("Invalid dependency on built-in provider", detail));
        }
        if diags.has_errors() {
            return Err(diags);
        }
        let wanted = needed
            .iter()
            .filter(|(provider, _)| !provider.is_builtin() && !self.unmanaged.contains(*provider));
        let choosing = wanted.map(|(provider, constraints)| async move {
            let known = lock.providers.get(provider).filter(|_| !self.upgrade);
            (provider, self.choose_one(provider, constraints, known, events).await)
        });
        let all: Vec<_> = stream::iter(choosing).buffered(AT_ONCE).collect().await;
        let mut chosen = BTreeMap::new();
        for (provider, result) in all {
            match result {
                Ok(version) => drop(chosen.insert(provider.clone(), version)),
                Err(diagnostic) => diags.push(*diagnostic),
            }
        }
        if diags.has_errors() { Err(diags) } else { Ok(chosen) }
    }

    async fn choose_one(
        &self,
        provider: &Provider,
        constraints: &Constraints,
        known: Option<&ProviderLock>,
        events: &dyn Fn(Event<'_>),
    ) -> Result<Version, Box<Diagnostic>> {
        let hint = format!(
            "\n\nTo see which modules need {} and in which versions, run:\n    cairn providers",
            provider.short()
        );
        if let Some(known) = known {
            events(Event::Reusing(provider));
            if constraints.allows(&known.version) {
                return Ok(known.version.clone());
            }
            let why = format!(
                "locked provider {provider} {} does not match configured version constraint {constraints}; must use cairn init -upgrade \
                 to allow selection of new versions{hint}",
                known.version
            );
            return Err(query_problem(provider, &why));
        }
        events(Event::Finding(provider, constraints));
        let versions = self
            .sources
            .versions(provider)
            .await
            .map_err(|error| query_problem(provider, &error.to_string()))?;
        versions.into_iter().rev().find(|version| constraints.allows(version)).ok_or_else(|| {
            query_problem(
                provider,
                &format!("no available releases match the given constraints {constraints}{hint}"),
            )
        })
    }

    /// Makes the package of a version be there.
    async fn place(
        &self,
        provider: &Provider,
        version: &Version,
        known: Option<&ProviderLock>,
        events: &dyn Fn(Event<'_>),
    ) -> Result<Placed, InstallError> {
        let id =
            PackageId { provider: provider.clone(), version: version.clone(), platform: Platform::current() };
        let target = Store::new(&self.target);
        let hashes = known.map(|known| known.hashes.clone()).unwrap_or_default();
        let found = in_thread(&target, &id, |target, id| target.hash(id)).await;
        if found.is_some_and(|hash| hashes.contains(&hash)) {
            events(Event::AlreadyInstalled(provider, version));
            return Ok(Placed { hashes, is_incomplete: false });
        }
        let cache = self.cache.as_ref().map(Store::new);
        // Waiting must not keep this process from finishing what others wait for.
        let _locked = match &cache {
            Some(cache) => in_thread(cache, &id, |cache, id| cache.lock(id)).await,
            None => None,
        };
        if let Some(cache) = &cache
            && let Some(hash) = in_thread(cache, &id, |cache, id| cache.hash(id)).await
            && (hashes.contains(&hash) || hashes.is_empty() && self.cache_may_break_lock_file)
        {
            events(Event::FromCache(provider, version));
            target.link(&id, &cache.dir(&id))?;
            return Ok(Placed {
                is_incomplete: hashes.is_empty(),
                hashes: BTreeSet::from([hash]).into_iter().chain(hashes).collect(),
            });
        }
        let package = self.sources.package(provider, version, &id.platform).await?;
        events(Event::Installing(provider, version));
        let store = cache.as_ref().unwrap_or(&target);
        let hash = self.unpack(store, &id, &package, &hashes, events).await?;
        if let Some(cache) = &cache {
            target.link(&id, &cache.dir(&id))?;
        }
        events(Event::Installed(provider, version, &package.authentication));
        let mut all = hashes;
        all.extend(package.hashes);
        let is_incomplete = all.iter().all(|hash| hash.starts_with("h1:"));
        all.insert(hash);
        Ok(Placed { hashes: all, is_incomplete })
    }

    /// Puts a package into a store if it is one that the lock file and those who vouch for it accept.
    async fn unpack(
        &self,
        store: &Store,
        id: &PackageId,
        package: &Package,
        locked: &BTreeSet<String>,
        events: &dyn Fn(Event<'_>),
    ) -> Result<String, InstallError> {
        let locked = locked.clone();
        match package.place.clone() {
            PackagePlace::Dir(dir) => {
                let put = move |store: &Store, id: &PackageId| {
                    let hash = h1_of_dir(&dir).map_err(InstallError::file("cannot read", &dir))?;
                    check_locked(&locked, id, &[&hash])?;
                    store.link(id, &dir)?;
                    Ok(hash)
                };
                in_thread(store, id, put).await
            }
            PackagePlace::Archive(path) => {
                let put = move |store: &Store, id: &PackageId| {
                    unpack_archive(store, id, &path, &path.display().to_string(), &BTreeSet::new(), &locked)
                };
                in_thread(store, id, put).await
            }
            PackagePlace::Url { url, accepts } => {
                let mut file = tempfile::NamedTempFile::new()
                    .map_err(InstallError::file("cannot make a file in", std::env::temp_dir()))?;
                let mut progress = |done, total| {
                    events(Event::Progress { provider: &id.provider, version: &id.version, done, total });
                };
                self.sources.http().download(&url, file.as_file_mut(), &mut progress).await?;
                let put = move |store: &Store, id: &PackageId| {
                    unpack_archive(store, id, file.path(), &shown(&url), &accepts, &locked)
                };
                in_thread(store, id, put).await
            }
        }
    }
}

/// Does something with a store that takes time, while other packages are fetched.
async fn in_thread<T: Send + 'static>(
    store: &Store,
    id: &PackageId,
    work: impl FnOnce(&Store, &PackageId) -> T + Send + 'static,
) -> T {
    let (store, id) = (store.clone(), id.clone());
    let work = tokio::task::spawn_blocking(move || work(&store, &id));
    // Nobody cancels it, so it can only have panicked.
    work.await.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
}

fn unpack_archive(
    store: &Store,
    id: &PackageId,
    path: &Path,
    from: &str,
    accepts: &BTreeSet<String>,
    locked: &BTreeSet<String>,
) -> Result<String, InstallError> {
    let zh = zh_of_file(path).map_err(InstallError::file("cannot read", path))?;
    // What cannot be trusted is not even opened, where that can be told from the archive itself.
    if !accepts.is_empty() && !accepts.contains(&zh) && accepts.iter().all(|hash| hash.starts_with("zh:")) {
        return Err(InstallError::Checksum { from: from.to_owned(), found: zh });
    }
    store.put(id, |into| {
        let hash = archive::unpack_zip(path, from, into)?;
        if !accepts.is_empty() && !accepts.contains(&zh) && !accepts.contains(&hash) {
            return Err(InstallError::Checksum { from: from.to_owned(), found: hash });
        }
        check_locked(locked, id, &[&hash, &zh])?;
        Ok(hash)
    })
}

/// Whether the lock file accepts a package by what it hashes to.
fn check_locked(locked: &BTreeSet<String>, id: &PackageId, found: &[&str]) -> Result<(), InstallError> {
    // Only checksums that can be computed here can be compared.
    let schemes: Vec<&str> = found.iter().filter_map(|hash| hash.split_inclusive(':').next()).collect();
    let is_comparable = |hash: &&String| schemes.iter().any(|scheme| hash.starts_with(scheme));
    let mut comparable = locked.iter().filter(is_comparable).peekable();
    if comparable.peek().is_none() || comparable.any(|hash| found.contains(&hash.as_str())) {
        return Ok(());
    }
    Err(InstallError::LockedChecksum(format!("provider {} {}", id.provider, id.version)))
}

fn query_problem(provider: &Provider, why: &str) -> Box<Diagnostic> {
    let detail =
        format!("Could not retrieve the list of available versions for provider {}: {why}", provider.short());
    Box::new(Diagnostic::error("Failed to query available provider packages", detail))
}

fn install_problem(provider: &Provider, version: &Version, error: &InstallError) -> Diagnostic {
    if let InstallError::NoPlatform { platform, .. } = error {
        let detail = format!(
            "Provider {provider} v{version} does not have a package available for your current platform, {platform}. Other versions of it \
             may have one."
        );
        return Diagnostic::error("Incompatible provider version", detail);
    }
    let detail = format!("Error while installing {} v{version}: {error}.", provider.short());
    Diagnostic::error("Failed to install provider", detail)
}
