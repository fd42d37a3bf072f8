//! Why bytes are no state. No message repeats what the file holds, because that may be a secret.

use serde_json::error::Category;

/// Why bytes are no state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// There is nothing.
    #[error("The file is empty.")]
    Empty,
    /// It is something else.
    #[error("The file is not JSON, so it is no state.")]
    NotJson,
    /// It ends too early.
    #[error("The state ends in the middle, in line {line}: it was not written to its end.")]
    Truncated {
        /// Where it ends.
        line: usize,
    },
    /// It is JSON up to here only.
    #[error("The state is not valid JSON: line {line}, column {column} is not understood.")]
    Syntax {
        /// Where.
        line: usize,
        /// Where in that line.
        column: usize,
    },
    /// It is JSON, but a part is not what belongs there.
    #[error("The state is not of the form that its version demands: see line {line}, column {column}.")]
    Form {
        /// Where.
        line: usize,
        /// Where in that line.
        column: usize,
    },
    /// A part is not what belongs there.
    #[error("The state is not of the form that its version demands: {message}")]
    Invalid {
        /// The few words for it that programs know.
        summary: &'static str,
        /// Which part, and why.
        message: String,
    },
    /// Nothing says what it is.
    #[error("The file says no format version, so it is no state.")]
    NoVersion,
    /// The version is no number that was ever used.
    #[error("The format version of the state is not a whole number from 1 on.")]
    BadVersion,
    /// It comes from the future.
    #[error(
        "The state is of format version {0}, which is newer than the versions 1 to 4 that are understood: \
         it was written by a newer program, which has to be used to read it."
    )]
    TooNew(u64),
    /// It needs a key.
    #[error("The state is encrypted and cannot be read without its key.")]
    Encrypted,
}

impl ReadError {
    /// Whether the bytes say that they are a state, so that nothing else is to be made of them.
    pub fn is_of_state(&self) -> bool {
        matches!(self, ReadError::Form { .. } | ReadError::Invalid { .. } | ReadError::TooNew(_))
    }
}

/// What the reader of JSON says, without the values that it repeats.
pub(super) fn syntax(error: &serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    match error.classify() {
        Category::Eof | Category::Io => ReadError::Truncated { line },
        Category::Syntax => ReadError::Syntax { line, column },
        Category::Data => ReadError::Form { line, column },
    }
}

/// A part that is not what belongs there, with the words that programs know for it.
pub(super) fn invalid(summary: &'static str, message: impl Into<String>) -> ReadError {
    ReadError::Invalid { summary, message: message.into() }
}

/// The words for what cannot be brought into the form of today.
pub(super) const UPGRADE: &str = "State format upgrade failed";

/// The words for what has none of its own.
pub(super) const FORM: &str = "Invalid state file format";
