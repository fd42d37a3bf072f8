//! Modules from elsewhere: registries, repositories, archives; each package is fetched once.

mod fetch;
mod git;
mod http;
mod manifest;
mod registry;
mod template;
mod tree_check;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use config::{InstalledModule, MissingModule, ModuleSource, ModuleTree, PackageSource, VersionConstraint};
use diag::{Diagnostic, Diagnostics};
use futures_util::{StreamExt, stream};

use crate::cli_config::{CliConfig, Environment};
use crate::error::InstallError;
use crate::http::HttpError;
use crate::source::Network;
pub use manifest::{InstalledModules, called_modules};

/// So many packages are fetched at once.
const AT_ONCE: usize = 8;

/// Modules that call others from elsewhere, so deep; more cannot be meant.
const MAX_DEPTH: usize = 64;

/// What happens, for who watches.
#[derive(Clone, Debug)]
pub enum ModuleEvent<'a> {
    /// A package is fetched for a call.
    Downloading {
        /// Where from, without what may be secret.
        from: String,
        /// For which call.
        key: &'a str,
    },
}

/// How modules are installed.
#[derive(Debug)]
pub struct ModuleInstaller {
    network: Network,
    /// `.terraform/modules`.
    dir: PathBuf,
}

/// A module that was looked up: the package, and the version in a registry.
struct Located {
    package: PackageSource,
    version: Option<String>,
    /// How it is told.
    shown: String,
}

impl ModuleInstaller {
    /// Modules go below a folder (`.terraform`).
    pub fn new(config: &CliConfig, environment: &Environment, data_dir: &Path) -> Result<Self, InstallError> {
        Ok(Self { network: Network::new(config, environment)?, dir: data_dir.join("modules") })
    }

