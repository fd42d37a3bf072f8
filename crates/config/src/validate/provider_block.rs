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
    /// told with the address of what the block declares. Whether there is a value.
    pub(super) fn check(
        &self,
        names: &ModuleNames<'_>,
        eval: &BlockEval<'_>,
        address: &str,
        diags: &mut Diagnostics,
    ) -> bool {
        let Lookup::Found(schema) = &self.lookup else {
            for found in body_walk::expressions(self.body) {
                diags.append(eval.eval_found(&found).1);
            }
            return false;
        };
        let (block, structure) = PreparedBlock::new(self.body, &schema.block);
        // Where names lead nowhere, nothing else is told; what does not belong there is not looked into.
        let belongs =
            |name: &str| schema.block.attributes.contains_key(name) || schema.block.blocks.contains_key(name);
        // In JSON what makes blocks is a property like others.
        let known = |name: &str| belongs(name) || name == "dynamic";
        let mut found = eval.check_found(&body_walk::expressions_where(self.body, known));
        let mut has_value = false;
        if !found.has_errors() {
            found = structure;
            // What makes blocks that do not belong there is told beside that.
            found.append(eval.check_found(&body_walk::gone_through_for_others(self.body, known)));
            let (value, more) = block.eval(&eval.scope());
            found.append(more);
            has_value = !found.has_errors();
            let written = found.len();
            if let BlockKind::Resource(mode, _) = self.kind
                && matches!(mode, ResourceMode::Managed | ResourceMode::Data | ResourceMode::Action)
            {
                found.append(block.refuse_ephemeral(&schema.block, &value));
            }
            if !found.has_errors() {
                let problems = names.schemas().validate(self.provider, self.kind, value.unmark_deep().0);
                found.extend(problems.into_iter().map(|(mut problem, path)| {
                    problem.subject = Some(block.range_of(&path));
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
        has_value
    }
}
