//! `resource`, `data` and `ephemeral` blocks.

use std::sync::Arc;

use addrs::{Resource, ResourceMode};
use diag::{Diagnostics, SourceFile, SourceRange, Span};
use hcl::{AbsTraversal, Body, BodyBlock, BodySchema, Label};
use smol_str::{SmolStr, StrExt};

use crate::body_walk;
use crate::decode::{Decode, replace};
use crate::lifecycle::Lifecycle;
use crate::output::refuse_depends_on;
use crate::provider::{ProviderName, ProviderRef};
use crate::provisioner::{Connection, Provisioner, refuse_others};
use crate::query::ListSettings;
use crate::repetition::Repetition;

/// A resource, before its provider's schema is known. What is rare is kept apart, because there are so many of them.
#[derive(Clone, Debug)]
pub struct ResourceConfig {
    /// Its address in the module.
    pub resource: Resource,
    /// How many instances there are.
    pub repetition: Repetition,
    /// Which configuration of the provider, where it is said.
    pub provider: Option<Box<ProviderRef>>,
    /// What must be there before it.
    pub depends_on: Vec<AbsTraversal>,
    /// How it is created, replaced and destroyed. Most say nothing of it, and share that.
    pub lifecycle: Arc<Lifecycle>,
    /// How to reach the machine that it is.
    pub connection: Option<Box<Connection>>,
    /// What runs at creation and destruction.
    pub provisioners: Vec<Provisioner>,
    /// What is for the provider.
    pub body: Body,
    /// What a list says besides; nothing of anything else.
    pub list: Option<Box<ListSettings>>,
    /// The check block that it stands in, outside of which nobody can refer to it.
    pub check: Option<SmolStr>,
    /// Where it is declared.
    pub range: SourceRange,
    /// Where its type is written.
    pub type_range: SourceRange,
}

/// The declaration of a resource from its block as it was written for a file. Places are of what stands between its braces.
pub fn parse_resource(resource: &Resource, file: &str, block: &str) -> (ResourceConfig, Diagnostics) {
    let (tree, body, mut diags) = hcl::syntax::parse_config(SourceFile::new(file, between_braces(block)));
    let label = |text: &SmolStr| Label { text: text.clone(), span: Span::default() };
    let block = BodyBlock {
        type_name: SmolStr::new_static("resource"),
        labels: vec![label(&resource.type_name), label(&resource.name)],
        body: Body::native(tree, body),
        type_span: Span::default(),
        header_span: Span::default(),
    };
    let (config, more) = ResourceConfig::decode(ResourceMode::Managed, &block, false);
    diags.append(more);
    (config, diags)
}

/// What a block holds, as it would stand by itself.
fn between_braces(block: &str) -> String {
    let inside =
        block.split_once('\n').and_then(|(_, rest)| rest.rsplit_once('}')).map_or("", |(inside, _)| inside);
    inside.lines().flat_map(|line| [line.strip_prefix("  ").unwrap_or(line), "\n"]).collect()
}

const ARGUMENTS: &[&str] = &["count", "for_each", "provider", "depends_on"];

impl ResourceConfig {
    /// The provider configuration that it uses: the one it names, or that of the first word of its type.
    pub fn provider_name(&self) -> ProviderName {
        match &self.provider {
            Some(reference) => reference.name.clone(),
            None => ProviderName { local: implied_provider(&self.resource.type_name), alias: None },
        }
    }

    /// Everything that what is for the provider refers to.
    pub fn body_references(&self) -> Vec<AbsTraversal> {
        body_walk::expressions(&self.body).iter().flat_map(body_walk::Found::references).collect()
    }

    /// What one of its arguments refers to, or all of its blocks of a type.
    pub fn references_of(&self, name: &str) -> Vec<AbsTraversal> {
        body_walk::expressions_of(&self.body, name).iter().flat_map(body_walk::Found::references).collect()
    }

