//! State as a file: version 4 is read and written, versions 1 to 3 are brought up to it.
//!
//! The layout is Terraform's to the byte, so that the tools can take turns on one file and a look at
//! the difference of two versions shows what changed and nothing else.

mod cut;
mod dependency_lists;
mod error;
mod fold;
mod legacy;
mod list_index;
pub(crate) mod text;
pub(crate) mod v4;
pub(crate) mod v4_read;
pub(crate) mod v4_write;

pub use error::ReadError;
pub use list_index::{ListIndex, Rest};

use std::io::{self, Read, Write};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::State;
use error::syntax;
use fold::Shape;

/// State with what identifies it.
#[derive(Clone, Debug, Default)]
pub struct StateFile {
    /// The version of the program that wrote it.
    pub terraform_version: String,
    /// Grows with each change.
    pub serial: u64,
    /// The same for all versions of one state; empty before it was first stored.
    pub lineage: String,
    /// What it holds.
    pub state: State,
}

/// What tells the versions of the format apart.
#[derive(Deserialize)]
struct Header<'a> {
    #[serde(borrow, default)]
    version: Option<&'a RawValue>,
    #[serde(borrow, default)]
    encrypted_data: Option<&'a RawValue>,
    #[serde(borrow, default)]
    encryption_version: Option<&'a RawValue>,
}

impl StateFile {
    /// Reads a file without ever holding all of it; nothing if it has to be read as a whole, by [`StateFile::read`], because
    /// something is wrong with it or it is of an old version.
    pub fn read_from(source: &mut dyn Read) -> io::Result<Option<StateFile>> {
        v4_read::read_from(source)
    }

    /// Reads a file whose long lists are known; nothing if they are not in their places, or it has to be read as a whole.
    pub fn read_rest(rest: Rest) -> Option<StateFile> {
        v4_read::read_cut(rest.0)
    }

    /// Reads a file of any version.
    pub fn read(bytes: &[u8]) -> Result<StateFile, ReadError> {
        if let Ok(Some(file)) = Self::read_from(&mut &*bytes) {
            return Ok(file);
        }
        // Some editors put a byte order mark in front.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = &fold::text(bytes);
        match version(text)? {
            4 => v4_read::read(text),
            1 => legacy::read_v1(text),
            2 => legacy::read_v2(text),
            3 => legacy::read_v3(text),
            0 => Err(ReadError::BadVersion),
            newer => Err(ReadError::TooNew(newer)),
        }
    }

    /// The file as it lies on a disk: indented, with a line feed at the end.
    pub fn write(&self) -> Vec<u8> {
        v4_write::write(self, true)
    }

    /// Writes the same, without ever holding all of it. Says where its long lists stand.
    pub fn write_to(&self, sink: &mut dyn Write) -> io::Result<ListIndex> {
        v4_write::write_to(self, true, sink)
    }

    /// The file as it is sent: without spaces, with a line feed at the end.
    pub fn write_compact(&self) -> Vec<u8> {
        v4_write::write(self, false)
    }
}

static HEADER: Shape = Shape::Fields(&[
    ("version", Shape::Any),
    ("encrypted_data", Shape::Any),
    ("encryption_version", Shape::Any),
]);

/// Which version of the format a text is.
fn version(text: &str) -> Result<u64, ReadError> {
    let Some(first) = text.bytes().find(|byte| !byte.is_ascii_whitespace()) else {
        return Err(ReadError::Empty);
    };
    if first != b'{' {
        return Err(ReadError::NotJson);
    }
    let header = fold::fold(text, &HEADER)?;
    let header: Header<'_> = serde_json::from_str(&header).map_err(|error| syntax(&error))?;
    match header.version {
        Some(version) => version.get().parse().map_err(|_| ReadError::BadVersion),
        None if header.encrypted_data.is_some() || header.encryption_version.is_some() => {
            Err(ReadError::Encrypted)
        }
        None => Err(ReadError::NoVersion),
    }
}

/// The version where it comes first, as all tools write it: the rest need not be read for it.
fn leading_version(bytes: &[u8]) -> Option<u64> {
    let rest = bytes.trim_ascii_start().strip_prefix(b"{")?;
    let rest = rest.trim_ascii_start().strip_prefix(b"\"version\"")?;
    let rest = rest.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    match rest {
        [digit @ b'1'..=b'9', b',', ..] => Some(u64::from(digit - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, expect: &str) {
        let message = StateFile::read(text.as_bytes()).expect_err("this is no state").to_string();
        assert_eq!(message, expect, "{text}");
    }

    #[test]
    fn what_is_no_state_says_why() {
        refused("", "The file is empty.");
        refused(" \n ", "The file is empty.");
        refused("hello", "The file is not JSON, so it is no state.");
        refused("[]", "The file is not JSON, so it is no state.");
        refused(
            r#"{"version":5}"#,
            "The state is of format version 5, which is newer than the versions 1 to 4 that are understood: \
             it was written by a newer program, which has to be used to read it.",
        );
        let no_version = "The file says no format version, so it is no state.";
        refused("{}", no_version);
        refused(r#"{"serial":1}"#, no_version);
        let bad = "The format version of the state is not a whole number from 1 on.";
        refused(r#"{"version":"4"}"#, bad);
        refused(r#"{"version":0}"#, bad);
        refused(r#"{"version":-1}"#, bad);
        refused(
            r#"{"meta":{},"encrypted_data":"aa","encryption_version":"v0"}"#,
            "The state is encrypted and cannot be read without its key.",
        );
        refused(
            "{\"version\":4,\n\"serial\":",
            "The state ends in the middle, in line 2: it was not written to its end.",
        );
        refused(
            "{\"version\":4,\"serial\":1}\n\n x",
            "The state is not valid JSON: line 3, column 2 is not understood.",
        );
        refused(
            "{\"version\":4,\n\"serial\":\"secret\"}",
            "The state is not of the form that its version demands: see line 2, column 17.",
        );
    }

    #[test]
    fn what_is_left_out_is_empty() {
        for text in [
            r#"{"version":4}"#,
            r#"{"version":4,"outputs":null,"resources":null,"check_results":null,"lineage":null}"#,
            "\u{feff}{ \"lineage\":\"\", \"version\" : 4 , \"unknown\": [1]}",
        ] {
            let file = StateFile::read(text.as_bytes()).expect("it is a state");
            assert!(file.state.is_empty() && file.serial == 0 && file.lineage.is_empty(), "{text}");
        }
    }
}
