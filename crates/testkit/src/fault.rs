//! What tests can make go wrong.

use std::time::Duration;

use provider::Deferred;
use smol_str::SmolStr;
use value::{Path, Value};

use crate::Method;

/// Something that goes wrong, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    /// In which call.
    pub method: Method,
    /// For objects of this type; for all when nothing is said.
    pub type_name: Option<SmolStr>,
    /// For the object whose attribute `name` is this; for all when nothing is said.
    pub name: Option<SmolStr>,
    /// What happens.
    pub effect: Effect,
    /// How many calls go well before.
    pub skip: usize,
    /// How many times it happens; always when nothing is said.
    pub times: Option<usize>,
}

impl Fault {
    /// A fault of every call of a kind.
    pub fn new(method: Method, effect: Effect) -> Self {
        Self { method, type_name: None, name: None, effect, skip: 0, times: None }
    }

    /// The same for one type only.
    #[must_use]
    pub fn of_type(self, type_name: &str) -> Self {
        Self { type_name: Some(type_name.into()), ..self }
    }

    /// The same for one object only.
    #[must_use]
    pub fn of(self, name: &str) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// The same, but only after so many calls went well.
    #[must_use]
    pub fn after(self, skip: usize) -> Self {
        Self { skip, ..self }
    }

    /// The same, but only so many times.
    #[must_use]
    pub fn times(self, times: usize) -> Self {
        Self { times: Some(times), ..self }
    }
}

/// What goes wrong.
#[derive(Clone, Debug)]
pub enum Effect {
    /// An error with this summary; nothing is done.
    Error(&'static str),
    /// An error at a part of the object.
    ErrorAt(&'static str, Path),
    /// A warning with this summary; the call goes on.
    Warning(&'static str),
    /// Apply: the change is made, and an error comes back with the object.
    ErrorAfter(&'static str),
    /// Apply: an error and no object at all, as when the connection broke.
    NoAnswer(&'static str),
    /// A part of the answer is set to this, whatever was planned or is right.
    Answer(Path, Value),
    /// The answer is null.
    Null,
    /// The answer is an object of another type.
    WrongType,
    /// Delete: the answer is the object, as if it were still there.
    StillThere,
    /// Plan: a change of this part needs a new object.
    NeedsNew(Path),
    /// The answer is put off.
    Deferred(Deferred),
    /// Open and renew: it must be renewed after so long.
    RenewAfter(Duration),
    /// Import: there is an object of this type too.
    AlsoFound(&'static str),
    /// Import: there is nothing.
    NothingFound,
    /// No answer until the provider is stopped or the cloud lets go.
    Hang,
}
