//! What a place for state can do.

use std::io::{self, IoSlice, Read, Write};
use std::path::PathBuf;

use state::journal::Binding;
use state::{ListIndex, ReadError, StateFile};
use twox_hash::XxHash3_128;

use crate::{LockError, LockInfo, StoreError};

/// A place for the states of several workspaces.
pub trait Backend: Send + Sync {
    /// The workspaces: `default` first, the others in order.
    fn workspaces(&self) -> Result<Vec<String>, StoreError>;

    /// Makes a workspace without state.
    fn create_workspace(&self, name: &str) -> Result<(), StoreError>;

    /// Deletes a workspace with its state, whatever that holds.
    fn delete_workspace(&self, name: &str) -> Result<(), StoreError>;

    /// Opens the state of a workspace. Nothing is read or made yet.
    fn open(&self, workspace: &str) -> Result<Box<dyn StateStore>, StoreError>;
}

/// A place for one state. All methods block: who must not wait calls them elsewhere.
pub trait StateStore: Send + Sync {
    /// What a user knows it by.
    fn description(&self) -> String;

    /// Takes the lock and gives its ID. Tries once.
    fn lock(&self, info: &LockInfo) -> Result<String, LockError>;

    /// Releases the lock that [`StateStore::lock`] of this store took.
    fn unlock(&self, id: &str) -> Result<(), LockError>;

    /// Releases a lock that another process left behind.
    fn force_unlock(&self, id: &str) -> Result<(), LockError>;

    /// Hands on what is stored, as it is, from its beginning; false if there is nothing.
    fn read_through(&self, take: &mut Take<'_>) -> Result<bool, StoreError>;

    /// Replaces what is stored, whole or not at all. `ready` is called when all was given, before anybody can see it.
    fn write_through(&self, give: &mut Give<'_>, ready: &mut Ready<'_>) -> Result<(), StoreError>;

    /// What is stored and its hash, where the store knows so much of it that it need not be read whole.
    fn read_known(&self) -> Option<(StateFile, u128)> {
        None
    }

    /// What is stored, as it is; nothing if there is nothing.
    fn read_bytes(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let mut bytes = Vec::new();
        let is_there = self.read_through(&mut |source| source.read_to_end(&mut bytes).map(|_| ()))?;
        Ok(is_there.then_some(bytes))
    }

    /// Replaces what is stored, whole or not at all.
    fn write_bytes(&self, bytes: &[u8]) -> Result<(), StoreError> {
        let written = Written { hash: hash(bytes), lists: ListIndex::default() };
        self.write_through(&mut |sink| sink.write_all(bytes).map(|()| written.clone()), &mut |_| ())
    }

    /// Where outcomes are kept until they are part of what is stored; nothing if that is not possible.
    fn journal_path(&self) -> Option<PathBuf> {
        None
    }

    /// Whether what is written goes to another place than where was read, so that it has to be written in any case.
    fn writes_elsewhere(&self) -> bool {
        false
    }

    /// What it means that was read here.
    fn understand(&self, stored: Option<Stored>) -> Result<Snapshot, StoreError> {
        Snapshot::of(stored, &self.description())
    }

    /// Reads the state to look at it.
    fn read(&self) -> Result<Snapshot, StoreError> {
        match self.read_known() {
            Some((file, _)) => self.understand(Some(Stored { is_empty: false, file: Ok(file) })),
            None => self.understand(read_stored(self, |_| ())?),
        }
    }

    /// Reads the state to continue it: a journal of that can be bound to what was read.
    fn read_for_run(&self) -> Result<(Snapshot, Binding), StoreError> {
        let (stored, hash) = match self.read_known() {
            Some((file, hash)) => (Some(Stored { is_empty: false, file: Ok(file) }), hash),
            None => {
                let mut hasher = XxHash3_128::new();
                let stored = read_stored(self, |bytes| match bytes {
                    Some(bytes) => hasher.write(bytes),
                    None => hasher = XxHash3_128::new(),
                })?;
                (stored, hasher.finish_128())
            }
        };
        let snapshot = self.understand(stored)?;
        let (lineage, serial) =
            snapshot.file.as_ref().map(|file| (file.lineage.clone(), file.serial)).unwrap_or_default();
        Ok((snapshot, Binding { lineage, serial, hash }))
    }

    /// Writes the state as it is, with its serial and lineage. See [`crate::persist()`] for what a run does.
    fn write(&self, file: &StateFile) -> Result<(), StoreError> {
        self.write_through(&mut |sink| Written::by_writing(file, sink), &mut |_| ())
    }
}

/// Takes what is stored.
pub type Take<'t> = dyn FnMut(&mut dyn Read) -> io::Result<()> + 't;

/// Gives what is to be stored, and says what it gave.
pub type Give<'g> = dyn FnMut(&mut dyn Write) -> io::Result<Written> + 'g;

/// Is told when all was given.
pub type Ready<'r> = dyn FnMut(&Written) + 'r;

/// What is known of what was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The hash of its bytes.
    pub hash: u128,
    /// Where its long lists stand, if it is a state of ours.
    pub lists: ListIndex,
}

