//! Where the long lists of dependencies stand in a file, and what they say: who knows that need not read them again, and in
//! a long chain they are nearly all of the file.

use std::io;
use std::ops::Range;

use serde::Deserialize;

use super::cut::Cut;
use super::text::Writer;
use crate::DependencyList;
use crate::told_lists::{ListTeller, Told, ToldLists};

/// The long lists of a file. Short ones are read faster than they are skipped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListIndex {
    /// In the order of the file.
    places: Vec<Place>,
}

/// A list, with where the text of its entries stands.
#[derive(Clone, Debug, PartialEq)]
struct Place {
    range: Range<u64>,
    list: DependencyList,
}

/// What is left of a file without its long lists.
pub struct Rest(pub(super) Cut);

/// A list whose text is at least so long is a long one.
const LONG: usize = 4 * 1024;

/// What does not save so much reading is not worth a file.
const MUCH: u64 = 1024 * 1024;

/// Nor is what is longer than this part of it. Lists that follow from each other, as in a chain, are told in a few bytes;
/// where they only overlap, as in layers, they are read faster where they stand than put together from what is told.
const PART: u64 = 128;

/// A place, as it is stored.
#[derive(Deserialize)]
struct StoredPlace<'a>(u64, u64, #[serde(borrow)] Vec<Told<'a>>);

impl ListIndex {
    /// No file that is shorter has an index.
    pub const LEAST_LENGTH: u64 = MUCH;

    /// Adds a list behind those that were added before, if it is long.
    pub(super) fn add(&mut self, start: u64, length: usize, list: DependencyList) {
        if length >= LONG {
            self.places.push(Place { range: start..start + length as u64, list });
        }
    }

    /// As text; nothing if it would not save so much reading that it is worth to be kept.
    pub fn write(&self) -> Option<Vec<u8>> {
        let saved: u64 = self.places.iter().map(|place| place.range.end - place.range.start).sum();
        if saved < MUCH {
            return None;
        }
        // Lists of about the same length have most in common.
        let mut places: Vec<&Place> = self.places.iter().collect();
        places.sort_by_key(|place| (place.range.end - place.range.start, place.range.start));
        let (mut out, mut teller) = (Writer::new(false, 64 * places.len()), ListTeller::default());
        out.open(b'[');
        for place in places {
            out.element();
            out.open(b'[');
            for end in [place.range.start, place.range.end] {
                out.element();
                out.number(end);
            }
            out.element();
            out.open(b'[');
            teller.write(&place.list, &mut out);
            out.close(b']');
            out.close(b']');
            if out.bytes().len() as u64 > saved / PART {
                return None;
            }
        }
        out.close(b']');
        Some(out.finish())
    }

    /// From text; nothing if it is not understood.
    pub fn read(text: &[u8]) -> Option<Self> {
        let stored: Vec<StoredPlace<'_>> = serde_json::from_slice(text).ok()?;
        let mut lists = ToldLists::default();
        let places = stored.iter().map(|StoredPlace(start, end, list)| {
            Some(Place { range: *start..*end, list: lists.understand(list)? })
        });
        let mut places = places.collect::<Option<Vec<_>>>()?;
        places.sort_by_key(|place| place.range.start);
        let is_in_order = places.iter().all(|place| place.range.start < place.range.end)
            && places.windows(2).all(|pair| pair[0].range.end < pair[1].range.start);
        is_in_order.then_some(Self { places })
    }

    /// What is left of a file of this length without the lists; nothing if they cannot be in their places. Who calls says how
    /// a part of the file is read.
    pub fn rest(
        &self,
        length: u64,
        read_at: &mut dyn FnMut(u64, &mut [u8]) -> io::Result<()>,
    ) -> io::Result<Option<Rest>> {
        let mut cut = Cut { text: Vec::new(), lists: Vec::with_capacity(self.places.len()) };
        let mut from = 0;
        let mut take = |text: &mut Vec<u8>, part: Range<u64>| {
            let Some(length) = part.end.checked_sub(part.start) else { return Ok(false) };
            let before = text.len();
            text.resize(before + length as usize, 0);
            read_at(part.start, &mut text[before..]).map(|()| true)
        };
        for place in &self.places {
            if !take(&mut cut.text, from..place.range.start)? || cut.text.last() != Some(&b'[') {
                return Ok(None);
            }
            cut.lists.push((cut.text.len() - 1, place.list.clone()));
            from = place.range.end;
        }
        Ok(take(&mut cut.text, from..length)?.then_some(Rest(cut)))
    }
}

impl Rest {
    /// The text, in which the lists are empty.
    pub fn text(&self) -> &[u8] {
        &self.0.text
    }
}