    pub(crate) fn decode(
        mode: ResourceMode,
        block: &BodyBlock,
        is_override: bool,
    ) -> (ResourceConfig, Diagnostics) {
        let mut decode = match mode {
            ResourceMode::Data => Decode::part(
                block,
                &BodySchema::of(ARGUMENTS, &[("lifecycle", &[]), ("locals", &[]), ("_", &[])]),
            ),
            ResourceMode::Managed | ResourceMode::Ephemeral | ResourceMode::List | ResourceMode::Action => {
                Decode::part(
                    block,
                    &BodySchema::of(
                        ARGUMENTS,
                        &[
                            ("locals", &[]),
                            ("lifecycle", &[]),
                            ("connection", &[]),
                            ("provisioner", &["type"]),
                            ("_", &[]),
                        ],
                    ),
                )
            }
        };
        let (bad_type, bad_name) = match mode {
            ResourceMode::Managed => ("Invalid resource type name", "Invalid resource name"),
            ResourceMode::Data => ("Invalid data source name", "Invalid data resource name"),
            ResourceMode::Ephemeral => {
                ("Invalid ephemeral resource type name", "Invalid ephemeral resource name")
            }
            ResourceMode::List => ("Invalid list resource type name", "Invalid list resource name"),
            ResourceMode::Action => ("Invalid action type name", "Invalid action name"),
        };
        decode.check_label(0, bad_type);
        decode.check_label(1, bad_name);
        let resource = Resource { mode, type_name: block.label(0).clone(), name: block.label(1).clone() };
        let depends_on = decode.references("depends_on");
        let mut lifecycle = Lifecycle::unset();
        if let Some(block) = decode.only_block("lifecycle", "This resource") {
            let (decoded, more) = Lifecycle::decode(&block, &resource, is_override);
            lifecycle = Arc::new(decoded);
            decode.diags.append(more);
        }
        let (connection, provisioners) = decode_machine(mode, &mut decode);
        decode.refuse_reserved(&["locals"], mode.keyword());
        let config = ResourceConfig {
            resource,
            repetition: Repetition::decode(
                &mut decode,
                lifecycle.enabled.as_ref(),
                "instances of the resource",
            ),
            provider: decode
                .expr("provider")
                .and_then(|expr| ProviderRef::decode(&expr, "provider", &mut decode.diags))
                .map(Box::new),
            depends_on,
            lifecycle,
            connection,
            provisioners,
            body: decode.rest_with_escape("This resource"),
            list: None,
            check: None,
            range: block.range(),
            type_range: block.label_range(0),
        };
        (config, decode.diags)
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: ResourceConfig, diags: &mut Diagnostics) {
        self.repetition.override_with(over.repetition);
        replace(&mut self.provider, over.provider);
        replace(&mut self.connection, over.connection);
        Arc::make_mut(&mut self.lifecycle).override_with(Arc::unwrap_or_clone(over.lifecycle));
        if !over.provisioners.is_empty() {
            self.provisioners = over.provisioners;
        }
        self.body = self.body.clone().overridden_by(over.body);
        diags.extend(refuse_depends_on(&over.depends_on));
    }
}

/// What reaches into the machine that a resource is; ephemeral ones are none.
fn decode_machine(
    mode: ResourceMode,
    decode: &mut Decode<'_>,
) -> (Option<Box<Connection>>, Vec<Provisioner>) {
    if mode == ResourceMode::Ephemeral {
        for block in decode.content.blocks.clone() {
            if matches!(block.type_name.as_str(), "connection" | "provisioner") {
                let detail =
                    format!("Blocks of type {:?} are only for managed resources.", block.type_name.as_str());
                decode.error("Invalid configuration block for ephemeral resource", detail, block.range());
            }
        }
        return (None, Vec::new());
    }
    let connection = decode.only_block("connection", "This resource");
    let connection = connection.map(|block| Box::new(Connection::decode(&block)));
    let mut provisioners = Vec::new();
    for block in decode.content.blocks.clone().iter().filter(|block| block.type_name == "provisioner") {
        let (provisioner, more) = Provisioner::decode(block);
        decode.diags.append(more);
        provisioners.extend(provisioner);
    }
    if let Some(connection) = connection.as_ref().filter(|_| provisioners.iter().any(|one| one.on_destroy)) {
        refuse_others(&connection.body, &mut decode.diags);
    }
    (connection, provisioners)
}

/// The provider that a type without one belongs to: `aws` for `aws_instance`. Names of providers have small letters alone.
pub(crate) fn implied_provider(type_name: &str) -> SmolStr {
    type_name.split('_').next().unwrap_or(type_name).to_lowercase_smolstr()
}
