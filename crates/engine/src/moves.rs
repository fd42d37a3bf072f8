//! `moved` blocks and moves that follow from `count` and `for_each`, made in the state before planning.

use addrs::AbsResourceInstance;
use config::ModuleTree;
use diag::Diagnostics;
use state::State;

use crate::world::Map;

/// What the moves led to.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    /// For each instance that was moved, where it was.
    pub(crate) moved_from: Map<AbsResourceInstance, AbsResourceInstance>,
    pub(crate) diags: Diagnostics,
}

/// Makes all moves in the state.
pub(crate) fn apply(_tree: &ModuleTree, _state: &mut State) -> Moves {
    Moves::default()
}
