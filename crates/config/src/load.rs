//! Reading a module folder.

use std::path::Path;
use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange};
use hcl::Body;

use crate::files::{ConfigFile, DiskModules, FileKind, ModuleFiles, list_files_of};
use crate::module::Module;

/// Reads the module in a folder. Files are named in messages by the path given here.
pub fn load_module(dir: &Path) -> (Module, Diagnostics) {
    load_module_from(&DiskModules, dir)
}

/// Reads the module in a folder, with files from anywhere.
pub fn load_module_from(from: &dyn ModuleFiles, dir: &Path) -> (Module, Diagnostics) {
    let (module, mut diags, more) = load_module_apart(from, dir);
    diags.append(more);
    (module, diags)
}

/// The same, with what is wrong with the text of files apart from what is wrong with what is declared there.
pub(crate) fn load_module_apart(from: &dyn ModuleFiles, dir: &Path) -> (Module, Diagnostics, Diagnostics) {
    let mut module = Module { dir: dir.to_owned(), ..Module::default() };
    let (mut syntax, mut diags) = (Diagnostics::new(), Diagnostics::new());
    let files = match list_files_of(from, dir) {
        Ok(files) => files,
        Err(error) => {
            let detail = format!(
                "The folder {} cannot be read: {error}.",
                dir.display(),
                error = diag::reason(&error)
            );
            diags.push(Diagnostic::error("Failed to read module directory", detail));
            return (module, syntax, diags);
        }
    };
    let mut unread = Vec::new();
    for file in files {
        if let Some(body) = read_file(from, &file, &mut module, &mut syntax) {
            module.add_file(&body, file.is_override, &mut diags);
            if syntax.has_errors() {
                unread.extend(body.invalid_ranges());
            }
        }
    }
    if !unread.is_empty() {
        diags = diags.into_iter().filter(|found| !follows_from(found, &unread)).collect();
    }
    module.sort();
    module.settings.check(&mut diags);
    if !syntax.has_errors() && !diags.has_errors() {
        diags.extend(module.imports.iter().filter_map(|import| import.check_provider(&module)));
    }
    (module, syntax, diags)
}

fn read_file(
    from: &dyn ModuleFiles,
    file: &ConfigFile,
    module: &mut Module,
    diags: &mut Diagnostics,
) -> Option<Body> {
    let name = source_name(&file.path);
    match from.read(&file.path) {
        Ok(bytes) => {
            let source = SourceFile::new(name, bytes);
            module.sources.insert(source.clone());
            let (body, more) = parse_file(source, file.kind);
            diags.append(more);
            Some(body)
        }
        Err(error) => {
            let detail =
                format!("The file {name:?} could not be read: {error}.", error = diag::reason(&error));
            diags.push(Diagnostic::error("Failed to read file", detail));
            None
        }
    }
}

/// Whether something is wrong only because an expression could not be read, which is told already.
fn follows_from(found: &Diagnostic, unread: &[SourceRange]) -> bool {
    found.subject.as_ref().is_some_and(|at| {
        unread.iter().any(|unread| {
            unread.filename == at.filename
                && at.start.byte < unread.end.byte
                && unread.start.byte < at.end.byte.max(at.start.byte + 1)
        })
    })
}

/// What a file is called in messages.
pub(crate) fn source_name(path: &Path) -> String {
    path.strip_prefix(".").unwrap_or(path).display().to_string()
}

/// Parses a file of a kind to its body.
pub fn parse_file(source: Arc<SourceFile>, kind: FileKind) -> (Body, Diagnostics) {
    match kind {
        FileKind::Native => {
            let (tree, body, diags) = hcl::syntax::parse_config(source);
            (Body::native(tree, body), diags)
        }
        FileKind::Json => hcl::data::parse_json(source),
        FileKind::Yaml => hcl::data::parse_yaml(source),
    }
}
