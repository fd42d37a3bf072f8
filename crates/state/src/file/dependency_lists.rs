//! Reading lists of dependencies. A long chain has so many entries that reading each with everything that JSON allows,
//! or only looking its text up, would cost most of the time. But a list is mostly another one with a few entries more or
//! less: what two lists have in common is found by comparing their texts, many entries at once.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use serde::Deserialize;

use crate::list_parts::{entries_before, rank};
use crate::{Dependency, DependencyList};

/// Lists and entries that were read before.
pub(crate) struct DependencyLists<'a> {
    /// Lists that were read before, from which others are copied: a long one, and one that is not.
    bases: [Base<'a>; 2],
    /// Where the entries of the list that is being read stand in its text.
    starts: Vec<usize>,
    found: Vec<Dependency>,
    lists: HashTable<DependencyList>,
    hasher: foldhash::fast::RandomState,
    entries: Entries<'a>,
    none: DependencyList,
    /// What a journal has said so far, where these are its lists.
    journal: Option<JournalLists>,
}

/// Lists of a journal, in which each entry is named once and then told by its number, or together with others by where
/// they stand in the list before.
#[derive(Default)]
struct JournalLists {
    named: Vec<Dependency>,
    last: Vec<Dependency>,
}

/// An entry in a list of a journal.
#[derive(Deserialize)]
#[serde(untagged)]
enum JournalEntry<'a> {
    Number(usize),
    Name(&'a str),
    OfLast(usize, usize),
}

/// A list that was read before.
#[derive(Default)]
struct Base<'a> {
    /// From its first entry on.
    text: &'a [u8],
    /// Where its entries begin in the text, and its closing bracket.
    starts: Vec<usize>,
    list: DependencyList,
}

/// Entries of lists.
struct Entries<'a> {
    /// In the order in which they were first met. The first one stands for the beginning of a list.
    met: Vec<Entry<'a>>,
    /// Keys are the texts in the file.
    by_text: HashMap<&'a str, usize, foldhash::fast::RandomState>,
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
            bases: Default::default(),
            starts: Vec::new(),
            found: Vec::new(),
            lists: HashTable::new(),
            hasher: foldhash::fast::RandomState::default(),
            entries: Entries {
                met: vec![Entry { text: "", dependency: None, next: 0 }],
                by_text: HashMap::default(),
            },
            none: Arc::new([]),
            journal: None,
        }
    }
}

impl<'a> DependencyLists<'a> {
    /// Lists of a journal.
    pub(crate) fn of_journal() -> Self {
        Self { journal: Some(JournalLists::default()), ..Self::default() }
    }

    /// The list of nothing.
    pub(crate) fn none(&self) -> DependencyList {
        self.none.clone()
    }

    /// Reads a list, which is known to be JSON; nothing if it is not understood.
    pub(crate) fn read(&mut self, list: &'a str) -> Option<DependencyList> {
        if let Some(journal) = &mut self.journal {
            self.found = journal.read(list)?;
            return Some(self.shared());
        }
        if let Some((found, length)) = self.read_beginning(list.as_bytes())
            && length == list.len()
        {
            return Some(found);
        }
        let texts: Vec<String> = serde_json::from_str(list).ok()?;
        self.found = texts.iter().map(|text| Dependency::parse(text)).collect::<Option<_>>()?;
        Some(self.shared())
    }

    /// Reads the list that stands at the beginning of a text, in which nothing may be escaped, and says how long it is;
    /// nothing if there is none.
    pub(crate) fn read_beginning(&mut self, text: &'a [u8]) -> Option<(DependencyList, usize)> {
        let inside = skip_spaces(text.strip_prefix(b"[")?);
        self.starts.clear();
        self.found.clear();
        let common = self.bases.each_ref().map(|base| base.common(0, inside));
        let base = &self.bases[usize::from(common[0] < common[1])];
        let mut same = common[0].max(common[1]);
        let (mut at, mut old, mut last, mut copied) = (0, 0, 0, 0);
        while inside.get(at) == Some(&b'"') {
            if same > 0 {
                let (from, to) = (base.starts[old], base.starts[old + same]);
                self.found.extend_from_slice(&base.list[old..old + same]);
                self.starts.extend(base.starts[old..old + same].iter().map(|start| start - from + at));
                (at, old, copied) = (at + to - from, old + same, copied + same);
            } else {
                last = self.entries.after(last, &inside[at + 1..])?;
                let (text, dependency) = self.entries.get(last)?;
                self.found.push(dependency);
                self.starts.push(at);
                let behind = at + text.len() + 2;
                at = behind + skip_comma(&inside[behind..])?;
                old += entries_after(&base.list[old..], dependency);
            }
            same = base.common(old, &inside[at..]);
        }
        if inside.get(at) != Some(&b']') {
            return None;
        }
        self.starts.push(at);
        let list = match copied == self.found.len() && copied == base.list.len() {
            true => base.list.clone(),
            false => self.shared(),
        };
        let base = &mut self.bases[rank(list.len(), self.bases[0].list.len())];
        base.text = inside;
        base.list = list.clone();
        std::mem::swap(&mut base.starts, &mut self.starts);
        Some((list, text.len() - inside.len() + at + 1))
    }

