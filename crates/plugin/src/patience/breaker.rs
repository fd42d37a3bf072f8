//! Leaves a configuration of a provider alone for a while when it fails again and again.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// So many failures in a row are enough.
const FAILURES: u32 = 5;

/// So long it is left alone.
const REST: Duration = Duration::from_secs(30);

#[derive(Default)]
struct State {
    failures: u32,
    /// Since when it is left alone.
    open_since: Option<Duration>,
}

/// Closed at first: all calls go through. Open after failures: none do. Half open after a rest: one does.
#[derive(Default)]
pub(crate) struct Breaker(Mutex<State>);

impl Breaker {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether a call may be made now.
    pub(super) fn lets_through(&self, now: Duration) -> bool {
        let mut state = self.state();
        let Some(since) = state.open_since else { return true };
        if now < since + REST {
            return false;
        }
        // This one finds out whether it is better now; the next comes after another rest.
        state.open_since = Some(now);
        true
    }

    /// What became of a call, after all its attempts.
    pub(super) fn learn(&self, failed: bool, now: Duration) {
        let mut state = self.state();
        if !failed {
            *state = State::default();
            return;
        }
        state.failures += 1;
        if state.failures >= FAILURES {
            state.open_since = Some(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn failures_in_a_row_open_it_and_one_trial_closes_it() {
        let breaker = Breaker::default();
        for _ in 0..20 {
            breaker.learn(true, at(0));
            breaker.learn(false, at(0));
        }
        assert!(breaker.lets_through(at(0)), "only failures in a row count");
        (0..FAILURES).for_each(|_| breaker.learn(true, at(1)));
        assert!(!breaker.lets_through(at(1)) && !breaker.lets_through(at(30)));
        assert!(breaker.lets_through(at(31)), "one for trial");
        assert!(!breaker.lets_through(at(31)), "and no other meanwhile");
        breaker.learn(true, at(32));
        assert!(!breaker.lets_through(at(61)), "the trial failed, so the rest begins anew");
        assert!(breaker.lets_through(at(62)));
        breaker.learn(false, at(63));
        assert!(breaker.lets_through(at(63)) && breaker.lets_through(at(63)));
    }
}
