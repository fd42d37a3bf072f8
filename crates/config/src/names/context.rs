//! Names inside a block, where `count`, `each` and `self` may have a meaning.

use addrs::{Referenceable, Resource};
use hcl::eval::CallFailure;
use lang::{LangScope, Names};
use value::{Type, Value};

use super::undeclared::check_attribute;
use super::{Checked, ModuleNames};
use crate::repetition::Repetition;

/// What a block knows besides the names of its module.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    pub(crate) count: bool,
    pub(crate) each: bool,
    pub(crate) self_object: bool,
}

impl Context {
    /// What the instances of a block know.
    pub(crate) fn of(repetition: &Repetition) -> Context {
        Context { count: repetition.count.is_some(), each: repetition.for_each.is_some(), self_object: false }
    }

    /// The same where the object itself can be looked at.
    pub(crate) fn with_self(self) -> Context {
        Context { self_object: true, ..self }
    }
}

/// The names of a module as seen from inside a block.
pub struct ScopedNames<'a> {
    names: &'a ModuleNames<'a>,
    context: Context,
}

impl<'a> ScopedNames<'a> {
    pub(crate) fn new(names: &'a ModuleNames<'a>, context: Context) -> Self {
        Self { names, context }
    }

    /// The names of the module.
    pub(crate) fn module_names(&self) -> &'a ModuleNames<'a> {
        self.names
    }

    /// The scope of the block's expressions.
    pub fn scope(&self) -> LangScope<'_> {
        self.names.scope_of(self)
    }

    fn is_known_here(&self, name: &Referenceable) -> bool {
        match name {
            Referenceable::Count(_) => self.context.count,
            Referenceable::Each(_) => self.context.each,
            Referenceable::SelfObject => self.context.self_object,
            _ => false,
        }
    }
}

impl Names for ScopedNames<'_> {
    fn value(&self, name: &Referenceable) -> Checked<Value> {
        if !self.is_known_here(name) {
            return self.names.value(name);
        }
        check_attribute(name)?;
        Ok(match name {
            Referenceable::Count(_) => Value::unknown_not_null(Type::Number),
            Referenceable::Each(name) if name == "key" => Value::unknown_not_null(Type::String),
            _ => Value::dynamic(),
        })
    }

    fn check(&self, name: &Referenceable) -> Checked<()> {
        if self.is_known_here(name) { check_attribute(name) } else { self.names.check(name) }
    }

    fn call_provider(
        &self,
        provider: &str,
        function: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        self.names.call_provider(provider, function, args)
    }

    fn is_declared(&self, resource: &Resource) -> bool {
        self.names.is_declared(resource)
    }
}
