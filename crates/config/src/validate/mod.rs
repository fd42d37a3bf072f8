//! What can be told of a configuration without running it.
//!
//! The declarations are visited in the order of their references. Whoever needs something that is
//! wrong is not looked at, so that each problem is told once.

mod calls;
mod conditions;
mod cycles;
mod eval;
mod imports;
mod parts;
mod provider_block;
mod provider_passing;
mod providers;
mod removals;
mod repetition;
mod resources;
mod triggers;
mod unsupported;
mod walk;

use std::collections::BTreeMap;

use addrs::Referenceable;
use diag::{Diagnostic, Diagnostics};
use functions::FileAccess;
use hcl::{AbsTraversal, Expression};
use smol_str::SmolStr;
use value::Value;

use crate::graph::Graph;
use crate::module::Module;
use crate::module_call::ModuleCall;
use crate::names::{self, Context, ModuleNames};
use crate::schemas::{NoSchemas, Schemas};
use crate::tree::ModuleTree;
use crate::version::{Version, VersionConstraint};
use eval::BlockEval;
pub use provider_passing::check_handed_over;
pub use providers::check_root_aliases;
pub use removals::check_removed;
use walk::Walk;

/// Checks a configuration that was loaded without errors; its variables have no values.
pub fn validate(
    tree: &ModuleTree,
    graph: &Graph,
    files: &dyn FileAccess,
    schemas: &dyn Schemas,
) -> Diagnostics {
    let mut diags = providers::check_implied(tree);
    diags.append(check_handed_over(tree));
    if diags.has_errors() {
        return diags;
    }
    diags.append(calls::check(tree, graph));
    diags.append(providers::check(tree));
    diags.append(imports::check_targets(tree));
    let order = ordered(tree, graph, schemas, &mut diags);
    if !diags.has_errors() {
        diags.append(Walk::new(tree, graph, files, schemas).run(order.into_iter()));
    }
    diags
}

/// Evaluates what has a value without anything being run: variables, locals and outputs. The names of the
/// root module with their values are for the console.
pub fn evaluate<'a>(
    tree: &'a ModuleTree,
    values: BTreeMap<SmolStr, Value>,
    files: &'a dyn FileAccess,
) -> (ModuleNames<'a>, Diagnostics) {
    evaluate_with(tree, values, files, &NoSchemas)
}

/// What is wrong with the calls of modules, or with the order of declarations: then nothing can be evaluated.
pub fn check_order(tree: &ModuleTree, graph: &Graph) -> Diagnostics {
    let mut diags = calls::check(tree, graph);
    ordered(tree, graph, &NoSchemas, &mut diags);
    diags
}

/// The same where it is known what resources are like.
pub fn evaluate_with<'a>(
    tree: &'a ModuleTree,
    values: BTreeMap<SmolStr, Value>,
    files: &'a dyn FileAccess,
    schemas: &'a dyn Schemas,
) -> (ModuleNames<'a>, Diagnostics) {
    let graph = Graph::build(tree);
    let mut diags = calls::check(tree, &graph);
    let order = ordered(tree, &graph, schemas, &mut diags);
    let walk = Walk::of_values(tree, &graph, files, schemas, values);
    if !diags.has_errors() {
        diags.append(walk.run(order.into_iter()));
    }
    (walk.into_root_names(), diags)
}

/// What is wrong with what an expression refers to that stands in no block of the root module, whatever there is.
pub fn check_expression(names: &ModuleNames<'_>, expr: &Expression) -> Diagnostics {
    let block = BlockEval::new(names, Context::default());
    expr.references().iter().flat_map(|traversal| block.check_one(traversal)).collect()
}

/// What is wrong with `count` and `each` in an argument of a call that has no such instances. The models ask that only
/// when there are values.
pub fn check_repetition(module: &Module, call: &ModuleCall, argument: &Expression) -> Diagnostics {
    let unrepeated = |traversal: &AbsTraversal| {
        let parsed = lang::parse_reference(traversal.as_reference()).ok()?;
        let is_known = match &parsed.subject {
            Referenceable::Count(_) => call.repetition.count.is_some(),
            Referenceable::Each(_) => call.repetition.for_each.is_some(),
            _ => true,
        };
        if is_known {
            return None;
        }
        let subject = lang::subject_span(traversal.as_reference(), &parsed, traversal.span);
        let problem = names::check_declared(module, &parsed.subject).err()?;
        Some((*problem).at(traversal.source.range(subject)))
    };
    argument.references().iter().filter_map(unrepeated).collect()
}

/// The declarations in the order of their references; cycles are reported.
fn ordered(tree: &ModuleTree, graph: &Graph, schemas: &dyn Schemas, diags: &mut Diagnostics) -> Vec<usize> {
    let mut order = graph.order().to_vec();
    // Where something is wrong with the calls already, nothing else is looked at.
    if !diags.has_errors() {
        for cycle in graph.cycles() {
            let members = &mut order[cycle.clone()];
            match cycles::order_without_unsupported(tree, graph, schemas, members) {
                Some(order) => members.copy_from_slice(&order),
                None => diags.push(cycles::cycle(tree, graph, members)),
            }
        }
    }
    order
}

/// Reports constraints that name prereleases, which are matched by nothing else.
pub fn check_prereleases(tree: &ModuleTree) -> Diagnostics {
    let constraints = tree.modules.iter().flat_map(|module| &module.module.settings.required_versions);
    let named = constraints.filter(|constraint| constraint.names_prerelease());
    let report = |constraint: &VersionConstraint| {
        let detail = "Prereleases cannot be asked for: a constraint names released versions only.";
        Diagnostic::error("Invalid required_version constraint", detail).at(constraint.range.clone())
    };
    named.map(report).collect()
}

/// Checks the versions that modules ask for against the levels that are offered; one that fits is enough.
pub fn check_versions(tree: &ModuleTree, levels: &[(&str, &Version)]) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for (index, module) in tree.modules.iter().enumerate() {
        for constraint in &module.module.settings.required_versions {
            if constraint.names_prerelease() || levels.iter().any(|(_, version)| constraint.allows(version)) {
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
