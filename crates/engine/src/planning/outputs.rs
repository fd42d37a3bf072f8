//! What becomes of the outputs of the root module.

use std::collections::BTreeMap;

use plan::{Action, Mode, OutputChange};
use smol_str::SmolStr;
use state::OutputState;
use value::{Type, Value};

use super::Planner;
use crate::walk::Walk;

impl Planner<'_> {
    /// Writes the outputs as far as they are known into the prior state. Those that are not known yet are there as they
    /// were until the plan is performed.
    pub(crate) fn remember_outputs(&self, walk: &Walk<'_>) {
        if self.options.mode == Mode::Destroy && !self.options.refresh {
            return;
        }
        let root = walk.world.root();
        let values = root.outputs.borrow();
        let mut prior = self.prior.borrow_mut();
        for (name, output) in &walk.setup.tree.modules[0].module.outputs {
            let Some(value) = values.get(name) else { continue };
            let value = value.unmark_deep().0;
            if value.is_null() {
                prior.outputs.remove(name);
            } else if value.is_wholly_known() && output.ephemeral != Some(true) {
                let sensitive = output.sensitive == Some(true);
                let deprecated = output.deprecated.clone();
                prior.outputs.insert(name.clone(), OutputState { value, sensitive, deprecated });
            }
        }
    }

    /// What becomes of the outputs; what is remembered of them is in the prior state already.
    pub(crate) fn output_changes(&self, walk: &Walk<'_>) -> BTreeMap<SmolStr, OutputChange> {
        let declared = &walk.setup.tree.modules[0].module.outputs;
        let root = walk.world.root();
        let values = root.outputs.borrow();
        let mut changes = BTreeMap::new();
        let null = || Value::null(Type::Dynamic);
        if self.options.mode == Mode::Destroy && !self.selection.is_everything() {
            // Where something stays, they are as they were.
            return changes;
        }
        if self.options.mode != Mode::Destroy {
            for (name, output) in declared {
                // One that was left out, or whose evaluation failed, is as it was.
                let Some(after) = values.get(name) else { continue };
                if after.deep_marks().is_ephemeral() {
                    continue;
                }
                let stored = self.previous.outputs.get(name);
                let sensitive = output.sensitive == Some(true);
                let before = stored.map_or_else(null, |stored| stored.value.clone());
                let plain = after.unmark_deep().0;
                // Nothing stays nothing, of whatever type.
                let plain = if stored.is_none() && plain.is_null() { null() } else { plain };
                let action = match stored {
                    None if plain.is_null() => Action::NoOp,
                    None => Action::Create,
                    Some(stored)
                        if stored.value.raw_eq(&plain)
                            && stored.sensitive == sensitive
                            && stored.deprecated == output.deprecated =>
                    {
                        Action::NoOp
                    }
                    Some(_) => Action::Update,
                };
                let before_sensitive = stored.is_some_and(|stored| stored.sensitive);
                changes.insert(
                    name.clone(),
                    OutputChange {
                        action,
                        before: if before_sensitive { before.sensitive() } else { before },
                        after: if sensitive { plain.sensitive() } else { plain },
                        sensitive: sensitive || before_sensitive,
                    },
                );
            }
        }
        // What is destroyed is what was found when everything was looked at.
        let prior = self.prior.borrow();
        let before = if self.options.mode == Mode::Destroy { &prior.outputs } else { &self.previous.outputs };
        for (name, stored) in before {
            // What is gone stays remembered in a run that is not of everything.
            let stays = declared.contains_key(name) || !self.selection.is_everything();
            if self.options.mode != Mode::Destroy && stays {
                continue;
            }
            let before = stored.value.clone();
            changes.insert(
                name.clone(),
                OutputChange {
                    action: Action::Delete,
                    before: if stored.sensitive { before.sensitive() } else { before },
                    after: if stored.sensitive { null().sensitive() } else { null() },
                    sensitive: stored.sensitive,
                },
            );
        }
        changes
    }
}
