//! Where the values of references come from.

use addrs::{Referenceable, Resource};
use diag::Diagnostic;
use value::Value;

/// Whoever knows the values of a module's names.
pub trait Names {
    /// The value of a name, or why there is none.
    fn value(&self, name: &Referenceable) -> Result<Value, Box<Diagnostic>>;

    /// Whether a name may be referred to at all, without computing its value: a reference to
    /// something undeclared is an error even where it would never be evaluated.
    fn check(&self, name: &Referenceable) -> Result<(), Box<Diagnostic>>;

    /// Whether a resource of that type and name is declared with another mode, for hints.
    fn is_declared(&self, _resource: &Resource) -> bool {
        false
    }
}
