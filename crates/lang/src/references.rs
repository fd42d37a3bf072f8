//! References as written to what they refer to.

use addrs::{InstanceKey, Referenceable, Resource, ResourceMode};
use diag::{Diagnostic, Span};
use hcl::eval::Reference;
use hcl::syntax::ast::{Step, StepKind};
use smol_str::SmolStr;

/// A reference and how many of its steps name it; the rest reach into its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedReference {
    /// What is referred to.
    pub subject: Referenceable,
    /// How many steps name it.
    pub used: usize,
}

/// What a bare `var`, `local`, `each`, … is taken for besides being an invalid reference: its attribute of
/// no name. Both models report both problems.
pub(crate) fn nameless(reference: Reference<'_>) -> Option<Referenceable> {
    let subject: fn(SmolStr) -> Referenceable = match reference.root {
        "var" => Referenceable::Variable,
        "local" => Referenceable::Local,
        "count" => Referenceable::Count,
        "each" => Referenceable::Each,
        "path" => Referenceable::Path,
        "terraform" | "tofu" => Referenceable::Terraform,
        _ => return None,
    };
    name_at(&reference, 0).is_none().then(|| subject(SmolStr::default()))
}

type Parsed = Result<ParsedReference, Box<Diagnostic>>;

fn invalid<T>(detail: impl Into<String>) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::error("Invalid reference", detail)))
}

/// The instance that a step behind the name of a block selects, if it selects one.
pub fn instance_key(step: &Step) -> Option<InstanceKey> {
    let StepKind::Index(key) = &step.kind else { return None };
    match key.as_num() {
        Some(number) => number.to_i64().map(InstanceKey::Int),
        None => key.as_smol_str().cloned().map(InstanceKey::String),
    }
}

/// Where what a reference refers to stands, without the attributes behind it. An instance is one with its key, and of
/// a module it is an output that is referred to.
pub fn subject_span(reference: Reference<'_>, parsed: &ParsedReference, whole: Span) -> Span {
    let is_index = |at: usize| matches!(reference.steps.get(at), Some(Step { kind: StepKind::Index(_), .. }));
    let mut used = parsed.used;
    match &parsed.subject {
        Referenceable::Resource(_) => used += usize::from(is_index(used)),
        Referenceable::ModuleCall(_) => {
            used += usize::from(is_index(used));
            used += usize::from(used < reference.steps.len() && !is_index(used));
        }
        _ => {}
    }
    Span::new(whole.start, end_of(reference, used, whole))
}

/// Where a reference stands that refers to nothing that could be: the key that is none, or the name that is reserved.
pub(crate) fn unreadable_span(reference: Reference<'_>, whole: Span) -> Span {
    if matches!(reference.root, "template" | "lazy" | "arg") {
        return Span::new(whole.start, end_of(reference, 0, whole));
    }
    let wrong = match parse_subject(reference) {
        Ok(parsed) => reference.steps.get(parsed.used),
        Err(_) => key_for_name(reference),
    };
    wrong.map_or(whole, |step| step.span)
}

/// The key that stands where the last name of what is referred to should be.
fn key_for_name(reference: Reference<'_>) -> Option<&Step> {
    let names_before = match reference.root {
        "data" | "ephemeral" | "resource" => 1,
        _ => 0,
    };
    let is_key = |step: &&Step| matches!(step.kind, StepKind::Index(_));
    let has_names = reference.steps.iter().take(names_before).all(|step| !is_key(&step));
    reference.steps.get(names_before).filter(is_key).filter(|_| has_names)
}

/// Where so many steps of a reference end.
fn end_of(reference: Reference<'_>, steps: usize, whole: Span) -> u32 {
    let last = steps.checked_sub(1).and_then(|last| reference.steps.get(last));
    let root = || whole.start.saturating_add(u32::try_from(reference.root.len()).unwrap_or(u32::MAX));
    last.map_or_else(root, |last| last.span.end).min(whole.end)
}

/// Finds out what a reference refers to.
pub fn parse_reference(reference: Reference<'_>) -> Parsed {
    let parsed = parse_subject(reference)?;
    let kind = match &parsed.subject {
        Referenceable::Resource(_) => "resource",
        Referenceable::ModuleCall(_) => "module",
        _ => return Ok(parsed),
    };
    match reference.steps.get(parsed.used) {
        Some(step) if matches!(step.kind, StepKind::Index(_)) && instance_key(step).is_none() => {
            let detail =
                format!("An instance of a {kind} has a string or a whole number of 64 bits as its key.");
            Err(Box::new(Diagnostic::error("Invalid index key", detail)))
        }
        _ => Ok(parsed),
    }
}

