//! Provider configurations and provisioners that are used but not there.

use addrs::Referenceable;
use diag::{Diagnostic, Diagnostics, Pos, Span};
use hcl::Expression;

use crate::module::Module;
use crate::module_call::ModuleCall;
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
                let summary = "Invalid resource provider configuration";
                diags.extend(check_key(tree, index, reference, summary));
                let declared = declared.providers.get(&reference.name);
                let theirs = declared.and_then(|declared| declared.for_each.as_ref());
                diags.extend(check_lifetimes(theirs, config.repetition.for_each.as_ref()));
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
        for provider in declared.providers.values() {
            provider.for_each.iter().for_each(|expr| check_static(expr, &mut diags));
        }
        for call in declared.module_calls.values() {
            for (_, ours) in &call.providers {
                diags.extend(check_reference(tree, index, ours, &format!("module.{}", call.name)));
                diags.extend(check_key(tree, index, ours, "Invalid module provider configuration"));
                let declared = declared.providers.get(&ours.name);
                let theirs = declared.and_then(|declared| declared.for_each.as_ref());
                diags.extend(check_lifetimes(theirs, call.repetition.for_each.as_ref()));
            }
            if let Some(child) = module.children.get(&call.name) {
                let child = &tree.modules[*child].module;
                check_handed_over(child, call, &mut diags);
                check_wanted(declared, child, call, &mut diags);
            }
        }
    }
    diags
}

/// A configuration with `for_each` is referred to with the key of an instance, and another without.
fn check_key(tree: &ModuleTree, index: usize, reference: &ProviderRef, summary: &str) -> Option<Diagnostic> {
    let name = &reference.name;
    let declared = tree.modules[index].module.providers.get(name)?;
    let detail = match (&declared.for_each, &reference.key) {
        (Some(_), None) => format!(
            "The configuration {name} has for_each, so one of its instances has to be named, as in {name}[each.key]."
        ),
        (None, Some(_)) => {
            format!(
                "The configuration {name} has no for_each, so there are no instances of it to name by a key."
            )
        }
        _ => return None,
    };
    // What is pointed at is the name of the provider.
    let mut at = reference.range.clone();
    let length = u32::try_from(name.local.len()).unwrap_or_default();
    at.end = Pos { line: at.start.line, column: at.start.column + length, byte: at.start.byte + length };
    Some(Diagnostic::error(summary, detail).at(at))
}

/// Warns where what uses a configuration goes away together with it: destroying needs the configuration once more.
fn check_lifetimes(theirs: Option<&Expression>, ours: Option<&Expression>) -> Option<Diagnostic> {
    let plain = |expr: &Expression| crate::decode::reference(expr, &mut Diagnostics::new());
    let at = ours?.range();
    let (theirs, ours) = (plain(theirs?)?, plain(ours?)?);
    (theirs.names()? == ours.names()?).then(|| {
        let detail = "The configuration and what uses it have the same for_each. When an element is taken away both are gone, \
                      and nothing is left to destroy the objects with. Let the configuration keep elements for longer.";
        Diagnostic::warning("Provider configuration for_each matches resource", detail).at(at)
    })
}

/// Which instances there are must be known before anything is looked at.
fn check_static(expr: &Expression, diags: &mut Diagnostics) {
    for traversal in expr.references() {
        let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { continue };
        if !matches!(parsed.subject, Referenceable::Resource(_) | Referenceable::ModuleCall(_)) {
            continue;
        }
        let last = parsed.used.checked_sub(1).and_then(|last| traversal.steps.get(last));
        let end = last.map_or(traversal.span.end, |step| step.span.end);
        let at = traversal.source.range(Span::new(traversal.span.start, end));
        let detail = format!(
            "{} is known only while a plan is made, and which instances of a provider's configuration there are must be known \
             before.",
            parsed.subject
        );
        diags.push(Diagnostic::error("Dynamic value in static context", detail).at(at));
    }
}

/// Reports configurations that a module asks its callers for and that a call does not hand over.
fn check_handed_over(child: &Module, call: &ModuleCall, diags: &mut Diagnostics) {
    let required = child.settings.required_providers.iter().flat_map(|required| required.entries.values());
    for alias in required.flat_map(|entry| &entry.aliases) {
        if call.providers.iter().all(|(theirs, _)| theirs.name != *alias) {
            let detail = format!(
                "The module asks for a configuration of a provider by the name {alias}. Hand one over in the \"providers\" \
                 argument of this call."
            );
            let summary = "Missing required provider configuration";
            diags.push(Diagnostic::error(summary, detail).at(call.range.clone()));
        }
    }
}

/// Reports configurations that a call hands over and that the module does not ask for, or asks for of another provider.
fn check_wanted(caller: &Module, child: &Module, call: &ModuleCall, diags: &mut Diagnostics) {
    const UNDEFINED: &str = "Reference to undefined provider";
    let required = child.settings.required_providers.as_ref();
    for (theirs, ours) in &call.providers {
        let (name, local) = (&theirs.name, &theirs.name.local);
        let entry = required.and_then(|required| required.entries.get(local));
        if !child.providers.contains_key(name) {
            match entry {
                None => {
                    let detail = format!(
                        "The module says nothing of a provider {local:?}, so {} is assumed. Add it to \"required_providers\" in \
                         the module.",
                        child.provider_addr(local)
                    );
                    diags.push(Diagnostic::warning(UNDEFINED, detail).at(theirs.range.clone()));
                }
                Some(entry) if name.alias.is_some() && !entry.aliases.contains(name) => {
                    let detail = format!(
                        "The module does not ask for a configuration {name}. Add it to \"configuration_aliases\" in its \
                         \"required_providers\"."
                    );
                    diags.push(Diagnostic::error(UNDEFINED, detail).at(theirs.range.clone()));
                }
                Some(_) => {}
            }
        }
        let (wanted, given) = (child.provider_addr(local), caller.provider_addr(&ours.name.local));
        if wanted != given {
            let detail = format!(
                "The module means the provider {wanted} by {local:?}, but {} is a configuration of {given}.",
                ours.name
            );
            diags.push(Diagnostic::error("Provider type mismatch", detail).at(ours.range.clone()));
        }
    }
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
    let call = tree.modules[index].caller.as_ref();
    let call = call.and_then(|(caller, call)| tree.modules[*caller].module.module_calls.get(call));
    if call.is_some_and(|call| call.providers.iter().any(|(theirs, _)| theirs.name == *name)) {
        return None;
    }
    let detail = format!(
        "{user} asks for the configuration {name} of its provider, but no provider block with that alias is declared here."
    );
    Some(Diagnostic::error("Provider configuration not present", detail))
}
