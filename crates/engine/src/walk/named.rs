//! Declarations that need no provider: variables, locals, calls of modules, outputs and checks.

use std::rc::Rc;

use addrs::ModuleInstance;
use config::ValueError;
use diag::{Diagnostic, Diagnostics};
use smol_str::SmolStr;
use value::Value;

use super::{Visitor, Walk};
use crate::conditions::{self, Kind, Role};
use crate::expand::expand;
use crate::world::{ModuleWorld, Repetition};

impl Walk<'_> {
    pub(super) fn visit_variable(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let tree = self.setup.tree;
        let Some(parent) = &world.parent else {
            if let Some(refused) = self.setup.refused.get(name) {
                return diags.push(refused.clone());
            }
            let value = self.setup.variables.get(name).cloned().unwrap_or_else(Value::dynamic);
            world.variables.borrow_mut().insert(name.clone(), value);
            return;
        };
        let Some(variable) = tree.modules[world.module].module.variables.get(name) else { return };
        let argument = self.setup.graph.arguments(world.module).get(name);
        if let (Some(argument), Some((caller, call))) = (argument, &tree.modules[world.module].caller)
            && let caller = &tree.modules[*caller].module
            && let Some(call) = caller.module_calls.get(call)
        {
            let unrepeated = config::check_repetition(caller, call, &argument.expr);
            if unrepeated.has_errors() {
                return diags.append(unrepeated);
            }
        }
        let given = argument.map(|argument| {
            let names = self.names(parent, &world.repetition, None);
            let (value, more) = argument.expr.eval(&names.scope());
            diags.append(more);
            diags.extend(tree.modules[world.module].deprecated_argument(variable, argument.expr.range()));
            value
        });
        if diags.has_errors() {
            return;
        }
        let at = argument.map_or_else(|| variable.range.clone(), |argument| argument.expr.range());
        if let Some(value) = &given
            && variable.ephemeral != Some(true)
            && value.deep_marks().is_ephemeral()
        {
            let detail = "This input variable is not declared as accepting ephemeral values, so it cannot be set to a result \
                          derived from an ephemeral value.";
            diags.push(Diagnostic::error("Ephemeral value not allowed", detail).at(at));
            return;
        }
        let declared = &variable.range;
        let place = format!(
            "{}:{},{}-{}",
            declared.filename, declared.start.line, declared.start.column, declared.end.column
        );
        let (summary, detail) = match variable.value_for(given) {
            Ok(value) => {
                world.variables.borrow_mut().insert(name.clone(), value);
                return;
            }
            Err(ValueError::Missing | ValueError::Null) => (
                "Required variable not set",
                format!(
                    "The given value is not suitable for {}.var.{name} defined at {place}: required variable may not be set to null.",
                    world.addr
                ),
            ),
            Err(ValueError::Type(message)) => (
                "Invalid value for input variable",
                format!(
                    "The given value is not suitable for {}.var.{name} declared at {place}: {message}.",
                    world.addr
                ),
            ),
        };
        diags.push(Diagnostic::error(summary, detail).at(at));
        // It is there, but what is asked of its value will not be found out.
        if !variable.validations.is_empty() {
            let (config_addr, addr) = world.check_addresses(&format!("var.{name}"));
            let conditions = variable.validations.len();
            self.checks.visited(Kind::Variable, &config_addr, std::iter::once(addr), conditions);
        }
    }

    pub(super) fn visit_validations(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(variable) = self.setup.tree.modules[world.module].module.variables.get(name) else { return };
        let at = match self.setup.graph.arguments(world.module).get(name) {
            Some(argument) => argument.expr.range(),
            None => variable.range.clone(),
        };
        let names = self.names(world, &Repetition::None, None);
        let scope = names.scope();
        let (config_addr, addr) = world.check_addresses(&format!("var.{name}"));
        for validation in &variable.validations {
            let (status, failure) = conditions::validate_variable(variable, validation, &scope, &at, diags);
            self.checks.record(Kind::Variable, &config_addr, &addr, status, failure);
        }
    }

    pub(super) fn visit_local(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(local) = self.setup.tree.modules[world.module].module.locals.get(name) else { return };
        let names = self.names(world, &Repetition::None, None);
        let (value, more) = local.expr.eval(&names.scope());
        diags.append(more);
        world.locals.borrow_mut().insert(name.clone(), value);
    }

    pub(super) fn visit_call(
        &self,
        visitor: &dyn Visitor,
        world: &Rc<ModuleWorld>,
        node: usize,
        name: &SmolStr,
        diags: &mut Diagnostics,
    ) {
        let Some(call) = self.setup.tree.modules[world.module].module.module_calls.get(name) else { return };
        let expansion = {
            let names = self.names(world, &Repetition::None, None);
            expand(&call.repetition, &names.scope(), visitor.deferral_allowed(), diags)
        };
        let Some(expansion) = expansion else { return };
        if expansion.deferred {
            self.put_off(node);
        }
        self.world.add_call(world, name, expansion);
    }

    pub(super) fn visit_output(
        &self,
        visitor: &dyn Visitor,
        world: &ModuleWorld,
        name: &SmolStr,
        diags: &mut Diagnostics,
    ) {
        let Some(output) = self.setup.tree.modules[world.module].module.outputs.get(name) else { return };
        let names = self.names(world, &Repetition::None, None);
        let scope = names.scope();
        if !output.preconditions.is_empty() && visitor.checks_blocks() {
            let (config_addr, addr) = world.check_addresses(&format!("output.{name}"));
            for condition in &output.preconditions {
                let soft = visitor.soft_conditions();
                let (status, failure) =
                    conditions::check(condition, Role::OutputPrecondition, &scope, soft, diags);
                self.checks.record(Kind::Output, &config_addr, &addr, status, failure);
            }
            if diags.has_errors() {
                return;
            }
        }
        if world.addr.is_root()
            && let Some(value) = visitor.decided_output(name)
        {
            world.outputs.borrow_mut().insert(name.clone(), value);
            return;
        }
        let Some(expr) = &output.value else { return };
        let Some(mut value) = diags.keep(expr.eval(&scope)) else { return };
        if output.ephemeral != Some(true) && value.deep_marks().is_ephemeral() {
            let detail = "This output value is not declared as returning an ephemeral value, so it cannot be set to a \
                          result derived from an ephemeral value.";
            diags.push(Diagnostic::error("Ephemeral value not allowed", detail).at(expr.range()));
            return;
        }
        if world.addr.is_root() && output.sensitive != Some(true) && value.deep_marks().is_sensitive() {
            let detail = "To reduce the risk of accidentally exporting sensitive data that was intended to be only internal, \
                          a root module output that contains sensitive data must be marked so: add the argument\n    \
                          sensitive = true";
            diags.push(
                Diagnostic::error("Output refers to sensitive values", detail).at(output.range.clone()),
            );
            return;
        }
        if output.sensitive == Some(true) {
            value = value.sensitive();
        }
        if output.ephemeral == Some(true) {
            value = value.with_marks(&value::Marks::ephemeral());
        }
        if let (Some(message), Some(call), false) =
            (&output.deprecated, world.addr.steps().last(), self.surroundings.applying)
        {
            // Who made the plan was told of it.
            value = value.with_marks(&value::Marks::deprecated(value::Deprecation {
                subject: format!("{}.{name}", ModuleInstance::new(vec![call.clone()])),
                message: message.clone(),
                local: self.setup.tree.modules[world.module].is_local(),
            }));
        }
        world.outputs.borrow_mut().insert(name.clone(), value);
    }

    pub(super) fn visit_check(&self, world: &ModuleWorld, name: &SmolStr, diags: &mut Diagnostics) {
        let Some(check) = self.setup.tree.modules[world.module].module.checks.get(name) else { return };
        let names = self.names(world, &Repetition::None, None);
        let (config_addr, addr) = world.check_addresses(&format!("check.{name}"));
        // What is asserted about data that could not be read says nothing.
        if self.checks.has_failed(Kind::Check, &config_addr, &addr) {
            return;
        }
        for condition in &check.asserts {
            let (status, failure) =
                conditions::check(condition, Role::Assertion, &names.scope(), true, diags);
            self.checks.record(Kind::Check, &config_addr, &addr, status, failure);
        }
    }
}
