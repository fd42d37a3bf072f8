//! Digests of files, which need not be text.

use value::Value;

use crate::filesystem::{PATH, failure, resolve};
use crate::hash::Digest;
use crate::string::text;
use crate::{Body, Env, Function, FunctionError, ParamType, Refine, Returns};

fn content(env: &Env<'_>, args: &[Value]) -> Result<Vec<u8>, FunctionError> {
    let path = resolve(env, text(&args[0])?)?;
    let content = env.files.read(&path);
    content
        .map_err(|error| FunctionError::new(format!("cannot read {}: {}", path.display(), failure(&error))))
}

pub(crate) const FILEBASE64SHA256: Function = Function {
    name: "filebase64sha256",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-256 digest of a file in Base64.",
    examples: &[],
    body: Body::WithEnv(|env, args| Ok(Digest::Sha256.base64(&content(env, args)?))),
};

pub(crate) const FILEBASE64SHA512: Function = Function {
    name: "filebase64sha512",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-512 digest of a file in Base64.",
    examples: &[],
    body: Body::WithEnv(|env, args| Ok(Digest::Sha512.base64(&content(env, args)?))),
};

pub(crate) const FILEMD5: Function = Function {
    name: "filemd5",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the MD5 digest of a file in hexadecimal digits.",
    examples: &[],
    body: Body::WithEnv(|env, args| Ok(Digest::Md5.hex(&content(env, args)?))),
};

pub(crate) const FILESHA1: Function = Function {
    name: "filesha1",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-1 digest of a file in hexadecimal digits.",
    examples: &[],
    body: Body::WithEnv(|env, args| Ok(Digest::Sha1.hex(&content(env, args)?))),
};

pub(crate) const FILESHA256: Function = Function {
    name: "filesha256",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-256 digest of a file in hexadecimal digits.",
    examples: &[],
    body: Body::WithEnv(|env, args| Ok(Digest::Sha256.hex(&content(env, args)?))),
};

pub(crate) const FILESHA512: Function = Function {
    name: "filesha512",
    params: &[PATH],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-512 digest of a file in hexadecimal digits.",
    examples: &[],
    body: Body::WithEnv(|env, args| Ok(Digest::Sha512.hex(&content(env, args)?))),
};
