//! Unpacking what others made: nothing leaves the folder, nothing is a link, and there is an end to it.

mod tar;
#[cfg(test)]
mod tests;
mod zip;

pub(crate) use self::zip::{h1_of_zip, unpack_zip};

use std::path::{Component, Path, PathBuf};

use crate::error::InstallError;

/// The most that an archive may unpack to; the largest providers are below one gibibyte.
pub(crate) const MAX_UNPACKED: u64 = 8 << 30;

/// More files than this are in no package.
pub(crate) const MAX_ENTRIES: usize = 200_000;

/// A form of archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Zip.
    Zip,
    /// Tar.
    Tar,
    /// Tar, compressed with gzip.
    TarGz,
}

impl Format {
    /// The form that goes by a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "zip" => Some(Self::Zip),
            "tar" => Some(Self::Tar),
            "tar.gz" | "tgz" => Some(Self::TarGz),
            _ => None,
        }
    }

    /// The form that the end of a path tells.
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        let endings = ["zip", "tar", "tar.gz", "tgz"];
        let path = path.to_lowercase();
        endings
            .iter()
            .find(|ending| path.ends_with(&format!(".{ending}")))
            .and_then(|ending| Self::named(ending))
    }
}

/// Unpacks an archive into a folder that is not there yet; errors name it by where it came from.
pub fn unpack(archive: &Path, from: &str, format: Format, into: &Path) -> Result<(), InstallError> {
    std::fs::create_dir(into).map_err(InstallError::file("cannot make the folder", into))?;
    match format {
        Format::Zip => unpack_zip(archive, from, into).map(|_| ()),
        Format::Tar => tar::unpack_tar(archive, from, false, into, MAX_UNPACKED),
        Format::TarGz => tar::unpack_tar(archive, from, true, into, MAX_UNPACKED),
    }
}

/// The path below a folder that an entry's name means; the error says why it means none.
pub(crate) fn safe_path(name: &str) -> Result<PathBuf, String> {
    if name.contains('\\') || name.contains('\0') || name.contains(':') && cfg!(windows) {
        return Err(format!("the name {name:?} has characters that no file of a package has"));
    }
    let mut path = PathBuf::new();
    for component in Path::new(name).components() {
        match component {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(format!("the name {name:?} leads out of the folder"));
            }
        }
    }
    if path.as_os_str().is_empty() { Err(format!("{name:?} is not the name of a file")) } else { Ok(path) }
}
