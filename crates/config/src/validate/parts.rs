//! Whether parts that are named by steps are parts that a schema has.

use diag::{Diagnostic, SourceFile};
use hcl::eval::AccessError;
use hcl::syntax::ast::{Step, StepKind};
use schema::{Block, NestedBlock, Nesting};
use value::Value;

/// What is wrong with steps into a body of a schema.
pub(super) fn problem_in(block: &Block, steps: &[Step], source: &SourceFile) -> Option<Diagnostic> {
    let (first, rest) = steps.split_first()?;
    let at = || source.range(first.span);
    let StepKind::Attr(name) = &first.kind else {
        return Some(no_elements().at(at()));
    };
    match has_part(block, name) {
        true => problem_behind(block, name, rest, source),
        false => Some(no_part(name).at(at())),
    }
}

/// Says that an object has attributes only.
pub(super) fn no_elements() -> Diagnostic {
    let detail = "An object of a resource has attributes and no elements. Name an attribute, after a dot.";
    Diagnostic::error("Invalid index operation", detail)
}

/// Whether a body has an argument or blocks of that name.
pub(super) fn has_part(block: &Block, name: &str) -> bool {
    block.attributes.contains_key(name) || block.blocks.contains_key(name)
}

/// Says that there is nothing of that name.
pub(super) fn no_part(name: &str) -> Diagnostic {
    let detail = format!("This object has no argument, nested block, or exported attribute named {name:?}.");
    Diagnostic::error("Unsupported attribute", detail)
}

/// What is wrong with steps that follow the name of a part.
pub(super) fn problem_behind(
    block: &Block,
    name: &str,
    steps: &[Step],
    source: &SourceFile,
) -> Option<Diagnostic> {
    if let Some(nested) = block.blocks.get(name) {
        return problem_in_blocks(name, nested, steps, source);
    }
    let attribute = block.attributes.get(name)?;
    let (failure, step) = go_into(Value::unknown(attribute.ty()), steps)?;
    Some(Diagnostic::error(failure.summary, failure.detail).at(source.range(step.span)))
}

fn problem_in_blocks(
    name: &str,
    nested: &NestedBlock,
    steps: &[Step],
    source: &SourceFile,
) -> Option<Diagnostic> {
    let (first, rest) = steps.split_first()?;
    let at = source.range(first.span);
    match (nested.nesting, &first.kind) {
        (Nesting::Single | Nesting::Group, _) => problem_in(&nested.block, steps, source),
        (Nesting::List, StepKind::Index(_)) | (Nesting::Map, _) => problem_in(&nested.block, rest, source),
        (Nesting::List, StepKind::Attr(_)) => {
            let detail = format!(
                "Blocks of type {name:?} are a list, so one of them must be selected first, as in {name}[0]."
            );
            Some(Diagnostic::error("Invalid operation", detail).at(at))
        }
        (Nesting::Set, _) => {
            let detail = format!(
                "Blocks of type {name:?} are a set, whose elements have neither numbers nor keys. Use a for expression to \
                 reach something in all of them."
            );
            Some(Diagnostic::error("Cannot index a set value", detail).at(at))
        }
    }
}

/// Why some steps cannot be made into a value, and which.
fn go_into(mut value: Value, steps: &[Step]) -> Option<(AccessError, &Step)> {
    for step in steps {
        let next = match &step.kind {
            StepKind::Attr(name) => hcl::eval::get_attr(&value, name),
            StepKind::Index(key) => hcl::eval::get_index(&value, key),
        };
        match next {
            Ok(next) => value = next,
            Err(failure) => return Some((failure, step)),
        }
    }
    None
}