impl Written {
    /// Writes a state.
    pub(crate) fn by_writing(file: &StateFile, sink: &mut dyn Write) -> io::Result<Self> {
        let mut hasher = XxHash3_128::new();
        let lists = file.write_to(&mut Hashing { sink, hasher: &mut hasher })?;
        Ok(Self { hash: hasher.finish_128(), lists })
    }
}

/// What stands in a store.
#[derive(Debug)]
pub struct Stored {
    /// Whether that is nothing at all.
    pub is_empty: bool,
    /// What it means.
    pub file: Result<StateFile, ReadError>,
}

/// Reads what is stored, without ever holding all of it where that is possible. Who looks on sees all bytes, and nothing
/// when they are read once more from the beginning.
fn read_stored<S: StateStore + ?Sized>(
    store: &S,
    mut look: impl FnMut(Option<&[u8]>),
) -> Result<Option<Stored>, StoreError> {
    let mut is_empty = true;
    let mut file = None;
    let is_there = store.read_through(&mut |source| {
        file = StateFile::read_from(&mut Seen {
            source,
            look: &mut |bytes: &[u8]| {
                is_empty &= bytes.is_empty();
                look(Some(bytes));
            },
        })?;
        Ok(())
    })?;
    if !is_there {
        return Ok(None);
    }
    if let Some(file) = file {
        return Ok(Some(Stored { is_empty, file: Ok(file) }));
    }
    let bytes = store.read_bytes()?.unwrap_or_default();
    look(None);
    look(Some(&bytes));
    Ok(Some(Stored { is_empty: bytes.is_empty(), file: StateFile::read(&bytes) }))
}

/// A source of bytes that somebody looks on at.
struct Seen<'s> {
    source: &'s mut dyn Read,
    look: &'s mut dyn FnMut(&[u8]),
}

impl Read for Seen<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        (self.look)(&buffer[..length]);
        Ok(length)
    }
}

/// A sink for bytes that are hashed on their way.
struct Hashing<'s> {
    sink: &'s mut dyn Write,
    hasher: &'s mut XxHash3_128,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.sink.write(bytes)?;
        self.hasher.write(&bytes[..length]);
        Ok(length)
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        let length = self.sink.write_vectored(pieces)?;
        let mut left = length;
        for piece in pieces {
            let taken = piece.len().min(left);
            self.hasher.write(&piece[..taken]);
            left -= taken;
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// State as it was stored at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The state; nothing if none was stored.
    pub file: Option<StateFile>,
    /// What the user should know, as a sentence.
    pub warning: Option<String>,
}

impl Snapshot {
    /// From what was stored.
    pub(crate) fn of(stored: Option<Stored>, place: &str) -> Result<Snapshot, StoreError> {
        let Some(stored) = stored.filter(|stored| !stored.is_empty) else {
            return Ok(Snapshot { file: None, warning: None });
        };
        match stored.file {
            Ok(file) => Ok(Snapshot { file: Some(file), warning: None }),
            Err(error) => Err(StoreError::Unreadable { place: place.to_owned(), error, restore: None }),
        }
    }
}

/// The hash by which journals know the state that they continue. It tells files apart, nobody has to be kept from making
/// another one with the same hash. States of long chains are hundreds of megabytes, and this hash costs next to nothing
/// beside reading them.
pub(crate) fn hash(bytes: &[u8]) -> u128 {
    XxHash3_128::oneshot(bytes)
}
