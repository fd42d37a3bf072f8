//! The changes of a plan that is being made, found by address.

use std::hash::BuildHasher;

use addrs::AbsResourceInstance;
use foldhash::fast::RandomState;
use hashbrown::HashTable;
use plan::ResourceChange;

/// Changes in the order in which they were planned.
#[derive(Default)]
pub(crate) struct Changes {
    #[expect(clippy::vec_box, reason = "as in a plan")]
    list: Vec<Box<ResourceChange>>,
    /// Hashes of addresses and where in the list their changes are, objects that were replaced not counted. The addresses
    /// themselves are in the changes: a second copy of all would be as large as the changes.
    places: HashTable<(u64, usize)>,
    hasher: RandomState,
}

impl Changes {
    /// Adds a change. There is one for each instance, and for each object that it replaced.
    pub(crate) fn push(&mut self, change: Box<ResourceChange>) {
        if change.deposed.is_none() {
            let hash = self.hasher.hash_one(&change.addr);
            self.places.insert_unique(hash, (hash, self.list.len()), |(hash, _)| *hash);
        }
        self.list.push(change);
    }

    /// Drops those that something does not hold for.
    pub(crate) fn retain(&mut self, holds: impl Fn(&ResourceChange) -> bool) {
        self.places.clear();
        let all = std::mem::take(&mut self.list);
        all.into_iter().filter(|change| holds(change)).for_each(|change| self.push(change));
    }

    /// The change of an instance.
    pub(crate) fn get(&self, addr: &AbsResourceInstance) -> Option<&ResourceChange> {
        let hash = self.hasher.hash_one(addr);
        let (_, at) = self.places.find(hash, |(other, at)| *other == hash && self.list[*at].addr == *addr)?;
        Some(&self.list[*at])
    }

    /// All of them, sorted by address.
    #[expect(clippy::vec_box, reason = "as in a plan")]
    pub(crate) fn take_sorted(&mut self) -> Vec<Box<ResourceChange>> {
        self.places.clear();
        let mut list = std::mem::take(&mut self.list);
        list.sort_by(|a, b| (&a.addr, &a.deposed).cmp(&(&b.addr, &b.deposed)));
        list
    }
}
