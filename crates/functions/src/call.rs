//! What every call has in common: argument count, conversion, nulls, unknowns, marks, refinement.

use value::{Marks, Type, Value, convert};

use crate::secrets;
use crate::{Body, Env, Function, FunctionError, Param, Refine, Returns};

/// Why a call gave no value.
#[derive(Clone, Debug, PartialEq)]
pub enum CallError {
    /// Fewer arguments than parameters; names the first parameter without one.
    TooFew {
        /// The parameter's name.
        missing: &'static str,
    },
    /// More arguments than parameters.
    TooMany {
        /// How many are expected.
        expected: usize,
    },
    /// Arguments that could not be converted, each of them.
    Conversion(Vec<FunctionError>),
    /// The body failed, or refused an argument.
    Failed(FunctionError),
}

impl From<FunctionError> for CallError {
    fn from(error: FunctionError) -> Self {
        CallError::Failed(error)
    }
}

impl Function {
    /// The parameter that an argument belongs to.
    pub fn param(&self, index: usize) -> Option<&Param> {
        self.params.get(index).or(self.variadic.as_ref())
    }

    /// Whether that many arguments fit.
    pub fn check_count(&self, count: usize) -> Result<(), CallError> {
        if count < self.params.len() {
            return Err(CallError::TooFew { missing: self.params[count].name });
        }
        if count > self.params.len() && self.variadic.is_none() {
            return Err(CallError::TooMany { expected: self.params.len() });
        }
        Ok(())
    }

    /// Calls the function with values as they were given. No error repeats a secret among them.
    pub fn call(&self, env: &Env<'_>, args: Vec<Value>) -> Result<Value, CallError> {
        if !args.iter().any(Value::has_marks) {
            return self.call_plainly(env, args);
        }
        let given = args.clone();
        self.call_plainly(env, args).map_err(|error| secrets::hide(error, &given))
    }

    fn call_plainly(&self, env: &Env<'_>, mut args: Vec<Value>) -> Result<Value, CallError> {
        self.check_count(args.len())?;
        // Every conversion comes before any other check: an argument of a wrong type is reported
        // even when an earlier one is null.
        let mut refused = Vec::new();
        for (index, arg) in args.iter_mut().enumerate() {
            let Some(param) = self.param(index) else { break };
            refused.extend(convert_argument(index, param, arg).err());
        }
        if !refused.is_empty() {
            return Err(CallError::Conversion(refused));
        }
        let mut marks = Marks::NONE;
        let mut unknown = false;
        let mut dynamic = false;
        for (index, arg) in args.iter_mut().enumerate() {
            let Some(param) = self.param(index) else { break };
            // Once the type of the result cannot be told, nothing further is looked at but marks.
            if arg.is_null() && !param.allow_null && !dynamic {
                return Err(FunctionError::argument(index, "argument must not be null").into());
            }
            if !param.allow_marked && arg.has_marks() {
                let (plain, arg_marks) = arg.unmark_deep();
                marks = marks.union(&arg_marks);
                *arg = plain;
            }
            let has_content = arg.is_known() && !arg.is_null();
            dynamic |= !param.allow_dynamic && !has_content && arg.ty() == Type::Dynamic;
            unknown |= match arg.is_known() {
                true => !param.allow_partial && !arg.is_wholly_known(),
                false => !param.allow_unknown,
            };
        }
        if dynamic {
            return Ok(Value::dynamic().with_marks(&marks));
        }
        let result = if unknown {
            Value::unknown(self.return_type(&args)?)
        } else {
            match self.body {
                Body::Plain(body) => body(&args)?,
                Body::WithEnv(body) => body(env, &args)?,
                Body::InEvaluator => {
                    return Err(FunctionError::new("this function can only be called directly").into());
                }
            }
        };
        Ok(self.refined(result, &args).with_marks(&marks))
    }

    /// The type of the result for arguments that may be unknown.
    pub fn return_type(&self, args: &[Value]) -> Result<Type, FunctionError> {
        match self.returns {
            Returns::Fixed(ty) => Ok(ty.ty().clone()),
            Returns::From(from) => from(args),
        }
    }

    /// The type of the result as far as it can be told when nothing is known of the arguments but that they have the types of
    /// the parameters.
    pub fn declared_return_type(&self) -> Type {
        let params: Vec<&Param> = self.params.iter().chain(&self.variadic).collect();
        let hides = |param: &&Param| *param.ty.ty() == Type::Dynamic && !param.allow_dynamic;
        // Terraform's templatestring takes an expression, as try and can do: the signatures of these tell what they give
        // when the expression has a value.
        let takes_expression = matches!(self.body, Body::InEvaluator) || self.name == "templatestring";
        if params.iter().any(hides) && !takes_expression {
            return Type::Dynamic;
        }
        let args: Vec<Value> = params.iter().map(|param| Value::unknown(param.ty.ty().clone())).collect();
        self.return_type(&args).unwrap_or(Type::Dynamic)
    }

    fn refined(&self, result: Value, args: &[Value]) -> Value {
        if result.is_known() {
            return result;
        }
        match self.refine {
            Refine::Nothing => result,
            Refine::NotNull => result.refine(value::Refinement::not_null()),
            Refine::With(with) => result.refine(with(args)),
        }
    }
}

fn convert_argument(index: usize, param: &Param, arg: &mut Value) -> Result<(), FunctionError> {
    let ty = param.ty.ty();
    if *ty == Type::Dynamic {
        return Ok(());
    }
    *arg = convert::convert(arg, ty).map_err(|error| FunctionError {
        argument: Some(index),
        path: error.path,
        message: error.message,
    })?;
    Ok(())
}
