//! Addresses as they are written on the command line: those of the language, with spaces and comments where they
//! may stand.

use addrs::{AbsResourceInstance, AddressError, InstanceKey, Target};
use diag::{Diagnostic, Diagnostics, SourceFile};
use hcl::Expression;
use hcl::syntax::ast::StepKind;

/// Reads what an argument names, or says what is wrong with it.
pub(crate) fn target(text: &str, diags: &mut Diagnostics) -> Option<Target> {
    checked(text, plain(text, diags)?, Target::parse, diags)
}

/// Reads the address of an instance, or says what is wrong with it.
pub(crate) fn instance(text: &str, diags: &mut Diagnostics) -> Option<AbsResourceInstance> {
    checked(text, plain(text, diags)?, AbsResourceInstance::parse, diags)
}

/// An address without spaces and comments; the same text where it is none.
pub(crate) fn trimmed(text: &str) -> String {
    plain(text, &mut Diagnostics::new()).unwrap_or_else(|| text.to_owned())
}

fn checked<T>(
    text: &str,
    plain: String,
    parse: fn(&str) -> Result<T, AddressError>,
    diags: &mut Diagnostics,
) -> Option<T> {
    match parse(&plain) {
        Ok(found) => Some(found),
        Err(error) => {
            let unfinished = plain == "module" || plain.ends_with(".module");
            let summary = if unfinished { "Invalid address operator" } else { "Invalid address" };
            diags.push(Diagnostic::error(summary, format!("{text:?} cannot be understood: {error}")));
            None
        }
    }
}

/// The address without anything that only parts it; what is wrong with its syntax is told in the words of the
/// language.
fn plain(text: &str, diags: &mut Diagnostics) -> Option<String> {
    let source = SourceFile::new("", text);
    let (tree, id, problems) = hcl::syntax::parse_traversal(source);
    if problems.has_errors() {
        for problem in &problems {
            let detail = format!("{text:?} is no address. {}", problem.detail);
            diags.push(Diagnostic::error(problem.summary.clone(), detail));
        }
        return None;
    }
    let traversal = match Expression::Native(tree, id).as_traversal() {
        Ok(traversal) => traversal,
        Err(problem) => {
            diags.push(*problem);
            return None;
        }
    };
    let mut plain = traversal.root.to_string();
    for step in &traversal.steps {
        match &step.kind {
            StepKind::Attr(name) => plain.extend([".", name]),
            StepKind::Index(key) => match (key.as_smol_str(), key.as_num()) {
                (Some(key), _) => plain.push_str(&InstanceKey::String(key.clone()).to_string()),
                (None, Some(number)) => plain.push_str(&format!("[{}]", number.to_text())),
                (None, None) => plain.push_str("[?]"),
            },
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let mut diags = Diagnostics::new();
        let found = target(text, &mut diags).map(|target| target.to_string());
        let summaries: Vec<_> = diags.iter().map(|diag| diag.summary.as_str()).collect();
        assert_eq!(found.unwrap_or_else(|| summaries.join(", ")), expect, "{text}");
    }

    #[test]
    fn addresses() {
        check(" module.m[0].a.b # c", "module.m[0].a.b");
        check("a.b[\"x\\\"y\"]", "a.b[\"x\\\"y\"]");
        check("a.b[1.5]", "Invalid address");
        check("a[", "Index value required");
        check("a.b[0", "Unclosed index brackets");
        check("a..b", "Attribute name required");
        check("", "Variable name required");
        check("module", "Invalid address operator");
        check("a.b.c", "Invalid address");
    }
}
