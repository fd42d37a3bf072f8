//! Two values compared.

use std::borrow::Cow;

use schema::{Attribute, AttributeShape, NestedObject};
use smol_str::SmolStr;
use value::{Kind as Shape, PathStep, Type, Value};

use super::empty_text::EmptyText;
use super::sequence::pair_elements;
use super::{Act, Diff, Kind, Turn, json};

/// What is known of a part besides its value.
#[derive(Clone, Copy)]
pub(crate) enum Hint<'a> {
    /// Nothing: objects, lists and what is in them are what JSON would say.
    Open,
    /// Its type, and how empty text is seen.
    Type(&'a Type, EmptyText),
    /// The schema of its objects, and how empty text is seen.
    Nested(&'a NestedObject, EmptyText),
}

impl Hint<'_> {
    /// As it is in what is hidden or was before it becomes known later: there Terraform sees empty text as null.
    fn unseen(self) -> Self {
        match self {
            Hint::Open => Hint::Open,
            Hint::Type(ty, _) => Hint::Type(ty, EmptyText::Null),
            Hint::Nested(nested, _) => Hint::Nested(nested, EmptyText::Null),
        }
    }

    /// A value as it is seen.
    fn see<'v>(self, value: Option<&'v Value>) -> Option<Cow<'v, Value>> {
        let value = value?;
        Some(match self {
            Hint::Type(ty, empty) => empty.see(value, ty),
            _ => Cow::Borrowed(value),
        })
    }
}

/// Parts whose change needs a new object, as seen from one part.
#[derive(Clone, Default)]
pub(crate) struct Replace<'a>(pub(crate) Vec<&'a [PathStep]>);

impl<'a> Replace<'a> {
    /// As seen from one of its parts.
    pub(crate) fn step(&self, is_step: impl Fn(&PathStep) -> bool) -> Replace<'a> {
        let paths = self.0.iter().filter_map(|path| match path.split_first() {
            Some((first, rest)) if is_step(first) => Some(rest),
            _ => None,
        });
        Replace(paths.collect())
    }

    /// As seen from an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Replace<'a> {
        self.step(|step| matches!(step, PathStep::Attr(found) if found == name))
    }

    /// As seen from an element of a map, or an attribute.
    pub(crate) fn key(&self, key: &str) -> Replace<'a> {
        self.step(|step| match step {
            PathStep::Attr(name) => name == key,
            PathStep::Index(index) => index.as_str() == Some(key),
        })
    }

    /// As seen from an element of a list.
    pub(crate) fn index(&self, at: usize) -> Replace<'a> {
        let at = Value::int(i64::try_from(at).unwrap_or(i64::MAX));
        self.step(|step| matches!(step, PathStep::Index(index) if *index == at))
    }

    /// With the part itself.
    pub(crate) fn and_here(mut self) -> Replace<'a> {
        self.0.push(&[]);
        self
    }

    /// Those that go on with a name.
    pub(crate) fn names(&self) -> Replace<'a> {
        let paths = self.0.iter().filter(|path| !matches!(path.first(), Some(PathStep::Index(_))));
        Replace(paths.copied().collect())
    }

    /// Whether the part itself is meant.
    pub(crate) fn is_here(&self) -> bool {
        self.0.iter().any(|path| path.is_empty())
    }
}

/// Whether two values are the same to people, whatever is secret of them.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    if a.has_marks() || b.has_marks() {
        return a.unmark_deep().0.raw_eq(&b.unmark_deep().0);
    }
    a.raw_eq(b)
}

fn act_of(before: Option<&Value>, after: Option<&Value>) -> Act {
    match (before, after) {
        (None, Some(_)) => Act::Create,
        (Some(_), None) => Act::Delete,
        (Some(before), Some(after)) if !same(before, after) => Act::Update,
        _ => Act::NoOp,
    }
}

fn is_secret(value: Option<&Value>) -> bool {
    value.is_some_and(|value| value.marks().is_sensitive())
}

