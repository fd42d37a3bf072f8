//! Identifiers: random ones and ones made from names.

use ::uuid::Uuid;
use aws_lc_rs::rand;
use value::{Type, Value};

use crate::message::quoted;
use crate::string::text;
use crate::{Body, Env, Example, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const UUID: Function = Function {
    name: "uuid",
    params: &[],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives a random identifier in the form of a UUID, another one at every call.",
    examples: &[Example { call: "length(uuid())", result: "36" }],
    body: Body::WithEnv(uuid),
};

fn uuid(env: &Env<'_>, _args: &[Value]) -> Result<Value, FunctionError> {
    if !env.impure_allowed {
        return Ok(Value::unknown(Type::String));
    }
    // All 128 bits are random: the models leave out the version that a UUID would carry.
    let mut bytes = [0; 16];
    rand::fill(&mut bytes).map_err(|_| FunctionError::new("the system gives no random numbers"))?;
    Ok(Value::string(Uuid::from_bytes(bytes).to_string()))
}

pub(crate) const UUIDV5: Function = Function {
    name: "uuidv5",
    params: &[Param::new("namespace", ParamType::String), Param::new("name", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the UUID of version 5 of a name within a namespace, which is `dns`, `url`, `oid`, `x500` or \
          itself a UUID.",
    examples: &[Example {
        call: "uuidv5(\"dns\", \"www.terraform.io\")",
        result: "\"a5008fae-b28c-5ba5-96cd-82b4c53552d6\"",
    }],
    body: Body::Plain(|args| {
        let (namespace, name) = (text(&args[0])?, text(&args[1])?);
        let namespace = match namespace {
            "dns" => Uuid::NAMESPACE_DNS,
            "url" => Uuid::NAMESPACE_URL,
            "oid" => Uuid::NAMESPACE_OID,
            "x500" => Uuid::NAMESPACE_X500,
            other => parse(other).map_err(|why| {
                FunctionError::new(format!("uuidv5() doesn't support namespace {other} ({why})"))
            })?,
        };
        Ok(Value::string(Uuid::new_v5(&namespace, name.as_bytes()).to_string()))
    }),
};

/// Reads a UUID as loosely as the models: plain, as a URN, without dashes, or with any one character
/// around it on both sides.
fn parse(text: &str) -> Result<Uuid, String> {
    const URN: &[u8] = b"urn:uuid:";
    let bytes = text.as_bytes();
    let plain = match bytes.len() {
        36 => bytes,
        45 if !bytes[..9].eq_ignore_ascii_case(URN) => {
            return Err(format!("invalid urn prefix: {}", quoted(&String::from_utf8_lossy(&bytes[..9]))));
        }
        45 => &bytes[9..],
        38 => &bytes[1..37],
        32 => bytes,
        length => return Err(format!("invalid UUID length: {length}")),
    };
    let invalid = || "invalid UUID format".to_owned();
    let plain = std::str::from_utf8(plain).map_err(|_| invalid())?;
    Uuid::try_parse(plain).map_err(|_| invalid())
}
