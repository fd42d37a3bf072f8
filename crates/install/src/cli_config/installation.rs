//! `provider_installation`: where packages come from, and which of them.

use std::path::PathBuf;

use addrs::{DEFAULT_HOST, Provider};

/// A place that packages come from, for some providers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The place.
    pub kind: MethodKind,
    /// For which providers; all where none are named.
    pub include: Vec<Pattern>,
    /// For which not, whatever else is said.
    pub exclude: Vec<Pattern>,
}

/// A place that packages come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// The registry that the provider's source names.
    Direct,
    /// A folder.
    Filesystem(PathBuf),
    /// The address of a mirror.
    Network(String),
}

/// Sources of providers with `*` for any part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    host: String,
    namespace: String,
    type_name: String,
}

impl Method {
    /// A place for all providers.
    pub fn all(kind: MethodKind) -> Self {
        Self { kind, include: Vec::new(), exclude: Vec::new() }
    }

    /// Whether it is asked for a provider.
    pub fn serves(&self, provider: &Provider) -> bool {
        let is_in = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(provider));
        (self.include.is_empty() || is_in(&self.include)) && !is_in(&self.exclude)
    }
}

impl Pattern {
    /// Exactly one provider.
    pub fn exactly(provider: &Provider) -> Self {
        Self {
            host: provider.host.to_string(),
            namespace: provider.namespace.to_string(),
            type_name: provider.type_name.to_string(),
        }
    }

    /// Reads `namespace/type` or `host/namespace/type`.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        let (host, namespace, type_name) = match parts.as_slice() {
            [namespace, type_name] => (DEFAULT_HOST, *namespace, *type_name),
            [host, namespace, type_name] => (*host, *namespace, *type_name),
            _ => return None,
        };
        // Where any namespace will do, so will any type: a type alone means nothing.
        let is_ordered = namespace != "*" || type_name == "*";
        let is_ordered = is_ordered && (host != "*" || namespace == "*");
        let valid = [host, namespace, type_name].iter().all(|part| !part.is_empty());
        (valid && is_ordered).then(|| Self {
            host: host.to_lowercase(),
            namespace: namespace.to_lowercase(),
            type_name: type_name.to_lowercase(),
        })
    }

    fn matches(&self, provider: &Provider) -> bool {
        let fits = |pattern: &str, part: &str| pattern == "*" || pattern == part;
        fits(&self.host, &provider.host)
            && fits(&self.namespace, &provider.namespace)
            && fits(&self.type_name, &provider.type_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_providers_a_place_serves() {
        let check = |include: &[&str], exclude: &[&str], provider: &str, expect: bool| {
            let parse = |texts: &[&str]| texts.iter().map(|text| Pattern::parse(text).unwrap()).collect();
            let method =
                Method { kind: MethodKind::Direct, include: parse(include), exclude: parse(exclude) };
            let provider = Provider::parse(provider).unwrap();
            assert_eq!(method.serves(&provider), expect, "{include:?} {exclude:?} {provider}");
        };
        check(&[], &[], "acme/foo", true);
        check(&["acme/*"], &[], "acme/foo", true);
        check(&["acme/*"], &[], "other/foo", false);
        check(&["*/*"], &["acme/foo"], "acme/foo", false);
        check(&["*/*"], &[], "example.com/acme/foo", false);
        check(&["*/*/*"], &[], "example.com/acme/foo", true);
        check(&["example.com/*/*"], &[], "example.com/acme/foo", true);
        for bad in ["*", "a/b/c/d", "a//b", "*/foo", "*/acme/foo"] {
            assert!(Pattern::parse(bad).is_none(), "{bad}");
        }
    }
}
