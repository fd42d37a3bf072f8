//! Fetching one package, however that is done.

use std::io;
use std::path::Path;

use config::PackageSource;
use reqwest::Url;

use super::tree_check::link_outside;
use super::{git, http};
use crate::archive::{self, Format};
use crate::error::InstallError;
use crate::http::{Http, shown};

/// A page points at a page that points at a page: so often, and no more.
const MAX_HOPS: usize = 10;

/// Fetches a package into a folder that is not there yet.
pub(super) async fn fetch(client: &Http, package: &PackageSource, into: &Path) -> Result<(), InstallError> {
    let mut package = package.clone();
    let mut below: Vec<String> = Vec::new();
    for _ in 0..MAX_HOPS {
        let scheme = package.url.split_once("://").map_or("", |(scheme, _)| scheme).to_lowercase();
        match package.getter.as_deref().unwrap_or(&scheme) {
            "git" => {
                git::clone(&package.url, into).await?;
                return finish(into, &below);
            }
            "http" | "https" => match http::fetch(client, &package.url, into).await? {
                http::Found::Unpacked => return finish(into, &below),
                http::Found::Elsewhere(next) => {
                    below.extend(next.subdir.clone());
                    package = PackageSource { subdir: None, ..next };
                }
            },
            "file" => return local(&package, into),
            other => {
                let what = format!(
                    "packages cannot be fetched by {other:?}; there are git, http, https and local paths"
                );
                return Err(InstallError::Module(what));
            }
        }
    }
    Err(InstallError::Module("the address leads from page to page without end".to_owned()))
}

/// Takes the folder that a page named out of what came, and refuses what leads out of it.
fn finish(into: &Path, below: &[String]) -> Result<(), InstallError> {
    let link = link_outside(into).map_err(InstallError::file("cannot look through", into))?;
    if let Some(link) = link {
        return Err(InstallError::Module(format!("the package has a link that leads out of it: {link}")));
    }
    if below.is_empty() {
        return Ok(());
    }
    let inner = below.iter().fold(into.to_path_buf(), |dir, part| dir.join(part));
    if !super::tree_check::is_inside(into, &inner) {
        return Err(InstallError::NoSubdir(below.join("/")));
    }
    let aside = into.with_extension("whole");
    let moved = std::fs::rename(into, &aside).and_then(|()| {
        let inner = below.iter().fold(aside.clone(), |dir, part| dir.join(part));
        copy_tree(&inner, into)
    });
    moved.map_err(InstallError::file("cannot move", into))
}

/// A folder of the disk is linked to, an archive is unpacked.
fn local(package: &PackageSource, into: &Path) -> Result<(), InstallError> {
    let path = package.url.strip_prefix("file://").unwrap_or(&package.url);
    let path = Path::new(path.split('?').next().unwrap_or(path));
    if path.is_dir() {
        return link(path, into).map_err(InstallError::file("cannot link to", path));
    }
    let Some(format) = path.to_str().and_then(Format::of_path) else {
        let error = io::Error::new(io::ErrorKind::NotFound, "it is neither a folder nor an archive");
        return Err(InstallError::file("cannot use", path)(error));
    };
    archive::unpack(path, &path.display().to_string(), format, into)
}

#[cfg(unix)]
fn link(path: &Path, into: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(path, into)
}

#[cfg(not(unix))]
fn link(path: &Path, into: &Path) -> io::Result<()> {
    copy_tree(path, into)
}

/// Copies a folder; links stay links.
pub(super) fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    if from.symlink_metadata()?.is_symlink() {
        #[cfg(unix)]
        return std::os::unix::fs::symlink(std::fs::read_link(from)?, to);
    }
    if !from.is_dir() {
        return std::fs::copy(from, to).map(|_| ());
    }
    std::fs::create_dir(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        copy_tree(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

/// A package as people are told: without what may be secret.
pub(super) fn shown_package(package: &PackageSource) -> String {
    let url = match Url::parse(&package.url) {
        Ok(url) => {
            let reference =
                url.query_pairs().find(|(name, _)| name == "ref").map(|(_, value)| format!("?ref={value}"));
            format!("{}{}", shown(&url), reference.unwrap_or_default())
        }
        Err(_) => package.url.clone(),
    };
    match &package.getter {
        Some(getter) => format!("{getter}::{url}"),
        None => url,
    }
}
