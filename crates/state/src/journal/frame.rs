//! Records as lines: `KIND LENGTH CHECKSUM PAYLOAD`. The length counts, not the line feed.

use super::JournalError;

/// The first record of a journal: what it continues.
pub(super) const HEADER: u8 = b'H';
/// An instance that the state had, as it is now.
pub(super) const CHANGED: u8 = b'C';
/// An instance that the state did not have, as it is now.
pub(super) const NEW: u8 = b'N';
/// The address of an instance that the state had and that is gone.
pub(super) const REMOVED: u8 = b'R';
/// The address of an instance that the state did not have, that was there for a while and is gone.
pub(super) const PASSED: u8 = b'P';
/// The hash of the state that all this is about to be part of.
pub(super) const SEAL: u8 = b'S';

/// Appends a record.
pub(super) fn push(out: &mut Vec<u8>, kind: u8, payload: &[u8]) {
    use std::io::Write;
    out.reserve(payload.len() + 32);
    write!(out, "{} {} {:08x} ", kind as char, payload.len(), checksum(kind, payload))
        .expect("a vector takes everything");
    out.extend_from_slice(payload);
    out.push(b'\n');
}

fn checksum(kind: u8, payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[kind]);
    hasher.update(payload);
    hasher.finalize()
}

/// The records of a journal.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Records<'a> {
    /// Those that are whole, with their kinds.
    pub(super) whole: Vec<(u8, &'a [u8])>,
    /// What comes after them: the beginning of what a process was writing when it was killed.
    pub(super) torn: &'a [u8],
}

/// All records up to the first that is not whole. That must be the last one, and it must end too early: what has all
/// its bytes and is not what was written is damaged.
pub(super) fn records(bytes: &[u8]) -> Result<Records<'_>, JournalError> {
    let mut whole = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match record(&bytes[at..]) {
            Some((kind, payload, length)) => {
                whole.push((kind, payload));
                at += length;
            }
            None if ended(&bytes[at..]) || followed(&bytes[at..]) => {
                return Err(JournalError::Damaged { at });
            }
            None => break,
        }
    }
    Ok(Records { whole, torn: &bytes[at..] })
}

/// The record at the start, and its length with all around it.
fn record(bytes: &[u8]) -> Option<(u8, &[u8], usize)> {
    let (&kind, rest) = bytes.split_first()?;
    let rest = rest.strip_prefix(b" ")?;
    let space = rest.iter().take(20).position(|byte| *byte == b' ')?;
    let length: usize = std::str::from_utf8(&rest[..space]).ok()?.parse().ok()?;
    let start = 2 + space + 1 + 8 + 1;
    let sum = bytes.get(start - 9..start - 1)?;
    let sum = u32::from_str_radix(std::str::from_utf8(sum).ok()?, 16).ok()?;
    let end = start.checked_add(length)?;
    let payload = bytes.get(start..end)?;
    let whole = bytes.get(start - 1) == Some(&b' ') && bytes.get(end) == Some(&b'\n');
    (whole && sum == checksum(kind, payload)).then_some((kind, payload, end + 1))
}

/// Whether the last bytes are as many as their record says, so that none is missing.
fn ended(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.get(2..).filter(|_| bytes.ends_with(b"\n")) else { return false };
    let digits: Vec<u8> = rest.iter().copied().take(20).take_while(u8::is_ascii_digit).collect();
    let length = std::str::from_utf8(&digits).ok().and_then(|digits| digits.parse::<usize>().ok());
    length.is_some_and(|length| bytes.len() == 2 + digits.len() + 1 + 8 + 1 + length + 1)
}

/// Whether a whole record starts somewhere later: then what comes before is damaged, not half-written.
fn followed(bytes: &[u8]) -> bool {
    let starts =
        (1..bytes.len()).filter(|at| bytes[*at].is_ascii_uppercase() && bytes.get(at + 1) == Some(&b' '));
    starts.into_iter().any(|at| record(&bytes[at..]).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_tail_is_dropped_at_every_byte() {
        let mut bytes = Vec::new();
        let payloads: [&[u8]; 4] = [b"one", b"", b"two\nlines\nR 3 x", "drei \u{20ac}".as_bytes()];
        let mut ends = vec![0];
        for payload in payloads {
            push(&mut bytes, NEW, payload);
            ends.push(bytes.len());
        }
        for length in 0..=bytes.len() {
            let whole = ends.iter().filter(|end| **end <= length).count() - 1;
            let expect: Vec<(u8, &[u8])> = payloads[..whole].iter().map(|payload| (NEW, *payload)).collect();
            let torn = &bytes[ends[whole]..length];
            assert_eq!(
                records(&bytes[..length]),
                Ok(Records { whole: expect, torn }),
                "the first {length} bytes"
            );
        }
        // A byte that changed is noticed, unless it is one that says where the last record ends.
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            match records(&changed) {
                Err(JournalError::Damaged { .. }) => {}
                Ok(found) => {
                    let says_length = at == ends[3] + 2 || at == bytes.len() - 1;
                    assert!(says_length && found.whole.len() == 3 && !found.torn.is_empty(), "byte {at}");
                }
                Err(error) => panic!("byte {at}: {error}"),
            }
        }
    }
}
