//! Texts of chunks of lists of dependencies. There are many and they stay, so they lie one behind the other in large blocks.

use crate::Chunk;

/// Texts by the numbers of chunks.
#[derive(Debug, Default)]
pub(crate) struct ChunkTexts {
    blocks: Vec<Vec<u8>>,
    places: Vec<Place>,
}

/// Where a text lies. One without content is not there.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    block: usize,
    start: usize,
    end: usize,
}

/// How large a block is; texts that are larger have one of their own.
const BLOCK: usize = 128 * 1024;

impl ChunkTexts {
    /// The text of a chunk, if it is there.
    pub(crate) fn get(&self, chunk: Chunk) -> Option<&[u8]> {
        let place = self.places.get(chunk.number()).filter(|place| place.start < place.end)?;
        Some(&self.blocks[place.block][place.start..place.end])
    }

    /// Keeps the text of a chunk, which is so long: the writer appends it.
    pub(crate) fn put(&mut self, chunk: Chunk, length: usize, write: impl FnOnce(&mut Vec<u8>)) {
        if self.places.len() <= chunk.number() {
            self.places.resize(chunk.number() + 1, Place::default());
        }
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < length) {
            self.blocks.push(Vec::with_capacity(length.max(BLOCK)));
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let start = block.len();
        write(block);
        self.places[chunk.number()] = Place { block: number, start, end: block.len() };
    }
}
