//! Private keys as text: the forms in use, each brought to PKCS #8.

use std::collections::HashMap;

use dashu_int::UBig;

use crate::support::base64;

/// A block of data with a label.
pub(crate) struct Pem {
    label: String,
    encrypted: bool,
    data: Vec<u8>,
}

impl Pem {
    /// The first block in a text that may say other things before and after it.
    pub(crate) fn find(text: &str) -> Option<Pem> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let ends: HashMap<&str, usize> =
            lines.iter().enumerate().filter_map(|(at, line)| Some((label(line, "-----END ")?, at))).collect();
        let (begin, label) = lines.iter().enumerate().find_map(|(at, line)| {
            let label = label(line, "-----BEGIN ")?;
            ends.get(label).filter(|end| **end > at).map(|_| (at, label))
        })?;
        let inside =
            lines[begin + 1..].iter().take_while(|line| self::label(line, "-----END ") != Some(label));
        let (headers, body): (Vec<&str>, Vec<&str>) = inside.partition(|line| line.contains(':'));
        let data = base64::decode(&body.concat()).ok()?;
        let encrypted = headers.iter().any(|header| header.contains("ENCRYPTED"));
        Some(Pem { label: label.to_owned(), encrypted, data })
    }
}

fn label<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    line.strip_prefix(prefix)?.strip_suffix("-----")
}

/// The PKCS #8 form of an RSA key.
pub(crate) fn rsa_as_pkcs8(pem: &Pem) -> Result<Vec<u8>, String> {
    const PASSPHRASE: &str = "this private key is protected by a passphrase";
    if pem.encrypted {
        return Err(PASSPHRASE.to_owned());
    }
    match pem.label.as_str() {
        "PRIVATE KEY" => Ok(pem.data.clone()),
        "RSA PRIVATE KEY" => Ok(pkcs1_in_pkcs8(&pem.data)),
        "ENCRYPTED PRIVATE KEY" => Err(PASSPHRASE.to_owned()),
        "OPENSSH PRIVATE KEY" => match openssh(&pem.data) {
            Some(Ssh::Rsa(key)) => Ok(pkcs1_in_pkcs8(&key)),
            Some(Ssh::Encrypted) => Err(PASSPHRASE.to_owned()),
            Some(Ssh::Other) => Err("it is no RSA key".to_owned()),
            None => Err("the OpenSSH data is damaged".to_owned()),
        },
        "EC PRIVATE KEY" | "DSA PRIVATE KEY" => Err("it is no RSA key".to_owned()),
        label => Err(format!("unsupported key type {label:?}")),
    }
}

enum Ssh {
    Rsa(Vec<u8>),
    Encrypted,
    Other,
}

/// Reads OpenSSH's own form and gives the key in that of PKCS #1.
fn openssh(data: &[u8]) -> Option<Ssh> {
    let mut outer = SshReader(data.strip_prefix(b"openssh-key-v1\0")?);
    if outer.field()? != b"none" {
        return Some(Ssh::Encrypted);
    }
    let _derivation = outer.field()?;
    let _options = outer.field()?;
    let _count = outer.take(4)?;
    let _public = outer.field()?;
    let mut inner = SshReader(outer.field()?);
    let _check = inner.take(8)?;
    if inner.field()? != b"ssh-rsa" {
        return Some(Ssh::Other);
    }
    let mut number = || inner.field().map(UBig::from_be_bytes);
    let (n, e, d, coefficient, p, q) = (number()?, number()?, number()?, number()?, number()?, number()?);
    // An exponent for each prime, which this form leaves out.
    let one = UBig::ONE;
    if p <= one || q <= one {
        return None;
    }
    let (dp, dq) = (&d % (&p - &one), &d % (&q - &one));
    let fields = [UBig::ZERO, n, e, d, p, q, dp, dq, coefficient];
    Some(Ssh::Rsa(der(SEQUENCE, &fields.iter().flat_map(der_integer).collect::<Vec<u8>>())))
}

struct SshReader<'a>(&'a [u8]);

impl<'a> SshReader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn field(&mut self) -> Option<&'a [u8]> {
        let length = u32::from_be_bytes(self.take(4)?.try_into().ok()?);
        self.take(usize::try_from(length).ok()?)
    }
}

const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;
const SEQUENCE: u8 = 0x30;
/// The algorithm identifier of RSA: its object identifier and a null.
const RSA_ALGORITHM: &[u8] = &[0x30, 13, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];

fn pkcs1_in_pkcs8(key: &[u8]) -> Vec<u8> {
    let version = der(INTEGER, &[0]);
    der(SEQUENCE, &[&version, RSA_ALGORITHM, &der(OCTET_STRING, key)].concat())
}

fn der_integer(number: &UBig) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    // A leading zero keeps a number whose first bit is set from being negative.
    let padded: Vec<u8> = match bytes.first() {
        Some(first) if *first < 0x80 => bytes.to_vec(),
        _ => [&[0], &*bytes].concat(),
    };
    der(INTEGER, &padded)
}

fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    if content.len() < 0x80 {
        out.push(content.len() as u8);
    } else {
        let length = content.len().to_be_bytes();
        let zeros = length.iter().take_while(|byte| **byte == 0).count();
        out.push(0x80 | (length.len() - zeros) as u8);
        out.extend(&length[zeros..]);
    }
    out.extend(content);
    out
}