/// A secret. `turns`: it becomes one or is one no longer, and whether it is one after.
fn hidden(act: Act, turns: Option<bool>, replace: bool) -> Diff {
    let turn = turns.map(|secret| Turn { secret, same: act == Act::NoOp });
    let act = if turn.is_some() { Act::Update } else { act };
    Diff { act, replace, kind: Kind::Secret(turn) }
}

/// Compares two values; one that is missing is new or gone.
pub(crate) fn diff(
    before: Option<&Value>,
    after: Option<&Value>,
    hint: Hint<'_>,
    replace: &Replace<'_>,
) -> Diff {
    let here = replace.is_here();
    let secret = (is_secret(before), is_secret(after));
    let is_secret = secret.0 || secret.1;
    let hint = if is_secret { hint.unseen() } else { hint };
    let (before, after) = (hint.see(before), hint.see(after));
    let (before, after) = (before.as_deref(), after.as_deref());
    // What will be known later comes in place of null as it does where nothing was.
    let is_later = after.is_some_and(|after| !after.is_known());
    let before = before.filter(|before| !is_later || !before.is_null());
    if is_secret {
        let turns = before.is_some() && after.is_some() && secret.0 != secret.1;
        let bare = |value: Option<&Value>| value.map(|value| value.unmark_deep().0);
        let act = match (bare(before), bare(after)) {
            (Some(before), Some(after)) if !same(&before, &after) => {
                diff(Some(&before), Some(&after), hint, &Replace::default()).act
            }
            (before, after) => act_of(before.as_ref(), after.as_ref()),
        };
        return hidden(act, turns.then_some(secret.1), here);
    }
    if is_later {
        let known = before.filter(|before| before.is_known());
        let was = known.map(|before| Box::new(was(before, hint.unseen())));
        let act = match (before.is_some(), was.is_some()) {
            (false, _) => Act::Create,
            (true, true) => Act::Update,
            // Not a change but one thing that is shown.
            (true, false) => Act::NoOp,
        };
        return Diff { act, replace: here, kind: Kind::Unknown(was) };
    }
    stacker::maybe_grow(64 << 10, 1 << 20, || match hint {
        Hint::Type(Type::Dynamic, _) | Hint::Open => known(before, after, Hint::Open, &Replace::default()),
        hint => known(before, after, hint, replace),
    })
}

/// What something was that will be known later. Of an object with a schema each attribute will be.
fn was(before: &Value, hint: Hint<'_>) -> Diff {
    let none = Replace::default();
    match hint {
        Hint::Nested(nested, empty) if matches!(before.kind(), Shape::Object(_)) => {
            let later = nested.attributes.iter().filter_map(|(name, schema)| {
                let unknown = Value::unknown(schema.ty());
                let unknown = if schema.sensitive { unknown.sensitive() } else { unknown };
                let one = attribute(before.entry(name), Some(&unknown), schema, empty, &none);
                one.map(|one| (name.clone(), one))
            });
            Diff { act: Act::Update, replace: false, kind: Kind::NestedObject(later.collect()) }
        }
        hint => diff(Some(before), None, hint, &none),
    }
}

/// The groups of values that can be compared part by part.
#[derive(PartialEq)]
enum Group {
    Scalar,
    List,
    Set,
    Map,
    Object,
}

fn group(value: &Value, hint: Hint<'_>) -> Group {
    let open = matches!(hint, Hint::Open);
    match value.kind() {
        Shape::List(_) | Shape::Tuple(_) => Group::List,
        Shape::Set(_) if open => Group::List,
        Shape::Set(_) => Group::Set,
        Shape::Map(_) if open => Group::Object,
        Shape::Map(_) => Group::Map,
        Shape::Object(_) => Group::Object,
        _ => Group::Scalar,
    }
}

