//! The order of a walk: whose needs are all met.

use std::collections::VecDeque;

use config::Graph;

/// Which nodes can be visited now.
pub(super) struct Order {
    /// How many nodes each still waits for.
    waiting: Vec<u32>,
    /// Who waits for each, one after the other, and where the list of each begins.
    dependents: Vec<u32>,
    starts: Vec<u32>,
    pub(super) ready: VecDeque<usize>,
}

impl Order {
    pub(super) fn new(graph: &Graph) -> Self {
        let count = graph.len();
        let mut starts = vec![0_u32; count + 1];
        let mut waiting = vec![0_u32; count];
        for (node, waiting) in waiting.iter_mut().enumerate() {
            for needed in graph.comes_after(node) {
                *waiting += 1;
                starts[needed + 1] += 1;
            }
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut dependents = vec![0_u32; starts[count] as usize];
        for node in 0..count {
            for needed in graph.comes_after(node) {
                dependents[next[needed] as usize] = u32::try_from(node).unwrap_or(u32::MAX);
                next[needed] += 1;
            }
        }
        let ready = (0..count).filter(|node| waiting[*node] == 0).collect();
        Self { waiting, dependents, starts, ready }
    }

    /// A node was visited, or will not be.
    pub(super) fn finish(&mut self, node: usize) {
        for at in self.starts[node]..self.starts[node + 1] {
            let dependent = self.dependents[at as usize] as usize;
            self.waiting[dependent] -= 1;
            if self.waiting[dependent] == 0 {
                self.ready.push_back(dependent);
            }
        }
    }
}
