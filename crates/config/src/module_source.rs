//! Where modules come from: folders beside the caller, registries, and packages anywhere else.

use std::fmt;
use std::path::Path;

use diag::{Diagnostic, SourceRange};
use smol_str::SmolStr;

/// The registry of modules where none is named.
const DEFAULT_HOST: &str = "registry.terraform.io";

/// Where a module comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModuleSource {
    /// A folder, relative to that of the caller.
    Local(String),
    /// A registry.
    Registry(RegistryModule),
    /// Anything else that can be fetched.
    Package(PackageSource),
}

/// A module of a registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistryModule {
    /// The registry.
    pub host: SmolStr,
    /// Who publishes it.
    pub namespace: SmolStr,
    /// What it is called.
    pub name: SmolStr,
    /// What it is for.
    pub system: SmolStr,
    /// The folder in the package.
    pub subdir: Option<String>,
}

/// A package that is fetched from an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageSource {
    /// How, where that is not clear from the address: `git`, `hg`, `s3`.
    pub getter: Option<SmolStr>,
    /// The address, without the folder.
    pub url: String,
    /// The folder in the package.
    pub subdir: Option<String>,
}

impl ModuleSource {
    /// Reads a source; the error says what is wrong with it.
    pub fn parse(text: &str) -> Result<ModuleSource, String> {
        let local = ["./", "../", ".\\", "..\\"].iter().any(|prefix| text.starts_with(prefix));
        if local {
            return Ok(ModuleSource::Local(text.to_owned()));
        }
        if text == "." || text == ".." {
            return Err(format!("A folder begins with \"./\" or \"../\": write \"{text}/\"."));
        }
        if text.chars().any(char::is_control) {
            return Err(format!("{text:?} has characters that no address has."));
        }
        match RegistryModule::parse(text) {
            Some(module) => module.map(ModuleSource::Registry),
            None => PackageSource::parse(text).map(ModuleSource::Package),
        }
    }
}

impl RegistryModule {
    /// Reads `[host/]namespace/name/system[//folder]`; nothing when it is something else.
    fn parse(text: &str) -> Option<Result<RegistryModule, String>> {
        if text.contains("::") || text.contains("://") {
            return None;
        }
        let (address, subdir) = split_subdir(text);
        let parts: Vec<&str> = address.split('/').collect();
        let (host, [namespace, name, system]) = match parts.as_slice() {
            [namespace, name, system] => (DEFAULT_HOST, [*namespace, *name, *system]),
            [host, namespace, name, system] => (*host, [*namespace, *name, *system]),
            _ => return None,
        };
        let is_name = |text: &str| {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
            text.len() <= 64
                && text.bytes().all(is_part)
                && edge(text.as_bytes().first())
                && edge(text.as_bytes().last())
        };
        let is_system = |text: &str| {
            (1..=64).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        // These were taken by repositories before there were registries.
        let is_host = !matches!(host, "github.com" | "bitbucket.org" | "gitlab.com")
            && host.contains('.')
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:".contains(&byte));
        if !is_host || !is_name(namespace) || !is_name(name) || !is_system(system) {
            return None;
        }
        Some(clean_subdir(subdir).map(|subdir| RegistryModule {
            host: host.to_lowercase().into(),
            namespace: namespace.into(),
            name: name.into(),
            system: system.into(),
            subdir,
        }))
    }
}

impl PackageSource {
    /// Reads the address of a package in any of its short forms.
    fn parse(text: &str) -> Result<PackageSource, String> {
        let (getter, rest) = split_getter(text);
        let (address, subdir) = split_subdir(rest);
        let mut subdir = clean_subdir(subdir)?;
        let (path, query) = match address.split_once('?') {
            Some((path, query)) => (path, format!("?{query}")),
            None => (address.as_str(), String::new()),
        };
        let unknown = || {
            Err(format!(
                "Nothing says how the package {path:?} is fetched. If a folder beside this one is meant, write {:?}.",
                format!("./{text}")
            ))
        };
        let (found, url) = if has_scheme(path) {
            (None, address.clone())
        } else if let Some((host, below)) = path.split_once('/')
            && matches!(host, "github.com" | "bitbucket.org")
        {
            let parts: Vec<&str> = below.split('/').collect();
            let [owner, repository, more @ ..] = parts.as_slice() else {
                return Err(format!("Repositories are written as \"{host}/OWNER/REPOSITORY\"."));
            };
            if !more.is_empty() && subdir.is_none() {
                subdir = clean_subdir(Some(&more.join("/")))?;
            }
            let repository = repository.strip_suffix(".git").unwrap_or(repository);
            (Some("git"), format!("https://{host}/{owner}/{repository}.git{query}"))
        } else if let Some((user, place)) = path.split_once('@')
            && let Some((host, below)) = place.split_once(':')
            && !user.contains('/')
            && !host.contains('/')
        {
            (Some("git"), format!("ssh://{user}@{host}/{}{query}", below.trim_start_matches('/')))
        } else if path.split('/').next().is_some_and(|host| host.ends_with(".amazonaws.com")) {
            (Some("s3"), format!("https://{address}"))
        } else if path.starts_with("www.googleapis.com/storage/v1/") {
            (Some("gcs"), format!("https://{address}"))
        } else if path.starts_with('/') && getter.is_none() {
            (None, format!("file://{address}"))
        } else {
            return unknown();
        };
        Ok(PackageSource { getter: getter.or(found.map(SmolStr::from)), url, subdir })
    }

