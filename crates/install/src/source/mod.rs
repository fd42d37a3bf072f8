//! The places that packages come from, asked in the order of the CLI configuration.

mod discovery;
mod filesystem;
mod mirror;
mod registry;

use std::collections::BTreeSet;
use std::path::PathBuf;

use addrs::Provider;
use config::Version;

use crate::cli_config::{CliConfig, Environment, Method, MethodKind, Pattern};
use crate::error::InstallError;
use crate::http::{Http, HttpError};
use crate::layout;
use crate::package::Package;
use crate::platform::Platform;

pub(crate) use discovery::Discovery;
pub(crate) use registry::join;
pub use registry::{listed_checksums, listed_versions};

/// All places.
#[derive(Clone, Debug)]
pub struct Sources {
    methods: Vec<Method>,
    network: Network,
}

/// How those elsewhere are asked.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub(crate) http: Http,
    pub(crate) discovery: Discovery,
}

impl Network {
    pub(crate) fn new(config: &CliConfig, environment: &Environment) -> Result<Self, HttpError> {
        Ok(Self { http: Http::new(config, environment)?, discovery: Discovery::new(&config.hosts) })
    }
}

impl Sources {
    /// The places that a user's settings name, or those that are usual.
    pub fn of(
        config: &CliConfig,
        environment: &Environment,
        needed: &BTreeSet<Provider>,
    ) -> Result<Self, InstallError> {
        let methods = config.installation.clone().unwrap_or_else(|| implied(environment, needed));
        Self::only(methods, config, environment)
    }

    /// The places that are given, whatever the settings name.
    pub fn only(
        methods: Vec<Method>,
        config: &CliConfig,
        environment: &Environment,
    ) -> Result<Self, InstallError> {
        Ok(Self { methods, network: Network::new(config, environment)? })
    }

    /// The client for what has an address.
    pub(crate) fn http(&self) -> &Http {
        &self.network.http
    }

    /// The versions that there are.
    pub(crate) async fn versions(&self, provider: &Provider) -> Result<BTreeSet<Version>, InstallError> {
        let (mut found, mut searched) = (BTreeSet::new(), Vec::new());
        for method in self.methods_for(provider)? {
            let (versions, place) = match &method.kind {
                MethodKind::Filesystem(dir) => {
                    let versions = filesystem::versions(dir, provider).into_keys().collect();
                    (Some(versions), dir.display().to_string())
                }
                MethodKind::Network(url) => {
                    (mirror::versions(&self.network, url, provider).await?, url.clone())
                }
                MethodKind::Direct => {
                    (registry::versions(&self.network, provider).await?, provider.host.to_string())
                }
            };
            found.extend(versions.unwrap_or_default());
            searched.push(place);
        }
        if found.is_empty() {
            return Err(InstallError::NotFound { provider: provider.to_string(), searched });
        }
        Ok(found)
    }

    /// The package of a version, from the first place that has it.
    pub(crate) async fn package(
        &self,
        provider: &Provider,
        version: &Version,
        platform: &Platform,
    ) -> Result<Package, InstallError> {
        for method in self.methods_for(provider)? {
            let package = match &method.kind {
                MethodKind::Filesystem(dir) => filesystem::package(dir, provider, version, platform),
                MethodKind::Network(url) => {
                    mirror::package(&self.network, url, provider, version, platform).await?
                }
                MethodKind::Direct => registry::package(&self.network, provider, version, platform).await?,
            };
            if let Some(package) = package {
                return Ok(package);
            }
        }
        Err(InstallError::NoPlatform {
            package: format!("provider {provider} {version}"),
            platform: platform.to_string(),
        })
    }

    fn methods_for(&self, provider: &Provider) -> Result<Vec<&Method>, InstallError> {
        let methods: Vec<&Method> = self.methods.iter().filter(|method| method.serves(provider)).collect();
        if methods.is_empty() { Err(InstallError::NoMethod(provider.to_string())) } else { Ok(methods) }
    }
}

/// The usual places: some folders of the user and the system, and the registry for what they do not have.
fn implied(environment: &Environment, needed: &BTreeSet<Provider>) -> Vec<Method> {
    let mut dirs = vec![environment.working_dir.join("terraform.d/plugins")];
    dirs.extend(environment.config_dir().map(|dir| dir.join("plugins")));
    let data = environment.get("XDG_DATA_HOME").map(PathBuf::from);
    dirs.extend(
        data.or_else(|| Some(environment.home()?.join(".local/share")))
            .map(|dir| dir.join("terraform/plugins")),
    );
    let system = environment.get("XDG_DATA_DIRS").unwrap_or("/usr/local/share:/usr/share");
    dirs.extend(system.split(':').map(|dir| PathBuf::from(dir).join("terraform/plugins")));
    let is_in = |provider: &&Provider| dirs.iter().any(|dir| layout::provider_dir(dir, provider).is_dir());
    let exclude = needed.iter().filter(is_in).map(Pattern::exactly).collect();
    let mut methods: Vec<Method> = dirs
        .iter()
        .filter(|dir| dir.is_dir())
        .map(|dir| Method::all(MethodKind::Filesystem(dir.clone())))
        .collect();
    methods.push(Method { kind: MethodKind::Direct, include: Vec::new(), exclude });
    methods
}
