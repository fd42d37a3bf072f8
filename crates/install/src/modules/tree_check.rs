//! Whether what was fetched stays where it was put.

use std::io;
use std::path::Path;

/// Whether a path is there and, all links followed, below a folder.
pub(super) fn is_inside(base: &Path, path: &Path) -> bool {
    match (base.canonicalize(), path.canonicalize()) {
        (Ok(base), Ok(path)) => path.starts_with(base) && path.is_dir(),
        _ => false,
    }
}

/// The first link below a folder that leads out of it.
pub(super) fn link_outside(base: &Path) -> io::Result<Option<String>> {
    let root = base.canonicalize()?;
    let mut left = vec![base.to_path_buf()];
    while let Some(dir) = left.pop() {
        for entry in std::fs::read_dir(&dir)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_symlink() {
                // A link to nothing leads nowhere yet, but may later.
                let stays = entry.path().canonicalize().is_ok_and(|target| target.starts_with(&root));
                if !stays {
                    let shown =
                        entry.path().strip_prefix(base).unwrap_or(&entry.path()).display().to_string();
                    return Ok(Some(shown));
                }
            } else if kind.is_dir() {
                left.push(entry.path());
            }
        }
    }
    Ok(None)
}
