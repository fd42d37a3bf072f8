//! Functions of a provider.

use schema::{Catalog, FunctionSignature};
use smol_str::SmolStr;
use value::Value;

use crate::ProviderDiagnostics;

/// A function to call.
#[derive(Clone, Debug)]
pub struct CallFunctionRequest {
    /// Which.
    pub name: SmolStr,
    /// Of the types of its parameters.
    pub arguments: Vec<Value>,
}

/// Why a function gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionError {
    /// In words.
    pub text: String,
    /// Which argument is at fault; those beyond the parameters by place count on.
    pub argument: Option<usize>,
}

/// Functions, where they were asked for alone.
#[derive(Clone, Debug)]
pub struct FunctionsResponse {
    /// By name.
    pub functions: Catalog<FunctionSignature>,
    /// Problems.
    pub diags: ProviderDiagnostics,
}
