//! Functions of providers, called in the middle of an expression.

use hcl::eval::CallFailure;
use provider::{CallFunctionRequest, Provider};
use schema::FunctionSignature;
use value::Value;

/// Calls a function of a provider and waits for the answer.
pub(super) fn call(
    provider: &dyn Provider,
    name: &str,
    signature: &FunctionSignature,
    args: &[Value],
) -> Result<Value, Vec<CallFailure>> {
    lang::call_provider_function(name, signature, args, |arguments| {
        let request = CallFunctionRequest { name: name.into(), arguments };
        futures_executor::block_on(provider.call_function(request))
            .map_err(|error| (error.argument, error.text))
    })
}
