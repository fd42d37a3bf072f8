//! The kinds of provisioners there are, and what they take.

use diag::Diagnostics;
use hcl::{Body, BodySchema};
use value::Type;

/// A kind of provisioner: the name, what it takes, what it needs.
struct Kind {
    name: &'static str,
    arguments: &'static [(&'static str, Shape)],
    required: &'static [&'static str],
}

/// The types that arguments of provisioners have.
#[derive(Clone, Copy)]
enum Shape {
    Text,
    Texts,
    TextsByName,
    Switch,
}

const PROVISIONERS: &[Kind] = &[
    Kind {
        name: "local-exec",
        arguments: &[
            ("command", Shape::Text),
            ("interpreter", Shape::Texts),
            ("working_dir", Shape::Text),
            ("environment", Shape::TextsByName),
            ("quiet", Shape::Switch),
        ],
        required: &["command"],
    },
    Kind {
        name: "remote-exec",
        arguments: &[("inline", Shape::Texts), ("script", Shape::Text), ("scripts", Shape::Texts)],
        required: &[],
    },
    Kind {
        name: "file",
        arguments: &[("source", Shape::Text), ("content", Shape::Text), ("destination", Shape::Text)],
        required: &["destination"],
    },
];

fn find(kind: &str) -> Option<&'static Kind> {
    PROVISIONERS.iter().find(|found| found.name == kind)
}

/// Whether there is such a kind of provisioner.
pub(crate) fn has_provisioner(kind: &str) -> bool {
    find(kind).is_some()
}

/// Reports what a provisioner cannot have or lacks.
pub(crate) fn check_provisioner(kind: &str, body: &Body) -> Diagnostics {
    let Some(kind) = find(kind) else { return Diagnostics::new() };
    let names: Vec<&str> = kind.arguments.iter().map(|(name, _)| *name).collect();
    body.content(&BodySchema::of(&names, &[]).requiring(kind.required)).1
}

/// The type of an argument of a provisioner, if there is one of that name.
pub(crate) fn argument_type(kind: &str, name: &str) -> Option<Type> {
    let (_, shape) = find(kind)?.arguments.iter().find(|(found, _)| *found == name)?;
    Some(match shape {
        Shape::Text => Type::String,
        Shape::Texts => Type::list(Type::String),
        Shape::TextsByName => Type::map(Type::String),
        Shape::Switch => Type::Bool,
    })
}
