//! Why a plan cannot be written or read. No message repeats what is inside, because that may be a secret.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::seal::VERSION;

/// Why a plan cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanFileError {
    /// There is nothing.
    #[error("The file is empty, so it is no saved plan.")]
    Empty,
    /// A plan, but of another program.
    #[error(
        "The file is a plan of Terraform or OpenTofu, or another ZIP archive. Such plans are read only by the version \
         that made them: make a new one with \"cairn plan -out=FILE\"."
    )]
    Foreign,
    /// A state.
    #[error("The file is a state, not a saved plan.")]
    State,
    /// What `show -json` says of a plan.
    #[error(
        "The file is a plan as JSON, which is made for reading and cannot be performed: use the file that \
         \"cairn plan -out=FILE\" made."
    )]
    Json,
    /// Where to find a plan that is kept elsewhere.
    #[error(
        "The file names a plan that HCP Terraform or Terraform Enterprise keeps, which is performed there only."
    )]
    Remote,
    /// Anything else.
    #[error("The file is no saved plan.")]
    NotAPlan,
    /// Made by a program that writes another version.
    #[error(
        "The plan is of format version {0}, but this version of cairn reads version {VERSION} only: make a new plan, \
         or use the version of cairn that made this one."
    )]
    OtherVersion(u64),
    /// The end is missing.
    #[error("The plan ends in the middle: it was not written or copied to its end. Make a new plan.")]
    CutShort,
    /// Not what was written.
    #[error(
        "The plan was changed or damaged after it was made: its content does not fit its checksum. Make a new plan."
    )]
    Changed,
    /// The checksum fits, but the content is none that this program writes.
    #[error("The plan is not of the form that its version demands: {0}. Make a new plan.")]
    Invalid(&'static str),
    /// A part cannot be stored.
    #[error("The plan cannot be stored: {0}.")]
    Unwritable(String),
}

impl PlanFileError {
    /// What is known of bytes that are no plan of ours.
    pub(super) fn recognise(bytes: &[u8]) -> PlanFileError {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if text.is_empty() {
            return PlanFileError::Empty;
        }
        if bytes.starts_with(b"PK") {
            return PlanFileError::Foreign;
        }
        if !text.starts_with(b"{") {
            return PlanFileError::NotAPlan;
        }
        match serde_json::from_slice::<Keys>(text) {
            Ok(keys) if keys.remote_plan_format.is_some() => PlanFileError::Remote,
            Ok(keys) if keys.format_version.is_some() => PlanFileError::Json,
            Ok(keys) if keys.version.is_some() => PlanFileError::State,
            _ => PlanFileError::NotAPlan,
        }
    }
}

/// What tells documents apart that are given by mistake.
#[derive(Deserialize)]
struct Keys {
    version: Option<IgnoredAny>,
    format_version: Option<IgnoredAny>,
    remote_plan_format: Option<IgnoredAny>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::SavedPlan;

    #[test]
    fn what_is_no_plan_is_named() {
        let check = |bytes: &[u8], expect: PlanFileError| {
            assert_eq!(SavedPlan::read(bytes).expect_err("this is no plan"), expect, "{bytes:?}");
        };
        check(b"", PlanFileError::Empty);
        check(b" \n", PlanFileError::Empty);
        check(b"PK\x03\x04\x14\0", PlanFileError::Foreign);
        check(b"{\"version\":4,\"serial\":1,\"lineage\":\"x\"}", PlanFileError::State);
        check(b"\xef\xbb\xbf{\"version\":3}", PlanFileError::State);
        check(b"{\"format_version\":\"1.2\",\"resource_changes\":[]}", PlanFileError::Json);
        check(b"{\"remote_plan_format\":1,\"run_id\":\"run-1\"}", PlanFileError::Remote);
        for other in
            [&b"{}"[..], b"{\"version\":", b"[]", b"hello", b"\0", b"{\xff", b"cairn", b"cairn plan "]
        {
            check(other, PlanFileError::NotAPlan);
        }
        check(b"cairn plan x\n", PlanFileError::NotAPlan);
        let current = format!("cairn plan {VERSION}");
        check(current.as_bytes(), PlanFileError::NotAPlan);
        check(b"cairn plan 3\nxyz", PlanFileError::OtherVersion(3));
        check(format!("{current}\n").as_bytes(), PlanFileError::CutShort);
        check(format!("{current}\nxyz").as_bytes(), PlanFileError::CutShort);
        check(&[format!("{current}\n").as_bytes(), &[0; 48]].concat(), PlanFileError::Changed);
    }
}
