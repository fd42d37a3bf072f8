//! Reading lists of dependencies. A long chain has so many entries that reading each with everything that JSON allows,
//! or only looking its text up, would cost most of the time. But a list is mostly another one with a few entries more or
//! less: what two lists have in common is found by comparing their texts, a chunk at a time.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Deserialize;

use crate::{Chunk, Dependency, DependencyList, ListBuilder};

/// Lists and entries that were read before.
pub(crate) struct DependencyLists {
    /// Lists that were read before, with which others are compared: a long one, and one that is not. Lists come in the
    /// order of the texts of their addresses, in which `r101` is between `r1009` and `r1010`: a short list between long
    /// ones has little in common with them, and should not keep them from being compared.
    bases: [Base; 2],
    /// By number of a chunk: its text, as it was last read, with what is between it and the next chunk and the quote of
    /// that, or with the closing bracket. A comma has to be followed by something.
    texts: Vec<Box<[u8]>>,
    builder: ListBuilder,
    entries: Entries,
    /// What a journal has said so far, where these are its lists.
    journal: Option<JournalLists>,
}

/// Lists of a journal, in which each entry is named once and then told by its number, or together with others by where
/// they stand in the list before.
#[derive(Default)]
struct JournalLists {
    named: Vec<Dependency>,
    last: DependencyList,
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
struct Base {
    list: DependencyList,
    /// How many entries it has.
    length: usize,
}

/// Entries of lists.
struct Entries {
    /// In the order in which they were first met. The first one stands for the beginning of a list.
    met: Vec<Entry>,
    /// Keys are the texts in the file.
    by_text: HashMap<Arc<str>, usize, foldhash::fast::RandomState>,
}

struct Entry {
    text: Arc<str>,
    dependency: Option<Dependency>,
    /// What followed it last.
    next: usize,
}

impl Default for DependencyLists {
    fn default() -> Self {
        Self {
            bases: Default::default(),
            texts: Vec::new(),
            builder: ListBuilder::default(),
            entries: Entries {
                met: vec![Entry { text: "".into(), dependency: None, next: 0 }],
                by_text: HashMap::default(),
            },
            journal: None,
        }
    }
}

impl DependencyLists {
    /// Lists of a journal.
    pub(crate) fn of_journal() -> Self {
        Self { journal: Some(JournalLists::default()), ..Self::default() }
    }

    /// Reads a list, which is known to be JSON; nothing if it is not understood.
    pub(crate) fn read(&mut self, list: &str) -> Option<DependencyList> {
        if let Some(journal) = &mut self.journal {
            return journal.read(list);
        }
        if let Some((found, length)) = self.read_beginning(list.as_bytes())
            && length == list.len()
        {
            return Some(found);
        }
        let texts: Vec<String> = serde_json::from_str(list).ok()?;
        texts.iter().map(|text| Dependency::parse(text)).collect()
    }

    /// Reads the list that stands at the beginning of a text, in which nothing may be escaped, and says how long it is;
    /// nothing if there is none.
    pub(crate) fn read_beginning(&mut self, text: &[u8]) -> Option<(DependencyList, usize)> {
        let inside = skip_spaces(text.strip_prefix(b"[")?);
        // What is left of a list that was not understood, or is another one.
        self.builder.clear();
        let common = self.bases.each_ref().map(|base| self.common(base, inside));
        let base = &self.bases[usize::from(common[0] < common[1])];
        let (mut at, mut old, mut last, mut length, mut copied) = (0, 0, 0, 0, true);
        let mut start = 0;
        while inside.get(at) == Some(&b'"') {
            if self.builder.is_at_start() {
                start = at;
                if let Some(chunk) = base.list.chunks().get(old)
                    && let Some(end) = text_of(&self.texts, *chunk, &inside[at..])
                {
                    self.builder.push_chunk(*chunk);
                    (at, old) = (at + end, old + 1);
                    length += chunk.entries().len();
                    continue;
                }
            }
            copied = false;
            last = self.entries.after(last, &inside[at + 1..])?;
            let entry = &self.entries.met[last];
            let dependency = entry.dependency?;
            length += 1;
            let behind = at + entry.text.len() + 2;
            at = behind + skip_comma(&inside[behind..])?;
            if let Some(chunk) = self.builder.push(dependency) {
                keep(&mut self.texts, chunk, &inside[start..=at]);
                old += base.chunks_to(old, dependency);
            }
        }
        if inside.get(at) != Some(&b']') {
            return None;
        }
        let is_open = !self.builder.is_at_start();
        let list = match copied && old == base.list.chunks().len() {
            true => base.list.clone(),
            false => self.builder.finish(),
        };
        if let Some(chunk) = list.chunks().last().filter(|_| is_open) {
            keep(&mut self.texts, *chunk, &inside[start..=at]);
        }
        self.bases[usize::from(length * 2 < self.bases[0].length)] = Base { list: list.clone(), length };
        Some((list, text.len() - inside.len() + at + 1))
    }

