//! Writing lists of dependencies as JSON.
//!
//! The text of a chunk that is met again is kept.

use std::io::{self, IoSlice, Write};
use std::ops::Range;

use crate::chunk_texts::{ChunkTexts, Run};
use crate::{Chunk, DependencyList};

/// So many pieces are written at once, which is what systems take.
const PIECES: usize = 1024;

/// So much text is made before it is written: it is still near the processor then.
const MADE: usize = 128 * 1024;

/// Writes lists in one way.
#[derive(Debug)]
pub struct ListWriter {
    /// What each entry begins with, that of its line.
    line: String,
    /// What was kept, with a comma behind each entry.
    texts: ChunkTexts,
}

/// A piece of what is written.
enum Piece {
    /// Of the text that lists stand in.
    Given(Range<usize>),
    /// Of the text that was made and is not kept.
    Made(Range<usize>),
    /// Texts of chunks that are kept.
    Kept(Run),
}

impl Piece {
    fn kept(&mut self) -> Option<&mut Run> {
        match self {
            Self::Kept(run) => Some(run),
            Self::Given(_) | Self::Made(_) => None,
        }
    }

    /// Takes the last byte away.
    fn shorten(&mut self) {
        match self {
            Self::Given(range) | Self::Made(range) => range.end -= 1,
            Self::Kept(run) => run.shorten(),
        }
    }
}

impl ListWriter {
    /// Writes lists whose entries each begin with the same text, that of their lines.
    pub fn new(line: &str) -> Self {
        Self { line: line.to_owned(), texts: ChunkTexts::new(0) }
    }

    /// Writes the entries of a list with commas between them.
    pub fn write(&mut self, list: &DependencyList, out: &mut Vec<u8>) {
        let length = out.len();
        for chunk in list.chunks() {
            match self.texts.run(*chunk) {
                Some(kept) => out.extend_from_slice(self.texts.text(&kept)),
                None => self.make(*chunk, out),
            }
        }
        if out.len() > length {
            // Without the last comma.
            out.pop();
        }
    }

    /// Writes a text with the entries of lists at their places; what is kept is not copied. Gives the lengths of the lists.
    pub fn write_between(
        &mut self,
        text: &[u8],
        lists: &[(usize, DependencyList)],
        sink: &mut dyn Write,
    ) -> io::Result<Vec<usize>> {
        let (mut pieces, mut made, mut written) = (Vec::with_capacity(PIECES), Vec::new(), 0);
        let mut lengths = Vec::with_capacity(lists.len());
        for (at, list) in lists {
            pieces.push(Piece::Given(written..*at));
            written = *at;
            let mut length = 0;
            for chunk in list.chunks() {
                // Two more may come before this is asked again.
                if pieces.len() + 2 > PIECES || made.len() >= MADE {
                    self.write_pieces(text, &made, &pieces, sink)?;
                    made.clear();
                    pieces.clear();
                }
                let Some(run) = self.texts.run(*chunk) else {
                    let start = made.len();
                    self.make(*chunk, &mut made);
                    length += made.len() - start;
                    pieces.push(Piece::Made(start..made.len()));
                    continue;
                };
                length += run.len();
                let before = pieces.last_mut().and_then(Piece::kept);
                if !before.is_some_and(|before| before.add(&run)) {
                    pieces.push(Piece::Kept(run));
                }
            }
            if !list.is_empty() {
                // Without the last comma.
                pieces.last_mut().map(Piece::shorten);
                length -= 1;
            }
            lengths.push(length);
        }
        pieces.push(Piece::Given(written..text.len()));
        self.write_pieces(text, &made, &pieces, sink)?;
        Ok(lengths)
    }

    /// Makes the text of a chunk that is not kept; it is from the second time on.
    fn make(&mut self, chunk: Chunk, out: &mut Vec<u8>) {
        let start = out.len();
        for entry in chunk.entries() {
            if !self.line.is_empty() {
                out.extend_from_slice(self.line.as_bytes());
            }
            out.extend_from_slice(entry.json_and_comma().as_bytes());
        }
        self.texts.offer(chunk, &out[start..]);
    }

    fn write_pieces(
        &self,
        given: &[u8],
        made: &[u8],
        pieces: &[Piece],
        sink: &mut dyn Write,
    ) -> io::Result<()> {
        let slices = pieces.iter().map(|piece| match piece {
            Piece::Given(range) => &given[range.clone()],
            Piece::Made(range) => &made[range.clone()],
            Piece::Kept(run) => self.texts.text(run),
        });
        let mut slices: Vec<IoSlice<'_>> = slices.map(IoSlice::new).collect();
        let mut left = slices.as_mut_slice();
        // Those without content would look as if nothing could be written.
        IoSlice::advance_slices(&mut left, 0);
        while !left.is_empty() {
            match sink.write_vectored(left) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(length) => IoSlice::advance_slices(&mut left, length),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dependency;

    /// Lists written one after the other are the same as each written alone.
    #[track_caller]
    fn check(lists: &[&[&str]]) {
        let mut writer = ListWriter::new("\n  ");
        let (mut all, mut places) = (Vec::new(), Vec::new());
        for list in lists {
            let entries: Option<DependencyList> = list.iter().map(|text| Dependency::parse(text)).collect();
            let entries = entries.expect("addresses");
            let mut text = Vec::new();
            writer.write(&entries, &mut text);
            let expect: Vec<String> = list.iter().map(|text| format!("\n  \"{text}\"")).collect();
            assert_eq!(String::from_utf8_lossy(&text), expect.join(","), "{list:?}");
            all.extend_from_slice(b"[");
            all.append(&mut text);
            places.push((places.len() + 1, entries));
        }
        all.extend_from_slice(b"!");
        let around = "[".repeat(lists.len()) + "!";
        for most in [1, 7, usize::MAX] {
            let mut sink = Slow { most, taken: Vec::new() };
            let mut writer = ListWriter::new("\n  ");
            let lengths = writer.write_between(around.as_bytes(), &places, &mut sink);
            let lengths = lengths.expect("it takes everything");
            assert_eq!(String::from_utf8_lossy(&sink.taken), String::from_utf8_lossy(&all));
            assert_eq!(lengths.len(), lists.len());
            assert_eq!(lengths.iter().sum::<usize>(), all.len() - around.len());
        }
    }

    /// Takes a little at a time.
    struct Slow {
        most: usize,
        taken: Vec<u8>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let length = bytes.len().min(self.most);
            self.taken.extend_from_slice(&bytes[..length]);
            Ok(length)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lists_are_written_whatever_came_before() {
        check(&[
            &[],
            &["a.b"],
            &["a.b"],
            &["a.b", "a.c"],
            &["a.c"],
            &[],
            &["a.c", "a.d", "a.e"],
            &["a.b", "a.d"],
        ]);
        check(&[
            &["a.b", "a.c", "a.d", "a.e"],
            &["a.b", "a.bb", "a.c", "a.e"],
            &["a.e"],
            &["a.b", "a.bb", "a.c", "a.d", "a.e"],
            &["b.a", "b.b"],
            &["a.b", "b.b"],
        ]);
        // In no order.
        check(&[
            &["a.e", "a.b", "a.d"],
            &["a.d", "a.e", "a.b"],
            &["a.b", "a.d", "a.e"],
            &["a.e", "a.b", "a.d"],
        ]);
    }
}
