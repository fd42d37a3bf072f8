//! The kinds of provisioners there are, and what they take.

use diag::Diagnostics;
use hcl::{Body, BodySchema};

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