fn parse_subject(reference: Reference<'_>) -> Parsed {
    match reference.root {
        "var" => attribute_of(reference, Referenceable::Variable),
        "local" => attribute_of(reference, Referenceable::Local),
        "count" => attribute_of(reference, Referenceable::Count),
        "each" => attribute_of(reference, Referenceable::Each),
        "path" => attribute_of(reference, Referenceable::Path),
        "terraform" | "tofu" => attribute_of(reference, Referenceable::Terraform),
        "module" => module_call(reference),
        "self" => Ok(ParsedReference { subject: Referenceable::SelfObject, used: 0 }),
        "data" => resource(ResourceMode::Data, reference, 0),
        "ephemeral" => resource(ResourceMode::Ephemeral, reference, 0),
        "list" if reference.steps.len() > 2 => resource(ResourceMode::List, reference, 0),
        "action" if reference.steps.len() > 1 => resource(ResourceMode::Action, reference, 0),
        "resource" => resource(ResourceMode::Managed, reference, 0),
        root @ ("template" | "lazy" | "arg") => Err(Box::new(Diagnostic::error(
            "Reserved symbol name",
            format!(
                "The symbol name {root:?} is reserved for use in a future version of the language. If you are using a \
                 provider that already has a resource type called {root:?}, write \"resource.{root}\" to refer to it."
            ),
        ))),
        _ => managed_resource(reference),
    }
}

/// The attribute name at a step.
fn name_at<'a>(reference: &Reference<'a>, at: usize) -> Option<&'a SmolStr> {
    match &reference.steps.get(at)?.kind {
        StepKind::Attr(name) => Some(name),
        StepKind::Index(_) => None,
    }
}

fn attribute_of(reference: Reference<'_>, subject: fn(SmolStr) -> Referenceable) -> Parsed {
    let root = reference.root;
    match (reference.steps.first(), name_at(&reference, 0)) {
        (_, Some(name)) => Ok(ParsedReference { subject: subject(name.clone()), used: 1 }),
        (None, None) => invalid(format!(
            "The {root:?} object cannot be accessed directly. Instead, access one of its attributes."
        )),
        (Some(_), None) => invalid(format!("The {root:?} object does not support this operation.")),
    }
}

fn module_call(reference: Reference<'_>) -> Parsed {
    match (reference.steps.first(), name_at(&reference, 0)) {
        (_, Some(name)) => Ok(ParsedReference { subject: Referenceable::ModuleCall(name.clone()), used: 1 }),
        (None, None) => invalid(
            "The \"module\" object cannot be accessed directly. Instead, access one of its attributes.",
        ),
        (Some(_), None) => invalid("The \"module\" object does not support this operation."),
    }
}

fn resource(mode: ResourceMode, reference: Reference<'_>, at: usize) -> Parsed {
    let root = reference.root;
    let what = match mode {
        ResourceMode::Managed => "resource type",
        ResourceMode::Data => "data source type",
        ResourceMode::Ephemeral => "ephemeral resource type",
        ResourceMode::List => "list resource type",
        ResourceMode::Action => "action type",
    };
    match (name_at(&reference, at), name_at(&reference, at + 1)) {
        (Some(type_name), Some(name)) => {
            let resource = Resource { mode, type_name: type_name.clone(), name: name.clone() };
            Ok(ParsedReference { subject: Referenceable::Resource(resource), used: at + 2 })
        }
        (Some(_), None) if reference.steps.len() > at + 1 => {
            invalid("A resource name is required here, as an attribute access.")
        }
        _ => invalid(format!(
            "The {root:?} object must be followed by two attribute names: the {what} and the resource name."
        )),
    }
}

fn managed_resource(reference: Reference<'_>) -> Parsed {
    match name_at(&reference, 0) {
        Some(name) => {
            let resource = Resource {
                mode: ResourceMode::Managed,
                type_name: reference.root.into(),
                name: name.clone(),
            };
            Ok(ParsedReference { subject: Referenceable::Resource(resource), used: 1 })
        }
        None => invalid(
            "A reference to a resource type must be followed by at least one attribute access, specifying the \
             resource name.",
        ),
    }
}
