//! The outside of the file: what it is, that nobody changed it, and how long it is.

use sha2::{Digest, Sha256};

use super::PlanFileError;
use super::stream::{Reader, Writer};

/// The version of the content.
pub(super) const VERSION: u64 = 5;

/// What the first line begins with.
const MAGIC: &[u8] = b"cairn plan ";

/// The bytes of the checksum.
const SUM: usize = 32;

/// The bytes of each of the two lengths, with the lowest first: of the content, and of it compressed.
const LENGTH: usize = 8;

/// Whether a file is a saved plan, of whatever version.
pub fn is_saved_plan(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Seals what the function writes.
pub(super) fn write(
    content: impl FnOnce(&mut Writer) -> Result<(), PlanFileError>,
) -> Result<Vec<u8>, PlanFileError> {
    let mut file = [MAGIC, VERSION.to_string().as_bytes(), b"\n"].concat();
    let sum = file.len();
    let lengths = sum + SUM;
    let start = lengths + 2 * LENGTH;
    file.resize(start, 0);
    let mut writer = Writer::new(file);
    content(&mut writer)?;
    let (mut file, length) = writer.finish();
    let compressed = (file.len() - start) as u64;
    file[lengths..lengths + LENGTH].copy_from_slice(&length.to_le_bytes());
    file[lengths + LENGTH..start].copy_from_slice(&compressed.to_le_bytes());
    let found = checksum(&file[..sum], &file[lengths..]);
    file[sum..lengths].copy_from_slice(&found);
    Ok(file)
}

/// Hands the content to the function, after a look at the seal.
pub(super) fn read<T>(
    bytes: &[u8],
    content: impl FnOnce(&mut Reader<'_>) -> Result<T, PlanFileError>,
) -> Result<T, PlanFileError> {
    let (version, line, rest) = first_line(bytes).ok_or_else(|| PlanFileError::recognise(bytes))?;
    if version != VERSION {
        return Err(PlanFileError::OtherVersion(version));
    }
    let (sum, rest) = rest.split_first_chunk::<SUM>().ok_or(PlanFileError::CutShort)?;
    let sealed = rest;
    let (length, rest) = rest.split_first_chunk::<LENGTH>().ok_or(PlanFileError::CutShort)?;
    let (compressed_length, rest) = rest.split_first_chunk::<LENGTH>().ok_or(PlanFileError::CutShort)?;
    if checksum(line, sealed) != *sum {
        let short = (rest.len() as u64) < u64::from_le_bytes(*compressed_length);
        return Err(if short { PlanFileError::CutShort } else { PlanFileError::Changed });
    }
    let mut reader = Reader::new(rest, u64::from_le_bytes(*length));
    let found = content(&mut reader)?;
    reader.finish()?;
    Ok(found)
}

/// The version, the line that names it, and what follows.
fn first_line(bytes: &[u8]) -> Option<(u64, &[u8], &[u8])> {
    let after = bytes.strip_prefix(MAGIC)?;
    // A number longer than this is none of ours, so the line is not searched for its end any further.
    let end = after.iter().take(20).position(|byte| *byte == b'\n')?;
    let version: u64 = std::str::from_utf8(&after[..end]).ok()?.parse().ok()?;
    let (line, rest) = bytes.split_at(MAGIC.len() + end + 1);
    Some((version, line, rest))
}

fn checksum(line: &[u8], sealed: &[u8]) -> [u8; SUM] {
    let mut sum = Sha256::new();
    sum.update(line);
    sum.update(sealed);
    sum.finalize().into()
}
