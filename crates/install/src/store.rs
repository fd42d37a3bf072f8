//! A folder of unpacked packages. Packages appear in it whole or not at all, whoever else writes there and whenever
//! anybody is killed: they are made under another name and renamed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use addrs::Provider;
use config::Version;

use crate::error::InstallError;
use crate::hash::h1_of_dir;
use crate::layout;
use crate::platform::Platform;

/// Names of what is not finished; no host is called so.
const UNFINISHED: &str = ".cairn-tmp-";

/// Where locks are.
const LOCKS: &str = ".cairn-locks";

/// What is unfinished for so long belongs to nobody any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder of packages.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    base: PathBuf,
}

/// Which package.
#[derive(Clone, Debug)]
pub(crate) struct PackageId {
    pub(crate) provider: Provider,
    pub(crate) version: Version,
    pub(crate) platform: Platform,
}

impl Store {
    pub(crate) fn new(base: impl Into<PathBuf>) -> Self {
        Self { base: base.into() }
    }

    /// Where a package is or would be.
    pub(crate) fn dir(&self, id: &PackageId) -> PathBuf {
        layout::package_dir(&self.base, &id.provider, &id.version, &id.platform)
    }

    /// The checksum of a package that is there.
    pub(crate) fn hash(&self, id: &PackageId) -> Option<String> {
        let dir = self.dir(id);
        if dir.is_dir() { h1_of_dir(&dir).ok() } else { None }
    }

    /// Keeps others from making the same package at the same time. It is only there to spare them the work: where it
    /// cannot be had, as in a folder that nobody may write to, all is well without it.
    pub(crate) fn lock(&self, id: &PackageId) -> Option<File> {
        let dir = self.base.join(LOCKS);
        fs::create_dir_all(&dir).ok()?;
        let Provider { host, namespace, type_name } = &id.provider;
        let path = dir.join(format!("{host}_{namespace}_{type_name}_{}_{}", id.version, id.platform));
        let file = File::options().create(true).truncate(false).write(true).open(path).ok()?;
        file.lock().ok()?;
        Some(file)
    }

