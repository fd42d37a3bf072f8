//! Items of the CLI configuration to settings.

use addrs::Provider;
use diag::{Diagnostic, Diagnostics};

use super::environment::Environment;
use super::installation::{Method, MethodKind, Pattern};
use super::text::{Item, Node};
use super::{CliConfig, CredentialsHelper};

/// Takes files in, the first wins.
pub(super) struct Decoder<'a> {
    config: CliConfig,
    environment: &'a Environment,
    helpers: usize,
    installations: usize,
}

const BAD_METHOD: &str = "Invalid provider_installation method block";

impl<'a> Decoder<'a> {
    pub(super) fn new(environment: &'a Environment) -> Self {
        Self { config: CliConfig::default(), environment, helpers: 0, installations: 0 }
    }

    pub(super) fn finish(self, diags: &mut Diagnostics) -> CliConfig {
        for (name, count) in
            [("credentials_helper", self.helpers), ("provider_installation", self.installations)]
        {
            if count > 1 {
                let summary = format!("No more than one {name} block may be specified");
                diags.push(Diagnostic::error(summary, "The first one counts."));
            }
        }
        self.config
    }

    pub(super) fn file(&mut self, items: Vec<Item>, diags: &mut Diagnostics) {
        for item in items {
            match item.name.as_str() {
                "plugin_cache_dir" => {
                    if let (Node::Text(text), None) = (&item.value, &self.config.plugin_cache_dir) {
                        self.config.plugin_cache_dir = Some(text)
                            .filter(|text| !text.is_empty())
                            .map(|text| self.environment.expand(text));
                    }
                }
                "plugin_cache_may_break_dependency_lock_file" => {
                    self.config.cache_may_break_lock_file |= is_true(&item.value);
                }
                "host" => self.hosts(item, diags),
                "credentials" => self.credentials(item, diags),
                "credentials_helper" => self.helper(item, diags),
                "provider_installation" => self.installation(item, diags),
                // Settings of other versions, and of programs that share the file.
                _ => {}
            }
        }
    }

    fn hosts(&mut self, item: Item, diags: &mut Diagnostics) {
        for (host, members) in labelled(item, "host", diags) {
            let services = members.into_iter().find(|member| member.name == "services");
            let Some(Item { value: Node::Object(services), .. }) = services else { continue };
            let services = services.into_iter().filter_map(|service| match service.value {
                Node::Text(url) => Some((service.name, url)),
                _ => None,
            });
            self.config.hosts.entry(host).or_insert_with(|| services.collect());
        }
    }

    fn credentials(&mut self, item: Item, diags: &mut Diagnostics) {
        for (host, members) in labelled(item, "credentials", diags) {
            let token = members.into_iter().find(|member| member.name == "token");
            if let Some(Item { value: Node::Text(token), .. }) = token {
                self.config.credentials.entry(host).or_insert(token);
            }
        }
    }

    fn helper(&mut self, item: Item, diags: &mut Diagnostics) {
        for (name, members) in named(item, "credentials_helper", diags) {
            self.helpers += 1;
            // It becomes the name of a program.
            if name.contains(['/', '\\']) || name.is_empty() {
                let detail = format!("{name:?} is not the name of a credentials helper.");
                diags.push(Diagnostic::error("Invalid credentials_helper block", detail));
                continue;
            }
            let args = members.into_iter().find(|member| member.name == "args");
            let args = args.map(|args| texts(&args.value)).unwrap_or_default();
            self.config.credentials_helper.get_or_insert(CredentialsHelper { name, args });
        }
    }

    fn installation(&mut self, item: Item, diags: &mut Diagnostics) {
        const SUMMARY: &str = "Invalid provider_installation block";
        let mut refuse = |what: &str| {
            let detail = format!("The provider_installation block on line {} {what}.", item.line);
            diags.push(Diagnostic::error(SUMMARY, detail));
        };
        if !item.labels.is_empty() {
            return refuse("must not have any labels");
        }
        let Node::Object(members) = item.value else { return refuse("is a block") };
        if item.is_argument {
            return refuse("must not be introduced with an equals sign");
        }
        self.installations += 1;
        if self.installations > 1 {
            return;
        }
        let mut methods = Vec::new();
        for member in members {
            if let Some(method) = self.method(member, methods.is_empty(), diags) {
                methods.push(method);
            }
        }
        // A block with overrides alone says nothing about the other providers: they cannot be installed.
        self.config.installation = Some(methods);
    }

