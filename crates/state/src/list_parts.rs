//! A list of dependencies as parts of another one: who writes lists one after the other need not name each entry again.

use std::ops::Range;

use crate::{Dependency, DependencyList};

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Entries that stand in the other list, one after the other.
    Shared(Range<usize>),
    /// An entry that does not stand there, at least not where it would by the order of texts.
    Own(Dependency),
}

/// The parts of a list, beside a list that is in the same order, mostly.
pub(crate) fn parts(list: &DependencyList, base: &DependencyList) -> Vec<Part> {
    let mut parts = Parts::default();
    let mut base = Cursor { list: base, chunk: 0, before: 0, inside: 0 };
    for chunk in list.chunks() {
        let entries = chunk.entries();
        // Mostly the same chunks come next in both.
        if base.list.chunks().get(base.chunk) != Some(chunk) {
            base.skip_before(entries[0]);
        }
        if base.list.chunks().get(base.chunk) == Some(chunk) {
            parts.share(base.before..base.before + entries.len());
            base.next();
            continue;
        }
        for entry in entries {
            match base.find(*entry) {
                Some(at) => parts.share(at..at + 1),
                None => parts.0.push(Part::Own(*entry)),
            }
        }
    }
    parts.0
}

#[derive(Default)]
struct Parts(Vec<Part>);

impl Parts {
    fn share(&mut self, entries: Range<usize>) {
        match self.0.last_mut() {
            Some(Part::Shared(last)) if last.end == entries.start => last.end = entries.end,
            _ => self.0.push(Part::Shared(entries)),
        }
    }
}

/// A chunk of a list.
struct Cursor<'l> {
    list: &'l DependencyList,
    chunk: usize,
    /// How many entries come before it.
    before: usize,
    /// How many of its entries come before the one that is likely to be asked for next.
    inside: usize,
}

impl Cursor<'_> {
    fn next(&mut self) {
        self.before += self.list.chunks()[self.chunk].entries().len();
        self.chunk += 1;
        self.inside = 0;
    }

    /// Goes to the first chunk from here on in which an entry may be, if the list is in order; anywhere if it is not.
    fn skip_before(&mut self, entry: Dependency) {
        while self.list.chunks().get(self.chunk).is_some_and(|chunk| is_before(chunk.last(), entry)) {
            self.next();
        }
    }

    /// Where an entry stands, from this chunk on, if the list is in order.
    fn find(&mut self, entry: Dependency) -> Option<usize> {
        if self.list.chunks().get(self.chunk)?.entries().get(self.inside) != Some(&entry) {
            self.skip_before(entry);
            let entries = self.list.chunks().get(self.chunk)?.entries();
            self.inside = entries.partition_point(|other| is_before(*other, entry));
            if entries.get(self.inside) != Some(&entry) {
                return None;
            }
        }
        let found = self.before + self.inside;
        self.inside += 1;
        if self.inside == self.list.chunks()[self.chunk].entries().len() {
            self.next();
        }
        Some(found)
    }
}

fn is_before(one: Dependency, other: Dependency) -> bool {
    one != other && one.text() < other.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_where_they_are_by_order() {
        let list = |texts: &str| -> DependencyList {
            texts.split_whitespace().map(|text| Dependency::parse(text).expect("an address")).collect()
        };
        let check = |of: &str, base: &str, expect: &str| {
            let found = parts(&list(of), &list(base)).into_iter().map(|part| match part {
                Part::Shared(range) => format!("{}-{}", range.start, range.end),
                Part::Own(entry) => entry.text().to_owned(),
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expect);
        };
        check("", "a.b", "");
        check("a.b a.c", "", "a.b a.c");
        check("a.b a.c", "a.b a.c a.d", "0-2");
        check("a.b a.bb a.c a.d", "a.b a.c a.d", "0-1 a.bb 1-3");
        check("a.b a.e a.f", "a.b a.c a.d a.e", "0-1 3-4 a.f");
    }

    #[test]
    fn long_lists_are_put_together_again() {
        let entry = |number: usize| Dependency::parse(&format!("a.n{number:03}")).expect("an address");
        for (one, other) in [(0, 1), (1, 0), (7, 3), (3, 7), (1000, 2), (2, 1000)] {
            let list = |left_out: usize| (0..600).filter(move |n| n % 97 != left_out).map(entry);
            let (list, base): (DependencyList, DependencyList) = (list(one).collect(), list(other).collect());
            let mut builder = crate::ListBuilder::default();
            let mut measured = crate::dependency_list::MeasuredList::default();
            measured.replace(base.clone());
            let parts = parts(&list, &base);
            assert!(parts.len() < 30);
            for part in parts {
                match part {
                    Part::Shared(range) => builder.push_range(&measured, range).expect("they are there"),
                    Part::Own(entry) => drop(builder.push(entry)),
                }
            }
            assert_eq!(builder.finish(), list);
        }
    }
}
