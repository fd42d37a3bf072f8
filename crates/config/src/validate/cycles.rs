//! Declarations that need each other, told with the references that make the circle.

use std::collections::{HashMap, HashSet, VecDeque};

use diag::Diagnostic;

use crate::graph::{Graph, Item};
use crate::tree::ModuleTree;

/// The problem of some declarations each of which needs all of them.
pub(super) fn cycle(tree: &ModuleTree, graph: &Graph, component: &[usize]) -> Diagnostic {
    let mut members: Vec<(String, usize)> =
        component.iter().map(|at| (graph.label(tree, *at), *at)).collect();
    members.sort();
    // An import is part of the resource that it is for.
    let named = members.iter().filter(|(_, at)| !matches!(graph.node(*at).item, Item::Import(_)));
    let labels: Vec<&str> = named.map(|(label, _)| label.as_str()).collect();
    let path = shortest(graph, component, members[0].1);
    let next = path.iter().skip(1).chain(&path[..1]);
    let plain = |at: usize| {
        let label = graph.label(tree, at);
        label.strip_suffix(" (expand)").map(str::to_owned).unwrap_or(label)
    };
    let steps = path.iter().zip(next).map(|(from, to)| {
        // A module needs what is in it, and that how many modules there are: neither is written anywhere.
        let place = graph.reference(tree, *from, *to);
        let place = place.map(|range| format!(" ({} line {})", range.filename, range.start.line));
        format!("\n  {} needs {}{}", plain(*from), plain(*to), place.unwrap_or_default())
    });
    let detail = format!(
        "None of these can be first:\n{}\n\nTake one of the references out, or move what it needs into a declaration of its \
         own.",
        steps.collect::<String>()
    );
    Diagnostic::error(format!("Cycle: {}", labels.join(", ")), detail)
}

/// The shortest way from a declaration through what it needs back to it.
fn shortest(graph: &Graph, component: &[usize], start: usize) -> Vec<usize> {
    let component: HashSet<usize> = component.iter().copied().collect();
    let mut came_from: HashMap<usize, usize> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for needed in graph.comes_after(at) {
            if needed == start {
                let mut path = vec![at];
                while let Some(before) = came_from.get(&path[path.len() - 1]) {
                    path.push(*before);
                }
                path.reverse();
                return path;
            }
            if component.contains(&needed) && !came_from.contains_key(&needed) {
                came_from.insert(needed, at);
                queue.push_back(needed);
            }
        }
    }
    vec![start]
}
