//! `terraform` blocks: versions, providers, where state is kept.

use std::collections::BTreeMap;

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{Body, BodyBlock, BodySchema};
use smol_str::SmolStr;

use crate::decode::{Decode, place, replace};
use crate::provider::check_local_name;
use crate::required_providers::RequiredProviders;
use crate::version::VersionConstraint;

/// What all `terraform` blocks of a module say together.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Every `required_version`.
    pub required_versions: Vec<VersionConstraint>,
    /// The `required_providers` block.
    pub required_providers: Option<RequiredProviders>,
    /// The `backend` block.
    pub backend: Option<Backend>,
    /// The `cloud` block.
    pub cloud: Option<Backend>,
    /// The `provider_meta` blocks by provider.
    pub provider_metas: BTreeMap<SmolStr, Backend>,
    /// The `encryption` blocks.
    pub encryption: Vec<BodyBlock>,
}

/// A block that is handed to somebody else as a whole, such as `backend`.
#[derive(Clone, Debug)]
pub struct Backend {
    /// Its label; empty where it has none.
    pub type_name: SmolStr,
    /// What it says.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
    /// Where its label stands.
    pub type_range: SourceRange,
}

impl Backend {
    fn decode(block: &BodyBlock) -> Backend {
        Backend {
            type_name: block.label(0).clone(),
            body: block.body.clone(),
            range: block.range(),
            type_range: block.label_range(0),
        }
    }
}

fn again(summary: &str, what: &str, first: &SourceRange, at: &SourceRange) -> Diagnostic {
    let detail = format!("A module may have only one {what}. There is one already at {}.", place(first));
    Diagnostic::error(summary, detail).at(at.clone())
}

impl Settings {
    /// Reads a `terraform` block.
    pub(crate) fn decode(block: &BodyBlock) -> (Settings, Diagnostics) {
        let schema = BodySchema::of(
            &["required_version", "experiments", "language"],
            &[
                ("backend", &["type"]),
                ("cloud", &[]),
                ("required_providers", &[]),
                ("provider_meta", &["provider"]),
                ("encryption", &[]),
            ],
        );
        let mut decode = Decode::whole(block, &schema);
        let mut settings = Settings::default();
        if let Some(attribute) = decode.content.attribute("required_version").cloned() {
            let constraint = VersionConstraint::decode(&attribute.expr, &mut decode.diags);
            // One that does not fit is told of the whole argument.
            settings.required_versions.extend(constraint.map(|mut found| {
                found.range = attribute.range();
                found
            }));
        }
        check_experiments(&mut decode);
        check_language(&mut decode);
        for block in &decode.content.blocks.clone() {
            let mut more = Diagnostics::new();
            let found = Backend::decode(block);
            let mut part = Settings::default();
            match block.type_name.as_str() {
                "backend" => part.backend = Some(found),
                "cloud" => part.cloud = Some(found),
                "provider_meta" => {
                    more.extend(
                        check_local_name(&found.type_name, found.range.clone()).err().map(|bad| *bad),
                    );
                    part.provider_metas.insert(found.type_name.clone(), found);
                }
                "required_providers" => {
                    part.required_providers = Some(RequiredProviders::decode(block, &mut more));
                }
                _ => part.encryption.push(block.clone()),
            }
            settings.add(part, &mut more);
            decode.diags.append(more);
        }
        (settings, decode.diags)
    }

    /// Adds what another block of the module says.
    pub(crate) fn add(&mut self, more: Settings, diags: &mut Diagnostics) {
        self.required_versions.extend(more.required_versions);
        self.encryption.extend(more.encryption);
        if let Some(new) = more.required_providers {
            match &self.required_providers {
                Some(first) => diags.push(again(
                    "Duplicate required providers configuration",
                    "required providers configuration",
                    &first.range,
                    &new.range,
                )),
                None => self.required_providers = Some(new),
            }
        }
        for (name, new) in more.provider_metas {
            match self.provider_metas.get(&name) {
                Some(first) => {
                    let what = "provider_meta block per provider";
                    diags.push(again("Duplicate provider_meta block", what, &first.range, &new.range));
                }
                None => {
                    self.provider_metas.insert(name, new);
                }
            }
        }
        if let Some(new) = more.backend {
            match &self.backend {
                Some(first) => {
                    let what = "backend configuration";
                    diags.push(again("Duplicate backend configuration", what, &first.range, &new.range));
                }
                None => self.backend = Some(new),
            }
        }
        if let Some(new) = more.cloud {
            match &self.cloud {
                Some(first) => {
                    let what = "cloud block";
                    diags.push(again(
                        "Duplicate HCP Terraform configurations",
                        what,
                        &first.range,
                        &new.range,
                    ));
                }
                None => self.cloud = Some(new),
            }
        }
    }

    /// State is kept in one place.
    pub(crate) fn check(&self, diags: &mut Diagnostics) {
        if let (Some(backend), Some(cloud)) = (&self.backend, &self.cloud) {
            let detail = format!(
                "A module has either a cloud block or a backend block. The cloud block is at {}.",
                place(&cloud.range)
            );
            let summary = "Both a backend and cloud configuration are present";
            diags.push(Diagnostic::error(summary, detail).at(backend.range.clone()));
        }
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: Settings) {
        if !over.required_versions.is_empty() {
            self.required_versions = over.required_versions;
        }
        if let Some(new) = over.required_providers {
            match &mut self.required_providers {
                Some(base) => base.entries.extend(new.entries),
                None => self.required_providers = Some(new),
            }
        }
        // One place of the state replaces the other.
        if over.backend.is_some() {
            self.cloud = None;
        }
        if over.cloud.is_some() {
            self.backend = None;
        }
        replace(&mut self.backend, over.backend);
        replace(&mut self.cloud, over.cloud);
        self.provider_metas.extend(over.provider_metas);
        self.encryption.extend(over.encryption);
    }
}

/// There are no experiments to take part in.
fn check_experiments(decode: &mut Decode<'_>) {
    let Some(at) = decode.content.attribute("experiments").map(hcl::Attribute::name_range) else { return };
    let detail =
        "Experiments are part of programs that are not released yet. There are none to take part in here.";
    decode.error("Module uses experimental features", detail, at);
}

/// There is one edition of the language.
fn check_language(decode: &mut Decode<'_>) {
    let Some(expr) = decode.expr("language") else { return };
    match expr.as_keyword().as_deref() {
        Some("TF2021") => {}
        Some(other) => {
            let detail = format!("There is no edition {other} of the language, only TF2021.");
            decode.error("Unsupported language edition", detail, expr.range());
        }
        None => {
            let detail = "An edition of the language is a name without quotes. There is one: TF2021.";
            decode.error("Invalid language edition", detail, expr.range());
        }
    }
}
