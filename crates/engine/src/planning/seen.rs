//! What expressions see of a block where not all that is written is planned: the instances that there are.

use std::rc::Rc;
use std::sync::Arc;

use addrs::{AbsResource, AbsResourceInstance, InstanceKey, ResourceMode};
use diag::Diagnostics;
use plan::Mode;
use value::Value;

use super::{Block, Planner, object};
use crate::walk::{ResourceVisit, Walk};
use crate::world::{Expansion, Shape};

impl Planner<'_> {
    /// The instances of a block that expressions see, with their values; nothing where they see what is written. A run
    /// that makes nothing, or only some instances, cannot show what it does not make.
    pub(super) async fn seen(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        values: &[Option<Value>],
    ) -> Option<(Expansion, Vec<Value>)> {
        let normal = self.options.mode != Mode::RefreshOnly;
        let managed = visit.config.resource.mode == ResourceMode::Managed;
        if !managed && visit.config.resource.mode != ResourceMode::Data {
            return None;
        }
        if normal && self.selection.is_everything() || !normal && !managed {
            return None;
        }
        let mut found = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let addr = visit.addr(index);
            let is_there =
                self.changes.borrow().get(&addr).is_some() || self.prior.borrow().instance(&addr).is_some();
            if let Some(value) = value.as_ref().filter(|_| is_there) {
                found.push((addr.resource.key, value.clone()));
            }
        }
        if managed {
            self.look_at_unwritten(walk, visit, &mut found).await;
        }
        let unknown = Value::unknown(block.schema.block.implied_type().clone());
        seen(&visit.expansion, found, &unknown)
    }

    /// Finds instances that are only in the state and stay there; in a run that only looks, it looks at them now.
    async fn look_at_unwritten(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        found: &mut Vec<(Option<InstanceKey>, Value)>,
    ) {
        let resource =
            AbsResource { module: visit.module.addr.clone(), resource: visit.config.resource.clone() };
        let Some(state) = self.previous.resources.get(&resource) else { return };
        let mut block = None;
        for key in state.instances.keys().filter(|key| !visit.expansion.has(key.as_ref())) {
            let addr = resource.instance(key.clone());
            // Before everything is destroyed it is planned as in any run.
            let selected = match self.options.mode {
                Mode::Destroy => self.selection.looks_at_orphan(&addr),
                Mode::Normal | Mode::RefreshOnly => self.selection.has_orphan(&addr),
            };
            if self.options.mode != Mode::RefreshOnly && selected {
                continue;
            }
            let mut diags = Diagnostics::new();
            if block.is_none() {
                block = self.stored_block(walk, &addr, &state.provider, &mut diags).await;
            }
            if let Some(block) = &block
                && let Some(value) = self.unwritten(walk, block, &addr, selected, &mut diags).await
            {
                found.push((key.clone(), value));
            }
            walk.report(visit.node, diags);
        }
    }

    /// The value of an instance that is only in the state.
    async fn unwritten(
        &self,
        walk: &Walk<'_>,
        block: &Arc<Block>,
        addr: &AbsResourceInstance,
        selected: bool,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let unknown = || Value::unknown(block.schema.block.implied_type().clone());
        let instance = self.previous.instance(addr)?;
        let Some(object) = instance.current.clone() else { return Some(unknown()) };
        let object = self.taken_over(block, addr, object, diags).await?;
        let current = object::current(block, addr, object, diags).await?;
        if !selected || !self.refreshes_orphan(walk, addr) {
            return Some(current.value);
        }
        let before = current.value.clone();
        let current = self.refresh(walk, block, addr, None, current, diags).await?;
        self.remember(addr, block, Some(&before), current.as_ref(), None);
        self.looked_at.borrow_mut().insert(addr.clone());
        match current {
            Some(current) => Some(current.value),
            None => (!instance.deposed.is_empty()).then(unknown),
        }
    }
}

/// Instances of a higher number are not seen: the unknown ones below it would take all memory, and only a state that
/// somebody wrote by hand has such a number.
const MOST_COUNTED: usize = 10_000_000;

/// What expressions see of a block with these instances. Below the highest number those that are missing are unknown.
pub(crate) fn seen(
    written: &Expansion,
    mut found: Vec<(Option<InstanceKey>, Value)>,
    unknown: &Value,
) -> Option<(Expansion, Vec<Value>)> {
    if written.deferred {
        return None;
    }
    let shape = written.shape;
    match shape {
        Shape::Enabled => return None,
        Shape::Single => {
            let value = found.into_iter().find(|(key, _)| key.is_none()).map(|(_, value)| value);
            return Some((Expansion::single(), vec![value.unwrap_or_else(|| unknown.clone())]));
        }
        Shape::Count => {
            let mut values = Vec::new();
            for (key, value) in found {
                let Some(InstanceKey::Int(number)) = key else { continue };
                let Some(index) = usize::try_from(number).ok().filter(|index| *index < MOST_COUNTED) else {
                    continue;
                };
                if values.len() <= index {
                    values.resize(index + 1, unknown.clone());
                }
                values[index] = value;
            }
            found = (0..).zip(values).map(|(index, value)| (Some(InstanceKey::Int(index)), value)).collect();
        }
        Shape::Each => {
            found.retain(|(key, _)| matches!(key, Some(InstanceKey::String(_))));
            found.sort_by(|a, b| a.0.cmp(&b.0));
        }
    }
    let (keys, values) = found.into_iter().unzip();
    Some((Expansion { shape, keys, each: Vec::new(), deferred: false }, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_seen() {
        let int = |number| Some(InstanceKey::Int(number));
        let text = |text: &str| Some(InstanceKey::String(text.into()));
        let written = |shape| Expansion { shape, keys: Vec::new(), each: Vec::new(), deferred: false };
        let check = |shape, found: &[Option<InstanceKey>], expect: &str| {
            let found = found.iter().map(|key| (key.clone(), Value::bool(true))).collect();
            let shown = seen(&written(shape), found, &Value::bool(false)).map(|(seen, values)| {
                let one = |(key, value): (&Option<InstanceKey>, &Value)| {
                    let key = key.as_ref().map(ToString::to_string).unwrap_or_default();
                    format!("{key}{}", if value.as_bool() == Some(true) { '+' } else { '?' })
                };
                seen.keys.iter().zip(&values).map(one).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(shown.as_deref().unwrap_or("as written"), expect);
        };
        check(Shape::Single, &[], "?");
        check(Shape::Single, &[int(0), None], "+");
        check(Shape::Count, &[], "");
        check(Shape::Count, &[int(2), None, int(0)], "[0]+ [1]? [2]+");
        check(Shape::Count, &[int(i64::MAX), int(-1), int(0)], "[0]+");
        check(Shape::Each, &[text("b"), int(0), text("a")], "[\"a\"]+ [\"b\"]+");
        check(Shape::Enabled, &[None], "as written");
    }
}
