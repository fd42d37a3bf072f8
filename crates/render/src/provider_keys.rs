//! Which configuration of a provider each module uses, by the keys that JSON names them with.

use std::collections::{BTreeMap, BTreeSet};

use addrs::Provider;
use config::{Constraints, Import, Module, ModuleTree, ProviderName};

use crate::expression_json::write_body;
use crate::json_writer::ObjectWriter;

/// The keys of the configurations that the names in one module stand for.
pub(crate) type ModuleKeys = BTreeMap<ProviderName, String>;

/// All configurations of a tree.
pub(crate) struct ProviderKeys {
    /// For each module.
    pub(crate) modules: Vec<ModuleKeys>,
    entries: BTreeMap<String, Entry>,
}

/// A configuration: the module where it is, its name there, and its provider.
struct Entry {
    module: usize,
    name: ProviderName,
    provider: Provider,
    /// Whether nobody names it: each provider is there under its own name too, whatever the module calls it.
    is_unnamed: bool,
}

/// The key of a configuration that is in a module.
pub(crate) fn key_in(address: &str, name: &ProviderName) -> String {
    if address.is_empty() { name.to_string() } else { format!("{address}:{name}") }
}

impl ProviderKeys {
    pub(crate) fn new(tree: &ModuleTree) -> Self {
        let mut found = Self { modules: Vec::with_capacity(tree.modules.len()), entries: BTreeMap::new() };
        for index in 0..tree.modules.len() {
            let keys = found.keys_of(tree, index);
            found.modules.push(keys);
        }
        found
    }

    fn keys_of(&mut self, tree: &ModuleTree, index: usize) -> ModuleKeys {
        let place = &tree.modules[index];
        let (module, address) = (&place.module, tree.address(index));
        let mut keys = ModuleKeys::new();
        let mut inherited = BTreeMap::new();
        if let Some((caller, call)) = &place.caller {
            let above = &self.modules[*caller];
            // Configurations without alias are handed down without being named.
            inherited.extend(above.iter().filter(|(name, _)| name.alias.is_none()));
            let calling = &tree.modules[*caller].module;
            for (here, there) in calling.module_calls.get(call).into_iter().flat_map(|call| &call.providers) {
                let key = above.get(&there.name).cloned();
                let key = key.unwrap_or_else(|| key_in(&tree.address(*caller), &there.name));
                keys.insert(here.name.clone(), key);
            }
        }
        let mut own: BTreeSet<ProviderName> = module.providers.keys().cloned().collect();
        own.iter().for_each(|name| drop(keys.remove(name)));
        let plain = |local: &value::SmolStr| ProviderName { local: local.clone(), alias: None };
        let required = module.settings.required_providers.iter();
        own.extend(required.flat_map(|required| required.entries.keys().map(plain)));
        own.extend(module.resources.values().map(|resource| resource.provider_name()));
        let imports = module.imports.iter().filter(|import| import.target.modules.is_empty());
        own.extend(imports.map(Import::provider_name));
        let of_types = own.iter().map(|name| {
            let provider = module.provider_addr(&name.local);
            (plain(&provider.type_name), provider)
        });
        let unnamed: BTreeMap<ProviderName, Provider> =
            of_types.filter(|(name, _)| !own.contains(name)).collect();
        let own = own.iter().map(|name| (name.clone(), module.provider_addr(&name.local), false));
        for (name, provider, is_unnamed) in own.chain(unnamed.into_iter().map(|(name, of)| (name, of, true)))
        {
            // A module that has no use for a configuration does not hand it on either.
            if let Some(key) = inherited.get(&name).filter(|_| !module.providers.contains_key(&name)) {
                keys.entry(name).or_insert_with(|| String::clone(key));
                continue;
            }
            keys.entry(name).or_insert_with_key(|name| {
                let key = key_in(&address, name);
                let entry = Entry { module: index, name: name.clone(), provider, is_unnamed };
                self.entries.insert(key.clone(), entry);
                key
            });
        }
        keys
    }

    /// Writes the configurations by their keys.
    pub(crate) fn write(&self, tree: &ModuleTree, object: &mut ObjectWriter<'_>) {
        for (key, Entry { module: index, name, provider, is_unnamed }) in &self.entries {
            let module = &tree.modules[*index].module;
            let mut entry = ObjectWriter::begin(object.key(key));
            entry.text("name", &name.local);
            entry.display("full_name", provider);
            entry.optional_text("alias", name.alias.as_deref());
            let asked = asked_of(module, provider);
            if !is_unnamed && !asked.is_empty() {
                entry.display("version_constraint", &asked);
            }
            if *index > 0 {
                entry.text("module_address", &tree.address(*index));
            }
            let block = module.providers.get(name);
            if let Some(block) = block {
                entry.object_unless_empty("expressions", |object| write_body(&block.body, None, object));
            }
            entry.end();
        }
    }
}

/// What a module asks of the version of a provider, under all its names.
fn asked_of(module: &Module, provider: &Provider) -> Constraints {
    let required = module.settings.required_providers.iter().flat_map(|required| &required.entries);
    let required = required.map(|(local, entry)| (local, entry.version.as_ref()));
    let blocks = module.providers.iter().map(|(name, block)| (&name.local, block.version.as_ref()));
    let mut asked = Constraints::default();
    for (_, version) in required.chain(blocks).filter(|(local, _)| module.provider_addr(local) == *provider) {
        version.into_iter().flat_map(|version| version.terms()).for_each(|term| asked.add(term));
    }
    asked
}
