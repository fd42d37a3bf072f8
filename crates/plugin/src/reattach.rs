//! Providers that run already: `TF_REATTACH_PROVIDERS`, which test harnesses and debuggers set.

use std::collections::BTreeMap;

use addrs::Provider as ProviderAddr;
use serde_json::Value;
use wire::Version;

use crate::handshake::Address;

/// Where a running provider is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reattach {
    /// Which version of the protocol it speaks.
    pub version: Version,
    /// Where it listens.
    pub address: Address,
    /// Whether it belongs to a test, which ends it by itself.
    pub test: bool,
}

/// Why the variable cannot be used: a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("The variable TF_REATTACH_PROVIDERS cannot be used: {0}.")]
pub struct ReattachError(String);

impl Reattach {
    /// Reads the variable. An empty one names no providers.
    ///
    /// A harness announces the same server twice, once under the namespace `-` of times without namespaces; that
    /// name stands for `hashicorp` where nothing else does.
    pub fn parse(text: &str) -> Result<BTreeMap<ProviderAddr, Self>, ReattachError> {
        let refuse = |why: String| ReattachError(why);
        let mut found = BTreeMap::new();
        if text.trim().is_empty() {
            return Ok(found);
        }
        let document: Value =
            serde_json::from_str(text).map_err(|error| refuse(format!("it is not JSON: {error}")))?;
        let Value::Object(entries) = document else {
            return Err(refuse("it is not a JSON object of providers".to_owned()));
        };
        let mut old = Vec::new();
        for (key, entry) in entries {
            let Some(addr) = ProviderAddr::parse(&key) else {
                return Err(refuse(format!("{key:?} is not the source of a provider")));
            };
            let reattach = Self::entry(&entry).map_err(|why| refuse(format!("{key}: {why}")))?;
            if addr.namespace == "-" {
                old.push((ProviderAddr { namespace: "hashicorp".into(), ..addr }, reattach));
            } else {
                found.insert(addr, reattach);
            }
        }
        for (addr, reattach) in old {
            found.entry(addr).or_insert(reattach);
        }
        Ok(found)
    }

    fn entry(entry: &Value) -> Result<Self, String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let protocol = text(&entry["Protocol"]);
        if protocol != "grpc" {
            return Err(format!("it speaks {protocol:?}, only grpc is understood"));
        }
        let number = match &entry["ProtocolVersion"] {
            Value::Null => 0,
            number => number.as_u64().ok_or("its ProtocolVersion is not a number")?,
        };
        // Who wrote the variable before there was a version 6 said nothing.
        let version = Version::from_number(if number == 0 { 5 } else { number }).ok_or_else(|| {
            format!("it speaks version {number} of the protocol, only 5 and 6 are understood")
        })?;
        let (network, address) = (text(&entry["Addr"]["Network"]), text(&entry["Addr"]["String"]));
        let address = Address::parse(&network, &address).ok_or_else(|| {
            format!("it listens at {address:?} of network {network:?}, only unix and tcp are understood")
        })?;
        Ok(Self { version, address, test: entry["Test"].as_bool().unwrap_or(false) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str = r#"{"Protocol":"grpc","ProtocolVersion":6,"Pid":7,"Test":true,"Addr":{"Network":"unix","String":"/tmp/s"}}"#;

    fn parse(text: &str) -> Result<Vec<(String, Reattach)>, String> {
        let found = Reattach::parse(text).map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(|(addr, reattach)| (addr.to_string(), reattach)).collect())
    }

    #[test]
    fn the_variable_is_read() {
        let expect = Reattach { version: Version::V6, address: Address::Unix("/tmp/s".into()), test: true };
        let full = "registry.terraform.io/hashicorp/random".to_owned();
        for key in [
            "random",
            "hashicorp/random",
            "registry.terraform.io/hashicorp/random",
            "registry.terraform.io/-/random",
        ] {
            let text = format!(r#"{{"{key}":{ENTRY}}}"#);
            assert_eq!(parse(&text), Ok(vec![(full.clone(), expect.clone())]), "{key}");
        }
        let other = ENTRY.replace("/tmp/s", "/tmp/other");
        let both = format!(r#"{{"registry.terraform.io/-/random":{other},"hashicorp/random":{ENTRY}}}"#);
        assert_eq!(parse(&both), Ok(vec![(full, expect)]));
        assert_eq!(parse(""), Ok(vec![]));
        assert_eq!(parse("{}"), Ok(vec![]));
        let old = r#"{"a/b":{"Protocol":"grpc","Addr":{"Network":"tcp","String":"127.0.0.1:1"}}}"#;
        let reattach =
            Reattach { version: Version::V5, address: Address::Tcp("127.0.0.1:1".into()), test: false };
        assert_eq!(parse(old), Ok(vec![("registry.terraform.io/a/b".into(), reattach)]));
    }

    #[test]
    fn what_cannot_be_used_is_told() {
        let cases = [
            ("x".to_owned(), "it is not JSON"),
            ("[]".to_owned(), "not a JSON object"),
            (r#"{"a/b/c/d":{}}"#.to_owned(), "\"a/b/c/d\" is not the source"),
            (r#"{"a":7}"#.to_owned(), "a: it speaks \"\""),
            (format!(r#"{{"a":{}}}"#, ENTRY.replace("grpc", "netrpc")), "it speaks \"netrpc\""),
            (format!(r#"{{"a":{}}}"#, ENTRY.replace(":6", ":7")), "version 7"),
            (format!(r#"{{"a":{}}}"#, ENTRY.replace(":6", ":\"6\"")), "not a number"),
            (format!(r#"{{"a":{}}}"#, ENTRY.replace("unix", "udp")), "network \"udp\""),
        ];
        for (text, expect) in cases {
            let error = parse(&text).unwrap_err();
            assert!(error.contains(expect) && error.contains("TF_REATTACH_PROVIDERS"), "{error}");
        }
    }
}
