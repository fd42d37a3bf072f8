//! Digests of text, and the password hash.

use std::fmt::Write;

use bcrypt::{BcryptError, Version};
use md5::Digest as _;
use value::{Type, Value};

use crate::message::whole_number;
use crate::string::{STR, text};
use crate::support::base64;
use crate::{Body, Env, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

/// The digests that functions on text and on files share.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Digest {
    Md5,
    Sha1,
    Sha256,
    Sha512,
}

impl Digest {
    fn bytes(self, data: &[u8]) -> Vec<u8> {
        match self {
            Digest::Md5 => md5::Md5::digest(data).to_vec(),
            Digest::Sha1 => sha1::Sha1::digest(data).to_vec(),
            Digest::Sha256 => sha2::Sha256::digest(data).to_vec(),
            Digest::Sha512 => sha2::Sha512::digest(data).to_vec(),
        }
    }

    /// In hexadecimal digits.
    pub(crate) fn hex(self, data: &[u8]) -> Value {
        let mut out = String::new();
        for byte in self.bytes(data) {
            write!(out, "{byte:02x}").expect("writing to a string does not fail");
        }
        Value::string(out)
    }

    /// In Base64.
    pub(crate) fn base64(self, data: &[u8]) -> Value {
        Value::string(base64::encode(&self.bytes(data)))
    }
}

pub(crate) const BASE64SHA256: Function = Function {
    name: "base64sha256",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-256 digest of a string in Base64, which is not the Base64 of what `sha256` gives.",
    examples: &[Example {
        call: "base64sha256(\"hello world\")",
        result: "\"uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=\"",
    }],
    body: Body::Plain(|args| Ok(Digest::Sha256.base64(text(&args[0])?.as_bytes()))),
};

pub(crate) const BASE64SHA512: Function = Function {
    name: "base64sha512",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-512 digest of a string in Base64, which is not the Base64 of what `sha512` gives.",
    examples: &[Example {
        call: "base64sha512(\"hello world\")",
        result: "\"MJ7MSJwS1utMxA9QyQLytNDtd+5RGnx6m808qG1M2G+YndNbxf9JlnDaNCVbRbDP2DDoH2Bdz33FVC6TrpzXbw==\"",
    }],
    body: Body::Plain(|args| Ok(Digest::Sha512.base64(text(&args[0])?.as_bytes()))),
};

pub(crate) const MD5: Function = Function {
    name: "md5",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the MD5 digest of a string in hexadecimal digits. It protects against accidents only.",
    examples: &[Example { call: "md5(\"hello world\")", result: "\"5eb63bbbe01eeed093cb22bb8f5acdc3\"" }],
    body: Body::Plain(|args| Ok(Digest::Md5.hex(text(&args[0])?.as_bytes()))),
};

pub(crate) const SHA1: Function = Function {
    name: "sha1",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-1 digest of a string in hexadecimal digits. It protects against accidents only.",
    examples: &[Example {
        call: "sha1(\"hello world\")",
        result: "\"2aae6c35c94fcfb415dbe95f408b9ce91ee846ed\"",
    }],
    body: Body::Plain(|args| Ok(Digest::Sha1.hex(text(&args[0])?.as_bytes()))),
};

pub(crate) const SHA256: Function = Function {
    name: "sha256",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-256 digest of a string in hexadecimal digits.",
    examples: &[Example {
        call: "sha256(\"hello world\")",
        result: "\"b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9\"",
    }],
    body: Body::Plain(|args| Ok(Digest::Sha256.hex(text(&args[0])?.as_bytes()))),
};

pub(crate) const SHA512: Function = Function {
    name: "sha512",
    params: &[STR],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the SHA-512 digest of a string in hexadecimal digits.",
    examples: &[Example { call: "substr(sha512(\"hello world\"), 0, 16)", result: "\"309ecc489c12d6eb\"" }],
    body: Body::Plain(|args| Ok(Digest::Sha512.hex(text(&args[0])?.as_bytes()))),
};

/// The cost where none, or one below the least, is given.
const DEFAULT_COST: u32 = 10;
const MIN_COST: i64 = 4;
const MAX_COST: i64 = 31;
/// All that the algorithm can take in.
const MAX_PASSWORD_BYTES: usize = 72;

pub(crate) const BCRYPT: Function = Function {
    name: "bcrypt",
    params: &[STR],
    variadic: Some(Param::new("cost", ParamType::Number)),
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives a password hash in bcrypt's form with a random salt, so every call has another result. The cost \
          is 10 unless given; each step more doubles the work.",
    examples: &[Example { call: "length(bcrypt(\"secret\"))", result: "60" }],
    body: Body::WithEnv(bcrypt),
};

fn bcrypt(env: &Env<'_>, args: &[Value]) -> Result<Value, FunctionError> {
    if !env.impure_allowed {
        return Ok(Value::unknown(Type::String));
    }
    let password = text(&args[0])?;
    let cost = match &args[1..] {
        [] => DEFAULT_COST,
        [cost] => match whole_number(cost).map_err(FunctionError::new)? {
            cost if cost < MIN_COST => DEFAULT_COST,
            cost if cost <= MAX_COST => cost as u32,
            cost => {
                return Err(FunctionError::new(format!(
                    "cannot hash the password: cost {cost} is outside the allowed range from {MIN_COST} to {MAX_COST}"
                )));
            }
        },
        _ => return Err(FunctionError::new("bcrypt() takes no more than two arguments")),
    };
    if password.len() > MAX_PASSWORD_BYTES {
        return Err(FunctionError::new(format!(
            "cannot hash the password: its length exceeds {MAX_PASSWORD_BYTES} bytes"
        )));
    }
    let failed = |error: BcryptError| FunctionError::new(format!("cannot hash the password: {error}"));
    let hash = bcrypt::hash_with_result(password, cost).map_err(failed)?;
    Ok(Value::string(hash.format_for_version(Version::TwoA)))
}
