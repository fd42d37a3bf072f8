//! Provider configurations and provisioners that are used but not there.

use diag::{Diagnostic, Diagnostics};

use crate::provider::ProviderRef;
use crate::provisioner_kinds;
use crate::tree::ModuleTree;

/// Reports references to provider configurations that are not declared, and unknown provisioners.
pub(super) fn check(tree: &ModuleTree) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for (index, module) in tree.modules.iter().enumerate() {
        let declared = &module.module;
        for config in declared.resources.values() {
            if let Some(reference) = &config.provider {
                diags.extend(check_reference(tree, index, reference, &config.resource.to_string()));
            }
            for provisioner in &config.provisioners {
                if !provisioner_kinds::has_provisioner(&provisioner.type_name) {
                    let detail =
                        format!("There is no provisioner named {:?}.", provisioner.type_name.as_str());
                    let summary = "Missing required provisioner plugin";
                    diags.push(Diagnostic::error(summary, detail).at(provisioner.range.clone()));
                }
            }
        }
        for call in declared.module_calls.values() {
            for (_, ours) in &call.providers {
                diags.extend(check_reference(tree, index, ours, &format!("module.{}", call.name)));
            }
        }
    }
    diags
}

/// A configuration with an alias is there only where somebody wrote it, or where the caller hands it over.
fn check_reference(
    tree: &ModuleTree,
    index: usize,
    reference: &ProviderRef,
    user: &str,
) -> Option<Diagnostic> {
    let module = &tree.modules[index].module;
    let name = &reference.name;
    let required = module.settings.required_providers.as_ref();
    let handed_over = required
        .and_then(|required| required.entries.get(&name.local))
        .is_some_and(|entry| entry.aliases.contains(name));
    if name.alias.is_none() || module.providers.contains_key(name) || handed_over {
        return None;
    }
    let detail = format!(
        "{user} asks for the configuration {name} of its provider, but no provider block with that alias is declared here."
    );
    Some(Diagnostic::error("Provider configuration not present", detail).at(reference.range.clone()))
}
