//! Counts how many inputs meant something, because a fuzzer that only sees errors finds nothing.

use std::sync::atomic::{AtomicU64, Ordering};

/// How often the counts are printed, in runs.
const EVERY: u64 = 1 << 15;

/// The counts of one target.
pub struct Tally {
    runs: AtomicU64,
    parsed: AtomicU64,
    worked: AtomicU64,
}

impl Tally {
    /// Nothing counted yet.
    #[allow(clippy::new_without_default, reason = "only ever a static")]
    pub const fn new() -> Self {
        Self { runs: AtomicU64::new(0), parsed: AtomicU64::new(0), worked: AtomicU64::new(0) }
    }

    /// Counts a run: whether its input parsed, and whether what was done with it then worked as well.
    pub fn count(&self, parsed: bool, worked: bool) {
        let runs = self.runs.fetch_add(1, Ordering::Relaxed) + 1;
        let parsed = self.parsed.fetch_add(u64::from(parsed), Ordering::Relaxed) + u64::from(parsed);
        let worked = self.worked.fetch_add(u64::from(worked), Ordering::Relaxed) + u64::from(worked);
        if runs.is_multiple_of(EVERY) {
            // `cargo xtask fuzz` reads the last such line.
            eprintln!("TALLY runs={runs} parsed={parsed} worked={worked}");
        }
    }
}
