//! Replacing a file whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// A path with something after its file name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut text = OsString::from(path);
    text.push(suffix);
    text.into()
}

/// The directory that a file is in.
pub(super) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Puts a new file in the place of another, or where there is none.
///
/// The new one is written beside it and is safe on the disk before it is given the name, so that at any moment
/// the name leads to the old content or to the new one. `prepare` sees it before that. On failure the old file
/// is as it was and nothing is left beside it.
pub(super) fn replace(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<File> {
    // What others may read now, they may read afterwards; a new file may hold secrets.
    let mode = fs::metadata(path).map_or(0o600, |metadata| metadata.permissions().mode() & 0o777);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unique = uuid::Uuid::new_v4().simple();
    let temporary = parent(path).join(format!(".{}.{unique}.tmp", name.trim_start_matches('.')));
    let made = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&temporary);
    let mut file = made?;
    let result = content(&mut file)
        .and_then(|()| file.set_permissions(fs::Permissions::from_mode(mode)))
        .and_then(|()| file.sync_all())
        .and_then(|()| prepare(&file))
        .and_then(|()| fs::rename(&temporary, path));
    match result {
        Ok(()) => {
            sync_directory(path)?;
            Ok(file)
        }
        Err(error) => {
            // The first error is the one to tell of.
            let _ = fs::remove_file(&temporary);
            Err(error)
        }
    }
}

/// Makes the names in the directory of a file safe.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    match File::open(parent(path))?.sync_all() {
        // Some file systems have no such thing for directories.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Puts bytes in the place of a file.
pub(super) fn replace_bytes(
    path: &Path,
    bytes: &[u8],
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<File> {
    replace(path, |file| file.write_all(bytes), prepare)
}
