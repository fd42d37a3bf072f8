//! The flags that say what is done about providers that fail. Without them it is what Terraform does: they are waited
//! for, and asked once.

use std::collections::BTreeMap;
use std::time::Duration;

use addrs::Target;
use diag::{Diagnostic, Diagnostics};
use plugin::Patience;

use crate::flags::{Flag, Parsed, option, parse_duration, switch};

/// The flags.
pub(crate) const FLAGS: [Flag; 4] =
    [option("call-timeout"), option("attempts"), switch("patient"), switch("continue-on-error")];

/// How long a call may take, and how often something is asked, where only `-patient` is given.
const TIMEOUT: Duration = Duration::from_secs(30 * 60);
const ATTEMPTS: u32 = 3;

/// What the flags say.
pub(crate) fn patience(parsed: &Parsed, diags: &mut Diagnostics) -> Patience {
    let patient = parsed.bool("patient", false);
    let mut timeout = patient.then_some(TIMEOUT);
    let mut timeouts = BTreeMap::new();
    for (_, text) in parsed.given().filter(|(name, _)| *name == "call-timeout") {
        // Keys of instances may hold the sign, lengths of time do not.
        let (address, time) =
            text.rsplit_once('=').map_or((None, text), |(address, time)| (Some(address), time));
        let Some(time) = parse_duration(time) else {
            let detail = format!("{time:?} is not a length of time such as \"90s\" or \"30m\".");
            diags.push(Diagnostic::error("Invalid call timeout", detail));
            continue;
        };
        let limit = Some(time).filter(|time| !time.is_zero());
        match address.map(resource) {
            None => timeout = limit,
            Some(Ok(resource)) => drop(timeouts.insert(resource, limit)),
            Some(Err(detail)) => diags.push(Diagnostic::error("Invalid call timeout", detail)),
        }
    }
    let attempts = match parsed.last("attempts").map(str::parse::<u32>) {
        None if patient => ATTEMPTS,
        None => 1,
        Some(Ok(attempts @ 1..)) => attempts,
        Some(_) => {
            let detail = "-attempts says how often something is asked at most: a whole number above 0.";
            diags.push(Diagnostic::error("Invalid number of attempts", detail));
            1
        }
    };
    Patience { timeout, timeouts, attempts, ..Patience::default() }
}

/// The address of a resource as it is written, or why it is none.
fn resource(address: &str) -> Result<String, String> {
    match Target::parse(address) {
        Ok(Target::Resource(resource)) if resource.config().to_string() == address => Ok(address.to_owned()),
        Ok(_) => Err(format!(
            "{address} is not a resource as it is written: give its address without keys of instances, such as \
             module.net.aws_subnet.a."
        )),
        Err(error) => Err(format!("{address:?} is not the address of a resource: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(flags: &[&str]) -> (Patience, Vec<String>) {
        let args: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let parsed = crate::flags::parse(&args, &FLAGS).unwrap();
        let mut diags = Diagnostics::new();
        let patience = patience(&parsed, &mut diags);
        (patience, diags.iter().map(|found| found.detail.clone()).collect())
    }

    #[test]
    fn without_flags_nothing_is_done() {
        let (patience, diags) = read(&[]);
        assert_eq!((patience.timeout, patience.attempts, diags.len()), (None, 1, 0));
    }

    #[test]
    fn one_flag_turns_on_what_is_usual_and_others_refine_it() {
        let (patience, _) = read(&["-patient"]);
        assert_eq!((patience.timeout, patience.attempts), (Some(TIMEOUT), 3));
        let (patience, diags) =
            read(&["-patient", "-attempts=5", "-call-timeout=90s", "-call-timeout=module.m.a_b.c=0"]);
        assert_eq!((patience.timeout, patience.attempts), (Some(Duration::from_secs(90)), 5));
        assert_eq!(patience.timeouts, BTreeMap::from([("module.m.a_b.c".to_owned(), None)]));
        assert!(diags.is_empty());
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        for (flag, says) in [
            ("-attempts=0", "above 0"),
            ("-attempts=x", "above 0"),
            ("-call-timeout=soon", "not a length of time"),
            ("-call-timeout=a_b.c[0]=3s", "without keys of instances"),
            ("-call-timeout=module.m=3s", "without keys of instances"),
            ("-call-timeout=9=3s", "is not the address"),
        ] {
            let (_, diags) = read(&[flag]);
            assert!(diags.len() == 1 && diags[0].contains(says), "{flag}: {diags:?}");
        }
    }
}
