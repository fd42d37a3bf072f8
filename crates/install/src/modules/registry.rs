//! The registry protocol of modules.

use config::{ModuleSource, PackageSource, RegistryModule, Version, VersionConstraint};
use reqwest::Url;
use serde::Deserialize;

use crate::error::InstallError;
use crate::http::HttpError;
use crate::source::{Network, join};

#[derive(Deserialize)]
struct Answer {
    modules: Vec<Versions>,
}

#[derive(Deserialize)]
struct Versions {
    versions: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    version: String,
}

#[derive(Deserialize)]
struct Location {
    location: String,
}

/// The package of the newest version that will do.
pub(super) async fn locate(
    network: &Network,
    module: &RegistryModule,
    wanted: Option<&VersionConstraint>,
) -> Result<(PackageSource, Version), InstallError> {
    let base = network.discovery.service(&network.http, &module.host, "modules.v1").await?;
    let base =
        base.ok_or_else(|| InstallError::NoService { host: module.host.to_string(), what: "modules" })?;
    let base = join(&base, &[&module.namespace, &module.name, &module.system])?;
    let (answer, _): (Answer, Url) =
        network.http.json(&join(&base, &["versions"])?, Some(&module.host)).await?;
    let versions = answer.modules.iter().flat_map(|module| &module.versions);
    let versions = versions.filter_map(|entry| Version::parse(&entry.version));
    let allowed = |version: &Version| match wanted {
        Some(wanted) => wanted.allows(version),
        None => !version.is_prerelease(),
    };
    let version = versions.filter(allowed).max().ok_or_else(|| {
        InstallError::NoVersion(wanted.map_or("any release", VersionConstraint::text).to_owned())
    })?;
    let url = join(&base, &[&version.to_string(), "download"])?;
    let answer = network.http.document(&url, Some(&module.host)).await?;
    let location = match answer.header("x-terraform-get") {
        Some(location) => location.to_owned(),
        None => {
            serde_json::from_slice::<Location>(&answer.body)
                .map_err(|_| HttpError::answer(&url, "it does not say where the module is"))?
                .location
        }
    };
    Ok((resolve(&answer.url, &location)?, version))
}

/// The package that a registry or a page points at, which may be beside it. Nobody elsewhere decides about files here.
pub(super) fn resolve(url: &Url, location: &str) -> Result<PackageSource, InstallError> {
    let is_relative = ["/", "./", "../"].iter().any(|prefix| location.starts_with(prefix));
    let location = if is_relative {
        url.join(location).map_err(|_| HttpError::Url(location.to_owned()))?.to_string()
    } else {
        location.to_owned()
    };
    let source = ModuleSource::parse(&location);
    let Ok(ModuleSource::Package(package)) = source else {
        return Err(HttpError::answer(url, "it points at something that is not a package").into());
    };
    let is_file = package.url.to_lowercase().starts_with("file:");
    let leaves_tls = url.scheme() == "https" && package.url.to_lowercase().starts_with("http:");
    if is_file || leaves_tls {
        return Err(HttpError::answer(url, "it points at a place that is not trusted").into());
    }
    Ok(package)
}
