//! The one line that a provider prints when it is ready: where it listens and who it is.

use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use wire::Version;

/// The longest line that is read.
pub(crate) const MAX_LINE_BYTES: usize = 64 * 1024;

/// The shortest text that is taken for a certificate, as other hosts have it.
const SHORTEST_CERTIFICATE: usize = 50;

/// Where a provider listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A socket in the file system.
    Unix(PathBuf),
    /// A port of this machine, as `host:port`.
    Tcp(String),
}

impl Address {
    /// Reads the two fields of a handshake or a reattachment.
    pub fn parse(network: &str, address: &str) -> Option<Self> {
        match network {
            "unix" if !address.is_empty() => Some(Self::Unix(PathBuf::from(address))),
            "tcp" if !address.is_empty() => Some(Self::Tcp(address.to_owned())),
            _ => None,
        }
    }
}

/// What the line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The version of the protocol that the provider chose.
    pub version: Version,
    /// Where it listens.
    pub address: Address,
    /// Its certificate, where it has one.
    pub certificate: Option<Vec<u8>>,
}

/// Why a line is no handshake.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    /// It is something else.
    #[error("it printed {0:?}, which is not the line that a provider prints when it is ready")]
    Unrecognized(String),
    /// It is made for another kind of host.
    #[error("it speaks version {0:?} of the plugin handshake, only version 1 is understood")]
    Core(String),
    /// It speaks another version of the protocol.
    #[error("it speaks version {0:?} of the provider protocol, only versions 5 and 6 are understood")]
    Version(String),
    /// It does not speak gRPC.
    #[error("it speaks {0:?}, only grpc is understood")]
    Protocol(String),
    /// It listens in a way that is not known.
    #[error("it listens at {0:?} of network {1:?}, only unix and tcp are understood")]
    Address(String, String),
    /// Its certificate is none.
    #[error("the certificate in its handshake is not base64")]
    Certificate,
}

impl Handshake {
    /// Reads the line. Nothing about it is trusted.
    pub fn parse(line: &str) -> Result<Self, HandshakeError> {
        let line = line.trim();
        let fields: Vec<&str> = line.split('|').collect();
        let &[core, app, network, address, ref rest @ ..] = fields.as_slice() else {
            return Err(HandshakeError::Unrecognized(shortened(line)));
        };
        if core.parse::<u64>().is_err() {
            return Err(HandshakeError::Unrecognized(shortened(line)));
        }
        if core != "1" {
            return Err(HandshakeError::Core(shortened(core)));
        }
        let version = app.parse().ok().and_then(Version::from_number);
        let version = version.ok_or_else(|| HandshakeError::Version(shortened(app)))?;
        // Without the field a plugin speaks what there was before gRPC.
        let protocol = rest.first().copied().unwrap_or("netrpc");
        if protocol != "grpc" {
            return Err(HandshakeError::Protocol(shortened(protocol)));
        }
        let address = Address::parse(network, address)
            .ok_or_else(|| HandshakeError::Address(shortened(address), shortened(network)))?;
        let certificate = match rest.get(1) {
            Some(text) if text.len() > SHORTEST_CERTIFICATE => Some(decode(text)?),
            _ => None,
        };
        Ok(Self { version, address, certificate })
    }
}

/// Padding is not there, but who writes a provider might not know.
fn decode(text: &str) -> Result<Vec<u8>, HandshakeError> {
    STANDARD_NO_PAD.decode(text).or_else(|_| STANDARD.decode(text)).map_err(|_| HandshakeError::Certificate)
}

fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let certificate = STANDARD_NO_PAD.encode([7; 100]);
        let unix = Address::Unix("/tmp/plugin1".into());
        let tcp = Address::Tcp("127.0.0.1:10000".into());
        let cases = [
            ("1|5|unix|/tmp/plugin1|grpc|".to_owned(), Version::V5, unix.clone(), None),
            ("1|6|unix|/tmp/plugin1|grpc".to_owned(), Version::V6, unix.clone(), None),
            (
                format!(" 1|6|tcp|127.0.0.1:10000|grpc|{certificate}\r\n"),
                Version::V6,
                tcp,
                Some(vec![7; 100]),
            ),
            (format!("1|5|unix|/tmp/plugin1|grpc|{certificate}|true"), Version::V5, unix, Some(vec![7; 100])),
        ];
        for (line, version, address, certificate) in cases {
            assert_eq!(Handshake::parse(&line), Ok(Handshake { version, address, certificate }), "{line}");
        }
        let padded = format!("1|5|unix|/s|grpc|{}", STANDARD.encode([7; 100]));
        assert_eq!(Handshake::parse(&padded).unwrap().certificate, Some(vec![7; 100]));
    }

    #[test]
    fn what_is_no_handshake_is_refused() {
        let cases = [
            ("", "it printed \"\""),
            ("hello", "it printed \"hello\""),
            ("a|b|c|d|grpc", "it printed"),
            ("1|5|unix", "it printed"),
            ("2|5|unix|/s|grpc|", "version \"2\" of the plugin handshake"),
            ("1|4|unix|/s|grpc|", "version \"4\" of the provider protocol"),
            ("1|x|unix|/s|grpc|", "version \"x\" of the provider protocol"),
            ("1|5|unix|/s", "it speaks \"netrpc\""),
            ("1|5|unix|/s|http|", "it speaks \"http\""),
            ("1|5|udp|/s|grpc|", "network \"udp\""),
            ("1|5|unix||grpc|", "listens at \"\""),
        ];
        for (line, expect) in cases {
            let error = Handshake::parse(line).unwrap_err().to_string();
            assert!(error.contains(expect), "{line}: {error}");
        }
        let bad = format!("1|5|unix|/s|grpc|{}", "?".repeat(60));
        assert_eq!(Handshake::parse(&bad), Err(HandshakeError::Certificate));
        let long = Handshake::parse(&"é".repeat(100_000)).unwrap_err().to_string();
        assert!(long.len() < 1000, "{}", long.len());
    }
}
