//! `moved` blocks and moves that follow from `count`, made in the state before planning.
//!
//! Statements are collected from all modules ([`statement`]), put in order by an index of their addresses
//! ([`index`], [`order`]) and made one by one ([`execute`]). Whether they were right can only be told after
//! the walk, which knows what is declared ([`validate`]).

mod declared;
mod execute;
mod implied;
mod index;
mod order;
mod statement;
mod take_over;
mod targets;
#[cfg(test)]
mod tests;
mod validate;

use std::collections::BTreeMap;

use addrs::AbsResourceInstance;
use config::ModuleTree;
use diag::SourceRange;
use state::State;

use crate::world::Map;
use statement::{Moveable, Statement};

pub(crate) use declared::InWalk;
pub(crate) use statement::module_of;
pub(crate) use targets::check_targets;

/// What the moves led to.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    /// For each instance that was moved, where it was in the state as read.
    pub(crate) moved_from: Map<AbsResourceInstance, AbsResourceInstance>,
    /// Those of them that have another type now.
    pub(crate) retyped: Map<AbsResourceInstance, Origin>,
    /// What to say about them after the walk.
    pub(crate) outcome: Outcome,
}

/// Where an object of another type came from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// Where it was in the state as read.
    pub(crate) addr: AbsResourceInstance,
    /// Who made it.
    pub(crate) provider: addrs::Provider,
    /// Where it is told that it moved.
    pub(crate) range: Option<SourceRange>,
}

/// What is told about moves after the walk.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// All `moved` blocks.
    statements: Vec<Statement>,
    /// Statements that lead to each other; nothing is moved where there are any.
    cycles: Vec<Vec<usize>>,
    /// What could not be moved because something was there already, and where it should have gone.
    blocked: BTreeMap<Moveable, Moveable>,
}

/// Makes all moves in the state.
pub(crate) fn apply(tree: &ModuleTree, state: &mut State) -> Moves {
    let mut statements = statement::collect(tree);
    let explicit = statements.len();
    let index = index::Index::new(&statements);
    statements.extend(implied::find(tree, state, &index));
    if statements.is_empty() {
        return Moves::default();
    }
    let index = if statements.len() == explicit { index } else { index::Index::new(&statements) };
    let (sequence, cycles) = order::order(&index.dependencies(&statements));
    let mut moves = Moves::default();
    if cycles.is_empty() && !state.resources.is_empty() {
        let mut run = execute::Run::new(state);
        sequence.iter().for_each(|statement| run.make(&statements[*statement]));
        (moves.moved_from, moves.retyped, moves.outcome.blocked) = run.finish();
    }
    statements.truncate(explicit);
    moves.outcome.statements = statements;
    moves.outcome.cycles = cycles;
    moves
}
