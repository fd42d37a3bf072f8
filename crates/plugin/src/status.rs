//! A call that failed in the protocol itself, as a problem with fixed words.

use addrs::Provider as ProviderAddr;
use provider::ProviderDiagnostic;
use tonic::{Code, Status};

/// What is said where no answer came because nobody was there any more.
pub(crate) const NO_ANSWER: &str = "Plugin did not respond";

/// What a failed call means to the user.
pub(crate) fn describe(
    addr: &ProviderAddr,
    method: &str,
    status: &Status,
    ended: Option<String>,
    crash: Option<String>,
) -> ProviderDiagnostic {
    // A status with a cause was made here, of a connection that broke; the provider itself sent the others.
    let broken = std::error::Error::source(status).is_some() || ended.is_some();
    let (summary, mut detail) = match status.code() {
        Code::Unavailable => gone(addr, method, ended),
        _ if broken => gone(addr, method, ended),
        Code::Cancelled => {
            ("Request cancelled", format!("The provider {addr} was told to stop during {method}."))
        }
        Code::Unimplemented => (
            "Unsupported plugin method",
            format!("The provider {addr} does not know {method}. A newer version of it may."),
        ),
        _ => {
            let words = status.message();
            ("Plugin error", format!("The provider {addr} failed in {method}: {words}"))
        }
    };
    if let Some(crash) = crash {
        detail.push_str(" It crashed, which is a bug in the provider:\n\n  ");
        detail.push_str(&crash.trim_end().replace('\n', "\n  "));
    }
    ProviderDiagnostic::error(summary, detail)
}

fn gone(addr: &ProviderAddr, method: &str, ended: Option<String>) -> (&'static str, String) {
    let how = ended.map_or(String::new(), |status| format!(" It ended meanwhile ({status})."));
    let detail = format!(
        "The provider {addr} failed to respond to {method}.{how} Its log may tell more: set TF_LOG_PROVIDER=DEBUG."
    );
    (NO_ANSWER, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_fixed() {
        let addr = ProviderAddr::implied("time");
        let own = |code| describe(&addr, "ReadResource", &Status::new(code, "why"), None, None);
        let cases = [
            (Code::Unavailable, "Plugin did not respond"),
            (Code::Cancelled, "Request cancelled"),
            (Code::Unimplemented, "Unsupported plugin method"),
            (Code::Internal, "Plugin error"),
            (Code::Unknown, "Plugin error"),
            (Code::ResourceExhausted, "Plugin error"),
        ];
        for (code, summary) in cases {
            let found = own(code);
            assert_eq!(found.summary, summary);
            assert!(found.detail.contains("registry.terraform.io/hashicorp/time"), "{}", found.detail);
            assert!(found.detail.contains("ReadResource"), "{}", found.detail);
        }
        let broken = Status::from_error(Box::new(std::io::Error::other("broken pipe")));
        let found = describe(
            &addr,
            "ReadResource",
            &broken,
            Some("exit status: 2".into()),
            Some("panic: x\nb\n".into()),
        );
        assert_eq!(found.summary, "Plugin did not respond");
        assert!(found.detail.ends_with("\n\n  panic: x\n  b"), "{}", found.detail);
    }
}
