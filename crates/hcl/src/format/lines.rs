//! Lays tokens out line by line. A line has up to three cells: the lead, the assignment from its equals sign
//! on, and the comment at its end. Assignments of neighbouring lines begin in the same column, and so do
//! comments; a line without that cell ends the run of neighbours.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::MAX_BYTES;
use super::spacing::space_between;
use crate::lossless::{DocToken, Document, bracket_change, ends_line};
use crate::syntax::token::TokenKind;

const INDENT: u32 = 2;

/// The tokens of a line: its lead is `start..assign`, its assignment `assign..comment`, its comment
/// `comment..end`.
#[derive(Clone, Copy)]
struct Line {
    start: u32,
    assign: u32,
    comment: u32,
    end: u32,
}

struct Layout<'a> {
    document: &'a Document,
    tokens: Vec<DocToken>,
    /// The number of spaces in front of each token.
    spaces: Vec<u32>,
    lines: Vec<Line>,
}

/// The text of a document in canonical layout; nothing if it is larger than [`MAX_BYTES`].
pub(super) fn lay_out(document: &Document) -> Option<Vec<u8>> {
    let mut tokens = Vec::with_capacity(document.token_count());
    document.for_each_token(|token| tokens.push(token));
    // Space at the very end stays, in front of the end-of-file token, which belongs to no line.
    let spaces = tokens.iter().map(|token| token.space_len() as u32).collect();
    let lines = Vec::with_capacity(tokens.len() / 4 + 1);
    let mut layout = Layout { document, tokens, spaces, lines };
    layout.split_lines();
    layout.indent();
    layout.space_cells();
    layout.align();
    layout.print()
}

impl Layout<'_> {
    fn split_lines(&mut self) {
        let mut start = 0;
        for at in 0..self.tokens.len() {
            let token = self.tokens[at];
            if token.kind == TokenKind::Eof {
                self.push_line(start..at);
                return;
            }
            if ends_line(token, self.document.token_text(token)) {
                self.push_line(start..at + 1);
                start = at + 1;
            }
        }
        self.push_line(start..self.tokens.len());
    }

    fn push_line(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let last = range.end - 1;
        let has_comment = range.len() > 1 && self.kind(last) == TokenKind::Comment;
        let comment = if has_comment { last } else { range.end };
        let equals = (range.start + 1..comment).find(|&at| self.kind(at) == TokenKind::Equal);
        // An assignment that goes on over the next lines is not aligned.
        let assign = equals.filter(|&at| self.bracket_balance(at..comment) == 0).unwrap_or(comment);
        let [start, assign, comment, end] = [range.start, assign, comment, range.end].map(|at| at as u32);
        self.lines.push(Line { start, assign, comment, end });
    }

    /// Indents each line by the number of earlier lines that opened more brackets than they closed. However
    /// many a line opens, it counts once, and only when all of them are closed again does it cease to count.
    fn indent(&mut self) {
        let mut open_lines: Vec<u32> = Vec::new();
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            let start = line.start as usize;
            if self.kind(start) == TokenKind::Newline {
                self.spaces[start] = 0;
                continue;
            }
            let level = open_lines.len();
            let balance = self.line_balance(line);
            if balance > 0 {
                open_lines.push(balance.unsigned_abs());
            } else {
                close_brackets(&mut open_lines, balance.unsigned_abs());
            }
            self.spaces[start] = INDENT * level.min(open_lines.len()) as u32;
        }
    }

    /// Brackets that a line opens less those it closes. What follows a heredoc's beginning in the lead, the
    /// heredoc's own text included, does not count.
    fn line_balance(&self, line: Line) -> i32 {
        let lead = line.start as usize..line.assign as usize;
        let heredoc = lead.clone().find(|&at| self.kind(at) == TokenKind::OHeredoc);
        let lead = self.bracket_balance(lead.start..heredoc.unwrap_or(lead.end));
        lead + self.bracket_balance(line.assign as usize..line.comment as usize)
    }

    fn space_cells(&mut self) {
        for index in 0..self.lines.len() {
            let line = self.lines[index];
            self.space_cell(line.start as usize..line.assign as usize);
            self.space_cell(line.assign as usize..line.comment as usize);
        }
    }

    fn space_cell(&mut self, cell: Range<usize>) {
        let mut before = None;
        for at in cell.start + 1..cell.end {
            let left = self.tokens[at - 1];
            let is_in = left.kind == TokenKind::Ident && self.document.token_text(left) == b"in";
            self.spaces[at] = u32::from(space_between(before, left.kind, is_in, self.kind(at)));
            before = Some(left.kind);
        }
    }

    /// Assignments first, as moving them moves the comments.
    fn align(&mut self) {
        self.align_cells(|line| (line.assign < line.comment).then_some(line.assign));
        self.align_cells(|line| (line.comment < line.end).then_some(line.comment));
    }

    /// Puts the cells that `cell_start` names into the same column wherever neighbouring lines have one.
    fn align_cells(&mut self, cell_start: impl Fn(&Line) -> Option<u32>) {
        // First tokens of the cells of one run of neighbours, each with the column where it could begin.
        let mut run: Vec<(u32, u32)> = Vec::new();
        for index in 0..=self.lines.len() {
            let line = self.lines.get(index);
            if let Some((line, start)) = line.and_then(|line| Some((line, cell_start(line)?))) {
                run.push((start, self.columns(line.start as usize..start as usize)));
                continue;
            }
            let widest = run.iter().map(|(_, column)| *column).max().unwrap_or(0);
            for (start, column) in run.drain(..) {
                self.spaces[start as usize] = widest - column + 1;
            }
        }
    }

    fn print(&self) -> Option<Vec<u8>> {
        let texts = self.tokens.iter().map(|token| self.document.token_text(*token).len() as u64);
        let size = texts.chain(self.spaces.iter().map(|spaces| u64::from(*spaces))).sum::<u64>();
        if size > MAX_BYTES {
            return None;
        }
        let mut out = Vec::with_capacity(size as usize);
        for (token, spaces) in self.tokens.iter().zip(&self.spaces) {
            match spaces {
                0 => {}
                1 => out.push(b' '),
                _ => out.resize(out.len() + *spaces as usize, b' '),
            }
            out.extend_from_slice(self.document.token_text(*token));
        }
        Some(out)
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens[at].kind
    }

    fn bracket_balance(&self, range: Range<usize>) -> i32 {
        self.tokens[range].iter().map(|token| bracket_change(token.kind)).sum()
    }

    fn columns(&self, range: Range<usize>) -> u32 {
        let spaces: u32 = self.spaces[range.clone()].iter().sum();
        let texts = self.tokens[range].iter().map(|token| width(self.document.token_text(*token)));
        spaces + texts.sum::<u32>()
    }
}

/// Takes `closed` brackets off the lines that opened them, the latest first.
fn close_brackets(open_lines: &mut Vec<u32>, mut closed: u32) {
    while let Some(last) = open_lines.last_mut()
        && closed > 0
    {
        if *last > closed {
            *last -= closed;
            return;
        }
        closed -= *last;
        open_lines.pop();
    }
}

/// Grapheme clusters, which is what a column holds.
fn width(text: &[u8]) -> u32 {
    if text.is_ascii() && !text.contains(&b'\r') {
        return text.len() as u32;
    }
    String::from_utf8_lossy(text).graphemes(true).count() as u32
}
