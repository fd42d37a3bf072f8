//! The configuration of the working folder, its variables, and where its state is.

use std::collections::BTreeMap;
use std::path::Path;

use backend::{Backend, DEFAULT_WORKSPACE};
use config::{Module, ModuleFiles, ModuleTree};
use diag::{Diagnostic, Diagnostics, SourceMap};
use install::InstalledModules;
use lang::DiskFiles;
use ops::{Project, ProviderSet};

use crate::ask;
use crate::commands::validate::unsupported_versions;
use crate::flags::{Flag, Parsed, option};
use crate::plugins;
use crate::ui::Ui;
use crate::variables::Inputs;

/// The flags that say where local state is.
pub(crate) const STATE_FLAGS: [Flag; 3] = [option("state"), option("state-out"), option("backup")];

/// The folder of the configuration: the working folder, unless a flag names another one. The state and what `init` prepared
/// are in the working folder all the same.
pub(crate) fn configuration_dir(parsed: &Parsed) -> &Path {
    Path::new(parsed.last("config").filter(|dir| !dir.is_empty()).unwrap_or("."))
}

/// The modules on the disk, with those that were fetched.
pub(crate) fn modules() -> InstalledModules {
    InstalledModules::load(Path::new(&data_dir()))
}

/// Whether modules may ask for another version of the program than this one. Who only looks at a configuration can do so
/// whatever it asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Versions {
    MustFit,
    MayDiffer,
}

/// Loads the configuration with what is known of its variables, for who does not run it.
pub(crate) fn load_tree(parsed: &Parsed, versions: Versions, diags: &mut Diagnostics) -> ModuleTree {
    let (tree, more) = load_partly(parsed, &modules(), versions);
    let failed = more.has_errors();
    diags.append(more);
    if !failed {
        diags.extend(tree.missing.iter().map(|missing| missing.problem.clone()));
    }
    tree
}

/// The same, for who fetches the modules that are missing.
pub(crate) fn load_partly(
    parsed: &Parsed,
    modules: &InstalledModules,
    versions: Versions,
) -> (ModuleTree, Diagnostics) {
    let (mut module, mut diags) = config::load_module(configuration_dir(parsed));
    let values = Inputs::collect_loosely(Path::new("."), parsed, &mut diags).known_values(&mut module);
    let (tree, more) = ModuleTree::load_partly(modules, module, &values, &DiskFiles::new("."));
    diags.append(more);
    diags = instead_of(diags, &tree, versions);
    (tree, diags)
}

/// What is wrong with a configuration: where the program is too old for it, nothing else is told, since that may be why.
pub(crate) fn instead_of(diags: Diagnostics, tree: &ModuleTree, versions: Versions) -> Diagnostics {
    let unsupported = unsupported_versions(tree);
    let counts = versions == Versions::MustFit || diags.has_errors();
    if counts && unsupported.has_errors() { unsupported } else { diags }
}

/// A configuration with the providers that it needs.
pub(crate) struct Loaded {
    pub(crate) project: Project,
    pub(crate) providers: ProviderSet,
}

/// Loads the configuration with the values of its variables; nothing when there is an error. The sources are what
/// diagnostics point at.
pub(crate) fn load(
    ui: Ui,
    parsed: &Parsed,
    needs_configuration: bool,
    versions: Versions,
    diags: &mut Diagnostics,
) -> (Option<Loaded>, SourceMap) {
    if needs_configuration && config::list_files(Path::new(".")).is_ok_and(|files| files.is_empty()) {
        let detail =
            "This folder holds no configuration. Make a .tf file in it, or name another folder with -chdir.";
        diags.push(Diagnostic::error("No configuration files", detail));
        return (None, SourceMap::new());
    }
    let from = modules();
    let (module, more) = config::load_module_from(&from, configuration_dir(parsed));
    diags.append(more);
    load_around(ui, &from, module, parsed, versions, diags)
}

/// The same for who changes something: also what is asked for in vain is told.
pub(crate) fn load_to_run(
    ui: Ui,
    parsed: &Parsed,
    needs_configuration: bool,
    versions: Versions,
    diags: &mut Diagnostics,
) -> (Option<Loaded>, SourceMap) {
    let (loaded, sources) = load(ui, parsed, needs_configuration, versions, diags);
    if let Some(loaded) = &loaded {
        diags.append(config::check_prereleases(&loaded.project.tree));
    }
    (loaded.filter(|_| !diags.has_errors()), sources)
}

/// The same as [`load`] with what the query files of the folder declare.
pub(crate) fn load_with_queries(
    ui: Ui,
    parsed: &Parsed,
    diags: &mut Diagnostics,
) -> (Option<Loaded>, SourceMap) {
    let from = modules();
    let (mut module, more) = config::load_module_from(&from, Path::new("."));
    diags.append(more);
    diags.append(config::add_query_files(&from, &mut module));
    load_around(ui, &from, module, parsed, Versions::MustFit, diags)
}

/// Loads what belongs to a root module.
fn load_around(
    ui: Ui,
    from: &dyn ModuleFiles,
    mut module: Module,
    parsed: &Parsed,
    versions: Versions,
    diags: &mut Diagnostics,
) -> (Option<Loaded>, SourceMap) {
    let dir = Path::new(".");
    let root_failed = diags.has_errors();
    let (mut values, mut given, mut refused) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    if !diags.has_errors() {
        let mut inputs = Inputs::collect(dir, parsed, diags);
        if !diags.has_errors() && ask::is_allowed(parsed) {
            ask::for_variables(ui, &module, &mut inputs);
        }
        given = inputs.given_values(&module);
        if diags.has_errors() {
            // What is missing may be in what could not be read.
            values = inputs.known_values(&mut module);
        } else {
            (values, refused) = inputs.values(&mut module, diags);
        }
    }
    let files = DiskFiles::new(".");
    let (tree, more) = ModuleTree::load_from(from, module, &values, &files);
    if !root_failed {
        // What a module that is at fault itself calls is not looked at.
        diags.append(more);
    }
    let sources = tree.sources();
    *diags = instead_of(std::mem::take(diags), &tree, versions);
    let handed_over = config::check_handed_over(&tree);
    if !diags.has_errors() && handed_over.has_errors() {
        diags.append(handed_over);
    }
    if diags.has_errors() {
        return (None, sources);
    }
    let Some(providers) = plugins::for_tree(ui, &tree, diags) else { return (None, sources) };
    let (mut project, more) = Project::new(tree, values, current_workspace(), &providers);
    project.given = given;
    project.refused = refused;
    diags.append(more);
    (Some(Loaded { project, providers }).filter(|_| !diags.has_errors()), sources)
}

/// Whether a folder holds no configuration.
pub(crate) fn module_is_empty(module: &Module) -> bool {
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
    crate::backends::open(settings, parsed, false, diags)
}
