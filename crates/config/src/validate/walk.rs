//! Visits the declarations of all modules, each after those it needs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use addrs::AbsProviderConfig;
use diag::{Diagnostic, Diagnostics};
use functions::FileAccess;
use smol_str::SmolStr;
use value::Value;

use super::eval::BlockEval;
use super::provider_block::BlockOfProvider;
use super::{conditions, imports, repetition, resources, triggers, unsupported};
use crate::graph::{Graph, Item, Node};
use crate::module::Module;
use crate::names::{Context, ModuleNames};
use crate::repetition::Repetition;
use crate::schemas::{BlockKind, Schemas};
use crate::tree::ModuleTree;
use crate::variable::ValueError;

/// One visit of everything.
pub(super) struct Walk<'a, 'g> {
    tree: &'a ModuleTree,
    graph: &'g Graph,
    /// What is known in each module.
    names: Vec<ModuleNames<'a>>,
    /// What calls give to the variables of a module, which only validations see: everything else must be right for all values.
    given: RefCell<BTreeMap<usize, BTreeMap<SmolStr, Value>>>,
    /// Whether only variables, locals, outputs and calls are looked at.
    values_only: bool,
}

impl<'a, 'g> Walk<'a, 'g> {
    pub(super) fn new(
        tree: &'a ModuleTree,
        graph: &'g Graph,
        files: &'a dyn FileAccess,
        schemas: &'a dyn Schemas,
    ) -> Self {
        let modules = 0..tree.modules.len();
        let names = modules.map(|index| ModuleNames::in_tree(tree, index, files, schemas)).collect();
        Self { tree, graph, names, given: RefCell::default(), values_only: false }
    }

    /// Visits what has a value, with the values of the root's variables.
    pub(super) fn of_values(
        tree: &'a ModuleTree,
        graph: &'g Graph,
        files: &'a dyn FileAccess,
        schemas: &'a dyn Schemas,
        values: BTreeMap<SmolStr, Value>,
    ) -> Self {
        let mut walk = Self { values_only: true, ..Self::new(tree, graph, files, schemas) };
        walk.names[0] = ModuleNames::of_root(tree, values, files, schemas);
        walk
    }

