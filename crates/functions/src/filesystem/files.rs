//! Reading files.

use std::io;

use value::{Type, Value};

use crate::encoding::encode_base64;
use crate::filesystem::{PATH, failure, resolve};
use crate::message::{quoted, shown};
use crate::string::{check_size, template_variables, text};
use crate::{Body, Env, Function, FunctionError, Param, ParamType, Refine, Returns};

/// Bodies see the marks of a path so that an error does not show a secret.
const MARKED_PATH: Param = PATH.unknown().marked();

/// The path of the first argument as errors show it.
fn named(path: &Value) -> Result<String, FunctionError> {
    Ok(shown(quoted(text(path)?), path.marks()))
}

fn content(env: &Env<'_>, path: &Value) -> Result<Vec<u8>, FunctionError> {
    let blame = |message: String| FunctionError::argument(0, message);
    let place = resolve(env, text(path)?).map_err(|error| blame(error.message))?;
    let name = named(path)?;
    env.files.read(&place).map_err(|error| {
        blame(match error.kind() {
            io::ErrorKind::NotFound => format!(
                "no file exists at {name}; files are read before anything is done, so one that a resource creates \
                 must be had from an attribute of that resource instead"
            ),
            _ => format!("cannot read {name}: {}", failure(&error)),
        })
    })
}

fn content_text(env: &Env<'_>, path: &Value) -> Result<String, FunctionError> {
    let content = content(env, path)?;
    check_size(Some(content.len()))?;
    let name = named(path)?;
    String::from_utf8(content).map_err(|_| {
        FunctionError::new(format!(
            "contents of {name} are not valid UTF-8; filebase64 gives them in Base64, and functions such as \
             filesha256 their digest"
        ))
    })
}

pub(crate) const FILE: Function = Function {
    name: "file",
    params: &[MARKED_PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the content of a file, which must be UTF-8.",
    examples: &[],
    body: Body::WithEnv(|env, args| {
        let path = &args[0];
        let content = match path.is_known() {
            true => Value::string(content_text(env, path)?),
            false => Value::unknown(Type::String),
        };
        Ok(content.with_marks(path.marks()))
    }),
};

pub(crate) const FILEBASE64: Function = Function {
    name: "filebase64",
    params: &[MARKED_PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the content of a file, which need not be text, in Base64.",
    examples: &[],
    body: Body::WithEnv(|env, args| {
        let path = &args[0];
        let content = match path.is_known() {
            true => encode_base64(&content(env, path)?)?,
            false => Value::unknown(Type::String),
        };
        Ok(content.with_marks(path.marks()))
    }),
};

pub(crate) const FILEEXISTS: Function = Function {
    name: "fileexists",
    params: &[MARKED_PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::Bool),
    refine: Refine::NotNull,
    doc: "Tells whether there is a file at a path. A folder or anything else in its place is an error.",
    examples: &[],
    body: Body::WithEnv(|env, args| {
        let path = &args[0];
        let exists = match path.is_known() {
            true => Value::bool(exists(env, path)?),
            false => Value::unknown(Type::Bool),
        };
        Ok(exists.with_marks(path.marks()))
    }),
};

fn exists(env: &Env<'_>, path: &Value) -> Result<bool, FunctionError> {
    let place = resolve(env, text(path)?)?;
    let name = shown(quoted(&place.to_string_lossy()), path.marks());
    match env.files.is_file(&place) {
        Ok(Some(true)) => Ok(true),
        Ok(None) => Ok(false),
        Ok(Some(false)) => {
            Err(FunctionError::new(format!("{name} is a directory or a special file, not a regular file")))
        }
        Err(error) => Err(FunctionError::new(format!("failed to stat {name}: {}", failure(&error)))),
    }
}

pub(crate) const TEMPLATEFILE: Function = Function {
    name: "templatefile",
    params: &[MARKED_PATH, Param::new("vars", ParamType::Any).unknown()],
    variadic: None,
    // A template that is nothing but one interpolation gives whatever that gives.
    returns: Returns::Fixed(ParamType::Any),
    refine: Refine::Nothing,
    doc: "Renders the template in a file with the given variables, which are all that the template can refer to.",
    examples: &[],
    body: Body::WithEnv(|env, args| {
        let (path, vars) = (&args[0], &args[1]);
        let rendered = match path.is_known() && vars.is_known() {
            true => render(env, path, vars)?,
            false => Value::dynamic(),
        };
        Ok(rendered.with_marks(path.marks()))
    }),
};

fn render(env: &Env<'_>, path: &Value, vars: &Value) -> Result<Value, FunctionError> {
    let template = content_text(env, path)?;
    let variables = template_variables(vars)?;
    let name = shown(text(path)?, path.marks());
    // A template that cannot be read is not the fault of the path.
    let rendered =
        env.templates.render(&name, template.as_bytes(), variables).map_err(|error| {
            match error.argument {
                Some(0) => FunctionError::new(error.message),
                _ => error,
            }
        })?;
    if rendered.is_null() {
        return Err(FunctionError::new("the template's result is null"));
    }
    Ok(rendered)
}
