//! The value itself: what it is made of, how it is built and looked at.

use std::fmt;
use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::num::Num;
use crate::set::sort_and_dedup;
use crate::{Marks, Refinement, Type};

/// Strings longer than this are refused wherever one is made from others, so that a few lines of
/// configuration cannot take all memory.
pub const MAX_STRING_BYTES: usize = 128 << 20;

/// A value of the configuration language: known, null or unknown, possibly marked. Cloning is O(1).
#[derive(Clone)]
pub struct Value {
    pub(crate) data: Data,
    pub(crate) marks: Marks,
}

#[derive(Clone)]
pub(crate) enum Data {
    Null(Type),
    Unknown(Type, Option<Arc<Refinement>>),
    Bool(bool),
    Number(Num),
    String(SmolStr),
    List(Arc<Elements>),
    Set(Arc<Elements>),
    Tuple(Arc<Elements>),
    Map(Arc<Entries>),
    Object(Arc<Entries>),
}

/// What is true of a collection's whole depth, kept so that questions about it cost O(1).
#[derive(Clone, Copy, Default)]
pub(crate) struct Facts {
    pub(crate) has_unknown: bool,
    pub(crate) has_marks: bool,
}

pub(crate) struct Elements {
    ty: OnceLock<Type>,
    pub(crate) items: Vec<Value>,
    pub(crate) facts: Facts,
}

pub(crate) struct Entries {
    ty: OnceLock<Type>,
    pub(crate) items: Vec<(SmolStr, Value)>,
    pub(crate) facts: Facts,
}

