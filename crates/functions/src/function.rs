//! What a function is made of.

use std::sync::LazyLock;

use value::{Path, PathStep, Refinement, Type, Value};

use crate::Env;

/// A built-in function, declared as data.
#[derive(Debug)]
pub struct Function {
    /// The name it is called by.
    pub name: &'static str,
    /// The parameters that must be given.
    pub params: &'static [Param],
    /// The parameter that takes all further arguments.
    pub variadic: Option<Param>,
    /// The type of the result.
    pub returns: Returns,
    /// What is certain of the result even while it is unknown.
    pub refine: Refine,
    /// One or more sentences for the reference.
    pub doc: &'static str,
    /// Calls with their results, for the reference.
    pub examples: &'static [Example],
    /// What it does.
    pub body: Body,
}

/// A call and what it gives, for the reference.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The expression.
    pub call: &'static str,
    /// Its value as the console shows it.
    pub result: &'static str,
}

/// A parameter and what the body can bear as its argument.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name shown in signatures and errors.
    pub name: &'static str,
    /// The type that arguments are converted to.
    pub ty: ParamType,
    /// Whether the body takes null; otherwise null is refused.
    pub allow_null: bool,
    /// Whether the body takes unknown arguments; otherwise the result is unknown.
    pub allow_unknown: bool,
    /// Whether the body takes known collections with unknown parts; otherwise the result is unknown.
    pub allow_partial: bool,
    /// Whether the body takes arguments whose very type is unknown; otherwise so is the result's.
    pub allow_dynamic: bool,
    /// Whether the body takes marked arguments; otherwise all marks, also of inner parts, are taken
    /// off and put on the result.
    pub allow_marked: bool,
}

impl Param {
    /// A parameter of the usual kind: no null, no unknown, no marks reach the body.
    pub const fn new(name: &'static str, ty: ParamType) -> Self {
        Self {
            name,
            ty,
            allow_null: false,
            allow_unknown: false,
            allow_partial: false,
            allow_dynamic: false,
            allow_marked: false,
        }
    }

    /// The body takes null.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.allow_null = true;
        self
    }

    /// The body takes unknown arguments, and known ones with unknown parts.
    #[must_use]
    pub const fn unknown(mut self) -> Self {
        self.allow_unknown = true;
        self.allow_partial = true;
        self
    }

    /// The body takes known collections with unknown parts.
    #[must_use]
    pub const fn partial(mut self) -> Self {
        self.allow_partial = true;
        self
    }

    /// The body takes arguments of unknown type.
    #[must_use]
    pub const fn dynamic(mut self) -> Self {
        self.allow_dynamic = true;
        self
    }

    /// The body takes marked arguments and sees to the result's marks itself.
    #[must_use]
    pub const fn marked(mut self) -> Self {
        self.allow_marked = true;
        self
    }
}

/// The type constraints that parameters and results have; a constant cannot hold a nested [`Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the types")]
pub enum ParamType {
    Any,
    String,
    Number,
    Bool,
    ListOfAny,
    ListOfString,
    ListOfBool,
    ListOfNumber,
    ListOfListOfAny,
    SetOfAny,
    SetOfString,
    MapOfAny,
    MapOfString,
    MapOfListOfString,
}

impl ParamType {
    /// The type itself.
    pub fn ty(self) -> &'static Type {
        static TYPES: LazyLock<[Type; 14]> = LazyLock::new(|| {
            [
                Type::Dynamic,
                Type::String,
                Type::Number,
                Type::Bool,
                Type::list(Type::Dynamic),
                Type::list(Type::String),
                Type::list(Type::Bool),
                Type::list(Type::Number),
                Type::list(Type::list(Type::Dynamic)),
                Type::set(Type::Dynamic),
                Type::set(Type::String),
                Type::map(Type::Dynamic),
                Type::map(Type::String),
                Type::map(Type::list(Type::String)),
            ]
        });
        &TYPES[self as usize]
    }
}

/// How the result's type is known.
#[derive(Clone, Copy)]
pub enum Returns {
    /// Always the same.
    Fixed(ParamType),
    /// From the arguments, which may be unknown; `Type::Dynamic` when it cannot be told yet.
    From(fn(&[Value]) -> Result<Type, FunctionError>),
}

impl std::fmt::Debug for Returns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Returns::Fixed(ty) => write!(f, "{:?}", ty.ty()),
            Returns::From(_) => f.write_str("any"),
        }
    }
}

/// What is certain of a result.
#[derive(Clone, Copy, Debug)]
pub enum Refine {
    /// Nothing.
    Nothing,
    /// It is never null.
    NotNull,
    /// More, told from the arguments, which may be unknown.
    With(fn(&[Value]) -> Refinement),
}

/// What a function does.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// Computes its result from the arguments.
    Plain(fn(&[Value]) -> Result<Value, FunctionError>),
    /// Also needs the outside: files, templates, the clock.
    WithEnv(fn(&Env<'_>, &[Value]) -> Result<Value, FunctionError>),
    /// Looks at expressions rather than values, so the evaluator does it: `try`, `can`,
    /// `templatestring`, `type`. The entry is for the reference and for argument counts.
    InEvaluator,
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionError {
    /// The argument at fault, counted from 0; nothing when no single one is.
    pub argument: Option<usize>,
    /// The part of the argument at fault.
    pub path: Path,
    /// What is wrong, in words that fit after "Invalid value for "x" parameter: ".
    pub message: String,
}

impl FunctionError {
    /// The call as a whole failed.
    pub fn new(message: impl Into<String>) -> Self {
        Self { argument: None, path: Path::new(), message: message.into() }
    }

    /// One argument is at fault.
    pub fn argument(index: usize, message: impl Into<String>) -> Self {
        Self { argument: Some(index), path: Path::new(), message: message.into() }
    }

    /// The part of the argument at fault.
    #[must_use]
    pub fn at(mut self, step: PathStep) -> Self {
        self.path = self.path.prefixed(step);
        self
    }
}
