//! Waiting for a lock.

use std::time::{Duration, Instant};

use crate::{LockError, LockInfo, StateStore};

/// Tries to take a lock until the time is over: once if there is none.
///
/// Only a lock that somebody holds is waited for. `stop` is asked ten times a second whether to give up.
pub fn acquire(
    store: &dyn StateStore,
    info: &LockInfo,
    timeout: Duration,
    mut stop: impl FnMut() -> bool,
) -> Result<String, LockError> {
    let start = Instant::now();
    let mut delay = Duration::from_secs(1);
    loop {
        let error = match store.lock(info) {
            Err(error @ LockError::Held { info: Some(_) }) => error,
            decided => return decided,
        };
        let left = timeout.saturating_sub(start.elapsed());
        if left.is_zero() {
            return Err(error);
        }
        let until = Instant::now() + delay.min(left);
        while Instant::now() < until {
            if stop() {
                return Err(LockError::Interrupted);
            }
            std::thread::sleep(
                Duration::from_millis(100).min(until.saturating_duration_since(Instant::now())),
            );
        }
        delay = (delay * 2).min(Duration::from_secs(16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, InmemBackend};

    #[test]
    fn a_lock_is_waited_for() {
        let backend = InmemBackend::default();
        let (ours, theirs) = (backend.open("default").unwrap(), backend.open("default").unwrap());
        let info = LockInfo::new("test", "1");
        let id = theirs.lock(&LockInfo::new("other", "1")).unwrap();
        let once = acquire(ours.as_ref(), &info, Duration::ZERO, || false);
        assert!(matches!(once, Err(LockError::Held { info: Some(holder) }) if holder.operation == "other"));
        let stopped = acquire(ours.as_ref(), &info, Duration::from_secs(9), || true);
        assert!(matches!(stopped, Err(LockError::Interrupted)));
        let start = Instant::now();
        let mut release = Some(id);
        let got = acquire(ours.as_ref(), &info, Duration::from_secs(9), || {
            if let Some(id) = release.take() {
                theirs.unlock(&id).unwrap();
            }
            false
        });
        assert!(got.is_ok() && start.elapsed() < Duration::from_secs(3));
    }
}