    fn method(&mut self, item: Item, is_first: bool, diags: &mut Diagnostics) -> Option<Method> {
        let name = item.name;
        let mut refuse = |detail: String| {
            diags.push(Diagnostic::error(BAD_METHOD, detail));
            None
        };
        if !item.labels.is_empty() {
            return refuse(format!("The {name:?} block on line {} may not have any labels.", item.line));
        }
        let (Node::Object(members), false) = (&item.value, item.is_argument) else {
            return refuse(format!(
                "Everything inside of provider_installation is a block, which {name:?} on line {} is not.",
                item.line
            ));
        };
        let text = |wanted: &str| {
            members.iter().find(|member| member.name == wanted).and_then(|member| match &member.value {
                Node::Text(text) => Some(text.clone()),
                _ => None,
            })
        };
        let required = |wanted: &str| {
            format!("Invalid {name} block on line {}: {wanted:?} argument is required.", item.line)
        };
        let kind = match name.as_str() {
            "dev_overrides" if !is_first => {
                return refuse(format!(
                    "The dev_overrides block on line {} must appear before all other installation methods, which it comes before.",
                    item.line
                ));
            }
            "dev_overrides" => {
                self.overrides(members, diags);
                return None;
            }
            "direct" => MethodKind::Direct,
            "filesystem_mirror" => match text("path") {
                Some(path) => MethodKind::Filesystem(self.environment.expand(&path)),
                None => return refuse(required("path")),
            },
            "network_mirror" => match text("url") {
                Some(url) => MethodKind::Network(url),
                None => return refuse(required("url")),
            },
            _ => {
                return refuse(format!(
                    "Unknown provider installation method {name:?} on line {}. There are direct, filesystem_mirror, network_mirror and \
                     dev_overrides.",
                    item.line
                ));
            }
        };
        if let MethodKind::Network(url) = &kind
            && !url.to_lowercase().starts_with("https://")
        {
            let detail =
                format!("Cannot use {url:?} for a mirror of providers: it must be at an https: URL.");
            diags.push(Diagnostic::error("Invalid URL for provider installation source", detail));
            return None;
        }
        let mut patterns = |wanted: &str, summary: &str| {
            let items = members.iter().find(|member| member.name == wanted);
            let mut patterns = Vec::new();
            for text in items.map(|items| texts(&items.value)).unwrap_or_default() {
                match Pattern::parse(&text) {
                    Some(pattern) => patterns.push(pattern),
                    None => {
                        let detail = format!(
                            "{text:?} is not a pattern for the sources of providers: two or three parts with slashes between, where \"*\" \
                             stands for any."
                        );
                        diags.push(Diagnostic::error(summary, detail));
                        return None;
                    }
                }
            }
            Some(patterns)
        };
        let include = patterns("include", "Invalid provider source inclusion patterns")?;
        let exclude = patterns("exclude", "Invalid provider source exclusion patterns")?;
        Some(Method { kind, include, exclude })
    }

    fn overrides(&mut self, members: &[Item], diags: &mut Diagnostics) {
        for member in members {
            match (Provider::parse(&member.name), &member.value) {
                (Some(provider), Node::Text(path)) => {
                    self.config.dev_overrides.insert(provider, self.environment.expand(path));
                }
                _ => {
                    let detail =
                        format!("The entry {:?} is not the source of a provider and a folder.", member.name);
                    diags.push(Diagnostic::error("Invalid provider installation dev overrides", detail));
                }
            }
        }
    }
}

/// The blocks of an item by their label; JSON has labels as members.
fn named(item: Item, kind: &str, diags: &mut Diagnostics) -> Vec<(String, Vec<Item>)> {
    match (item.labels.as_slice(), item.value) {
        ([label], Node::Object(members)) => vec![(label.clone(), members)],
        ([], Node::Object(members))
            if members.iter().all(|member| matches!(member.value, Node::Object(_))) =>
        {
            let inner = members.into_iter().filter_map(|member| match member.value {
                Node::Object(inner) => Some((member.name, inner)),
                _ => None,
            });
            inner.collect()
        }
        _ => {
            let detail = format!("The {kind} block on line {} has one label, a name in quotes.", item.line);
            diags.push(Diagnostic::error(format!("Invalid {kind} block"), detail));
            Vec::new()
        }
    }
}

