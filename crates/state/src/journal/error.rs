//! Why a journal cannot be written or read.

use std::io;
use std::path::{Path, PathBuf};

/// Why a journal cannot be written or read. Many may wait for the same write, so it can be cloned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The operating system refused something.
    #[error("The journal {} cannot be {what}: {message}.", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// Which journal.
        path: PathBuf,
        /// What it said.
        message: String,
    },
    /// A record is not what was written.
    #[error("The record at byte {at} is damaged.")]
    Damaged {
        /// Where it starts.
        at: usize,
    },
    /// It is of another version of the program.
    #[error("It was written by another version of the program, which has to be used to read it.")]
    Version,
    /// It is something else.
    #[error("It does not begin as a journal does.")]
    Other,
    /// There is no more room than for what is under way. What was appended is safe.
    #[error("The journal {} cannot grow: {message}.", path.display())]
    NoRoom {
        /// Which journal.
        path: PathBuf,
        /// What the operating system said.
        message: String,
    },
}

/// What the operating system says, without Rust's "(os error 27)", and what helps.
fn message(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split_once(" (os error").map_or(text.clone(), |(text, _)| text.to_lowercase());
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            format!("{text}. Make room and run the command again")
        }
        io::ErrorKind::AlreadyExists => "another run is under way and keeps its own there".to_owned(),
        _ => text,
    }
}

impl JournalError {
    /// That there is no more room.
    pub(super) fn no_room(path: &Path, error: &io::Error) -> JournalError {
        JournalError::NoRoom { path: path.to_owned(), message: message(error) }
    }

    /// What the operating system refused.
    pub(super) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> JournalError {
        let path = path.to_owned();
        move |error| JournalError::Io { what, path, message: message(&error) }
    }
}
