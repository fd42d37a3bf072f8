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
    let attributes: Vec<AttributeType> =
        computed.chain(arguments).map(|(name, ty)| AttributeType { name, ty, optional: false }).collect();
    Some(Type::Object(std::sync::Arc::new(ObjectType::new(attributes))))
}

/// The names of a resource's attributes, where they are known.
pub(crate) fn attributes(resource: &Resource) -> Option<impl Iterator<Item = &'static str>> {
    let known = find(resource)?;
    Some(known.arguments.iter().copied().chain(known.computed.iter().map(|(name, _)| *name)))
}

/// Whether only the provider sets an attribute of a resource.
pub(crate) fn is_computed(resource: &Resource, attribute: &str) -> bool {
    find(resource).is_some_and(|known| known.computed.iter().any(|(name, _)| *name == attribute))
}

/// The kinds of provisioners: the name, what it takes, what it needs.
const PROVISIONERS: &[(&str, &[&str], &[&str])] = &[
    ("local-exec", &["command", "interpreter", "working_dir", "environment", "quiet"], &["command"]),
    ("remote-exec", &["inline", "script", "scripts"], &[]),
    ("file", &["source", "content", "destination"], &["destination"]),
];

/// Whether there is such a kind of provisioner.
pub(crate) fn has_provisioner(kind: &str) -> bool {
    PROVISIONERS.iter().any(|(name, ..)| *name == kind)
}

/// Reports what a provisioner cannot have or lacks.
pub(crate) fn check_provisioner(kind: &str, body: &Body) -> Diagnostics {
    match PROVISIONERS.iter().find(|(name, ..)| *name == kind) {
        Some((_, arguments, required)) => body.content(&BodySchema::of(arguments, &[]).requiring(required)).1,
        None => Diagnostics::new(),
    }
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
        diags.push(
            Diagnostic::error(format!("{name:?} attribute is read-only"), detail).at(attribute.name_range()),
        );
    }
    diags
}
