//! Reading lists of dependencies. A long chain has so many entries that reading each with everything that JSON allows,
//! or only looking its text up, would cost most of the time. Lists are in the order of texts, so that what follows an
//! entry in one list mostly follows it in the next one too: one comparison finds it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::{Dependency, DependencyList};

/// Lists and entries that were read before.
pub(crate) struct DependencyLists<'a> {
    /// The text that was read last, with its list: the instances of a block follow one another.
    last: Option<(&'a str, DependencyList)>,
    lists: HashSet<DependencyList, foldhash::fast::RandomState>,
    /// The entries in the order in which they were first met. The first one stands for the beginning of a list.
    entries: Vec<Entry<'a>>,
    /// Keys are the texts in the file.
    by_text: HashMap<&'a str, usize, foldhash::fast::RandomState>,
    none: DependencyList,
    /// Where entries are told by number, those that were named so far.
    named: Option<Vec<Dependency>>,
}

struct Entry<'a> {
    text: &'a str,
    dependency: Option<Dependency>,
    /// What followed it last.
    next: usize,
}

impl Default for DependencyLists<'_> {
    fn default() -> Self {
        Self {
            last: None,
            lists: HashSet::default(),
            entries: vec![Entry { text: "", dependency: None, next: 0 }],
            by_text: HashMap::default(),
            none: Arc::new([]),
            named: None,
        }
    }
}

impl<'a> DependencyLists<'a> {
    /// Lists of a journal, in which each entry is named once and then told by its number.
    pub(crate) fn numbered() -> Self {
        Self { named: Some(Vec::new()), ..Self::default() }
    }

    /// The list of nothing.
    pub(crate) fn none(&self) -> DependencyList {
        self.none.clone()
    }

    /// Reads a list, which is known to be JSON; nothing if it is not understood.
    pub(crate) fn read(&mut self, list: &'a str) -> Option<DependencyList> {
        if self.named.is_some() {
            return self.read_numbered(list);
        }
        if let Some((text, known)) = &self.last
            && *text == list
        {
            return Some(known.clone());
        }
        let found = match self.read_plain(list) {
            Some(found) => found,
            None => {
                let texts: Vec<String> = serde_json::from_str(list).ok()?;
                texts.iter().map(|text| Dependency::parse(text)).collect::<Option<_>>()?
            }
        };
        let found = self.shared(found);
        self.last = Some((list, found.clone()));
        Some(found)
    }

    fn shared(&mut self, list: Vec<Dependency>) -> DependencyList {
        if let Some(known) = self.lists.get(list.as_slice()) {
            return known.clone();
        }
        let new: DependencyList = list.into();
        self.lists.insert(new.clone());
        new
    }

    /// Reads a list of a journal, which we wrote: without spaces, and no part of an address has anything to escape.
    fn read_numbered(&mut self, list: &str) -> Option<DependencyList> {
        let named = self.named.as_mut()?;
        let inside = list.strip_prefix('[')?.strip_suffix(']')?;
        let entries = inside.split(',').filter(|entry| !entry.is_empty()).map(|entry| {
            let Some(name) = entry.strip_prefix('"') else {
                return named.get(entry.parse::<usize>().ok()?).copied();
            };
            named.push(Dependency::parse(name.strip_suffix('"')?)?);
            named.last().copied()
        });
        let found = entries.collect::<Option<Vec<_>>>()?;
        Some(self.shared(found))
    }

    /// Reads an array of strings in which nothing is escaped.
    fn read_plain(&mut self, list: &'a str) -> Option<Vec<Dependency>> {
        let mut rest = list.strip_prefix('[')?.trim_ascii_start();
        let mut found = Vec::new();
        // What is between two entries, mostly.
        let mut between = "";
        let mut last = 0;
        while let Some(inside) = rest.strip_prefix('"') {
            let (entry, after) = self.entry_after(last, inside)?;
            found.push(self.entries[entry].dependency?);
            last = entry;
            rest = match after.strip_prefix(between) {
                Some(next) if next.starts_with('"') => next,
                _ => {
                    let next = after.trim_ascii_start();
                    let next = next.strip_prefix(',').unwrap_or(next).trim_ascii_start();
                    between = &after[..after.len() - next.len()];
                    next
                }
            };
        }
        (rest == "]").then_some(found)
    }

