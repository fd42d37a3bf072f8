//! The goals of the engine and whether measured cells meet them.

use super::measure::Cell;

/// Whatever takes less processor time than this in both modes is fast enough.
pub(super) const FLOOR_MS: f64 = 20.0;

/// Memory may be this part of the better oracle's.
const MEMORY_SHARE: f64 = 0.5;

/// Doubling the size may multiply the processor time by this.
pub(super) const GROWTH: f64 = 2.2;

/// A hundred thousand instances must fit into this much memory.
pub(super) const COUNT_100K_MB: f64 = 2000.0;

/// The part of the better oracle's processor time that an operation on a shape may take.
pub(super) fn cpu_share(shape: &str, operation: &str) -> f64 {
    // Both oracles are quadratic there.
    let quadratic = matches!(shape, "foreach" | "pair" | "chain" | "layers");
    match operation {
        "plan" | "apply" | "destroy" if quadratic => 1.0 / 50.0,
        "apply" | "destroy" => 1.0 / 20.0,
        _ => 1.0 / 10.0,
    }
}

/// How a cell of ours stands beside the oracles'.
#[derive(Debug, PartialEq)]
pub(super) struct Verdict {
    /// The better oracle's time divided by ours, if both are known.
    pub(super) times_faster: Option<f64>,
    /// Our memory as a part of the better oracle's.
    pub(super) memory: Option<f64>,
    pub(super) met: bool,
}

/// Judges a cell of ours against the better of the oracles.
pub(super) fn judge(shape: &str, operation: &str, ours: Cell, oracles: &[Cell]) -> Verdict {
    let Cell::Took { times, peak_mb } = ours else {
        return Verdict { times_faster: None, memory: None, met: false };
    };
    let best_cpu = oracles.iter().map(|cell| cell.user_ms()).reduce(f64::min);
    let memories = oracles.iter().filter_map(|cell| match cell {
        // Of a stopped run it is a lower bound, so that a goal met beside it is met beside the whole run.
        Cell::Took { peak_mb, .. } | Cell::TooLong { peak_mb, .. } => Some(*peak_mb),
        Cell::Failed => None,
    });
    let best_memory = memories.reduce(f64::min);
    let share = cpu_share(shape, operation);
    let fast = times.least < FLOOR_MS || best_cpu.is_none_or(|best| times.user() <= best * share);
    let small = best_memory.is_none_or(|best| peak_mb <= best * MEMORY_SHARE);
    Verdict {
        times_faster: best_cpu.map(|best| best / times.user().max(1.0)),
        memory: best_memory.map(|best| peak_mb / best),
        // A comparison with a failure says nothing, so that it cannot be a goal met.
        met: fast && small && !oracles.contains(&Cell::Failed),
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Times;
    use super::*;

    #[test]
    fn verdicts() {
        let took = |user_ms: f64, peak_mb| Cell::Took { times: Times::once(user_ms, 5.0), peak_mb };
        let check = |shape, operation, ours, oracles: &[Cell], met| {
            assert_eq!(judge(shape, operation, ours, oracles).met, met, "{shape} {operation} {ours:?}");
        };
        check("count", "plan", took(100.0, 40.0), &[took(1000.0, 80.0), took(1100.0, 90.0)], true);
        check("count", "plan", took(101.0, 40.0), &[took(1000.0, 80.0), took(1100.0, 90.0)], false);
        check("count", "plan", took(14.0, 40.0), &[took(30.0, 80.0)], true);
        check("count", "plan", took(16.0, 40.0), &[took(30.0, 80.0)], false);
        check("count", "plan", took(14.0, 41.0), &[took(30.0, 80.0)], false);
        check("count", "apply", took(51.0, 40.0), &[took(1000.0, 80.0)], false);
        check("chain", "plan", took(21.0, 40.0), &[took(1000.0, 80.0)], false);
        check("chain", "plan", took(50.0, 40.0), &[Cell::TooLong { user_ms: 2500.0, peak_mb: 90.0 }], true);
        check("chain", "plan", took(50.0, 46.0), &[Cell::TooLong { user_ms: 2500.0, peak_mb: 90.0 }], false);
        check("count", "plan", Cell::Failed, &[took(1000.0, 80.0)], false);
        check("count", "plan", took(500.0, 40.0), &[Cell::Failed], false);
        check("count", "plan", took(500.0, 40.0), &[took(9000.0, 90.0), Cell::Failed], false);
    }
}
