//! Replacing a file whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek};
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
    if is_special(path) {
        return write_into(OpenOptions::new().write(true).open(path)?, content, prepare);
    }
    // What others may read now, they may read afterwards; a new file may hold secrets.
    let mode = fs::metadata(path).map_or(0o600, |metadata| metadata.permissions().mode() & 0o777);
    let temporary = temporary(path);
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

/// Whether a name leads to a device or a pipe, such as `/dev/null`: what is written goes into it, and it stays.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn write_into(
    mut file: File,
    content: impl FnOnce(&mut File) -> io::Result<()>,
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<File> {
    content(&mut file)?;
    prepare(&file)?;
    Ok(file)
}

/// A name beside a file that nothing else has.
pub(super) fn temporary(path: &Path) -> PathBuf {
    hidden_beside(path, &format!("{}.tmp", uuid::Uuid::new_v4().simple()))
}

fn hidden_prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.trim_start_matches('.'))
}

/// `.NAME.SUFFIX` beside a file: what belongs to it and is not for people.
pub(super) fn hidden_beside(path: &Path, suffix: &str) -> PathBuf {
    parent(path).join(hidden_prefix(path) + suffix)
}

/// Deletes what processes left beside a file that were killed while they replaced it, or a file whose name begins as its
/// name does: a backup.
pub(super) fn clean(path: &Path) -> io::Result<()> {
    let prefix = hidden_prefix(path);
    for entry in fs::read_dir(parent(path))? {
        let entry = entry?;
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(".tmp"));
        let unique = rest.map(|rest| rest.rsplit('.').next().unwrap_or(rest));
        if unique.is_some_and(|unique| uuid::Uuid::try_parse(unique).is_ok()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Makes the names in the directory of a file safe.
pub(super) fn sync_directory(path: &Path) -> io::Result<()> {
    match File::open(parent(path))?.sync_all() {
        // Some file systems have no such thing for directories.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Puts other content in the place of a file, so that in the end the name leads to the same file as before, where that
/// is possible.
///
/// A terraform that waits for the lock (`-lock-timeout`) has the file open already: it would get the lock of a file
/// without a name, and what it writes there would be lost. So after the new file has taken its place, the old one
/// gets the new content and the name back. At any moment the name leads to a whole file.
pub(super) fn replace_and_keep(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
    old: Option<&File>,
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<Replaced> {
    if is_special(path) {
        // What is locked is locked by this handle, and by no other.
        let file = old.map_or_else(|| OpenOptions::new().write(true).open(path), File::try_clone)?;
        return write_into(file, content, prepare).map(|_| Replaced::Kept);
    }
    let kept = temporary(path);
    // Some file systems have no second names; then the new file stays.
    let linked = fs::hard_link(path, &kept).is_ok();
    let new = replace(path, content, prepare).inspect_err(|_| {
        let _ = fs::remove_file(&kept);
    })?;
    if !linked {
        return Ok(Replaced::New(new));
    }
    let rewritten = match old {
        Some(old) => rewrite(old, &new),
        None => OpenOptions::new().write(true).open(&kept).and_then(|old| rewrite(&old, &new)),
    };
    match rewritten.and_then(|()| fs::rename(&kept, path)) {
        Ok(()) => {
            sync_directory(path)?;
            Ok(Replaced::Kept)
        }
        Err(_) => {
            // The new file is in its place, so all is well but for those who wait.
            let _ = fs::remove_file(&kept);
            Ok(Replaced::New(new))
        }
    }
}

/// Which file a name leads to after its content was replaced.
#[derive(Debug)]
pub(super) enum Replaced {
    /// The same as before.
    Kept,
    /// This one.
    New(File),
}

fn rewrite(mut file: &File, mut with: &File) -> io::Result<()> {
    file.rewind()?;
    file.set_len(0)?;
    with.rewind()?;
    // The operating system does this by itself, where it can.
    io::copy(&mut with, &mut file)?;
    file.sync_all()
}
