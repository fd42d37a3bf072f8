//! Where the files to format come from: Go modules of fixed versions, and our own cases.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules rich in configuration. They are fetched by name and version and never stored in this repository.
const MODULES: &[&str] = &["github.com/opentofu/opentofu@v1.12.6", "github.com/hashicorp/hcl/v2@v2.25.0"];

/// Our own hard cases, relative to the repository.
const CASES: &str = "spec/fmt/cases";

const EXTENSIONS: &[&str] = &["tf", "tofu", "tfvars", "hcl"];

/// A named set of files.
pub(crate) struct Corpus {
    pub(crate) name: String,
    pub(crate) files: Vec<File>,
}

/// A file to format.
pub(crate) struct File {
    /// Relative to the corpus, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Corpus {
    /// Fetches and reads everything whose path contains `filter`.
    pub(crate) fn load_all(root: &Path, go: &Path, filter: &str) -> Result<Vec<Self>, String> {
        let mut corpora = Vec::new();
        for module in MODULES {
            corpora.push(Self::load(module, &download(go, module)?, filter)?);
        }
        corpora.push(Self::load(CASES, &root.join(CASES), filter)?);
        Ok(corpora)
    }

    fn load(name: &str, directory: &Path, filter: &str) -> Result<Self, String> {
        let mut paths = Vec::new();
        collect(directory, &mut paths).map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut files = Vec::new();
        for full in paths {
            let path = full.strip_prefix(directory).unwrap_or(&full).to_string_lossy().replace('\\', "/");
            if path.contains(filter) {
                let text =
                    fs::read_to_string(&full).map_err(|error| format!("{}: {error}", full.display()))?;
                files.push(File { path, text });
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { name: name.to_owned(), files })
    }
}

/// The directory of a module, downloaded if need be.
fn download(go: &Path, module: &str) -> Result<PathBuf, String> {
    // Outside of any module, so that no other requirements have a say.
    let output = Command::new(go)
        .args(["mod", "download", "-json", module])
        .current_dir(std::env::temp_dir())
        .output()
        .map_err(|error| format!("{}: {error}", go.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let directory =
        text.lines().find_map(|line| line.trim().strip_prefix("\"Dir\": \"")?.strip_suffix("\","));
    directory.map(PathBuf::from).ok_or_else(|| {
        let reason = String::from_utf8_lossy(&output.stderr);
        format!("go mod download {module} failed: {}{}", text.trim(), reason.trim())
    })
}

fn collect(directory: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        let wanted = path.extension().is_some_and(|e| EXTENSIONS.iter().any(|wanted| e == *wanted));
        if kind.is_dir() {
            collect(&path, paths)?;
        } else if kind.is_file() && wanted {
            paths.push(path);
        }
    }
    Ok(())
}
