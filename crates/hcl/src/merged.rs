//! A body with another laid over it, as override files do.
//!
//! An argument of the upper body replaces the one below, and a block type that the upper body has at
//! all replaces every block of that type below; `dynamic` blocks count as blocks of the type they make.

use diag::{Diagnostics, SourceRange};
use smol_str::SmolStr;

use crate::body::{Attribute, Body, BodyBlock, BodySchema, Content};

/// The two bodies.
#[derive(Debug)]
pub(crate) struct MergedBody {
    pub(crate) base: Body,
    pub(crate) over: Body,
}

impl MergedBody {
    pub(crate) fn missing_item_range(&self) -> SourceRange {
        self.base.missing_item_range()
    }

    /// Takes out what the schema names and is not hidden; whether something is missing is not judged.
    pub(crate) fn content(
        &self,
        schema: &BodySchema,
        hidden: &[SmolStr],
        diags: &mut Diagnostics,
    ) -> Content {
        let mut schema = schema.clone();
        schema.attributes.iter_mut().for_each(|attribute| attribute.required = false);
        let mut take = |body: &Body| {
            let (content, _, more) = body.hiding(hidden).partial_content(&schema);
            diags.append(more);
            content
        };
        let (base, over) = (take(&self.base), take(&self.over));
        let replaced: Vec<SmolStr> = over.blocks.iter().map(made_type).cloned().collect();
        let mut blocks = base.blocks;
        blocks.retain(|block| !replaced.contains(made_type(block)));
        blocks.extend(over.blocks);
        Content { attributes: merge_attributes(base.attributes, over.attributes), blocks }
    }

    pub(crate) fn just_attributes(&self, hidden: &[SmolStr], diags: &mut Diagnostics) -> Vec<Attribute> {
        let mut take = |body: &Body| {
            let (attributes, more) = body.hiding(hidden).just_attributes();
            diags.append(more);
            attributes
        };
        let base = take(&self.base);
        merge_attributes(base, take(&self.over))
    }

    pub(crate) fn items(&self, hidden: &[SmolStr]) -> Content {
        let base = self.base.hiding(hidden).items();
        let over = self.over.hiding(hidden).items();
        let replaced: Vec<SmolStr> = over.blocks.iter().map(made_type).cloned().collect();
        let mut blocks = base.blocks;
        blocks.retain(|block| !replaced.contains(made_type(block)));
        blocks.extend(over.blocks);
        Content { attributes: merge_attributes(base.attributes, over.attributes), blocks }
    }
}

fn merge_attributes(base: Vec<Attribute>, over: Vec<Attribute>) -> Vec<Attribute> {
    let mut merged = base;
    for attribute in over {
        match merged.iter_mut().find(|known| known.name == attribute.name) {
            Some(known) => *known = attribute,
            None => merged.push(attribute),
        }
    }
    merged
}

/// The type of the blocks that a block stands for.
fn made_type(block: &BodyBlock) -> &SmolStr {
    match (block.type_name.as_str(), block.labels.as_slice()) {
        ("dynamic", [label]) => &label.text,
        _ => &block.type_name,
    }
}

#[cfg(test)]
mod tests {
    use diag::{SourceFile, Span};

    use super::*;
    use crate::syntax::parse_config;

    fn body(text: &str) -> Body {
        let (tree, id, diags) = parse_config(SourceFile::new("t.tf", text.as_bytes()));
        assert!(diags.is_empty(), "{diags:?}");
        Body::native(tree, id)
    }

    fn check(base: &str, over: &str, expect: &str) {
        let merged = body(base).overridden_by(body(over));
        let schema = BodySchema::of(&["a", "b", "c"], &[("x", &[]), ("y", &[]), ("dynamic", &["type"])]);
        let (content, diags) = merged.content(&schema);
        let mut found: Vec<String> = content
            .attributes
            .iter()
            .map(|attribute| {
                let range = attribute.expr.range();
                let text = attribute.expr.source().slice(Span::new(range.start.byte, range.end.byte));
                format!("{}={}", attribute.name, String::from_utf8_lossy(text))
            })
            .collect();
        for block in &content.blocks {
            let count = block.body.just_attributes().0.len();
            let labels: Vec<&str> = block.labels.iter().map(|label| label.text.as_str()).collect();
            found.push(format!("{}[{}]{count}", block.type_name, labels.join(",")));
        }
        found.extend(diags.iter().map(|diagnostic| format!("!{}", diagnostic.summary)));
        assert_eq!(found.join(" "), expect, "{base:?} {over:?}");
    }

    #[test]
    fn upper_items_replace_lower_ones() {
        check("a = 1\nb = 2\n", "b = 3\nc = 4\n", "a=1 b=3 c=4");
        check("x {}\nx {}\ny {}\n", "x { q = 1 }\n", "y[]0 x[]1");
        check("x {}\ny {}\n", "dynamic \"x\" {}\n", "y[]0 dynamic[x]0");
        check("dynamic \"x\" {}\n", "x {}\n", "x[]0");
        check("a = 1\nz = 1\n", "w {}\n", "a=1");
    }
}
