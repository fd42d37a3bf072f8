//! Telling of values that come from what should not be used any more.

use diag::{Diagnostic, Diagnostics, Kind, SourceRange};
use value::{Path, Value};

/// Warns of every part of a value that is deprecated. The value without those marks.
pub(crate) fn tell_deprecations(
    value: &Value,
    range: impl Fn() -> SourceRange,
    diags: &mut Diagnostics,
) -> Value {
    if value.deep_marks().deprecations().is_empty() {
        return value.clone();
    }
    for (path, marks) in value.unmark_deep_with_paths().1 {
        for deprecation in marks.deprecations() {
            let what = if path == Path::new() {
                "This value is".to_owned()
            } else {
                format!("This value's attribute {path} is")
            };
            let detail = format!(
                "{what} derived from {}, which is deprecated with the following message:\n\n{}",
                deprecation.subject, deprecation.message
            );
            diags.push(
                Diagnostic::warning("Value derived from a deprecated source", detail)
                    .at(range())
                    .of_kind(Kind::Deprecation { local: deprecation.local }),
            );
        }
    }
    value.map_marks(&mut value::Marks::without_deprecations)
}
