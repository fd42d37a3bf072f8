//! The files of the formatting comparison in a directory, for formatters to walk.

use std::fs;
use std::path::{Path, PathBuf};

use crate::oracle::fmt::answer::{Answer, Recorded};
use crate::oracle::fmt::corpus::Corpus;

/// A directory that goes away with its owner.
pub(super) struct CorpusDir {
    pub(super) path: PathBuf,
    pub(super) files: usize,
}

impl CorpusDir {
    /// Writes all files that terraform accepts, under names that every formatter looks at.
    pub(super) fn new(root: &Path, go: &Path) -> Result<Self, String> {
        let recorded = Recorded::read(&root.join("spec/fmt/answers.txt"))?;
        let path = std::env::temp_dir().join(format!("cairn-bench-{}", std::process::id()));
        let mut dir = Self { path, files: 0 };
        for corpus in Corpus::load_all(root, go, "")? {
            for file in &corpus.files {
                if recorded.get(&corpus.name, &file.path).is_some_and(|answer| *answer != Answer::Reject) {
                    dir.write(&corpus.name, &file.path, &file.text)?;
                }
            }
        }
        Ok(dir)
    }

    fn write(&mut self, corpus: &str, path: &str, text: &str) -> Result<(), String> {
        // Folders whose names begin with a dot are skipped by some; the version's `@` means nothing.
        let name = format!("{}/{}.tf", corpus.replace('/', "_"), path.replace("/.", "/"));
        let target = self.path.join(name);
        let failed = |error: std::io::Error| format!("{}: {error}", target.display());
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(failed)?;
        }
        fs::write(&target, text).map_err(failed)?;
        self.files += 1;
        Ok(())
    }
}

impl Drop for CorpusDir {
    fn drop(&mut self) {
        // Left-over files in the system's temporary directory harm nobody.
        let _ = fs::remove_dir_all(&self.path);
    }
}
