//! Bodies compared by their schema.

use schema::{Block, NestedBlock, Nesting};
use smol_str::SmolStr;
use value::{Kind as Shape, Value};

use super::build::{attribute, let_unstored_stay, same};
use super::empty_text::EmptyText;
use super::sequence::pair_elements;
use super::{Act, Diff, Hint, Kind, Replace, diff};

/// How a body differs.
#[derive(Debug)]
pub(crate) struct BlockDiff {
    /// Its attributes, without those that are null before and after.
    pub(crate) attributes: Vec<(SmolStr, Diff)>,
    /// Its blocks by type.
    pub(crate) blocks: Vec<(SmolStr, Vec<NestedDiff>)>,
    /// Whether all of it is a secret, so that nothing of it is here.
    pub(crate) is_secret: bool,
}

/// How a nested block differs.
#[derive(Debug)]
pub(crate) struct NestedDiff {
    /// What becomes of it.
    pub(crate) act: Act,
    /// Whether that needs a new object.
    pub(crate) replace: bool,
    /// Its label, where blocks have some.
    pub(crate) label: Option<SmolStr>,
    /// What is in it.
    pub(crate) body: NestedBody,
}

/// What is in a nested block.
#[derive(Debug)]
pub(crate) enum NestedBody {
    /// This.
    Block(BlockDiff),
    /// It is known later.
    Unknown,
}

impl BlockDiff {
    /// Compares two bodies. Without a schema everything is an attribute.
    pub(crate) fn new(
        before: Option<&Value>,
        after: Option<&Value>,
        schema: Option<&Block>,
        replace: &Replace<'_>,
    ) -> BlockDiff {
        BlockDiff::inside(before, after, schema, EmptyText::Null, replace)
    }

    fn inside(
        before: Option<&Value>,
        after: Option<&Value>,
        schema: Option<&Block>,
        empty: EmptyText,
        replace: &Replace<'_>,
    ) -> BlockDiff {
        let get = |value: Option<&Value>, name: &str| value.and_then(|value| value.entry(name)).cloned();
        let is_secret = is_secret(before) || is_secret(after);
        let mut found = BlockDiff { attributes: Vec::new(), blocks: Vec::new(), is_secret };
        if is_secret {
            return found;
        }
        let Some(schema) = schema else {
            let entries = |value: Option<&Value>| {
                value
                    .and_then(Value::as_entries)
                    .unwrap_or_default()
                    .iter()
                    .map(|(key, _)| key.clone())
                    .collect()
            };
            let mut names: Vec<SmolStr> = entries(before);
            names.extend::<Vec<SmolStr>>(entries(after));
            names.sort();
            names.dedup();
            for name in names {
                let there = |value: Option<Value>| value.filter(|value| !value.is_null());
                let (old, new) = (there(get(before, &name)), there(get(after, &name)));
                if old.is_some() || new.is_some() {
                    let one = diff(old.as_ref(), new.as_ref(), Hint::Open, &replace.attribute(&name));
                    found.attributes.push((name, one));
                }
            }
            return found;
        };
        let empty = empty.inside(schema);
        for (name, schema) in &schema.attributes {
            let (old, new) = (get(before, name), get(after, name));
            let one = attribute(old.as_ref(), new.as_ref(), schema, empty, &replace.attribute(name));
            found.attributes.extend(one.map(|one| (name.clone(), unstored_plainly(one))));
        }
        for (name, nested) in &schema.blocks {
            let (old, new) = (get(before, name), get(after, name));
            let blocks = nested_blocks(old.as_ref(), new.as_ref(), nested, empty, &replace.attribute(name));
            if !blocks.is_empty() {
                found.blocks.push((name.clone(), blocks));
            }
        }
        // What is never stored comes and goes with the body, if that does so as a whole.
        if found.has_update() {
            let_unstored_stay(&mut found.attributes);
        }
        found
    }

    /// Whether a part of it changes in place.
    fn has_update(&self) -> bool {
        self.attributes.iter().any(|(_, one)| one.act == Act::Update)
            || self.blocks.iter().any(|(_, blocks)| blocks.iter().any(|one| one.act == Act::Update))
    }

    /// Whether there is nothing to show of it.
    pub(crate) fn is_empty(&self) -> bool {
        !self.is_secret && self.attributes.is_empty() && self.blocks.is_empty()
    }

    /// Whether nothing differs.
    pub(crate) fn is_same(&self) -> bool {
        self.attributes.iter().all(|(_, one)| one.act == Act::NoOp)
            && self.blocks.iter().all(|(_, blocks)| blocks.iter().all(|one| one.act == Act::NoOp))
    }
}

/// An attribute of a body. Only inside of attributes Terraform says that what is never stored is a secret.
fn unstored_plainly(mut one: Diff) -> Diff {
    if let Kind::WriteOnly { secret } = &mut one.kind {
        *secret = false;
    }
    one
}

