// This file follows the algorithm of Go's compress/flate, under its licence:
// Copyright 2009 The Go Authors. All rights reserved. Redistribution and use
// are permitted under the BSD-style licence in LICENSE-go beside this file.

//! The matching half of deflate, at Go's default level: hash chains over a
//! sliding window, with a match put off by one byte when the next is longer.

use super::block::{BlockWriter, Token};

const WINDOW: usize = 1 << 15;
const MIN_MATCH: usize = 4;
const MAX_MATCH: usize = 258;
const HASH_BITS: u32 = 17;
/// Tokens after which a block is closed.
const BLOCK_TOKENS: usize = 1 << 14;

// The parameters of level 6.
const GOOD: usize = 8;
const LAZY: usize = 16;
const NICE: usize = 128;
const CHAIN: usize = 128;

/// Appends the deflate stream of `data`: its blocks, the empty stored block of
/// a flush, and an empty final block.
pub(super) fn deflate(data: &[u8], out: &mut Vec<u8>) {
    let mut writer = BlockWriter::new(out);
    Deflater::new(data, &mut writer).run();
    writer.empty_block(false);
    writer.empty_block(true);
}

/// Positions count from the start of the data. Go moves its window along in
/// steps of [`WINDOW`] instead and forgets what lies before it, which `base`
/// stands for here.
struct Deflater<'a, 'w> {
    data: &'a [u8],
    writer: &'a mut BlockWriter<'w>,
    /// The first position still in the window.
    base: usize,
    /// Where the filled part of the window ends.
    end: usize,
    index: usize,
    /// The start of the current block; `None` once the window moved past it,
    /// so that the block can no longer be stored unpacked.
    block_start: Option<usize>,
    tokens: Vec<Token>,
    /// Position + 1 of the latest string of each hash, 0 for none.
    hash_head: Vec<u32>,
    /// For each position in the window, the entry before it in its chain.
    hash_prev: Vec<u32>,
}

/// A match not yet written.
#[derive(Clone, Copy)]
struct Match {
    length: usize,
    offset: usize,
}

const NO_MATCH: Match = Match { length: MIN_MATCH - 1, offset: 0 };

impl<'a, 'w> Deflater<'a, 'w> {
    fn new(data: &'a [u8], writer: &'a mut BlockWriter<'w>) -> Self {
        Deflater {
            data,
            writer,
            base: 0,
            end: data.len().min(2 * WINDOW),
            index: 0,
            block_start: Some(0),
            tokens: Vec::with_capacity(BLOCK_TOKENS + 1),
            hash_head: vec![0; 1 << HASH_BITS],
            hash_prev: vec![0; WINDOW],
        }
    }

    fn run(mut self) {
        let mut chain_head = 0;
        let mut found = NO_MATCH;
        let mut byte_available = false;
        loop {
            self.slide();
            let lookahead = self.end - self.index;
            if lookahead == 0 {
                break;
            }
            if self.index + MIN_MATCH <= self.end {
                chain_head = self.insert(self.index);
            }
            let previous = found;
            found = NO_MATCH;
            let oldest = self.base.max(self.index.saturating_sub(WINDOW));
            let candidate = (chain_head as usize).checked_sub(1).filter(|&head| head >= oldest);
            if let Some(head) = candidate.filter(|_| lookahead > previous.length && previous.length < LAZY) {
                found = self.find_match(head, lookahead).unwrap_or(NO_MATCH);
            }
            if previous.length >= MIN_MATCH && found.length <= previous.length {
                // The match put off at the byte before is the better one.
                self.tokens.push(Token::matched(previous.length, previous.offset));
                let after = self.index + previous.length - 1;
                for position in self.index + 1..after {
                    if position + MIN_MATCH <= self.end {
                        self.insert(position);
                    }
                }
                self.index = after;
                byte_available = false;
                found = NO_MATCH;
                self.close_full_block(self.index);
            } else {
                if byte_available {
                    self.tokens.push(Token::literal(self.data[self.index - 1]));
                    self.close_full_block(self.index);
                }
                self.index += 1;
                byte_available = true;
            }
        }
        if byte_available {
            self.tokens.push(Token::literal(self.data[self.index - 1]));
        }
        if !self.tokens.is_empty() {
            self.close_block(self.index);
        }
    }

    /// Moves the window on when too little lookahead is left in it.
    fn slide(&mut self) {
        let low = self.end - self.index < MIN_MATCH + MAX_MATCH;
        if low && self.end < self.data.len() {
            self.base += WINDOW;
            self.end = self.data.len().min(self.base + 2 * WINDOW);
            self.block_start = self.block_start.filter(|&start| start >= self.base);
        }
    }

    /// Puts the string at `position` into its hash chain, whose former head
    /// is returned.
    fn insert(&mut self, position: usize) -> u32 {
        let d = &self.data[position..position + MIN_MATCH];
        let word = u32::from_be_bytes([d[0], d[1], d[2], d[3]]);
        let hash = word.wrapping_mul(0x1e35_a7bd) >> (32 - HASH_BITS);
        let head = std::mem::replace(&mut self.hash_head[hash as usize], (position + 1) as u32);
        self.hash_prev[position % WINDOW] = head;
        head
    }

    fn find_match(&self, head: usize, lookahead: usize) -> Option<Match> {
        let position = self.index;
        let longest = lookahead.min(MAX_MATCH);
        let nice = longest.min(NICE);
        let oldest = position.saturating_sub(WINDOW);
        let here = &self.data[position..position + longest];
        let mut best = None;
        let mut length = NO_MATCH.length;
        let mut tries = if length >= GOOD { CHAIN / 4 } else { CHAIN };
        let mut candidate = head;
        while tries > 0 {
            if self.data[candidate + length] == here[length] {
                let there = &self.data[candidate..];
                let same = here.iter().zip(there).take_while(|(a, b)| a == b).count();
                // A match of the least length must be near to be worth its bits.
                if same > length && (same > MIN_MATCH || position - candidate <= 4096) {
                    length = same;
                    best = Some(Match { length, offset: position - candidate });
                    if same >= nice {
                        break;
                    }
                }
            }
            // The chain entry of the oldest position is already overwritten.
            if position - candidate == WINDOW {
                break;
            }
            let Some(next) = (self.hash_prev[candidate % WINDOW] as usize).checked_sub(1) else { break };
            if next < oldest || next < self.base {
                break;
            }
            candidate = next;
            tries -= 1;
        }
        best
    }

    fn close_full_block(&mut self, end: usize) {
        if self.tokens.len() == BLOCK_TOKENS {
            self.close_block(end);
        }
    }

    fn close_block(&mut self, end: usize) {
        let input = self.block_start.map(|start| &self.data[start..end]);
        self.block_start = Some(end);
        self.writer.block(&self.tokens, input);
        self.tokens.clear();
    }
}
