//! The functions `encode_expr`, `encode_tfvars` and `decode_tfvars`: values to text of the language and back.

use diag::{Diagnostics, SourceFile, SourceRange};
use hcl::Body;
use hcl::eval::EmptyScope;
use hcl::format::format_document;
use hcl::lossless::{Document, value_text};
use hcl::syntax::is_valid_identifier;
use provider::{CallFunctionRequest, FunctionError};
use schema::{Catalog, FunctionParameter, FunctionSignature};
use smol_str::SmolStr;
use value::{Type, Value};

const ENCODE_EXPR: &str = "encode_expr";
const ENCODE_TFVARS: &str = "encode_tfvars";
const DECODE_TFVARS: &str = "decode_tfvars";

/// What `decode_tfvars` calls its text where it tells of problems.
const DECODED_NAME: &str = "<decode_tfvars argument>";

/// What the functions take and give.
pub(crate) fn signatures() -> Catalog<FunctionSignature> {
    let one = |name, parameter, ty, returns, summary: &str, description: &str| {
        let parameter = FunctionParameter {
            name: SmolStr::new_static(parameter),
            ty,
            allow_null: false,
            allow_unknown: false,
            description: String::new(),
            description_is_markdown: false,
        };
        let signature = FunctionSignature {
            parameters: vec![parameter],
            variadic: None,
            returns,
            summary: summary.to_owned(),
            description: description.to_owned(),
            description_is_markdown: false,
            deprecation: None,
        };
        (SmolStr::new_static(name), signature)
    };
    Catalog::from_iter([
        one(
            ENCODE_EXPR,
            "value",
            Type::Dynamic,
            Type::String,
            "Spell a value as an expression",
            "Gives the text of an expression whose value is the one given, laid out as the formatter does it.",
        ),
        one(
            ENCODE_TFVARS,
            "value",
            Type::Dynamic,
            Type::String,
            "Spell an object as a .tfvars file",
            "Gives the text of a variables file with one definition for every attribute of the object.",
        ),
        one(
            DECODE_TFVARS,
            "src",
            Type::String,
            Type::Dynamic,
            "Read the text of a .tfvars file",
            "Gives an object with one attribute for every definition in the text of a variables file.",
        ),
    ])
}

/// Calls a function with arguments of the types of its parameters.
pub(crate) fn call(request: &CallFunctionRequest) -> Result<Value, FunctionError> {
    let failed = |text: String| FunctionError { text, argument: None };
    let [argument] = request.arguments.as_slice() else {
        return Err(failed(format!("the function {:?} takes one argument", request.name.as_str())));
    };
    match request.name.as_str() {
        ENCODE_EXPR => encode_expr(argument),
        ENCODE_TFVARS => encode_tfvars(argument),
        DECODE_TFVARS => decode_tfvars(argument.as_str().unwrap_or_default()),
        other => Err(format!("there is no function named {other:?}")),
    }
    .map_err(failed)
}

fn encode_expr(value: &Value) -> Result<Value, String> {
    laid_out(&value_text(value))
}

fn encode_tfvars(value: &Value) -> Result<Value, String> {
    let entries = value.as_entries().ok_or(
        "invalid value to encode: must be an object whose attribute names will become the encoded variable names",
    )?;
    let mut text = String::new();
    for (name, value) in entries {
        if !is_valid_identifier(name) {
            let name = name.as_str();
            return Err(format!("invalid variable name {name:?}: only the names that a variable may have"));
        }
        text.push_str(name);
        text.push_str(" = ");
        text.push_str(&value_text(value));
        text.push('\n');
    }
    laid_out(&text)
}

/// Text as the formatter lays it out.
fn laid_out(text: &str) -> Result<Value, String> {
    let formatted = format_document(&mut Document::new(text.as_bytes()))
        .ok_or("the value is nested so deeply that its text would be larger than 256 MiB")?;
    String::from_utf8(formatted)
        .map(Value::string)
        .map_err(|_| "the text of the value is not UTF-8".to_owned())
}

