//! What is known of an unknown value.

use std::sync::Arc;

use smol_str::SmolStr;
use unicode_segmentation::UnicodeSegmentation;

use crate::num::Num;
use crate::value::Data;
use crate::{Type, Value};

/// The longest string prefix worth keeping, in bytes: what go-cty keeps, so that wire values agree.
const MAX_PREFIX_BYTES: usize = 256;

/// An end of a number's range.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The number.
    pub value: Num,
    /// Whether the number itself is in the range.
    pub inclusive: bool,
}

/// Everything known of an unknown value besides its type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refinement {
    /// Certainly not null.
    pub not_null: bool,
    /// How a string begins; empty when unknown.
    pub prefix: SmolStr,
    /// Where a number's range begins.
    pub min: Option<Bound>,
    /// Where a number's range ends.
    pub max: Option<Bound>,
    /// The least length of a list, set or map.
    pub min_length: u64,
    /// The greatest length of a list, set or map.
    pub max_length: Option<u64>,
}

impl Refinement {
    /// Nothing but "not null".
    pub fn not_null() -> Self {
        Self { not_null: true, ..Self::default() }
    }

    /// Not null, and beginning with a prefix; pass text whose last character may still combine with
    /// what follows through [`safe_prefix`] first.
    pub fn with_prefix(prefix: impl Into<SmolStr>) -> Self {
        Self { not_null: true, prefix: prefix.into(), ..Self::default() }
    }

    /// Not null, and of a length between the two, both inclusive.
    pub fn with_length(min: u64, max: Option<u64>) -> Self {
        Self { not_null: true, min_length: min, max_length: max, ..Self::default() }
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What is known if both are true of the value.
    #[must_use]
    pub fn and(&self, other: &Refinement) -> Refinement {
        let prefix = if other.prefix.len() > self.prefix.len() { &other.prefix } else { &self.prefix };
        Refinement {
            not_null: self.not_null || other.not_null,
            prefix: prefix.clone(),
            min: tighter(&self.min, &other.min, |a, b| a > b),
            max: tighter(&self.max, &other.max, |a, b| a < b),
            min_length: self.min_length.max(other.min_length),
            max_length: match (self.max_length, other.max_length) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }

    /// What is known if the value is one of the two, which is what a conditional gives.
    #[must_use]
    pub fn or(&self, other: &Refinement) -> Refinement {
        let common = self.prefix.bytes().zip(other.prefix.bytes()).take_while(|(a, b)| a == b).count();
        let mut at = common;
        while !self.prefix.is_char_boundary(at) {
            at -= 1;
        }
        let shared = if common == self.prefix.len() && common == other.prefix.len() {
            self.prefix.as_str()
        } else {
            safe_prefix(&self.prefix[..at])
        };
        Refinement {
            not_null: self.not_null && other.not_null,
            prefix: shared.into(),
            min: looser(&self.min, &other.min, |a, b| a < b),
            max: looser(&self.max, &other.max, |a, b| a > b),
            min_length: self.min_length.min(other.min_length),
            max_length: self.max_length.zip(other.max_length).map(|(a, b)| a.max(b)),
        }
    }
}

fn tighter(a: &Option<Bound>, b: &Option<Bound>, wins: fn(&Num, &Num) -> bool) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) if a.value == b.value => {
            Some(Bound { value: a.value.clone(), inclusive: a.inclusive && b.inclusive })
        }
        (Some(a), Some(b)) => Some(if wins(&a.value, &b.value) { a } else { b }.clone()),
        (a, b) => a.as_ref().or(b.as_ref()).cloned(),
    }
}

fn looser(a: &Option<Bound>, b: &Option<Bound>, wins: fn(&Num, &Num) -> bool) -> Option<Bound> {
    let (a, b) = (a.as_ref()?, b.as_ref()?);
    if a.value == b.value {
        return Some(Bound { value: a.value.clone(), inclusive: a.inclusive || b.inclusive });
    }
    Some(if wins(&a.value, &b.value) { a } else { b }.clone())
}