    /// The entry that stands here behind another one, and what comes after its closing quote.
    fn entry_after(&mut self, last: usize, text: &'a str) -> Option<(usize, &'a str)> {
        let likely = self.entries[last].next;
        if likely != 0
            && let Some(after) = text.strip_prefix(self.entries[likely].text)
            && let Some(after) = after.strip_prefix('"')
        {
            return Some((likely, after));
        }
        let (text, after) = text.split_once('"')?;
        if text.contains('\\') {
            return None;
        }
        let entry = match self.by_text.get(text) {
            Some(known) => *known,
            None => {
                let dependency = Dependency::parse(text)?;
                self.entries.push(Entry { text, dependency: Some(dependency), next: 0 });
                self.by_text.insert(text, self.entries.len() - 1);
                self.entries.len() - 1
            }
        };
        self.entries[last].next = entry;
        Some((entry, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lists: &[&str], expect: &[Option<&[&str]>]) {
        let mut reader = DependencyLists::default();
        for (list, expect) in lists.iter().zip(expect) {
            let found = reader.read(list);
            let texts = found.map(|found| found.iter().map(|entry| entry.text()).collect::<Vec<_>>());
            assert_eq!(texts.as_deref(), *expect, "{list}");
        }
    }

    #[test]
    fn lists_are_read_whatever_came_before() {
        check(
            &[
                "[]",
                "[ ]",
                "[\n  \"a.b\",\n  \"a.c\",\n  \"a.d\"\n]",
                r#"["a.b","a.d"]"#,
                r#"["a.b","a.c","a.d"]"#,
            ],
            &[
                Some(&[]),
                Some(&[]),
                Some(&["a.b", "a.c", "a.d"]),
                Some(&["a.b", "a.d"]),
                Some(&["a.b", "a.c", "a.d"]),
            ],
        );
        // An entry that begins as the likely one does.
        check(&[r#"["a.b","a.c"]"#, r#"["a.b","a.cc"]"#], &[Some(&["a.b", "a.c"]), Some(&["a.b", "a.cc"])]);
        check(&[r#"["a.b" ,  "a.c" , "a.d"]"#], &[Some(&["a.b", "a.c", "a.d"])]);
    }

    #[test]
    fn escapes_are_read_and_what_is_no_address_is_not() {
        check(&[r#"["\u0061.b"]"#, r#"["a.b"]"#], &[Some(&["a.b"]), Some(&["a.b"])]);
        check(&[r#"["a.b",1]"#, r#"[["a.b"]]"#, r#"["a"]"#, "null", "{}"], &[None, None, None, None, None]);
    }

    #[test]
    fn entries_of_journals_are_named_once() {
        let mut reader = DependencyLists::numbered();
        let mut read = |list| {
            let found = reader.read(list)?;
            Some(found.iter().map(|entry| entry.text()).collect::<Vec<_>>())
        };
        assert_eq!(read(r#"["a.b","a.c"]"#), Some(vec!["a.b", "a.c"]));
        assert_eq!(read(r#"[0,"a.bb",1]"#), Some(vec!["a.b", "a.bb", "a.c"]));
        assert_eq!(read("[2]"), Some(vec!["a.bb"]));
        assert_eq!((read("[3]"), read("[-1]"), read(r#"["a"]"#)), (None, None, None));
    }

    #[test]
    fn the_same_list_is_shared() {
        let mut reader = DependencyLists::default();
        let (one, two) = (reader.read(r#"["a.b"]"#), reader.read(r#"["a.b"]"#));
        assert!(Arc::ptr_eq(&one.expect("a list"), &two.expect("a list")));
    }
}
