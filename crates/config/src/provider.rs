//! `provider` blocks, and references to them.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::syntax::ast::{ExprKind, StepKind};
use hcl::{Body, BodyBlock, BodySchema, Expression};
use smol_str::SmolStr;
use value::Value;

use crate::decode::{Decode, NAME_RULE, reference};
use crate::version::VersionConstraint;

/// Which configuration of a provider: its local name and the alias.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProviderName {
    /// The name that the module knows the provider by.
    pub local: SmolStr,
    /// Which of several configurations.
    pub alias: Option<SmolStr>,
}

/// A provider's configuration.
#[derive(Clone, Debug)]
pub struct ProviderConfig {
    /// Its name.
    pub name: ProviderName,
    /// One configuration per element.
    pub for_each: Option<Expression>,
    /// The old place of the version constraint.
    pub version: Option<VersionConstraint>,
    /// What is for the provider.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}

/// A reference to a provider's configuration: `aws`, `aws.west`, `aws.by_region["x"]`.
#[derive(Clone, Debug)]
pub struct ProviderRef {
    /// Which configuration.
    pub name: ProviderName,
    /// Which of its instances.
    pub key: Option<ProviderKey>,
    /// Where it stands.
    pub range: SourceRange,
}

/// Which instance of a configuration with `for_each` is meant.
#[derive(Clone, Debug)]
pub enum ProviderKey {
    /// A constant.
    Constant(Value),
    /// What this is for each instance of what refers to it.
    Expression(Expression),
}

impl ProviderKey {
    /// What it depends on.
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            ProviderKey::Constant(_) => None,
            ProviderKey::Expression(expr) => Some(expr),
        }
    }
}

impl std::fmt::Display for ProviderName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.local)?;
        self.alias.iter().try_for_each(|alias| write!(f, ".{alias}"))
    }
}

impl ProviderConfig {
    pub(crate) fn decode(block: &BodyBlock) -> (Option<ProviderConfig>, Diagnostics) {
        let schema = BodySchema::of(
            &["alias", "version", "for_each", "count", "depends_on", "source"],
            &[("_", &[]), ("lifecycle", &[]), ("locals", &[])],
        );
        let mut decode = Decode::part(block, &schema);
        let local = block.label(0).clone();
        if let Err(diagnostic) = check_local_name(&local, block.range()) {
            decode.diags.push(*diagnostic);
            return (None, decode.diags);
        }
        let alias = decode.text("alias").filter(|alias| !alias.is_empty()).map(SmolStr::from);
        let bad_alias = match &alias {
            Some(alias) => !hcl::syntax::is_valid_identifier(alias),
            None => decode.content.attribute("alias").is_some_and(|alias| !alias.expr.is_invalid()),
        };
        if bad_alias {
            let detail = format!("The alias is not a name. {NAME_RULE}");
            decode.diags.push(Diagnostic::error("Invalid provider configuration alias", detail));
        }
        let mut version = None;
        if let Some(expr) = decode.expr("version") {
            decode.diags.push(
                Diagnostic::warning(
                    "Version constraints inside provider configuration blocks are deprecated",
                    "Version constraints of providers belong into the required_providers block.",
                )
                .at(expr.range()),
            );
            version = VersionConstraint::decode_of_providers(&expr, &mut decode.diags);
        }
        let for_each = decode.expr("for_each");
        if let (Some(expr), None) = (&for_each, &alias) {
            let detail = "Only a provider configuration with an alias can have for_each.";
            decode.error("Alias required when using \"for_each\"", detail, expr.range());
        }
        for name in ["count", "depends_on", "source"] {
            if let Some(attribute) = decode.content.attribute(name).cloned() {
                let detail =
                    format!("The provider argument name {name:?} is reserved for use in a future version.");
                decode.error("Reserved argument name in provider block", detail, attribute.name_range());
            }
        }
        decode.refuse_reserved(&["lifecycle", "locals"], "provider");
        let body = decode.rest_with_escape("This provider block");
        let name = ProviderName { local, alias };
        (Some(ProviderConfig { name, for_each, version, body, range: block.range() }), decode.diags)
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: ProviderConfig) {
        crate::decode::replace(&mut self.version, over.version);
        crate::decode::replace(&mut self.for_each, over.for_each);
        self.body = self.body.clone().overridden_by(over.body);
    }
}

/// Local names of providers are lowercase letters, digits and dashes, as registry names are.
pub(crate) fn check_local_name(name: &str, at: SourceRange) -> Result<(), Box<Diagnostic>> {
    let lower = name.to_lowercase();
    let plain = lower.chars().all(|c| c.is_alphanumeric() || c == '-')
        && !lower.is_empty()
        && !lower.contains("--")
        && !lower.starts_with('-')
        && !lower.ends_with('-');
    let detail = if !plain {
        format!(
            "{name:?} is not the name of a provider: it may contain letters, digits and, inside, single dashes."
        )
    } else if lower != name {
        format!("Provider names are written in lowercase: use {lower:?} instead of {name:?}.")
    } else {
        return Ok(());
    };
    Err(Box::new(Diagnostic::error("Invalid provider local name", detail).at(at)))
}

const BAD_REFERENCE: &str = "Invalid provider configuration reference";

impl ProviderRef {
    /// Reads the reference that the argument `argument` is.
    pub(crate) fn decode(expr: &Expression, argument: &str, diags: &mut Diagnostics) -> Option<ProviderRef> {
        let (name_expr, key) = split_key(expr);
        let mut key = key.map(ProviderKey::Expression);
        let mut problems = Diagnostics::new();
        let Some(traversal) = reference(&name_expr, &mut problems) else {
            let detail = format!(
                "The {argument} argument requires a provider name, optionally followed by a dot and an alias."
            );
            diags.push(Diagnostic::error(BAD_REFERENCE, detail).at(expr.range()));
            return None;
        };
        diags.append(problems);
        let mut refuse = |detail: String, at: SourceRange| {
            diags.push(Diagnostic::error(BAD_REFERENCE, detail).at(at));
            None
        };
        let mut steps = traversal.steps.iter().map(|step| &step.kind);
        let alias = match steps.next() {
            None => None,
            Some(StepKind::Attr(alias)) => Some(alias.clone()),
            Some(StepKind::Index(_)) => {
                let detail = format!(
                    "The {argument} argument requires a provider name, optionally followed by a dot and an alias."
                );
                return refuse(detail, traversal.step_range(0));
            }
        };
        match steps.next() {
            None => {}
            // A constant key is part of the reference as it is read.
            Some(StepKind::Index(value)) if key.is_none() && steps.next().is_none() => {
                key = Some(ProviderKey::Constant((**value).clone()));
            }
            Some(_) => {
                let detail = "Nothing may follow the alias but the key of an instance in brackets.";
                return refuse(detail.to_owned(), expr.range());
            }
        }
        // The local name stands for all of it, as it does for Terraform.
        let range = traversal.part_range(0);
        if let Err(diagnostic) = check_local_name(&traversal.root, range.clone()) {
            diags.push(*diagnostic);
            return None;
        }
        Some(ProviderRef { name: ProviderName { local: traversal.root.clone(), alias }, key, range })
    }
}

/// A reference and the key in brackets that follows it, where the key is not constant.
fn split_key(expr: &Expression) -> (Expression, Option<Expression>) {
    if let Expression::Native(tree, id) = expr
        && let ExprKind::Index(collection, key) = tree.expr(*id).kind
    {
        let handle = |id| Expression::Native(tree.clone(), id);
        return (handle(collection), Some(handle(key)));
    }
    (expr.clone(), None)
}
