//! Reading a module folder.

use std::path::Path;
use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile};
use hcl::Body;

use crate::files::{ConfigFile, DiskModules, FileKind, ModuleFiles, list_files_of};
use crate::module::Module;

/// The summary of the syntax error that says so.
const NOTHING_BEGINS: &str = "Argument or block definition required";

/// The byte at which a problem is.
fn start(problem: &Diagnostic) -> Option<u32> {
    problem.subject.as_ref().map(|range| range.start.byte)
}

/// Reads the module in a folder. Files are named in messages by the path given here.
pub fn load_module(dir: &Path) -> (Module, Diagnostics) {
    load_module_from(&DiskModules, dir)
}

/// Reads the module in a folder, with files from anywhere.
pub fn load_module_from(from: &dyn ModuleFiles, dir: &Path) -> (Module, Diagnostics) {
    let mut module = Module { dir: dir.to_owned(), ..Module::default() };
    let mut diags = Diagnostics::new();
    let files = match list_files_of(from, dir) {
        Ok(files) => files,
        Err(error) => {
            let detail = format!(
                "The folder {} cannot be read: {error}.",
                dir.display(),
                error = diag::reason(&error)
            );
            diags.push(Diagnostic::error("Failed to read module directory", detail));
            return (module, diags);
        }
    };
    for file in files {
        let mut problems = Diagnostics::new();
        if let Some(body) = read_file(from, &file, &mut module, &mut problems) {
            // Behind a place where nothing could begin, such as a brace too many, everything may look wrong.
            let lost = problems.iter().filter(|problem| problem.summary == NOTHING_BEGINS).find_map(start);
            let mut more = Diagnostics::new();
            module.add_file(&body, file.is_override, &mut more);
            let behind = |problem: &Diagnostic| lost.is_some_and(|lost| start(problem) > Some(lost));
            problems.extend(more.into_iter().filter(|problem| !behind(problem)));
        }
        diags.append(problems);
    }
    module.sort();
    module.settings.check(&mut diags);
    if !diags.has_errors() {
        diags.extend(module.imports.iter().filter_map(|import| import.check_provider(&module)));
    }
    (module, diags)
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
