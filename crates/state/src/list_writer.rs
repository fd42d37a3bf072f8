//! Writing lists of dependencies as JSON.
//!
//! What was written before is copied from its text, a chunk at a time.

use std::ops::Range;

use crate::{Dependency, DependencyList};

/// Text that grows and can repeat what it holds.
pub trait ListText {
    /// How long it is.
    fn length(&self) -> usize;
    /// Appends a text.
    fn append(&mut self, text: &str);
    /// Appends what stands here already.
    fn repeat(&mut self, part: Range<usize>);
}

impl ListText for String {
    fn length(&self) -> usize {
        self.len()
    }

    fn append(&mut self, text: &str) {
        self.push_str(text);
    }

    fn repeat(&mut self, part: Range<usize>) {
        self.extend_from_within(part);
    }
}

impl ListText for Vec<u8> {
    fn length(&self) -> usize {
        self.len()
    }

    fn append(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }

    fn repeat(&mut self, part: Range<usize>) {
        self.extend_from_within(part);
    }
}

/// Writes the lists of one text, which is only ever appended to.
#[derive(Debug, Default)]
pub struct ListWriter {
    /// By number of a chunk: where its entries were last written.
    places: Vec<Range<usize>>,
}

impl ListWriter {
    /// Writes the entries of a list with commas between them. Each begins with the same text, that of its line.
    pub fn write(&mut self, list: &DependencyList, line: &str, out: &mut impl ListText) {
        for (index, chunk) in list.chunks().iter().enumerate() {
            if index > 0 {
                out.append(",");
            }
            if self.places.len() <= chunk.number() {
                self.places.resize(chunk.number() + 1, 0..0);
            }
            let place = &mut self.places[chunk.number()];
            let start = out.length();
            if place.start == place.end {
                write_entries(chunk.entries(), line, out);
            } else {
                out.repeat(place.clone());
            }
            // What was written last is nearest to the processor.
            *place = start..out.length();
        }
    }
}

fn write_entries(entries: &[Dependency], line: &str, out: &mut impl ListText) {
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            out.append(",");
        }
        out.append(line);
        out.append(entry.json());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists written one after the other are the same as each written alone.
    #[track_caller]
    fn check(lists: &[&[&str]]) {
        let mut writer = ListWriter::default();
        let (mut text, mut bytes) = (String::new(), Vec::new());
        let mut to_bytes = ListWriter::default();
        for list in lists {
            let entries: Option<DependencyList> = list.iter().map(|text| Dependency::parse(text)).collect();
            let entries = entries.expect("addresses");
            let start = text.len();
            writer.write(&entries, "\n  ", &mut text);
            to_bytes.write(&entries, "\n  ", &mut bytes);
            let expect: Vec<String> = list.iter().map(|text| format!("\n  \"{text}\"")).collect();
            assert_eq!(text[start..], expect.join(","), "{list:?}");
        }
        assert_eq!(text.as_bytes(), bytes);
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
