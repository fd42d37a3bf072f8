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
}

/// All chunks by what they hold.
#[derive(Default)]
struct Table {
    /// With the hash of each, so that only the one that is meant is looked at.
    chunks: HashTable<(u64, Chunk)>,
    hasher: foldhash::fast::RandomState,
}

static KEPT: LazyLock<Mutex<Table>> = LazyLock::new(Mutex::default);

impl Chunk {
    /// The chunk that holds these entries; there must be one.
    fn of(entries: &[Dependency]) -> Self {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let Table { chunks, hasher } = &mut *kept;
        let mut state = hasher.build_hasher();
        entries.iter().for_each(|entry| entry.hash(&mut state));
        let hash = state.finish();
        let is_meant = |(other, known): &(u64, Self)| *other == hash && *known.0.entries == *entries;
        if let Some((_, known)) = chunks.find(hash, is_meant) {
            return *known;
        }
        let new = Self(Box::leak(Box::new(Kept { entries: entries.into(), number: chunks.len() })));
        chunks.insert_unique(hash, (hash, new), |(hash, _)| *hash);
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

/// A list of which it is known where its chunks end.
#[derive(Default)]
pub(crate) struct MeasuredList {
    list: DependencyList,
    /// How many entries there are up to the end of each chunk.
    ends: Vec<usize>,
}

impl MeasuredList {
    /// How many entries there are.
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or_default()
    }

    /// How many entries come before a chunk.
    fn start(&self, number: usize) -> usize {
        number.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Goes on to another list. Chunks that both begin or end with are not measured again: in a chain that is nearly all.
    pub(crate) fn replace(&mut self, list: DependencyList) {
        let (old, new) = (self.list.chunks(), list.chunks());
        let same = |(one, other): &(&Chunk, &Chunk)| one == other;
        let first = old.iter().zip(new).take_while(same).count();
        let last = old[first..].iter().rev().zip(new[first..].iter().rev()).take_while(same).count();
        let kept = old.len() - last;
        let (before, mut end) = (self.start(kept), self.start(first));
        let between = new[first..new.len() - last].iter().map(|chunk| {
            end += chunk.entries().len();
            end
        });
        let between: Vec<usize> = between.collect();
        for behind in &mut self.ends[kept..] {
            *behind = *behind - before + end;
        }
        self.ends.splice(first..kept, between);
        self.list = list;
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
        self.push_known(entry, entry.ends_chunk())
    }

    /// Adds an entry of which it is known whether a chunk ends with it.
    pub(crate) fn push_known(&mut self, entry: Dependency, ends_chunk: bool) -> Option<Chunk> {
        self.open.push(entry);
        if !ends_chunk {
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
    pub(crate) fn push_range(&mut self, list: &MeasuredList, range: Range<usize>) -> Option<()> {
        if range.start > range.end || range.end > list.len() {
            return None;
        }
        let mut at = range.start;
        while at < range.end {
            let number = list.ends.partition_point(|end| *end <= at);
            let (chunk, start) = (list.list.chunks()[number], list.start(number));
            if at == start && self.is_at_start() {
                // Those that are wholly meant are added at once; all but the last one of a list end where any chunk would.
                let ends = &list.ends[number..];
                let mut whole = ends.partition_point(|end| *end <= range.end);
                let is_last = number + whole == list.ends.len();
                whole -= usize::from(
                    is_last && whole > 0 && !list.list.chunks()[number + whole - 1].last().ends_chunk(),
                );
                if whole > 0 {
                    self.push_chunks(&list.list.chunks()[number..number + whole]);
                    at = ends[whole - 1];
                    continue;
                }
            }
            let end = range.end.min(list.ends[number]);
            for entry in &chunk.entries()[at - start..end - start] {
                self.push(*entry);
            }
            at = end;
        }
        Some(())
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
    fn parts_of_a_list_are_added_wherever_they_stand() {
        let all = entries(0..300);
        let lists = [0..300, 0..299, 1..299, 1..300, 5..5, 40..41, 0..300];
        let mut measured = MeasuredList::default();
        for list in lists {
            let list = &all[list];
            measured.replace(list.iter().copied().collect());
            assert_eq!(measured.len(), list.len());
            for (start, end) in
                (0..=list.len()).flat_map(|start| [(start, list.len()), (0, start), (start, start)])
            {
                for before in 0..2 {
                    let mut builder = ListBuilder::default();
                    for entry in &all[..before] {
                        builder.push(*entry);
                    }
                    builder.push_range(&measured, start..end).expect("they are there");
                    let expect = all[..before].iter().chain(&list[start..end]).copied().collect();
                    assert_eq!(builder.finish(), expect);
                }
            }
            let end = list.len();
            assert!(ListBuilder::default().push_range(&measured, 0..end + 1).is_none());
            assert!(ListBuilder::default().push_range(&measured, end + 1..end + 1).is_none());
        }
    }

    #[test]
    fn what_is_empty_is_equal() {
        let empty: DependencyList = std::iter::empty().collect();
        assert!(empty == DependencyList::default() && empty.is_empty());
        assert_eq!(empty.iter().count(), 0);
    }
}
