//! The configuration of the working folder, its variables, and where its state is.

use std::path::Path;

use backend::{Backend, DEFAULT_WORKSPACE, InmemBackend, LocalBackend, LocalOptions};
use config::ModuleTree;
use diag::{Diagnostic, Diagnostics, SourceMap};
use hcl::eval::EmptyScope;
use lang::DiskFiles;
use ops::Project;

use crate::commands::validate::unsupported_versions;
use crate::flags::{Flag, Parsed, option};
use crate::variables::Inputs;

/// The flags that say where local state is.
pub(crate) const STATE_FLAGS: [Flag; 3] = [option("state"), option("state-out"), option("backup")];

/// Loads the configuration with the values of its variables; nothing when there is an error. The sources are what
/// diagnostics point at.
pub(crate) fn load(
    parsed: &Parsed,
    needs_configuration: bool,
    diags: &mut Diagnostics,
) -> (Option<Project>, SourceMap) {
    let dir = Path::new(".");
    let (mut module, more) = config::load_module(dir);
    diags.append(more);
    if module_is_empty(&module) && !diags.has_errors() && needs_configuration {
        let detail =
            "This folder holds no configuration. Make a .tf file in it, or name another folder with -chdir.";
        diags.push(Diagnostic::error("No configuration files", detail));
        return (None, SourceMap::new());
    }
    let mut values = std::collections::BTreeMap::new();
    if !diags.has_errors() {
        values = Inputs::collect(dir, parsed, diags).values(&mut module, diags);
    }
    let files = DiskFiles::new(".");
    let (tree, more) = ModuleTree::load(module, &values, &files);
    diags.append(more);
    let sources = tree.sources();
    let versions = unsupported_versions(&tree);
    if versions.has_errors() {
        *diags = versions;
        return (None, sources);
    }
    if diags.has_errors() {
        return (None, sources);
    }
    let (project, more) = Project::new(tree, values, current_workspace());
    diags.append(more);
    (Some(project).filter(|_| !diags.has_errors()), sources)
}

fn module_is_empty(module: &config::Module) -> bool {
    module.sources.iter().next().is_none()
}

/// The folder for what belongs to the working folder.
pub(crate) fn data_dir() -> String {
    std::env::var("TF_DATA_DIR").ok().filter(|dir| !dir.is_empty()).unwrap_or_else(|| ".terraform".to_owned())
}

/// The selected workspace.
pub(crate) fn current_workspace() -> String {
    if let Ok(name) = std::env::var("TF_WORKSPACE")
        && !name.is_empty()
    {
        return name;
    }
    let stored = std::fs::read_to_string(Path::new(&data_dir()).join("environment")).unwrap_or_default();
    let stored = stored.trim();
    if stored.is_empty() { DEFAULT_WORKSPACE.to_owned() } else { stored.to_owned() }
}

/// Where state is: what the configuration says, or local files. Flags win.
pub(crate) fn backend(
    settings: Option<&config::Settings>,
    parsed: &Parsed,
    diags: &mut Diagnostics,
) -> Option<Box<dyn Backend>> {
    let path = |name: &str| parsed.last(name).filter(|path| !path.is_empty()).map(Into::into);
    let mut options = LocalOptions {
        state: path("state"),
        state_out: path("state-out"),
        backup: path("backup"),
        ..LocalOptions::default()
    };
    let declared = settings.and_then(|settings| settings.backend.as_ref());
    match declared.map(|backend| backend.type_name.as_str()) {
        None | Some("local") => {}
        Some("inmem") => return Some(Box::new(InmemBackend::default())),
        Some(other) => {
            let detail = format!("There is no backend type named {other:?}.");
            diags.push(
                Diagnostic::error("Unsupported backend type", detail)
                    .at_maybe(declared.map(|backend| backend.range.clone())),
            );
            return None;
        }
    }
    if let Some(declared) = declared {
        let (attributes, more) = declared.body.just_attributes();
        diags.append(more);
        for attribute in attributes {
            let (value, more) = attribute.expr.eval(&EmptyScope);
            diags.append(more);
            let text = value.as_str().map(Into::into);
            match attribute.name.as_str() {
                "path" => options.path = text,
                "workspace_dir" => options.workspace_dir = text,
                other => {
                    let detail = format!("An argument named {other:?} is not expected here.");
                    diags.push(Diagnostic::error("Unsupported argument", detail).at(attribute.name_range()));
                }
            }
        }
    }
    (!diags.has_errors()).then(|| Box::new(LocalBackend::new(".", options)) as Box<dyn Backend>)
}