/// The part of a prefix that no following text can change: combining characters may join the last
/// grapheme cluster, so it is dropped unless it is plain ASCII that starts no sequence of its own.
pub fn safe_prefix(text: &str) -> &str {
    let mut text = text;
    if text.len() > MAX_PREFIX_BYTES {
        let mut at = MAX_PREFIX_BYTES;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        text = &text[..at];
    }
    match text.grapheme_indices(true).next_back() {
        // A cluster after one of these can never grow, whatever follows.
        Some((
            _,
            "\n" | "-" | "_" | ":" | ";" | "/" | "\\" | "," | "." | "(" | ")" | "{" | "}" | "[" | "]" | "|"
            | "?" | "!" | "~" | " " | "\t" | "@" | "#" | "$" | "%" | "^" | "&" | "*" | "+" | "\"" | "'",
        )) => text,
        Some((at, _)) => &text[..at],
        None => text,
    }
}

impl Value {
    /// The unknown value of this type refined further; a known or dynamic value stays as it is.
    /// When the refinement leaves a single possible value, that value is returned.
    #[must_use]
    pub fn refine(&self, refinement: Refinement) -> Value {
        let Data::Unknown(ty, known) = &self.data else { return self.clone() };
        if matches!(ty, Type::Dynamic) {
            return self.clone();
        }
        let merged = match known {
            Some(known) => known.and(&refinement),
            None => refinement,
        };
        let collapsed = collapse(ty, &merged);
        let value = collapsed.unwrap_or_else(|| Value {
            data: Data::Unknown(ty.clone(), (!merged.is_empty()).then(|| Arc::new(merged))),
            marks: crate::Marks::NONE,
        });
        value.with_marks(&self.marks)
    }

    /// The unknown value of this type that is certainly not null.
    pub fn unknown_not_null(ty: Type) -> Value {
        Value::unknown(ty).refine(Refinement::not_null())
    }

    /// The value with nothing known of its unknown parts but their types.
    #[must_use]
    pub fn without_refinements(&self) -> Value {
        if self.is_wholly_known() {
            return self.clone();
        }
        match &self.data {
            Data::Unknown(_, None) => self.clone(),
            Data::Unknown(ty, Some(_)) => {
                Value { data: Data::Unknown(ty.clone(), None), marks: self.marks.clone() }
            }
            _ => self.map_parts(&mut |part| part.without_refinements()),
        }
    }

    /// What is known of an unknown value; nothing for others.
    pub fn refinement(&self) -> Option<&Refinement> {
        match &self.data {
            Data::Unknown(_, known) => known.as_deref(),
            _ => None,
        }
    }

    /// Whether the value is certainly not null: known and not null, or unknown and refined so.
    pub fn is_certainly_not_null(&self) -> bool {
        match &self.data {
            Data::Null(_) => false,
            Data::Unknown(_, known) => known.as_ref().is_some_and(|known| known.not_null),
            _ => true,
        }
    }
}

/// The one value that fits, if there is only one.
fn collapse(ty: &Type, known: &Refinement) -> Option<Value> {
    if !known.not_null {
        return None;
    }
    match ty {
        Type::Number => {
            let (min, max) = (known.min.as_ref()?, known.max.as_ref()?);
            (min.inclusive && max.inclusive && min.value == max.value)
                .then(|| Value::number(min.value.clone()))
        }
        Type::List(element) if known.max_length == Some(known.min_length) && known.min_length <= 1024 => {
            let items = vec![Value::unknown(Type::clone(element)); known.min_length as usize];
            Some(Value::list(Type::clone(element), items))
        }
        Type::Set(element) if known.max_length == Some(known.min_length) && known.min_length <= 1 => {
            let items = vec![Value::unknown(Type::clone(element)); known.min_length as usize];
            Some(Value::set(Type::clone(element), items))
        }
        Type::Map(element) if known.max_length == Some(0) => {
            Some(Value::map(Type::clone(element), std::iter::empty::<(SmolStr, Value)>()))
        }
        _ => None,
    }
}
