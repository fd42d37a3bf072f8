//! What a failure means: whether it passes, and whether something may have been done.

use diag::Severity;
use provider::{ApplyRequest, ApplyResponse, ProviderDiagnostic};
use wire::Call;

use crate::status::NO_ANSWER;

/// What an answer means to who would ask again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing went wrong.
    Fine,
    /// It will not pass.
    Final,
    /// It was refused before anything was done, and will pass.
    Refused,
    /// It will pass, and whether something was done is not known.
    Unknown,
    /// The same, and the process does not answer any more.
    Gone,
}

/// Codes of HTTP that no waiting changes.
const FINAL: [&str; 5] = ["400", "401", "403", "404", "409"];

const PASSING: [&str; 5] = ["408", "500", "502", "503", "504"];

/// Words of those who are asked too often, and of connections that never were.
const REFUSED: [&str; 8] = [
    "too many requests",
    "throttl",
    "rate limit",
    "rate exceeded",
    "slow down",
    "slowdown",
    "connection refused",
    "no such host",
];

const UNKNOWN: [&str; 15] = [
    "timeout",
    "timed out",
    "deadline exceeded",
    "connection reset",
    "broken pipe",
    "unexpected eof",
    "internal server error",
    "bad gateway",
    "service unavailable",
    "gateway time-out",
    "temporarily unavailable",
    "network is unreachable",
    "no route to host",
    "connection closed",
    "resource exhausted",
];

impl Verdict {
    /// What an answer means: the worst of its errors counts.
    pub(super) fn of(found: &[ProviderDiagnostic]) -> Self {
        let errors = found.iter().filter(|found| found.severity == Severity::Error);
        let worst = |sum: Self, next: Self| match (sum, next) {
            (Self::Fine, other) | (other, Self::Fine) => other,
            (Self::Final, _) | (_, Self::Final) => Self::Final,
            (Self::Gone, _) | (_, Self::Gone) => Self::Gone,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Refused, Self::Refused) => Self::Refused,
        };
        errors.map(Self::of_error).fold(Self::Fine, worst)
    }

    fn of_error(found: &ProviderDiagnostic) -> Self {
        if found.summary == NO_ANSWER {
            return Self::Gone;
        }
        let text = format!("{}\n{}", found.summary, found.detail).to_ascii_lowercase();
        let has = |words: &[&str]| words.iter().any(|words| text.contains(words));
        let codes = codes(&text);
        let names = |some: &[&str]| codes.iter().any(|code| some.contains(code));
        if names(&FINAL) {
            Self::Final
        } else if names(&["429"]) || has(&REFUSED) {
            Self::Refused
        } else if names(&PASSING) || has(&UNKNOWN) {
            Self::Unknown
        } else {
            Self::Final
        }
    }

    /// Whether it is worth while to ask again.
    pub(super) fn passes(self) -> bool {
        matches!(self, Self::Refused | Self::Unknown | Self::Gone)
    }
}

/// The numbers in a text that are codes of HTTP by what stands before them.
fn codes(text: &str) -> Vec<&str> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_code = |word: &str| word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_digit());
    let announces = |word: &str| {
        matches!(
            word,
            "status" | "statuscode" | "code" | "http" | "https" | "error" | "response" | "returned"
        )
    };
    let reasons = [
        "bad",
        "unauthorized",
        "forbidden",
        "not",
        "conflict",
        "too",
        "internal",
        "service",
        "gateway",
        "request",
    ];
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let before = words[index.saturating_sub(2)..index].iter().any(|word| announces(word));
        let after = words.get(index + 1).is_some_and(|next| reasons.contains(next));
        if is_code(word) && (before || after) {
            found.push(*word);
        }
    }
    found
}

/// The first line of an error.
pub(super) fn first_words(found: &ProviderDiagnostic) -> String {
    let detail = found.detail.lines().next().unwrap_or_default();
    if detail.is_empty() { found.summary.clone() } else { format!("{}: {detail}", found.summary) }
}

/// Whether a call that failed may be made again, as far as what it does is concerned.
pub(crate) type MayRepeat<C> = fn(&C, &<C as Call>::Answer, Verdict) -> bool;

/// For what only looks.
pub(crate) fn always<C: Call>(_call: &C, _answer: &C::Answer, _verdict: Verdict) -> bool {
    true
}

/// For what must not happen twice.
pub(crate) fn never<C: Call>(_call: &C, _answer: &C::Answer, _verdict: Verdict) -> bool {
    false
}

/// For changes: only where the answer shows that nothing was done. Nothing is ever created twice.
pub(crate) fn if_nothing_was_done(call: &ApplyRequest, answer: &ApplyResponse, verdict: Verdict) -> bool {
    let Some(object) = &answer.object else { return false };
    if call.prior.is_null() {
        // Behind an error that may have come late there may be an object that the provider did not see.
        return verdict == Verdict::Refused && object.is_null();
    }
    object.raw_eq(&call.prior)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_judged_by_what_they_say() {
        let cases = [
            ("Error: 429 Too Many Requests", "", Verdict::Refused),
            ("ThrottlingException", "Rate exceeded", Verdict::Refused),
            ("dial", "dial tcp 127.0.0.1:1: connect: connection refused", Verdict::Refused),
            ("Unexpected answer", "HTTP status 503", Verdict::Unknown),
            ("StatusCode: 500", "", Verdict::Unknown),
            ("Read failed", "context deadline exceeded", Verdict::Unknown),
            ("Plugin did not respond", "The provider ended.", Verdict::Gone),
            ("Error: 403 Forbidden", "too many requests", Verdict::Final),
            ("status code: 409", "connection reset by peer", Verdict::Final),
            ("not found", "HTTP 404", Verdict::Final),
            ("Invalid value", "There may be at most 500 of them.", Verdict::Final),
            ("Invalid port", "503 is no port.", Verdict::Final),
        ];
        for (summary, detail, expect) in cases {
            let found = [ProviderDiagnostic::error(summary, detail)];
            assert_eq!(Verdict::of(&found), expect, "{summary}: {detail}");
        }
        let warning = [ProviderDiagnostic::warning("429 Too Many Requests", "")];
        assert_eq!(Verdict::of(&warning), Verdict::Fine);
        let both = [ProviderDiagnostic::error("HTTP 429", ""), ProviderDiagnostic::error("Invalid", "")];
        assert_eq!(Verdict::of(&both), Verdict::Final, "what is final stays so");
    }
}
