// This file follows the algorithm of Go's compress/flate, under its licence:
// Copyright 2009 The Go Authors. All rights reserved. Redistribution and use
// are permitted under the BSD-style licence in LICENSE-go beside this file.

//! Length-limited Huffman codes, with Go's choices where several are best.

/// A code, its bits reversed as the stream wants them. Length 0: not used.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Code {
    pub(super) bits: u16,
    pub(super) length: u8,
}

impl Code {
    fn new(bits: u16, length: u8) -> Code {
        Code { bits: bits.reverse_bits() >> (16 - length), length }
    }
}

/// Codes for the symbols of the given frequencies, none longer than `max_bits`.
pub(super) fn codes(frequencies: &[u32], max_bits: usize) -> Vec<Code> {
    let mut codes = vec![Code::default(); frequencies.len()];
    let mut used: Vec<(u32, usize)> =
        frequencies.iter().enumerate().filter(|(_, f)| **f != 0).map(|(symbol, f)| (*f, symbol)).collect();
    if used.len() <= 2 {
        for (i, (_, symbol)) in used.into_iter().enumerate() {
            codes[symbol] = Code::new(i as u16, 1);
        }
        return codes;
    }
    used.sort_unstable();
    let counts = bit_counts(&used, max_bits);
    let mut next = 0;
    let mut rest = used.as_mut_slice();
    // The most frequent symbols, at the end of the list, get the shortest codes.
    for (length, &count) in counts.iter().enumerate().skip(1) {
        next <<= 1;
        let (head, chunk) = rest.split_at_mut(rest.len() - count);
        chunk.sort_unstable_by_key(|&(_, symbol)| symbol);
        for &mut (_, symbol) in chunk {
            codes[symbol] = Code::new(next, length as u8);
            next += 1;
        }
        rest = head;
    }
    codes
}

/// The fixed code of literals and lengths.
pub(super) fn fixed_literals() -> Vec<Code> {
    let code = |symbol: u16| match symbol {
        0..144 => Code::new(symbol + 48, 8),
        144..256 => Code::new(symbol + 400 - 144, 9),
        256..280 => Code::new(symbol - 256, 7),
        _ => Code::new(symbol + 192 - 280, 8),
    };
    (0..286).map(code).collect()
}

/// The fixed code of distances.
pub(super) fn fixed_offsets() -> Vec<Code> {
    (0..30).map(|symbol| Code::new(symbol, 5)).collect()
}

const MAX_LEVELS: usize = 16;
const NEVER: u32 = u32::MAX;

#[derive(Clone, Copy, Default)]
struct Level {
    /// The frequency of the last node made at this level.
    last: u32,
    /// The frequency of the next symbol to come.
    next_symbol: u32,
    /// The frequency of the next pair from the level below.
    next_pair: u32,
    /// Nodes still to make here before going one level up.
    needed: usize,
}

/// How many symbols get a code of each length (the boundary package-merge
/// algorithm). `used` is sorted by frequency and has at least three entries.
fn bit_counts(used: &[(u32, usize)], max_bits: usize) -> Vec<usize> {
    let n = used.len();
    let frequency = |i: usize| used.get(i).map_or(NEVER, |&(f, _)| f);
    let top = max_bits.min(n - 1);

    // Level 0 is never taken from: its pairs cost more than anything.
    let mut levels = [Level::default(); MAX_LEVELS + 1];
    // leaves[i][j]: the symbols left of the level-j ancestor of the rightmost
    // node at level i.
    let mut leaves = [[0usize; MAX_LEVELS]; MAX_LEVELS];
    for (i, level) in levels.iter_mut().enumerate().take(top + 1).skip(1) {
        level.last = frequency(1);
        level.next_symbol = frequency(2);
        level.next_pair = if i == 1 { NEVER } else { frequency(0) + frequency(1) };
        leaves[i][i] = 2;
    }
    levels[top].needed = 2 * n - 4;

    let mut at = top;
    loop {
        let level = levels[at];
        if level.next_pair == NEVER && level.next_symbol == NEVER {
            // Nothing left here nor below; never come back.
            levels[at].needed = 0;
            levels[at + 1].next_pair = NEVER;
            at += 1;
            continue;
        }
        if level.next_symbol < level.next_pair {
            leaves[at][at] += 1;
            levels[at].last = level.next_symbol;
            levels[at].next_symbol = frequency(leaves[at][at]);
        } else {
            levels[at].last = level.next_pair;
            let (below, here) = leaves.split_at_mut(at);
            here[0][..at].copy_from_slice(&below[at - 1][..at]);
            levels[at - 1].needed = 2;
        }
        levels[at].needed -= 1;
        if levels[at].needed == 0 {
            if at == top {
                break;
            }
            levels[at + 1].next_pair = level.last + levels[at].last;
            at += 1;
        } else {
            while levels[at - 1].needed > 0 {
                at -= 1;
            }
        }
    }

    let mut counts = vec![0];
    counts.extend((1..=top).rev().map(|i| leaves[top][i] - leaves[top][i - 1]));
    counts
}
