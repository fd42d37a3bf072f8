//! Answers, as far as what went wrong is concerned.

use provider::*;
use value::Value;

/// An answer that tells what went wrong.
pub(crate) trait Answer: Send {
    /// What went wrong.
    fn diags(&self) -> &[ProviderDiagnostic];

    /// Adds a warning.
    fn warn(&mut self, warning: ProviderDiagnostic);
}

impl Answer for ProviderDiagnostics {
    fn diags(&self) -> &[ProviderDiagnostic] {
        self
    }

    fn warn(&mut self, warning: ProviderDiagnostic) {
        self.push(warning);
    }
}

/// Functions have errors of their own, and no warnings.
impl Answer for Result<Value, FunctionError> {
    fn diags(&self) -> &[ProviderDiagnostic] {
        &[]
    }

    fn warn(&mut self, _warning: ProviderDiagnostic) {}
}

macro_rules! with_diags {
    ($($answer:ty),*) => {
        $(impl Answer for $answer {
            fn diags(&self) -> &[ProviderDiagnostic] {
                &self.diags
            }

            fn warn(&mut self, warning: ProviderDiagnostic) {
                self.diags.push(warning);
            }
        })*
    };
}

with_diags!(
    ObjectResponse,
    ReadResponse,
    PlanResponse,
    ApplyResponse,
    ImportResponse,
    MoveResponse,
    OpenEphemeralResponse,
    RenewEphemeralResponse,
    IdentityResponse,
    FunctionsResponse,
    PlanActionResponse,
    LockStateResponse,
    StatesResponse
);
