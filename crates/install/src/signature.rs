//! Whether a list of checksums was signed by one of a registry's keys.

use pgp::composed::{Deserializable, DetachedSignature, SignedPublicKey};
use pgp::types::{KeyDetails, VerifyingKey};

/// The fingerprint of the key that signed; the error says why none did.
pub fn verify_signature(content: &[u8], signature: &[u8], keys: &[String]) -> Result<String, String> {
    if keys.is_empty() {
        return Err("the registry names no key that it could be signed with".to_owned());
    }
    let signature = parse_signature(signature)?;
    let mut problems = Vec::new();
    for armored in keys {
        match SignedPublicKey::from_string(armored) {
            Ok((key, _)) => {
                if let Some(fingerprint) = signer(&key, &signature, content) {
                    return Ok(fingerprint);
                }
            }
            Err(error) => problems.push(format!("; a key cannot be read: {error}")),
        }
    }
    Err(format!("none of the keys that the registry names has signed it{}", problems.concat()))
}

fn parse_signature(bytes: &[u8]) -> Result<DetachedSignature, String> {
    let unreadable = |error: pgp::errors::Error| format!("its signature cannot be read: {error}");
    if bytes.starts_with(b"-----BEGIN") {
        return DetachedSignature::from_armor_single(bytes)
            .map(|(signature, _)| signature)
            .map_err(unreadable);
    }
    DetachedSignature::from_bytes(bytes).map_err(unreadable)
}

/// The fingerprint of a key where it, or a key that it vouches for, has signed.
fn signer(key: &SignedPublicKey, signature: &DetachedSignature, content: &[u8]) -> Option<String> {
    let primary = &key.primary_key;
    let is_revoked =
        key.details.revocation_signatures.iter().any(|revocation| revocation.verify_key(primary).is_ok());
    if is_revoked {
        return None;
    }
    let fingerprint = format!("{:X}", primary.fingerprint());
    if has_signed(primary, signature, content) {
        return Some(fingerprint);
    }
    let subkeys = key.public_subkeys.iter().filter(|subkey| subkey.verify_bindings(primary).is_ok());
    subkeys
        .map(|subkey| &subkey.key)
        .any(|subkey| has_signed(subkey, signature, content))
        .then_some(fingerprint)
}

fn has_signed(key: &impl VerifyingKey, signature: &DetachedSignature, content: &[u8]) -> bool {
    signature.verify(key, content).is_ok()
}
