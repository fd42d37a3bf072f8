//! The state as a run left it that was cut short: what its journal says becomes part of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use state::StateFile;
use state::journal::{Binding, Conflict, Journal, JournalContents, JournalError, Moves};

use crate::persist::next;
use crate::store::hash;
use crate::{LockError, LockInfo, StateStore, StoreError};

/// What became of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recovered {
    /// There was none.
    Nothing,
    /// All of it was part of the state already; it was deleted.
    Already,
    /// It became part of the state, as far as it is whole, and was deleted or put aside.
    Folded {
        /// How many instances it told of.
        instances: usize,
        /// Whether another program had written the state in between.
        merged: bool,
        /// Where the journal is kept, if its last record was not whole.
        torn: Option<PathBuf>,
    },
}

/// Why a journal did not become part of the state. Both are as they were.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// Another program wrote the state in between, and something there speaks against the journal.
    #[error("{}", conflict_text(journal, place, conflicts))]
    Conflict {
        /// The journal.
        journal: PathBuf,
        /// The state.
        place: String,
        /// What speaks against it.
        conflicts: Vec<Conflict>,
    },
    /// It continues another state.
    #[error(
        "The journal {} continues another state than {place}: their lineages differ. If the state is the right \
         one, move the journal away; otherwise bring back the state that belongs to it. Then run the command \
         again.", journal.display()
    )]
    Lineage {
        /// The journal.
        journal: PathBuf,
        /// The state.
        place: String,
    },
    /// The state that it continues is gone.
    #[error(
        "The journal {} continues the state {place} with the serial {serial}, but there is no state any more. \
         Bring it back, for instance from a backup, and run the command again; if that run was given -state-out, \
         give the same options again; or, if all that it managed is gone, move the journal away.", journal.display()
    )]
    Gone {
        /// The journal.
        journal: PathBuf,
        /// The state.
        place: String,
        /// The serial of the state that is gone.
        serial: u64,
    },
    /// It cannot be read.
    #[error(
        "The journal {} of a run that was cut short cannot be used. {error} What that run did is in there and \
         not in the state: keep a copy before anything else. It is text, with one instance in each line: move it \
         away, compare it with the real objects, and bring the state in order with \"import\" and \"state rm\".", journal.display()
    )]
    Unreadable {
        /// The journal.
        journal: PathBuf,
        /// Why.
        error: JournalError,
    },
    /// The operating system refused something.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The state cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The state cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
}

fn conflict_text(journal: &Path, place: &str, conflicts: &[Conflict]) -> String {
    let journal = journal.display();
    let mut text = format!(
        "A run was cut short, and before its journal {journal} became part of the state {place}, another program \
         wrote that state. They contradict each other:\n"
    );
    for conflict in conflicts {
        text.push_str(&format!("  - {conflict}\n"));
    }
    text.push_str(&format!(
        "Look at the real objects and decide for each. Then bring the state in order: \"import\" what exists and \
         is missing, \"state rm\" what is gone, with terraform or after moving the journal away. The journal is \
         text, with one instance in each line. When the state is right, delete {journal}."
    ));
    text
}

/// Makes the journal that a run left part of the state. Call it under the lock, before the state is read.
pub fn recover(store: &dyn StateStore, version: &str) -> Result<Recovered, RecoverError> {
    let Some(path) = store.journal_path() else { return Ok(Recovered::Nothing) };
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Recovered::Nothing),
        Err(error) => return Err(StoreError::io("The journal cannot be read:", &path)(error).into()),
    };
    let contents = JournalContents::read(&bytes)
        .map_err(|error| RecoverError::Unreadable { journal: path.clone(), error })?;
    let Some(contents) = contents.filter(|contents| !contents.is_empty() || contents.torn) else {
        delete(&path)?;
        return Ok(Recovered::Nothing);
    };
    let stored = store.read_bytes()?.unwrap_or_default();
    let found = hash(&stored);
    if contents.is_part_of(found) {
        delete(&path)?;
        return Ok(Recovered::Already);
    }
    let merged = found != contents.binding.hash;
    let (instances, torn) = (contents.len(), contents.torn);
    let before = read_stored(store, &stored, &path, &contents)?;
    let mut state = before.as_ref().map(|before| before.state.clone()).unwrap_or_default();
    if merged {
        contents.merge(&mut state).map_err(|conflicts| RecoverError::Conflict {
            journal: path.clone(),
            place: store.description(),
            conflicts,
        })?;
    } else {
        contents.fold(&mut state);
    }
    let (file, write) = next(before.as_ref(), state, version, false);
    if write {
        store.write(&file)?;
    }
    let torn = if torn { Some(put_aside(&path)?) } else { None };
    if torn.is_none() {
        delete(&path)?;
    }
    Ok(if write || torn.is_some() {
        Recovered::Folded { instances, merged, torn }
    } else {
        Recovered::Already
    })
}

/// Gives a journal another name, under which people find it and nothing else does.
fn put_aside(path: &Path) -> Result<PathBuf, StoreError> {
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".torn{}", if number == 0 { String::new() } else { format!(".{number}") }));
        PathBuf::from(name)
    };
    let free = (0..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
    fs::rename(path, &free).map_err(StoreError::io("The journal cannot be put aside:", path))?;
    Ok(free)
}

/// The state that the journal shall become part of; nothing where it continues none.
fn read_stored(
    store: &dyn StateStore,
    stored: &[u8],
    path: &Path,
    contents: &JournalContents,
) -> Result<Option<StateFile>, RecoverError> {
    let (journal, place) = (path.to_owned(), store.description());
    if stored.is_empty() {
        return match contents.binding.hash == hash(b"") {
            true => Ok(None),
            false => Err(RecoverError::Gone { journal, place, serial: contents.binding.serial }),
        };
    }
    let file = StateFile::read(stored).map_err(|error| StoreError::Unreadable {
        place: place.clone(),
        error,
        restore: Some(format!(
            " A run was cut short as well, and what it did is in {}: restore the state with the serial {}, for \
             instance from a backup, and run the command again.",
            journal.display(),
            contents.binding.serial
        )),
    })?;
    let theirs = &contents.binding.lineage;
    if !theirs.is_empty() && !file.lineage.is_empty() && *theirs != file.lineage {
        return Err(RecoverError::Lineage { journal, place });
    }
    Ok(Some(file))
}

/// The same for commands that only read: nothing is done while another process holds the lock, because the
/// journal is that one's.
pub fn recover_if_idle(store: &dyn StateStore, version: &str) -> Result<Recovered, RecoverError> {
    let left = store.journal_path().is_some_and(|path| path.exists());
    if !left {
        return Ok(Recovered::Nothing);
    }
    let id = match store.lock(&LockInfo::new("recover", version)) {
        Ok(id) => id,
        Err(LockError::Held { .. }) => return Ok(Recovered::Nothing),
        Err(error) => return Err(error.into()),
    };
    let recovered = recover(store, version);
    store.unlock(&id)?;
    recovered
}

/// Begins a journal of what follows a state; nothing where the store keeps none.
pub fn begin_journal(
    store: &dyn StateStore,
    binding: &Binding,
    moves: &Moves<'_>,
) -> Result<Option<Journal>, JournalError> {
    let Some(path) = store.journal_path() else { return Ok(None) };
    Journal::begin(path, binding, moves).map(Some)
}

fn delete(path: &Path) -> Result<(), StoreError> {
    fs::remove_file(path).map_err(StoreError::io("The journal cannot be deleted:", path))
}
