//! Nodes of a graph in an order in which each comes after all that it needs.

use std::ops::Range;

/// An order, and where it could not be kept.
#[derive(Debug, Default)]
pub struct Sorted {
    /// All nodes; those of a cycle together.
    pub order: Vec<usize>,
    /// Where in the order nodes stand that all need each other.
    pub cycles: Vec<Range<usize>>,
}

impl Sorted {
    /// Sorts so many nodes; `needed` gives the nodes that come before one, one after the other by their number. By Tarjan's
    /// algorithm, with a list of work instead of recursion.
    pub fn new(count: usize, needed: impl Fn(usize, usize) -> Option<usize>) -> Self {
        const UNSEEN: usize = usize::MAX;
        let (mut number, mut low, mut on_stack) = (vec![UNSEEN; count], vec![0; count], vec![false; count]);
        let mut sorted = Self { order: Vec::with_capacity(count), cycles: Vec::new() };
        let (mut stack, mut work, mut counter) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if number[root] != UNSEEN {
                continue;
            }
            work.push((root, 0));
            while let Some((at, edge)) = work.pop() {
                if edge == 0 {
                    number[at] = counter;
                    low[at] = counter;
                    counter += 1;
                    stack.push(at);
                    on_stack[at] = true;
                }
                if let Some(to) = needed(at, edge) {
                    work.push((at, edge + 1));
                    if number[to] == UNSEEN {
                        work.push((to, 0));
                    } else if on_stack[to] {
                        low[at] = low[at].min(number[to]);
                    }
                    continue;
                }
                if low[at] == number[at] {
                    let start = stack.iter().rposition(|node| *node == at).unwrap_or(0);
                    let first = sorted.order.len();
                    sorted.order.extend(stack.drain(start..));
                    sorted.order[first..].iter().for_each(|node| on_stack[*node] = false);
                    if sorted.order.len() - first > 1 {
                        sorted.cycles.push(first..sorted.order.len());
                    }
                }
                if let Some((parent, _)) = work.last() {
                    low[*parent] = low[*parent].min(low[at]);
                }
            }
        }
        sorted
    }
}
