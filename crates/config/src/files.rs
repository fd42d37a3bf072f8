//! Which files of a folder make up a module, and where they come from.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// HCL.
    Native,
    /// HCL's meaning written as JSON.
    Json,
    /// The same written as YAML.
    Yaml,
}

/// A configuration file of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFile {
    /// Where it is.
    pub path: PathBuf,
    /// How it is written.
    pub kind: FileKind,
    /// Whether it overrides what the others declare.
    pub is_override: bool,
}

/// The endings of configuration files; the first of two that differ only in `tofu` and `tf` wins.
const ENDINGS: &[(&str, FileKind)] = &[
    (".tofu", FileKind::Native),
    (".tf", FileKind::Native),
    (".tofu.json", FileKind::Json),
    (".tf.json", FileKind::Json),
    (".tf.yaml", FileKind::Yaml),
    (".tf.yml", FileKind::Yaml),
];

/// Where the files of modules come from.
pub trait ModuleFiles {
    /// The names of the files in a folder, without those of folders in it.
    fn names(&self, dir: &Path) -> io::Result<BTreeSet<String>>;

    /// The content of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// Whether there is such a folder.
    fn is_dir(&self, dir: &Path) -> bool;

    /// Whether two paths lead to one folder.
    fn same_dir(&self, a: &Path, b: &Path) -> bool;

    /// The folder of a module by the names of the calls that lead to it, joined by dots, where that is settled and
    /// the sources of the calls are not asked any more.
    fn settled_dir(&self, key: &str) -> Option<PathBuf>;

    /// The module that was fetched for a key of that kind.
    fn installed(&self, key: &str) -> Option<&InstalledModule> {
        let _ = key;
        None
    }
}

/// A module that was fetched from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledModule {
    /// Where it came from, in the one spelling of [`crate::ModuleSource`].
    pub source: String,
    /// Its version, where it has one.
    pub version: Option<String>,
    /// The folder it is in.
    pub dir: PathBuf,
    /// The folder that the whole package is in; nothing that belongs to it is outside.
    pub package: PathBuf,
}

/// The files as they are on the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskModules;

impl ModuleFiles for DiskModules {
    fn names(&self, dir: &Path) -> io::Result<BTreeSet<String>> {
        let mut names = BTreeSet::new();
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            // A folder whose name ends like a file's is a folder all the same; links are followed.
            let is_dir = std::fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir());
            if let (false, Ok(name)) = (is_dir, entry.file_name().into_string()) {
                names.insert(name);
            }
        }
        Ok(names)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn is_dir(&self, dir: &Path) -> bool {
        dir.is_dir()
    }

    fn same_dir(&self, a: &Path, b: &Path) -> bool {
        match (a.canonicalize(), b.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => a == b,
        }
    }

    fn settled_dir(&self, _key: &str) -> Option<PathBuf> {
        None
    }
}

/// The configuration files of a folder, primary files first, each in order of name.
pub fn list_files(dir: &Path) -> io::Result<Vec<ConfigFile>> {
    list_files_of(&DiskModules, dir)
}

/// The same, of files from anywhere.
pub(crate) fn list_files_of(from: &dyn ModuleFiles, dir: &Path) -> io::Result<Vec<ConfigFile>> {
    let names = from.names(dir)?;
    let mut files: Vec<ConfigFile> = Vec::new();
    for name in &names {
        if let Some((stem, kind)) = split_name(name)
            && !is_shadowed(name, &names)
        {
            let is_override = stem == "override" || stem.ends_with("_override");
            files.push(ConfigFile { path: dir.join(name), kind, is_override });
        }
    }
    files.sort_by_key(|file| file.is_override);
    Ok(files)
}

/// The name without its ending, when it is the name of a configuration file.
pub(crate) fn split_name(name: &str) -> Option<(&str, FileKind)> {
    let ignored =
        name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'));
    if ignored {
        return None;
    }
    ENDINGS.iter().find_map(|(ending, kind)| Some((name.strip_suffix(ending)?, *kind)))
}

/// `x.tf` is not read where `x.tofu` is there.
fn is_shadowed(name: &str, names: &BTreeSet<String>) -> bool {
    [(".tf", ".tofu"), (".tf.json", ".tofu.json")].iter().any(|(loser, winner)| {
        name.strip_suffix(loser).is_some_and(|stem| names.contains(&format!("{stem}{winner}")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_names_are_configuration() {
        let check =
            |name: &str, expect: Option<(&str, FileKind)>| assert_eq!(split_name(name), expect, "{name}");
        check("main.tf", Some(("main", FileKind::Native)));
        check("main.tofu", Some(("main", FileKind::Native)));
        check("main.tf.json", Some(("main", FileKind::Json)));
        check("main.tf.yaml", Some(("main", FileKind::Yaml)));
        check("values.yaml", None);
        check(".hidden.tf", None);
        check("main.tf~", None);
        check("#main.tf#", None);
        check("main.tfvars", None);
    }
}
