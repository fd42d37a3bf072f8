//! Something large that is copied when somebody changes it, and not before.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that its clones share. States are handed from step to step of a run, and most steps change nothing.
///
/// Getting at it to change it copies what others still share: who only may change it looks first.
#[derive(Debug, Default)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Whether nobody has changed either since one was cloned from the other.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_by_who_made_it_only() {
        let before = Shared::from(vec![1, 2]);
        let mut after = before.clone();
        assert!(after.is_same(&before));
        after.push(3);
        assert!(!after.is_same(&before));
        assert_eq!((&*before, &*after), (&vec![1, 2], &vec![1, 2, 3]));
    }
}
