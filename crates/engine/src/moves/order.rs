//! The order of statements: what they depend on comes first.

/// The order, and the groups that depend on each other. Without recursion, because chains may be long.
pub(super) fn order(dependencies: &[Vec<usize>]) -> (Vec<usize>, Vec<Vec<usize>>) {
    const UNSEEN: usize = usize::MAX;
    let count = dependencies.len();
    let (mut number, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
    let (mut sequence, mut cycles) = (Vec::with_capacity(count), Vec::new());
    let mut next = 0;
    let mut work: Vec<(usize, usize)> = Vec::new();
    for start in 0..count {
        if number[start] != UNSEEN {
            continue;
        }
        work.push((start, 0));
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                number[node] = next;
                low[node] = next;
                next += 1;
                open.push(node);
                is_open[node] = true;
            } else {
                // Back from the dependency before this one.
                low[node] = low[node].min(low[dependencies[node][edge - 1]]);
            }
            let unseen = dependencies[node][edge..].iter().position(|needed| {
                let seen = number[*needed] != UNSEEN;
                if seen && is_open[*needed] {
                    low[node] = low[node].min(number[*needed]);
                }
                !seen
            });
            if let Some(skipped) = unseen {
                let edge = edge + skipped;
                work.push((node, edge + 1));
                work.push((dependencies[node][edge], 0));
                continue;
            }
            if low[node] != number[node] {
                continue;
            }
            let at = open.iter().rposition(|member| *member == node).unwrap_or_default();
            let mut members = open.split_off(at);
            members.iter().for_each(|member| is_open[*member] = false);
            if members.len() > 1 {
                members.sort_unstable();
                cycles.push(members.clone());
            }
            sequence.extend(members);
        }
    }
    (sequence, cycles)
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
