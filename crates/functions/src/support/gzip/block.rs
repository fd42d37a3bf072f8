// This file follows the algorithm of Go's compress/flate, under its licence:
// Copyright 2009 The Go Authors. All rights reserved. Redistribution and use
// are permitted under the BSD-style licence in LICENSE-go beside this file.

//! Deflate's blocks: choosing among stored, fixed and dynamic codes, and
//! writing the bits.

use super::huffman::{Code, codes, fixed_literals, fixed_offsets};

const LITERALS: usize = 286;
const OFFSETS: usize = 30;
const END_OF_BLOCK: usize = 256;
const FIRST_LENGTH: usize = 257;
const MAX_STORED: usize = 65535;

const LENGTH_EXTRA: [u8; 29] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
/// The least length of each code, less 3.
const LENGTH_BASE: [u16; 29] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192,
    224, 255,
];
const OFFSET_EXTRA: [u8; OFFSETS] =
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
/// The least distance of each code, less 1.
const OFFSET_BASE: [u16; OFFSETS] = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072,
    4096, 6144, 8192, 12288, 16384, 24576,
];

/// The order in which the lengths of the length codes are written.
const LENGTH_CODE_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// A byte, or a match by its length and distance.
#[derive(Debug, Clone, Copy)]
pub(super) enum Token {
    /// The symbol of a byte.
    Literal(u8),
    /// Length less 3 and distance less 1.
    Match { length: u8, offset: u16 },
}

impl Token {
    pub(super) fn literal(byte: u8) -> Token {
        Token::Literal(byte)
    }

    pub(super) fn matched(length: usize, offset: usize) -> Token {
        Token::Match { length: (length - 3) as u8, offset: (offset - 1) as u16 }
    }
}

fn length_code(length: u8) -> usize {
    LENGTH_BASE.partition_point(|&base| base <= u16::from(length)) - 1
}

fn offset_code(offset: u16) -> usize {
    OFFSET_BASE.partition_point(|&base| base <= offset) - 1
}

pub(super) struct BlockWriter<'a> {
    out: &'a mut Vec<u8>,
    pending: u64,
    pending_bits: u32,
    fixed_literals: Vec<Code>,
    fixed_offsets: Vec<Code>,
}

impl<'a> BlockWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        let (fixed_literals, fixed_offsets) = (fixed_literals(), fixed_offsets());
        BlockWriter { out, pending: 0, pending_bits: 0, fixed_literals, fixed_offsets }
    }

    /// A stored block of no bytes, which also ends on a byte boundary.
    pub(super) fn empty_block(&mut self, last: bool) {
        self.stored_header(0, last);
        self.align();
    }

    /// Writes a block in the smallest of its forms. Without `input` it cannot
    /// be stored as it is.
    pub(super) fn block(&mut self, tokens: &[Token], input: Option<&[u8]>) {
        let stats = Statistics::of(tokens);
        let dynamic = DynamicCodes::for_block(&stats);
        let stored = input.filter(|bytes| bytes.len() <= MAX_STORED);
        // The extra bits weigh the same in both coded forms.
        let extra = if stored.is_some() { stats.extra_bits() } else { 0 };
        let fixed_size = 3 + stats.coded_size(&self.fixed_literals, &self.fixed_offsets) + extra;
        let dynamic_size =
            dynamic.header_size() + stats.coded_size(&dynamic.literals, &dynamic.offsets) + extra;
        let size = fixed_size.min(dynamic_size);

        if let Some(bytes) = stored.filter(|bytes| (bytes.len() + 5) * 8 < size) {
            self.stored_header(bytes.len(), false);
            self.align();
            self.out.extend_from_slice(bytes);
        } else if dynamic_size < fixed_size {
            self.dynamic_header(&dynamic);
            self.tokens(tokens, &dynamic.literals, &dynamic.offsets);
        } else {
            self.bits(2, 3);
            let literals = std::mem::take(&mut self.fixed_literals);
            let offsets = std::mem::take(&mut self.fixed_offsets);
            self.tokens(tokens, &literals, &offsets);
            (self.fixed_literals, self.fixed_offsets) = (literals, offsets);
        }
    }

    fn tokens(&mut self, tokens: &[Token], literals: &[Code], offsets: &[Code]) {
        for token in tokens {
            match *token {
                Token::Literal(byte) => self.code(literals[usize::from(byte)]),
                Token::Match { length, offset } => {
                    let code = length_code(length);
                    self.code(literals[FIRST_LENGTH + code]);
                    self.bits(u16::from(length) - LENGTH_BASE[code], LENGTH_EXTRA[code]);
                    let code = offset_code(offset);
                    self.code(offsets[code]);
                    self.bits(offset - OFFSET_BASE[code], OFFSET_EXTRA[code]);
                }
            }
        }
        self.code(literals[END_OF_BLOCK]);
    }

    fn dynamic_header(&mut self, dynamic: &DynamicCodes) {
        let shown = dynamic.length_codes_shown();
        self.bits(4, 3);
        self.bits((dynamic.literal_count - 257) as u16, 5);
        self.bits((dynamic.offset_count - 1) as u16, 5);
        self.bits((shown - 4) as u16, 4);
        for symbol in &LENGTH_CODE_ORDER[..shown] {
            self.bits(u16::from(dynamic.length_codes[*symbol].length), 3);
        }
        for run in &dynamic.runs {
            self.code(dynamic.length_codes[usize::from(run.symbol)]);
            self.bits(u16::from(run.extra), extra_of_run(run.symbol));
        }
    }

    fn stored_header(&mut self, length: usize, last: bool) {
        self.bits(u16::from(last), 3);
        self.align();
        self.bits(length as u16, 16);
        self.bits(!(length as u16), 16);
    }

    fn code(&mut self, code: Code) {
        self.bits(code.bits, code.length);
    }

    fn bits(&mut self, value: u16, count: u8) {
        self.pending |= u64::from(value) << self.pending_bits;
        self.pending_bits += u32::from(count);
        while self.pending_bits >= 8 {
            self.out.push(self.pending as u8);
            self.pending >>= 8;
            self.pending_bits -= 8;
        }
    }

    fn align(&mut self) {
        if self.pending_bits > 0 {
            self.out.push(self.pending as u8);
        }
        (self.pending, self.pending_bits) = (0, 0);
    }
}

