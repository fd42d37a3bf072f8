//! Where the values of references come from.

use addrs::{Referenceable, Resource};
use diag::Diagnostic;
use hcl::eval::CallFailure;
use hcl::syntax::ast::Step;
use value::Value;

/// Whoever knows the values of a module's names.
pub trait Names {
    /// The value of a name, or why there is none.
    fn value(&self, name: &Referenceable) -> Result<Value, Box<Diagnostic>>;

    /// The value of a name together with some of the steps that follow it, and how many those are, where a
    /// part can be told without the whole: one instance of many, one output of a module.
    fn value_at(
        &self,
        _name: &Referenceable,
        _steps: &[Step],
    ) -> Option<Result<(Value, usize), Box<Diagnostic>>> {
        None
    }

    /// Whether a name may be referred to at all, without computing its value: a reference to
    /// something undeclared is an error even where it would never be evaluated.
    fn check(&self, name: &Referenceable) -> Result<(), Box<Diagnostic>>;

    /// Calls a function of a provider, which goes by the name that the module has for it; nothing where the
    /// module knows no provider by that name or the provider has no such function.
    fn call_provider(
        &self,
        _provider: &str,
        _function: &str,
        _args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        None
    }

    /// Whether a resource of that type and name is declared with another mode, for hints.
    fn is_declared(&self, _resource: &Resource) -> bool {
        false
    }
}
