//! Processor time.

use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Seconds of processor time that this process has used.
pub(crate) fn own_seconds() -> Result<f64, String> {
    usage(UsageWho::RUSAGE_SELF).map(|usage| seconds_of(&usage))
}

/// What all children that have ended have used.
pub(crate) fn children() -> Result<Usage, String> {
    usage(UsageWho::RUSAGE_CHILDREN)
}

/// Seconds in user and system mode together.
pub(crate) fn seconds_of(usage: &Usage) -> f64 {
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// Seconds in user mode.
pub(crate) fn user_seconds_of(usage: &Usage) -> f64 {
    seconds(usage.user_time())
}

fn seconds(time: TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

fn usage(who: UsageWho) -> Result<Usage, String> {
    getrusage(who).map_err(|error| format!("getrusage: {error}"))
}

/// The shortest of several runs of `job`, in seconds. What it gives is dropped outside of the measured time.
pub(crate) fn best_of<T>(runs: usize, mut job: impl FnMut() -> Result<T, String>) -> Result<f64, String> {
    let mut best = f64::MAX;
    for _ in 0..runs {
        let start = own_seconds()?;
        let result = job()?;
        best = best.min(own_seconds()? - start);
        drop(result);
    }
    Ok(best)
}