fn known(before: Option<&Value>, after: Option<&Value>, hint: Hint<'_>, replace: &Replace<'_>) -> Diff {
    let (old, new) = (before.map(|value| group(value, hint)), after.map(|value| group(value, hint)));
    let is_nested = matches!(hint, Hint::Nested(..));
    let mut kind = match (&old, &new) {
        (Some(old), Some(new)) if old != new => return changed(before, after, hint, replace),
        (Some(Group::Scalar), _) | (_, Some(Group::Scalar)) => return scalar(before, after, hint, replace),
        (Some(Group::List), _) | (_, Some(Group::List)) => {
            let items = list(before, after, hint, replace);
            if is_nested { Kind::NestedList(items) } else { Kind::List(items) }
        }
        (Some(Group::Set), _) | (_, Some(Group::Set)) => Kind::Set(set(before, after, hint)),
        (Some(Group::Map), _) | (_, Some(Group::Map)) => {
            let entries = entries(before, after, hint, replace);
            if is_nested { Kind::NestedMap(entries) } else { Kind::Map(entries) }
        }
        _ => {
            let entries = entries(before, after, hint, replace);
            if is_nested { Kind::NestedObject(entries) } else { Kind::Object(entries) }
        }
    };
    let act = act_of_whole(before.is_some(), after.is_some(), &mut kind);
    // Of a map of objects with a schema the objects say it.
    let here = replace.is_here() && !matches!(kind, Kind::NestedMap(_));
    Diff { act, replace: here, kind }
}

/// What becomes of something with parts, by whether it was there and will be.
pub(super) fn act_of_whole(before: bool, after: bool, kind: &mut Kind) -> Act {
    let all_same = match kind {
        _ if !before => return whole_act(Act::Create, kind),
        _ if !after => return whole_act(Act::Delete, kind),
        Kind::List(items) | Kind::NestedList(items) | Kind::Set(items) => {
            items.iter().all(|item| item.act == Act::NoOp)
        }
        Kind::Map(entries)
        | Kind::NestedMap(entries)
        | Kind::Object(entries)
        | Kind::NestedObject(entries) => entries.iter().all(|(_, entry)| entry.act == Act::NoOp),
        _ => true,
    };
    if all_same { Act::NoOp } else { Act::Update }
}

/// What becomes of something with named parts that comes or goes. A part that only turns into a secret, or from
/// one, neither comes nor goes, and so the whole does not.
fn whole_act(act: Act, kind: &mut Kind) -> Act {
    match kind {
        Kind::Map(entries)
        | Kind::NestedMap(entries)
        | Kind::Object(entries)
        | Kind::NestedObject(entries)
            if entries.iter().any(|(_, entry)| entry.act == Act::Update) =>
        {
            let_unstored_stay(entries);
            Act::Update
        }
        _ => act,
    }
}

/// Lets attributes that are never stored stay.
pub(crate) fn let_unstored_stay(attributes: &mut [(SmolStr, Diff)]) {
    let unstored = attributes.iter_mut().filter(|(_, one)| matches!(one.kind, Kind::WriteOnly { .. }));
    unstored.for_each(|(_, one)| one.act = Act::NoOp);
}

/// One kind of thing instead of another: both are shown whole.
fn changed(before: Option<&Value>, after: Option<&Value>, hint: Hint<'_>, replace: &Replace<'_>) -> Diff {
    let none = Replace::default();
    let old = diff(before, None, hint, &none);
    let new = diff(None, after, hint, &none);
    Diff { act: Act::Update, replace: replace.is_here(), kind: Kind::Changed(Box::new(old), Box::new(new)) }
}

pub(super) fn scalar(
    before: Option<&Value>,
    after: Option<&Value>,
    hint: Hint<'_>,
    replace: &Replace<'_>,
) -> Diff {
    let act = act_of(before, after);
    let here = replace.is_here();
    let (old, new) = (json::content(before), json::content(after));
    if old.is_some() || new.is_some() {
        let mixed = before.is_some() != old.is_some() || after.is_some() != new.is_some();
        // Terraform does not say of these that they need a new object.
        if mixed {
            return changed(before, after, hint, &Replace::default());
        }
        let content = Box::new(json::diff(old.as_ref(), new.as_ref()));
        let spaces = content.act == Act::NoOp && act == Act::Update;
        return Diff { act, replace: here, kind: Kind::Json { content, spaces } };
    }
    Diff { act, replace: here, kind: Kind::Scalar(before.cloned(), after.cloned()) }
}

