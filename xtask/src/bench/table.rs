//! Measures against goals, as a table.

/// Which way a goal is met.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

impl Goal {
    /// How far the goal is met: 1 is just met, 2 is twice as good.
    fn ratio(self, measured: f64) -> f64 {
        match self {
            Goal::AtLeast(goal) => measured / goal,
            Goal::AtMost(goal) => goal / measured,
        }
    }
}

/// A line of the table.
pub(super) struct Row {
    pub(super) what: &'static str,
    pub(super) measured: f64,
    pub(super) unit: &'static str,
    pub(super) goal: Goal,
}

/// The table, and whether every goal is met.
pub(super) fn table(rows: &[Row]) -> (String, bool) {
    let mut text = format!("{:<58}{:>22}{:>24}{:>8}\n", "", "measured", "goal", "ratio");
    let mut all = true;
    for row in rows {
        let (sign, goal) = match row.goal {
            Goal::AtLeast(goal) => ("≥", goal),
            Goal::AtMost(goal) => ("≤", goal),
        };
        let ratio = row.goal.ratio(row.measured);
        let met = ratio >= 1.0;
        all &= met;
        let measured = format!("{} {}", number(row.measured), row.unit);
        let goal = format!("{sign} {} {}", number(goal), row.unit);
        let word = if met { "ok" } else { "MISSED" };
        text.push_str(&format!("{:<58}{measured:>22}{goal:>24}{ratio:>8.2}  {word}\n", row.what));
    }
    (text, all)
}

/// Three digits that matter, with a thin grouping of large numbers.
fn number(value: f64) -> String {
    if value < 10.0 {
        return format!("{value:.2}");
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_met_or_missed() {
        let row = |measured, goal| Row { what: "speed", measured, unit: "x", goal };
        let check =
            |measured, goal, met: bool| assert_eq!(table(&[row(measured, goal)]).1, met, "{measured}");
        check(100.0, Goal::AtLeast(100.0), true);
        check(99.0, Goal::AtLeast(100.0), false);
        check(9.0, Goal::AtMost(10.0), true);
        check(11.0, Goal::AtMost(10.0), false);
        let text = table(&[row(1_234_567.0, Goal::AtLeast(1e6))]).0;
        assert!(
            text.contains("1,234,567 x") && text.contains("≥ 1,000,000 x") && text.contains("1.23  ok"),
            "{text}"
        );
    }
}
