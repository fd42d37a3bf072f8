//! Configurations of providers that calls of modules hand over: told as soon as the modules are read, before anything
//! else is looked at.

use std::collections::BTreeMap;

use addrs::{DEFAULT_HOST, Provider};
use diag::{Diagnostic, Diagnostics, SourceRange};
use smol_str::SmolStr;

use crate::module::Module;
use crate::module_call::ModuleCall;
use crate::provider::{ProviderConfig, ProviderName, ProviderRef};
use crate::tree::ModuleTree;

const UNDEFINED: &str = "Reference to undefined provider";

/// Reports what is wrong with the configurations that modules declare, expect and hand over.
pub fn check_handed_over(tree: &ModuleTree) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let has_own = own_below(tree);
    for (index, module) in tree.modules.iter().enumerate() {
        let declared = &module.module;
        check_names(declared, &mut diags);
        if index > 0 {
            check_empty_blocks(declared, &mut diags);
        }
        for call in declared.module_calls.values() {
            let Some(child) = module.children.get(&call.name) else { continue };
            if let Some(at) = repeated_at(call).filter(|_| has_own[*child]) {
                diags.push(incompatible(&tree.address(*child), at));
            }
            let child = &tree.modules[*child].module;
            check_expected(child, call, &mut diags);
            for (theirs, ours) in &call.providers {
                check_passed(declared, child, theirs, ours, &mut diags);
            }
        }
    }
    diags
}

/// For each module whether it, or one that it calls, configures providers of its own.
fn own_below(tree: &ModuleTree) -> Vec<bool> {
    let is_own = |module: &Module| module.providers.values().any(|config| !is_empty(config));
    let mut found: Vec<bool> = tree.modules.iter().map(|module| is_own(&module.module)).collect();
    // Callers come before what they call.
    for index in (0..tree.modules.len()).rev() {
        if let (true, Some((caller, _))) = (found[index], &tree.modules[index].caller) {
            found[*caller] = true;
        }
    }
    found
}

/// Whether a block says nothing but its name: that was how modules asked for a configuration once.
fn is_empty(config: &ProviderConfig) -> bool {
    let items = config.body.items();
    config.for_each.is_none() && items.attributes.is_empty() && items.blocks.is_empty()
}

/// Where a call says that there are several instances, or that others come first.
fn repeated_at(call: &ModuleCall) -> Option<SourceRange> {
    let repetition = call.repetition.count.as_ref().or(call.repetition.for_each.as_ref());
    repetition.map(|expr| expr.range()).or_else(|| call.depends_on.first().map(|first| first.range()))
}

fn incompatible(address: &str, at: SourceRange) -> Diagnostic {
    let detail = format!(
        "The module {address}, or one that it calls, configures providers of its own, so its calls cannot have count, for_each or \
         depends_on. Hand configurations over in the \"providers\" argument of the call instead."
    );
    Diagnostic::error("Module is incompatible with count, for_each, and depends_on", detail).at(at)
}

/// Warns of a provider that goes by two names in a module.
fn check_names(module: &Module, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Duplicate required provider";
    let Some(required) = &module.settings.required_providers else { return };
    let mut names: BTreeMap<Provider, &SmolStr> = BTreeMap::new();
    for (local, entry) in &required.entries {
        let provider = module.provider_addr(local);
        if let Some(first) = names.get(&provider) {
            let detail = format!(
                "The provider {provider} is required as {first:?} and as {local:?}. One name for it is enough."
            );
            diags.push(Diagnostic::warning(SUMMARY, detail).at(entry.range.clone()));
            continue;
        }
        names.insert(provider, local);
    }
    for config in module.resources.values().filter(|config| config.provider.is_none()) {
        let local = config.provider_name().local;
        let provider = module.provider_addr(&local);
        let Some(known) = names.get(&provider).filter(|_| !required.entries.contains_key(&local)) else {
            continue;
        };
        let detail = format!(
            "{} needs the provider {provider} by the name {local:?}, which its type implies, but it is required as {known:?}. Use \
             {local:?} in required_providers, or write provider = {known} here.",
            config.resource
        );
        diags.push(Diagnostic::warning(SUMMARY, detail).at(config.range.clone()));
    }
}

/// Warns of blocks by which a module asks for configurations in the old way, once for each provider.
fn check_empty_blocks(module: &Module, diags: &mut Diagnostics) {
    let mut first: BTreeMap<&SmolStr, &ProviderConfig> = BTreeMap::new();
    for config in module.providers.values().filter(|config| is_empty(config)) {
        let known = first.entry(&config.name.local).or_insert(config);
        if (&config.range.filename, config.range.start) < (&known.range.filename, known.range.start) {
            *known = config;
        }
    }
    for (local, config) in first {
        let detail = format!(
            "Empty provider blocks were how a module asked its callers for a configuration. Declare {local:?} in its \
             required_providers instead, with configuration_aliases where there are aliases, and take the empty blocks away."
        );
        diags.push(Diagnostic::warning("Redundant empty provider block", detail).at(config.range.clone()));
    }
}

