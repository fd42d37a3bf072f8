//! `required_providers` blocks: what a module's short names of providers stand for.

use std::collections::BTreeMap;

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::EmptyScope;
use hcl::syntax::ast::StepKind;
use hcl::{Attribute, BodyBlock, Expression};
use smol_str::SmolStr;

use crate::provider::{ProviderName, check_local_name};
use crate::version::VersionConstraint;

/// The providers that a module asks for.
#[derive(Clone, Debug)]
pub struct RequiredProviders {
    /// By the name that the module knows each by.
    pub entries: BTreeMap<SmolStr, RequiredProvider>,
    /// Where the block is.
    pub range: SourceRange,
}

/// A provider that a module asks for.
#[derive(Clone, Debug)]
pub struct RequiredProvider {
    /// Where it comes from, as written: `[host/]namespace/type`.
    pub source: Option<String>,
    /// Which versions of it will do.
    pub version: Option<VersionConstraint>,
    /// The configurations that the caller must hand over.
    pub aliases: Vec<ProviderName>,
    /// Where it is declared.
    pub range: SourceRange,
}

const BAD_OBJECT: &str = "Invalid required_providers object";

impl RequiredProviders {
    pub(crate) fn decode(block: &BodyBlock, diags: &mut Diagnostics) -> RequiredProviders {
        let (attributes, more) = block.body.just_attributes();
        let failed = more.has_errors();
        diags.append(more);
        let mut entries = BTreeMap::new();
        for attribute in attributes.iter().filter(|_| !failed) {
            if let Some(entry) = RequiredProvider::decode(attribute, diags) {
                entries.insert(attribute.name.clone(), entry);
            }
        }
        RequiredProviders { entries, range: block.range() }
    }
}

impl RequiredProvider {
    fn decode(attribute: &Attribute, diags: &mut Diagnostics) -> Option<RequiredProvider> {
        let mut entry = RequiredProvider {
            source: None,
            version: None,
            aliases: Vec::new(),
            range: attribute.expr.range(),
        };
        let (value, problems) = attribute.expr.eval(&EmptyScope);
        if !problems.has_errors() && value.ty().is_primitive() {
            entry.version = VersionConstraint::decode_of_providers(&attribute.expr, diags);
            return check_name(attribute, "Invalid provider name", diags).then_some(entry);
        }
        if !check_name(attribute, "Invalid provider local name", diags) {
            return None;
        }
        let Ok(pairs) = attribute.expr.as_pairs() else {
            let detail = "The entries of required_providers are strings or objects.";
            diags.push(Diagnostic::error(BAD_OBJECT, detail).at(attribute.expr.range()));
            return None;
        };
        for (key, value) in &pairs {
            let Some(name) = key.as_key() else {
                diags.push(
                    Diagnostic::error("Invalid Attribute", "The names here are strings.").at(key.range()),
                );
                continue;
            };
            match name.as_str() {
                "version" => entry.version = decode_version(value, diags),
                "source" => entry.source = decode_source(value, diags),
                "configuration_aliases" => entry.aliases = decode_aliases(value, &attribute.name, diags),
                _ => {
                    let detail = "The objects in required_providers only have the attributes \"version\", \"source\" and \
                                  \"configuration_aliases\". A \"provider\" block configures a provider.";
                    diags.push(Diagnostic::error(BAD_OBJECT, detail).at(key.range()));
                    break;
                }
            }
        }
        Some(entry)
    }
}

fn check_name(attribute: &Attribute, summary: &str, diags: &mut Diagnostics) -> bool {
    match check_local_name(&attribute.name, attribute.expr.range()) {
        Ok(()) => true,
        Err(mut diagnostic) => {
            diagnostic.summary = summary.to_owned();
            diags.push(*diagnostic);
            false
        }
    }
}

fn constant_string(expr: &Expression) -> Option<SmolStr> {
    let (value, problems) = expr.eval(&EmptyScope);
    if problems.has_errors() { None } else { value.as_smol_str().cloned() }
}

fn decode_version(expr: &Expression, diags: &mut Diagnostics) -> Option<VersionConstraint> {
    const SUMMARY: &str = "Invalid version constraint";
    let Some(text) = constant_string(expr) else {
        diags.push(Diagnostic::error(SUMMARY, "Version must be specified as a string.").at(expr.range()));
        return None;
    };
    let constraint = VersionConstraint::parse(&text, expr.range()).and_then(VersionConstraint::of_providers);
    if constraint.is_none() {
        let detail = "This string does not use correct version constraint syntax.";
        diags.push(Diagnostic::error(SUMMARY, detail).at(expr.range()));
    }
    constraint
}

fn decode_source(expr: &Expression, diags: &mut Diagnostics) -> Option<String> {
    let Some(text) = constant_string(expr) else {
        diags.push(
            Diagnostic::error("Invalid source", "Source must be specified as a string.").at(expr.range()),
        );
        return None;
    };
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() > 3 || parts.iter().any(|part| part.is_empty()) {
        let detail = "The \"source\" of a provider is written as \"[hostname/][namespace/]name\".";
        diags.push(Diagnostic::error("Invalid provider source string", detail).at(expr.range()));
        return None;
    }
    let of_name =
        |part: &&&str| part.contains("--") || check_local_name(&part.to_lowercase(), expr.range()).is_err();
    let names = parts.len().saturating_sub(2);
    if let Some(bad) = parts[names..].iter().find(of_name) {
        let what = if parts.last() == Some(bad) { "type" } else { "namespace" };
        let detail = format!(
            "{bad:?} is not a name of a provider's {what}: it has letters, digits and, inside, dashes."
        );
        diags.push(Diagnostic::error(format!("Invalid provider {what}"), detail).at(expr.range()));
        return None;
    }
    if let [_, .., type_name] = parts.as_slice()
        && let Some(meant) = type_name.strip_prefix("terraform-")
    {
        let meant = meant.strip_prefix("provider-").unwrap_or(meant);
        let detail = format!(
            "{type_name:?} is the name of a repository or of a program. The provider itself is called {meant:?}."
        );
        diags.push(Diagnostic::error("Invalid provider type", detail).at(expr.range()));
        return None;
    }
    Some(text.to_string())
}

fn decode_aliases(expr: &Expression, local: &SmolStr, diags: &mut Diagnostics) -> Vec<ProviderName> {
    const SUMMARY: &str = "Invalid configuration_aliases value";
    let items = match expr.as_list() {
        Ok(items) => items,
        Err(diagnostic) => {
            diags.push(*diagnostic);
            return Vec::new();
        }
    };
    let mut aliases = Vec::new();
    for item in &items {
        let traversal = match item.as_traversal() {
            Ok(traversal) => traversal,
            Err(diagnostic) => {
                diags.push(*diagnostic);
                continue;
            }
        };
        // Without an alias the usual configuration is to be handed over; what follows the alias does not count.
        let alias = match traversal.steps.first().map(|step| &step.kind) {
            None => Ok(None),
            Some(StepKind::Attr(alias)) => Ok(Some(alias.clone())),
            Some(StepKind::Index(_)) => {
                Err("A configuration alias is a local provider name, a dot and the alias.".to_owned())
            }
        };
        let alias = if traversal.root == *local {
            alias
        } else {
            Err(format!(
                "The aliases of {local:?} start with that name, not with {:?}.",
                traversal.root.as_str()
            ))
        };
        match alias {
            Ok(alias) => aliases.push(ProviderName { local: local.clone(), alias }),
            Err(detail) => diags.push(Diagnostic::error(SUMMARY, detail).at(expr.range())),
        }
    }
    aliases
}
