//! References in arguments and blocks that the schema of their resource does not have. The models do not see them: they
//! tell of what is not supported, and not of what would follow from it.

use std::collections::{BTreeSet, HashSet};

use diag::SourceRange;

use crate::body_walk::{self, Found};
use crate::graph::{Graph, Item};
use crate::schemas::{Lookup, Schemas};
use crate::tree::ModuleTree;

/// What a declaration needs only because of such references.
pub(super) fn left_out(
    tree: &ModuleTree,
    graph: &Graph,
    schemas: &dyn Schemas,
    at: usize,
) -> BTreeSet<usize> {
    let unsupported = places(tree, graph, schemas, at);
    match unsupported.is_empty() {
        true => BTreeSet::new(),
        false => graph.needed_only_by(tree, at, |reference| unsupported.contains(&reference.range())),
    }
}

/// Where they are.
fn places(tree: &ModuleTree, graph: &Graph, schemas: &dyn Schemas, at: usize) -> HashSet<SourceRange> {
    let node = graph.node(at);
    let module = &tree.modules[node.module].module;
    let Item::Resource(resource) = &node.item else { return HashSet::new() };
    let Some(config) = module.resources.get(resource) else { return HashSet::new() };
    let provider = module.provider_addr(&config.provider_name().local);
    let found = match schemas.resource(&provider, resource.mode, &resource.type_name) {
        Lookup::Found(schema) => {
            let block = &schema.block;
            let is_other =
                |name: &str| !block.attributes.contains_key(name) && !block.blocks.contains_key(name);
            body_walk::expressions_where(&config.body, is_other)
        }
        Lookup::Unsupported => body_walk::expressions(&config.body),
        Lookup::Unavailable => Vec::new(),
    };
    // What a block goes through is looked at before its type is.
    let gone_through = body_walk::gone_through_for_others(&config.body, |_| false);
    let gone_through: HashSet<SourceRange> = ranges(&gone_through).collect();
    ranges(&found).filter(|range| !gone_through.contains(range)).collect()
}

fn ranges(found: &[Found]) -> impl Iterator<Item = SourceRange> {
    found.iter().flat_map(Found::references).map(|reference| reference.range())
}