    /// How many chunks of a list stand here.
    fn common(&self, base: &Base, text: &[u8]) -> usize {
        let mut at = 0;
        let is_here = |chunk: &&Chunk| {
            let end = text_of(&self.texts, **chunk, &text[at..]);
            at += end.unwrap_or_default();
            end.is_some()
        };
        base.list.chunks().iter().take_while(is_here).count()
    }
}

/// Where the next chunk begins, or the closing bracket stands, if a chunk stands here.
fn text_of(texts: &[Box<[u8]>], chunk: Chunk, text: &[u8]) -> Option<usize> {
    let known = texts.get(chunk.number()).filter(|known| !known.is_empty())?;
    text.starts_with(known).then(|| known.len() - 1)
}

fn keep(texts: &mut Vec<Box<[u8]>>, chunk: Chunk, text: &[u8]) {
    if texts.len() <= chunk.number() {
        texts.resize_with(chunk.number() + 1, Box::default);
    }
    texts[chunk.number()] = text.into();
}

impl Entries {
    /// The entry that stands here, behind its opening quote, after another one.
    fn after(&mut self, last: usize, text: &[u8]) -> Option<usize> {
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
                let (dependency, text) = (Dependency::parse(text)?, Arc::<str>::from(text));
                self.met.push(Entry { text: text.clone(), dependency: Some(dependency), next: 0 });
                self.by_text.insert(text, self.met.len() - 1);
                self.met.len() - 1
            }
        };
        self.met[last].next = entry;
        Some(entry)
    }
}

impl JournalLists {
    fn read(&mut self, list: &str) -> Option<DependencyList> {
        let mut found = ListBuilder::default();
        for entry in serde_json::from_str::<Vec<JournalEntry<'_>>>(list).ok()? {
            match entry {
                JournalEntry::Number(number) => {
                    found.push(*self.named.get(number)?);
                }
                JournalEntry::Name(name) => {
                    let named = Dependency::parse(name)?;
                    found.push(named);
                    self.named.push(named);
                }
                JournalEntry::OfLast(start, end) => found.push_range(&self.last, start..end)?,
            }
        }
        self.last = found.finish();
        Some(self.last.clone())
    }
}

impl Base {
    /// How many chunks, from one on, end with an entry or before it, if the list is in order; any number if it is not.
    fn chunks_to(&self, from: usize, entry: Dependency) -> usize {
        let is_before = |chunk: &&Chunk| chunk.last() == entry || chunk.last().text() < entry.text();
        self.list.chunks().iter().skip(from).take_while(is_before).count()
    }
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

    /// Lists that are long enough to have several chunks, in which something is changed at each place.
    #[test]
    fn long_lists_are_compared_and_read_alike() {
        let names: Vec<String> = (0..300).map(|number| format!("a.n{number:03}")).collect();
        let texts = |left_out: usize, separator: &str| {
            let kept = names.iter().enumerate().filter(|(number, _)| *number != left_out);
            let kept: Vec<String> = kept.map(|(_, name)| format!("\"{name}\"")).collect();
            format!("[{}]", kept.join(separator))
        };
        let whole = texts(1000, ", ");
        for changed in (0..300).map(|left_out| texts(left_out, ", ")).chain([texts(7, ","), whole.clone()]) {
            for (one, other) in [(&whole, &changed), (&changed, &whole)] {
                let mut reader = DependencyLists::default();
                assert_eq!(reader.read(one).map(|list| list.len()), Some(one.matches("a.n").count()));
                let expect: Vec<String> = serde_json::from_str(other).expect("it is JSON");
                let found = reader.read(other).expect("it is a list");
                assert!(found.iter().map(Dependency::text).eq(expect.iter().map(String::as_str)));
            }
        }
        // Cut off or continued behind each byte, with a list to compare with.
        for at in 1..whole.len() {
            for end in ["]", ",]", "\"]", "", "]]"] {
                let mut reader = DependencyLists::default();
                reader.read(&whole).expect("it is a list");
                let broken = format!("{}{end}", &whole[..at]);
                let alone = DependencyLists::default()
                    .read_beginning(broken.as_bytes())
                    .map(|(list, at)| (list.len(), at));
                let beside = reader.read_beginning(broken.as_bytes()).map(|(list, at)| (list.len(), at));
                assert_eq!(beside, alone, "{broken}");
            }
        }
    }
}
