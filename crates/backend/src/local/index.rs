//! What is known of a state file's long lists of dependencies, kept in `.NAME.index` beside it by whoever writes the file:
//! in a long chain they are nearly all of it, and who knows them reads only the rest.
//!
//! It is believed only of the very file it was made of: same file, length and times, of which the time of its last change
//! cannot be set by anybody; and the rest, which is read anyway, has to be what it was, with its serial. Where anything is
//! off, the file is read as if there were no index.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use state::{ListIndex, StateFile};

use super::replace::{hidden_beside, temporary};
use crate::store::{Written, hash};

/// What an index begins with, in a line of its own.
#[derive(Serialize, Deserialize)]
struct Header {
    /// Of the format of the index.
    version: u32,
    file: Identity,
    /// The hash of the whole file.
    hash: Hash,
    /// That of the file without its long lists.
    rest: Hash,
    /// That of what follows this line: an index is not forced to the disk, so a crash may leave half of one.
    lists: Hash,
}

const VERSION: u32 = 1;

/// A hash as text: not every reader of JSON takes numbers of this size.
#[derive(Serialize, Deserialize, PartialEq)]
struct Hash(String);

impl Hash {
    fn of(hash: u128) -> Self {
        Self(format!("{hash:032x}"))
    }

    fn number(&self) -> Option<u128> {
        u128::from_str_radix(&self.0, 16).ok()
    }
}

/// What a file is known by.
#[derive(Serialize, Deserialize, PartialEq)]
struct Identity {
    inode: u64,
    length: u64,
    /// When its content, and when anything about it was last changed: seconds and parts of one.
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Identity {
    fn of(file: &Metadata) -> Self {
        Self {
            inode: file.ino(),
            length: file.len(),
            modified: (file.mtime(), file.mtime_nsec()),
            changed: (file.ctime(), file.ctime_nsec()),
        }
    }
}

/// Where the index of a file is.
fn index_path(path: &Path) -> PathBuf {
    hidden_beside(path, "index")
}

/// Deletes the index of a file, if there is one.
pub(super) fn forget(path: &Path) {
    // One that stays is not believed when the file has changed.
    let _ = fs::remove_file(index_path(path));
}

/// Keeps what is known of a file that was just written, if that is worth it.
pub(super) fn keep(path: &Path, file: &File, written: &Written) {
    if let Some(lists) = written.lists.write() {
        // Without an index all is as well, only slower.
        let _ = try_keep(path, file, written, &lists);
    }
}

fn try_keep(path: &Path, file: &File, written: &Written, lists: &[u8]) -> io::Result<()> {
    // Read as it will be read, so that both see the same.
    let identity = Identity::of(&file.metadata()?);
    let Some(rest) = written.lists.rest(identity.length, &mut |at, part| file.read_exact_at(part, at))?
    else {
        return Ok(());
    };
    let header = Header {
        version: VERSION,
        file: identity,
        hash: Hash::of(written.hash),
        rest: Hash::of(hash(rest.text())),
        lists: Hash::of(hash(lists)),
    };
    let mut bytes = serde_json::to_vec(&header)?;
    bytes.push(b'\n');
    bytes.extend_from_slice(lists);
    let new = temporary(path);
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new);
    made.and_then(|mut new| new.write_all(&bytes))
        .and_then(|()| fs::rename(&new, index_path(path)))
        .inspect_err(|_| {
            let _ = fs::remove_file(&new);
        })
}

/// The state in a file, and the hash of the file; nothing if there is no index that can be believed.
pub(super) fn read(path: &Path, file: &File) -> Option<(StateFile, u128)> {
    let identity = Identity::of(&file.metadata().ok()?);
    if identity.length < ListIndex::LEAST_LENGTH {
        return None;
    }
    let path = fs::canonicalize(path).ok()?;
    let bytes = fs::read(index_path(&path)).ok()?;
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (header, lists) = (&bytes[..end], &bytes[end + 1..]);
    let header: Header = serde_json::from_slice(header).ok()?;
    if header.version != VERSION || header.file != identity || header.lists != Hash::of(hash(lists)) {
        return None;
    }
    let lists = ListIndex::read(lists)?;
    let rest = lists.rest(identity.length, &mut |at, part| file.read_exact_at(part, at)).ok()??;
    if header.rest != Hash::of(hash(rest.text())) {
        return None;
    }
    Some((StateFile::read_rest(rest)?, header.hash.number()?))
}
