//! Values that are known before anything is planned, such as sources of modules: of variables that have them from outside
//! or from calls, of locals, and of what functions make of those.

use std::collections::{BTreeMap, BTreeSet};

use addrs::Referenceable;
use diag::{Diagnostic, Diagnostics};
use functions::FileAccess;
use hcl::Expression;
use hcl::eval::EmptyScope;
use smol_str::SmolStr;
use value::Value;

use crate::module::Module;
use crate::names::ModuleNames;
use crate::schemas::NoSchemas;
use crate::tree::TreeModule;

/// What static values are made of.
pub(crate) struct StaticValues<'a> {
    /// The modules that are known so far.
    pub(crate) modules: &'a [TreeModule],
    /// The values of the root module's variables.
    pub(crate) root: &'a BTreeMap<SmolStr, Value>,
    /// For functions that read files.
    pub(crate) files: &'a dyn FileAccess,
}

impl StaticValues<'_> {
    /// The value of an expression in a module, which is unknown where it has none yet; nothing where something is wrong
    /// with it, which is reported.
    pub(crate) fn eval(&self, module: usize, expr: &Expression, diags: &mut Diagnostics) -> Option<Value> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.eval_deep(module, expr, diags))
    }

    fn eval_deep(&self, module: usize, expr: &Expression, diags: &mut Diagnostics) -> Option<Value> {
        let (value, more) = if expr.references().is_empty() && expr.function_calls().is_empty() {
            expr.eval(&EmptyScope)
        } else {
            let mut needed = Needed::default();
            let declared = &self.modules[module].module;
            needed.add(declared, expr);
            if needed.refused.has_errors() {
                diags.append(needed.refused);
                return None;
            }
            let names = ModuleNames::for_validation(declared, self.files, &NoSchemas);
            for name in needed.variables {
                if let Some(value) = self.variable(module, &name, diags)? {
                    names.set_variable(name, value);
                }
            }
            names.scope().eval(expr)
        };
        let failed = more.has_errors();
        diags.append(more);
        (!failed).then_some(value)
    }

    /// The value of a variable, if it has one; nothing at all where that of its argument cannot be told.
    #[expect(clippy::option_option, reason = "an error that was reported, or whether there is a value")]
    fn variable(&self, module: usize, name: &SmolStr, diags: &mut Diagnostics) -> Option<Option<Value>> {
        let Some((caller, call)) = &self.modules[module].caller else {
            return Some(self.root.get(name).cloned());
        };
        let declared = self.modules[module].module.variables.get(name);
        let call = self.modules[*caller].module.module_calls.get(call);
        let arguments = call.map(|call| call.body.items().attributes).unwrap_or_default();
        let given = match arguments.into_iter().find(|argument| argument.name == *name) {
            None => None,
            Some(argument) => {
                let before = diags.has_errors();
                let value = self.eval(*caller, &argument.expr, diags);
                if value.is_none() && !before {
                    let detail = format!("The value of var.{name} must be known before anything is planned.");
                    diags.push(
                        Diagnostic::error("Unable to compute static value", detail).at(argument.expr.range()),
                    );
                }
                Some(value?)
            }
        };
        Some(declared.and_then(|variable| variable.value_for(given).ok()))
    }
}

/// What an expression needs of its module, through locals as well.
#[derive(Default)]
struct Needed {
    variables: BTreeSet<SmolStr>,
    locals: BTreeSet<SmolStr>,
    refused: Diagnostics,
}

impl Needed {
    fn add(&mut self, module: &Module, expr: &Expression) {
        let mut open = vec![expr.clone()];
        while let Some(expr) = open.pop() {
            for traversal in expr.references() {
                let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { continue };
                let mut refuse = |summary: &str, detail: String| {
                    self.refused.push(Diagnostic::error(summary, detail).at(traversal.range()));
                };
                match parsed.subject {
                    Referenceable::Variable(name) => {
                        if module.variables.get(&name).is_some_and(|found| found.constant == Some(false)) {
                            refuse(
                                "Unable to use variable in static context",
                                format!(
                                    "Variable {name:?} has const = false, so nothing that must be known before \
                                         planning can depend on it."
                                ),
                            );
                        }
                        self.variables.insert(name);
                    }
                    Referenceable::Local(name) => {
                        let local = module.locals.get(&name);
                        if self.locals.insert(name) {
                            open.extend(local.map(|local| local.expr.clone()));
                        }
                    }
                    Referenceable::Path(_) => {}
                    Referenceable::Terraform(name) if name == "workspace" => {}
                    other => refuse(
                        "Dynamic value in static context",
                        format!("{other} is known only when it is planned, and this must be known before."),
                    ),
                }
            }
        }
    }
}
