//! Files on disk for the functions that read them.

use std::io;
use std::path::{Path, PathBuf};

use functions::FileAccess;

/// The real file system, seen from a module's folder.
#[derive(Debug)]
pub struct DiskFiles {
    base_dir: PathBuf,
}

impl DiskFiles {
    /// Relative paths are seen from the given folder.
    pub fn new(base_dir: impl Into<PathBuf>) -> Self {
        Self { base_dir: base_dir.into() }
    }
}

impl FileAccess for DiskFiles {
    fn base_dir(&self) -> &Path {
        &self.base_dir
    }

    fn home_dir(&self) -> Option<PathBuf> {
        std::env::home_dir()
    }

    fn current_dir(&self) -> io::Result<PathBuf> {
        std::env::current_dir()
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn is_file(&self, path: &Path) -> io::Result<Option<bool>> {
        match std::fs::metadata(path) {
            Ok(metadata) => Ok(Some(metadata.is_file())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
