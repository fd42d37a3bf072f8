//! Which blocks have conditions, and for what: also where nothing can be looked at.

use config::Item;

use crate::conditions::Kind;
use crate::walk::Walk;

impl Walk<'_> {
    /// Names every block with conditions, so that those that are never visited are known as well.
    pub(crate) fn declare_checks(&self) {
        for at in 0..self.setup.graph.len() {
            if let Some((kind, config_addr)) = self.block_with_conditions(at) {
                self.checks.declare(kind, config_addr);
            }
        }
    }

    /// The kind and address of a declaration that has conditions.
    fn block_with_conditions(&self, at: usize) -> Option<(Kind, String)> {
        let node = self.setup.graph.node(at);
        let module = &self.setup.tree.modules[node.module].module;
        let (kind, name) = match &node.item {
            Item::Resource(resource) => module.resources.get(resource).and_then(|config| {
                let found = &config.lifecycle;
                let any = !found.preconditions.is_empty() || !found.postconditions.is_empty();
                any.then(|| (Kind::Resource, resource.to_string()))
            }),
            Item::Output(name) => {
                let output = module.outputs.get(name).filter(|output| !output.preconditions.is_empty());
                output.map(|_| (Kind::Output, format!("output.{name}")))
            }
            Item::Check(name) => Some((Kind::Check, format!("check.{name}"))),
            Item::Validation(name) => Some((Kind::Variable, format!("var.{name}"))),
            _ => None,
        }?;
        let address = self.setup.tree.address(node.module);
        Some((kind, if address.is_empty() { name } else { format!("{address}.{name}") }))
    }

    /// Where a module has no instances, nothing is wrong with the conditions in it.
    pub(crate) fn declare_without_instances(&self, node: usize) {
        if self.world.instances(self.setup.graph.node(node).module).is_empty()
            && let Some((kind, config_addr)) = self.block_with_conditions(node)
        {
            self.checks.visited(kind, &config_addr, std::iter::empty(), 0);
        }
    }

    /// Whether something of what a check block reads itself is wanted.
    pub(crate) fn reads_for_check(&self, node: usize, is_wanted: impl Fn(usize) -> bool) -> bool {
        let at = self.setup.graph.node(node);
        let Item::Check(name) = &at.item else { return false };
        let resources = &self.setup.tree.modules[at.module].module.resources;
        let mut its_own = resources.values().filter(|config| config.check.as_ref() == Some(name));
        its_own.any(|config| {
            let item = Item::Resource(config.resource.clone());
            self.setup.graph.find(at.module, item).is_some_and(&is_wanted)
        })
    }

    /// Names the instances of a check block, or of the rules of a variable, that cannot be looked at.
    pub(crate) fn declare_check(&self, node: usize) {
        let at = self.setup.graph.node(node);
        let module = &self.setup.tree.modules[at.module].module;
        let (kind, name, conditions) = match &at.item {
            Item::Check(name) => {
                let asserts = module.checks.get(name).map_or(0, |check| check.asserts.len());
                (Kind::Check, format!("check.{name}"), asserts)
            }
            Item::Validation(name) => {
                // Where a call gives no value nobody knows for what the rules are.
                let variable = self.setup.graph.find(at.module, Item::Variable(name.clone()));
                if at.module != 0 && variable.is_some_and(|variable| self.has_failed(variable)) {
                    return;
                }
                let rules = module.variables.get(name).map_or(0, |variable| variable.validations.len());
                (Kind::Variable, format!("var.{name}"), rules)
            }
            _ => return,
        };
        for world in self.world.instances(at.module).iter() {
            let (config_addr, addr) = world.check_addresses(&name);
            self.checks.visited(kind, &config_addr, std::iter::once(addr), conditions);
        }
    }
}
