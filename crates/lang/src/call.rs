//! Calls of the function library from expressions and templates.

use std::cell::Cell;

use diag::{Diagnostic, Parameter, Signature, SourceFile};
use functions::{CallError, Env, Function, FunctionError, Param, PlanTime};
use hcl::eval::{CallFailure, Reference, Resolved, Scope, eval_with_names};
use hcl::references::references;
use hcl::{did_you_mean, syntax};
use smol_str::SmolStr;
use value::{Marks, Value, type_json};

use crate::{LangScope, type_text};

/// Templates may render templates, but not without end.
const MAX_TEMPLATE_DEPTH: usize = 1024;

/// Calls a function by name.
pub(crate) fn call(
    console: bool,
    env: &Env<'_>,
    name: &str,
    args: Vec<Value>,
) -> Result<Value, Vec<CallFailure>> {
    if console && matches!(name, "type" | "core::type") {
        return console_type(args).map_err(|failure| vec![failure]);
    }
    // Without a plan there is no time of planning.
    let hidden = matches!(name, "type" | "core::type")
        || (env.plan_time == PlanTime::Never && matches!(name, "plantimestamp" | "core::plantimestamp"));
    let Some(function) = functions::lookup(name).filter(|_| !hidden) else {
        return Err(vec![unknown_function(name)]);
    };
    let shown_only = args.iter().position(|arg| arg.deep_marks().is_type_text());
    if let Some(index) = shown_only {
        let error =
            FunctionError::argument(index, "the result of the console's type function can only be shown");
        return Err(vec![failure(function, error)]);
    }
    function.call(env, args).map_err(|error| match error {
        CallError::TooFew { missing } => vec![CallFailure::TooFew {
            missing: missing.to_owned(),
            expected: function.params.len(),
            variadic: function.variadic.is_some(),
        }],
        CallError::TooMany { expected } => vec![CallFailure::TooMany { expected }],
        CallError::Conversion(errors) => errors.into_iter().map(|error| failure(function, error)).collect(),
        CallError::Failed(error) => vec![failure(function, error)],
    })
}

fn failure(function: &Function, error: FunctionError) -> CallFailure {
    match error.argument {
        Some(index) => CallFailure::Argument {
            index,
            parameter: function.param(index).map_or("", |param| param.name).to_owned(),
            message: error.message,
        },
        None => CallFailure::Failed { message: error.message },
    }
}

/// What a function takes and gives, for display.
pub(crate) fn signature(function: &Function) -> Signature {
    let parameter =
        |param: &Param| Parameter { name: param.name.to_owned(), ty: type_json::encode(param.ty.ty()) };
    Signature {
        name: function.name.to_owned(),
        parameters: function.params.iter().map(parameter).collect(),
        variadic: function.variadic.as_ref().map(parameter),
        returns: type_json::encode(&function.declared_return_type()),
    }
}

fn unknown_function(name: &str) -> CallFailure {
    let parts: Vec<&str> = name.split("::").collect();
    let (summary, detail) = match parts.as_slice() {
        ["provider", provider, function] | ["provider", provider, _, function] => (
            "Unknown provider function",
            format!(
                "There is no function named {name:?}. Check that provider {provider:?} is declared in this module's \
                 required_providers block, and that it offers a function named {function:?}."
            ),
        ),
        ["core", function] => (
            "Unknown provider function",
            format!("There is no builtin function named {function:?}.{}", similar(function)),
        ),
        [namespace, _, ..] => (
            "Unknown provider function",
            format!(
                "The function namespace {namespace:?} is not valid. Provider function calls must use the \
                 \"provider::\" namespace prefix."
            ),
        ),
        _ => ("Call to unknown function", format!("There is no function named {name:?}.{}", similar(name))),
    };
    CallFailure::Unknown { summary: summary.to_owned(), detail }
}

fn similar(name: &str) -> String {
    did_you_mean(name, functions::all().iter().map(|function| function.name))
}

/// The console's own function: the type of a value as text that can only be shown.
fn console_type(args: Vec<Value>) -> Result<Value, CallFailure> {
    match args.as_slice() {
        [] => Err(CallFailure::TooFew { missing: "value".to_owned(), expected: 1, variadic: false }),
        [value] if value.marks().is_type_text() => Ok(Value::string("type").with_marks(&Marks::type_text())),
        [value] => Ok(Value::string(type_text(&value.ty())).with_marks(&Marks::type_text())),
        _ => Err(CallFailure::TooMany { expected: 1 }),
    }
}

thread_local! {
    static TEMPLATE_DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// Renders a template with some variables.
pub(crate) fn render_template(
    scope: &LangScope<'_>,
    name: &str,
    text: &[u8],
    variables: &[(SmolStr, Value)],
) -> Result<Value, FunctionError> {
    let depth = TEMPLATE_DEPTH.get();
    if depth >= MAX_TEMPLATE_DEPTH {
        return Err(FunctionError::new(format!(
            "maximum recursion depth {MAX_TEMPLATE_DEPTH} reached in template {name}"
        )));
    }
    let source = SourceFile::new(name, text.to_vec());
    let (tree, expr, diags) = syntax::parse_template(source);
    if let Some(error) = diags.iter().next().filter(|_| diags.has_errors()) {
        return Err(FunctionError::argument(0, diagnostic_text(error)));
    }
    for (id, reference) in references(&tree, expr) {
        let root = tree.text(reference.root_span);
        if !variables.iter().any(|(known, _)| known == root) {
            let place = tree.range(tree.span(id));
            let hint = did_you_mean(root, variables.iter().map(|(name, _)| name.as_str()));
            return Err(FunctionError::argument(
                1,
                format!(
                    "vars map does not contain key {:?}, referenced at {}:{},{}.{hint}",
                    root, place.filename, place.start.line, place.start.column
                ),
            ));
        }
    }
    TEMPLATE_DEPTH.set(depth + 1);
    let (value, diags) = eval_with_names(&tree, expr, &TemplateScope(scope), variables);
    TEMPLATE_DEPTH.set(depth);
    match diags.iter().next().filter(|_| diags.has_errors()) {
        Some(error) => Err(FunctionError::new(diagnostic_text(error))),
        None => Ok(value),
    }
}

/// A diagnostic as part of a sentence.
fn diagnostic_text(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.subject.as_ref().map_or_else(String::new, |range| {
        let (start, end) = (range.start, range.end);
        if start.line == end.line {
            format!("{}:{},{}-{}: ", range.filename, start.line, start.column, end.column)
        } else {
            format!("{}:{},{}-{},{}: ", range.filename, start.line, start.column, end.line, end.column)
        }
    });
    format!("{place}{}; {}", diagnostic.summary, diagnostic.detail)
}

/// What a template sees besides its variables: the functions.
struct TemplateScope<'a>(&'a LangScope<'a>);

impl Scope for TemplateScope<'_> {
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<Diagnostic>> {
        let detail = format!("The template has no variable named {:?}.", reference.root);
        Err(Box::new(Diagnostic::error("Unknown variable", detail)))
    }

    fn call(&self, name: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        self.0.call(name, args)
    }

    fn signature(&self, name: &str) -> Option<Signature> {
        self.0.signature(name)
    }
}
