//! The order of statements: what they depend on comes first.

use std::ops::Range;

use config::Sorted;

/// The order, and the groups that depend on each other.
pub(super) fn order(dependencies: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    let sorted = Sorted::new(dependencies.len(), |at, edge| dependencies[at].get(edge).copied());
    let members = |cycle: &Range<usize>| {
        let mut members = sorted.order[cycle.clone()].to_vec();
        members.sort_unstable();
        members
    };
    let cycles = sorted.cycles.iter().map(members).collect();
    (sorted.order, cycles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_come_first() {
        let check = |dependencies: &[&[usize]], sequence: &[usize], cycles: &[&[usize]]| {
            let dependencies: Vec<Vec<usize>> = dependencies.iter().map(|of| of.to_vec()).collect();
            let (found, circles) = order(&dependencies);
            assert_eq!(circles, cycles, "{dependencies:?}");
            if circles.is_empty() {
                assert_eq!(found, sequence, "{dependencies:?}");
            }
        };
        check(&[], &[], &[]);
        check(&[&[], &[]], &[0, 1], &[]);
        check(&[&[1], &[2], &[]], &[2, 1, 0], &[]);
        check(&[&[1, 2], &[3], &[3], &[]], &[3, 1, 2, 0], &[]);
        check(&[&[1], &[0]], &[], &[&[0, 1]]);
        check(&[&[1], &[2], &[0], &[4], &[3], &[0]], &[], &[&[0, 1, 2], &[3, 4]]);
        check(&[&[2, 1], &[0], &[]], &[], &[&[0, 1]]);
    }

    #[test]
    fn a_long_chain() {
        let dependencies: Vec<Vec<usize>> =
            (0..100_000).map(|at| if at + 1 < 100_000 { vec![at + 1] } else { Vec::new() }).collect();
        let (sequence, cycles) = order(&dependencies);
        assert_eq!((sequence.first(), sequence.last(), cycles.len()), (Some(&99_999), Some(&0), 0));
    }
}
