//! The packages of a folder as the lock file knows them, for whoever runs providers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use addrs::Provider;
use config::Version;
use diag::Diagnostic;

use crate::hash::h1_of_dir;
use crate::layout;
use crate::lock_file::{LockFile, ProviderLock};
use crate::platform::Platform;
use crate::requirements::Requirements;

/// A package that is there and is the one that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledPackage {
    /// Its version.
    pub version: Version,
    /// The program in it.
    pub executable: PathBuf,
    /// Its `h1:` checksum.
    pub hash: String,
}

/// The packages that are not there, or are not those that were chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledError {
    /// Why, by provider.
    pub problems: BTreeMap<Provider, String>,
}

/// The choices that do not fit the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockMismatch {
    /// Why, by provider.
    pub problems: BTreeMap<Provider, String>,
    /// Whether nothing was chosen at all yet.
    pub is_first: bool,
}

/// The packages below a folder (`.terraform/providers`) that a lock file names. Providers that run already or come
/// from a folder of their developer have no package: leave them out of the lock file before.
pub fn installed(
    dir: &Path,
    lock: &LockFile,
) -> Result<BTreeMap<Provider, InstalledPackage>, InstalledError> {
    let platform = Platform::current();
    let (mut found, mut problems) = (BTreeMap::new(), BTreeMap::new());
    // Checksums of large programs take time; each gets a thread.
    std::thread::scope(|scope| {
        let looks: Vec<_> = lock
            .providers
            .iter()
            .map(|(provider, chosen)| {
                let look = scope.spawn(|| package(dir, provider, chosen, &platform));
                (provider, look)
            })
            .collect();
        for (provider, look) in looks {
            match look.join() {
                Ok(Ok(package)) => drop(found.insert(provider.clone(), package)),
                Ok(Err(problem)) => drop(problems.insert(provider.clone(), problem)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    if problems.is_empty() { Ok(found) } else { Err(InstalledError { problems }) }
}

fn package(
    base: &Path,
    provider: &Provider,
    lock: &ProviderLock,
    platform: &Platform,
) -> Result<InstalledPackage, String> {
    let version = &lock.version;
    let dir = layout::package_dir(base, provider, version, platform);
    if !dir.is_dir() {
        return Err(format!("there is no package for {provider} {version} cached in {}", base.display()));
    }
    let hash = h1_of_dir(&dir)
        .map_err(|error| format!("the package in {} cannot be read: {error}", dir.display()))?;
    // A lock file without checksums trusts what is there, as the models do.
    if !lock.hashes.is_empty() && !lock.hashes.contains(&hash) {
        return Err(format!(
            "the cached package for {provider} {version} (in {}) does not match any of the checksums recorded in the dependency lock file",
            base.display()
        ));
    }
    let executable = layout::find_executable(&dir, provider).map_err(|error| error.to_string())?;
    Ok(InstalledPackage { version: version.clone(), executable, hash })
}

/// Whether the choices of a lock file fit what a configuration needs. Leave out what needs no package.
pub fn check_lock(requirements: &Requirements, lock: &LockFile) -> Result<(), LockMismatch> {
    let mut problems = BTreeMap::new();
    for (provider, constraints) in requirements.iter().filter(|(provider, _)| !provider.is_builtin()) {
        let problem = match lock.providers.get(provider) {
            None => "required by this configuration but no version is selected".to_owned(),
            Some(chosen) if !constraints.allows(&chosen.version) => format!(
                "locked version selection {} doesn't match the updated version constraints \"{constraints}\"",
                chosen.version
            ),
            Some(_) => continue,
        };
        problems.insert(provider.clone(), problem);
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(LockMismatch { problems, is_first: lock.providers.is_empty() })
    }
}

fn list(problems: &BTreeMap<Provider, String>, prefix: &str) -> String {
    problems.iter().fold(String::new(), |mut text, (provider, problem)| {
        let _ = write!(text, "\n  - {prefix}{provider}: {problem}");
        text
    })
}

impl InstalledError {
    /// What the user is told.
    pub fn diagnostic(&self) -> Diagnostic {
        let detail = format!(
            "The providers that are installed are not those of the dependency lock file:{}\n\nTo install them, run:\n  cairn init",
            list(&self.problems, "")
        );
        Diagnostic::error("Required plugins are not installed", detail)
    }
}

impl LockMismatch {
    /// What the user is told.
    pub fn diagnostic(&self) -> Diagnostic {
        let hint = match self.is_first {
            true => "To choose versions for the first time, run:\n  cairn init",
            false => "To choose versions that fit, run:\n  cairn init -upgrade",
        };
        let detail = format!(
            "What the dependency lock file has selected does not fit the configuration:{}\n\n{hint}",
            list(&self.problems, "provider ")
        );
        Diagnostic::error("Inconsistent dependency lock file", detail)
    }
}
