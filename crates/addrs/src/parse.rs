//! Addresses from text: the inverse of how each is displayed.

use std::fmt;

use smol_str::SmolStr;

use crate::key_text;
use crate::{
    AbsProviderConfig, AbsResource, AbsResourceInstance, ConfigResource, InstanceKey, Module, ModuleInstance,
    ModuleStep, Provider, Resource, ResourceMode, Target,
};

/// What begins references to values, and hence no address of a resource.
pub const NO_TYPES: [&str; 10] =
    ["var", "local", "each", "count", "self", "path", "terraform", "template", "lazy", "arg"];

/// Why text is no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError(String);

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AddressError {}

type Parsed<T> = Result<T, AddressError>;

fn fail<T>(message: impl Into<String>) -> Parsed<T> {
    Err(AddressError(message.into()))
}

/// A name with the key that follows it.
struct Part {
    name: SmolStr,
    key: Option<InstanceKey>,
}

/// Takes an address apart into names and keys.
fn parts(text: &str) -> Parsed<Vec<Part>> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return fail(format!("A name is expected before {rest:?}."));
        }
        let (key, after) = match after.strip_prefix('[') {
            Some(inside) => {
                let (key, after) = key(inside)?;
                (Some(key), after)
            }
            None => (None, after),
        };
        found.push(Part { name: name.into(), key });
        match after.strip_prefix('.') {
            Some(after) => rest = after,
            None if after.is_empty() => return Ok(found),
            None => return fail(format!("{after:?} does not belong after {name:?}.")),
        }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// A key and what comes after its bracket.
fn key(text: &str) -> Parsed<(InstanceKey, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let Some((content, after)) = key_text::read_escaped(quoted) else {
            return fail("A key is not ended by a quote, or an escape in it is not understood.");
        };
        if let Some(after) = after.strip_prefix(']') {
            return Ok((InstanceKey::String(content.into()), after));
        }
        return fail("A key does not end with \"]\".");
    }
    let Some((number, after)) = text.split_once(']') else { return fail("A key does not end with \"]\".") };
    match number.parse() {
        Ok(number) => Ok((InstanceKey::Int(number), after)),
        Err(_) => fail(format!("The key {number:?} is neither a whole number nor a quoted string.")),
    }
}

/// Splits the modules off the front.
fn split_modules(parts: Vec<Part>) -> Parsed<(Vec<ModuleStep>, Vec<Part>)> {
    let mut steps = Vec::new();
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next_if(|part| part.name == "module" && part.key.is_none()) {
        let Some(call) = parts.next() else {
            return fail(format!("The name of a module is missing after {:?}.", part.name.as_str()));
        };
        steps.push(ModuleStep { name: call.name, key: call.key });
    }
    Ok((steps, parts.collect()))
}

/// A resource with the key of its instance.
fn resource(parts: Vec<Part>) -> Parsed<(Resource, Option<InstanceKey>)> {
    let count = parts.len();
    let mut parts = parts.into_iter().peekable();
    let mode = match parts.peek().map(|part| part.name.as_str()) {
        Some("data") => ResourceMode::Data,
        Some("ephemeral") => ResourceMode::Ephemeral,
        // A type of resource could have this name, but none does.
        Some("action") if count > 2 => ResourceMode::Action,
        _ => ResourceMode::Managed,
    };
    if mode != ResourceMode::Managed || parts.peek().is_some_and(|part| part.name == "resource") {
        parts.next();
    }
    let (Some(ty), Some(name), None) = (parts.next(), parts.next(), parts.next()) else {
        return fail("A resource is named by its type and its name, as in \"type.name\".");
    };
    if ty.key.is_some() {
        return fail("The type of a resource has no key.");
    }
    if count == 2 && NO_TYPES.contains(&ty.name.as_str()) {
        return fail(format!(
            "{:?} begins a reference to a value, so no type of resource is called that.",
            ty.name.as_str()
        ));
    }
    Ok((Resource { mode, type_name: ty.name, name: name.name }, name.key))
}

impl ModuleInstance {
    /// Reads an instance of a module; the root is the empty text.
    pub fn parse(text: &str) -> Parsed<Self> {
        if text.is_empty() {
            return Ok(Self::root());
        }
        match split_modules(parts(text)?)? {
            (steps, rest) if rest.is_empty() => Ok(Self::new(steps)),
            _ => fail(format!("{text:?} is not the address of a module.")),
        }
    }
}

impl AbsResourceInstance {
    /// Reads an instance of a resource.
    pub fn parse(text: &str) -> Parsed<Self> {
        let (steps, rest) = split_modules(parts(text)?)?;
        let (resource, key) = resource(rest)?;
        Ok(AbsResource { module: ModuleInstance::new(steps), resource }.instance(key))
    }
}