    /// The list that was found, which is shared with all that are the same.
    fn shared(&mut self) -> DependencyList {
        let list = self.found.as_slice();
        let hash = |list: &[Dependency]| {
            // All of a list would cost more than it is worth: lists of the same length mostly differ at once.
            let mut hasher = self.hasher.build_hasher();
            hasher.write_usize(list.len());
            let some = list.iter().step_by(1 + list.len() / 8).chain(list.last());
            some.for_each(|entry| hasher.write_usize(entry.number()));
            hasher.finish()
        };
        let hashed = hash(list);
        if let Some(known) = self.lists.find(hashed, |known| **known == *list) {
            return known.clone();
        }
        let new: DependencyList = list.into();
        self.lists.insert_unique(hashed, new.clone(), |list| hash(list));
        new
    }
}

impl<'a> Entries<'a> {
    /// The entry that stands here, behind its opening quote, after another one.
    fn after(&mut self, last: usize, text: &'a [u8]) -> Option<usize> {
        let likely = self.met[last].next;
        if likely != 0
            && let Some(after) = text.strip_prefix(self.met[likely].text.as_bytes())
            && after.first() == Some(&b'"')
        {
            return Some(likely);
        }
        let length = text.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if text[length] == b'\\' {
            return None;
        }
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let entry = match self.by_text.get(text) {
            Some(known) => *known,
            None => {
                let dependency = Dependency::parse(text)?;
                self.met.push(Entry { text, dependency: Some(dependency), next: 0 });
                self.by_text.insert(text, self.met.len() - 1);
                self.met.len() - 1
            }
        };
        self.met[last].next = entry;
        Some(entry)
    }

    fn get(&self, entry: usize) -> Option<(&'a str, Dependency)> {
        let entry = self.met.get(entry)?;
        Some((entry.text, entry.dependency?))
    }
}

impl JournalLists {
    fn read(&mut self, list: &str) -> Option<Vec<Dependency>> {
        let mut found = Vec::new();
        for entry in serde_json::from_str::<Vec<JournalEntry<'_>>>(list).ok()? {
            match entry {
                JournalEntry::Number(number) => found.push(*self.named.get(number)?),
                JournalEntry::Name(name) => {
                    found.push(Dependency::parse(name)?);
                    self.named.extend(found.last());
                }
                JournalEntry::OfLast(start, end) => found.extend_from_slice(self.last.get(start..end)?),
            }
        }
        self.last.clone_from(&found);
        Some(found)
    }
}

impl Base<'_> {
    /// How many entries, from one on, stand here with all that is between them and the next one.
    fn common(&self, from: usize, text: &[u8]) -> usize {
        let Some(start) = self.starts.get(from) else { return 0 };
        let end = start + common_length(text, &self.text[*start..]);
        self.starts[from + 1..].partition_point(|start| *start <= end)
    }
}

/// How many bytes two texts have in common at their beginning.
fn common_length(one: &[u8], other: &[u8]) -> usize {
    const PART: usize = 64;
    let parts = one.chunks_exact(PART).zip(other.chunks_exact(PART));
    let same = parts.take_while(|(one, other)| one == other).count() * PART;
    same + one[same..].iter().zip(&other[same..]).take_while(|(one, other)| one == other).count()
}

/// How many entries of a list come before what follows one, if the list is in order; any number if it is not.
fn entries_after(list: &[Dependency], entry: Dependency) -> usize {
    let before = entries_before(list, entry);
    before + usize::from(list.get(before) == Some(&entry))
}

/// How long what stands behind an entry is, up to the next one or the end of the list; nothing if both are missing.
fn skip_comma(text: &[u8]) -> Option<usize> {
    let (next, expected) = match skip_spaces(text) {
        [b',', rest @ ..] => (skip_spaces(rest), b'"'),
        rest => (rest, b']'),
    };
    (next.first() == Some(&expected)).then_some(text.len() - next.len())
}

/// What comes behind the spaces of JSON.
pub(super) fn skip_spaces(text: &[u8]) -> &[u8] {
    let spaces = text.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
    &text[spaces..]
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
        let mut reader = DependencyLists::of_journal();
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

    #[test]
    fn the_same_list_is_shared() {
        let mut reader = DependencyLists::default();
        let (one, two) = (reader.read(r#"["a.b"]"#), reader.read(r#"["a.b"]"#));
        assert!(Arc::ptr_eq(&one.expect("a list"), &two.expect("a list")));
    }
}
