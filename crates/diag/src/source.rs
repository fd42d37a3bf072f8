//! Source files and positions in them.
//!
//! Trees store byte [`Span`]s, which are small; a [`SourceRange`] with line and column is computed
//! only when a problem is reported.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use unicode_segmentation::UnicodeSegmentation;

/// Byte offsets into one file: start inclusive, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from start to end.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The smallest span covering both.
    #[must_use]
    #[inline]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A position: line and column count from 1, a column is one grapheme cluster, a byte counts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pos {
    /// Line, from 1.
    pub line: u32,
    /// Column in grapheme clusters, from 1.
    pub column: u32,
    /// Byte offset, from 0.
    pub byte: u32,
}

/// A piece of a named file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceRange {
    /// The file as the user knows it.
    pub filename: Arc<str>,
    /// First position.
    pub start: Pos,
    /// One past the last position.
    pub end: Pos,
}

/// The text of one file, with its line table made on demand.
#[derive(Debug)]
pub struct SourceFile {
    name: Arc<str>,
    content: Content,
    line_starts: OnceLock<Vec<u32>>,
    /// The position that was asked for last: readers go from top to bottom, so the next is near it.
    last: Mutex<Pos>,
}

/// What a file holds: text, so that no piece of it needs to be checked again, or bytes that are none.
#[derive(Debug)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

/// How many lines after the last one are looked at before the whole table is searched.
const NEAR_LINES: usize = 16;

impl SourceFile {
    /// A file of the given name and content.
    pub fn new(name: impl Into<Arc<str>>, bytes: impl Into<Vec<u8>>) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            content: String::from_utf8(bytes.into())
                .map_or_else(|error| Content::Bytes(error.into_bytes()), Content::Text),
            line_starts: OnceLock::new(),
            last: Mutex::new(Pos { line: 1, column: 1, byte: 0 }),
        })
    }

    /// The file as the user knows it.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The whole content.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    /// The whole content, if all of it is UTF-8.
    #[inline]
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            Content::Bytes(_) => None,
        }
    }

    /// The text of a span, if it is UTF-8.
    #[inline]
    pub fn piece(&self, span: Span) -> Option<&str> {
        let range = span.start as usize..span.end as usize;
        match &self.content {
            Content::Text(text) => text.get(range),
            Content::Bytes(bytes) => std::str::from_utf8(bytes.get(range)?).ok(),
        }
    }

    /// The bytes of a span; empty where it lies outside the file.
    pub fn slice(&self, span: Span) -> &[u8] {
        self.bytes().get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// Line and column of a byte offset.
    pub fn pos(&self, byte: u32) -> Pos {
        // Another thread may be asking too; then the search starts from nothing, which is only slower.
        let last = self.last.try_lock().map_or(Pos { line: 1, column: 1, byte: 0 }, |last| *last);
        let line_index = self.line_index(byte, last.line as usize - 1);
        let line_start = self.line_starts()[line_index] as usize;
        let line = line_index as u32 + 1;
        let end = (byte as usize).min(self.bytes().len());
        // Behind a known position of the same line only the text since then needs to be counted. ASCII
        // never joins what stands before it, so a column can start anywhere in it.
        let since =
            self.bytes().get(last.byte as usize..end).filter(|since| last.line == line && since.is_ascii());
        let column = match since {
            Some(since) => last.column + since.len() as u32,
            None => self.column(line_start.min(end), end),
        };
        let pos = Pos { line, column, byte };
        if let Ok(mut last) = self.last.try_lock() {
            *last = pos;
        }
        pos
    }

    /// The column of a byte on a line, from 1.
    fn column(&self, line_start: usize, end: usize) -> u32 {
        let before = &self.bytes()[line_start..end];
        // A byte order mark is no part of the first line.
        let before = before.strip_prefix("\u{feff}".as_bytes()).filter(|_| line_start == 0).unwrap_or(before);
        let columns = match before.is_ascii() {
            true => before.len(),
            false => String::from_utf8_lossy(before).graphemes(true).count(),
        };
        columns as u32 + 1
    }

    /// The range of a span.
    pub fn range(&self, span: Span) -> SourceRange {
        SourceRange { filename: self.name.clone(), start: self.pos(span.start), end: self.pos(span.end) }
    }

    /// The line, from 0, that a byte is on, looked for from a line that is probably near.
    fn line_index(&self, byte: u32, near: usize) -> usize {
        let starts = self.line_starts();
        let found = match starts.get(near..) {
            Some([first, after @ ..]) if *first <= byte => {
                let passed = after.iter().take(NEAR_LINES).take_while(|start| **start <= byte).count();
                (passed < NEAR_LINES).then_some(near + passed)
            }
            _ => None,
        };
        found.unwrap_or_else(|| starts.partition_point(|&start| start <= byte).saturating_sub(1))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = memchr::memchr_iter(b'\n', self.bytes());
            std::iter::once(0).chain(breaks.map(|at| at as u32 + 1)).collect()
        })
    }
}

/// All files read in one run, by name, so that snippets can be shown.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: BTreeMap<Arc<str>, Arc<SourceFile>>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Remembers a file.
    pub fn insert(&mut self, file: Arc<SourceFile>) {
        self.files.insert(file.name().clone(), file);
    }

    /// The file of that name, if it was read.
    pub fn get(&self, name: &str) -> Option<&Arc<SourceFile>> {
        self.files.get(name)
    }

    /// The files in order of name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.files.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_graphemes_from_one() {
        let file = SourceFile::new("main.tf", "a = \"e\u{301}x\"\nb".as_bytes().to_vec());
        assert_eq!(file.pos(0), Pos { line: 1, column: 1, byte: 0 });
        assert_eq!(file.pos(8), Pos { line: 1, column: 7, byte: 8 });
        assert_eq!(file.pos(11), Pos { line: 2, column: 1, byte: 11 });
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        let file = SourceFile::new("main.tf", "\u{feff}ab\n".as_bytes().to_vec());
        assert_eq!(file.pos(3), Pos { line: 1, column: 1, byte: 3 });
        assert_eq!(file.pos(4), Pos { line: 1, column: 2, byte: 4 });
        assert_eq!(file.pos(3), Pos { line: 1, column: 1, byte: 3 });
    }

    #[test]
    fn lines_are_found_in_any_order() {
        let file = SourceFile::new("main.tf", "x\n".repeat(100).into_bytes());
        for line in [0, 5, 4, 99, 0, 16, 17, 33, 34, 98, 99, 1] {
            assert_eq!(file.pos(line * 2).line, line + 1);
            assert_eq!(file.pos(line * 2 + 1), Pos { line: line + 1, column: 2, byte: line * 2 + 1 });
        }
    }
}
