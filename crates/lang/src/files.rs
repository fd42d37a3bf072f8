//! Files on disk for the functions that read them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use functions::FileAccess;

/// The folder that the program was started in; `-chdir` leaves it, and some paths do not.
static STARTED_IN: OnceLock<PathBuf> = OnceLock::new();

/// Remembers the folder that the program was started in; to be called before it goes to another one.
pub fn remember_working_dir() {
    if let Ok(dir) = std::env::current_dir() {
        let _ = STARTED_IN.set(dir);
    }
}

/// The folder that the program was started in.
pub fn started_in() -> io::Result<PathBuf> {
    STARTED_IN.get().map_or_else(std::env::current_dir, |dir| Ok(dir.clone()))
}

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

    fn started_in(&self) -> io::Result<PathBuf> {
        started_in()
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
