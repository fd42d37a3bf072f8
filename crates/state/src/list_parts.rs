//! A list of dependencies as parts of another one. The lists of a state are quadratic together in a long chain, but one
//! is mostly another one with a few entries more or less: who writes or reads them need not look at each entry.

use std::ops::Range;

use crate::Dependency;

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Entries that stand in the other list, one after the other.
    Shared(Range<usize>),
    /// An entry that does not stand there, at least not where it would by the order of texts.
    Own(Dependency),
}

/// The parts of a list, beside a list that is in the same order, mostly.
pub(crate) fn parts<'l>(list: &'l [Dependency], base: &'l [Dependency]) -> impl Iterator<Item = Part> + 'l {
    let (mut rest, mut at) = (list, 0);
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        at += entries_before(&base[at..], first);
        let same = rest.iter().zip(&base[at..]).take_while(|(one, other)| one == other).count();
        rest = &rest[same.max(1)..];
        if same == 0 {
            return Some(Part::Own(first));
        }
        at += same;
        Some(Part::Shared(at - same..at))
    })
}

/// Which of two lists one takes the place of, by its length: that of the long one, 0, or the other, 1. Lists come in the
/// order of the texts of their addresses, in which `r101` is between `r1009` and `r1010`: a short list between long ones
/// has little in common with them, and should not keep them from being compared.
pub(crate) fn rank(length: usize, long: usize) -> usize {
    usize::from(length * 2 < long)
}

/// How many entries of a list come before one, if the list is in order; any number if it is not.
pub(crate) fn entries_before(list: &[Dependency], entry: Dependency) -> usize {
    let is_before = |other: &Dependency| *other != entry && other.text() < entry.text();
    // Mostly it is not far, so that what is near is looked at first.
    let (mut before, mut step) = (0, 1);
    while list.get(before + step - 1).is_some_and(is_before) {
        before += step;
        step *= 2;
    }
    let end = list.len().min(before + step);
    before + list[before..end].partition_point(is_before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_where_they_are_by_order() {
        let list = |texts: &str| -> Vec<Dependency> {
            texts.split_whitespace().map(|text| Dependency::parse(text).expect("an address")).collect()
        };
        let check = |of: &str, base: &str, expect: &str| {
            let (of, base) = (list(of), list(base));
            let found = parts(&of, &base).map(|part| match part {
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
        check("a.d a.b", "a.b a.c a.d", "2-3 a.b");
    }
}