/// The same with hosts for names.
fn labelled(item: Item, kind: &str, diags: &mut Diagnostics) -> Vec<(String, Vec<Item>)> {
    let mut found = named(item, kind, diags);
    found.retain_mut(|(host, _)| {
        let valid = !host.is_empty() && !host.contains(|c: char| c.is_whitespace() || "/\\@?#".contains(c));
        if !valid {
            let summary = format!("The {kind} {host:?} block has an invalid hostname");
            diags.push(Diagnostic::error(summary, "The block is not used."));
        }
        *host = host.to_lowercase();
        valid
    });
    found
}

fn is_true(node: &Node) -> bool {
    matches!(node, Node::Text(text) if matches!(text.as_str(), "true" | "1"))
}

fn texts(node: &Node) -> Vec<String> {
    match node {
        Node::Text(text) => vec![text.clone()],
        Node::List(items) => items.iter().flat_map(texts).collect(),
        Node::Object(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::parse;
    use super::*;

    fn decode(text: &str) -> (CliConfig, String) {
        let environment = Environment::default();
        let mut diags = Diagnostics::new();
        let mut decoder = Decoder::new(&environment);
        decoder.file(parse(text).expect(text), &mut diags);
        let config = decoder.finish(&mut diags);
        let summaries: Vec<&str> = diags.iter().map(|diagnostic| diagnostic.summary.as_str()).collect();
        (config, summaries.join(", "))
    }

    #[test]
    fn all_settings() {
        let (config, problems) = decode(
            r#"
            plugin_cache_may_break_dependency_lock_file = true
            credentials "Example.com" { token = "t" }
            credentials_helper "x" { args = ["a"] }
            host "h" { services = { "modules.v1" = "https://h/m/" } }
            unknown { x = 1 }
            provider_installation {
              dev_overrides { "acme/foo" = "/dev" }
              filesystem_mirror {
                path    = "/m"
                include = ["acme/*"]
              }
              direct { exclude = ["acme/*"] }
            }"#,
        );
        assert_eq!(problems, "");
        assert!(config.cache_may_break_lock_file);
        assert_eq!(config.credentials["example.com"], "t");
        let helper = CredentialsHelper { name: "x".to_owned(), args: vec!["a".to_owned()] };
        assert_eq!(config.credentials_helper, Some(helper));
        assert_eq!(config.hosts["h"]["modules.v1"], "https://h/m/");
        assert_eq!(config.dev_overrides.len(), 1);
        let methods = config.installation.unwrap();
        assert_eq!(methods[0].kind, MethodKind::Filesystem("/m".into()));
        assert!(methods[1].serves(&Provider::parse("x/y").unwrap()));
        assert!(!methods[1].serves(&Provider::parse("acme/y").unwrap()));

        let (config, problems) = decode(
            "{\"provider_installation\":{\"direct\":[{\"include\":[\"a/b\"]}]},\"credentials\":{\"x.y\":{\"token\":\"z\"}}}",
        );
        assert_eq!(problems, "");
        assert_eq!(config.credentials["x.y"], "z");
        assert_eq!(config.installation.unwrap().len(), 1);
    }

    #[test]
    fn what_is_refused() {
        let check = |text: &str, expect: &str| assert_eq!(decode(text).1, expect, "{text}");
        let in_block =
            |text: &str, expect: &str| check(&format!("provider_installation {{\n{text}\n}}"), expect);
        check("credentials \"a b\" {}", "The credentials \"a b\" block has an invalid hostname");
        check("credentials { token = \"x\"\n}", "Invalid credentials block");
        check(
            "credentials_helper \"x\" {}\ncredentials_helper \"y\" {}",
            "No more than one credentials_helper block may be specified",
        );
        check("credentials_helper \"../x\" {}", "Invalid credentials_helper block");
        check(
            "provider_installation {}\nprovider_installation {}",
            "No more than one provider_installation block may be specified",
        );
        check("provider_installation \"x\" {}", "Invalid provider_installation block");
        check("provider_installation = {}", "Invalid provider_installation block");
        in_block("direct \"x\" {}", BAD_METHOD);
        in_block("foo {}", BAD_METHOD);
        in_block("direct = {}", BAD_METHOD);
        in_block("filesystem_mirror {}", BAD_METHOD);
        in_block("direct {}\ndev_overrides {}", BAD_METHOD);
        in_block("direct { include = [\"*\"] }", "Invalid provider source inclusion patterns");
        in_block("direct { exclude = [\"*\"] }", "Invalid provider source exclusion patterns");
        in_block("network_mirror { url = \"http://x\" }", "Invalid URL for provider installation source");
        in_block("dev_overrides { \"a/b/c/d\" = \"/x\" }", "Invalid provider installation dev overrides");
    }
}
