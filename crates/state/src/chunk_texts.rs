//! Texts of chunks of lists of dependencies. There are many and they stay, so they lie one behind the other in large blocks.
//! Many chunks stand in one list only, so that only those are kept that are met again.
//!
//! Chunks that follow each other in lists are mostly met one after the other, so that the texts of many lie as they stand in
//! a file: they are compared and written as one.

use std::ops::Range;

use crate::Chunk;

/// Texts by the numbers of chunks.
#[derive(Debug)]
pub(crate) struct ChunkTexts {
    blocks: Vec<Vec<u8>>,
    places: Vec<Place>,
    /// How many bytes at the end of a text are those that the next one begins with.
    shared: usize,
}

/// Where a text lies. One without content is not there.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    block: u32,
    start: u32,
    end: u32,
    /// Whether the chunk was met before.
    is_met: bool,
}

impl Place {
    fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Texts that lie one behind the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    block: usize,
    range: Range<usize>,
}

/// How large a block is; texts that are larger have one of their own.
const BLOCK: usize = 128 * 1024;

impl ChunkTexts {
    /// Texts that end with so many bytes of the one that follows; at most one.
    pub(crate) fn new(shared: usize) -> Self {
        Self { blocks: Vec::new(), places: Vec::new(), shared }
    }

    /// Where the text of a chunk lies, if it is there.
    fn place(&self, chunk: Chunk) -> Option<Place> {
        self.places.get(chunk.number()).copied().filter(|place| place.start < place.end)
    }

    /// The text of a chunk, if it is there.
    pub(crate) fn run(&self, chunk: Chunk) -> Option<Run> {
        let place = self.place(chunk)?;
        Some(Run { block: place.block as usize, range: place.range() })
    }

    /// What texts say.
    pub(crate) fn text(&self, run: &Run) -> &[u8] {
        &self.blocks[run.block][run.range.clone()]
    }

    /// With how many of these chunks a text begins, and how long they are without what they share with what follows.
    pub(crate) fn count_at_start(&self, chunks: &[Chunk], text: &[u8]) -> (usize, usize) {
        let (mut count, mut length) = (0, 0);
        while let Some(place) = chunks.get(count).and_then(|chunk| self.place(*chunk)) {
            // Further than this chunk, if what lies behind it is what stands there.
            let block = &self.blocks[place.block as usize];
            let mut start = place.range().start;
            let same = start + common_length(&block[start..], &text[length..]);
            let before = count;
            let follows = |place: &Place, start| place.range().start == start && place.range().end <= same;
            let mut next = Some(place);
            while let Some(found) = next.filter(|found| found.block == place.block && follows(found, start)) {
                let end = found.range().end - self.shared;
                (count, length, start) = (count + 1, length + end - start, end);
                next = chunks.get(count).and_then(|chunk| self.place(*chunk));
            }
            if count == before {
                break;
            }
        }
        (count, length)
    }

    /// Keeps the text of a chunk if that was met before; says that it is met.
    pub(crate) fn offer(&mut self, chunk: Chunk, text: &[u8]) {
        if self.places.len() <= chunk.number() {
            self.places.resize(chunk.number() + 1, Place::default());
        }
        let place = &mut self.places[chunk.number()];
        let is_met = std::mem::replace(&mut place.is_met, true);
        // One that is as long is mostly the same; if not, the chunk is only not found by its text.
        if !is_met || place.range().len() == text.len() {
            return;
        }
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < text.len()) {
            self.blocks.push(Vec::with_capacity(text.len().max(BLOCK)));
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let shared = if block.last() == text.first() { self.shared.min(block.len()) } else { 0 };
        let start = block.len() - shared;
        let numbers = (u32::try_from(number), u32::try_from(start), u32::try_from(start + text.len()));
        if let (Ok(number), Ok(start), Ok(end)) = numbers {
            block.extend_from_slice(&text[shared..]);
            (place.block, place.start, place.end) = (number, start, end);
        }
    }
}

impl Run {
    /// Adds texts that lie right behind these; not if they lie elsewhere.
    pub(crate) fn add(&mut self, next: &Self) -> bool {
        let follows = self.block == next.block && self.range.end == next.range.start;
        if follows {
            self.range.end = next.range.end;
        }
        follows
    }

    /// How long the texts are.
    pub(crate) fn len(&self) -> usize {
        self.range.len()
    }

    /// Takes the last byte away.
    pub(crate) fn shorten(&mut self) {
        self.range.end -= 1;
    }
}

/// How many bytes are the same at the beginning of both.
fn common_length(one: &[u8], other: &[u8]) -> usize {
    // Many at a time, then fewer, each in the way that is fastest for so many.
    const MANY: usize = 2048;
    const FEW: usize = 16;
    let many = one.chunks_exact(MANY).zip(other.chunks_exact(MANY));
    let same = many.take_while(|(one, other)| one == other).count() * MANY;
    let (one, other) = (&one[same..], &other[same..]);
    let few = one.as_chunks::<FEW>().0.iter().zip(other.as_chunks::<FEW>().0);
    let also = few.take_while(|(one, other)| one == other).count() * FEW;
    let last = one[also..].iter().zip(&other[also..]);
    same + also + last.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_common_is_found_at_any_length() {
        let text: Vec<u8> = (0..5000_u32).map(|number| (number % 251) as u8).collect();
        for length in [0, 1, 15, 16, 17, 2047, 2048, 2049, 2064, 4095, 4096, 4999] {
            assert_eq!(common_length(&text, &text[..length]), length);
            let mut other = text.clone();
            other[length] ^= 1;
            assert_eq!(common_length(&text, &other), length);
            assert_eq!(common_length(&other, &text), length);
        }
    }
}
