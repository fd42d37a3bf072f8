//! YAML text to data.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, Span};
use foldhash::HashMap;
use yaml::{Data, Entry, Options};

use super::body::range_text;
use super::tree::{DataTree, MAX_DEPTH, NodeId, NodeKind, Property, Spelling};
use crate::body::Body;

/// Reads a file of YAML as a body. After a mistake the body is empty; an empty file is an empty body.
pub fn parse_yaml(source: Arc<SourceFile>) -> (Body, Diagnostics) {
    let mut tree = DataTree::new(source.clone(), Spelling::Yaml);
    let root = read(&source, &mut tree);
    tree.into_body(root)
}

fn read(source: &SourceFile, tree: &mut DataTree) -> Result<NodeId, Box<Diagnostic>> {
    if source.bytes().len() >= u32::MAX as usize {
        let detail = format!("{} is 4 GiB or larger. Split it into several files.", source.name());
        return Err(Box::new(Diagnostic::error("Source file too large", detail)));
    }
    let text = std::str::from_utf8(source.bytes()).map_err(|error| {
        let at = error.valid_up_to() as u32;
        let detail = "All text must be UTF-8, and this file holds bytes that are not.";
        tree.error("Invalid character encoding", detail, Span::new(at, at + 1))
    })?;
    // Names are names, even where they could be taken for a truth value or a number.
    let options = Options { max_depth: MAX_DEPTH, names_as_written: true };
    let document = yaml::read(text, options).map_err(|error| {
        let at = error.byte as u32;
        let detail = format!("This file cannot be read as YAML: {}.", error.message);
        tree.error("Invalid YAML document", detail, Span::new(at, (at + 1).min(text.len() as u32)))
    })?;
    // Parts come before the whole, so the nodes of a collection's parts are there already.
    let mut ids: Vec<NodeId> = Vec::with_capacity(document.nodes().len());
    for node in document.nodes() {
        let span = span(&node.bytes);
        let id = match &node.data {
            Data::Null => tree.push(NodeKind::Null, span),
            Data::Bool(value) => tree.push(NodeKind::Bool(*value), span),
            Data::Number(number) => tree.push_number(number.clone(), span),
            Data::String(text) => tree.push_string(text.clone(), span),
            Data::Sequence(items) => {
                let items: Vec<NodeId> = items.iter().map(|item| ids[item.index()]).collect();
                tree.push_array(&items, span)
            }
            Data::Mapping(entries) => {
                let properties = properties(entries, &ids, tree)?;
                tree.push_object(&properties, span)
            }
        };
        ids.push(id);
    }
    Ok(match document.root().map(|root| ids[root.index()]) {
        Some(root) if !matches!(tree.node(root).kind, NodeKind::Null) => root,
        _ => tree.push_object(&[], Span::default()),
    })
}

fn span(bytes: &std::ops::Range<usize>) -> Span {
    Span::new(bytes.start as u32, bytes.end as u32)
}

/// The entries of a mapping, each name once: what stands in the mapping itself wins over what is merged
/// into it, and of merged entries the last.
fn properties(
    entries: &[Entry],
    ids: &[NodeId],
    tree: &mut DataTree,
) -> Result<Vec<Property>, Box<Diagnostic>> {
    let mut places: HashMap<&str, usize> = HashMap::default();
    let mut chosen: Vec<&Entry> = Vec::with_capacity(entries.len());
    for entry in entries {
        let Some(place) = places.get(entry.name.as_str()) else {
            places.insert(&entry.name, chosen.len());
            chosen.push(entry);
            continue;
        };
        let first = chosen[*place];
        match (first.merged, entry.merged) {
            (true, _) => chosen[*place] = entry,
            (false, true) => {}
            (false, false) => {
                let detail = format!(
                    "The name {:?} was already used in this mapping at {}.",
                    entry.name.as_str(),
                    range_text(&tree.range(span(&first.name_bytes)))
                );
                return Err(Box::new(tree.error("Duplicate mapping key", detail, span(&entry.name_bytes))));
            }
        }
    }
    let property = |entry: &Entry| Property {
        name: tree.push_string(entry.name.clone(), span(&entry.name_bytes)),
        value: ids[entry.value.index()],
    };
    Ok(chosen.into_iter().map(property).collect())
}
