//! Tokens to nodes, by recursive descent.

use std::collections::HashMap;
use std::ops::Range;

use crate::check::check_text;
use crate::cursor::Mark;
use crate::scalar::{TAG_PREFIX, as_text, resolve, string};
use crate::scan::Scanner;
use crate::token::{Style, Token, TokenKind};
use crate::{Data, Document, Entry, Error, Node, NodeId, Options};

/// How many nodes aliases may add in all, counting everything below them; a few lines can name each
/// other so often that walking over the result would never end.
pub const MAX_ALIASED_NODES: usize = 1_000_000;

/// Stack left before a deeper level moves to a fresh piece, and how large that piece is.
const RED_ZONE: usize = 64 << 10;
const STACK_PIECE: usize = 1 << 20;

/// Reads the one document of a text.
pub fn read(text: &str, options: Options) -> Result<Document, Error> {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = text.len() - content.len();
    let document = check_text(content).and_then(|()| {
        let mut reader = Reader {
            scanner: Scanner::new(content),
            options,
            document: Document::default(),
            sizes: Vec::new(),
            anchors: HashMap::new(),
            aliased: 0,
            depth: 0,
            tags: HashMap::new(),
        };
        reader.document()?;
        Ok(reader.document)
    });
    match document {
        Ok(mut document) => {
            shift(&mut document, skipped);
            Ok(document)
        }
        Err(error) => Err(Error { byte: error.byte + skipped, ..error }),
    }
}

/// Moves all places by the length of a byte order mark.
fn shift(document: &mut Document, by: usize) {
    if by == 0 {
        return;
    }
    let put = |bytes: &mut Range<usize>| *bytes = bytes.start + by..bytes.end + by;
    for node in &mut document.nodes {
        put(&mut node.bytes);
        if let Data::Mapping(entries) = &mut node.data {
            entries.iter_mut().for_each(|entry| put(&mut entry.name_bytes));
        }
    }
}

enum Anchor {
    /// The node is being read.
    Open,
    Complete(NodeId),
}

/// What can stand before a node.
struct Properties {
    anchor: Option<String>,
    tag: Option<String>,
    start: Mark,
    /// The byte after them.
    end: usize,
}

/// What a mapping's next entry is called.
pub(crate) enum Name {
    Plain(smol_str::SmolStr, Range<usize>),
    /// The value is a mapping, or several, to be merged.
    Merge(Mark),
}

pub(crate) struct Reader<'t> {
    pub(crate) scanner: Scanner<'t>,
    options: Options,
    pub(crate) document: Document,
    /// How many nodes each node stands for, with all below it.
    sizes: Vec<usize>,
    anchors: HashMap<String, Anchor>,
    aliased: usize,
    depth: usize,
    /// What tag handles stand for.
    tags: HashMap<String, String>,
}

pub(crate) type Read<T> = Result<T, Error>;

