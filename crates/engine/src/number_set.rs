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
    pub(crate) fn len(&self) -> usize {
        self.words.iter().map(|(_, bits)| bits.count_ones() as usize).sum()
    }

    /// The numbers, smallest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().flat_map(|(word, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(*word as usize * 64 + bit as usize)
            })
        })
    }
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
        assert_eq!((both.len(), union.take().len(), NumberSet::default().len()), (6, 0, 0));
    }
}