impl AbsResource {
    /// Reads a resource without the key of an instance.
    pub fn parse(text: &str) -> Parsed<Self> {
        let instance = AbsResourceInstance::parse(text)?;
        match instance.resource.key {
            None => Ok(AbsResource { module: instance.module, resource: instance.resource.resource }),
            Some(_) => fail("The address of a whole resource has no key."),
        }
    }
}

impl ConfigResource {
    /// Reads a resource of the static tree, as state stores dependencies.
    pub fn parse(text: &str) -> Parsed<Self> {
        let resource = AbsResource::parse(text)?;
        if resource.module.steps().iter().any(|step| step.key.is_some()) {
            return fail("A module without key is expected.");
        }
        Ok(resource.config())
    }
}

impl Target {
    /// Reads what a flag or a command names.
    pub fn parse(text: &str) -> Parsed<Self> {
        let (steps, rest) = split_modules(parts(text)?)?;
        let module = ModuleInstance::new(steps);
        if rest.is_empty() {
            return Ok(Target::Module(module));
        }
        let (resource, key) = resource(rest)?;
        let resource = AbsResource { module, resource };
        Ok(match key {
            None => Target::Resource(resource),
            key => Target::Instance(resource.instance(key)),
        })
    }
}

impl AbsProviderConfig {
    /// Reads a configuration as state names it, with the old form `provider.name` as well.
    pub fn parse(text: &str) -> Parsed<Self> {
        let bad = || AddressError(format!("{text:?} does not name a configuration of a provider."));
        let (modules, rest) = match text.find("provider[").or_else(|| text.find("provider.")) {
            Some(0) => ("", text),
            Some(at) => (text[..at].strip_suffix('.').ok_or_else(bad)?, &text[at..]),
            None => return Err(bad()),
        };
        let module =
            Module(ModuleInstance::parse(modules)?.steps().iter().map(|step| step.name.clone()).collect());
        if let Some(old) = rest.strip_prefix("provider.") {
            let mut names = parts(old)?.into_iter();
            let provider = names.next().ok_or_else(bad)?.name;
            let alias = names.next().map(|part| part.name);
            let provider = match Provider::implied(&provider) {
                builtin if builtin.is_builtin() => builtin,
                implied => Provider { namespace: "-".into(), ..implied },
            };
            return Ok(Self { module, provider, alias, key: None });
        }
        let inside = rest.strip_prefix("provider[").ok_or_else(bad)?;
        let (InstanceKey::String(source), after) = key(inside)? else { return Err(bad()) };
        let provider = Provider::parse(&source).ok_or_else(bad)?;
        let (alias, key) = match after.strip_prefix('.') {
            Some(alias) => {
                let mut parts = parts(alias)?.into_iter();
                let part = parts.next().ok_or_else(bad)?;
                (Some(part.name), part.key)
            }
            None if after.is_empty() => (None, None),
            None => return Err(bad()),
        };
        Ok(Self { module, provider, alias, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_again() {
        let instance = |text: &str| {
            assert_eq!(AbsResourceInstance::parse(text).map(|found| found.to_string()), Ok(text.to_owned()));
        };
        instance("a_b.c");
        instance("data.a.b[0]");
        instance("module.m[\"a.b\\\"]\"].module.n[3].a.b[\"x y\"]");
        instance("ephemeral.a.b");
        assert!(AbsResourceInstance::parse("resource.var.x").is_ok());
        for text in [
            "var.x",
            "module.a.path.module",
            "",
            "a",
            "a.b.c",
            "a.b[",
            "a.b[x]",
            "a[0].b",
            "module.a",
            "a.b]",
            "a..b",
            "0.b",
        ] {
            assert!(AbsResourceInstance::parse(text).is_err(), "{text}");
        }
        for text in ["module.a", "module.a[0].module.b", "a.b", "a.b[0]", "module.a.data.b.c"] {
            assert_eq!(Target::parse(text).map(|found| found.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(Target::parse("resource.a.b").map(|found| found.to_string()), Ok("a.b".to_owned()));
        for text in [
            "provider[\"registry.terraform.io/hashicorp/aws\"]",
            "module.a.module.b.provider[\"x.io/y/z\"].west",
            "provider[\"x.io/y/z\"].west[\"k\"]",
        ] {
            assert_eq!(AbsProviderConfig::parse(text).map(|found| found.to_string()), Ok(text.to_owned()));
        }
        let old = AbsProviderConfig::parse("module.m.provider.aws.x").map(|found| found.to_string());
        assert_eq!(old, Ok("module.m.provider[\"registry.terraform.io/-/aws\"].x".to_owned()));
        assert!(ConfigResource::parse("module.a[0].b.c").is_err());
    }
}
