//! The kinds of provisioners there are, and what they take.

use diag::{Diagnostic, Diagnostics};
use hcl::{Body, BodySchema};
use value::Type;

/// A kind of provisioner: the name, what it takes, what it needs.
struct Kind {
    name: &'static str,
    arguments: &'static [(&'static str, Shape)],
    required: &'static [&'static str],
    one_of: Option<OneOf>,
}

/// Arguments of which exactly one is set, and what to say where that is not so.
struct OneOf {
    arguments: &'static [&'static str],
    none: &'static str,
    several: &'static str,
}

/// The types that arguments of provisioners have.
#[derive(Clone, Copy)]
enum Shape {
    Text,
    Texts,
    TextsByName,
    Switch,
    Number,
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
        one_of: None,
    },
    Kind {
        name: "remote-exec",
        arguments: &[("inline", Shape::Texts), ("script", Shape::Text), ("scripts", Shape::Texts)],
        required: &[],
        one_of: Some(OneOf {
            arguments: &["inline", "script", "scripts"],
            none: "Invalid remote-exec provisioner configuration",
            several: "Invalid remote-exec provisioner configuration",
        }),
    },
    Kind {
        name: "file",
        arguments: &[("source", Shape::Text), ("content", Shape::Text), ("destination", Shape::Text)],
        required: &["destination"],
        one_of: Some(OneOf {
            arguments: &["source", "content"],
            none: "Must provide one of 'source' or 'content'",
            several: "Cannot set both 'source' and 'content'",
        }),
    },
];

/// How provisioners reach the machine; only the host is needed.
const CONNECTION: &[(&str, Shape)] = &[
    ("type", Shape::Text),
    ("user", Shape::Text),
    ("password", Shape::Text),
    ("host", Shape::Text),
    ("port", Shape::Number),
    ("timeout", Shape::Text),
    ("script_path", Shape::Text),
    ("target_platform", Shape::Text),
    ("private_key", Shape::Text),
    ("certificate", Shape::Text),
    ("agent", Shape::Switch),
    ("agent_identity", Shape::Text),
    ("host_key", Shape::Text),
    ("bastion_host", Shape::Text),
    ("bastion_host_key", Shape::Text),
    ("bastion_port", Shape::Number),
    ("bastion_user", Shape::Text),
    ("bastion_password", Shape::Text),
    ("bastion_private_key", Shape::Text),
    ("bastion_certificate", Shape::Text),
    ("proxy_scheme", Shape::Text),
    ("proxy_host", Shape::Text),
    ("proxy_port", Shape::Number),
    ("proxy_user_name", Shape::Text),
    ("proxy_user_password", Shape::Text),
    ("https", Shape::Switch),
    ("insecure", Shape::Switch),
    ("use_ntlm", Shape::Switch),
    ("cacert", Shape::Text),
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

/// What is wrong with which arguments of a provisioner are set.
pub(crate) fn check_set(kind: &str, is_set: impl Fn(&str) -> bool) -> Option<Diagnostic> {
    let one_of = find(kind)?.one_of.as_ref()?;
    let summary = match one_of.arguments.iter().filter(|name| is_set(name)).count() {
        0 => one_of.none,
        1 => return None,
        _ => one_of.several,
    };
    let detail = format!("Exactly one of the arguments {} has a value.", one_of.arguments.join(", "));
    Some(Diagnostic::error(summary, detail))
}

/// Reports what a connection cannot have or lacks. Of one that is laid over another only what is lacking is known.
pub(crate) fn check_connection(body: &Body, is_laid_over: bool) -> Diagnostics {
    let names: Vec<&str> = CONNECTION.iter().map(|(name, _)| *name).collect();
    let schema = BodySchema::of(&names, &[]).requiring(&["host"]);
    if is_laid_over { body.partial_content(&schema).2 } else { body.content(&schema).1 }
}

/// The type of an argument of a connection, if there is one of that name.
pub(crate) fn connection_type(name: &str) -> Option<Type> {
    type_in(CONNECTION, name)
}

/// The type of an argument of a provisioner, if there is one of that name.
pub(crate) fn argument_type(kind: &str, name: &str) -> Option<Type> {
    type_in(find(kind)?.arguments, name)
}

fn type_in(arguments: &[(&str, Shape)], name: &str) -> Option<Type> {
    let (_, shape) = arguments.iter().find(|(found, _)| *found == name)?;
    Some(match shape {
        Shape::Text => Type::String,
        Shape::Texts => Type::list(Type::String),
        Shape::TextsByName => Type::map(Type::String),
        Shape::Switch => Type::Bool,
        Shape::Number => Type::Number,
    })
}
