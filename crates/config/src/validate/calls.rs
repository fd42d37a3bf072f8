//! Arguments of calls against the variables of the modules that are called.

use std::collections::BTreeSet;

use diag::{Diagnostic, Diagnostics};
use hcl::did_you_mean;
use smol_str::SmolStr;

use crate::graph::Graph;
use crate::tree::ModuleTree;

/// Reports arguments that are missing or not expected.
pub(super) fn check(tree: &ModuleTree, graph: &Graph) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for (index, child) in tree.modules.iter().enumerate() {
        let Some((caller, name)) = &child.caller else { continue };
        let Some(call) = tree.modules[*caller].module.module_calls.get(name) else { continue };
        let variables = &child.module.variables;
        let given = graph.arguments(index);
        // What is required is required of the block itself: an override cannot add it.
        let written: BTreeSet<SmolStr> =
            call.body.lowest().items().attributes.into_iter().map(|attribute| attribute.name).collect();
        for variable in variables.values().filter(|variable| variable.is_required()) {
            if !written.contains(&variable.name) {
                let detail = format!(
                    "The argument {:?} is required, but no definition was found.",
                    variable.name.as_str()
                );
                diags.push(
                    Diagnostic::error("Missing required argument", detail).at(call.body.missing_item_range()),
                );
            }
        }
        let judged = || !call.body.is_overridden();
        let unexpected = given.values().filter(|attribute| !variables.contains_key(&attribute.name));
        for attribute in unexpected.filter(|_| judged()) {
            let given = attribute.name.as_str();
            let hint = did_you_mean(given, variables.keys().map(SmolStr::as_str));
            let detail = format!("An argument named {given:?} is not expected here.{hint}");
            diags.push(attribute.unexpected(detail));
        }
        for attribute in given.values() {
            let variable = variables.get(&attribute.name);
            diags.extend(variable.and_then(|known| child.deprecated_argument(known, attribute.expr.range())));
        }
        for block in call.body.items().blocks.into_iter().filter(|_| judged()) {
            let given = block.type_name.as_str();
            let hint = if variables.contains_key(given) {
                format!(
                    " Did you mean to define argument {given:?}? If so, use the equals sign to assign it a value."
                )
            } else {
                String::new()
            };
            let detail = format!("Blocks of type {given:?} are not expected here.{hint}");
            let at = block.body.source().range(block.type_span);
            diags.push(Diagnostic::error("Unsupported block type", detail).at(at));
        }
    }
    diags
}
