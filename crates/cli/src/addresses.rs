//! Addresses as they are written on the command line: those of the language, with spaces and comments where they
//! may stand.

use std::sync::Arc;

use addrs::{AbsResourceInstance, AddressError, InstanceKey, ModuleInstance, Target};
use diag::{Diagnostic, Diagnostics, SourceFile, SourceMap, Span};
use hcl::Expression;
use hcl::syntax::ast::StepKind;

/// Reads what an argument names, or says what is wrong with it.
pub(crate) fn target(text: &str, diags: &mut Diagnostics) -> Option<Target> {
    read(&SourceFile::new("", text), Target::parse, diags)
}

/// Reads the address of an instance, or says what is wrong with it.
pub(crate) fn instance(text: &str, diags: &mut Diagnostics) -> Option<AbsResourceInstance> {
    read(&SourceFile::new("", text), AbsResourceInstance::parse, diags)
}

/// The same for the address that something is imported to. What is wrong with it is shown in its text.
pub(crate) fn imported(
    text: &str,
    sources: &mut SourceMap,
    diags: &mut Diagnostics,
) -> Option<AbsResourceInstance> {
    let source = SourceFile::new("<import-address>", text);
    sources.insert(Arc::clone(&source));
    read(&source, AbsResourceInstance::parse, diags)
}

/// The same for who tells in words of their own why it is none.
pub(crate) fn target_or_reason(text: &str) -> Result<Target, String> {
    or_reason(text, Target::parse)
}

/// The same for the address of an instance.
pub(crate) fn instance_or_reason(text: &str) -> Result<AbsResourceInstance, String> {
    or_reason(text, AbsResourceInstance::parse)
}

fn or_reason<T>(text: &str, parse: fn(&str) -> Result<T, AddressError>) -> Result<T, String> {
    let mut diags = Diagnostics::new();
    read(&SourceFile::new("", text), parse, &mut diags)
        .ok_or_else(|| diags.iter().map(|found| found.detail.as_str()).collect::<Vec<_>>().join("\n"))
}

fn read<T>(
    source: &Arc<SourceFile>,
    parse: fn(&str) -> Result<T, AddressError>,
    diags: &mut Diagnostics,
) -> Option<T> {
    let plain = plain(source, diags)?;
    match parse(&plain) {
        Ok(found) => Some(found),
        Err(error) => {
            // The name of a module is missing where only modules stand before it.
            let before = plain.strip_suffix(".module");
            let unfinished =
                plain == "module" || before.is_some_and(|modules| ModuleInstance::parse(modules).is_ok());
            let summary = if unfinished { "Invalid address operator" } else { "Invalid address" };
            let detail = format!("{:?} cannot be understood: {error}", source.text().unwrap_or_default());
            let whole = Span { start: 0, end: source.bytes().len() as u32 };
            diags.push(Diagnostic::error(summary, detail).at(source.range(whole)));
            None
        }
    }
}

/// The address without anything that only parts it; what is wrong with its syntax is told in the words of the
/// language.
fn plain(source: &Arc<SourceFile>, diags: &mut Diagnostics) -> Option<String> {
    let (tree, id, problems) = hcl::syntax::parse_traversal(Arc::clone(source));
    if problems.has_errors() {
        let text = source.text().unwrap_or_default();
        diags.extend(problems.iter().cloned().map(|mut problem| {
            problem.detail = format!("{text:?} is no address. {}", problem.detail);
            problem
        }));
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
        check("module.m[0].module", "Invalid address operator");
        check("path.module", "Invalid address");
        check("a.b[0].module", "Invalid address");
        check("a.b[-1]", "Index value required");
        check("a.b[\"${x}\"]", "Invalid string literal");
        check("a.b[\"e\\u0301\"]", "a.b[\"\u{e9}\"]");
        check("a.b.c", "Invalid address");
    }
}
