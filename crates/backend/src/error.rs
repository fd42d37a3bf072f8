//! What can go wrong with a store. `ops` makes diagnostics of these.

use std::io;
use std::path::{Path, PathBuf};

use state::ReadError;

use crate::LockInfo;

/// Why state could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused something.
    #[error("{what} {}: {}.{}", path.display(), plain(error), hint(error))]
    Io {
        /// What was tried, as a beginning of a sentence.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// What is stored is no state.
    #[error("The state {place} cannot be used: {error}{}", restore.as_deref().unwrap_or_default())]
    Unreadable {
        /// Where it is stored.
        place: String,
        /// Why.
        error: ReadError,
        /// What can be done about it, with a space in front.
        restore: Option<String>,
    },
    /// Nothing is stored where something must have been.
    #[error(
        "The state {place} is empty, but {} beside it is not, so its content was lost. {advice}",
        beside.display()
    )]
    Lost {
        /// Where it is stored.
        place: String,
        /// What is left.
        beside: PathBuf,
        /// What can be done about it.
        advice: String,
    },
    /// The name is not allowed.
    #[error(
        "The workspace name {0:?} is not allowed: it may have only letters, digits and the characters - _ . ~ \
         and must not be \".\" or \"..\"."
    )]
    WorkspaceName(String),
    /// There is no such workspace.
    #[error("There is no workspace {0:?}.")]
    NoWorkspace(String),
    /// There is one already.
    #[error("There is a workspace {0:?} already.")]
    WorkspaceExists(String),
    /// The first workspace always stays.
    #[error("The workspace \"default\" cannot be deleted.")]
    DefaultWorkspace,
}

impl StoreError {
    /// What the operating system refused.
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.to_owned();
        move |error| StoreError::Io { what, path, error }
    }
}

/// Why a lock could not be taken or released.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else has it.
    #[error("The state is locked{}.", holder(info.as_deref()))]
    Held {
        /// Who, where that is known.
        info: Option<Box<LockInfo>>,
    },
    /// Nobody has it.
    #[error("The state is not locked, so there is nothing to unlock.")]
    NotHeld,
    /// It is another one.
    #[error("The state is locked with the ID {existing:?}, which is not the ID that was given.")]
    OtherId {
        /// The ID that it is locked with.
        existing: String,
    },
    /// Its holder is still running, and only its end can release the lock.
    #[error(
        "The state is locked{} by a process that is still running. A lock of the local operating system ends \
         with that process: wait for it, or stop it.",
        holder(info.as_deref())
    )]
    Alive {
        /// Who, where that is known.
        info: Option<Box<LockInfo>>,
    },
    /// Waiting was given up.
    #[error("Waiting for the lock of the state was interrupted.")]
    Interrupted,
    /// Something else went wrong.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn holder(info: Option<&LockInfo>) -> String {
    match info {
        Some(info) => format!(" by {} for {} since {}", info.who, info.operation, info.created),
        None => String::new(),
    }
}

/// What the operating system says, without Rust's "(os error 13)".
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_lowercase(),
        None => text,
    }
}

fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied => " Check the permissions of the file and of its directory.",
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            " The state as it was is untouched; make room and run the command again."
        }
        io::ErrorKind::IsADirectory => " A directory stands where the file should be.",
        io::ErrorKind::ReadOnlyFilesystem => " Choose a place that can be written.",
        _ => "",
    }
}
