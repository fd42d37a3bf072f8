//! Texts of chunks of lists of dependencies. There are many and they stay, so they lie one behind the other in large blocks.
//! Many chunks stand in one list only, so that only those are kept that are met again.

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
    /// Whether the chunk was met before.
    is_met: bool,
}

/// How large a block is; texts that are larger have one of their own.
const BLOCK: usize = 128 * 1024;

impl ChunkTexts {
    /// The text of a chunk, if it is there.
    pub(crate) fn get(&self, chunk: Chunk) -> Option<&[u8]> {
        let place = self.places.get(chunk.number()).filter(|place| place.start < place.end)?;
        Some(&self.blocks[place.block][place.start..place.end])
    }

    /// Keeps the text of a chunk if that was met before; says that it is met.
    pub(crate) fn offer(&mut self, chunk: Chunk, text: &[u8]) {
        if self.places.len() <= chunk.number() {
            self.places.resize(chunk.number() + 1, Place::default());
        }
        let place = &mut self.places[chunk.number()];
        if !std::mem::replace(&mut place.is_met, true) {
            return;
        }
        if self.blocks.last().is_none_or(|block| block.capacity() - block.len() < text.len()) {
            self.blocks.push(Vec::with_capacity(text.len().max(BLOCK)));
        }
        place.block = self.blocks.len() - 1;
        let block = &mut self.blocks[place.block];
        place.start = block.len();
        block.extend_from_slice(text);
        place.end = block.len();
    }
}
