//! Functions that look at the text of a path only.

use value::Value;

use crate::filesystem::{PATH, expand_home, path};
use crate::string::text;
use crate::{Body, Example, Function, FunctionError, ParamType, Refine, Returns};

pub(crate) const ABSPATH: Function = Function {
    name: "abspath",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the absolute form of a path. A relative one starts at the current folder.",
    examples: &[Example { call: "abspath(\"/a/b/../c\")", result: "\"/a/c\"" }],
    body: Body::WithEnv(|env, args| {
        let given = text(&args[0])?;
        if given.starts_with('/') {
            return Ok(Value::string(path::clean(given)));
        }
        let current = env.files.current_dir();
        let current = current
            .map_err(|error| FunctionError::new(format!("cannot find the current folder: {error}")))?;
        let current = current
            .to_str()
            .ok_or_else(|| FunctionError::new("the current folder's name is not valid UTF-8"))?;
        Ok(Value::string(path::join(current, given)))
    }),
};

pub(crate) const BASENAME: Function = Function {
    name: "basename",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the last part of a path.",
    examples: &[Example { call: "basename(\"foo/bar/baz.txt\")", result: "\"baz.txt\"" }],
    body: Body::Plain(|args| Ok(Value::string(path::base(text(&args[0])?)))),
};

pub(crate) const DIRNAME: Function = Function {
    name: "dirname",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives a path without its last part.",
    examples: &[Example { call: "dirname(\"foo/bar/baz.txt\")", result: "\"foo/bar\"" }],
    body: Body::Plain(|args| Ok(Value::string(path::dir(text(&args[0])?)))),
};

pub(crate) const PATHEXPAND: Function = Function {
    name: "pathexpand",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Replaces `~` at the beginning of a path by the user's home folder.",
    examples: &[Example { call: "pathexpand(\"/etc/resolv.conf\")", result: "\"/etc/resolv.conf\"" }],
    body: Body::WithEnv(|env, args| Ok(Value::string(expand_home(env.files, text(&args[0])?)?))),
};
