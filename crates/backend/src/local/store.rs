//! The state of one workspace in a local file.

use std::cell::OnceCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use state::{ReadError, StateFile};

use super::index;
use super::os_lock::try_lock;
use super::replace::{Replaced, clean, hidden_beside, parent, replace, replace_and_keep, with_suffix};
use crate::{Give, LockError, LockInfo, Ready, Snapshot, StateStore, StoreError, Stored, Take};

/// The files of a store.
#[derive(Debug)]
pub(super) struct Paths {
    /// Where state is read.
    pub(super) read: PathBuf,
    /// Where it is written; this file is the one that is locked.
    pub(super) write: PathBuf,
    /// That, as the user knows it.
    pub(super) shown: PathBuf,
    /// Where the old version goes.
    pub(super) backup: Option<Backup>,
}

/// Where the old version goes.
#[derive(Debug)]
pub(super) enum Backup {
    /// Into this file, whatever was in it.
    At(PathBuf),
    /// Into a file that is named after this time, in seconds, or after the first one later that names none.
    Kept(u64),
}

impl Paths {
    /// The file for the old version, as of now.
    fn backup(&self) -> Option<PathBuf> {
        match self.backup.as_ref()? {
            Backup::At(path) => Some(path.clone()),
            Backup::Kept(at) => (*at..)
                .map(|at| with_suffix(&self.write, &format!(".{at}.backup")))
                .find(|path| !path.exists()),
        }
    }
}

/// The state of one workspace.
#[derive(Debug)]
pub(super) struct LocalStore {
    paths: Paths,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    held: Option<Held>,
    backed_up: bool,
}

/// The lock that this store holds.
#[derive(Debug)]
struct Held {
    info: LockInfo,
    /// The file that is locked: the one that the path leads to.
    file: File,
    /// Whether taking the lock made the file.
    created: bool,
}

