//! Problems, as the protocol has them.

use diag::Severity;
use provider::{ProviderDiagnostic, ProviderDiagnostics};

use crate::message::{Diagnostic, diagnostic};
use crate::paths::from_path;

/// A problem of the protocol as ours. What is no warning is an error, whatever number it has.
pub fn from_diagnostic(found: Diagnostic) -> ProviderDiagnostic {
    let warning = found.severity == i32::from(diagnostic::Severity::Warning);
    ProviderDiagnostic {
        severity: if warning { Severity::Warning } else { Severity::Error },
        summary: found.summary,
        detail: found.detail,
        attribute: found.attribute.map(from_path).filter(|path| !path.is_empty()),
    }
}

/// The problems of a response as ours.
pub fn from_diagnostics(found: Vec<Diagnostic>) -> ProviderDiagnostics {
    found.into_iter().map(from_diagnostic).collect()
}
