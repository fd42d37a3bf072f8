//! Provider configurations and provisioners that are used but not there.

use std::collections::BTreeSet;

use addrs::{Referenceable, ResourceMode};
use diag::{Diagnostic, Diagnostics, Pos, Span};
use hcl::Expression;

use crate::provider::{ProviderName, ProviderRef, check_local_name};
use crate::provisioner_kinds;
use crate::resource::{ResourceConfig, implied_provider};
use crate::tree::{ModuleTree, TreeModule};

/// Reports types of resources whose first word, which stands for their provider, cannot be the name of one.
pub(super) fn check_implied(tree: &ModuleTree) -> Diagnostics {
    let resources = tree.modules.iter().flat_map(|module| module.module.resources.values());
    let implied = resources.filter(|config| {
        config.provider.is_none()
            && matches!(config.resource.mode, ResourceMode::Managed | ResourceMode::Data)
    });
    let check = |config: &ResourceConfig| {
        let name = implied_provider(&config.resource.type_name);
        check_local_name(&name, config.type_range.clone()).err().map(|problem| *problem)
    };
    implied.filter_map(|config| check(config)).collect()
}

/// Reports references to provider configurations that are not declared, and unknown provisioners.
pub(super) fn check(tree: &ModuleTree) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let mut absent = BTreeSet::new();
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
                if let Some(missing) = missing(tree, index, &ours.name) {
                    absent.insert(missing);
                }
                diags.extend(check_key(tree, index, ours, "Invalid module provider configuration"));
                let declared = declared.providers.get(&ours.name);
                let theirs = declared.and_then(|declared| declared.for_each.as_ref());
                diags.extend(check_lifetimes(theirs, call.repetition.for_each.as_ref()));
            }
        }
    }
    for import in &tree.modules[0].module.imports {
        if let (Some(reference), None) = (&import.provider, import.resource_in(&tree.modules[0].module)) {
            diags.extend(check_reference(tree, 0, reference, &import.target.to_string()));
        }
    }
    // The first is enough: what goes through modules is missing at every step.
    if let Some(missing) = absent.into_iter().next() {
        let detail = "A configuration is handed over to a module, but nothing here declares it: write a provider block for it, \
                      or an entry of required_providers where there is nothing to configure.";
        return Diagnostic::error(format!("missing provider {missing}"), detail).into();
    }
    diags
}

/// The address of a configuration that a module hands over without having it.
fn missing(tree: &ModuleTree, index: usize, name: &ProviderName) -> Option<String> {
    let TreeModule { module, caller, .. } = &tree.modules[index];
    let call = caller.as_ref().and_then(|(caller, call)| tree.modules[*caller].module.module_calls.get(call));
    let is_passed = call.is_some_and(|call| call.providers.iter().any(|(theirs, _)| theirs.name == *name));
    let required = module.settings.required_providers.as_ref();
    let is_required = required.is_some_and(|required| required.entries.contains_key(&name.local));
    // Of what the root module requires there is a configuration that says nothing.
    if module.providers.contains_key(name) || is_passed || index == 0 && is_required && name.alias.is_none() {
        return None;
    }
    let provider = module.provider_addr(&name.local);
    let alias = name.alias.as_ref().map(|alias| format!(".{alias}")).unwrap_or_default();
    let address = tree.address(index);
    let dot = if address.is_empty() { "" } else { "." };
    Some(format!("{address}{dot}provider[\"{provider}\"]{alias}"))
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
    let handed_over = index > 0
        && required
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

/// Reports configurations that the root module wants to be handed over: nobody calls it.
pub fn check_root_aliases(tree: &ModuleTree) -> Diagnostics {
    let root = tree.modules.first().map(|root| &root.module);
    let required = root.and_then(|root| root.settings.required_providers.as_ref());
    let entries = required.into_iter().flat_map(|required| &required.entries);
    let aliases = entries.flat_map(|(_, entry)| &entry.aliases);
    let mut told = BTreeSet::new();
    let report = |alias: &ProviderName| {
        let detail = format!(
            "The root module asks its caller for a configuration {alias}, but nobody calls it. Write a provider block with that \
             alias, and take it out of configuration_aliases."
        );
        Diagnostic::error("Undefined provider configuration", detail)
    };
    // Of a configuration without alias there is always one.
    let is_missing = |alias: &ProviderName| {
        alias.alias.is_some() && root.is_some_and(|root| !root.providers.contains_key(alias))
    };
    aliases.filter(|alias| is_missing(alias) && told.insert(*alias)).map(report).collect()
}
