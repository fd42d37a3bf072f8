//! `.terraform/modules/modules.json`: which module is in which folder, for whoever reads the configuration.

use std::io;
use std::path::Path;

use config::ModuleTree;
use serde::Serialize;

#[derive(Serialize)]
struct Manifest {
    #[serde(rename = "Modules")]
    modules: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    #[serde(rename = "Key")]
    key: String,
    #[serde(rename = "Source")]
    source: String,
    #[serde(rename = "Dir")]
    dir: String,
}

/// A module that is called: its key, and the folder it is in.
pub type CalledModule = (String, String);

/// The modules that are called, callers first.
pub fn called_modules(tree: &ModuleTree) -> Vec<CalledModule> {
    (1..tree.modules.len())
        .map(|index| (tree.key(index), shown_dir(&tree.modules[index].module.dir)))
        .collect()
}

/// Writes which module is in which folder. Nothing is written where nothing is called and nothing was written before.
pub fn write_manifest(tree: &ModuleTree, data_dir: &Path) -> io::Result<()> {
    let path = data_dir.join("modules").join("modules.json");
    if tree.modules.len() < 2 && !path.exists() {
        return Ok(());
    }
    let mut modules: Vec<Entry> = (0..tree.modules.len())
        .map(|index| {
            let module = &tree.modules[index];
            let call = module
                .caller
                .as_ref()
                .and_then(|(caller, name)| tree.modules[*caller].module.module_calls.get(name));
            let source = call.and_then(|call| call.source.as_ref()).and_then(|source| {
                let (value, _) = source.eval(&hcl::eval::EmptyScope);
                value.as_str().map(str::to_owned)
            });
            Entry {
                key: tree.key(index),
                source: source.unwrap_or_default(),
                dir: shown_dir(&module.module.dir),
            }
        })
        .collect();
    modules.sort_by(|a, b| a.key.cmp(&b.key));
    std::fs::create_dir_all(data_dir.join("modules"))?;
    std::fs::write(path, serde_json::to_vec(&Manifest { modules })?)
}

/// A folder as others are told: without a `./` in front.
fn shown_dir(dir: &Path) -> String {
    let text = dir.to_string_lossy();
    let text = text.strip_prefix("./").unwrap_or(&text);
    if text.is_empty() { ".".to_owned() } else { text.to_owned() }
}