/// A look into a value, ignoring its marks.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// Null of some type.
    Null,
    /// Not known yet.
    Unknown,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(&'a Num),
    /// Text.
    String(&'a str),
    /// A list's elements.
    List(&'a [Value]),
    /// A set's elements, in set order.
    Set(&'a [Value]),
    /// A tuple's elements.
    Tuple(&'a [Value]),
    /// A map's entries, by key.
    Map(&'a [(SmolStr, Value)]),
    /// An object's attributes, by name.
    Object(&'a [(SmolStr, Value)]),
}

impl From<Data> for Value {
    fn from(data: Data) -> Self {
        Self { data, marks: Marks::NONE }
    }
}

fn facts_of<'a>(values: impl Iterator<Item = &'a Value>) -> Facts {
    let mut facts = Facts::default();
    for value in values {
        let inner = value.facts();
        facts.has_unknown |= inner.has_unknown;
        facts.has_marks |= inner.has_marks;
    }
    facts
}

/// Sorts by key; of two entries of one key the later counts.
fn sorted_entries<K: Into<SmolStr>>(entries: impl IntoIterator<Item = (K, Value)>) -> Vec<(SmolStr, Value)> {
    let mut entries: Vec<_> = entries.into_iter().map(|(key, value)| (key.into(), value)).collect();
    if !entries.is_sorted_by(|a, b| a.0 < b.0) {
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries.reverse();
        entries.dedup_by(|a, b| a.0 == b.0);
        entries.reverse();
    }
    entries
}

/// Building values.
impl Value {
    /// Text, brought to Unicode normal form C as every string of the language is.
    pub fn string(text: impl AsRef<str> + Into<SmolStr>) -> Value {
        if text.as_ref().is_ascii() || is_nfc_quick(text.as_ref().chars()) == IsNormalized::Yes {
            Data::String(text.into()).into()
        } else {
            Data::String(text.as_ref().nfc().collect()).into()
        }
    }

    /// A number.
    pub fn number(number: Num) -> Value {
        Data::Number(number).into()
    }

    /// A whole number as functions such as `length` make them.
    pub fn int(number: i64) -> Value {
        Value::number(Num::from_i64(number))
    }

    /// True or false.
    pub fn bool(value: bool) -> Value {
        Data::Bool(value).into()
    }

    /// Null of a type.
    pub fn null(ty: Type) -> Value {
        Data::Null(ty.without_optional()).into()
    }

    /// An unknown value of a type.
    pub fn unknown(ty: Type) -> Value {
        Data::Unknown(ty.without_optional(), None).into()
    }

    /// A value of which nothing is known, not even its type.
    pub fn dynamic() -> Value {
        Data::Unknown(Type::Dynamic, None).into()
    }

    /// A list; the items are of the element type already.
    pub fn list(element: Type, items: Vec<Value>) -> Value {
        Data::List(Arc::new(Elements::new(Some(Type::list(element)), items))).into()
    }

    /// A set; the items are of the element type already. They are ordered and made distinct, and
    /// their marks become marks of the set, because an element has no place of its own to keep them.
    pub fn set(element: Type, items: Vec<Value>) -> Value {
        let mut marks = Marks::NONE;
        let mut plain = Vec::with_capacity(items.len());
        for item in items {
            let (item, item_marks) = item.unmark_deep();
            marks = marks.union(&item_marks);
            plain.push(item);
        }
        sort_and_dedup(&element, &mut plain);
        let elements = Elements::new(Some(Type::set(element)), plain);
        Value { data: Data::Set(Arc::new(elements)), marks }
    }

    /// A tuple.
    pub fn tuple(items: Vec<Value>) -> Value {
        Data::Tuple(Arc::new(Elements::new(None, items))).into()
    }

    /// A map; the values are of the element type already.
    pub fn map<K: Into<SmolStr>>(element: Type, entries: impl IntoIterator<Item = (K, Value)>) -> Value {
        Data::Map(Arc::new(Entries::new(Some(Type::map(element)), sorted_entries(entries)))).into()
    }

    /// An object.
    pub fn object<K: Into<SmolStr>>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
        Data::Object(Arc::new(Entries::new(None, sorted_entries(entries)))).into()
    }
}

impl Elements {
    fn new(ty: Option<Type>, items: Vec<Value>) -> Self {
        let facts = facts_of(items.iter());
        Self { ty: ty.map_or_else(OnceLock::new, OnceLock::from), items, facts }
    }
}

impl Entries {
    fn new(ty: Option<Type>, items: Vec<(SmolStr, Value)>) -> Self {
        let facts = facts_of(items.iter().map(|(_, value)| value));
        Self { ty: ty.map_or_else(OnceLock::new, OnceLock::from), items, facts }
    }
}

/// Looking at values.
impl Value {
    /// A look inside, ignoring marks.
    pub fn kind(&self) -> Kind<'_> {
        match &self.data {
            Data::Null(_) => Kind::Null,
            Data::Unknown(..) => Kind::Unknown,
            Data::Bool(value) => Kind::Bool(*value),
            Data::Number(number) => Kind::Number(number),
            Data::String(text) => Kind::String(text),
            Data::List(list) => Kind::List(&list.items),
            Data::Set(set) => Kind::Set(&set.items),
            Data::Tuple(tuple) => Kind::Tuple(&tuple.items),
            Data::Map(map) => Kind::Map(&map.items),
            Data::Object(object) => Kind::Object(&object.items),
        }
    }

    /// Its type.
    pub fn ty(&self) -> Type {
        match &self.data {
            Data::Null(ty) | Data::Unknown(ty, _) => ty.clone(),
            Data::Bool(_) => Type::Bool,
            Data::Number(_) => Type::Number,
            Data::String(_) => Type::String,
            Data::List(elements) | Data::Set(elements) | Data::Tuple(elements) => {
                elements.ty.get_or_init(|| Type::tuple(elements.items.iter().map(Value::ty))).clone()
            }
            Data::Map(entries) | Data::Object(entries) => entries
                .ty
                .get_or_init(|| {
                    Type::object(entries.items.iter().map(|(name, value)| (name.clone(), value.ty())))
                })
                .clone(),
        }
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        matches!(self.data, Data::Null(_))
    }

    /// Whether it is not an unknown; parts of it still may be.
    pub fn is_known(&self) -> bool {
        !matches!(self.data, Data::Unknown(..))
    }

    /// Whether neither it nor any part of it is unknown.
    pub fn is_wholly_known(&self) -> bool {
        !self.facts().has_unknown
    }

    /// The text, if it is a known string; marks are ignored.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The text as a shareable string, if it is a known string; marks are ignored.
    pub fn as_smol_str(&self) -> Option<&SmolStr> {
        match &self.data {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is a known number; marks are ignored.
    pub fn as_num(&self) -> Option<&Num> {
        match &self.data {
            Data::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The truth value, if it is a known bool; marks are ignored.
    pub fn as_bool(&self) -> Option<bool> {
        match self.data {
            Data::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The elements of a known list, set or tuple; marks are ignored.
    pub fn as_items(&self) -> Option<&[Value]> {
        match &self.data {
            Data::List(elements) | Data::Set(elements) | Data::Tuple(elements) => Some(&elements.items),
            _ => None,
        }
    }

    /// The entries of a known map or object, by key; marks are ignored.
    pub fn as_entries(&self) -> Option<&[(SmolStr, Value)]> {
        match &self.data {
            Data::Map(entries) | Data::Object(entries) => Some(&entries.items),
            _ => None,
        }
    }

    /// The entry of a known map or object of that key; marks are ignored.
    pub fn entry(&self, key: &str) -> Option<&Value> {
        let entries = self.as_entries()?;
        let at = entries.binary_search_by(|(name, _)| name.as_str().cmp(key)).ok()?;
        Some(&entries[at].1)
    }

    pub(crate) fn facts(&self) -> Facts {
        let mut facts = match &self.data {
            Data::Unknown(..) => Facts { has_unknown: true, has_marks: false },
            Data::List(elements) | Data::Set(elements) | Data::Tuple(elements) => elements.facts,
            Data::Map(entries) | Data::Object(entries) => entries.facts,
            _ => Facts::default(),
        };
        facts.has_marks |= !self.marks.is_empty();
        facts
    }
}

impl fmt::Debug for Value {
    /// A compact form for test failures; secrets are hidden.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.marks.is_sensitive() {
            return f.write_str("(sensitive)");
        }
        if self.marks.is_ephemeral() {
            return f.write_str("(ephemeral)");
        }
        match self.kind() {
            Kind::Null => write!(f, "null({:?})", self.ty()),
            Kind::Unknown => match self.refinement() {
                Some(known) => write!(f, "unknown({:?}, {known:?})", self.ty()),
                None => write!(f, "unknown({:?})", self.ty()),
            },
            Kind::Bool(value) => write!(f, "{value}"),
            Kind::Number(number) => write!(f, "{number}"),
            Kind::String(text) => write!(f, "{text:?}"),
            Kind::List(items) => f.write_str("list").and_then(|()| f.debug_list().entries(items).finish()),
            Kind::Set(items) => f.write_str("set").and_then(|()| f.debug_list().entries(items).finish()),
            Kind::Tuple(items) => f.debug_list().entries(items).finish(),
            Kind::Map(entries) => f
                .write_str("map")
                .and_then(|()| f.debug_map().entries(entries.iter().map(|(k, v)| (k, v))).finish()),
            Kind::Object(entries) => f.debug_map().entries(entries.iter().map(|(k, v)| (k, v))).finish(),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::string(text)
    }
}

impl From<Num> for Value {
    fn from(number: Num) -> Self {
        Value::number(number)
    }
}