fn nested_blocks(
    before: Option<&Value>,
    after: Option<&Value>,
    nested: &NestedBlock,
    empty: EmptyText,
    replace: &Replace<'_>,
) -> Vec<NestedDiff> {
    let all_secret = (is_secret(before), is_secret(after));
    let hides = all_secret.0 || all_secret.1;
    if !hides && after.is_some_and(|after| !after.is_known()) {
        let is_empty =
            before.is_none_or(|value| value.is_null() || value.as_items().is_some_and(<[Value]>::is_empty));
        let act = if is_empty { Act::Create } else { Act::Update };
        return vec![NestedDiff { act, replace: replace.is_here(), label: None, body: NestedBody::Unknown }];
    }
    let all_replace = replace.is_here();
    let empty = if matches!(nested.nesting, Nesting::List | Nesting::Set) { EmptyText::Null } else { empty };
    let one = |old: Option<&Value>, new: Option<&Value>, replace: Replace<'_>, label: Option<SmolStr>| {
        let replace = if all_replace { replace.and_here() } else { replace };
        let secret = (all_secret.0 || is_secret(old), all_secret.1 || is_secret(new));
        let (body, is_same) = if secret.0 || secret.1 {
            let is_same = secret.0 == secret.1 && old.zip(new).is_some_and(|(old, new)| same(old, new));
            (BlockDiff { attributes: Vec::new(), blocks: Vec::new(), is_secret: true }, is_same)
        } else {
            let body = BlockDiff::inside(old, new, Some(&nested.block), empty, &replace);
            let is_same = body.is_same();
            (body, is_same)
        };
        let act = match (old, new) {
            // A part that only turns into a secret, or from one, neither comes nor goes, and so the whole does not.
            (None, _) if !body.has_update() => Act::Create,
            (_, None) if !body.has_update() => Act::Delete,
            _ if is_same => Act::NoOp,
            _ => Act::Update,
        };
        NestedDiff { act, replace: replace.is_here(), label, body: NestedBody::Block(body) }
    };
    let there = |value: Option<&Value>| value.filter(|value| !value.is_null()).cloned();
    let (old, new) = (there(before), there(after));
    let items = |value: &Option<Value>| value.as_ref().and_then(Value::as_items).unwrap_or_default().to_vec();
    match nested.nesting {
        Nesting::Single | Nesting::Group => {
            // A group is never null; without content there is nothing to see.
            let seen = |value: Option<Value>| {
                value.filter(|value| {
                    nested.nesting == Nesting::Single
                        || value.as_entries().unwrap_or_default().iter().any(|(_, part)| !is_nothing(part))
                })
            };
            match (seen(old), seen(new)) {
                (None, None) => Vec::new(),
                (old, new) => vec![one(old.as_ref(), new.as_ref(), replace.clone(), None)],
            }
        }
        Nesting::List => {
            let (old, new) = (items(&old), items(&new));
            let pairs = pair_elements(&old, &new, same, |_| true);
            let pairs = pairs.into_iter();
            pairs
                .map(|(b, a)| {
                    let at = a.or(b).unwrap_or(0);
                    one(b.map(|b| &old[b]), a.map(|a| &new[a]), replace.index(at), None)
                })
                .collect()
        }
        Nesting::Set => {
            let (old, new) = (items(&old), items(&new));
            let mut used = vec![false; new.len()];
            let mut found = Vec::new();
            for value in &old {
                let at = new.iter().zip(&used).position(|(other, used)| !used && same(value, other));
                at.into_iter().for_each(|at| used[at] = true);
                found.push(one(Some(value), at.map(|at| &new[at]), Replace::default(), None));
            }
            let added = new.iter().zip(used).filter(|(_, used)| !used);
            found.extend(added.map(|(value, _)| one(None, Some(value), Replace::default(), None)));
            found
        }
        Nesting::Map => {
            let entries = |value: &Option<Value>| {
                value.as_ref().and_then(Value::as_entries).unwrap_or_default().to_vec()
            };
            let mut keys: Vec<_> =
                entries(&old).into_iter().chain(entries(&new)).map(|(key, _)| key).collect();
            keys.sort();
            keys.dedup();
            let get =
                |value: &Option<Value>, key: &str| value.as_ref().and_then(|value| value.entry(key)).cloned();
            keys.into_iter()
                .map(|key| {
                    let replace = replace.key(&key);
                    one(get(&old, &key).as_ref(), get(&new, &key).as_ref(), replace, Some(key))
                })
                .collect()
        }
    }
}

fn is_secret(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value.marks().is_sensitive())
}

/// Whether a part of a group says nothing.
fn is_nothing(value: &Value) -> bool {
    match value.kind() {
        Shape::Null => true,
        Shape::List(items) | Shape::Set(items) | Shape::Tuple(items) => items.is_empty(),
        Shape::Map(entries) => entries.is_empty(),
        _ => false,
    }
}