fn decode_tfvars(text: &str) -> Result<Value, String> {
    let source = SourceFile::new(DECODED_NAME, text.as_bytes());
    let (tree, body, diags) = hcl::syntax::parse_config(source);
    check(&diags, "invalid tfvars syntax")?;
    let (attributes, diags) = Body::native(tree, body).just_attributes();
    check(&diags, "invalid tfvars content")?;
    let mut entries = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        let (value, diags) = attribute.expr.eval(&EmptyScope);
        check(&diags, &format!("invalid expression for variable {:?}", attribute.name.as_str()))?;
        entries.push((attribute.name, value));
    }
    Ok(Value::object(entries))
}

/// The first error in one line, where there is one.
fn check(diags: &Diagnostics, what: &str) -> Result<(), String> {
    if !diags.has_errors() {
        return Ok(());
    }
    let Some(first) = diags.iter().next() else { return Ok(()) };
    let place = first.subject.as_ref().map(place).unwrap_or_default();
    Err(format!("{what}: {place}{}; {}", first.summary, first.detail.trim_end_matches('.')))
}

fn place(range: &SourceRange) -> String {
    let SourceRange { filename, start, end } = range;
    let until = if end.line == start.line { String::new() } else { format!("{},", end.line) };
    format!("{filename}:{},{}-{until}{}: ", start.line, start.column, end.column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(name: &str, argument: Value) -> Result<Value, String> {
        call(&CallFunctionRequest { name: name.into(), arguments: vec![argument] })
            .map_err(|error| error.text)
    }

    #[test]
    fn encoding() {
        let check = |name: &str, value: Value, expect: &str| {
            assert_eq!(ask(name, value).unwrap().as_str(), Some(expect), "{name}");
        };
        let inner = Value::object([("c", Value::int(2)), ("dd", Value::string("${x}\n"))]);
        check(ENCODE_EXPR, inner.clone(), "{\n  c  = 2\n  dd = \"$${x}\\n\"\n}");
        let list = Value::tuple(vec![Value::int(1), Value::object([("x", Value::int(2))])]);
        let object = Value::object([("a", Value::int(1)), ("b c", list)]);
        check(ENCODE_EXPR, object, "{\n  a = 1\n  \"b c\" = [1, {\n    x = 2\n  }]\n}");
        check(ENCODE_EXPR, Value::object::<SmolStr>([]), "{}");
        let vars = Value::object([("a", Value::int(1)), ("bb", inner)]);
        check(ENCODE_TFVARS, vars, "a = 1\nbb = {\n  c  = 2\n  dd = \"$${x}\\n\"\n}\n");
        check(ENCODE_TFVARS, Value::object::<SmolStr>([]), "");
    }

    #[test]
    fn decoding() {
        let expect = Value::object([("a", Value::int(2)), ("b", Value::null(Type::Dynamic))]);
        assert_eq!(ask(DECODE_TFVARS, Value::string("a = 1+1\nb = null")).unwrap(), expect);
        let check = |text: &str, expect: &str| {
            assert_eq!(ask(DECODE_TFVARS, Value::string(text)).unwrap_err(), expect, "{text}");
        };
        check(
            "a=foo",
            "invalid expression for variable \"a\": <decode_tfvars argument>:1,3-6: Variables not allowed; Variables \
             may not be used here",
        );
        let (place, invalid) = ("<decode_tfvars argument>", "invalid tfvars");
        let fails = |text: &str, expect: String| {
            let error = ask(DECODE_TFVARS, Value::string(text)).unwrap_err();
            assert!(error.starts_with(&expect), "{text}: {error}");
        };
        fails("a {}\n", format!("{invalid} content: {place}:1,1-2: Unexpected \"a\" block; "));
        fails("a=1\na=2", format!("{invalid} syntax: {place}:2,1-2: Attribute redefined; "));
        fails("a=", format!("{invalid} syntax: {place}:1,3-3: "));
    }

    #[test]
    fn what_cannot_be_encoded() {
        let check = |value: Value, expect: &str| {
            let error = ask(ENCODE_TFVARS, value).unwrap_err();
            assert!(error.starts_with(expect), "{error}");
        };
        check(Value::tuple(vec![]), "invalid value to encode: must be an object");
        check(Value::object([("a b", Value::int(1))]), "invalid variable name \"a b\": ");
    }
}
