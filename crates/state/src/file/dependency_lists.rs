//! Reading lists of dependencies. A long chain has so many entries that reading each with everything that JSON allows,
//! or only looking its text up, would cost most of the time. But a list is mostly another one with a few entries more or
//! less: what two lists have in common is found by comparing their texts, a chunk at a time.

use std::collections::HashMap;
use std::ops::Range;

use crate::chunk_texts::ChunkTexts;
use crate::told_lists::ToldLists;
use crate::{Chunk, Dependency, DependencyList, ListBuilder};

/// Lists and entries that were read before.
pub(crate) struct DependencyLists {
    /// Lists that were read before, with which others are compared: a long one, and one that is not. Lists come in the
    /// order of the texts of their addresses, in which `r101` is between `r1009` and `r1010`: a short list between long
    /// ones has little in common with them, and should not keep them from being compared.
    bases: [DependencyList; 2],
    /// Chunks as they were last read, with what is between them and the next chunk and the quote of that, or with the
    /// closing bracket. A comma has to be followed by something.
    texts: ChunkTexts,
    builder: ListBuilder,
    now: Progress,
    entries: Entries,
    /// What a journal has said so far, where these are its lists.
    journal: Option<ToldLists>,
}

/// So much text is there at least when a list is read on, unless the file ends: more than a chunk mostly has, and little to
/// move when more is read.
const ENOUGH: usize = 4 * 1024;

/// What came of reading on.
pub(crate) enum ListRead {
    /// The list, and where it ends in the text.
    Whole(DependencyList, usize),
    /// So much of the text is not needed any more; the rest is, with what comes behind it.
    Part(usize),
}

/// How far a list was read.
struct Progress {
    /// Where its next entry stands in the text, and the chunk that is open.
    at: usize,
    start: usize,
    /// The list that it is compared with, and how many of its chunks are passed.
    base: usize,
    old: usize,
    /// Whether both lists to compare with were the same as it so far.
    is_either: bool,
    /// Whether all of it was found in the list that it is compared with.
    is_copied: bool,
    /// Its last entry that was read.
    last: usize,
}

impl Default for Progress {
    fn default() -> Self {
        Self { at: 0, start: 0, base: 0, old: 0, is_either: true, is_copied: true, last: 0 }
    }
}

/// Entries of lists.
struct Entries {
    /// In the order in which they were first met. The first one stands for the beginning of a list.
    met: Vec<Entry>,
    /// Their lines, close together: what is looked at for every entry has to stay in the processor's cache.
    lines: Vec<u8>,
    /// Keys are the texts in the file.
    by_text: HashMap<Box<str>, usize, foldhash::fast::RandomState>,
}

struct Entry {
    /// Where its line is: what stood behind its opening quote when it was last read, and was followed by another entry, up
    /// to the opening quote of that. Empty if none ever followed.
    line: Range<usize>,
    /// Empty at the beginning of a list.
    dependency: Option<Dependency>,
    ends_chunk: bool,
    /// What followed it last.
    next: usize,
}

impl Default for DependencyLists {
    fn default() -> Self {
        Self {
            bases: Default::default(),
            texts: ChunkTexts::new(1),
            builder: ListBuilder::default(),
            now: Progress::default(),
            entries: Entries {
                met: vec![Entry { line: 0..0, dependency: None, ends_chunk: false, next: 0 }],
                lines: Vec::new(),
                by_text: HashMap::default(),
            },
            journal: None,
        }
    }
}

impl DependencyLists {
    /// Lists of a journal.
    pub(crate) fn of_journal() -> Self {
        Self { journal: Some(ToldLists::default()), ..Self::default() }
    }

    /// Reads a list, which is known to be JSON; nothing if it is not understood.
    pub(crate) fn read(&mut self, list: &str) -> Option<DependencyList> {
        if let Some(journal) = &mut self.journal {
            return journal.read(list);
        }
        self.begin();
        let inside = skip_spaces(list.strip_prefix('[').unwrap_or_default().as_bytes());
        if let Some(ListRead::Whole(found, length)) = self.read_on(inside, true)
            && length == inside.len()
        {
            return Some(found);
        }
        let texts: Vec<String> = serde_json::from_str(list).ok()?;
        texts.iter().map(|text| Dependency::parse(text)).collect()
    }

    /// Begins a list, of which parts are read.
    pub(crate) fn begin(&mut self) {
        // What is left of a list that was not understood.
        self.builder.clear();
        self.now = Progress::default();
    }

    /// How much text should be there to read on.
    pub(crate) fn wanted(&self) -> usize {
        self.now.at + ENOUGH
    }

