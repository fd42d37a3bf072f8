//! Calls of functions that providers have: counts, conversion, null, unknown and marks, as for built-in ones.

use diag::{Parameter, Signature};
use hcl::eval::CallFailure;
use schema::{FunctionParameter, FunctionSignature};
use value::{Marks, Value, convert, type_json};

/// Why a provider gave no value: the argument at fault, where it is one, and words.
pub type ProviderCallError = (Option<usize>, String);

/// Calls a function of a provider; the provider itself is asked only with arguments that it takes.
pub fn call_provider_function(
    name: &str,
    signature: &FunctionSignature,
    args: &[Value],
    ask: impl FnOnce(Vec<Value>) -> Result<Value, ProviderCallError>,
) -> Result<Value, Vec<CallFailure>> {
    call(signature, args, ask).map_err(|failures| {
        let of = |failure| {
            let signature = Box::new(shown(name, signature));
            CallFailure::Of { signature, failure: Box::new(failure) }
        };
        failures.into_iter().map(of).collect()
    })
}

/// What a function takes and gives, for display.
fn shown(name: &str, signature: &FunctionSignature) -> Signature {
    let parameter = |parameter: &FunctionParameter| Parameter {
        name: parameter.name.to_string(),
        ty: type_json::encode(&parameter.ty),
    };
    Signature {
        name: name.to_owned(),
        parameters: signature.parameters.iter().map(parameter).collect(),
        variadic: signature.variadic.as_ref().map(parameter),
        returns: type_json::encode(&signature.returns),
    }
}

fn call(
    signature: &FunctionSignature,
    args: &[Value],
    ask: impl FnOnce(Vec<Value>) -> Result<Value, ProviderCallError>,
) -> Result<Value, Vec<CallFailure>> {
    check_count(signature, args.len())?;
    let mut marks = Marks::NONE;
    let mut unknown = false;
    let mut converted = Vec::with_capacity(args.len());
    let mut refused = Vec::new();
    for (index, arg) in args.iter().enumerate() {
        let Some(parameter) = signature.parameter(index) else { break };
        let (plain, found) = arg.unmark_deep();
        marks = marks.union(&found);
        match convert::convert(&plain, &parameter.ty) {
            Ok(value) if value.is_null() && !parameter.allow_null => {
                refused.push(at(index, parameter, "argument must not be null".to_owned()));
            }
            Ok(value) => {
                unknown |= !parameter.allow_unknown && !value.is_wholly_known();
                converted.push(value);
            }
            Err(error) => refused.push(at(index, parameter, error.to_string())),
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    let result =
        if unknown { Value::unknown(signature.returns.clone()) } else { ask_for(signature, converted, ask)? };
    Ok(result.with_marks(&marks))
}

fn ask_for(
    signature: &FunctionSignature,
    args: Vec<Value>,
    ask: impl FnOnce(Vec<Value>) -> Result<Value, ProviderCallError>,
) -> Result<Value, Vec<CallFailure>> {
    let failure = |(index, message): ProviderCallError| match index
        .and_then(|index| Some((index, signature.parameter(index)?)))
    {
        Some((index, parameter)) => vec![at(index, parameter, message)],
        None => vec![CallFailure::Failed { message }],
    };
    let result = ask(args).map_err(failure)?;
    convert::convert(&result, &signature.returns).map_err(|error| {
        failure((None, format!("the provider gave a value that does not fit the function: {error}")))
    })
}

fn check_count(signature: &FunctionSignature, count: usize) -> Result<(), Vec<CallFailure>> {
    let expected = signature.parameters.len();
    let variadic = signature.variadic.is_some();
    match signature.parameters.get(count) {
        Some(missing) => {
            Err(vec![CallFailure::TooFew { missing: missing.name.to_string(), expected, variadic }])
        }
        None if count > expected && !variadic => Err(vec![CallFailure::TooMany { expected }]),
        None => Ok(()),
    }
}

fn at(index: usize, parameter: &FunctionParameter, message: String) -> CallFailure {
    CallFailure::Argument { index, parameter: parameter.name.to_string(), message }
}

#[cfg(test)]
mod tests {
    use value::Type;

    use super::*;

    fn signature() -> FunctionSignature {
        let parameter = |name: &str, allow_null, allow_unknown| FunctionParameter {
            name: name.into(),
            ty: Type::String,
            allow_null,
            allow_unknown,
            description: String::new(),
            description_is_markdown: false,
        };
        FunctionSignature {
            parameters: vec![parameter("first", false, false)],
            variadic: Some(parameter("more", true, true)),
            returns: Type::String,
            summary: String::new(),
            description: String::new(),
            description_is_markdown: false,
            deprecation: None,
        }
    }

    fn check(args: &[Value], expect: Result<Value, &str>) {
        let found = call_provider_function("f", &signature(), args, |args| match args[0].as_str() {
            Some("bad") => Err((Some(0), "it is bad".to_owned())),
            Some("worse") => Err((None, "nothing works".to_owned())),
            _ => Ok(Value::string(format!("{}", args.len()))),
        });
        let found = found.map_err(|failures| {
            let CallFailure::Of { signature, failure } = &failures[0] else { panic!("{failures:?}") };
            assert_eq!(
                (signature.name.as_str(), signature.parameter_names().as_str()),
                ("f", "first, more...")
            );
            (**failure).clone()
        });
        let found = found.map_err(|failure| match &failure {
            CallFailure::Argument { parameter, message, .. } => format!("{parameter}: {message}"),
            CallFailure::TooFew { missing, .. } => format!("{missing} is missing"),
            CallFailure::Failed { message } => message.clone(),
            _ => "something else".to_owned(),
        });
        match (found, expect) {
            (Ok(found), Ok(expect)) => assert!(found.raw_eq(&expect), "{found:?}"),
            (Err(found), Err(expect)) => assert_eq!(found, expect),
            (found, expect) => panic!("{found:?} instead of {expect:?}"),
        }
    }

    #[test]
    fn arguments_are_checked_before_the_provider_is_asked() {
        let text = |text: &str| Value::string(text);
        check(&[text("a")], Ok(text("1")));
        check(&[Value::int(1), Value::null(Type::String)], Ok(text("2")));
        check(&[], Err("first is missing"));
        check(&[Value::null(Type::String)], Err("first: argument must not be null"));
        check(&[Value::list(Type::String, Vec::new())], Err("first: string required"));
        check(&[Value::unknown(Type::String)], Ok(Value::unknown(Type::String)));
        check(&[text("a"), Value::unknown(Type::String)], Ok(text("2")));
        check(&[text("a").sensitive()], Ok(text("1").sensitive()));
        check(&[text("bad")], Err("first: it is bad"));
        check(&[text("worse")], Err("nothing works"));
    }
}
