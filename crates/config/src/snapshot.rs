//! The files of a configuration kept for later, and modules read from what was kept.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{ModuleFiles, split_name};
use crate::load::source_name;
use crate::tree::ModuleTree;

/// The files of one module: its key (see [`ModuleTree::key`]), its folder, and each file by its name.
type ModuleSnapshot = (String, PathBuf, Vec<(String, Vec<u8>)>);

/// The files that a configuration was read from, the root module first. Those of a folder that several modules
/// are in stand with the first of them only.
pub fn snapshot(tree: &ModuleTree) -> Vec<ModuleSnapshot> {
    let mut seen = BTreeSet::new();
    let one = |index: usize| {
        let module = &tree.modules[index].module;
        let mut files = Vec::new();
        if seen.insert(module.dir.clone()) {
            // Other sources may be there too, such as files of variables, which can hold what must not be stored.
            for source in module.sources.iter() {
                if let Some(name) = file_of(&module.dir, source.name()) {
                    files.push((name.to_owned(), source.bytes().to_vec()));
                }
            }
        }
        (tree.key(index), module.dir.clone(), files)
    };
    (0..tree.modules.len()).map(one).collect()
}

/// The name of a configuration file of a folder, by the name of its source.
fn file_of<'a>(dir: &Path, source: &'a str) -> Option<&'a str> {
    let name = Path::new(source).file_name()?.to_str()?;
    (split_name(name).is_some() && source_name(&dir.join(name)) == source).then_some(name)
}

/// Modules as they were when a snapshot was made. The disk is not looked at.
#[derive(Clone, Debug, Default)]
pub struct SnapshotModules {
    folders: BTreeMap<PathBuf, BTreeMap<String, Vec<u8>>>,
    dirs: BTreeMap<String, PathBuf>,
}

impl SnapshotModules {
    /// Modules from a snapshot.
    pub fn new(modules: impl IntoIterator<Item = ModuleSnapshot>) -> Self {
        let mut snapshot = Self::default();
        for (key, dir, files) in modules {
            let folder = snapshot.folders.entry(dir.clone()).or_default();
            folder.extend(files);
            snapshot.dirs.insert(key, dir);
        }
        snapshot
    }

    /// The folder of the root module.
    pub fn root_dir(&self) -> &Path {
        self.dirs.get("").map_or(Path::new("."), PathBuf::as_path)
    }
}

fn missing() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "it is not part of what was saved")
}

impl ModuleFiles for SnapshotModules {
    fn names(&self, dir: &Path) -> io::Result<BTreeSet<String>> {
        self.folders.get(dir).map(|files| files.keys().cloned().collect()).ok_or_else(missing)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or_else(missing)?;
        let folder = path.parent().and_then(|dir| self.folders.get(dir)).ok_or_else(missing)?;
        folder.get(name).cloned().ok_or_else(missing)
    }

    fn is_dir(&self, dir: &Path) -> bool {
        self.folders.contains_key(dir)
    }

    fn same_dir(&self, a: &Path, b: &Path) -> bool {
        // What was a call of itself on the disk was refused before there could be a snapshot.
        a == b
    }

    fn settled_dir(&self, key: &str) -> Option<PathBuf> {
        self.dirs.get(key).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::{folder, summaries};
    use crate::{Module, load_module, load_module_from};
    use diag::SourceFile;
    use lang::DiskFiles;
    use value::Value;

    fn keys_and_dirs(tree: &ModuleTree) -> Vec<(String, PathBuf)> {
        (0..tree.modules.len()).map(|at| (tree.key(at), tree.modules[at].module.dir.clone())).collect()
    }

    fn locals(module: &Module) -> Vec<&str> {
        module.locals.keys().map(|name| name.as_str()).collect()
    }

    #[test]
    fn what_was_read_is_read_again_without_the_disk() {
        let call = |name: &str, source: &str| format!("module \"{name}\" {{\n  source = {source}\n}}\n");
        let main =
            call("a", "\"./${var.which}\"") + &call("b", "trimspace(file(\"${path.module}/where.txt\"))");
        let main = main + "variable \"which\" {}\nlocals {\n  over = 0\n}\n";
        let dir = folder(&[
            ("main.tf", &main),
            ("main_override.tf", "locals {\n  over = 1\n}\n"),
            ("where.txt", "./m\n"),
            ("notes.md", "no configuration"),
            ("m/x.tf", "locals {\n  shadowed = 1\n}\n"),
            ("m/x.tofu", &call("n", "\"./n\"")),
            ("m/n/y.tf.json", "{\"locals\": {\"deep\": 1}}"),
        ]);
        let values = BTreeMap::from([("which".into(), Value::string("m"))]);
        let files = DiskFiles::new(dir.path());
        let (mut root, diags) = load_module(dir.path());
        assert_eq!(summaries(&diags), "");
        let variables = dir.path().join("terraform.tfvars");
        root.sources.insert(SourceFile::new(variables.display().to_string(), *b"password = 1"));
        root.sources.insert(SourceFile::new("other/main.tf", *b"elsewhere"));
        let (tree, diags) = ModuleTree::load(root, &values, &files);
        assert_eq!(summaries(&diags), "");

        let saved = snapshot(&tree);
        let names: Vec<(&str, Vec<&str>)> = saved
            .iter()
            .map(|(key, _, files)| (key.as_str(), files.iter().map(|(name, _)| name.as_str()).collect()))
            .collect();
        let expect = [
            ("", vec!["main.tf", "main_override.tf"]),
            ("a", vec!["x.tofu"]),
            ("b", vec![]),
            ("a.n", vec!["y.tf.json"]),
            ("b.n", vec![]),
        ];
        assert_eq!(names, expect);

        let root_dir = dir.path().to_owned();
        drop(dir);
        assert!(!root_dir.exists());
        let from = SnapshotModules::new(saved);
        assert_eq!(from.root_dir(), root_dir);
        let (root, diags) = load_module_from(&from, from.root_dir());
        assert_eq!(summaries(&diags), "");
        let (again, diags) = ModuleTree::load_from(&from, root, &values, &files);
        assert_eq!(summaries(&diags), "");
        assert_eq!(keys_and_dirs(&again), keys_and_dirs(&tree));
        assert_eq!(locals(&again.modules[0].module), ["over"]);
        assert_eq!(locals(&again.modules[3].module), ["deep"]);
    }

    #[test]
    fn what_was_not_saved_is_not_there() {
        let main = b"module \"a\" {\n  source = \"./a\"\n}\nmodule \"b\" {\n  source = \"./.\"\n}\n".to_vec();
        let from =
            SnapshotModules::new([(String::new(), PathBuf::from("."), vec![("main.tf".to_owned(), main)])]);
        let (root, diags) = load_module_from(&from, Path::new("."));
        assert_eq!(summaries(&diags), "");
        let (_, diags) = ModuleTree::load_from(&from, root, &BTreeMap::new(), &DiskFiles::new("."));
        assert_eq!(summaries(&diags), "Unreadable module directory; Module call cycle");
        let (_, diags) = load_module_from(&from, Path::new("gone"));
        assert_eq!(summaries(&diags), "Failed to read module directory");
        assert!(from.read(Path::new("main.tf")).is_err() && from.read(Path::new("./main.tf")).is_ok());
        let (_, diags) = load_module_from(&SnapshotModules::default(), Path::new("."));
        assert_eq!(summaries(&diags), "Failed to read module directory");
    }
}
