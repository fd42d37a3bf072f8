//! Parts of a schema that are made when somebody asks for them: a large provider has two thousand types, a
//! configuration uses ten of them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use smol_str::SmolStr;

/// Makes a part from its encoded form; the error says in words what is wrong with it.
type Decode<T> = fn(&[u8]) -> Result<T, String>;

/// A part that is made once, when it is first asked for.
#[derive(Clone, Debug)]
pub struct Lazy<T> {
    made: OnceLock<Result<Arc<T>, Arc<str>>>,
    encoded: Option<(Bytes, Decode<T>)>,
}

impl<T> Lazy<T> {
    /// A part that is there already.
    pub fn ready(part: T) -> Self {
        Self { made: OnceLock::from(Ok(Arc::new(part))), encoded: None }
    }

    /// A part in the form in which it came. Its bytes are kept beside what is made of them, because they
    /// are mostly a slice of something larger that stays anyway.
    pub fn encoded(bytes: Bytes, decode: Decode<T>) -> Self {
        Self { made: OnceLock::new(), encoded: Some((bytes, decode)) }
    }

    /// The part, or what is wrong with it.
    pub fn get(&self) -> Result<&Arc<T>, &str> {
        let made = self.made.get_or_init(|| match &self.encoded {
            Some((bytes, decode)) => decode(bytes).map(Arc::new).map_err(Arc::from),
            None => Err(Arc::from("nothing is known of it")),
        });
        made.as_ref().map_err(|problem| &**problem)
    }

    /// Whether it was asked for.
    pub fn is_made(&self) -> bool {
        self.made.get().is_some()
    }
}

/// Parts by name.
#[derive(Clone, Debug)]
pub struct Catalog<T>(BTreeMap<SmolStr, Lazy<T>>);

impl<T> Default for Catalog<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T> Catalog<T> {
    /// The part of a name; nothing where there is none or it is defective, see [`Catalog::defect`].
    pub fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.0.get(name)?.get().ok()
    }

    /// What is wrong with the part of a name.
    pub fn defect(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.get().err()
    }

    /// Whether there is a part of a name, good or not. Nothing is made.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// All names in order. Nothing is made.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &SmolStr> {
        self.0.keys()
    }

    /// All good parts in order of name; makes every one.
    pub fn iter(&self) -> impl Iterator<Item = (&SmolStr, &Arc<T>)> {
        self.0.iter().filter_map(|(name, part)| Some((name, part.get().ok()?)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were asked for so far.
    pub fn made(&self) -> usize {
        self.0.values().filter(|part| part.is_made()).count()
    }
}

impl<T> FromIterator<(SmolStr, Lazy<T>)> for Catalog<T> {
    fn from_iter<I: IntoIterator<Item = (SmolStr, Lazy<T>)>>(parts: I) -> Self {
        Self(parts.into_iter().collect())
    }
}

impl<T> FromIterator<(SmolStr, T)> for Catalog<T> {
    fn from_iter<I: IntoIterator<Item = (SmolStr, T)>>(parts: I) -> Self {
        Self(parts.into_iter().map(|(name, part)| (name, Lazy::ready(part))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(bytes: &[u8]) -> Result<usize, String> {
        if bytes.is_empty() { Err("it is empty".to_owned()) } else { Ok(bytes.len()) }
    }

    #[test]
    fn a_part_is_made_when_it_is_asked_for() {
        let encoded = |bytes: &'static [u8]| Lazy::encoded(Bytes::from_static(bytes), length);
        let catalog: Catalog<usize> =
            [("a".into(), encoded(b"one")), ("b".into(), encoded(b"")), ("c".into(), Lazy::ready(7))]
                .into_iter()
                .collect();
        assert_eq!((catalog.len(), catalog.made()), (3, 1));
        assert_eq!(catalog.names().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert!(catalog.contains("b"));
        assert_eq!(catalog.made(), 1);
        assert_eq!(catalog.get("a").map(|part| **part), Some(3));
        assert_eq!((catalog.get("b"), catalog.defect("b")), (None, Some("it is empty")));
        assert_eq!((catalog.get("x"), catalog.defect("x")), (None, None));
        assert_eq!((catalog.get("c").map(|part| **part), catalog.defect("c")), (Some(7), None));
        assert_eq!(catalog.iter().count(), 2);
    }
}
