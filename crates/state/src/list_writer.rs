//! Writing lists of dependencies as JSON.
//!
//! The text of each chunk is made once.

use crate::{Chunk, DependencyList};

/// Text that grows.
pub trait ListText {
    /// Appends a text.
    fn append(&mut self, text: &str);
}

impl ListText for String {
    fn append(&mut self, text: &str) {
        self.push_str(text);
    }
}

impl ListText for Vec<u8> {
    fn append(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }
}

/// Writes lists in one way.
#[derive(Debug)]
pub struct ListWriter {
    /// What each entry begins with, that of its line.
    line: String,
    /// By number of a chunk: its text.
    texts: Vec<Box<str>>,
}

impl ListWriter {
    /// Writes lists whose entries each begin with the same text, that of their lines.
    pub fn new(line: &str) -> Self {
        Self { line: line.to_owned(), texts: Vec::new() }
    }

    /// Writes the entries of a list with commas between them.
    pub fn write(&mut self, list: &DependencyList, out: &mut impl ListText) {
        for (index, chunk) in list.chunks().iter().enumerate() {
            if index > 0 {
                out.append(",");
            }
            out.append(self.text(*chunk));
        }
    }

    fn text(&mut self, chunk: Chunk) -> &str {
        if self.texts.len() <= chunk.number() {
            self.texts.resize_with(chunk.number() + 1, Box::default);
        }
        let text = &mut self.texts[chunk.number()];
        if text.is_empty() {
            let entries: Vec<String> =
                chunk.entries().iter().map(|entry| format!("{}{}", self.line, entry.json())).collect();
            *text = entries.join(",").into();
        }
        text
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
        let (mut text, mut bytes) = (String::new(), Vec::new());
        let mut to_bytes = ListWriter::new("\n  ");
        for list in lists {
            let entries: Option<DependencyList> = list.iter().map(|text| Dependency::parse(text)).collect();
            let entries = entries.expect("addresses");
            let start = text.len();
            writer.write(&entries, &mut text);
            to_bytes.write(&entries, &mut bytes);
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
