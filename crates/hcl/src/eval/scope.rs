//! What an expression may refer to, answered by whoever evaluates it.

use diag::{Diagnostic, Signature};
use value::Value;

use crate::syntax::ast::Step;

/// A reference as written: the first name and all that follows.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The first name.
    pub root: &'a str,
    /// The steps after it.
    pub steps: &'a [Step],
}

/// The answer to a reference.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The value of the first name and the steps that were used up.
    pub value: Value,
    /// How many steps were used up; the evaluator applies the rest.
    pub used: usize,
}

/// How the evaluator treats a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// Its arguments are evaluated and handed over.
    Plain,
    /// Gives its first argument that evaluates without error.
    Try,
    /// Tells whether its argument evaluates without error.
    Can,
}

/// Why a function call gave no value.
#[derive(Clone, Debug, PartialEq)]
pub enum CallFailure {
    /// There is no function of that name.
    Unknown {
        /// Fixed words for the diagnostic.
        summary: String,
        /// The sentence to show.
        detail: String,
    },
    /// Fewer arguments than parameters.
    TooFew {
        /// The first parameter without an argument.
        missing: String,
        /// How many arguments are expected.
        expected: usize,
        /// Whether more than that would be taken.
        variadic: bool,
    },
    /// More arguments than parameters.
    TooMany {
        /// How many arguments are expected.
        expected: usize,
    },
    /// One argument is at fault.
    Argument {
        /// Which, from 0.
        index: usize,
        /// The parameter's name.
        parameter: String,
        /// What is wrong with it.
        message: String,
    },
    /// The call as a whole failed.
    Failed {
        /// What is wrong.
        message: String,
    },
    /// Something is wrong with a call of a function that is not known by its name alone: one of a provider.
    Of {
        /// What the function takes and gives.
        signature: Box<Signature>,
        /// What is wrong.
        failure: Box<CallFailure>,
    },
}

/// The names and functions in scope.
pub trait Scope {
    /// Resolves a reference, or says why it cannot; the evaluator adds the range.
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>>;

    /// How to treat a function.
    fn function_kind(&self, name: &str) -> FunctionKind {
        match name {
            "try" | "core::try" => FunctionKind::Try,
            "can" | "core::can" => FunctionKind::Can,
            _ => FunctionKind::Plain,
        }
    }

    /// Calls a function, or says everything that is wrong with the call.
    fn call(&self, name: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>>;

    /// The parameters of a function for display, such as `str, prefix`.
    fn signature(&self, name: &str) -> Option<Signature>;

    /// Whether nothing can be referred to or called at all: what is wrong is then the first name, or the whole call.
    fn is_constant(&self) -> bool {
        false
    }

    /// Whether what is wrong with a reference is its first name, not all of it.
    fn blames_first_name(&self) -> bool {
        self.is_constant()
    }

    /// Whether strings in JSON and YAML stand for themselves, instead of being templates.
    fn strings_are_literal(&self) -> bool {
        false
    }
}

/// Nothing is in scope: for constant expressions.
#[derive(Debug)]
pub struct EmptyScope;

impl Scope for EmptyScope {
    fn resolve(&self, _reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>> {
        Err(Box::new(Diagnostic::error("Variables not allowed", "Variables may not be used here.")))
    }

    fn function_kind(&self, _name: &str) -> FunctionKind {
        // None is allowed, so none is treated in a way of its own.
        FunctionKind::Plain
    }

    fn call(&self, _name: &str, _args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        Err(vec![CallFailure::Unknown {
            summary: "Function calls not allowed".to_owned(),
            detail: "Functions may not be called here.".to_owned(),
        }])
    }

    fn signature(&self, _name: &str) -> Option<Signature> {
        None
    }

    fn is_constant(&self) -> bool {
        true
    }

    fn strings_are_literal(&self) -> bool {
        true
    }
}
