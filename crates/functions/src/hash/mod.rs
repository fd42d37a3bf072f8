//! Digests, passwords, keys and identifiers.

mod digest;
mod pem;
mod rsa;
#[cfg(test)]
mod tests;
mod uuid;

pub(crate) use digest::{BASE64SHA256, BASE64SHA512, BCRYPT, Digest, MD5, SHA1, SHA256, SHA512};
pub(crate) use rsa::RSADECRYPT;
pub(crate) use uuid::{UUID, UUIDV5};
