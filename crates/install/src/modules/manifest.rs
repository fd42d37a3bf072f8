//! `.terraform/modules/modules.json`: which module is in which folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use config::{DiskModules, InstalledModule, ModuleFiles, ModuleTree};
use serde::{Deserialize, Serialize};

const NAME: &str = "modules.json";

#[derive(Default, Deserialize, Serialize)]
struct Manifest {
    #[serde(rename = "Modules")]
    modules: Vec<Entry>,
}

#[derive(Deserialize, Serialize)]
struct Entry {
    #[serde(rename = "Key")]
    key: String,
    #[serde(rename = "Source")]
    source: String,
    #[serde(rename = "Version", default, skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(rename = "Dir")]
    dir: String,
}

/// The modules on the disk, with those that were fetched from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct InstalledModules {
    fetched: BTreeMap<String, InstalledModule>,
    known: BTreeSet<String>,
}

impl InstalledModules {
    /// Reads what was installed below a folder (`.terraform`). A list that cannot be read has nothing in it: what is
    /// missing is fetched again.
    pub fn load(data_dir: &Path) -> Self {
        let base = data_dir.join("modules");
        let bytes = std::fs::read(base.join(NAME)).unwrap_or_default();
        let manifest: Manifest = serde_json::from_slice(&bytes).unwrap_or_default();
        let mut all = Self::default();
        for entry in manifest.modules {
            all.known.insert(entry.key.clone());
            let dir = PathBuf::from(&entry.dir);
            let package = base.join(&entry.key);
            // The others are folders beside the caller, which are found without this.
            if !entry.key.is_empty()
                && !entry.source.starts_with('.')
                && dir.starts_with(&package)
                && dir.is_dir()
            {
                let module = InstalledModule { source: entry.source, version: entry.version, dir, package };
                all.fetched.insert(entry.key, module);
            }
        }
        all
    }

    /// Whether a call was known when the list was written.
    pub fn knows(&self, key: &str) -> bool {
        self.known.contains(key)
    }

    /// The version of a call's module, where it came from a registry.
    pub fn version(&self, key: &str) -> Option<&str> {
        self.fetched.get(key)?.version.as_deref()
    }

    /// The same without what was fetched: all of it is looked for again.
    pub fn forgotten() -> Self {
        Self::default()
    }

    /// Takes a fetched module in.
    pub(super) fn insert(&mut self, key: String, module: InstalledModule) {
        self.fetched.insert(key, module);
    }

    /// Writes the list. Nothing is written where nothing is called and nothing was written before.
    pub fn save(&self, tree: &ModuleTree, data_dir: &Path) -> io::Result<()> {
        let dir = data_dir.join("modules");
        if tree.modules.len() < 2 && !dir.join(NAME).exists() {
            return Ok(());
        }
        let mut modules: Vec<Entry> = (0..tree.modules.len()).map(|index| self.entry(tree, index)).collect();
        modules.sort_by(|a, b| a.key.cmp(&b.key));
        std::fs::create_dir_all(&dir)?;
        // The models escape these in strings, and nowhere else can they be.
        let text = serde_json::to_string(&Manifest { modules })?;
        let text = text.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
        let mut file = tempfile::Builder::new().prefix(".cairn-tmp-").tempfile_in(&dir)?;
        file.write_all(text.as_bytes())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        file.persist(dir.join(NAME)).map_err(|error| error.error)?;
        Ok(())
    }

    fn entry(&self, tree: &ModuleTree, index: usize) -> Entry {
        let key = tree.key(index);
        let dir = shown_dir(&tree.modules[index].module.dir);
        if let Some(module) = self.fetched.get(&key) {
            return Entry { key, source: module.source.clone(), version: module.version.clone(), dir };
        }
        let caller = tree.modules[index].caller.as_ref();
        let call = caller.and_then(|(caller, name)| tree.modules[*caller].module.module_calls.get(name));
        let source = call.and_then(|call| call.source.as_ref()).and_then(|source| {
            let (value, _) = source.eval(&hcl::eval::EmptyScope);
            value.as_str().map(str::to_owned)
        });
        Entry { key, source: source.unwrap_or_default(), version: None, dir }
    }
}

/// The modules that are called, callers first: each key and its folder.
pub fn called_modules(tree: &ModuleTree) -> Vec<(String, String)> {
    (1..tree.modules.len())
        .map(|index| (tree.key(index), shown_dir(&tree.modules[index].module.dir)))
        .collect()
}

/// A folder as others are told: without a `./` in front.
fn shown_dir(dir: &Path) -> String {
    let text = dir.to_string_lossy();
    let text = text.strip_prefix("./").unwrap_or(&text);
    if text.is_empty() { ".".to_owned() } else { text.to_owned() }
}

impl ModuleFiles for InstalledModules {
    fn names(&self, dir: &Path) -> io::Result<BTreeSet<String>> {
        DiskModules.names(dir)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        DiskModules.read(path)
    }

    fn is_dir(&self, dir: &Path) -> bool {
        DiskModules.is_dir(dir)
    }

    fn same_dir(&self, a: &Path, b: &Path) -> bool {
        DiskModules.same_dir(a, b)
    }

    fn settled_dir(&self, key: &str) -> Option<PathBuf> {
        DiskModules.settled_dir(key)
    }

    fn installed(&self, key: &str) -> Option<&InstalledModule> {
        self.fetched.get(key)
    }
}