/// What is known of the elements of a collection. Terraform sees empty text as null in all lists and sets.
fn element_hint(hint: Hint<'_>) -> Hint<'_> {
    let of = |whole: &Type, empty| if matches!(whole, Type::Map(_)) { empty } else { EmptyText::Null };
    match hint {
        Hint::Type(ty, empty) => {
            ty.element().map_or(Hint::Open, |element| Hint::Type(element, of(ty, empty)))
        }
        other => other,
    }
}

/// What is known of the elements of a list or set.
fn item_hint(hint: Hint<'_>) -> Hint<'_> {
    match element_hint(hint) {
        Hint::Nested(nested, _) => Hint::Nested(nested, EmptyText::Null),
        other => other,
    }
}

fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_items).unwrap_or_default()
}

fn list(before: Option<&Value>, after: Option<&Value>, hint: Hint<'_>, replace: &Replace<'_>) -> Vec<Diff> {
    let (old, new) = (items(before), items(after));
    let is_object = |value: &Value| matches!(value.kind(), Shape::Object(_) | Shape::Map(_));
    let pairs = pair_elements(old, new, same, is_object);
    let of = |at: usize| match hint {
        Hint::Type(Type::Tuple(types), _) => {
            types.get(at).map_or(Hint::Open, |ty| Hint::Type(ty, EmptyText::Null))
        }
        hint => item_hint(hint),
    };
    let one = |(b, a): (Option<usize>, Option<usize>)| {
        let at = a.or(b).unwrap_or(0);
        element(b.map(|b| &old[b]), a.map(|a| &new[a]), of(at), &replace.index(at))
    };
    pairs.into_iter().map(one).collect()
}

/// Compares the values of an element. No object is shown as one without attributes.
fn element(before: Option<&Value>, after: Option<&Value>, hint: Hint<'_>, replace: &Replace<'_>) -> Diff {
    let is_nothing = before.into_iter().chain(after).all(Value::is_null);
    if matches!(hint, Hint::Type(Type::Object(_), _)) && is_nothing {
        return Diff { act: Act::NoOp, replace: false, kind: Kind::Object(Vec::new()) };
    }
    diff(before, after, hint, replace)
}

fn set(before: Option<&Value>, after: Option<&Value>, hint: Hint<'_>) -> Vec<Diff> {
    let (old, new) = (items(before), items(after));
    let hint = item_hint(hint);
    let none = Replace::default();
    let mut used = vec![false; new.len()];
    let mut found = Vec::new();
    for value in old {
        let same = new.iter().zip(&used).position(|(other, used)| !used && same(value, other));
        same.into_iter().for_each(|at| used[at] = true);
        found.push(element(Some(value), same.map(|at| &new[at]), hint, &none));
    }
    let added = new.iter().zip(used).filter(|(_, used)| !used);
    found.extend(added.map(|(value, _)| element(None, Some(value), hint, &none)));
    found
}

fn entries(
    before: Option<&Value>,
    after: Option<&Value>,
    hint: Hint<'_>,
    replace: &Replace<'_>,
) -> Vec<(SmolStr, Diff)> {
    let all = |value: Option<&Value>| -> Vec<(SmolStr, Value)> {
        value.and_then(Value::as_entries).unwrap_or_default().to_vec()
    };
    let mut keys: Vec<SmolStr> = all(before).into_iter().chain(all(after)).map(|(key, _)| key).collect();
    keys.sort();
    keys.dedup();
    let is_map = before.or(after).is_some_and(|value| matches!(value.kind(), Shape::Map(_)));
    let mut found = Vec::with_capacity(keys.len());
    for key in keys {
        let get = |value: Option<&'_ Value>| value.and_then(|value| value.entry(&key)).cloned();
        let (old, new) = (get(before), get(after));
        let step = replace.key(&key);
        let one = match hint {
            Hint::Nested(nested, empty) if !is_map => match nested.attributes.get(&key) {
                Some(schema) => attribute(old.as_ref(), new.as_ref(), schema, empty, &step),
                None => Some(diff(old.as_ref(), new.as_ref(), Hint::Open, &step)),
            },
            Hint::Type(Type::Object(object), empty) => {
                let ty = object.get(&key).map_or(Hint::Open, |attribute| Hint::Type(&attribute.ty, empty));
                part(old.as_ref(), new.as_ref(), ty, &step)
            }
            Hint::Nested(..) if replace.is_here() => {
                Some(diff(old.as_ref(), new.as_ref(), hint, &step.and_here()))
            }
            hint => Some(element(old.as_ref(), new.as_ref(), element_hint(hint), &step)),
        };
        found.extend(one.map(|one| (key, one)));
    }
    found
}

