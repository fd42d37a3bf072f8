//! Saved plans: written by `plan -out`, performed by `apply FILE`, shown by `show FILE`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use addrs::{Provider, ResourceMode};
use config::{Module, ModuleTree, SnapshotModules, Variable};
use diag::{Diagnostic, Diagnostics, SourceMap};
use lang::DiskFiles;
use ops::{LockOptions, Project, ProviderSet, Purpose, Session};
use plan::Plan;
use plan::file::{SavedBackend, SavedModule, SavedPlan, SavedSchema, write_file};
use smol_str::SmolStr;
use value::Value;

use crate::commands::version::terraform_level;
use crate::flags::Parsed;
use crate::plugins;
use crate::project::Loaded;
use crate::ui::Ui;
use crate::variables::Inputs;

/// Saves a plan with the configuration that it was made from.
pub(crate) fn save(
    path: &str,
    Loaded { project, providers }: &Loaded,
    plan: Plan,
    identity: (String, u64),
    diags: &mut Diagnostics,
) -> Plan {
    let modules = config::snapshot(&project.tree)
        .into_iter()
        .map(|(key, dir, files)| SavedModule { key, dir, files })
        .collect();
    let settings = &project.tree.modules[0].module.settings;
    let type_name = settings.backend.as_ref().map_or("local", |backend| backend.type_name.as_str());
    let saved = SavedPlan {
        schemas: schemas(project, &plan, providers),
        plan,
        modules,
        lineage: identity.0,
        serial: identity.1,
        backend: SavedBackend {
            type_name: type_name.to_owned(),
            config: None,
            workspace: project.workspace.to_string(),
        },
        terraform_version: terraform_level(),
        created_by: format!("cairn {}", env!("CARGO_PKG_VERSION")),
    };
    let written = saved.write().map_err(|error| error.to_string()).and_then(|bytes| {
        let refused = |error| {
            format!("The plan file {path} could not be written: {error}.", error = diag::reason(&error))
        };
        write_file(Path::new(path), &bytes).map_err(refused)
    });
    diags.extend(written.err().map(|detail| Diagnostic::error("Failed to write plan file", detail)));
    saved.plan
}

/// The schemas of all types that are declared, changed or remembered.
fn schemas(project: &Project, plan: &Plan, providers: &ProviderSet) -> Vec<SavedSchema> {
    let mut types: BTreeSet<(Provider, ResourceMode, SmolStr)> = BTreeSet::new();
    for module in &project.tree.modules {
        for config in module.module.resources.values() {
            let provider = module.module.provider_addr(&config.provider_name().local);
            types.insert((provider, config.resource.mode, config.resource.type_name.clone()));
        }
    }
    for change in plan.changes.iter().chain(&plan.drift) {
        let resource = &change.addr.resource.resource;
        types.insert((change.provider.provider.clone(), resource.mode, resource.type_name.clone()));
    }
    for (addr, stored) in plan.prior_state.resources.iter() {
        types.insert((stored.provider.provider.clone(), addr.resource.mode, addr.resource.type_name.clone()));
    }
    let saved = types.into_iter().filter_map(|(provider, mode, type_name)| {
        let schema = providers.schema(&provider, mode, &type_name)?;
        Some(SavedSchema { provider, mode, type_name, schema })
    });
    saved.collect()
}

/// Reads a saved plan.
pub(crate) fn read(path: &str, diags: &mut Diagnostics) -> Option<SavedPlan> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let detail =
                format!("The plan file {path} cannot be read: {error}.", error = diag::reason(&error));
            diags.push(Diagnostic::error(format!("Failed to load {path:?} as a plan file"), detail));
            return None;
        }
    };
    match SavedPlan::read(&bytes) {
        Ok(saved) => Some(saved),
        Err(error) => {
            diags.push(Diagnostic::error(
                format!("Failed to load {path:?} as a plan file"),
                error.to_string(),
            ));
            None
        }
    }
}