impl LocalStore {
    pub(super) fn new(paths: Paths) -> Self {
        Self { paths, inner: Mutex::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file that is written, where its name is a link to it.
    fn linked(&self) -> Option<PathBuf> {
        let metadata = fs::symlink_metadata(&self.paths.write).ok()?;
        if metadata.is_symlink() { fs::canonicalize(&self.paths.write).ok() } else { None }
    }

    /// `.NAME.lock.info` beside the file.
    fn info_path(&self) -> PathBuf {
        hidden_beside(&self.paths.write, "lock.info")
    }

    /// Who says to hold the lock.
    fn read_info(&self) -> Option<Box<LockInfo>> {
        LockInfo::from_json(&fs::read(self.info_path()).ok()?).map(Box::new)
    }

    /// Who holds the lock; a holder that has just got it needs a moment to say so.
    fn holder(&self) -> Option<Box<LockInfo>> {
        for _ in 0..10 {
            if let Some(info) = self.read_info() {
                return Some(info);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Opens the file and locks it; nothing if somebody else has the lock. Says whether the file was made.
    fn open_locked(&self) -> Result<Option<(File, bool)>, StoreError> {
        let path = &self.paths.write;
        let fail = |error| StoreError::io("The lock of the state cannot be taken:", path)(error);
        fs::create_dir_all(parent(path)).map_err(fail)?;
        loop {
            let created = !path.exists();
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create(true).truncate(false).mode(0o600);
            let file = file.open(path).map_err(fail)?;
            if !try_lock(&file).map_err(fail)? {
                return Ok(None);
            }
            // Between opening and locking, another process may have put a new file in place or taken an empty
            // one away: then this is the lock of a file that nobody sees any more.
            let ours = file.metadata().map_err(fail)?;
            match fs::metadata(path) {
                Ok(there) if (there.dev(), there.ino()) == (ours.dev(), ours.ino()) => {
                    return Ok(Some((file, created)));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(fail(error)),
            }
        }
    }

    /// Whether another process holds the lock.
    fn is_locked_elsewhere(&self) -> bool {
        let file = OpenOptions::new().read(true).write(true).open(&self.paths.write);
        file.is_ok_and(|file| matches!(try_lock(&file), Ok(false)))
    }

    /// Looks at the file that state is read from.
    fn with_file<T>(&self, look: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
        let inner = self.inner();
        match &inner.held {
            // Where locks belong to processes, closing another handle would lose the lock.
            Some(held) if self.paths.read == self.paths.write => {
                (&held.file).rewind()?;
                look(&held.file)
            }
            _ => look(&File::open(&self.paths.read)?),
        }
    }

    /// Keeps the version that is about to be replaced, once.
    fn back_up(&self, inner: &mut Inner) -> Result<(), StoreError> {
        let Some(backup) = self.paths.backup().filter(|_| !inner.backed_up) else { return Ok(()) };
        let mut old = match File::open(&self.paths.write) {
            Ok(old) => old,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(StoreError::io("The state cannot be read:", &self.paths.write)(error)),
        };
        if old.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            return Ok(());
        }
        let copy = |new: &mut File| io::copy(&mut old, new).map(|_| ());
        replace(&backup, copy, |_| Ok(()))
            .map_err(StoreError::io("The backup of the state cannot be written:", &backup))?;
        inner.backed_up = true;
        Ok(())
    }

    /// What is left of a state that is gone or broken: something that is not empty beside it.
    fn left_over(&self) -> Option<(PathBuf, String)> {
        let is_there = |path: &PathBuf| fs::metadata(path).is_ok_and(|metadata| metadata.len() > 0);
        let journal = self.journal_path().filter(is_there);
        if let Some(journal) = journal {
            let advice = format!(
                "The journal {} of a run that was cut short has to become part of the state first: run a command \
                 that locks the state.",
                journal.display()
            );
            return Some((journal, advice));
        }
        let backup = with_suffix(&self.paths.read, ".backup");
        let given = match &self.paths.backup {
            Some(Backup::At(path)) => Some(path.clone()),
            Some(Backup::Kept(_)) | None => None,
        };
        let backup = given.into_iter().chain([backup]).find(is_there)?;
        let advice = format!(
            "Look at {}: if it is the version to go on from, copy it to {}.",
            backup.display(),
            self.paths.read.display()
        );
        Some((backup, advice))
    }
}

impl StateStore for LocalStore {
    fn description(&self) -> String {
        self.paths.shown.display().to_string()
    }

    fn lock(&self, info: &LockInfo) -> Result<String, LockError> {
        let mut inner = self.inner();
        if let Some(held) = &inner.held {
            return Err(LockError::Held { info: Some(Box::new(held.info.clone())) });
        }
        let Some((file, created)) = self.open_locked()? else {
            return Err(LockError::Held { info: self.holder() });
        };
        // Leftovers of killed processes are only untidy, so that it does not matter if they stay.
        let _ = clean(&self.paths.write);
        let _ = self.linked().map(|path| clean(&path));
        if let Some(Backup::At(path)) = &self.paths.backup {
            let _ = clean(path);
        }
        let info = LockInfo { path: self.description(), ..info.clone() };
        let path = self.info_path();
        write_info(&path, &info)
            .map_err(StoreError::io("The lock of the state cannot be described in", &path))?;
        let id = info.id.clone();
        inner.held = Some(Held { info, file, created });
        Ok(id)
    }

    fn unlock(&self, id: &str) -> Result<(), LockError> {
        let mut inner = self.inner();
        match &inner.held {
            None => return Err(LockError::NotHeld),
            Some(held) if held.info.id != id => {
                return Err(LockError::OtherId { existing: held.info.id.clone() });
            }
            Some(_) => {}
        }
        self.release(&mut inner);
        Ok(())
    }

    fn force_unlock(&self, id: &str) -> Result<(), LockError> {
        if self.inner().held.is_some() {
            return self.unlock(id);
        }
        let info = self.read_info();
        if self.is_locked_elsewhere() {
            return Err(LockError::Alive { info });
        }
        // Its holder is gone, and the operating system has released the lock already.
        match info {
            None => Err(LockError::NotHeld),
            Some(info) if info.id != id => Err(LockError::OtherId { existing: info.id }),
            Some(_) => {
                let path = self.info_path();
                fs::remove_file(&path)
                    .map_err(StoreError::io("What describes the lock cannot be deleted:", &path))?;
                Ok(())
            }
        }
    }

    fn read_through(&self, take: &mut Take<'_>) -> Result<bool, StoreError> {
        let path = &self.paths.read;
        match self.with_file(|mut file| take(&mut file)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(StoreError::io("The state cannot be read:", path)(error)),
        }
    }

    fn read_known(&self) -> Option<(StateFile, u128)> {
        self.with_file(|file| Ok(index::read(&self.paths.read, file))).ok()?
    }

    fn write_through(&self, give: &mut Give<'_>, ready: &mut Ready<'_>) -> Result<(), StoreError> {
        let mut inner = self.inner();
        let fail = |error| StoreError::io("The state cannot be written:", &self.paths.write)(error);
        fs::create_dir_all(parent(&self.paths.write)).map_err(fail)?;
        self.back_up(&mut inner)?;
        // A symbolic link stays, and what it leads to is replaced.
        let path = fs::canonicalize(&self.paths.write).unwrap_or_else(|_| self.paths.write.clone());
        index::forget(&path);
        let locked = inner.held.is_some();
        let written = OnceCell::new();
        let content = |file: &mut File| give(file).map(|given| drop(written.set(given)));
        let prepare = |file: &File| {
            if locked && !try_lock(file)? {
                return Err(io::Error::other("the new file is locked by somebody else"));
            }
            written.get().map(ready);
            Ok(())
        };
        let old = inner.held.as_ref().map(|held| &held.file);
        let replaced = replace_and_keep(&path, content, old, prepare).map_err(fail)?;
        if let Some(held) = &mut inner.held {
            held.created = false;
            if let Replaced::New(file) = replaced {
                // The lock of the old file ends here, when nobody can find that file any more.
                held.file = file;
            }
        }
        if let Some(written) = written.get() {
            let keep = |file: &File| index::keep(&path, file, written);
            match &inner.held {
                Some(held) => keep(&held.file),
                None => File::open(&path).iter().for_each(keep),
            }
        }
        Ok(())
    }

    fn journal_path(&self) -> Option<PathBuf> {
        // Beside the file itself: whoever has another link to it must find the journal too.
        Some(with_suffix(self.linked().as_ref().unwrap_or(&self.paths.write), ".journal"))
    }

    fn writes_elsewhere(&self) -> bool {
        self.paths.read != self.paths.write
    }

    fn understand(&self, stored: Option<Stored>) -> Result<Snapshot, StoreError> {
        let place = self.paths.read.display().to_string();
        if stored.as_ref().is_some_and(|stored| stored.is_empty) && !self.made_by_lock() {
            return self.read_empty(place);
        }
        match Snapshot::of(stored, &place) {
            // These are whole, and only for others to read.
            Err(
                error @ StoreError::Unreadable { error: ReadError::TooNew(_) | ReadError::Encrypted, .. },
            ) => Err(error),
            Err(StoreError::Unreadable { place, error, .. }) => {
                let advice = self.left_over().map_or_else(
                    || {
                        format!(
                            "It was left as it is, and there is neither a journal nor a backup beside it. Put a copy of \
                             the state that is whole in its place; if nothing was ever made with it, move {place} away."
                        )
                    },
                    |(_, advice)| advice,
                );
                Err(StoreError::Unreadable { place, error, restore: Some(format!(" {advice}")) })
            }
            result => result,
        }
    }
}

impl LocalStore {
    /// Whether the file is empty because the lock needed one.
    fn made_by_lock(&self) -> bool {
        self.inner().held.as_ref().is_some_and(|held| held.created)
    }

    /// A file without content: the tools leave one when they are killed in their first run.
    fn read_empty(&self, place: String) -> Result<Snapshot, StoreError> {
        let mut snapshot = Snapshot::of(None, &place)?;
        if self.inner().held.is_none() && self.is_locked_elsewhere() {
            return Ok(snapshot);
        }
        if let Some((beside, advice)) = self.left_over() {
            return Err(StoreError::Lost { place, beside, advice });
        }
        snapshot.warning = Some(format!(
            "The state {place} is an empty file, as a program leaves it that was killed in its first run. It is \
             taken for a state without anything in it."
        ));
        Ok(snapshot)
    }

    fn release(&self, inner: &mut Inner) {
        let Some(held) = inner.held.take() else { return };
        let _ = fs::remove_file(self.info_path());
        // A file that was only made to be locked goes again, while the lock is still held.
        if held.created && held.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(&self.paths.write);
        }
    }
}

impl Drop for LocalStore {
    fn drop(&mut self) {
        let mut inner = std::mem::take(&mut *self.inner());
        self.release(&mut inner);
    }
}

/// Says who holds the lock, for others to see.
fn write_info(path: &Path, info: &LockInfo) -> io::Result<()> {
    let open = || OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
    let mut file = match open() {
        // What a dead holder left may belong to another user.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            fs::remove_file(path).and_then(|()| open()).map_err(|_| error)?
        }
        opened => opened?,
    };
    file.write_all(&info.to_json())
}