/// Compares the values of an attribute; nothing where there is none.
pub(crate) fn attribute(
    before: Option<&Value>,
    after: Option<&Value>,
    schema: &Attribute,
    empty: EmptyText,
    replace: &Replace<'_>,
) -> Option<Diff> {
    if schema.write_only {
        // Its value is never there: it comes and goes with what it belongs to.
        let act = match (before, after) {
            (None, None) => return None,
            (None, Some(_)) => Act::Create,
            (Some(_), None) => Act::Delete,
            (Some(_), Some(_)) => Act::NoOp,
        };
        let marked = [before, after].into_iter().flatten().any(|value| value.marks().is_sensitive());
        let secret = marked && !schema.sensitive;
        return Some(Diff { act, replace: replace.is_here(), kind: Kind::WriteOnly { secret } });
    }
    let hint = match &schema.shape {
        AttributeShape::Plain(ty) => Hint::Type(ty, empty),
        AttributeShape::Nested(nested) => Hint::Nested(nested, empty),
    };
    part(before, after, hint, replace)
}

/// Compares the values of a part with a name, for which null is the same as nothing; nothing where there is none.
fn part(
    before: Option<&Value>,
    after: Option<&Value>,
    hint: Hint<'_>,
    replace: &Replace<'_>,
) -> Option<Diff> {
    let secret = (is_secret(before), is_secret(after));
    let there = |value: &&Value| !value.is_null();
    let (before, after) = (before.filter(there), after.filter(there));
    if before.is_none() && after.is_none() {
        return None;
    }
    let seen = |value: Option<&Value>| hint.see(value).is_some_and(|value| !value.is_null());
    let (before, after) = (before.filter(|old| seen(Some(old))), after.filter(|new| seen(Some(new))));
    let is_secret = secret.0 || secret.1;
    if before.is_none() && after.is_none() {
        let null = Some(Value::null(Type::String));
        let kind = if is_secret { Kind::Secret(None) } else { Kind::Scalar(null.clone(), null) };
        return Some(Diff { act: Act::NoOp, replace: replace.is_here(), kind });
    }
    if is_secret && matches!(hint, Hint::Type(..)) {
        return Some(secret_part(before, after, secret, replace.is_here()));
    }
    let mut found = diff(before, after, hint, replace);
    // Also where the attribute may be anything.
    if let Kind::Unknown(Some(was)) = &mut found.kind
        && before.is_some_and(|before| before.as_str() == Some(""))
    {
        was.kind = Kind::Scalar(Some(Value::null(Type::String)), None);
    }
    Some(found)
}

/// A part that is a secret before or after. Of a secret Terraform sees empty text as null, and only one that
/// stays null, or stays something else, can turn into a secret or from one.
fn secret_part(before: Option<&Value>, after: Option<&Value>, secret: (bool, bool), replace: bool) -> Diff {
    let something = |value: &&Value| value.as_str() != Some("");
    let (before, after) = (before.filter(something), after.filter(something));
    let turns = before.is_some() == after.is_some() && secret.0 != secret.1;
    hidden(act_of(before, after), turns.then_some(secret.1), replace)
}