/// Reports configurations that a module expects and that a call does not hand over.
fn check_expected(child: &Module, call: &ModuleCall, diags: &mut Diagnostics) {
    const SUMMARY: &str = "Missing required provider configuration";
    let is_passed = |name: &ProviderName| call.providers.iter().any(|(theirs, _)| theirs.name == *name);
    let required = child.settings.required_providers.iter().flat_map(|required| &required.entries);
    for (local, entry) in required {
        for alias in entry.aliases.iter().filter(|alias| !is_passed(alias)) {
            let detail = format!(
                "The module asks for a configuration of a provider by the name {alias}. Hand one over in the \"providers\" \
                 argument of this call."
            );
            diags.push(Diagnostic::error(SUMMARY, detail).at(call.range.clone()));
        }
        let plain = ProviderName { local: local.clone(), alias: None };
        let hands_on = |call: &ModuleCall| call.providers.iter().any(|(_, ours)| ours.name == plain);
        if !is_passed(&plain)
            && !child.providers.contains_key(&plain)
            && child.module_calls.values().any(|call| hands_on(call))
        {
            let detail = format!(
                "The module hands its configuration {local:?} on to another, but this call does not hand one over to it. Add it \
                 to the \"providers\" argument of this call."
            );
            diags.push(Diagnostic::warning(SUMMARY, detail).at(call.range.clone()));
        }
    }
}

/// Reports a configuration that is handed over and that the module does not ask for, has itself, or asks for of another
/// provider.
fn check_passed(
    caller: &Module,
    child: &Module,
    theirs: &ProviderRef,
    ours: &ProviderRef,
    diags: &mut Diagnostics,
) {
    let (name, local) = (&theirs.name, &theirs.name.local);
    let block = child.providers.get(name);
    if block.is_some_and(|block| !is_empty(block)) {
        let detail = format!(
            "The module configures {name} itself, so no other configuration can be handed over to it by that name."
        );
        diags.push(
            Diagnostic::error("Cannot override provider configuration", detail).at(theirs.range.clone()),
        );
    }
    let wanted = entry_of(child, local);
    match wanted {
        None if !block.is_some_and(|block| is_empty(block)) => {
            let assumed = assumed(local);
            let detail = format!(
                "The module says nothing of a provider {local:?}, so {} is assumed. Add it to \"required_providers\" in the module.",
                assumed.short()
            );
            diags.push(Diagnostic::warning(UNDEFINED, detail).at(theirs.range.clone()));
        }
        Some(aliases) if block.is_none() && name.alias.is_some() && !aliases.contains(name) => {
            let detail = format!(
                "The module does not ask for a configuration {name}. Add it to \"configuration_aliases\" in its \
                 \"required_providers\"."
            );
            // What the name means by itself is meant, so nothing goes wrong.
            let problem = match meant(child, local) == assumed(local) {
                true => Diagnostic::warning(UNDEFINED, detail),
                false => Diagnostic::error(UNDEFINED, detail),
            };
            diags.push(problem.at(theirs.range.clone()));
        }
        _ => {}
    }
    let given = &ours.name.local;
    if ours.name.alias.is_none() && entry_of(caller, given).is_none() {
        let detail = format!(
            "Nothing is said of a provider {given:?} here, so {} is assumed. Add it to \"required_providers\" of the module that \
             has this call.",
            assumed(given).short()
        );
        diags.push(Diagnostic::warning(UNDEFINED, detail).at(ours.range.clone()));
    }
    let (wanted, given) = (meant(child, local), meant(caller, given));
    if wanted != given {
        let detail = format!(
            "The module means the provider {} by {local:?}, but {} is a configuration of {}.",
            wanted.short(),
            ours.name,
            given.short()
        );
        diags.push(Diagnostic::error("Provider type mismatch", detail).at(ours.range.clone()));
    }
}

/// The aliases of what a module declares by a name; nothing where it declares nothing.
fn entry_of<'a>(module: &'a Module, local: &str) -> Option<&'a [ProviderName]> {
    let required = module.settings.required_providers.as_ref()?;
    required.entries.get(local).map(|entry| entry.aliases.as_slice())
}

/// The provider that a name means where configurations are handed over: no type of a resource is there to say more.
fn meant(module: &Module, local: &str) -> Provider {
    if entry_of(module, local).is_some() { module.provider_addr(local) } else { assumed(local) }
}

fn assumed(local: &str) -> Provider {
    Provider { host: DEFAULT_HOST.into(), namespace: "hashicorp".into(), type_name: local.into() }
}
