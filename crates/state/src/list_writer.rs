//! Writing lists of dependencies as JSON.
//!
//! What a list has in common with one that was written before is copied from its text, many entries at once.

use std::ops::Range;

use crate::DependencyList;
use crate::list_parts::{Part, parts, rank};

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
    /// Lists that were written before, from which others are copied: a long one, and one that is not.
    bases: [Written; 2],
    /// Where the entries of the list that is being written stand.
    entries: Vec<Range<usize>>,
}

#[derive(Debug, Default)]
struct Written {
    list: DependencyList,
    /// Where its entries stand in the text, each with what comes before it in its line.
    entries: Vec<Range<usize>>,
}

impl ListWriter {
    /// Writes the entries of a list with commas between them. Each begins with the same text, that of its line.
    pub fn write(&mut self, list: &DependencyList, line: &str, out: &mut impl ListText) {
        let base = &mut self.bases[rank(list.len(), self.bases[0].list.len())];
        self.entries.clear();
        for part in parts(list, &base.list) {
            if !self.entries.is_empty() {
                out.append(",");
            }
            match part {
                Part::Shared(entries) => base.copy(entries, &mut self.entries, out),
                Part::Own(entry) => {
                    let start = out.length();
                    out.append(line);
                    out.append(entry.json());
                    self.entries.push(start..out.length());
                }
            }
        }
        base.list = list.clone();
        std::mem::swap(&mut base.entries, &mut self.entries);
    }
}

impl Written {
    fn copy(&self, entries: Range<usize>, copied: &mut Vec<Range<usize>>, out: &mut impl ListText) {
        let (start, end) = (self.entries[entries.start].start, self.entries[entries.end - 1].end);
        let to = out.length();
        let moved = |entry: &Range<usize>| entry.start - start + to..entry.end - start + to;
        copied.extend(self.entries[entries].iter().map(moved));
        out.repeat(start..end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dependency;

    /// Lists written one after the other are the same as each written alone.
    #[track_caller]
    fn check(lists: &[&[&str]]) {
        let mut writer = ListWriter::default();
        let (mut text, mut bytes) = (String::new(), Vec::new());
        let mut to_bytes = ListWriter::default();
        for list in lists {
            let entries: Option<Vec<_>> = list.iter().map(|text| Dependency::parse(text)).collect();
            let entries: DependencyList = entries.expect("addresses").into();
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
