//! Takes the lists of dependencies out of a file before it is read as JSON, so that only who knows how to read them
//! quickly has to look at them.

use memchr::memmem;

use super::dependency_lists::{DependencyLists, skip_spaces};
use crate::DependencyList;

/// A file without lists.
pub(super) struct Cut {
    /// What is left; in the place of each list stands a number.
    pub(super) text: Vec<u8>,
    /// The lists, with where their numbers stand.
    pub(super) lists: Vec<(usize, DependencyList)>,
}

/// Takes out what looks like the lists of objects. Whoever reads the rest has to see that each place really is one;
/// nothing where lists are not understood, or so short that the rest is not worth a copy.
pub(super) fn cut<'a>(file: &'a [u8], reader: &mut DependencyLists<'a>) -> Option<Cut> {
    const KEY: &[u8] = b"\"dependencies\"";
    let key = memmem::Finder::new(KEY);
    let mut found = Vec::new();
    let (mut at, mut length) = (0, 0);
    while let Some(offset) = key.find(&file[at..]) {
        let start = at + offset;
        at = start + KEY.len();
        let Some(text) = list_behind(&file[at..]).filter(|_| may_be_of_object(&file[..start])) else {
            continue;
        };
        let (list, list_length) = reader.read_beginning(text)?;
        let value = file.len() - text.len();
        (at, length) = (value + list_length, length + list_length);
        found.push((value..at, list));
    }
    if length * 4 < file.len() {
        return None;
    }
    let mut cut = Cut { text: Vec::with_capacity(file.len() - length + found.len()), lists: Vec::new() };
    let mut kept = 0;
    for (place, list) in found {
        cut.text.extend_from_slice(&file[kept..place.start]);
        cut.lists.push((cut.text.len(), list));
        cut.text.push(b'0');
        kept = place.end;
    }
    cut.text.extend_from_slice(&file[kept..]);
    Some(cut)
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