    /// Reads a list on, in which nothing may be escaped: at first what comes behind the opening bracket and spaces, then
    /// what was left with more behind it, unless all is there. Nothing if it is no such list, or an entry does not end.
    pub(crate) fn read_on(&mut self, text: &[u8], is_all: bool) -> Option<ListRead> {
        loop {
            let now = &mut self.now;
            if !is_all && text.len() < now.at + ENOUGH {
                // An open chunk is kept as a whole when it ends.
                let needless = if self.builder.is_at_start() { now.at } else { now.start };
                (now.at, now.start) = (now.at - needless, 0);
                return Some(ListRead::Part(needless));
            }
            if text.get(now.at) != Some(&b'"') {
                break;
            }
            if self.builder.is_at_start() {
                let chunks = now.pass_chunks(&self.bases, &self.texts, text);
                now.start = now.at;
                if !chunks.is_empty() {
                    self.builder.push_chunks(chunks);
                    continue;
                }
            }
            now.is_copied = false;
            let end = if is_all { text.len() } else { text.len() - ENOUGH };
            let mut ended = now.pass_likely(&self.entries, &mut self.builder, text, end);
            if ended.is_none() {
                if now.at > end {
                    continue;
                }
                let (entry, length) = self.entries.after(now.last, &text[now.at + 1..])?;
                now.at += length;
                now.last = entry;
                ended = self.builder.push(self.entries.met[entry].dependency?);
            }
            if let Some(chunk) = ended {
                self.texts.offer(chunk, &text[now.start..=now.at]);
                now.old += chunks_to(&self.bases[now.base], now.old, chunk.last());
            }
        }
        let Progress { at, start, old, base, is_copied, .. } = self.now;
        if text.get(at) != Some(&b']') {
            return None;
        }
        let (is_open, base) = (!self.builder.is_at_start(), &self.bases[base]);
        let list = match is_copied && old == base.chunks().len() {
            true => base.clone(),
            false => self.builder.finish(),
        };
        if let Some(chunk) = list.chunks().last().filter(|_| is_open) {
            self.texts.offer(*chunk, &text[start..=at]);
        }
        let is_short = list.chunks().len() * 2 < self.bases[0].chunks().len();
        self.bases[usize::from(is_short)] = list.clone();
        Some(ListRead::Whole(list, at + 1))
    }
}

impl Progress {
    /// Goes over the next chunks of the list that is compared with, as far as they stand here. As long as both lists are the
    /// same as this one they are either's.
    fn pass_chunks<'b>(
        &mut self,
        bases: &'b [DependencyList; 2],
        texts: &ChunkTexts,
        text: &[u8],
    ) -> &'b [Chunk] {
        let first = self.old;
        self.pass_chunks_of(&bases[self.base], texts, text);
        if self.old == first && self.is_either {
            self.pass_chunks_of(&bases[1 - self.base], texts, text);
            self.base = if self.old > first { 1 - self.base } else { self.base };
        }
        let passed = &bases[self.base].chunks()[first..self.old];
        self.is_either &=
            !passed.is_empty() && bases[1 - self.base].chunks().get(first..self.old) == Some(passed);
        passed
    }

    /// Goes over entries as long as each is what followed the one before it last time, to the end of a chunk, which is
    /// given, or of the text to look at.
    fn pass_likely(
        &mut self,
        entries: &Entries,
        builder: &mut ListBuilder,
        text: &[u8],
        end: usize,
    ) -> Option<Chunk> {
        while self.at <= end {
            let likely = entries.met[self.last].next;
            let Entry { line, dependency, ends_chunk, .. } = &entries.met[likely];
            let here = text.get(self.at + 1..)?.get(..line.len())?;
            if line.is_empty() || !is_same(here, &entries.lines[line.clone()]) {
                return None;
            }
            self.at += line.len();
            self.last = likely;
            if let Some(chunk) = builder.push_known((*dependency)?, *ends_chunk) {
                return Some(chunk);
            }
        }
        None
    }

    fn pass_chunks_of(&mut self, base: &DependencyList, texts: &ChunkTexts, text: &[u8]) {
        let chunks = base.chunks().get(self.old..).unwrap_or_default();
        let (count, length) = texts.count_at_start(chunks, &text[self.at..]);
        (self.old, self.at) = (self.old + count, self.at + length);
    }
}