    /// The address without the folder.
    pub fn package(&self) -> String {
        match &self.getter {
            Some(getter) => format!("{getter}::{}", self.url),
            None => self.url.clone(),
        }
    }
}

/// `how::address`.
fn split_getter(text: &str) -> (Option<SmolStr>, &str) {
    match text.split_once("::") {
        Some((getter, rest))
            if !getter.is_empty() && getter.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
        {
            (Some(getter.into()), rest)
        }
        _ => (None, text),
    }
}

fn has_scheme(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    })
}

/// The address without the folder in it, which stands between two slashes and the query.
fn split_subdir(text: &str) -> (String, Option<&str>) {
    let start = if has_scheme(text) { text.find("://").map_or(0, |at| at + 3) } else { 0 };
    let end = text[start..].find('?').map_or(text.len(), |at| start + at);
    match text[start..end].find("//") {
        Some(at) => {
            let at = start + at;
            (format!("{}{}", &text[..at], &text[end..]), Some(&text[at + 2..end]))
        }
        None => (text.to_owned(), None),
    }
}

fn clean_subdir(subdir: Option<&str>) -> Result<Option<String>, String> {
    let Some(subdir) = subdir else { return Ok(None) };
    let mut parts: Vec<&str> = Vec::new();
    for part in subdir.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_some() => {}
            ".." => return Err(format!("The folder {subdir:?} leads out of the package.")),
            part => parts.push(part),
        }
    }
    // Nothing that a file system would take for more than a name.
    if parts.iter().any(|part| part.contains('\\') || Path::new(part).components().count() != 1) {
        return Err(format!("{subdir:?} is not a folder in a package."));
    }
    Ok(Some(parts.join("/")).filter(|subdir| !subdir.is_empty()))
}

impl fmt::Display for RegistryModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}/{}", self.host, self.namespace, self.name, self.system)?;
        self.subdir.iter().try_for_each(|subdir| write!(f, "//{subdir}"))
    }
}

impl fmt::Display for PackageSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let package = self.package();
        let (path, query) = match package.split_once('?') {
            Some((path, query)) => (path, format!("?{query}")),
            None => (package.as_str(), String::new()),
        };
        f.write_str(path)?;
        self.subdir.iter().try_for_each(|subdir| write!(f, "//{subdir}"))?;
        f.write_str(&query)
    }
}

impl fmt::Display for ModuleSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Local(path) => f.write_str(path),
            Self::Registry(module) => module.fmt(f),
            Self::Package(package) => package.fmt(f),
        }
    }
}

/// Says that the source of a call is no text.
pub(crate) fn unsuitable(at: SourceRange) -> Diagnostic {
    let detail = "The source of a module is a string.";
    Diagnostic::error("Unsuitable value type", detail).at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling() {
        let check = |text: &str, expect: &str| {
            let shown =
                ModuleSource::parse(text).map_or_else(|why| format!("! {why}"), |source| source.to_string());
            assert!(shown.starts_with(expect), "{text}: {shown}");
        };
        check("./a", "./a");
        check("hashicorp/consul/aws", "registry.terraform.io/hashicorp/consul/aws");
        check("Example.com/a/b/c//d/./e", "example.com/a/b/c//d/e");
        check("github.com/o/r", "git::https://github.com/o/r.git");
        check("github.com/o/r//sub?ref=x", "git::https://github.com/o/r.git//sub?ref=x");
        check("github.com/o/r.git", "git::https://github.com/o/r.git");
        check("bitbucket.org/o/r", "git::https://bitbucket.org/o/r.git");
        check("git@github.com:o/r.git//sub?ref=v1", "git::ssh://git@github.com/o/r.git//sub?ref=v1");
        check("git::git@h:o/r", "git::ssh://git@h/o/r");
        check("git::https://h/x.git//s/t?ref=a", "git::https://h/x.git//s/t?ref=a");
        check("https://h/x.zip//s?archive=zip", "https://h/x.zip//s?archive=zip");
        check("/a/b//c", "file:///a/b//c");
        check("s3.amazonaws.com/b/x.zip", "s3::https://s3.amazonaws.com/b/x.zip");
        for bad in [
            "foo",
            "a/b",
            "git::./x",
            "hashicorp/consul/AWS_x",
            "a/b/c/d/e",
            "gitlab.com/o/r",
            "hashicorp/consul/aws?x=1",
            "github.com/o",
        ] {
            check(bad, "! ");
        }
        check("https://h/x//sub/../../y", "! The folder");
        check("hashicorp/consul/aws//../x", "! The folder");
        check("https://h/x//a\\..\\b", "! ");
        check("https://h/\n", "! ");
    }
}
