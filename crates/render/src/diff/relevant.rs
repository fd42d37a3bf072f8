//! What was changed outside is shown where something needs it: the rest is drawn as if it stayed.

use super::block::{BlockDiff, NestedBody};
use super::{Act, Diff, Kind, Replace};

/// Lets only those parts of a body differ that are needed.
pub(crate) fn keep_needed(body: &mut BlockDiff, needed: &Replace<'_>) {
    if needed.is_here() {
        return;
    }
    for (name, one) in &mut body.attributes {
        keep(one, &needed.attribute(name), true);
    }
    for (name, blocks) in &mut body.blocks {
        let needed = needed.attribute(name);
        for (at, block) in blocks.iter_mut().enumerate() {
            let needed = match &block.label {
                Some(label) => needed.key(label),
                // A block that is alone is there without a place.
                None => Replace([needed.index(at).0, needed.names().0].concat()),
            };
            match &mut block.body {
                _ if needed.is_here() => {}
                NestedBody::Block(inner) if !needed.0.is_empty() => {
                    keep_needed(inner, &needed);
                    if inner.is_same() {
                        block.act = Act::NoOp;
                    }
                }
                _ => block.act = Act::NoOp,
            }
        }
    }
}

/// `beside`: whether something that it stands beside may be needed.
fn keep(diff: &mut Diff, needed: &Replace<'_>, beside: bool) {
    // What is never stored goes with what it belongs to.
    if needed.is_here() || (beside && matches!(diff.kind, Kind::WriteOnly { .. })) {
        return;
    }
    let inside = !needed.0.is_empty();
    stacker::maybe_grow(64 << 10, 1 << 20, || {
        let stays = match &mut diff.kind {
            Kind::Object(entries)
            | Kind::NestedObject(entries)
            | Kind::Map(entries)
            | Kind::NestedMap(entries) => {
                entries.iter_mut().for_each(|(key, entry)| keep(entry, &needed.key(key), inside));
                entries.iter().all(|(_, entry)| entry.act == Act::NoOp)
            }
            Kind::List(items) | Kind::NestedList(items) | Kind::Set(items) => {
                items.iter_mut().enumerate().for_each(|(at, item)| keep(item, &needed.index(at), inside));
                items.iter().all(|item| item.act == Act::NoOp)
            }
            // It is shown as it was.
            Kind::Scalar(Some(_), after) => {
                *after = None;
                true
            }
            Kind::Secret(turn) => {
                *turn = None;
                true
            }
            _ => true,
        };
        if stays {
            diff.act = Act::NoOp;
        }
    });
}
