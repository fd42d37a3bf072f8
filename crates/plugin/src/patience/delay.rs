//! How long to wait before something is asked again.

use std::time::Duration;

use provider::ProviderDiagnostic;

const FIRST: Duration = Duration::from_secs(1);

/// No delay is longer, also after chance had its say.
const LONGEST: Duration = Duration::from_secs(30);

/// The delay after so many attempts: any part of a bound that doubles. Many who failed at the same time do not come back at
/// the same time then. What the provider asks for is the least.
pub(super) fn before_next(attempts: u32, found: &[ProviderDiagnostic], random: f64) -> Duration {
    let doubled = FIRST.saturating_mul(1_u32.checked_shl(attempts.saturating_sub(1)).unwrap_or(u32::MAX));
    let delay = doubled.min(LONGEST).mul_f64(random.clamp(0.0, 1.0));
    found.iter().filter_map(asked_for).fold(delay, Duration::max)
}

/// The delay that an error asks for: `Retry-After: 3`.
fn asked_for(found: &ProviderDiagnostic) -> Option<Duration> {
    let text = format!("{} {}", found.summary, found.detail).to_ascii_lowercase();
    let at = ["retry-after", "retry after"].iter().find_map(|words| Some(text.find(words)? + words.len()))?;
    let rest = text[at..].trim_start_matches([':', '=', ' ', '"', '[']);
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok().map(Duration::from_secs)
}

/// A length of time for people.
pub(super) fn in_words(time: Duration) -> String {
    match (time.as_secs(), time.subsec_millis()) {
        (0, millis) => format!("{millis}ms"),
        (seconds, _) if seconds % 3600 == 0 => format!("{}h", seconds / 3600),
        (seconds, _) if seconds % 60 == 0 => format!("{}m", seconds / 60),
        (seconds, _) => format!("{seconds}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_up_to_a_bound_that_chance_never_exceeds() {
        let at_most = |attempts| before_next(attempts, &[], 0.999_999).as_secs_f64();
        let bounds = [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0];
        for (attempts, bound) in (1..).zip(bounds) {
            assert!(at_most(attempts) <= bound && at_most(attempts) > bound * 0.99, "{attempts}");
        }
        assert!(at_most(200) <= 30.0);
        assert_eq!(before_next(3, &[], 0.0), Duration::ZERO);
        assert_eq!(before_next(3, &[], 0.5), Duration::from_secs(2));
    }

    #[test]
    fn what_the_provider_asks_for_is_the_least() {
        let says = |text: &str| vec![ProviderDiagnostic::error("429 Too Many Requests", text)];
        for (text, seconds) in [("Retry-After: 3", 3), ("retry after 90s", 90), ("Retry-After: soon", 0)] {
            assert_eq!(before_next(1, &says(text), 0.0), Duration::from_secs(seconds), "{text}");
        }
    }

    #[test]
    fn times_read_well() {
        for (seconds, words) in [(1800, "30m"), (7200, "2h"), (90, "90s")] {
            assert_eq!(in_words(Duration::from_secs(seconds)), words);
        }
        assert_eq!(in_words(Duration::from_millis(250)), "250ms");
    }
}
