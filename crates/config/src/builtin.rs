//! The provider that is always there: `terraform_data` and `terraform_remote_state`.

use addrs::{Resource, ResourceMode};
use diag::{Diagnostic, Diagnostics};
use hcl::{Body, BodySchema};
use value::{AttributeType, ObjectType, Type};

/// A resource type of the built-in provider.
struct BuiltIn {
    mode: ResourceMode,
    type_name: &'static str,
    arguments: &'static [&'static str],
    required: &'static [&'static str],
    computed: &'static [(&'static str, Type)],
}

const TYPES: &[BuiltIn] = &[
    BuiltIn {
        mode: ResourceMode::Managed,
        type_name: "terraform_data",
        arguments: &["input", "triggers_replace"],
        required: &[],
        computed: &[("id", Type::String), ("output", Type::Dynamic)],
    },
    BuiltIn {
        mode: ResourceMode::Data,
        type_name: "terraform_remote_state",
        arguments: &["backend", "config", "defaults", "workspace"],
        required: &["backend"],
        computed: &[("outputs", Type::Dynamic)],
    },
];

fn find(resource: &Resource) -> Option<&'static BuiltIn> {
    TYPES.iter().find(|known| known.mode == resource.mode && known.type_name == resource.type_name)
}

/// The type of a resource's value, where it is known.
pub(crate) fn value_type(resource: &Resource) -> Option<Type> {
    let known = find(resource)?;
    let computed = known.computed.iter().map(|(name, ty)| ((*name).into(), ty.clone()));
    let arguments = known.arguments.iter().map(|name| ((*name).into(), Type::Dynamic));
    let attributes: Vec<AttributeType> = computed
        .chain(arguments)
        .map(|(name, ty)| AttributeType { name, ty, optional: false })
        .collect();
    Some(Type::Object(std::sync::Arc::new(ObjectType::new(attributes))))
}

/// Reports what a resource of the built-in provider cannot have.
pub(crate) fn check(resource: &Resource, body: &Body, at: &diag::SourceRange) -> Diagnostics {
    let Some(known) = find(resource) else {
        let mut diags = Diagnostics::new();
        if resource.type_name.starts_with("terraform_") {
            let (summary, what) = match resource.mode {
                ResourceMode::Managed => ("Invalid resource type", "resource type"),
                ResourceMode::Data => ("Invalid data source", "data source"),
                ResourceMode::Ephemeral => ("Invalid ephemeral resource", "ephemeral resource type"),
            };
            let detail = format!(
                "The provider terraform.io/builtin/terraform does not support {what} {:?}.",
                resource.type_name.as_str()
            );
            diags.push(Diagnostic::error(summary, detail).at(at.clone()));
        }
        return diags;
    };
    let schema = BodySchema::of(known.arguments, &[]).requiring(known.required);
    let computed: Vec<&'static str> = known.computed.iter().map(|(name, _)| *name).collect();
    let (found, rest, _) = body.partial_content(&BodySchema::of(&computed, &[]));
    let (_, mut diags) = rest.content(&schema);
    for attribute in found.attributes {
        let name = attribute.name.as_str();
        let detail = format!("The attribute {name:?} is set by the provider and cannot be set here.");
        diags.push(Diagnostic::error(format!("{name:?} attribute is read-only"), detail).at(attribute.name_range()));
    }
    diags
}
