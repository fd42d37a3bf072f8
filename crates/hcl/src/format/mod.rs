//! The canonical layout of configuration text, as `terraform fmt` has it.
//!
//! Layout never looks at meaning: lines stay where the author broke them. `cleanup` rewrites a few outdated
//! spellings, `lines` indents and aligns, and `spacing` knows which neighbours have a space between them.

mod cleanup;
mod lines;
mod spacing;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile};

use crate::lossless::Document;
use crate::syntax::parse_config;

/// Formatted text may not be larger than this. Indentation grows with the square of the nesting, so that a
/// small hostile file could otherwise take all memory.
const MAX_BYTES: u64 = 256 << 20;

/// Formats a file, or says why it is not valid configuration.
pub fn format_source(source: Arc<SourceFile>) -> Result<Vec<u8>, Diagnostics> {
    // Layout of text that does not parse could hide what its author meant.
    let (_, _, diags) = parse_config(source.clone());
    if diags.has_errors() {
        return Err(diags);
    }
    let mut document = Document::new(source.bytes());
    format_document(&mut document).ok_or_else(|| {
        let detail = "The text is nested so deeply that its formatted form would be larger than 256 MiB.";
        Diagnostic::error("Formatted text too large", detail).into()
    })
}

/// Brings a document to canonical spelling and gives its canonical layout; nothing if that is too large.
pub fn format_document(document: &mut Document) -> Option<Vec<u8>> {
    cleanup::clean(document);
    lines::lay_out(document)
}

/// Adds the line end that `terraform fmt -` puts after text lacking one. Its file mode and OpenTofu do not.
#[must_use]
pub fn with_final_newline(mut formatted: Vec<u8>) -> Vec<u8> {
    if formatted.last() != Some(&b'\n') {
        formatted.push(b'\n');
    }
    formatted
}
