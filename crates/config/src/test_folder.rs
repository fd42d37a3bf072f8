//! Modules written to a folder, for the tests of this crate.

use diag::Diagnostics;
use lang::DiskFiles;

use crate::{Module, ModuleTree, load_module};

/// A folder with files in it.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, content) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a parent")).expect("folders can be made");
        std::fs::write(path, content).expect("files can be written");
    }
    dir
}

/// The module that some files are, which must have no errors.
pub(crate) fn module(files: &[(&str, &str)]) -> Module {
    let dir = folder(files);
    let (module, diags) = load_module(dir.path());
    assert_eq!(summaries(&diags), "", "{files:?}");
    module
}

/// The module that some files are, with those it calls.
pub(crate) fn tree(files: &[(&str, &str)]) -> (ModuleTree, Diagnostics) {
    let dir = folder(files);
    let (module, mut diags) = load_module(dir.path());
    let (tree, more) = ModuleTree::load(module, &Default::default(), &DiskFiles::new("."));
    diags.append(more);
    (tree, diags)
}

/// The summaries of problems, joined.
pub(crate) fn summaries(diags: &Diagnostics) -> String {
    let found: Vec<&str> = diags.iter().map(|diagnostic| diagnostic.summary.as_str()).collect();
    found.join("; ")
}
