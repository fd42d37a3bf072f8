//! From the parser's events to nodes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};
use smol_str::SmolStr;

use crate::check::{check_text, error_at, is_indented_by_tab};
use crate::scalar::{TAG_PREFIX, as_text, resolve, string};
use crate::{Data, Document, Entry, Error, Node, NodeId, Options};

/// How many nodes aliases may add in all, counting everything below them; a few lines can name each
/// other so often that walking over the result would never end.
pub const MAX_ALIASED_NODES: usize = 1_000_000;

/// How the parser complains of a tab after the colon of an entry.
const TAB_AFTER_COLON: &str = "':' must be followed by a valid YAML whitespace";

/// How much may be read again because of such tabs.
const MAX_REREAD_BYTES: usize = 64 << 20;

/// Reads the one document of a text.
pub fn read(text: &str, options: Options) -> Result<Document, Error> {
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    let skipped = text.len() - content.len();
    check_text(content)
        .and_then(|()| read_content(content, options))
        .map(|mut document| {
            shift(&mut document, skipped);
            document
        })
        .map_err(|error| Error { byte: error.byte + skipped, ..error })
}

/// The parser does not take a tab after the colon of an entry, where YAML allows one. Where it says so,
/// the tab becomes a space and reading begins anew, as long as that costs a reasonable time.
fn read_content(content: &str, options: Options) -> Result<Document, Error> {
    let mut content = Cow::Borrowed(content);
    let mut bytes_read = 0;
    loop {
        let mut reader = Reader {
            text: &content,
            bytes: byte_offsets(&content),
            parser: Parser::new_from_str(&content),
            options,
            document: Document::default(),
            sizes: Vec::new(),
            anchors: HashMap::new(),
            aliased: 0,
            open: Vec::new(),
        };
        let error = match reader.document() {
            Ok(()) => return Ok(reader.document),
            Err(error) => error,
        };
        bytes_read += content.len();
        let before = &content.as_bytes()[..error.byte];
        if !error.message.contains(TAB_AFTER_COLON)
            || bytes_read > MAX_REREAD_BYTES
            || !before.ends_with(b":\t")
        {
            return Err(error);
        }
        let tab = error.byte - 1;
        content.to_mut().replace_range(tab..=tab, " ");
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

/// The byte of each character and of the end; nothing when all characters take one byte.
fn byte_offsets(text: &str) -> Option<Vec<u32>> {
    if text.is_ascii() {
        return None;
    }
    Some(text.char_indices().map(|(byte, _)| byte as u32).chain([text.len() as u32]).collect())
}

/// A collection that is not closed yet.
struct Open {
    start: usize,
    anchor: usize,
    /// Inside of brackets or braces, where line ends and indentation mean nothing.
    flow: bool,
    size: usize,
    parts: Parts,
}

enum Parts {
    Sequence(Vec<NodeId>),
    Mapping { entries: Vec<Entry>, name: Name },
}

/// What is known of the next entry's name.
enum Name {
    Due,
    Known(SmolStr, Range<usize>),
    /// The value is a mapping, or several, to be merged.
    Merge(Range<usize>),
}

enum Anchor {
    Open,
    Complete(NodeId),
}

struct Reader<'t> {
    text: &'t str,
    bytes: Option<Vec<u32>>,
    parser: Parser<'t, StrInput<'t>>,
    options: Options,
    document: Document,
    /// How many nodes each node stands for, with all below it.
    sizes: Vec<usize>,
    anchors: HashMap<usize, Anchor>,
    aliased: usize,
    open: Vec<Open>,
}

type Read<T> = Result<T, Error>;

impl<'t> Reader<'t> {
    fn document(&mut self) -> Read<()> {
        let mut documents = 0;
        loop {
            let (event, span) = match self.parser.next_event() {
                None => return Ok(()),
                Some(Ok(event)) => event,
                Some(Err(error)) => return Err(self.syntax_error(&error)),
            };
            let bytes = self.byte(span.start.index())..self.byte(span.end.index());
            match event {
                Event::Nothing | Event::StreamStart | Event::DocumentEnd => {}
                Event::StreamEnd => return Ok(()),
                Event::DocumentStart(_) => {
                    documents += 1;
                    if documents > 1 {
                        return self.fail(bytes.start, "only a single document is allowed");
                    }
                }
                _ => self.node_event(event, &span, bytes)?,
            }
        }
    }

    fn node_event(&mut self, event: Event<'t>, span: &Span, bytes: Range<usize>) -> Read<()> {
        let in_flow = self.open.last().is_some_and(|open| open.flow);
        if !in_flow && !span.is_empty() && is_indented_by_tab(self.text, bytes.start) {
            return self.fail(
                bytes.start,
                "found character that cannot start any token: a tab cannot indent a line",
            );
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag.map(|tag| full_tag(&tag));
                if self.name_is_due() && is_merge_key(&text, tag.as_deref()) {
                    self.set_name(Name::Merge(bytes));
                    return Ok(());
                }
                let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                // A block that the text ends in has no more line ends than the text.
                let text = match text.strip_suffix('\n') {
                    Some(shorter) if block && bytes.end >= self.text.len() && !self.text.ends_with('\n') => {
                        shorter
                    }
                    _ => &text,
                };
                let data = match resolve(text, style, tag.as_deref()) {
                    Ok(data) => data,
                    Err(message) => return self.fail(bytes.start, message),
                };
                if self.name_is_due() {
                    let name =
                        if self.options.names_as_written { as_text(&string(text)) } else { as_text(&data) };
                    let Some(name) = name else {
                        return self.fail(bytes.start, "mapping key cannot be null");
                    };
                    // A name can be referred to like any other scalar.
                    if anchor != 0 {
                        let id = self.push(data, bytes.clone(), 1);
                        self.anchors.insert(anchor, Anchor::Complete(id));
                    }
                    self.set_name(Name::Known(name, bytes));
                    return Ok(());
                }
                self.complete(data, bytes, 1, anchor)
            }
            Event::Alias(anchor) => self.alias(anchor, bytes),
            Event::SequenceStart(anchor, tag) => {
                self.open(Parts::Sequence(Vec::new()), "seq", "sequence", anchor, tag.as_deref(), bytes.start)
            }
            Event::MappingStart(anchor, tag) => {
                let parts = Parts::Mapping { entries: Vec::new(), name: Name::Due };
                self.open(parts, "map", "mapping", anchor, tag.as_deref(), bytes.start)
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(open) = self.open.pop() else { return Ok(()) };
                let data = match open.parts {
                    Parts::Sequence(items) => Data::Sequence(items),
                    Parts::Mapping { entries, .. } => Data::Mapping(entries),
                };
                self.complete(data, open.start..bytes.end.max(open.start), open.size, open.anchor)
            }
            Event::Nothing
            | Event::StreamStart
            | Event::StreamEnd
            | Event::DocumentStart(_)
            | Event::DocumentEnd => Ok(()),
        }
    }

    fn open(
        &mut self,
        parts: Parts,
        kind: &str,
        noun: &str,
        anchor: usize,
        tag: Option<&Tag>,
        start: usize,
    ) -> Read<()> {
        if let Some(tag) = tag.map(full_tag)
            && tag.strip_prefix(TAG_PREFIX) != Some(kind)
        {
            return self.fail(start, format!("can't interpret {noun} as {tag}"));
        }
        if self.name_is_due() {
            return self.fail(start, "only strings are allowed as mapping keys");
        }
        if self.open.len() >= self.options.max_depth {
            return self.fail(start, format!("nested more than {} levels deep", self.options.max_depth));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, Anchor::Open);
        }
        let flow = self.open.last().is_some_and(|open| open.flow)
            || self.text.as_bytes().get(start).is_some_and(|byte| matches!(byte, b'[' | b'{'));
        self.open.push(Open { start, anchor, flow, size: 1, parts });
        Ok(())
    }

    fn alias(&mut self, anchor: usize, bytes: Range<usize>) -> Read<()> {
        let name = || self.text.get(bytes.clone()).unwrap_or_default().trim_start_matches('*').to_owned();
        let id = match self.anchors.get(&anchor) {
            Some(Anchor::Complete(id)) => *id,
            Some(Anchor::Open) => {
                let message = format!("cannot refer to anchor {:?} from inside its own definition", name());
                return self.fail(bytes.start, message);
            }
            None => return self.fail(bytes.start, format!("reference to undefined anchor {:?}", name())),
        };
        if self.name_is_due() {
            return self.fail(bytes.start, "only strings are allowed as mapping keys");
        }
        self.aliased += self.sizes[id.index()];
        if self.aliased > MAX_ALIASED_NODES {
            let message = format!("aliases stand for more than {MAX_ALIASED_NODES} values");
            return self.fail(bytes.start, message);
        }
        self.attach(id)
    }

    fn push(&mut self, data: Data, bytes: Range<usize>, size: usize) -> NodeId {
        let id = NodeId(self.document.nodes.len() as u32);
        self.document.nodes.push(Node { data, bytes });
        self.sizes.push(size);
        id
    }

    fn complete(&mut self, data: Data, bytes: Range<usize>, size: usize, anchor: usize) -> Read<()> {
        let id = self.push(data, bytes, size);
        if anchor != 0 {
            self.anchors.insert(anchor, Anchor::Complete(id));
        }
        self.attach(id)
    }

    /// Puts a value where one is due.
    fn attach(&mut self, id: NodeId) -> Read<()> {
        let size = self.sizes[id.index()];
        let Some(open) = self.open.last_mut() else {
            self.document.root = Some(id);
            return Ok(());
        };
        open.size = open.size.saturating_add(size);
        match &mut open.parts {
            Parts::Sequence(items) => items.push(id),
            Parts::Mapping { entries, name } => match std::mem::replace(name, Name::Due) {
                Name::Known(name, name_bytes) => {
                    entries.push(Entry { name, name_bytes, value: id, merged: false })
                }
                Name::Merge(at) => {
                    let merged = merged_entries(&self.document, id).map_err(|kind| {
                        error_at(self.text, at.start, format!("cannot merge {kind} into mapping"))
                    })?;
                    entries.extend(merged);
                }
                Name::Due => {}
            },
        }
        Ok(())
    }

    fn name_is_due(&self) -> bool {
        matches!(self.open.last(), Some(Open { parts: Parts::Mapping { name: Name::Due, .. }, .. }))
    }

    fn set_name(&mut self, new: Name) {
        if let Some(Open { parts: Parts::Mapping { name, .. }, .. }) = self.open.last_mut() {
            *name = new;
        }
    }

    /// The byte of a character.
    fn byte(&self, index: usize) -> usize {
        match &self.bytes {
            None => index.min(self.text.len()),
            Some(bytes) => bytes.get(index).map_or(self.text.len(), |byte| *byte as usize),
        }
    }

    fn syntax_error(&self, error: &ScanError) -> Error {
        error_at(self.text, self.byte(error.marker().index()), error.info())
    }

    #[cold]
    fn fail<T>(&self, byte: usize, message: impl Into<String>) -> Read<T> {
        Err(error_at(self.text, byte, message))
    }
}

fn full_tag(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

fn is_merge_key(text: &str, tag: Option<&str>) -> bool {
    match tag {
        None => text == "<<",
        Some(tag) => tag.strip_prefix(TAG_PREFIX) == Some("merge"),
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
