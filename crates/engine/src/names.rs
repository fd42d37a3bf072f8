//! The values of names for expressions of one instance of a block.
//!
//! That everything referred to is declared was checked before: here it is only looked up.

use addrs::Referenceable;
use diag::Diagnostic;
use functions::{FileAccess, PlanTime};
use hcl::eval::CallFailure;
use hcl::syntax::ast::{Step, StepKind};
use lang::{LangScope, Names, instance_key};
use smol_str::SmolStr;
use value::{Marks, Value};

use crate::setup::Providers;
use crate::world::{ModuleWorld, Repetition, World};

/// What every evaluation of a run shares.
pub(crate) struct Surroundings<'c> {
    pub(crate) files: &'c dyn FileAccess,
    pub(crate) providers: &'c dyn Providers,
    pub(crate) workspace: SmolStr,
    /// When the plan was made; nothing where there is none yet.
    pub(crate) plan_time: Option<String>,
    /// Whether changes are being made now.
    pub(crate) applying: bool,
}

/// The names that an expression can use.
pub(crate) struct BlockNames<'a> {
    pub(crate) world: &'a World<'a>,
    pub(crate) surroundings: &'a Surroundings<'a>,
    pub(crate) module: &'a ModuleWorld,
    /// What the block knows of the instance.
    pub(crate) repetition: &'a Repetition,
    pub(crate) self_object: Option<&'a Value>,
}

impl BlockNames<'_> {
    /// The scope of expressions.
    pub(crate) fn scope(&self) -> LangScope<'_> {
        LangScope {
            names: self,
            files: self.surroundings.files,
            console: false,
            plan_time: self.surroundings.plan_time.as_deref().map_or(PlanTime::NotYet, PlanTime::At),
            // Where there is no plan nothing is put off.
            impure_allowed: self.surroundings.applying || self.surroundings.plan_time.is_none(),
        }
    }

    fn path(&self, name: &str) -> Result<Value, Box<Diagnostic>> {
        let dir = match name {
            "cwd" => self.surroundings.files.started_in().map_err(|failure| {
                let detail = format!("The current folder cannot be told: {failure}.");
                Box::new(Diagnostic::error("Failed to get working directory", detail))
            })?,
            "module" => self.world.tree.modules[self.module.module].module.dir.clone(),
            _ => self.world.tree.modules[0].module.dir.clone(),
        };
        Ok(Value::string(dir.display().to_string()))
    }

    /// What `count` and `each` are where nothing is repeated that way. Blocks that say so themselves are checked before;
    /// provisioners of a `removed` block stand for objects that may have been repeated in any way.
    fn not_repeated(&self, name: &str) -> Result<Value, Box<Diagnostic>> {
        if self.surroundings.applying && self.self_object.is_some() {
            let detail = format!("There is no variable named {name:?}.");
            return Err(Box::new(Diagnostic::error("Unknown variable", detail)));
        }
        Ok(Value::dynamic())
    }

    fn call(&self, name: &SmolStr) -> Value {
        if let Some(value) = self.module.call_values.borrow().get(name) {
            return value.clone();
        }
        let Some(call) = self.module.calls.borrow().get(name).cloned() else { return Value::dynamic() };
        let tree = self.world.tree;
        let outputs: Vec<SmolStr> = match tree.modules[self.module.module].children.get(name) {
            Some(child) => tree.modules[*child].module.outputs.keys().cloned().collect(),
            None => Vec::new(),
        };
        let value = call.whole(&outputs);
        self.module.call_values.borrow_mut().insert(name.clone(), value.clone());
        value
    }
}

impl Names for BlockNames<'_> {
    fn value(&self, name: &Referenceable) -> Result<Value, Box<Diagnostic>> {
        let missing = Value::dynamic;
        Ok(match name {
            Referenceable::Variable(name) => {
                self.module.variables.borrow().get(name).cloned().unwrap_or_else(missing)
            }
            Referenceable::Local(name) => {
                self.module.locals.borrow().get(name).cloned().unwrap_or_else(missing)
            }
            Referenceable::ModuleCall(name) => self.call(name),
            Referenceable::Resource(resource) => match self.module.resources.borrow().get(resource) {
                Some(instances) => instances.whole().clone(),
                None => missing(),
            },
            Referenceable::Count(_) => match self.repetition {
                Repetition::Count(index) => Value::int(*index),
                _ => self.not_repeated("count")?,
            },
            Referenceable::Each(name) => match self.repetition {
                Repetition::Each(key, _) if name == "key" => key.clone(),
                Repetition::Each(_, value) => value.clone(),
                _ => self.not_repeated("each")?,
            },
            Referenceable::Path(name) => self.path(name)?,
            Referenceable::Terraform(name) if name == "applying" => {
                Value::bool(self.surroundings.applying).with_marks(&Marks::ephemeral())
            }
            Referenceable::Terraform(_) => Value::string(self.surroundings.workspace.as_str()),
            Referenceable::SelfObject => self.self_object.cloned().unwrap_or_else(missing),
        })
    }

    fn value_at(
        &self,
        name: &Referenceable,
        steps: &[Step],
    ) -> Option<Result<(Value, usize), Box<Diagnostic>>> {
        match name {
            Referenceable::Resource(resource) => {
                let resources = self.module.resources.borrow();
                let value = resources.get(resource)?.at(&instance_key(steps.first()?)?)?.clone();
                Some(Ok((value, 1)))
            }
            Referenceable::ModuleCall(name) => {
                let calls = self.module.calls.borrow();
                let call = calls.get(name)?;
                let key = instance_key(steps.first()?);
                let used = usize::from(key.is_some());
                let StepKind::Attr(output) = &steps.get(used)?.kind else { return None };
                let has_key = call.expansion.keys.first().is_some_and(Option::is_some);
                if key.is_some() != has_key {
                    return None;
                }
                let value = call.at(key.as_ref())?.outputs.borrow().get(output)?.clone();
                Some(Ok((value, used + 1)))
            }
            _ => None,
        }
    }

    fn call_provider(
        &self,
        provider: &str,
        function: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        let provider = self.world.tree.modules[self.module.module].module.provider_addr(provider);
        self.surroundings.providers.call_function(&provider, function, args)
    }

    fn check(&self, _name: &Referenceable) -> Result<(), Box<Diagnostic>> {
        Ok(())
    }
}
