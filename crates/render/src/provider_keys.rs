//! Which configuration of a provider each module uses, by the keys that JSON names them with.

use std::collections::{BTreeMap, BTreeSet};

use config::{Import, ModuleTree, ProviderName};

use crate::expression_json::write_body;
use crate::json_writer::ObjectWriter;

/// The keys of the configurations that the names in one module stand for.
pub(crate) type ModuleKeys = BTreeMap<ProviderName, String>;

/// All configurations of a tree.
pub(crate) struct ProviderKeys {
    /// For each module.
    pub(crate) modules: Vec<ModuleKeys>,
    /// Where each configuration is: the module and its name there.
    entries: BTreeMap<String, (usize, ProviderName)>,
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
        if let Some((caller, call)) = &place.caller {
            let above = &self.modules[*caller];
            // Configurations without alias are handed down without being named.
            keys.extend(
                above.iter().filter(|(name, _)| name.alias.is_none()).map(|(n, k)| (n.clone(), k.clone())),
            );
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
        for name in own {
            keys.entry(name).or_insert_with_key(|name| {
                let key = key_in(&address, name);
                self.entries.insert(key.clone(), (index, name.clone()));
                key
            });
        }
        keys
    }

    /// Writes the configurations by their keys.
    pub(crate) fn write(&self, tree: &ModuleTree, object: &mut ObjectWriter<'_>) {
        for (key, (index, name)) in &self.entries {
            let module = &tree.modules[*index].module;
            let block = module.providers.get(name);
            let mut entry = ObjectWriter::begin(object.key(key));
            entry.text("name", &name.local);
            entry.display("full_name", &module.provider_addr(&name.local));
            entry.optional_text("alias", name.alias.as_deref());
            let required = module.settings.required_providers.as_ref();
            let version = required
                .and_then(|required| required.entries.get(&name.local)?.version.as_ref())
                .or_else(|| block?.version.as_ref());
            entry.optional_text("version_constraint", version.map(|version| version.text()));
            if *index > 0 {
                entry.text("module_address", &tree.address(*index));
            }
            if let Some(block) = block {
                entry.object_unless_empty("expressions", |object| write_body(&block.body, None, object));
            }
            entry.end();
        }
    }
}
