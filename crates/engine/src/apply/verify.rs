//! What checks read themselves to verify what was made: when everything else is made, and only then.

use config::{Item, ResourceConfig};
use plan::{Mode, Plan};

use crate::setup::Setup;

/// For each node whether it is read by a check, and no resource needs it; nothing where there is none.
pub(super) fn read_last(setup: &Setup<'_>, plan: &Plan) -> Option<Vec<bool>> {
    let graph = setup.graph;
    let config_of = |node: usize| -> Option<&ResourceConfig> {
        let at = graph.node(node);
        let Item::Resource(resource) = &at.item else { return None };
        setup.tree.modules[at.module].module.resources.get(resource).map(|config| &**config)
    };
    let of_check = |node: usize| config_of(node).is_some_and(|config| config.check.is_some());
    if plan.mode != Mode::Normal || !(0..graph.len()).any(of_check) {
        return None;
    }
    let mut needed = vec![false; graph.len()];
    // Whoever needs something comes after it, so going backwards sees dependents first.
    for node in graph.order().iter().copied().rev() {
        if needed[node] || config_of(node).is_some() && !of_check(node) {
            graph.dependencies(node).iter().for_each(|dependency| needed[*dependency] = true);
        }
    }
    Some((0..graph.len()).map(|node| of_check(node) && !needed[node]).collect())
}
