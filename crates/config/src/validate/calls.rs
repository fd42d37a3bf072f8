//! Arguments of calls against the variables of the modules that are called.

use diag::Diagnostics;
use hcl::{AttributeSchema, BodySchema};

use crate::graph::Graph;
use crate::tree::ModuleTree;

/// Reports arguments that are missing or not expected.
pub(super) fn check(tree: &ModuleTree, graph: &Graph) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for (index, child) in tree.modules.iter().enumerate() {
        let Some((caller, name)) = &child.caller else { continue };
        let Some(call) = tree.modules[*caller].module.module_calls.get(name) else { continue };
        let variables = &child.module.variables;
        let attributes = variables.values().map(|variable| AttributeSchema {
            name: variable.name.clone(),
            required: variable.is_required(),
        });
        let arguments = BodySchema { attributes: attributes.collect(), blocks: Vec::new() };
        diags.append(call.body.content(&arguments).1);
        for attribute in graph.arguments(index).values() {
            let variable = variables.get(&attribute.name);
            diags.extend(variable.and_then(|known| child.deprecated_argument(known, attribute.expr.range())));
        }
    }
    diags
}
