//! The piece of source that a diagnostic points at.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use diag::{Diagnostic, SourceFile, SourceMap, SourceRange};
use hcl::Body;
use hcl::syntax::ast::Tree;

/// Source text around a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Snippet {
    /// What the problem is in: a block such as `resource "a" "b"`, or a path such as `resource.a.b`.
    pub(crate) context: Option<String>,
    /// Whole lines of source, without the last newline.
    pub(crate) code: String,
    /// The number of the first line.
    pub(crate) start_line: u32,
    /// Where the problem begins in the code, in bytes.
    pub(crate) highlight_start: usize,
    /// Where it ends.
    pub(crate) highlight_end: usize,
}

/// The source that a diagnostic points at, when it was read in this run.
pub(crate) fn snippet(diagnostic: &Diagnostic, sources: &SourceMap) -> Option<Snippet> {
    let subject = diagnostic.subject.as_ref()?;
    let file = sources.get(&subject.filename)?;
    // The context widens the view; the subject stays what is pointed at.
    let shown = match &diagnostic.context {
        Some(context) if context.filename == subject.filename => SourceRange {
            filename: subject.filename.clone(),
            start: context.start.min(subject.start),
            end: context.end.max(subject.end),
        },
        _ => subject.clone(),
    };
    let bytes = file.bytes();
    let start = line_start(bytes, (shown.start.byte as usize).min(bytes.len()));
    // A range that ends at the start of a line shows that line as well.
    let end = line_end(bytes, (shown.end.byte as usize).min(bytes.len()));
    let shown_bytes = &bytes[start..end.max(start)];
    let code = String::from_utf8_lossy(shown_bytes.strip_suffix(b"\n").unwrap_or(shown_bytes)).into_owned();
    let clamp = |byte: u32| (byte as usize).saturating_sub(start).min(code.len());
    let (highlight_start, highlight_end) = (clamp(subject.start.byte), clamp(subject.end.byte));
    Some(Snippet {
        context: surroundings(file, subject.start.byte),
        start_line: shown.start.line,
        highlight_start,
        highlight_end: highlight_end.max(highlight_start),
        code: code.trim_end_matches('\r').to_owned(),
    })
}

fn line_start(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |newline| at + newline)
}

/// What a byte of a file is in: a block, or a part of JSON.
fn surroundings(file: &Arc<SourceFile>, at: u32) -> Option<String> {
    OUTLINES.with_borrow_mut(|known| {
        let (_, outline) =
            known.entry(Arc::as_ptr(file)).or_insert_with(|| (file.clone(), Outline::new(file)));
        outline.at(at)
    })
}

/// What there is in a file to be in.
enum Outline {
    /// The blocks at the top, in the order of the text.
    Native(Vec<Header>),
    /// The content of a file of JSON.
    Json(Body),
    /// Nothing that has a name.
    Other,
}

/// The header of a block, and where the block is.
struct Header {
    start: u32,
    end: u32,
    text: String,
}

/// The outlines of files by where those are in memory. The files are kept, so that no other can be where one was.
type OutlinesOfFiles = HashMap<*const SourceFile, (Arc<SourceFile>, Outline)>;

thread_local! {
    /// Of files that were pointed at: thousands of problems may be in one file, which is parsed once.
    static OUTLINES: RefCell<OutlinesOfFiles> = RefCell::default();
}

impl Outline {
    fn new(file: &Arc<SourceFile>) -> Self {
        let name = file.name();
        if name.ends_with(".json") {
            return Outline::Json(hcl::data::parse_json(file.clone()).0);
        }
        if name.ends_with(".yaml") || name.ends_with(".yml") {
            return Outline::Other;
        }
        let (tree, body, _) = hcl::syntax::parse_config(file.clone());
        let blocks = tree.blocks(tree.body(body).blocks).iter();
        let header = |block: &hcl::syntax::ast::Block| Header {
            start: block.type_span.start,
            end: block.close_brace.end,
            text: header_text(&tree, block),
        };
        Outline::Native(blocks.map(header).collect())
    }

    /// What a byte is in. What points at the very beginning of something is about it, not in it.
    fn at(&self, at: u32) -> Option<String> {
        match self {
            Outline::Native(headers) => {
                // None is in another.
                let next = headers.partition_point(|header| header.start < at);
                let found = headers.get(next.checked_sub(1)?).filter(|header| at <= header.end)?;
                Some(found.text.clone())
            }
            Outline::Json(body) => body.path_at(at),
            Outline::Other => None,
        }
    }
}

fn header_text(tree: &Tree, block: &hcl::syntax::ast::Block) -> String {
    let mut text = tree.text(block.type_span).to_string();
    for label in tree.labels(block.labels) {
        text.push_str(&format!(" {:?}", label.text.as_str()));
    }
    text
}