    /// Fetches what is missing until nothing is. The configuration is loaded again each time, because what was fetched
    /// calls more.
    pub fn run(
        &self,
        installed: &mut InstalledModules,
        load: &dyn Fn(&InstalledModules) -> (ModuleTree, Diagnostics),
        events: &dyn Fn(ModuleEvent<'_>),
    ) -> (ModuleTree, Diagnostics) {
        let (mut tree, mut diags) = load(installed);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = match runtime {
            Ok(runtime) => runtime,
            Err(error) => {
                let detail = format!("The program cannot prepare to wait for others: {error}.");
                diags.push(Diagnostic::error("Failed to install modules", detail));
                return (tree, diags);
            }
        };
        for _ in 0..MAX_DEPTH {
            if tree.missing.is_empty() || diags.has_errors() {
                return (tree, diags);
            }
            let found = runtime.block_on(self.fetch_all(&tree.missing, events));
            let mut problems = Diagnostics::new();
            for (missing, result) in tree.missing.iter().zip(found) {
                match result {
                    Ok(module) => installed.insert(missing.key.clone(), module),
                    Err(error) => {
                        problems
                            .push(problem(&missing.key, &missing.source, &error).at(missing.range.clone()));
                    }
                }
            }
            if problems.has_errors() {
                diags.append(problems);
                return (tree, diags);
            }
            (tree, diags) = load(installed);
        }
        let detail =
            format!("Modules call modules from elsewhere more than {MAX_DEPTH} deep, which cannot be meant.");
        diags.push(Diagnostic::error("Too many modules", detail));
        (tree, diags)
    }

    /// Fetches the modules of some calls; the results are in their order.
    async fn fetch_all(
        &self,
        missing: &[MissingModule],
        events: &dyn Fn(ModuleEvent<'_>),
    ) -> Vec<Result<InstalledModule, InstallError>> {
        let looking = missing.iter().map(|missing| self.locate(&missing.source, missing.version.as_ref()));
        let located: Vec<_> = stream::iter(looking).buffered(AT_ONCE).collect().await;
        // The first call with a package fetches it, the others copy.
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for (at, located) in located.iter().enumerate() {
            if let Ok(located) = located {
                first.entry(located.package.package()).or_insert(at);
            }
        }
        let is_first = |at: usize, located: &Located| first.get(&located.package.package()) == Some(&at);
        let fetching = located.iter().enumerate().map(|(at, located)| async move {
            match located {
                Ok(located) if is_first(at, located) => {
                    let key = &missing[at].key;
                    events(ModuleEvent::Downloading { from: located.shown.clone(), key });
                    Some(self.fetch(key, &located.package).await)
                }
                _ => None,
            }
        });
        let fetched: Vec<_> = stream::iter(fetching).buffered(AT_ONCE).collect().await;
        let mut results = Vec::new();
        let mut fetched: Vec<Option<Result<(), InstallError>>> = fetched;
        for (at, located) in located.into_iter().enumerate() {
            let result = match located {
                Err(error) => Err(error),
                Ok(located) => {
                    let done = match fetched[at].take() {
                        Some(done) => done,
                        None => self.copy(&missing[first[&located.package.package()]].key, &missing[at].key),
                    };
                    let MissingModule { key, source, .. } = &missing[at];
                    done.and_then(|()| self.installed(key, source, &located))
                }
            };
            results.push(result);
        }
        results
    }

    async fn locate(
        &self,
        source: &ModuleSource,
        version: Option<&VersionConstraint>,
    ) -> Result<Located, InstallError> {
        match source {
            ModuleSource::Local(path) => {
                Err(InstallError::Module(format!("{path:?} is a folder, which needs no fetching")))
            }
            ModuleSource::Package(package) => {
                Ok(Located { shown: fetch::shown_package(package), package: package.clone(), version: None })
            }
            ModuleSource::Registry(module) => {
                let (package, version) = registry::locate(&self.network, module, version).await?;
                let shown = format!(
                    "{}/{}/{}/{} {version}",
                    module.host, module.namespace, module.name, module.system
                );
                Ok(Located { package, version: Some(version.to_string()), shown })
            }
        }
    }

    /// The folder of a call's package.
    fn package_dir(&self, key: &str) -> Result<PathBuf, InstallError> {
        let refuse =
            |why: String| InstallError::Module(format!("the call {key:?} cannot have a folder: {why}"));
        let name = crate::archive::safe_path(key).map_err(refuse)?;
        if name.components().count() != 1 {
            return Err(refuse("its name leads elsewhere".to_owned()));
        }
        Ok(self.dir.join(name))
    }

    /// Fetches a package into the folder of a call, whole or not at all.
    async fn fetch(&self, key: &str, package: &PackageSource) -> Result<(), InstallError> {
        let target = self.package_dir(key)?;
        let failed = |error| InstallError::file("cannot prepare", &self.dir)(error);
        std::fs::create_dir_all(&self.dir).map_err(failed)?;
        let work = tempfile::Builder::new().prefix(".cairn-tmp-").tempdir_in(&self.dir).map_err(failed)?;
        let place = work.path().join("package");
        fetch::fetch(&self.network.http, package, &place).await?;
        replace(&place, &target, work.path())
    }

    fn copy(&self, from: &str, to: &str) -> Result<(), InstallError> {
        let (from, to) = (self.package_dir(from)?, self.package_dir(to)?);
        // The folder that it was fetched for is not there where fetching failed; its own call tells why.
        let failed = |error| InstallError::file("cannot copy", &from)(error);
        let work = tempfile::Builder::new().prefix(".cairn-tmp-").tempdir_in(&self.dir).map_err(failed)?;
        let place = work.path().join("package");
        fetch::copy_tree(&from, &place).map_err(failed)?;
        replace(&place, &to, work.path())
    }

    fn installed(
        &self,
        key: &str,
        source: &ModuleSource,
        located: &Located,
    ) -> Result<InstalledModule, InstallError> {
        let package = self.package_dir(key)?;
        let of_call = match source {
            ModuleSource::Registry(module) => module.subdir.as_deref(),
            _ => None,
        };
        let mut dir = package.clone();
        dir.extend([located.package.subdir.as_deref(), of_call].into_iter().flatten());
        if !tree_check::is_inside(&package, &dir) {
            let subdir = dir.strip_prefix(&package).unwrap_or(&dir).display().to_string();
            return Err(InstallError::NoSubdir(subdir));
        }
        Ok(InstalledModule { source: source.to_string(), version: located.version.clone(), dir, package })
    }
}

/// Puts a folder in the place of another.
fn replace(from: &Path, target: &Path, work: &Path) -> Result<(), InstallError> {
    if target.symlink_metadata().is_ok() {
        std::fs::rename(target, work.join("old")).map_err(InstallError::file("cannot replace", target))?;
    }
    std::fs::rename(from, target).map_err(InstallError::file("cannot make", target))
}

fn problem(key: &str, source: &ModuleSource, error: &InstallError) -> Diagnostic {
    let (summary, detail) = match error {
        InstallError::NoSubdir(_) => ("Failed to expand subdir globs", format!("Module {key:?}: {error}.")),
        InstallError::Http(HttpError::Status { status, .. })
            if status.as_u16() == 404 && matches!(source, ModuleSource::Registry(_)) =>
        {
            ("Module not found", format!("Module {key:?} is not in the registry: {error}."))
        }
        InstallError::Http(_) | InstallError::NoService { .. }
            if matches!(source, ModuleSource::Registry(_)) =>
        {
            let detail = format!("Module {key:?} cannot be looked up in its registry: {error}.");
            ("Error accessing remote module registry", detail)
        }
        InstallError::NoVersion(_) => {
            ("Unresolvable module version constraint", format!("Module {key:?}: {error}."))
        }
        _ => ("Failed to download module", format!("Module {key:?} cannot be fetched: {error}.")),
    };
    Diagnostic::error(summary, detail)
}
