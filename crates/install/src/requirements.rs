//! Which providers a configuration needs, and in which versions.

use std::collections::{BTreeMap, BTreeSet};

use addrs::{DEFAULT_HOST, Provider};
use config::{Constraints, Module, ModuleTree, VersionConstraint};

/// The providers that are needed, with what is asked of their versions.
pub type Requirements = BTreeMap<Provider, Constraints>;

/// What all modules of a configuration need, declared or implied.
pub fn requirements(tree: &ModuleTree) -> Requirements {
    let mut all = Requirements::new();
    for module in &tree.modules {
        for (provider, constraints) in of_module(&module.module) {
            all.entry(provider).or_default().add_all(&constraints);
        }
    }
    all
}

/// The providers that something is written for, not only declared.
pub fn used(tree: &ModuleTree) -> BTreeSet<Provider> {
    let mut found = BTreeSet::new();
    for module in tree.modules.iter().map(|module| &module.module) {
        let of = |local: &str| module.provider_addr(local);
        found.extend(module.providers.keys().map(|name| of(&name.local)));
        found.extend(module.resources.values().map(|resource| of(&resource.provider_name().local)));
    }
    found
}

/// What one module needs itself.
pub fn of_module(module: &Module) -> Requirements {
    let entries = module.settings.required_providers.as_ref().map(|required| &required.entries);
    let provider_of = |local: &str| module.provider_addr(local);
    let mut found = Requirements::new();
    let mut need = |provider: Provider, version: Option<&VersionConstraint>| {
        let constraints = found.entry(provider).or_default();
        version.into_iter().flat_map(|version| version.terms()).for_each(|term| constraints.add(term));
    };
    for (local, entry) in entries.into_iter().flatten() {
        need(provider_of(local), entry.version.as_ref());
    }
    for (name, config) in &module.providers {
        need(provider_of(&name.local), config.version.as_ref());
    }
    for resource in module.resources.values() {
        need(provider_of(&resource.provider_name().local), None);
    }
    // Configuration may be generated for what is taken over and not declared.
    let declared = |resource: &addrs::ResourceInstance| module.resources.contains_key(&resource.resource);
    for import in &module.imports {
        let here = import.target.resource.as_ref().filter(|_| import.target.modules.is_empty());
        if here.is_some_and(|resource| !declared(resource)) {
            need(provider_of(&import.provider_name().local), None);
        }
    }
    found
}

/// The providers that run already and are only to be connected to: the keys of `TF_REATTACH_PROVIDERS`. They need
/// no package and get no line in the lock file.
pub fn reattached(text: Option<&str>) -> Result<BTreeSet<Provider>, String> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(BTreeSet::new()) };
    let entries: BTreeMap<String, serde_json::Value> = serde_json::from_str(text)
        .map_err(|error| format!("Invalid format for TF_REATTACH_PROVIDERS: {error}."))?;
    let mut found = BTreeSet::new();
    for key in entries.keys() {
        let provider = Provider::parse(key).ok_or_else(|| {
            format!("The key {key:?} in TF_REATTACH_PROVIDERS is not the source of a provider: \"[hostname/][namespace/]type\".")
        })?;
        // The acceptance harness of older SDKs names providers as state did once; it means the one of that type.
        if provider.namespace == "-" {
            found.insert(Provider {
                host: DEFAULT_HOST.into(),
                namespace: "hashicorp".into(),
                type_name: provider.type_name.clone(),
            });
        }
        found.insert(provider);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_need_the_provider_of_what_is_not_declared() {
        let check = |text: &str, expect: &[&str]| {
            let dir = tempfile::tempdir().expect("a temporary folder can be made");
            std::fs::write(dir.path().join("main.tf"), text).expect("the folder can be written to");
            let (module, diags) = config::load_module(dir.path());
            assert!(!diags.has_errors(), "{diags:?}");
            let found = of_module(&module);
            assert_eq!(found.keys().map(Provider::short).collect::<Vec<_>>(), expect, "{text}");
        };
        check("import {\n  to = a_b.c\n  id = \"x\"\n}\n", &["hashicorp/a"]);
        check("import {\n  to = a_b.c\n  id = \"x\"\n  provider = d\n}\n", &["hashicorp/d"]);
        let declared = "resource \"a_b\" \"c\" {\n  provider = e\n}\n";
        check(&format!("{declared}import {{\n  to = a_b.c\n  id = \"x\"\n}}\n"), &["hashicorp/e"]);
        check("import {\n  to = module.m.a_b.c\n  id = \"x\"\n}\n", &[]);
    }

    #[test]
    fn keys_of_reattached_providers() {
        let check = |text: &str, expect: &[&str]| {
            let found = reattached(Some(text)).expect(text);
            assert_eq!(found.iter().map(Provider::to_string).collect::<Vec<_>>(), expect, "{text}");
        };
        check("", &[]);
        check("{\"random\":{}}", &["registry.terraform.io/hashicorp/random"]);
        check("{\"acme/foo\":{}}", &["registry.terraform.io/acme/foo"]);
        check("{\"example.com/acme/foo\":{}}", &["example.com/acme/foo"]);
        check(
            "{\"registry.terraform.io/-/foo\":{}}",
            &["registry.terraform.io/-/foo", "registry.terraform.io/hashicorp/foo"],
        );
        assert!(reattached(Some("x")).unwrap_err().contains("Invalid format for TF_REATTACH_PROVIDERS"));
        assert!(reattached(Some("{\"a/b/c/d\":{}}")).is_err());
        assert!(reattached(None).unwrap().is_empty());
    }
}
