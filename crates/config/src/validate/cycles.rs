//! Declarations that need each other, told with the references that make the circle.

use std::collections::{HashMap, HashSet, VecDeque};

use diag::Diagnostic;

use super::unsupported;
use crate::graph::{Graph, Item};
use crate::schemas::Schemas;
use crate::sorted::Sorted;
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

/// Some declarations each of which needs all of them, in an order that there is where references do not count that stand
/// in arguments and blocks which the schema does not have: those are what is wrong then. Nothing where there is none.
pub(super) fn order_without_unsupported(
    tree: &ModuleTree,
    graph: &Graph,
    schemas: &dyn Schemas,
    component: &[usize],
) -> Option<Vec<usize>> {
    let places: HashMap<usize, usize> =
        component.iter().enumerate().map(|(place, at)| (*at, place)).collect();
    let needed = |at: &usize| {
        let left_out = unsupported::left_out(tree, graph, schemas, *at);
        let needed = graph.comes_after(*at).filter(|needed| !left_out.contains(needed));
        needed.filter_map(|needed| places.get(&needed).copied()).collect()
    };
    let needed: Vec<Vec<usize>> = component.iter().map(needed).collect();
    let Sorted { order, cycles } = Sorted::new(needed.len(), |at, edge| needed[at].get(edge).copied());
    cycles.is_empty().then(|| order.into_iter().map(|place| component[place]).collect())
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
