//! Bytes of an input as a row of choices.

use std::sync::LazyLock;

use libfuzzer_sys::Corpus;

/// An input taken apart: what kind of thing it is, and whether it is text or choices.
pub struct Input<'a> {
    /// Which of up to four kinds of thing a target reads.
    pub kind: u8,
    /// Text as it stands; otherwise the rest are choices.
    pub is_text: bool,
    /// Everything after the first byte.
    pub rest: &'a [u8],
}

impl<'a> Input<'a> {
    /// Takes the first byte off: `0`, `4`, `8` or `<` is text of kind 0, 1, 2 or 3, which few inputs are
    /// by chance; the seeds that `cargo xtask fuzz` writes are.
    pub fn of(bytes: &'a [u8]) -> Option<Self> {
        let (first, rest) = bytes.split_first()?;
        Some(Self { kind: (first >> 2) & 3, is_text: matches!(first, b'0' | b'4' | b'8' | b'<'), rest })
    }
}

impl Input<'_> {
    /// What the fuzzer is to do with an input after it was tried. Of what does not parse, and of text, only a part is
    /// kept for further mutation: it finds new paths through the error messages so easily that soon nothing else
    /// would be tried.
    pub fn verdict(&self, parsed: bool) -> Corpus {
        let one_of = match (self.is_text, parsed) {
            (false, true) => 1,
            (true, true) => 2,
            (false, false) => 4,
            (true, false) => 32,
        };
        let sum = self.rest.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
        if sum.is_multiple_of(one_of) { Corpus::Keep } else { Corpus::Reject }
    }
}

/// Prints the text that an input stands for, if the environment has `CAIRN_FUZZ_SHOW`: so one sees what an artifact
/// is about.
pub fn show(text: &[u8]) {
    static WANTED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("CAIRN_FUZZ_SHOW").is_some());
    if *WANTED {
        eprintln!("----\n{}\n----", String::from_utf8_lossy(text));
    }
}

/// A row of choices. When it is used up, every choice is the first one, which generators make the
/// simplest: so every derivation ends.
pub struct Choices<'a>(pub &'a [u8]);

impl<'a> Choices<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit
    }

    /// True about once in `n` times, and never when the row is used up.
    pub fn rarely(&mut self, n: u8) -> bool {
        self.byte() % n == n - 1
    }

    /// One of some things.
    pub fn of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Up to `most` bytes as they stand.
    pub fn take(&mut self, most: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Whether all are used up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::Choices;

    /// Derives many texts and checks that most parse: otherwise the fuzzer would see little but errors.
    pub(crate) fn most_parse(
        what: &str,
        derive: impl Fn(&mut Choices<'_>) -> String,
        error: impl Fn(&str) -> Option<String>,
    ) {
        const COUNT: usize = 2000;
        let mut state = 1u64;
        let mut parsed = 0;
        for _ in 0..COUNT {
            let mut byte = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 56) as u8
            };
            let bytes: Vec<u8> = (0..200).map(|_| byte()).collect();
            let text = derive(&mut Choices(&bytes));
            match error(&text) {
                None => parsed += 1,
                Some(error) => println!("{what}: {error}\n    {text:?}"),
            }
        }
        println!("{what}: {parsed} of {COUNT} parse");
        assert!(parsed * 10 > COUNT * 7, "{what}: only {parsed} of {COUNT} parse");
    }
}
