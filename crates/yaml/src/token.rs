//! What the scanner makes of a text.

use crate::cursor::Mark;

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Without quotes.
    Plain,
    /// In single or double quotes.
    Quoted,
    /// As `|` or `>` and lines below.
    Block,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    StreamEnd,
    Version {
        major: u8,
        minor: u8,
    },
    /// Its text is a handle, more of it the prefix.
    TagDirective,
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias,
    Anchor,
    /// Its text is a handle, more of it the suffix.
    Tag,
    Scalar(Style),
}

#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// The content of a scalar, the name of an anchor.
    pub(crate) text: String,
    pub(crate) more: String,
    pub(crate) start: Mark,
    /// The byte after it.
    pub(crate) end: usize,
}

impl Token {
    /// A token without content.
    pub(crate) fn new(kind: TokenKind, start: Mark, end: usize) -> Self {
        Self { kind, text: String::new(), more: String::new(), start, end }
    }
}
