//! Blocks whose schema a provider says.

use addrs::{Provider, ResourceMode};
use diag::Diagnostics;
use hcl::Body;
use lang::PreparedBlock;

use super::eval::BlockEval;
use crate::body_walk;
use crate::names::ModuleNames;
use crate::schemas::{BlockKind, Lookup};

/// A block of a provider, with what is known of its schema.
pub(super) struct BlockOfProvider<'a> {
    pub(super) body: &'a Body,
    pub(super) lookup: Lookup,
    pub(super) kind: BlockKind<'a>,
    pub(super) provider: &'a Provider,
}

impl BlockOfProvider<'_> {
    /// Checks what is written, and has the provider check it too. What is wrong with a value, not with its text, is
    /// told with the address of what the block declares.
    pub(super) fn check(
        &self,
        names: &ModuleNames<'_>,
        eval: &BlockEval<'_>,
        address: &str,
        diags: &mut Diagnostics,
    ) {
        let Lookup::Found(schema) = &self.lookup else {
            for found in body_walk::expressions(self.body) {
                diags.append(eval.eval_found(&found).1);
            }
            return;
        };
        let (block, mut found) = PreparedBlock::new(self.body, &schema.block);
        // What does not fit is not looked into.
        if !found.has_errors() {
            for written in body_walk::expressions(self.body) {
                found.append(eval.check_found(&written));
            }
        }
        if !found.has_errors() {
            let (value, more) = block.eval(&eval.scope());
            found.append(more);
            let written = found.len();
            if let BlockKind::Resource(mode, _) = self.kind
                && matches!(mode, ResourceMode::Managed | ResourceMode::Data | ResourceMode::Action)
            {
                found.append(block.refuse_ephemeral(&schema.block, &value));
            }
            if !found.has_errors() {
                let problems = names.schemas().validate(self.provider, self.kind, value.unmark_deep().0);
                found.extend(problems.into_iter().map(|(mut problem, path)| {
                    problem.subject = block.range_of(&path);
                    problem
                }));
            }
            let mut told = Diagnostics::new();
            told.extend(found.into_iter().enumerate().map(|(at, mut problem)| {
                if at >= written && problem.address.is_none() {
                    problem.address = Some(address.to_owned());
                }
                problem
            }));
            found = told;
        }
        diags.append(found);
    }
}
