//! Where packages lie below a folder: `HOST/NAMESPACE/TYPE/VERSION/OS_ARCH`, and what the program in them is called.

use std::io;
use std::path::{Path, PathBuf};

use addrs::Provider;
use config::Version;

use crate::platform::Platform;

/// The folder of all versions of a provider.
pub(crate) fn provider_dir(base: &Path, provider: &Provider) -> PathBuf {
    base.join(provider.host.as_str()).join(provider.namespace.as_str()).join(provider.type_name.as_str())
}

/// The folder of one unpacked package.
pub(crate) fn package_dir(
    base: &Path,
    provider: &Provider,
    version: &Version,
    platform: &Platform,
) -> PathBuf {
    provider_dir(base, provider).join(version.to_string()).join(platform.to_string())
}

/// The name of an archive.
pub(crate) fn archive_name(provider: &Provider, version: &Version, platform: &Platform) -> String {
    format!("terraform-provider-{}_{version}_{platform}.zip", provider.type_name)
}

/// The program in a package.
pub fn find_executable(dir: &Path, provider: &Provider) -> io::Result<PathBuf> {
    let wanted = format!("terraform-provider-{}", provider.type_name);
    let mut found: Option<PathBuf> = None;
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        // What follows is a version, or how a program's name ends elsewhere; never more of the type.
        let rest = name.to_str().and_then(|name| name.strip_prefix(&wanted));
        let fits = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['_', '.']));
        if fits && entry.path().is_file() && found.as_ref().is_none_or(|found| entry.path() < *found) {
            found = Some(entry.path());
        }
    }
    found.ok_or_else(|| {
        let what = format!("could not find executable file starting with {wanted} in {}", dir.display());
        io::Error::new(io::ErrorKind::NotFound, what)
    })
}