    /// Puts a package there. It is made in a folder of its own, by who gives back its checksum.
    pub(crate) fn put(
        &self,
        id: &PackageId,
        make: impl FnOnce(&Path) -> Result<String, InstallError>,
    ) -> Result<String, InstallError> {
        let target = self.prepare(id)?;
        let unfinished = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.base)
            .map_err(InstallError::file("cannot make a folder in", &self.base))?;
        let hash = make(unfinished.path())?;
        set_mode(unfinished.path(), 0o755).map_err(InstallError::file("cannot finish", unfinished.path()))?;
        let is_there = target.symlink_metadata().is_ok_and(|meta| meta.is_dir());
        if is_there && h1_of_dir(&target).is_ok_and(|found| found == hash) {
            return Ok(hash);
        }
        self.move_to(unfinished.path(), &target)?;
        Ok(hash)
    }

    /// Puts a link to a package of another folder there.
    pub(crate) fn link(&self, id: &PackageId, to: &Path) -> Result<(), InstallError> {
        let target = self.prepare(id)?;
        let to = std::path::absolute(to).map_err(InstallError::file("cannot find", to))?;
        if fs::read_link(&target).is_ok_and(|there| there == to) {
            return Ok(());
        }
        let unfinished = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.base)
            .map_err(InstallError::file("cannot make a folder in", &self.base))?;
        let link = unfinished.path().join("link");
        if make_link(&to, &link).is_err() {
            // Some file systems have no links.
            copy_dir(&to, &link).map_err(InstallError::file("cannot copy", &to))?;
        }
        self.move_to(&link, &target)
    }

    /// Makes the folder that a package goes into, none of it a link.
    fn prepare(&self, id: &PackageId) -> Result<PathBuf, InstallError> {
        fs::create_dir_all(&self.base).map_err(InstallError::file("cannot make the folder", &self.base))?;
        self.clean();
        let target = self.dir(id);
        let below =
            target.parent().and_then(|parent| parent.strip_prefix(&self.base).ok()).unwrap_or(Path::new(""));
        let mut dir = self.base.clone();
        for part in below.components() {
            dir.push(part);
            match fs::create_dir(&dir) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(InstallError::file("cannot make the folder", &dir)(error));
                }
                _ => {}
            }
            if dir.symlink_metadata().is_ok_and(|meta| meta.is_symlink()) {
                return Err(InstallError::Link(dir));
            }
        }
        Ok(target)
    }

    /// Gives something its final name; what was there before goes away.
    fn move_to(&self, from: &Path, target: &Path) -> Result<(), InstallError> {
        let failed = |error| InstallError::file("cannot make", target)(error);
        // Others may do the same at the same time, so it may take more than one try.
        for _ in 0..16 {
            match fs::rename(from, target) {
                Ok(()) => return Ok(()),
                Err(error) if target.symlink_metadata().is_err() => return Err(failed(error)),
                Err(_) => {}
            }
            let old = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(&self.base).map_err(failed)?;
            // It is fine if somebody else has taken it away.
            let _ = fs::rename(target, old.path().join("old"));
        }
        fs::rename(from, target).map_err(failed)
    }

    /// Takes away what somebody who was killed has left.
    fn clean(&self) {
        for entry in fs::read_dir(&self.base).into_iter().flatten().flatten() {
            let is_unfinished = entry.file_name().to_string_lossy().starts_with(UNFINISHED);
            let age =
                entry.metadata().and_then(|meta| meta.modified()).ok().and_then(|time| time.elapsed().ok());
            if is_unfinished && age.is_some_and(|age| age > ABANDONED) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

#[cfg(unix)]
fn make_link(to: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(not(unix))]
fn make_link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

fn copy_dir(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_dir(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_appear_whole() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::new(dir.path().join("s"));
        let (provider, version) = (Provider::parse("acme/foo").unwrap(), Version::parse("1.0.0").unwrap());
        let platform = Platform::parse("linux_amd64").unwrap();
        let id = &PackageId { provider, version, platform };
        let put = |text: &str| {
            store.put(id, |dir| {
                fs::write(dir.join("terraform-provider-foo"), text).unwrap();
                Ok(h1_of_dir(dir).unwrap())
            })
        };
        let first = put("one").unwrap();
        assert_eq!(store.hash(id), Some(first.clone()));
        assert_eq!(put("one").unwrap(), first);
        let second = put("two").unwrap();
        assert_eq!(store.hash(id), Some(second));
        // A link takes the place of a folder, and a folder that of a link.
        fs::create_dir(dir.path().join("elsewhere")).unwrap();
        store.link(id, &dir.path().join("elsewhere")).unwrap();
        assert!(store.dir(id).symlink_metadata().unwrap().is_symlink());
        put("three").unwrap();
        assert_eq!(fs::read_dir(dir.path().join("elsewhere")).unwrap().count(), 0);
        assert!(store.dir(id).symlink_metadata().unwrap().is_dir());
        // A failure leaves nothing.
        let failed = store.put(id, |_| Err(InstallError::Link(PathBuf::from("x"))));
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(dir.path().join("s")).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_links() {
        let dir = tempfile::tempdir().unwrap();
        let (base, outside) = (dir.path().join("s"), dir.path().join("outside"));
        fs::create_dir_all(base.join("registry.terraform.io")).unwrap();
        fs::create_dir(&outside).unwrap();
        std::os::unix::fs::symlink(&outside, base.join("registry.terraform.io/acme")).unwrap();
        let (provider, version) = (Provider::parse("acme/foo").unwrap(), Version::parse("1.0.0").unwrap());
        let platform = Platform::current();
        let id = &PackageId { provider, version, platform };
        let error = Store::new(&base).put(id, |_| Ok(String::new())).unwrap_err();
        assert!(matches!(error, InstallError::Link(_)), "{error}");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
    }
}
