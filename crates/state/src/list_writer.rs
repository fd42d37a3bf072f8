//! Writing lists of dependencies as JSON.
//!
//! The text of each chunk is made once.

use std::io::{self, IoSlice, Write};

use crate::chunk_texts::ChunkTexts;
use crate::{Chunk, DependencyList};

/// So many pieces are written at once, which is what systems take.
const PIECES: usize = 1024;

/// Writes lists in one way.
#[derive(Debug)]
pub struct ListWriter {
    /// What each entry begins with, that of its line.
    line: String,
    /// What was made, with a comma behind each entry.
    texts: ChunkTexts,
}

impl ListWriter {
    /// Writes lists whose entries each begin with the same text, that of their lines.
    pub fn new(line: &str) -> Self {
        Self { line: line.to_owned(), texts: ChunkTexts::default() }
    }

    /// Writes the entries of a list with commas between them.
    pub fn write(&mut self, list: &DependencyList, out: &mut Vec<u8>) {
        self.make(list);
        self.pieces(list).for_each(|piece| out.extend_from_slice(piece));
    }

    /// Writes a text with the entries of lists at their places, without copying either.
    pub fn write_between(
        &mut self,
        text: &[u8],
        lists: &[(usize, DependencyList)],
        sink: &mut dyn Write,
    ) -> io::Result<()> {
        lists.iter().for_each(|(_, list)| self.make(list));
        let (mut pieces, mut written) = (Vec::with_capacity(PIECES), 0);
        for (at, list) in lists {
            let before = std::iter::once(&text[written..*at]);
            for piece in before.chain(self.pieces(list)) {
                pieces.push(IoSlice::new(piece));
                if pieces.len() == PIECES {
                    write_pieces(&mut pieces, sink)?;
                }
            }
            written = *at;
        }
        pieces.push(IoSlice::new(&text[written..]));
        write_pieces(&mut pieces, sink)
    }

    /// The texts of the chunks of a list, which were made before.
    fn pieces<'s>(&'s self, list: &'s DependencyList) -> impl Iterator<Item = &'s [u8]> {
        let last = list.chunks().len().saturating_sub(1);
        list.chunks().iter().enumerate().filter_map(move |(index, chunk)| {
            let text = self.texts.get(*chunk)?;
            Some(&text[..text.len() - usize::from(index == last)])
        })
    }

    /// Makes the texts of the chunks of a list that are not there.
    fn make(&mut self, list: &DependencyList) {
        for chunk in list.chunks() {
            if self.texts.get(*chunk).is_none() {
                self.make_one(*chunk);
            }
        }
    }

    fn make_one(&mut self, chunk: Chunk) {
        let (line, entries) = (self.line.as_bytes(), chunk.entries());
        let length = entries.iter().map(|entry| line.len() + entry.json_and_comma().len()).sum();
        self.texts.put(chunk, length, |text| {
            for entry in entries {
                if !line.is_empty() {
                    text.extend_from_slice(line);
                }
                text.extend_from_slice(entry.json_and_comma().as_bytes());
            }
        });
    }
}

/// Writes all pieces, after which there are none.
fn write_pieces(pieces: &mut Vec<IoSlice<'_>>, sink: &mut dyn Write) -> io::Result<()> {
    let mut left = pieces.as_mut_slice();
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
    pieces.clear();
    Ok(())
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
            writer.write_between(around.as_bytes(), &places, &mut sink).expect("it takes everything");
            assert_eq!(String::from_utf8_lossy(&sink.taken), String::from_utf8_lossy(&all));
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
