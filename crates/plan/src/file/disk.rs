//! Putting a plan where the user wants it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file that only its owner can read, whole or not at all: plans hold secrets in the open.
pub fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays, and what it leads to is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&target).is_ok_and(|found| !found.is_file()) {
        // A terminal, a pipe, /dev/null: these are written to, never replaced. Of a folder this makes an error.
        return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let Some(name) = target.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"));
    };
    let mut temporary = std::ffi::OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = target.with_file_name(temporary);
    let written = fill(&temporary, bytes).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The reason is known already; what is left over is only in the way.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        // Left over by a process of the same number that was killed.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            options.open(path)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_reads_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.plan");
        for content in [&b"first, and long"[..], b"second"] {
            write_file(&path, content).unwrap();
            assert_eq!(fs::read(&path).unwrap(), content);
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing else is left");
        assert!(write_file(&dir.path().join("no/such/folder"), b"x").is_err());
        assert!(write_file(dir.path(), b"x").is_err());
        assert!(write_file(Path::new(""), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn modes_links_and_devices() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::write(&path, "open to all").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        symlink(&path, &link).unwrap();
        write_file(&link, b"plan").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"plan");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        write_file(Path::new("/dev/null"), b"plan").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