/// How often each symbol occurs in a block.
struct Statistics {
    literals: [u32; LITERALS],
    offsets: [u32; OFFSETS],
}

impl Statistics {
    fn of(tokens: &[Token]) -> Statistics {
        let mut stats = Statistics { literals: [0; LITERALS], offsets: [0; OFFSETS] };
        for token in tokens {
            match *token {
                Token::Literal(byte) => stats.literals[usize::from(byte)] += 1,
                Token::Match { length, offset } => {
                    stats.literals[FIRST_LENGTH + length_code(length)] += 1;
                    stats.offsets[offset_code(offset)] += 1;
                }
            }
        }
        stats.literals[END_OF_BLOCK] = 1;
        // The format wants at least one distance code.
        if stats.offsets.iter().all(|&n| n == 0) {
            stats.offsets[0] = 1;
        }
        stats
    }

    fn coded_size(&self, literals: &[Code], offsets: &[Code]) -> usize {
        size_in_bits(&self.literals, literals) + size_in_bits(&self.offsets, offsets)
    }

    fn extra_bits(&self) -> usize {
        let total = |counts: &[u32], bits: &[u8]| -> usize {
            counts.iter().zip(bits).map(|(&n, &b)| n as usize * usize::from(b)).sum()
        };
        total(&self.literals[FIRST_LENGTH..], &LENGTH_EXTRA) + total(&self.offsets, &OFFSET_EXTRA)
    }
}

fn size_in_bits(counts: &[u32], codes: &[Code]) -> usize {
    counts.iter().zip(codes).map(|(&n, code)| n as usize * usize::from(code.length)).sum()
}

/// The codes made for one block and how their lengths are written down.
struct DynamicCodes {
    literals: Vec<Code>,
    offsets: Vec<Code>,
    literal_count: usize,
    offset_count: usize,
    runs: Vec<Run>,
    length_counts: [u32; 19],
    length_codes: Vec<Code>,
}

/// A code length, or (symbols 16 to 18) a repetition with its extra bits.
struct Run {
    symbol: u8,
    extra: u8,
}

fn extra_of_run(symbol: u8) -> u8 {
    match symbol {
        16 => 2,
        17 => 3,
        18 => 7,
        _ => 0,
    }
}

impl DynamicCodes {
    fn for_block(stats: &Statistics) -> DynamicCodes {
        let (literals, offsets) = (codes(&stats.literals, 15), codes(&stats.offsets, 15));
        let count = |counts: &[u32]| counts.iter().rposition(|&n| n != 0).map_or(0, |last| last + 1);
        let (literal_count, offset_count) = (count(&stats.literals), count(&stats.offsets));
        let lengths: Vec<u8> = literals[..literal_count]
            .iter()
            .chain(&offsets[..offset_count])
            .map(|code| code.length)
            .collect();
        let runs = runs(&lengths);
        let mut length_counts = [0; 19];
        for run in &runs {
            length_counts[usize::from(run.symbol)] += 1;
        }
        let length_codes = codes(&length_counts, 7);
        DynamicCodes { literals, offsets, literal_count, offset_count, runs, length_counts, length_codes }
    }

    fn length_codes_shown(&self) -> usize {
        let used = |symbol: &usize| self.length_counts[*symbol] != 0;
        LENGTH_CODE_ORDER.iter().rposition(used).map_or(4, |last| (last + 1).max(4))
    }

    fn header_size(&self) -> usize {
        let extra: usize = self.runs.iter().map(|run| usize::from(extra_of_run(run.symbol))).sum();
        let coded = size_in_bits(&self.length_counts, &self.length_codes);
        3 + 5 + 5 + 4 + 3 * self.length_codes_shown() + coded + extra
    }
}

/// Run-length encodes code lengths.
fn runs(lengths: &[u8]) -> Vec<Run> {
    let mut runs = Vec::new();
    for chunk in lengths.chunk_by(|a, b| a == b) {
        let length = chunk[0];
        let mut count = chunk.len();
        let mut push = |symbol, extra: usize| runs.push(Run { symbol, extra: extra as u8 });
        if length != 0 {
            push(length, 0);
            count -= 1;
            while count >= 3 {
                let n = count.min(6);
                push(16, n - 3);
                count -= n;
            }
        } else {
            while count >= 11 {
                let n = count.min(138);
                push(18, n - 11);
                count -= n;
            }
            if count >= 3 {
                push(17, count - 3);
                count = 0;
            }
        }
        (0..count).for_each(|_| push(length, 0));
    }
    runs
}
