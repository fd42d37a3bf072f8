//! What validation asks of providers: the one thing about a configuration that its text does not say.

use std::sync::Arc;

use addrs::{Provider, ResourceMode};
use diag::Diagnostic;
use hcl::eval::CallFailure;
use schema::Schema;
use smol_str::SmolStr;
use value::{Path, Value};

/// What is known of the providers of a configuration.
pub trait Schemas {
    /// The schema of a type of resource.
    fn resource(&self, provider: &Provider, mode: ResourceMode, type_name: &str) -> Lookup;

    /// The types of a mode that a provider has, where that is known.
    fn types(&self, _provider: &Provider, _mode: ResourceMode) -> Vec<SmolStr> {
        Vec::new()
    }

    /// The schema of a provider's own configuration.
    fn config(&self, provider: &Provider) -> Lookup;

    /// Has the provider check what is written in a block, with unknown values where nothing is known yet. A
    /// problem comes with the part of the value that it is about.
    fn validate(&self, provider: &Provider, block: BlockKind<'_>, config: Value) -> Vec<(Diagnostic, Path)>;

    /// Calls a function of a provider; nothing where it has no such function.
    fn call_function(
        &self,
        provider: &Provider,
        name: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>>;
}

/// What a schema is asked for.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// There it is.
    Found(Arc<Schema>),
    /// The provider has no such type.
    Unsupported,
    /// The provider is not at hand, so that nobody knows.
    Unavailable,
}

impl Lookup {
    /// The schema, where there is one.
    pub fn found(self) -> Option<Arc<Schema>> {
        match self {
            Lookup::Found(schema) => Some(schema),
            Lookup::Unsupported | Lookup::Unavailable => None,
        }
    }
}

/// The kinds of blocks whose schema a provider says.
#[derive(Clone, Copy, Debug)]
pub enum BlockKind<'a> {
    /// Its own configuration.
    Config,
    /// A resource of a type.
    Resource(ResourceMode, &'a SmolStr),
}

/// No provider is at hand.
#[derive(Clone, Copy, Debug)]
pub struct NoSchemas;

impl Schemas for NoSchemas {
    fn resource(&self, _provider: &Provider, _mode: ResourceMode, _type_name: &str) -> Lookup {
        Lookup::Unavailable
    }

    fn config(&self, _provider: &Provider) -> Lookup {
        Lookup::Unavailable
    }

    fn validate(
        &self,
        _provider: &Provider,
        _block: BlockKind<'_>,
        _config: Value,
    ) -> Vec<(Diagnostic, Path)> {
        Vec::new()
    }

    fn call_function(
        &self,
        _provider: &Provider,
        _name: &str,
        _args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        None
    }
}
