//! Marks: facts that travel with a value through every operation, such as "this is a secret".

use std::sync::Arc;

/// Why and where something is deprecated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deprecation {
    /// What is deprecated, for example `module.a.b`.
    pub subject: String,
    /// The author's words.
    pub message: String,
    /// Whether the module it is part of is in the same package as its user.
    pub local: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct MarkSet {
    sensitive: bool,
    ephemeral: bool,
    type_text: bool,
    deprecations: Vec<Deprecation>,
}

/// The marks of one value; the unmarked case costs one null pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Option<Arc<MarkSet>>);

impl Marks {
    /// No marks.
    pub const NONE: Marks = Marks(None);

    /// The mark of secrets.
    pub fn sensitive() -> Self {
        Self::of(MarkSet { sensitive: true, ..MarkSet::default() })
    }

    /// The mark of values that must not be stored.
    pub fn ephemeral() -> Self {
        Self::of(MarkSet { ephemeral: true, ..MarkSet::default() })
    }

    /// The mark of the console's `type` result, which may only be shown.
    pub fn type_text() -> Self {
        Self::of(MarkSet { type_text: true, ..MarkSet::default() })
    }

    /// The mark of values whose use should be warned of.
    pub fn deprecated(deprecation: Deprecation) -> Self {
        Self::of(MarkSet { deprecations: vec![deprecation], ..MarkSet::default() })
    }

    fn of(set: MarkSet) -> Self {
        if set == MarkSet::default() { Self(None) } else { Self(Some(Arc::new(set))) }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the value is a secret.
    pub fn is_sensitive(&self) -> bool {
        self.0.as_ref().is_some_and(|set| set.sensitive)
    }

    /// Whether the value must not be stored.
    pub fn is_ephemeral(&self) -> bool {
        self.0.as_ref().is_some_and(|set| set.ephemeral)
    }

    /// Whether the value is the console's `type` result.
    pub fn is_type_text(&self) -> bool {
        self.0.as_ref().is_some_and(|set| set.type_text)
    }

    /// The deprecations to warn of.
    pub fn deprecations(&self) -> &[Deprecation] {
        self.0.as_ref().map_or(&[], |set| &set.deprecations)
    }

    /// The marks of both.
    #[must_use]
    pub fn union(&self, other: &Marks) -> Marks {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if a == b => self.clone(),
            (Some(a), Some(b)) => {
                let mut deprecations = a.deprecations.clone();
                deprecations.extend(b.deprecations.iter().cloned());
                deprecations.sort();
                deprecations.dedup();
                Self::of(MarkSet {
                    sensitive: a.sensitive || b.sensitive,
                    ephemeral: a.ephemeral || b.ephemeral,
                    type_text: a.type_text || b.type_text,
                    deprecations,
                })
            }
        }
    }

    /// The same without the mark of secrets.
    #[must_use]
    pub fn without_sensitive(&self) -> Marks {
        self.with(|set| set.sensitive = false)
    }

    /// The same without the mark of values not to be stored.
    #[must_use]
    pub fn without_ephemeral(&self) -> Marks {
        self.with(|set| set.ephemeral = false)
    }

    /// The same without deprecations.
    #[must_use]
    pub fn without_deprecations(&self) -> Marks {
        self.with(|set| set.deprecations.clear())
    }

    fn with(&self, change: impl FnOnce(&mut MarkSet)) -> Marks {
        let Some(set) = &self.0 else { return Self(None) };
        let mut set = MarkSet::clone(set);
        change(&mut set);
        Self::of(set)
    }
}
