//! `removed` blocks: what they name must be gone.

use diag::{Diagnostic, Diagnostics};

use crate::tree::ModuleTree;

/// Reports blocks that say something is removed that is still declared. Only a plan asks this: both models find such a
/// configuration valid.
pub fn check_removed(tree: &ModuleTree) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let mut told = Vec::new();
    for (index, module) in tree.modules.iter().enumerate() {
        for removed in &module.module.removed {
            let calls = removed.from.modules.iter().map(|(name, _)| name);
            let Some(at) = tree.find(index, calls) else {
                continue;
            };
            let (summary, declared) = match &removed.from.resource {
                Some(resource) => {
                    let config = tree.modules[at].module.resources.get(&resource.resource);
                    ("Removed resource still exists", config.map(|config| &config.range))
                }
                None => {
                    let caller = tree.modules[at].caller.as_ref();
                    let call =
                        caller.and_then(|(caller, name)| tree.modules[*caller].module.module_calls.get(name));
                    ("Removed module still exists", call.map(|call| &call.range))
                }
            };
            // However many blocks say it, it is declared once.
            if let Some(declared) = declared.filter(|declared| !told.contains(declared)) {
                told.push(declared);
                let detail = format!(
                    "A block at {} says that {} is removed, but it is still declared here. Take one of the two away.",
                    crate::decode::place(&removed.range),
                    removed.from
                );
                diags.push(Diagnostic::error(summary, detail).at(declared.clone()));
            }
        }
    }
    diags
}
