//! Lists of dependencies, which share what they have in common.
//!
//! State stores for each object all that it depends on, directly or not, which in a long chain is quadratic. But a list is
//! mostly another one with a few entries more or less. So a list is made of chunks, and where a chunk ends is said by its
//! last entry alone: whatever the way a list came about, the same entries in the same order are the same chunks. Each
//! chunk is kept once, for as long as the program runs, so that lists are copied, compared, read and written a chunk at a
//! time.

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use hashbrown::HashTable;

use crate::Dependency;

/// What an object depends on, in the order of the texts.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct DependencyList(Option<Arc<[Chunk]>>);

/// Some entries of a list, one after the other.
#[derive(Clone, Copy)]
pub struct Chunk(&'static Kept);

struct Kept {
    entries: Box<[Dependency]>,
    number: usize,
    /// That of the entries, where chunks are looked up.
    hash: u64,
}

/// All chunks by what they hold.
#[derive(Default)]
struct Table {
    chunks: HashTable<Chunk>,
    hasher: foldhash::fast::RandomState,
}

static KEPT: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

impl Chunk {
    /// The chunk that holds these entries; there must be one.
    fn of(entries: &[Dependency]) -> Self {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let Table { chunks, hasher } = &mut *kept;
        let mut state = hasher.build_hasher();
        entries.iter().for_each(|entry| state.write_usize(entry.number()));
        let hash = state.finish();
        if let Some(known) = chunks.find(hash, |known| *known.0.entries == *entries) {
            return *known;
        }
        let new = Self(Box::leak(Box::new(Kept { entries: entries.into(), number: chunks.len(), hash })));
        chunks.insert_unique(hash, new, |chunk| chunk.0.hash);
        new
    }

    /// Counts from 0, in the order in which chunks were first met: for tables of what is known of them.
    pub fn number(self) -> usize {
        self.0.number
    }

    /// What it holds, at least one entry.
    pub fn entries(self) -> &'static [Dependency] {
        &self.0.entries
    }

    /// Its last entry.
    pub(crate) fn last(self) -> Dependency {
        self.0.entries[self.0.entries.len() - 1]
    }
}

impl PartialEq for Chunk {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Chunk {}

impl Hash for Chunk {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.0.number);
    }
}

impl DependencyList {
    /// Whether nothing is depended on.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.chunks().iter().map(|chunk| chunk.entries().len()).sum()
    }

    /// The entries.
    pub fn iter(&self) -> impl Iterator<Item = Dependency> {
        self.chunks().iter().flat_map(|chunk| chunk.entries().iter().copied())
    }

    /// The entries, many at a time.
    pub fn chunks(&self) -> &[Chunk] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl fmt::Debug for DependencyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl FromIterator<Dependency> for DependencyList {
    fn from_iter<I: IntoIterator<Item = Dependency>>(entries: I) -> Self {
        let mut builder = ListBuilder::default();
        for entry in entries {
            builder.push(entry);
        }
        builder.finish()
    }
}

/// A list that grows at its end.
#[derive(Debug, Default)]
pub struct ListBuilder {
    chunks: Vec<Chunk>,
    /// What comes behind the last chunk.
    open: Vec<Dependency>,
}

impl ListBuilder {
    /// Adds an entry; gives the chunk that ends with it, if one does.
    pub fn push(&mut self, entry: Dependency) -> Option<Chunk> {
        self.open.push(entry);
        if !entry.ends_chunk() {
            return None;
        }
        self.chunks.push(Chunk::of(&self.open));
        self.open.clear();
        self.chunks.last().copied()
    }

    /// Whether what comes next begins a chunk.
    pub fn is_at_start(&self) -> bool {
        self.open.is_empty()
    }

    /// Adds chunks of another list, where one begins. A chunk that its last entry does not end has to be the last one.
    pub fn push_chunks(&mut self, chunks: &[Chunk]) {
        self.chunks.extend_from_slice(chunks);
    }

    /// Adds entries of another list, by where they stand there; nothing if it is too short.
    pub(crate) fn push_range(&mut self, list: &DependencyList, range: Range<usize>) -> Option<()> {
        let mut start = 0;
        for chunk in list.chunks() {
            let entries = chunk.entries();
            let end = start + entries.len();
            let part = range.start.max(start)..range.end.min(end);
            if part == (start..end) && self.is_at_start() && chunk.last().ends_chunk() {
                self.push_chunks(&[*chunk]);
            } else if !part.is_empty() {
                for entry in &entries[part.start - start..part.end - start] {
                    self.push(*entry);
                }
            }
            start = end;
        }
        (range.start <= range.end && range.end <= start).then_some(())
    }

    /// Forgets all that was added.
    pub fn clear(&mut self) {
        self.chunks.clear();
        self.open.clear();
    }

    /// All that was added, after which it is empty again.
    pub fn finish(&mut self) -> DependencyList {
        if !self.open.is_empty() {
            self.chunks.push(Chunk::of(&self.open));
        }
        let list = (!self.chunks.is_empty()).then(|| self.chunks.as_slice().into());
        self.clear();
        DependencyList(list)
    }
}

impl fmt::Debug for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(numbers: impl Iterator<Item = usize>) -> Vec<Dependency> {
        numbers.map(|number| Dependency::parse(&format!("a.n{number:04}")).expect("an address")).collect()
    }

    #[test]
    fn the_same_entries_are_the_same_chunks() {
        let all = entries(0..2000);
        let list: DependencyList = all.iter().copied().collect();
        assert_eq!((list.len(), list.iter().collect::<Vec<_>>()), (2000, all.clone()));
        assert!((10..120).contains(&list.chunks().len()), "{}", list.chunks().len());
        // Made in another way, from a list without one entry.
        let without: DependencyList = all.iter().copied().filter(|entry| *entry != all[700]).collect();
        assert_ne!(list, without);
        let same = without.chunks().iter().filter(|chunk| list.chunks().contains(chunk)).count();
        assert!(same + 2 >= without.chunks().len());
        let mut builder = ListBuilder::default();
        for chunk in without.chunks() {
            for entry in chunk.entries() {
                if *entry == all[701] {
                    builder.push(all[700]);
                }
                builder.push(*entry);
            }
        }
        assert_eq!(builder.finish(), list);
        assert_eq!(builder.finish(), DependencyList::default());
    }

    #[test]
    fn what_is_empty_is_equal() {
        let empty: DependencyList = std::iter::empty().collect();
        assert!(empty == DependencyList::default() && empty.is_empty());
        assert_eq!(empty.iter().count(), 0);
    }
}
