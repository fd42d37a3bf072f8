//! How the time of operations grows with the size: pairs of sizes measured one right after the other, many times. A machine
//! that others use is slow for minutes, so that the best times of two sizes say less than the pairs.

use super::goals::GROWTH;
use super::measure::Cell;

/// Sizes for growth.
const SIZES: &[usize] = &[1000, 2000, 4000, 8000, 16_000, 32_000, 64_000];

/// Each pair is measured so often at least.
const ROUNDS: usize = 3;

/// And so often at most, while it seems to grow too fast.
const MOST_ROUNDS: usize = 15;

/// What was measured of one shape.
pub(super) struct Grown {
    /// By size and operation: all runs.
    cells: Vec<Vec<Cell>>,
    /// By step from a size to the next and operation: the factor of each pair; nothing where something failed.
    factors: Vec<Vec<Option<Vec<f64>>>>,
}

impl Grown {
    /// Measures all sizes by a function that measures one.
    pub(super) fn measure(mut size: impl FnMut(usize) -> Result<Vec<Cell>, String>) -> Result<Self, String> {
        let mut grown = Self { cells: Vec::new(), factors: vec![Vec::new(); SIZES.len() - 1] };
        for round in 0..MOST_ROUNDS {
            let wanted: Vec<bool> =
                (0..SIZES.len() - 1).map(|step| round < ROUNDS || grown.is_steep(step)).collect();
            if wanted.contains(&true) {
                let steps = wanted.iter().filter(|wanted| **wanted).count();
                eprintln!("round {} of at most {MOST_ROUNDS}: {steps} pairs of sizes", round + 1);
            }
            let mut before: Option<Vec<Cell>> = None;
            for (at, n) in SIZES.iter().enumerate() {
                // A size is measured for the step to it and the step from it.
                let (to, from) = (at > 0 && wanted[at - 1], wanted.get(at) == Some(&true));
                if !to && !from {
                    before = None;
                    continue;
                }
                let cells = size(*n)?;
                if let Some(before) = before.filter(|_| to) {
                    grown.compare(at - 1, &before, &cells);
                }
                grown.add(at, &cells);
                before = Some(cells);
            }
        }
        Ok(grown)
    }

    fn add(&mut self, at: usize, cells: &[Cell]) {
        match self.cells.get_mut(at) {
            Some(known) => known.iter_mut().zip(cells).for_each(|(known, cell)| *known = known.better(*cell)),
            None => self.cells.push(cells.to_vec()),
        }
    }

    fn compare(&mut self, step: usize, small: &[Cell], large: &[Cell]) {
        let factors = &mut self.factors[step];
        // Some operations are not measured at every size.
        factors.resize_with(small.len().min(large.len()), || Some(Vec::new()));
        for (known, (small, large)) in factors.iter_mut().zip(small.iter().zip(large)) {
            match (known.as_mut(), large.times(*small)) {
                (Some(known), Some(factor)) => known.push(factor),
                _ => *known = None,
            }
        }
    }

    fn is_steep(&self, step: usize) -> bool {
        self.factors[step].iter().flatten().any(|factors| median(factors) > GROWTH)
    }

    /// All that was measured of an operation, by size.
    pub(super) fn cells(&self, operation: usize) -> impl Iterator<Item = Cell> {
        self.cells.iter().filter_map(move |cells| cells.get(operation).copied())
    }

    /// The factors from each size to the next; nothing where one failed.
    pub(super) fn factors(&self, operation: usize) -> Vec<Option<f64>> {
        let steps = self.factors.iter().filter_map(|factors| factors.get(operation));
        steps.map(|factors| factors.as_deref().map(median)).collect()
    }

    /// The largest of them; nothing where one failed.
    pub(super) fn largest_factor(&self, operation: usize) -> Option<f64> {
        self.factors(operation).into_iter().try_fold(0.0, |largest, factor| Some(factor?.max(largest)))
    }
}

/// The middle one, or what is between the two in the middle.
fn median(factors: &[f64]) -> f64 {
    let mut sorted = factors.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        len if len % 2 == 1 => sorted[len / 2],
        len => f64::midpoint(sorted[len / 2 - 1], sorted[len / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::Times;
    use super::*;

    fn took(user_ms: f64) -> Cell {
        Cell::Took { times: Times::once(user_ms, 0.5), peak_mb: 1.0 }
    }

    #[test]
    fn the_median_of_pairs_counts() {
        // Slow in the second round, for both sizes of a step.
        let mut calls = 0;
        let grown = Grown::measure(|n| {
            calls += 1;
            let mood = if (8..=14).contains(&calls) { 1.7 } else { 1.0 };
            Ok(vec![took(n as f64 / 10.0 * mood), took(1.0)])
        })
        .unwrap();
        assert_eq!(calls, ROUNDS * SIZES.len());
        assert!((grown.largest_factor(0).unwrap() - 2.0).abs() < 1e-9);
        // What is always fast never grows.
        assert_eq!(grown.largest_factor(1), Some(0.0));
        assert_eq!(grown.cells(0).count(), SIZES.len());
    }

    #[test]
    fn what_seems_steep_is_measured_again() {
        let mut of_size = [0; 2];
        let grown = Grown::measure(|n| {
            let steep = n == 64_000;
            match n {
                64_000 => of_size[0] += 1,
                16_000 => of_size[1] += 1,
                _ => {}
            }
            Ok(vec![took(if steep { 10_000.0 } else { n as f64 / 10.0 })])
        })
        .unwrap();
        assert_eq!(of_size, [MOST_ROUNDS, ROUNDS]);
        assert!(grown.largest_factor(0).unwrap() > 3.0);
    }

    #[test]
    fn a_failure_is_no_growth() {
        let failing = |n: usize| Ok(vec![if n == 4000 { Cell::Failed } else { took(n as f64) }]);
        assert_eq!(Grown::measure(failing).unwrap().largest_factor(0), None);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