    /// What is known in the root module by now.
    pub(super) fn into_root_names(mut self) -> ModuleNames<'a> {
        self.names.swap_remove(0)
    }

    pub(super) fn run(&self, order: impl Iterator<Item = usize>) -> Diagnostics {
        let mut diags = Diagnostics::new();
        let mut failed = BTreeSet::new();
        let used = self.used_providers();
        for at in order {
            // Nobody asks for a configuration of a provider that nothing uses.
            if matches!(self.graph.node(at).item, Item::Provider(_)) && !used.contains(&at) {
                continue;
            }
            let mut lacking: Vec<usize> = self
                .graph
                .dependencies(at)
                .iter()
                .copied()
                .filter(|needed| failed.contains(needed))
                .collect();
            if !lacking.is_empty() {
                let left_out = unsupported::left_out(self.tree, self.graph, self.names[0].schemas(), at);
                lacking.retain(|needed| !left_out.contains(needed));
            }
            let lacks = !lacking.is_empty();
            // What is wrong with an import does not keep the block that it goes to from being looked at.
            let is_import = |needed: &usize| matches!(self.graph.node(*needed).item, Item::Import(_));
            let found = if lacking.iter().all(is_import) {
                self.visit(self.graph.node(at))
            } else {
                Diagnostics::new()
            };
            if lacks || found.has_errors() {
                failed.insert(at);
            }
            diags.append(found);
        }
        diags
    }

    /// The configurations of providers that resources use.
    fn used_providers(&self) -> BTreeSet<usize> {
        let item = |at: &usize| &self.graph.node(*at).item;
        let resources = (0..self.graph.len()).filter(|at| matches!(item(at), Item::Resource(_)));
        let needed = resources.flat_map(|at| self.graph.dependencies(at).iter().copied());
        needed.filter(|at| matches!(item(at), Item::Provider(_))).collect()
    }

    fn visit(&self, node: &Node) -> Diagnostics {
        let names = &self.names[node.module];
        let module = &self.tree.modules[node.module].module;
        let plain = || BlockEval::new(names, Context::default());
        let mut diags = Diagnostics::new();
        let has_value = !matches!(
            node.item,
            Item::Resource(_) | Item::Provider(_) | Item::Check(_) | Item::Import(_) | Item::Triggers(_)
        );
        if self.values_only && !has_value {
            return diags;
        }
        match &node.item {
            Item::Variable(name) => self.visit_variable(node.module, name, &mut diags),
            Item::Validation(name) => self.visit_validations(node.module, name, &mut diags),
            Item::Local(name) => visit_local(module, names, name, &mut diags),
            Item::Output(name) => self.visit_output(node.module, name, &mut diags),
            Item::Resource(resource) => {
                if let Some(config) = module.resources.get(resource) {
                    diags.append(resources::check(names, config));
                }
            }
            Item::Call(name) => {
                if let Some(call) = module.module_calls.get(name) {
                    diags.append(repetition::check(&plain(), &call.repetition));
                    diags.append(plain().check_depends_on(&call.depends_on));
                }
            }
            Item::CallEnd(_) => {}
            Item::Provider(name) => {
                if let Some(provider) = module.providers.get(name) {
                    let repetition =
                        Repetition { for_each: provider.for_each.clone(), ..Repetition::default() };
                    diags.append(repetition::check(&plain(), &repetition));
                    let inside = BlockEval::new(names, Context::of(&repetition));
                    let addr = module.provider_addr(&provider.name.local);
                    let block = BlockOfProvider {
                        body: &provider.body,
                        lookup: names.schemas().config(&addr),
                        kind: BlockKind::Config,
                        provider: &addr,
                    };
                    let address = AbsProviderConfig {
                        module: addrs::Module(self.tree.path(node.module)),
                        provider: addr.clone(),
                        alias: provider.name.alias.clone(),
                        key: None,
                    };
                    block.check(names, &inside, &address.to_string(), &mut diags);
                }
            }
            Item::Check(name) => {
                let eval = BlockEval::of_check(names, name);
                for condition in module.checks.get(name).iter().flat_map(|check| &check.asserts) {
                    conditions::check(&eval, condition, &mut diags);
                }
            }
            Item::Import(index) => {
                imports::check(self.tree, names, &module.imports[*index], &mut diags);
            }
            Item::Triggers(resource) => {
                if let Some(config) = module.resources.get(resource) {
                    diags.append(triggers::check(names, config));
                }
            }
        }
        diags
    }

    /// The value of a variable of a module that is called; those of the root are not known.
    fn visit_variable(&self, module: usize, name: &SmolStr, diags: &mut Diagnostics) {
        let Some((caller, call_name)) = &self.tree.modules[module].caller else { return };
        let Some(variable) = self.tree.modules[module].module.variables.get(name) else { return };
        let Some(call) = self.tree.modules[*caller].module.module_calls.get(call_name) else { return };
        let argument = self.graph.arguments(module).get(name);
        let given = argument.map(|argument| {
            // Whether there is a count is not asked here, as little as the models do.
            let context = Context { count: true, each: true, self_object: false };
            let (value, more) = BlockEval::new(&self.names[*caller], context).eval(&argument.expr);
            diags.append(more);
            value
        });
        if diags.has_errors() {
            return;
        }
        if let (Some(value), Some(argument)) = (&given, argument)
            && variable.ephemeral != Some(true)
            && conditions::is_ephemeral(value)
        {
            let detail = "This input variable is not declared as accepting ephemeral values, so it cannot be set to a result \
                          derived from an ephemeral value.";
            diags.push(Diagnostic::error("Ephemeral value not allowed", detail).at(argument.expr.range()));
            return;
        }
        let at = argument.map_or_else(|| call.range.clone(), |argument| argument.expr.range());
        let declared = &variable.range;
        let place = format!(
            "{}:{},{}-{}",
            declared.filename, declared.start.line, declared.start.column, declared.end.column
        );
        let (summary, detail) = match variable.value_for(given) {
            Ok(value) if self.values_only => return self.names[module].set_variable(name.clone(), value),
            Ok(value) => {
                self.given.borrow_mut().entry(module).or_default().insert(name.clone(), value);
                return;
            }
            Err(ValueError::Missing | ValueError::Null) => (
                "Required variable not set",
                format!(
                    "The given value is not suitable for {}.var.{name} defined at {place}: required variable may not be set to null.",
                    self.tree.address(module)
                ),
            ),
            Err(ValueError::Type(message)) => (
                "Invalid value for input variable",
                format!(
                    "The given value is not suitable for {}.var.{name} declared at {place}: {message}.",
                    self.tree.address(module)
                ),
            ),
        };
        diags.push(Diagnostic::error(summary, detail).at(at));
    }

    fn visit_validations(&self, module: usize, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(variable) = self.tree.modules[module].module.variables.get(name) else { return };
        let at = match self.graph.arguments(module).get(name) {
            Some(argument) => argument.expr.range(),
            None => variable.range.clone(),
        };
        let given = self.given.borrow().get(&module).cloned().unwrap_or_default();
        let unknown = (!self.values_only).then(|| self.names[module].replace_variables(given));
        let eval = BlockEval::new(&self.names[module], Context::default());
        for validation in &variable.validations {
            conditions::check_variable(&eval, variable, validation, &at, diags);
        }
        unknown.map(|unknown| self.names[module].replace_variables(unknown));
    }

    fn visit_output(&self, module: usize, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(output) = self.tree.modules[module].module.outputs.get(name) else { return };
        let is_root = module == 0;
        let eval = BlockEval::new(&self.names[module], Context::default());
        diags.append(eval.check_depends_on(&output.depends_on));
        let mut found = Diagnostics::new();
        for condition in &output.preconditions {
            conditions::check_output(&eval, condition, &mut found);
        }
        let holds = !found.has_errors();
        diags.append(found);
        if is_root && output.ephemeral == Some(true) {
            let detail = "Outputs of the root module are stored, so they cannot be ephemeral.";
            diags.push(Diagnostic::error("Ephemeral output not allowed", detail).at(output.range.clone()));
            return;
        }
        let Some(expr) = output.value.as_ref().filter(|_| holds) else { return };
        let (value, more) = eval.eval(expr);
        diags.append(more);
        let tells_secret = is_root && output.sensitive != Some(true) && value.deep_marks().is_sensitive();
        if output.ephemeral != Some(true) && conditions::is_ephemeral(&value) && !tells_secret {
            let detail = "This output value is not declared as returning an ephemeral value, so it cannot be set to a \
                          result derived from an ephemeral value.";
            diags.push(Diagnostic::error("Ephemeral value not allowed", detail).at(expr.range()));
        }
        if let (true, Some((caller, call))) = (self.values_only, &self.tree.modules[module].caller) {
            let value =
                if output.sensitive == Some(true) { value.clone().sensitive() } else { value.clone() };
            self.names[*caller].set_output(call, name, value);
        }
        if tells_secret {
            let detail = "To reduce the risk of accidentally exporting sensitive data that was intended to be only internal, \
                          a root module output that contains sensitive data must be marked so: add the argument\n    \
                          sensitive = true";
            diags.push(
                Diagnostic::error("Output refers to sensitive values", detail).at(output.range.clone()),
            );
        }
    }
}

fn visit_local(module: &Module, names: &ModuleNames<'_>, name: &SmolStr, diags: &mut Diagnostics) {
    let Some(local) = module.locals.get(name) else { return };
    let refers_to_itself = |traversal: &&hcl::AbsTraversal| {
        lang::parse_reference(traversal.as_reference())
            .is_ok_and(|parsed| parsed.subject == addrs::Referenceable::Local(name.clone()))
    };
    if let Some(traversal) = local.expr.references().iter().find(refers_to_itself) {
        let detail = format!(
            "The local value {:?} cannot use its own result as part of its expression.",
            name.as_str()
        );
        diags.push(Diagnostic::error("Self-referencing local value", detail).at(traversal.range()));
        return;
    }
    let (value, more) = BlockEval::new(names, Context::default()).eval(&local.expr);
    diags.append(more);
    names.set_local(name.clone(), value);
}
