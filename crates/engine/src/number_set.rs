//! Sets of small numbers that are joined often: a word of bits for each run of 64 numbers in which there is one.
//!
//! What needs twenty blocks needs all that those need, which is mostly the same. Joining words instead of numbers makes that
//! cheap, and the result is in order without being sorted.

/// A set of numbers, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct NumberSet {
    /// Which word, and its bits. In the order of words, none without bits.
    words: Box<[(u32, u64)]>,
}

/// Sets that are being joined.
#[derive(Debug)]
pub(crate) struct Union {
    /// The bits of all words.
    bits: Vec<u64>,
    /// The words that have bits.
    touched: Vec<u32>,
}

impl NumberSet {
    /// The numbers from one on, smallest first.
    pub(crate) fn iter_from(&self, start: u32) -> impl Iterator<Item = u32> {
        let first = self.words.partition_point(|(word, _)| *word < start / 64);
        self.words[first..].iter().flat_map(move |(word, bits)| {
            let skipped = if *word == start / 64 { u64::MAX << (start % 64) } else { u64::MAX };
            numbers(*word, bits & skipped)
        })
    }

    /// The numbers, smallest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.iter_from(0)
    }

    /// The numbers that are in one of two sets, smallest first.
    pub(crate) fn differences<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = u32> + 's {
        let (mut ours, mut theirs) = (self.words.iter().peekable(), other.words.iter().peekable());
        let words = std::iter::from_fn(move || {
            let word = ours.peek().into_iter().chain(theirs.peek()).map(|(word, _)| *word).min()?;
            let mut bits = 0;
            for side in [&mut ours, &mut theirs] {
                bits ^= side.next_if(|(other, _)| *other == word).map_or(0, |(_, bits)| *bits);
            }
            Some((word, bits))
        });
        words.flat_map(|(word, bits)| numbers(word, bits))
    }
}

/// The numbers that the bits of a word stand for.
fn numbers(word: u32, bits: u64) -> impl Iterator<Item = u32> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(word * 64 + bit)
    })
}

impl Union {
    /// Joins sets of numbers that are less than another.
    pub(crate) fn of_less_than(end: usize) -> Self {
        Self { bits: vec![0; end.div_ceil(64)], touched: Vec::new() }
    }

    pub(crate) fn add(&mut self, set: &NumberSet) {
        set.words.iter().for_each(|(word, bits)| self.add_bits(*word, *bits));
    }

    pub(crate) fn add_one(&mut self, number: u32) {
        self.add_bits(number / 64, 1 << (number % 64));
    }

    fn add_bits(&mut self, word: u32, bits: u64) {
        let all = &mut self.bits[word as usize];
        if *all == 0 {
            self.touched.push(word);
        }
        *all |= bits;
    }

    /// All that was added since this was last asked.
    pub(crate) fn take(&mut self) -> NumberSet {
        self.touched.sort_unstable();
        let words = self.touched.drain(..).map(|word| (word, std::mem::take(&mut self.bits[word as usize])));
        NumberSet { words: words.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_in_order() {
        let mut union = Union::of_less_than(300);
        let set = |union: &mut Union, numbers: &[u32]| {
            numbers.iter().for_each(|number| union.add_one(*number));
            union.take()
        };
        let one = set(&mut union, &[299, 0, 63, 64]);
        let other = set(&mut union, &[64, 65, 128]);
        assert_eq!(one.iter().collect::<Vec<_>>(), [0, 63, 64, 299]);
        union.add(&one);
        union.add(&other);
        let both = union.take();
        assert_eq!(both.iter().collect::<Vec<_>>(), [0, 63, 64, 65, 128, 299]);
        assert_eq!(union.take().iter().count(), 0);
        assert_eq!(both.iter_from(64).collect::<Vec<_>>(), [64, 65, 128, 299]);
        assert_eq!(both.iter_from(66).collect::<Vec<_>>(), [128, 299]);
        assert_eq!(both.iter_from(300).count(), 0);
        assert_eq!(one.differences(&other).collect::<Vec<_>>(), [0, 63, 65, 128, 299]);
        assert_eq!(other.differences(&one).collect::<Vec<_>>(), [0, 63, 65, 128, 299]);
        assert_eq!(one.differences(&one).count(), 0);
    }
}
