//! `module` blocks.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{AbsTraversal, Body, BodyBlock, BodySchema, Expression};
use smol_str::SmolStr;

use crate::decode::{Decode, replace};
use crate::module_source;
use crate::output::refuse_depends_on;
use crate::provider::ProviderRef;
use crate::repetition::Repetition;
use crate::version::VersionConstraint;

/// A call of another module.
#[derive(Clone, Debug)]
pub struct ModuleCall {
    /// Its name.
    pub name: SmolStr,
    /// Where the module comes from; nothing only where that was reported.
    pub source: Option<Expression>,
    /// Which versions of it will do.
    pub version: Option<Expression>,
    /// How many instances there are.
    pub repetition: Repetition,
    /// The provider configurations handed over: the child's name of each, and ours.
    pub providers: Vec<(ProviderRef, ProviderRef)>,
    /// What must be there before it.
    pub depends_on: Vec<AbsTraversal>,
    /// The values of the child's variables.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}

impl ModuleCall {
    pub(crate) fn decode(block: &BodyBlock, is_override: bool) -> (ModuleCall, Diagnostics) {
        let mut schema = BodySchema::of(
            &["source", "version", "count", "for_each", "depends_on", "providers"],
            &[("_", &[]), ("lifecycle", &[]), ("locals", &[]), ("provider", &["type"])],
        );
        if !is_override {
            schema = schema.requiring(&["source"]);
        }
        let mut decode = Decode::part(block, &schema);
        decode.check_label(0, "Invalid module instance name");
        // Only OpenTofu has this block, and only for this argument.
        let says_enabled = |block: &BodyBlock| block.body.items().attribute("enabled").is_some();
        let mut enabled = None;
        if !decode.content.blocks_of("lifecycle").any(says_enabled) {
            decode.refuse_reserved(&["lifecycle"], "module");
        } else if let Some(lifecycle) = decode.only_block("lifecycle", "This module block") {
            let (content, more) = lifecycle.body.content(&BodySchema::of(&["enabled"], &[]));
            decode.diags.append(more);
            enabled = content.attribute("enabled").cloned();
        }
        decode.refuse_reserved(&["locals", "provider"], "module");
        let call = ModuleCall {
            name: block.label(0).clone(),
            source: decode.expr("source"),
            version: decode.expr("version"),
            repetition: Repetition::decode(&mut decode, enabled.as_ref(), "instances of the module"),
            providers: decode_providers(&mut decode),
            depends_on: decode.references("depends_on"),
            body: decode.rest_with_escape("This module block"),
            range: block.range(),
        };
        // What cannot be read was reported, and is no source; but a text that is not closed would have been one.
        let attribute = decode.content.attribute("source").filter(|source| source.expr.is_invalid());
        let unreadable =
            attribute.filter(|source| !source.expr.is_open_text()).map(|source| source.name_range());
        decode.diags.extend(unreadable.map(module_source::unsuitable));
        if let (None, false, Some(version)) = (&call.source, is_override, &call.version) {
            // Nobody will ask for a version of it.
            VersionConstraint::decode(version, &mut decode.diags);
        }
        (call, decode.diags)
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: ModuleCall, diags: &mut Diagnostics) {
        replace(&mut self.source, over.source);
        replace(&mut self.version, over.version);
        self.repetition.override_with(over.repetition);
        if !over.providers.is_empty() {
            self.providers = over.providers;
        }
        self.body = self.body.clone().overridden_by(over.body);
        diags.extend(refuse_depends_on(&over.depends_on));
    }
}

fn decode_providers(decode: &mut Decode<'_>) -> Vec<(ProviderRef, ProviderRef)> {
    let Some(expr) = decode.expr("providers") else { return Vec::new() };
    let pairs = match expr.as_pairs() {
        Ok(pairs) => pairs,
        Err(diagnostic) => {
            decode.diags.push(*diagnostic);
            return Vec::new();
        }
    };
    let mut passed: Vec<(ProviderRef, ProviderRef)> = Vec::new();
    for (child, parent) in &pairs {
        let child = ProviderRef::decode(child, "providers", &mut decode.diags);
        let parent = ProviderRef::decode(parent, "providers", &mut decode.diags);
        let (Some(child), Some(parent)) = (child, parent) else { continue };
        if let Some((first, _)) = passed.iter().find(|(known, _)| known.name == child.name) {
            let detail = format!(
                "The provider configuration {} was already passed at {}.",
                child.name,
                crate::decode::place(&first.range)
            );
            decode.diags.push(Diagnostic::error("Duplicate provider address", detail).at(parent.range));
            continue;
        }
        passed.push((child, parent));
    }
    passed
}
