//! Lists of dependencies one after the other, each told by the one before: every entry is named once and then told by its
//! number, or together with others by where they stand in the list before. A long chain told in any other way would be as
//! large as its state, which is quadratic.

use serde::Deserialize;

use crate::dependency_list::MeasuredList;
use crate::file::text::Writer;
use crate::list_parts::{Part, parts};
use crate::{Dependency, DependencyList, ListBuilder};

/// Writes lists.
#[derive(Debug, Default)]
pub(crate) struct ListTeller {
    count: usize,
    /// The number that a dependency has here.
    numbers: Vec<Option<usize>>,
    last: DependencyList,
}

impl ListTeller {
    /// Writes the entries of the next list as elements of an array.
    pub(crate) fn write(&mut self, list: &DependencyList, out: &mut Writer) {
        let last = std::mem::replace(&mut self.last, list.clone());
        for part in parts(list, &last) {
            out.element();
            match part {
                Part::Shared(entries) => {
                    out.open(b'[');
                    for end in [entries.start, entries.end] {
                        out.element();
                        out.number(end);
                    }
                    out.close(b']');
                }
                Part::Own(entry) => self.write_entry(entry, out),
            }
        }
    }

    fn write_entry(&mut self, entry: Dependency, out: &mut Writer) {
        let at = entry.number();
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, None);
        }
        match self.numbers[at] {
            Some(number) => out.number(number),
            None => {
                self.numbers[at] = Some(self.count);
                self.count += 1;
                out.verbatim(entry.json());
            }
        }
    }
}

/// Reads lists that were written so.
#[derive(Default)]
pub(crate) struct ToldLists {
    named: Vec<Dependency>,
    last: MeasuredList,
}

/// An entry of a list, or some.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Told<'a> {
    Number(usize),
    Name(&'a str),
    OfLast(usize, usize),
}

impl ToldLists {
    /// Reads the next list; nothing if it is not understood.
    pub(crate) fn read(&mut self, list: &str) -> Option<DependencyList> {
        self.understand(&serde_json::from_str::<Vec<Told<'_>>>(list).ok()?)
    }

    /// What the next list says; nothing if it is not understood.
    pub(crate) fn understand(&mut self, list: &[Told<'_>]) -> Option<DependencyList> {
        let mut found = ListBuilder::default();
        for entry in list {
            match *entry {
                Told::Number(number) => {
                    found.push(*self.named.get(number)?);
                }
                Told::Name(name) => {
                    let named = Dependency::parse(name)?;
                    found.push(named);
                    self.named.push(named);
                }
                Told::OfLast(start, end) => found.push_range(&self.last, start..end)?,
            }
        }
        let found = found.finish();
        self.last.replace(found.clone());
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_named_once() {
        let mut reader = ToldLists::default();
        let mut read = |list| {
            let found = reader.read(list)?;
            Some(found.iter().map(|entry| entry.text()).collect::<Vec<_>>())
        };
        assert_eq!(read(r#"["a.b","a.c"]"#), Some(vec!["a.b", "a.c"]));
        assert_eq!(read(r#"[0,"a.bb",1]"#), Some(vec!["a.b", "a.bb", "a.c"]));
        assert_eq!(read(r#"[[0,2],"a.c0",[2,3]]"#), Some(vec!["a.b", "a.bb", "a.c0", "a.c"]));
        assert_eq!(read("[2]"), Some(vec!["a.bb"]));
        assert_eq!((read("[4]"), read("[-1]"), read(r#"["a"]"#)), (None, None, None));
        assert_eq!((read("[[0,2]]"), read("[[1,0]]"), read("[[0]]")), (None, None, None));
    }
}