/// The configuration that a plan carries, without values of variables.
pub(crate) fn tree_of(saved: &SavedPlan, diags: &mut Diagnostics) -> ModuleTree {
    let modules = saved.modules.iter();
    let modules = SnapshotModules::new(
        modules.map(|module| (module.key.clone(), module.dir.clone(), module.files.clone())),
    );
    let (root, more) = config::load_module_from(&modules, modules.root_dir());
    diags.append(more);
    let (tree, more) = ModuleTree::load_from(&modules, root, &saved.plan.variables, &DiskFiles::new("."));
    diags.append(more);
    tree
}

/// Opens a saved plan to perform it, with the configuration that it carries.
pub(crate) fn open(
    path: &str,
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<(ModuleTree, SavedPlan)> {
    let saved = read(path, diags)?;
    let mut tree = tree_of(&saved, diags);
    *sources = tree.sources();
    declare_generated(&saved.plan, &mut tree, sources, diags);
    if saved.plan.errored {
        let detail =
            "This plan is not whole, because something went wrong while it was made. Make a new one.";
        diags.push(Diagnostic::error("Cannot apply incomplete plan", detail));
    }
    (!diags.has_errors()).then_some((tree, saved))
}

/// The configuration of a saved plan with the values of its variables: those of the plan, and those that it does not
/// keep, which are given again.
pub(crate) fn project(
    ui: Ui,
    tree: ModuleTree,
    saved: &SavedPlan,
    parsed: &Parsed,
    diags: &mut Diagnostics,
) -> Option<Loaded> {
    let root = &tree.modules[0].module;
    let mut variables: BTreeMap<SmolStr, Value> = BTreeMap::new();
    for (name, given) in &saved.plan.variables {
        // The plan has them as they were given; they were converted without a problem when it was made.
        let value =
            root.variables.get(name).and_then(|variable| variable.value_for(Some(given.clone())).ok());
        variables.insert(name.clone(), value.unwrap_or_else(|| given.clone()));
    }
    give_again(root, saved, parsed, &mut variables, diags);
    if diags.has_errors() {
        return None;
    }
    let providers = plugins::for_tree(ui, &tree, diags)?;
    let (project, more) = Project::new(tree, variables, saved.backend.workspace.as_str(), &providers);
    diags.append(more);
    (!diags.has_errors()).then_some(Loaded { project, providers })
}

/// Declares what was generated when the plan was made: the configuration that it carries does not have it.
fn declare_generated(plan: &Plan, tree: &mut ModuleTree, sources: &mut SourceMap, diags: &mut Diagnostics) {
    for change in &plan.changes {
        let Some(text) = &change.generated_config else { continue };
        let file = format!("generated for {}", change.addr);
        let (config, more) = config::parse_resource(&change.addr.resource.resource, &file, text);
        sources.insert(config.body.source().clone());
        diags.append(more);
        tree.declare(config);
    }
}

/// Compares what is given now with what the plan was made with. What was not given then has no part in it; what is
/// ephemeral must be given again.
fn give_again(
    root: &Module,
    saved: &SavedPlan,
    parsed: &Parsed,
    variables: &mut BTreeMap<SmolStr, Value>,
    diags: &mut Diagnostics,
) {
    let is_ephemeral = |variable: &Variable| variable.ephemeral == Some(true);
    let explicit = Inputs::collect_given(parsed, diags).given_values(root);
    let inputs = Inputs::collect(Path::new("."), parsed, &mut Diagnostics::new());
    let given = inputs.given_values(root);
    let mut of_plan = root.clone();
    of_plan
        .variables
        .retain(|name, variable| is_ephemeral(variable) || saved.plan.given_variables.contains(name));
    inputs.report_undeclared(&of_plan, diags);
    for (name, variable) in of_plan.variables.iter().filter(|(_, variable)| is_ephemeral(variable)) {
        let value = variable.value_for(given.get(name).cloned());
        match (saved.plan.ephemeral_variables.contains(name), inputs.has(name), value) {
            (false, true, _) => diags.push(unplanned_ephemeral(name)),
            (true, false, _) | (false, false, Err(_)) => diags.push(missing_ephemeral(name)),
            (_, _, Ok(value)) => drop(variables.insert(name.clone(), value)),
            (true, true, Err(_)) => {
                let detail =
                    format!("The value given for the variable {:?} is not of its type.", name.as_str());
                diags.push(Diagnostic::error("Invalid value for input variable", detail));
            }
        }
    }
    for name in of_plan.variables.iter().filter(|(_, found)| !is_ephemeral(found)).map(|(name, _)| name) {
        let planned = saved.plan.variables.get(name);
        let is_planned = |value: &Value| planned.is_some_and(|planned| same_value(planned, value));
        if explicit.get(name).is_some_and(|value| !is_planned(value)) {
            let detail = format!(
                "The value given for the variable {:?} is not the one that the plan was made with. A saved plan is performed \
                 with its own values.",
                name.as_str()
            );
            diags.push(Diagnostic::error("Can't change variable when applying a saved plan", detail));
        } else if inputs.is_of_environment(name) && given.get(name).is_some_and(|value| !is_planned(value)) {
            let detail = format!(
                "The environment has another value for the variable {:?} than the plan was made with. The plan is performed with \
                 its own.",
                name.as_str()
            );
            diags.push(Diagnostic::warning("Ignoring variable when applying a saved plan", detail));
        }
    }
}

fn unplanned_ephemeral(name: &SmolStr) -> Diagnostic {
    let detail = format!(
        "The variable {:?} was not given when the plan was made, so it cannot be given now.",
        name.as_str()
    );
    Diagnostic::error("Ephemeral variable was not set during planning", detail)
}

fn same_value(a: &Value, b: &Value) -> bool {
    a.unmark_deep().0.raw_eq(&b.unmark_deep().0)
}

fn missing_ephemeral(name: &SmolStr) -> Diagnostic {
    let detail = format!(
        "The variable {:?} is ephemeral, so its value is not part of the plan. Give it again, with -var or -var-file.",
        name.as_str()
    );
    Diagnostic::error("No value for required variable", detail)
}

/// Whether a plan was made from the state that there is.
pub(crate) fn check_identity(saved: &SavedPlan, session: &Session) -> Result<(), Box<Diagnostic>> {
    let (lineage, serial) = session.identity();
    if !saved.lineage.is_empty() && lineage.is_empty() {
        let detail = "The plan was made from a state, and there is none here. Run the command where the plan was made; or, if the \
                      state is gone for good, make a new plan.";
        return Err(Box::new(Diagnostic::error("Saved plan does not match the given state", detail)));
    }
    if !saved.lineage.is_empty() && saved.lineage != lineage {
        let detail = "The plan was made from another state than the one that is here: their lineages differ. Make a new plan.";
        return Err(Box::new(Diagnostic::error("Saved plan does not match the given state", detail)));
    }
    if saved.serial != serial || saved.lineage.is_empty() != lineage.is_empty() {
        let detail = "The state was changed by another run since the plan was made, so the plan can no longer be performed. Make \
                      a new plan.";
        return Err(Box::new(Diagnostic::error("Saved plan is stale", detail)));
    }
    Ok(())
}

/// The same for who only looks at the plan.
pub(crate) fn check_state(saved: &SavedPlan, tree: &ModuleTree, parsed: &Parsed, diags: &mut Diagnostics) {
    let settings = &tree.modules[0].module.settings;
    let Some(backend) = crate::project::backend(Some(settings), parsed, diags) else { return };
    let (workspace, lock) = (&saved.backend.workspace, LockOptions::none());
    let session = Session::open(backend.as_ref(), workspace, Purpose::Look, &lock, &terraform_level(), diags);
    let Some(session) = session else { return };
    if let Err(diagnostic) = check_identity(saved, &session) {
        diags.push(*diagnostic);
    }
    session.close(diags);
}