impl Entries {
    /// The entry that stands here, behind its opening quote, after another one, where it is not the likely one; and how far it
    /// is from its opening quote to that of the next one, or to the end of the list.
    fn after(&mut self, last: usize, text: &[u8]) -> Option<(usize, usize)> {
        let length = text.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
        if text[length] == b'\\' {
            return None;
        }
        let behind = length + 1 + skip_comma(&text[length + 1..])?;
        let name = std::str::from_utf8(&text[..length]).ok()?;
        let entry = match self.by_text.get(name) {
            Some(known) => *known,
            None => {
                let dependency = Dependency::parse(name)?;
                let ends_chunk = dependency.ends_chunk();
                self.met.push(Entry { line: 0..0, dependency: Some(dependency), ends_chunk, next: 0 });
                self.by_text.insert(name.into(), self.met.len() - 1);
                self.met.len() - 1
            }
        };
        self.met[last].next = entry;
        let line = &text[..=behind];
        let kept = &mut self.met[entry].line;
        if text[behind] == b'"' && self.lines[kept.clone()] != *line {
            *kept = self.lines.len()..self.lines.len() + line.len();
            self.lines.extend_from_slice(line);
        }
        Some((entry, behind + 1))
    }
}

/// How many chunks of a list, from one on, end with an entry or before it, if the list is in order; any number if it is not.
fn chunks_to(list: &DependencyList, from: usize, entry: Dependency) -> usize {
    let is_before = |chunk: &&Chunk| chunk.last() == entry || chunk.last().text() < entry.text();
    list.chunks().iter().skip(from).take_while(is_before).count()
}

/// Whether two texts of the same length are the same. For those of the length that entries have, with the spaces before the next
/// one, a call would cost more than to compare them.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    match one.len() {
        16..=32 => has_same_ends::<16>(one, other),
        33..=64 => has_same_ends::<32>(one, other),
        _ => one == other,
    }
}

/// Whether two texts begin and end with the same bytes: all of them, where these overlap.
fn has_same_ends<const N: usize>(one: &[u8], other: &[u8]) -> bool {
    one.first_chunk::<N>() == other.first_chunk() && one.last_chunk::<N>() == other.last_chunk()
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
    fn texts_of_any_length_are_told_apart() {
        for length in 0..100 {
            let text = vec![b'x'; length];
            assert!(is_same(&text, &text.clone()));
            for at in 0..length {
                let mut other = text.clone();
                other[at] = b'y';
                assert!(!is_same(&text, &other) && !is_same(&other, &text), "{at} of {length}");
            }
        }
    }

    #[test]
    fn escapes_are_read_and_what_is_no_address_is_not() {
        check(&[r#"["\u0061.b"]"#, r#"["a.b"]"#], &[Some(&["a.b"]), Some(&["a.b"])]);
        check(&[r#"["a.b",1]"#, r#"[["a.b"]]"#, r#"["a"]"#, "null", "{}"], &[None, None, None, None, None]);
    }

    /// Reads the list at the beginning of a text that comes in parts; how long it is, and where it ends.
    fn beginning(reader: &mut DependencyLists, text: &str, part: usize) -> Option<(usize, usize)> {
        let (mut from, mut to) = (1, part.min(text.len()).max(1));
        reader.begin();
        loop {
            match reader.read_on(&text.as_bytes()[from..to], to == text.len()) {
                Some(ListRead::Whole(list, end)) => return Some((list.len(), from + end)),
                Some(ListRead::Part(needless)) => from += needless,
                None if to == text.len() => return None,
                None => {}
            }
            to = to.saturating_add(part).min(text.len());
        }
    }

    #[test]
    fn lists_come_in_parts() {
        let list = |count: usize, left_out: usize| {
            let kept = (0..count).filter(|number| *number != left_out);
            let kept: Vec<String> = kept.map(|number| format!("\"a.n{number:05}\"")).collect();
            format!("[{}], and more", kept.join(", "))
        };
        let lists = [list(6000, 6000), list(6000, 17), list(900, 5), list(6000, 3000), list(6000, 5999)];
        for part in [1000, 4096, 20_000, 33_333] {
            let (mut reader, mut whole) = (DependencyLists::default(), DependencyLists::default());
            for list in &lists {
                let expect = beginning(&mut whole, list, usize::MAX);
                assert_eq!(expect, Some((list.matches("a.n").count(), list.len() - ", and more".len())));
                assert_eq!(beginning(&mut reader, list, part), expect);
                assert!(reader.bases == whole.bases);
            }
        }
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
                let alone = beginning(&mut DependencyLists::default(), &broken, usize::MAX);
                assert_eq!(beginning(&mut reader, &broken, usize::MAX), alone, "{broken}");
            }
        }
    }
}