impl Reader<'_> {
    fn document(&mut self) -> Read<()> {
        let first = self.kind()?;
        if first == TokenKind::StreamEnd {
            return Ok(());
        }
        self.directives()?;
        let explicit = self.kind()? == TokenKind::DocumentStart;
        if explicit {
            self.scanner.next()?;
        } else if matches!(first, TokenKind::Version { .. } | TokenKind::TagDirective) {
            return self.unexpected("did not find expected <document start>");
        }
        let root = if explicit && self.ends_document()? { self.empty()? } else { self.node(true, false)? };
        self.document.root = Some(root);
        while self.kind()? == TokenKind::DocumentEnd {
            self.scanner.next()?;
        }
        match self.kind()? {
            TokenKind::StreamEnd => Ok(()),
            TokenKind::DocumentStart | TokenKind::Version { .. } | TokenKind::TagDirective => {
                self.unexpected("only a single document is allowed")
            }
            _ => self.unexpected("did not find expected <document start>"),
        }
    }

    fn directives(&mut self) -> Read<()> {
        let mut version_seen = false;
        loop {
            match self.kind()? {
                TokenKind::Version { .. } if version_seen => {
                    return self.unexpected("found duplicate %YAML directive");
                }
                TokenKind::Version { major: 1, minor: 1 } => version_seen = true,
                TokenKind::Version { .. } => return self.unexpected("found incompatible YAML document"),
                TokenKind::TagDirective => {}
                _ => break,
            }
            let token = self.scanner.next()?;
            if token.kind == TokenKind::TagDirective && self.tags.insert(token.text, token.more).is_some() {
                return Err(self.scanner.error_at(token.start, "found duplicate %TAG directive"));
            }
        }
        self.tags.entry("!".to_owned()).or_insert_with(|| "!".to_owned());
        self.tags.entry("!!".to_owned()).or_insert_with(|| TAG_PREFIX.to_owned());
        Ok(())
    }

    fn ends_document(&mut self) -> Read<bool> {
        Ok(matches!(
            self.kind()?,
            TokenKind::Version { .. }
                | TokenKind::TagDirective
                | TokenKind::DocumentStart
                | TokenKind::DocumentEnd
                | TokenKind::StreamEnd
        ))
    }

    /// A value; `block` if it may be a block collection, `indentless` if dashes may stand in the column of
    /// the key before.
    pub(crate) fn node(&mut self, block: bool, indentless: bool) -> Read<NodeId> {
        if self.kind()? == TokenKind::Alias {
            let token = self.scanner.next()?;
            return self.alias(&token);
        }
        let properties = self.properties()?;
        let kind = self.kind()?;
        if let TokenKind::Scalar(style) = kind {
            let token = self.scanner.next()?;
            return self.scalar(&token.text, style, properties, token.end);
        }
        let sequence = matches!(
            (&kind, block, indentless),
            (TokenKind::FlowSequenceStart, ..)
                | (TokenKind::BlockSequenceStart, true, _)
                | (TokenKind::BlockEntry, _, true)
        );
        let mapping =
            matches!((&kind, block), (TokenKind::FlowMappingStart, _) | (TokenKind::BlockMappingStart, true));
        if !sequence && !mapping {
            if properties.anchor.is_some() || properties.tag.is_some() {
                let end = properties.end;
                return self.scalar("", Style::Plain, properties, end);
            }
            return self.unexpected("did not find expected node content");
        }
        let (tag, noun) = if sequence { ("seq", "sequence") } else { ("map", "mapping") };
        if let Some(found) = &properties.tag
            && found.strip_prefix(TAG_PREFIX) != Some(tag)
        {
            let message = format!("can't interpret {noun} as {found}");
            return Err(self.scanner.error_at(properties.start, message));
        }
        if self.depth >= self.options.max_depth {
            let message = format!("nested more than {} levels deep", self.options.max_depth);
            return Err(self.scanner.error_at(properties.start, message));
        }
        if let Some(anchor) = &properties.anchor {
            self.anchors.insert(anchor.clone(), Anchor::Open);
        }
        self.depth += 1;
        let (data, end) = stacker::maybe_grow(RED_ZONE, STACK_PIECE, || match kind {
            TokenKind::FlowSequenceStart => self.flow_sequence(),
            TokenKind::FlowMappingStart => self.flow_mapping(),
            TokenKind::BlockSequenceStart => self.block_sequence(),
            TokenKind::BlockEntry => self.indentless_sequence(),
            _ => self.block_mapping(),
        })?;
        self.depth -= 1;
        let size = match &data {
            Data::Sequence(items) => self.size_of(items.iter()),
            Data::Mapping(entries) => self.size_of(entries.iter().map(|entry| &entry.value)),
            _ => 1,
        };
        Ok(self.push(data, properties.start.byte..end, size, properties.anchor))
    }

    fn properties(&mut self) -> Read<Properties> {
        let start = self.scanner.peek()?.start;
        let mut properties = Properties { anchor: None, tag: None, start, end: start.byte };
        for _ in 0..2 {
            match self.kind()? {
                TokenKind::Anchor if properties.anchor.is_none() => {}
                TokenKind::Tag if properties.tag.is_none() => {}
                _ => break,
            }
            let token = self.scanner.next()?;
            properties.end = token.end;
            if token.kind == TokenKind::Anchor {
                properties.anchor = Some(token.text);
                continue;
            }
            properties.tag = Some(match self.tags.get(&token.text) {
                _ if token.text.is_empty() => token.more,
                Some(prefix) => format!("{prefix}{}", token.more),
                None => return Err(self.scanner.error_at(token.start, "found undefined tag handle")),
            });
        }
        Ok(properties)
    }

    fn scalar(&mut self, text: &str, style: Style, properties: Properties, end: usize) -> Read<NodeId> {
        match resolve(text, style, properties.tag.as_deref()) {
            Ok(data) => Ok(self.push(data, properties.start.byte..end, 1, properties.anchor)),
            Err(message) => Err(self.scanner.error_at(properties.start, message)),
        }
    }

    /// The value where none is written.
    pub(crate) fn empty(&mut self) -> Read<NodeId> {
        let at = self.scanner.peek()?.start.byte;
        Ok(self.push(Data::Null, at..at, 1, None))
    }

    fn alias(&mut self, token: &Token) -> Read<NodeId> {
        let name = &token.text;
        let id = match self.anchors.get(name) {
            Some(Anchor::Complete(id)) => *id,
            Some(Anchor::Open) => {
                let message = format!("cannot refer to anchor {name:?} from inside its own definition");
                return Err(self.scanner.error_at(token.start, message));
            }
            None => {
                let message = format!("reference to undefined anchor {name:?}");
                return Err(self.scanner.error_at(token.start, message));
            }
        };
        self.aliased = self.aliased.saturating_add(self.sizes[id.index()]);
        if self.aliased > MAX_ALIASED_NODES {
            let message = format!("aliases stand for more than {MAX_ALIASED_NODES} values");
            return Err(self.scanner.error_at(token.start, message));
        }
        Ok(id)
    }

    /// The name of an entry, which is a scalar. What is anchored in the place of a name cannot be referred
    /// to.
    pub(crate) fn name(&mut self, missing: bool) -> Read<Name> {
        if missing {
            return self.unexpected("mapping key cannot be null");
        }
        let properties = self.properties()?;
        let (text, style, end) = match self.kind()? {
            TokenKind::Scalar(style) => {
                let token = self.scanner.next()?;
                (token.text, style, token.end)
            }
            _ if properties.anchor.is_some() || properties.tag.is_some() => {
                (String::new(), Style::Plain, properties.end)
            }
            TokenKind::Alias
            | TokenKind::BlockEntry
            | TokenKind::BlockSequenceStart
            | TokenKind::BlockMappingStart
            | TokenKind::FlowSequenceStart
            | TokenKind::FlowMappingStart => {
                return self.unexpected("only strings are allowed as mapping keys");
            }
            _ => return self.unexpected("did not find expected node content"),
        };
        let merges = match &properties.tag {
            None => text == "<<",
            Some(tag) => tag.strip_prefix(TAG_PREFIX) == Some("merge"),
        };
        if merges {
            return Ok(Name::Merge(properties.start));
        }
        let data = match resolve(&text, style, properties.tag.as_deref()) {
            Ok(_) if self.options.names_as_written => string(&text),
            Ok(data) => data,
            Err(message) => return Err(self.scanner.error_at(properties.start, message)),
        };
        match as_text(&data) {
            Some(name) => Ok(Name::Plain(name, properties.start.byte..end)),
            None => Err(self.scanner.error_at(properties.start, "mapping key cannot be null")),
        }
    }

    pub(crate) fn entry(&mut self, name: Name, value: Option<NodeId>, entries: &mut Vec<Entry>) -> Read<()> {
        let value = match value {
            Some(value) => value,
            None => self.empty()?,
        };
        match name {
            Name::Plain(name, name_bytes) => entries.push(Entry { name, name_bytes, value, merged: false }),
            Name::Merge(mark) => {
                let merged = merged_entries(&self.document, value).map_err(|kind| {
                    self.scanner.error_at(mark, format!("cannot merge {kind} into mapping"))
                })?;
                entries.extend(merged);
            }
        }
        Ok(())
    }

    pub(crate) fn push(
        &mut self,
        data: Data,
        bytes: Range<usize>,
        size: usize,
        anchor: Option<String>,
    ) -> NodeId {
        let id = NodeId(self.document.nodes.len() as u32);
        self.document.nodes.push(Node { data, bytes });
        self.sizes.push(size);
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, Anchor::Complete(id));
        }
        id
    }

    pub(crate) fn size_of<'a>(&self, parts: impl Iterator<Item = &'a NodeId>) -> usize {
        parts.fold(1, |sum: usize, part| sum.saturating_add(self.sizes[part.index()]))
    }

    pub(crate) fn kind(&mut self) -> Read<TokenKind> {
        Ok(self.scanner.peek()?.kind)
    }

    #[cold]
    pub(crate) fn unexpected<T>(&mut self, message: &str) -> Read<T> {
        let at = self.scanner.peek()?.start;
        Err(self.scanner.error_at(at, message))
    }
}

/// What a mapping, or a sequence of mappings, has to add to another; or what else it is.
fn merged_entries(document: &Document, id: NodeId) -> Result<Vec<Entry>, &'static str> {
    let merged = |entries: &[Entry]| -> Vec<Entry> {
        entries.iter().map(|entry| Entry { merged: true, ..entry.clone() }).collect()
    };
    match &document.node(id).data {
        Data::Mapping(entries) => Ok(merged(entries)),
        Data::Sequence(items) => {
            let mut all = Vec::new();
            for item in items {
                match &document.node(*item).data {
                    Data::Mapping(entries) => all.extend(merged(entries)),
                    _ => return Err("a sequence of anything but mappings"),
                }
            }
            Ok(all)
        }
        Data::Null => Err("null"),
        Data::Bool(_) => Err("bool"),
        Data::Number(_) => Err("number"),
        Data::String(_) => Err("string"),
    }
}
