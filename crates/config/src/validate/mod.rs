//! What can be told of a configuration without running it and without the schemas of providers.
//!
//! The declarations are visited in the order of their references. Whoever needs something that is
//! wrong is not looked at, so that each problem is told once.

mod calls;
mod conditions;
mod eval;
mod imports;
mod providers;
mod repetition;
mod resources;
mod walk;

use std::collections::BTreeMap;

use diag::{Diagnostic, Diagnostics};
use functions::FileAccess;
use smol_str::SmolStr;
use value::Value;

use crate::graph::Graph;
use crate::tree::ModuleTree;
use crate::version::Version;

/// Checks a configuration that was loaded without errors; its variables have no values.
pub fn validate(tree: &ModuleTree, files: &dyn FileAccess) -> Diagnostics {
    visit(tree, files, None)
}

/// Evaluates what has a value without anything being run: variables, locals and outputs, for the console.
pub fn evaluate(tree: &ModuleTree, values: &BTreeMap<SmolStr, Value>, files: &dyn FileAccess) -> Diagnostics {
    visit(tree, files, Some(values))
}

fn visit(
    tree: &ModuleTree,
    files: &dyn FileAccess,
    values: Option<&BTreeMap<SmolStr, Value>>,
) -> Diagnostics {
    let graph = Graph::build(tree);
    let mut diags = calls::check(tree, &graph);
    if values.is_none() {
        diags.append(providers::check(tree));
    }
    if diags.has_errors() {
        return diags;
    }
    let components = graph.components();
    for component in components.iter().filter(|component| component.len() > 1) {
        let mut members: Vec<String> = component.iter().map(|at| graph.label(tree, *at)).collect();
        members.sort();
        diags.push(Diagnostic::error(format!("Cycle: {}", members.join(", ")), ""));
    }
    if diags.has_errors() {
        return diags;
    }
    let walk = match values {
        None => walk::Walk::new(tree, &graph, files),
        Some(values) => walk::Walk::of_values(tree, &graph, files, values),
    };
    diags.append(walk.run(components.iter().flatten().copied()));
    diags
}

/// Checks the versions that modules ask for against the levels that are offered; one that fits is enough.
pub fn check_versions(tree: &ModuleTree, levels: &[(&str, &Version)]) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for (index, module) in tree.modules.iter().enumerate() {
        for constraint in &module.module.settings.required_versions {
            if constraint.names_prerelease() {
                let detail = "Prereleases cannot be asked for: a constraint names released versions only.";
                diags.push(
                    Diagnostic::error("Invalid required_version constraint", detail)
                        .at(constraint.range.clone()),
                );
                continue;
            }
            if levels.iter().any(|(_, version)| constraint.allows(version)) {
                continue;
            }
            let offered: Vec<String> =
                levels.iter().map(|(name, version)| format!("{name} {version}")).collect();
            let who = match tree.address(index) {
                root if root.is_empty() => "This configuration".to_owned(),
                address => format!("The module {address}"),
            };
            let detail = format!(
                "{who} asks for version {:?}, but Cairn offers the levels of {}.",
                constraint.text(),
                offered.join(" and ")
            );
            diags.push(
                Diagnostic::error("Unsupported Terraform Core version", detail).at(constraint.range.clone()),
            );
        }
    }
    diags
}
