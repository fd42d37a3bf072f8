//! Functions of a provider.

use provider::{CallFunctionRequest, FunctionError, FunctionsResponse, ProviderDiagnostic};
use schema::Catalog;
use value::Value;

use crate::call::{Call, Context};
use crate::{Method, from_diagnostics, message, methods, schemas};

/// Asks for the functions alone.
#[derive(Clone, Debug)]
pub struct GetFunctions;

impl Call for GetFunctions {
    type Request = message::get_functions::Request;
    type Response = message::get_functions::Response;
    type Answer = FunctionsResponse;

    fn method(&self) -> Method {
        methods::GET_FUNCTIONS
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request {})
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let functions = schemas::functions(response.functions);
        FunctionsResponse { functions, diags: from_diagnostics(response.diagnostics) }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        FunctionsResponse { functions: Catalog::default(), diags: vec![why] }
    }
}

impl Call for CallFunctionRequest {
    type Request = message::call_function::Request;
    type Response = message::call_function::Response;
    type Answer = Result<Value, FunctionError>;

    fn method(&self) -> Method {
        methods::CALL_FUNCTION
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let refuse = |why: &str| {
            let detail = format!("The provider {} has {why}.", ctx.provider);
            ProviderDiagnostic::error("Unsupported by provider", detail)
        };
        let functions = &ctx.schema.functions;
        let signature = functions.get(&self.name).ok_or_else(|| match functions.defect(&self.name) {
            Some(defect) => {
                refuse(&format!("an invalid signature of the function {:?}: {defect}", self.name))
            }
            None => refuse(&format!("no function {:?}", self.name)),
        })?;
        let mut arguments = Vec::with_capacity(self.arguments.len());
        for (index, argument) in self.arguments.iter().enumerate() {
            let parameter = signature
                .parameter(index)
                .ok_or_else(|| refuse(&format!("a function {:?} that takes fewer arguments", self.name)))?;
            arguments.extend(ctx.value(argument, &parameter.ty)?);
        }
        Ok(Self::Request { name: self.name.to_string(), arguments })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        if let Some(error) = response.error {
            let argument = error.function_argument.and_then(|index| usize::try_from(index).ok());
            return Err(FunctionError { text: error.text, argument });
        }
        let mut reading = ctx.reading(self.method(), &self.name, Vec::new());
        let returns = ctx.schema.functions.get(&self.name).map(|signature| signature.returns.clone());
        let result = reading.value(response.result, &returns.unwrap_or(value::Type::Dynamic));
        result.ok_or_else(|| FunctionError {
            text: reading.diags.pop().map(|found| found.detail).unwrap_or_default(),
            argument: None,
        })
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        Err(FunctionError { text: format!("{}: {}", why.summary, why.detail), argument: None })
    }
}
