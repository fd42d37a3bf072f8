//! Takes the lists of dependencies out of a file while it is read, so that only who knows how to read them quickly has to
//! look at them. In a long chain they are nearly all of the file: what is left is kept, and of the lists what they say.

use std::io::{self, Read};

use memchr::memmem;

use super::dependency_lists::{DependencyLists, ListRead, skip_spaces};
use crate::DependencyList;

/// A file without lists.
pub(super) struct Cut {
    /// What is left; in the place of each list stands a number.
    pub(super) text: Vec<u8>,
    /// The lists, with where their numbers stand.
    pub(super) lists: Vec<(usize, DependencyList)>,
}

const KEY: &[u8] = b"\"dependencies\"";

/// So much is read at once: it is still near the processor when it is looked at.
const BLOCK: usize = 128 * 1024;

/// So much is there at least when something is looked for, unless the file ends.
const ENOUGH: usize = 1024;

/// Takes out what looks like the lists of objects. Whoever reads the rest has to see that each place really is one;
/// nothing where lists are not understood.
pub(super) fn cut(source: &mut dyn Read) -> io::Result<Option<Cut>> {
    let key = memmem::Finder::new(KEY);
    let mut lists = DependencyLists::default();
    let mut cut = Cut { text: Vec::new(), lists: Vec::new() };
    let mut window = Window { source, bytes: Vec::new(), at: 0, end: 0, is_all: false };
    loop {
        window.fill(ENOUGH)?;
        let rest = window.rest();
        let Some(found) = key.find(rest) else {
            if window.is_all {
                cut.text.extend_from_slice(rest);
                return Ok(Some(cut));
            }
            // The key may have begun.
            let kept = rest.len() - (KEY.len() - 1).min(rest.len());
            cut.text.extend_from_slice(&rest[..kept]);
            window.at += kept;
            continue;
        };
        let behind = found + KEY.len();
        cut.text.extend_from_slice(&rest[..behind]);
        window.at += behind;
        if !may_be_of_object(&cut.text[..cut.text.len() - KEY.len()]) {
            continue;
        }
        window.fill(ENOUGH)?;
        let Some(list) = list_behind(window.rest()) else { continue };
        let before = window.rest().len() - list.len();
        cut.text.extend_from_slice(&window.rest()[..before]);
        window.at += before;
        let Some(list) = read_list(&mut window, &mut lists)? else { return Ok(None) };
        cut.lists.push((cut.text.len(), list));
        cut.text.push(b'0');
    }
}

/// Reads the list that stands next, and nothing if it is not understood.
fn read_list(window: &mut Window<'_>, lists: &mut DependencyLists) -> io::Result<Option<DependencyList>> {
    let inside = skip_spaces(&window.rest()[1..]);
    window.at = window.end - inside.len();
    lists.begin();
    // An entry that is longer than what is there is looked at again with more.
    let mut more = 0;
    loop {
        window.fill(lists.wanted() + more)?;
        match lists.read_on(window.rest(), window.is_all) {
            Some(ListRead::Whole(list, length)) => {
                window.at += length;
                return Ok(Some(list));
            }
            Some(ListRead::Part(needless)) => window.at += needless,
            None if window.is_all => return Ok(None),
            None => more = window.rest().len(),
        }
    }
}

/// The part of a file that is being looked at.
struct Window<'s> {
    source: &'s mut dyn Read,
    bytes: Vec<u8>,
    /// Where what was not looked at begins and ends.
    at: usize,
    end: usize,
    /// Whether nothing comes after it.
    is_all: bool,
}

impl Window<'_> {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..self.end]
    }

    /// Reads on until there is so much to look at, or nothing more.
    fn fill(&mut self, enough: usize) -> io::Result<()> {
        if self.is_all || self.end - self.at >= enough {
            return Ok(());
        }
        self.bytes.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        if self.bytes.len() < enough + BLOCK {
            self.bytes.resize(enough + BLOCK, 0);
        }
        while !self.is_all && self.end < enough {
            match self.source.read(&mut self.bytes[self.end..]) {
                Ok(length) => (self.end, self.is_all) = (self.end + length, length == 0),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The text from the list on that stands behind a key.
fn list_behind(text: &[u8]) -> Option<&[u8]> {
    let value = skip_spaces(skip_spaces(text).strip_prefix(b":")?);
    value.starts_with(b"[").then_some(value)
}

/// Whether a key may be one of an object, by what comes before it: as all tools lay out files, an attribute of the same
/// name stands further to the right.
fn may_be_of_object(before: &[u8]) -> bool {
    before.ends_with(b"\n          ") || before.ends_with(b",")
}
