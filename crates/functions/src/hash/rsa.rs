//! Decryption with RSA keys.

use aws_lc_rs::rsa::{Pkcs1PrivateDecryptingKey, PrivateDecryptingKey};
use value::Value;

use crate::hash::pem::{Pem, rsa_as_pkcs8};
use crate::message::quoted;
use crate::string::text;
use crate::support::base64;
use crate::{Body, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const RSADECRYPT: Function = Function {
    name: "rsadecrypt",
    params: &[Param::new("ciphertext", ParamType::String), Param::new("privatekey", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Decrypts Base64 text with an RSA key in PEM form and the padding of PKCS #1 v1.5. Keys have 2048 bits \
          or more and no passphrase, and the text within is UTF-8.",
    examples: &[],
    body: Body::Plain(rsadecrypt),
};

fn rsadecrypt(args: &[Value]) -> Result<Value, FunctionError> {
    let (ciphertext, key) = (text(&args[0])?, text(&args[1])?);
    let sealed = base64::decode(ciphertext).map_err(|_| {
        let message =
            format!("failed to decode input {}: cipher text must be base64-encoded", quoted(ciphertext));
        FunctionError::argument(0, message)
    })?;
    let key =
        private_key(key).map_err(|why| FunctionError::argument(1, format!("invalid private key: {why}")))?;
    let failed = || FunctionError::new("failed to decrypt: the text was not encrypted for this key");
    let key = Pkcs1PrivateDecryptingKey::new(key).map_err(|_| failed())?;
    let mut plain = vec![0; key.min_output_size()];
    let plain = key.decrypt(&sealed, &mut plain).map_err(|_| failed())?;
    let plain = std::str::from_utf8(plain)
        .map_err(|_| FunctionError::new("the decrypted data is not valid UTF-8, so it cannot be a string"))?;
    Ok(Value::string(plain))
}

fn private_key(text: &str) -> Result<PrivateDecryptingKey, String> {
    let pem = Pem::find(text).ok_or("no key found")?;
    let pkcs8 = rsa_as_pkcs8(&pem)?;
    PrivateDecryptingKey::from_pkcs8(&pkcs8).map_err(|error| error.to_string())
}
