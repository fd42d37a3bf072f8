//! Zip archives, the form of provider packages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use zip::ZipArchive;

use super::{MAX_ENTRIES, MAX_UNPACKED, safe_path};
use crate::error::InstallError;
use crate::hash::{h1_of_files, hex};

/// Unpacks an archive into an empty folder and gives the `h1:` checksum of what came out.
pub(crate) fn unpack_zip(archive: &Path, from: &str, into: &Path) -> Result<String, InstallError> {
    unpack_within(archive, from, into, MAX_UNPACKED)
}

/// The `h1:` checksum of an archive's files.
pub(crate) fn h1_of_zip(archive: &Path, from: &str) -> Result<String, InstallError> {
    each_file(archive, from, MAX_UNPACKED, &mut |_, _| Ok(Box::new(io::sink())))
}

/// Unpacks an archive that may come to so much.
pub(super) fn unpack_within(
    archive: &Path,
    from: &str,
    into: &Path,
    limit: u64,
) -> Result<String, InstallError> {
    each_file(archive, from, limit, &mut |path, mode| {
        let target = into.join(path);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let mut options = File::options();
        // A file of that name is from an entry before: never write through it.
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(mode & 0o777);
        }
        Ok(Box::new(options.open(target)?))
    })
}

/// Makes the writer of one file, from its path and its mode.
type Open<'a> = dyn FnMut(&Path, u32) -> io::Result<Box<dyn Write>> + 'a;

fn each_file(archive: &Path, from: &str, limit: u64, open: &mut Open<'_>) -> Result<String, InstallError> {
    let refuse = |why: String| InstallError::Archive { from: from.to_owned(), why };
    let file = File::open(archive).map_err(InstallError::file("cannot open", archive))?;
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|error| refuse(error.to_string()))?;
    if zip.len() > MAX_ENTRIES {
        return Err(refuse(format!("it has {} entries", zip.len())));
    }
    let mut hashes = BTreeMap::new();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut left = limit;
    for index in 0..zip.len() {
        let entry = zip.by_index(index).map_err(|error| refuse(error.to_string()))?;
        let name = entry.name().map_err(|error| refuse(error.to_string()))?.into_owned();
        let path = safe_path(&name).map_err(refuse)?;
        if entry.is_dir() {
            continue;
        }
        let mode = entry.unix_mode().unwrap_or(0o644);
        // The kind of file is in the upper bits; packages have plain files alone.
        if !matches!(mode & 0o170_000, 0 | 0o100_000) {
            return Err(refuse(format!("{name:?} is a link or another special file")));
        }
        if !seen.insert(path.clone()) {
            return Err(refuse(format!("{name:?} is in it twice")));
        }
        let mut writer = open(&path, mode).map_err(InstallError::file("cannot write", &path))?;
        let (checksum, size) =
            copy(entry.take(left + 1), &mut writer).map_err(|error| refuse(format!("{name:?}: {error}")))?;
        left =
            left.checked_sub(size).ok_or_else(|| refuse("it unpacks to more than is accepted".to_owned()))?;
        hashes.insert(name, checksum);
    }
    Ok(h1_of_files(&hashes))
}

/// Copies everything; the result is the checksum and how much it was.
fn copy(mut from: impl Read, to: &mut dyn Write) -> io::Result<(String, u64)> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 128 * 1024];
    let mut size = 0;
    loop {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            to.flush()?;
            return Ok((hex(&hasher.finalize()), size));
        }
        hasher.update(&buffer[..read]);
        to.write_all(&buffer[..read])?;
        size += read as u64;
    }
}
