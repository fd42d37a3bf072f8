//! A kit for tables of calls: short words for values, and checks that call a function by its name.

use value::num::Num;
use value::{Bound, Marks, Refinement, Type, Value};

use crate::{CallError, Env, Function, FunctionError, lookup};

/// Calls the function without an outside and compares the result in every respect.
#[track_caller]
pub(crate) fn check<const N: usize>(name: &str, args: [Value; N], expect: Value) {
    match call(name, args.to_vec()) {
        Ok(result) => {
            assert_eq!(result, expect, "{name}({args:?})");
            assert_eq!(result.ty(), expect.ty(), "type of {name}({args:?})");
        }
        Err(error) => panic!("{name}({args:?}): {error}"),
    }
}

/// Calls the function and compares its error. Where one argument is at fault the message begins with
/// that parameter's name: `num: argument must not be null`.
#[track_caller]
pub(crate) fn check_error<const N: usize>(name: &str, args: [Value; N], message: &str) {
    match call(name, args.to_vec()) {
        Ok(result) => panic!("{name}({args:?}) = {result:?}"),
        Err(error) => assert_eq!(error, message, "{name}({args:?})"),
    }
}

fn call(name: &str, args: Vec<Value>) -> Result<Value, String> {
    let function = lookup(name).unwrap_or_else(|| panic!("no function {name}"));
    function.call(&Env::nothing(), args).map_err(|error| match error {
        CallError::TooFew { missing } => format!("no argument for {missing}"),
        CallError::TooMany { expected } => format!("more than {expected} arguments"),
        CallError::Conversion(mut errors) => error_text(function, errors.swap_remove(0)),
        CallError::Failed(error) => error_text(function, error),
    })
}

fn error_text(function: &Function, error: FunctionError) -> String {
    match error.argument.and_then(|index| function.param(index)) {
        Some(param) => format!("{}: {}", param.name, error.message),
        None => error.message,
    }
}

pub(crate) fn s(text: &str) -> Value {
    Value::string(text)
}

pub(crate) fn n(text: &str) -> Value {
    Value::number(Num::parse(text).unwrap_or_else(|| panic!("{text} is no number")))
}

pub(crate) fn b(value: bool) -> Value {
    Value::bool(value)
}

pub(crate) fn infinity() -> Value {
    Value::number(Num::POS_INF)
}

/// A list with the type of its first item.
pub(crate) fn list<const N: usize>(items: [Value; N]) -> Value {
    list_of(items[0].ty(), items)
}

pub(crate) fn list_of<const N: usize>(element: Type, items: [Value; N]) -> Value {
    Value::list(element, items.to_vec())
}

/// A set with the type of its first item.
pub(crate) fn set<const N: usize>(items: [Value; N]) -> Value {
    set_of(items[0].ty(), items)
}

pub(crate) fn set_of<const N: usize>(element: Type, items: [Value; N]) -> Value {
    Value::set(element, items.to_vec())
}

pub(crate) fn tuple<const N: usize>(items: [Value; N]) -> Value {
    Value::tuple(items.to_vec())
}

/// A map with the type of its first value.
pub(crate) fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    map_of(entries[0].1.ty(), entries)
}

pub(crate) fn map_of<const N: usize>(element: Type, entries: [(&str, Value); N]) -> Value {
    Value::map(element, entries)
}

pub(crate) fn object<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::object(entries)
}

pub(crate) fn null(ty: Type) -> Value {
    Value::null(ty)
}

/// The `null` of the language, which has no type.
pub(crate) fn untyped_null() -> Value {
    Value::null(Type::Dynamic)
}

pub(crate) fn unknown(ty: Type) -> Value {
    Value::unknown(ty)
}

/// An unknown value that is certainly not null.
pub(crate) fn some(ty: Type) -> Value {
    Value::unknown_not_null(ty)
}

/// An unknown number, not null, of at least and possibly at most so much.
pub(crate) fn number_between(min: i64, max: Option<i64>) -> Value {
    let bound = |number| Bound { value: Num::from_i64(number), inclusive: true };
    Value::unknown(Type::Number).refine(Refinement {
        min: Some(bound(min)),
        max: max.map(bound),
        ..Refinement::not_null()
    })
}

/// An unknown collection, not null, of a length within bounds.
pub(crate) fn long(ty: Type, min: u64, max: Option<u64>) -> Value {
    Value::unknown(ty).refine(Refinement { min_length: min, max_length: max, ..Refinement::not_null() })
}

pub(crate) fn dynamic() -> Value {
    Value::dynamic()
}

pub(crate) fn sensitive(value: Value) -> Value {
    value.sensitive()
}

pub(crate) fn ephemeral(value: Value) -> Value {
    value.with_marks(&Marks::ephemeral())
}

pub(crate) const STRING: Type = Type::String;
pub(crate) const NUMBER: Type = Type::Number;
pub(crate) const BOOL: Type = Type::Bool;
pub(crate) const ANY: Type = Type::Dynamic;
