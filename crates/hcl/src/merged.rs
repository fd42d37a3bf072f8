//! Two bodies as one.
//!
//! Override files lay a body over another: an argument of the upper body replaces the one below, and a block type that
//! the upper body has at all replaces every block of that type below; `dynamic` blocks count as blocks of the type they
//! make. The escaping block of a block is joined with the rest of it: what both have is an error.

use diag::{Diagnostic, Diagnostics, SourceRange};
use smol_str::SmolStr;

use crate::body::{Attribute, Body, BodyBlock, BodySchema, Content, Taken};
use crate::data::range_text;

/// The two bodies.
#[derive(Debug)]
pub(crate) struct MergedBody {
    pub(crate) base: Body,
    pub(crate) over: Body,
    pub(crate) how: Merge,
}

/// What becomes of what both bodies have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merge {
    /// The upper one counts.
    Override,
    /// Both blocks count, and one of two arguments is too many.
    Join,
}

impl MergedBody {
    pub(crate) fn missing_item_range(&self) -> SourceRange {
        self.base.missing_item_range()
    }

    /// Takes out what the schema names and is not hidden; whether something is missing is not judged.
    pub(crate) fn content(&self, schema: &BodySchema, hidden: &[Taken], diags: &mut Diagnostics) -> Content {
        let mut schema = schema.clone();
        schema.attributes.iter_mut().for_each(|attribute| attribute.required = false);
        let mut take = |body: &Body| {
            let (content, _, more) = body.hiding(hidden).partial_content(&schema);
            diags.append(more);
            content
        };
        let (base, over) = (take(&self.base), take(&self.over));
        self.merge(base, over, diags)
    }

    pub(crate) fn just_attributes(&self, hidden: &[Taken], diags: &mut Diagnostics) -> Vec<Attribute> {
        let mut take = |body: &Body| {
            let (attributes, more) = body.hiding(hidden).just_attributes();
            diags.append(more);
            attributes
        };
        let (base, over) = (take(&self.base), take(&self.over));
        self.merge_attributes(base, over, diags)
    }

    pub(crate) fn items(&self, hidden: &[Taken]) -> Content {
        let (base, over) = (self.base.hiding(hidden).items(), self.over.hiding(hidden).items());
        self.merge(base, over, &mut Diagnostics::new())
    }

    /// Reports what a schema does not name. Unknown items of what was laid over something are left alone.
    pub(crate) fn report_unexpected(&self, schema: &BodySchema, hidden: &[Taken], diags: &mut Diagnostics) {
        if self.how == Merge::Join {
            for body in [&self.base, &self.over] {
                body.hiding(hidden).report_unexpected(schema, diags);
            }
        }
    }

    fn merge(&self, base: Content, over: Content, diags: &mut Diagnostics) -> Content {
        let mut blocks = base.blocks;
        if self.how == Merge::Override {
            let replaced: Vec<SmolStr> = over.blocks.iter().map(made_type).cloned().collect();
            blocks.retain(|block| !replaced.contains(made_type(block)));
        }
        blocks.extend(over.blocks);
        Content { attributes: self.merge_attributes(base.attributes, over.attributes, diags), blocks }
    }

    fn merge_attributes(
        &self,
        base: Vec<Attribute>,
        over: Vec<Attribute>,
        diags: &mut Diagnostics,
    ) -> Vec<Attribute> {
        let mut merged = base;
        for attribute in over {
            match merged.iter_mut().find(|known| known.name == attribute.name) {
                Some(known) if self.how == Merge::Join => diags.push(duplicate(known, &attribute)),
                Some(known) => *known = attribute,
                None => merged.push(attribute),
            }
        }
        merged
    }
}

fn duplicate(first: &Attribute, second: &Attribute) -> Diagnostic {
    let detail =
        format!("The argument {:?} was already set at {}.", second.name.as_str(), range_text(&first.range()));
    second.problem("Duplicate argument", detail)
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
        check_merged(&body(base).overridden_by(body(over)), expect);
    }

    fn check_merged(merged: &Body, expect: &str) {
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
        assert_eq!(found.join(" "), expect, "{merged:?}");
    }

    #[test]
    fn upper_items_replace_lower_ones() {
        check("a = 1\nb = 2\n", "b = 3\nc = 4\n", "a=1 b=3 c=4");
        check("x {}\nx {}\ny {}\n", "x { q = 1 }\n", "y[]0 x[]1");
        check("x {}\ny {}\n", "dynamic \"x\" {}\n", "y[]0 dynamic[x]0");
        check("dynamic \"x\" {}\n", "x {}\n", "x[]0");
        check("a = 1\nz = 1\n", "w {}\n", "a=1");
    }

    #[test]
    fn joined_bodies_are_one() {
        let check = |base: &str, other: &str, expect: &str| {
            check_merged(&body(base).joined_with(body(other)), expect);
        };
        check("a = 1\n", "b = 2\n", "a=1 b=2");
        check("a = 1\n", "a = 2\n", "a=1 !Duplicate argument");
        check("x {}\n", "x { q = 1 }\n", "x[]0 x[]1");
        check("a = 1\nz = 1\n", "w {}\n", "a=1 !Unsupported argument !Unsupported block type");
    }

    #[test]
    fn an_argument_is_left_where_its_blocks_were_taken() {
        let (_, rest, _) = body("x = 1\nx {}\n").partial_content(&BodySchema::of(&[], &[("x", &[])]));
        let items = rest.items();
        assert_eq!((items.attributes.len(), items.blocks.len()), (1, 0));
    }
}
