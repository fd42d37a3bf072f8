//! Every expression of a body whose schema is not known, with the names that `dynamic` blocks bring.

use hcl::{AbsTraversal, Attribute, Body, BodyBlock, Expression};
use smol_str::SmolStr;

/// An expression somewhere below a body.
pub(crate) struct Found {
    pub(crate) expr: Expression,
    /// The iterators of the `dynamic` blocks around it.
    pub(crate) iterators: Vec<SmolStr>,
}

impl Found {
    /// What it refers to outside of the body.
    pub(crate) fn references(&self) -> impl Iterator<Item = AbsTraversal> {
        let references = self.expr.references();
        references.into_iter().filter(|traversal| !self.iterators.contains(&traversal.root))
    }
}

/// All expressions below a body, in no particular order of blocks.
pub(crate) fn expressions(body: &Body) -> Vec<Found> {
    collect(body, |_| true, |_| true)
}

/// The expressions of one argument of a body, and those below its blocks of a type.
pub(crate) fn expressions_of(body: &Body, name: &str) -> Vec<Found> {
    expressions_where(body, |found| found == name)
}

/// The expressions of some arguments of a body, and those below its blocks of some types.
pub(crate) fn expressions_where(body: &Body, is_meant: impl Fn(&str) -> bool) -> Vec<Found> {
    let of_block = |block: &BodyBlock| match is_dynamic(block) {
        true => is_meant(block.label(0)),
        false => is_meant(&block.type_name),
    };
    collect(body, |attribute| is_meant(&attribute.name), of_block)
}

/// What `dynamic` blocks of a body go through that make blocks of other types.
pub(crate) fn gone_through_for_others(body: &Body, is_meant: impl Fn(&str) -> bool) -> Vec<Found> {
    let others =
        body.items().blocks.into_iter().filter(|block| is_dynamic(block) && !is_meant(block.label(0)));
    let for_each = others.filter_map(|block| block.body.items().attribute("for_each").cloned());
    for_each.map(|attribute| Found { expr: attribute.expr, iterators: Vec::new() }).collect()
}

fn is_dynamic(block: &BodyBlock) -> bool {
    block.type_name == "dynamic" && block.labels.len() == 1
}

/// All expressions below those items of a body that are wanted.
fn collect(
    body: &Body,
    of_attribute: impl Fn(&Attribute) -> bool,
    of_block: impl Fn(&BodyBlock) -> bool,
) -> Vec<Found> {
    let mut found = Vec::new();
    let mut work: Vec<(Body, Vec<SmolStr>)> = Vec::new();
    let mut items = body.items();
    items.attributes.retain(of_attribute);
    items.blocks.retain(of_block);
    let mut next = Some((items, Vec::new()));
    while let Some((items, iterators)) = next {
        for attribute in items.attributes {
            let mut iterators = iterators.clone();
            if let Expression::Data(_) = &attribute.expr {
                iterators.extend(data_iterators(&attribute));
            }
            found.push(Found { expr: attribute.expr, iterators });
        }
        for block in items.blocks {
            if is_dynamic(&block) {
                dynamic(&block, &iterators, &mut found, &mut work);
            } else {
                work.push((block.body, iterators.clone()));
            }
        }
        next = work.pop().map(|(body, iterators)| (body.items(), iterators));
    }
    found
}

/// A `dynamic` block: its iterator is known in the content only.
fn dynamic(
    block: &BodyBlock,
    outer: &[SmolStr],
    found: &mut Vec<Found>,
    work: &mut Vec<(Body, Vec<SmolStr>)>,
) {
    let items = block.body.items();
    let named = items.attribute("iterator").and_then(|attribute| attribute.expr.as_keyword());
    let mut inner = outer.to_vec();
    inner.push(named.unwrap_or_else(|| block.label(0).clone()));
    for attribute in items.attributes {
        match attribute.name.as_str() {
            "iterator" => {}
            // Labels may depend on the element.
            "labels" => found.push(Found { expr: attribute.expr, iterators: inner.clone() }),
            _ => found.push(Found { expr: attribute.expr, iterators: outer.to_vec() }),
        }
    }
    work.extend(items.blocks.into_iter().map(|block| (block.body, inner.clone())));
}

/// The iterators that a property of JSON may bring anywhere below it. Which objects are blocks only the
/// schema says, so they count as known in all of it.
fn data_iterators(attribute: &Attribute) -> Vec<SmolStr> {
    let mut names = Vec::new();
    let mut work = vec![(attribute.name == "dynamic", attribute.expr.clone())];
    while let Some((is_dynamic, expr)) = work.pop() {
        if let Ok(items) = expr.as_list() {
            work.extend(items.into_iter().map(|item| (is_dynamic, item)));
        } else if let Ok(pairs) = expr.as_pairs() {
            for (key, value) in pairs {
                let Some(key) = key.as_key() else { continue };
                if is_dynamic {
                    names.push(key.clone());
                }
                if key == "iterator" {
                    names.extend(value.as_keyword());
                }
                work.push((key == "dynamic", value));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;

    use super::*;

    fn check(body: &Body, expect: &[&str]) {
        let mut roots: Vec<String> = expressions(body)
            .iter()
            .flat_map(|found| {
                found.references().map(|traversal| traversal.root.to_string()).collect::<Vec<_>>()
            })
            .collect();
        roots.sort();
        assert_eq!(roots, expect);
    }

    #[test]
    fn iterators_are_no_references() {
        let text = "a = one.x\nb {\n c = two.x\n}\ndynamic \"d\" {\n for_each = three.x\n content {\n e = d.value\n f = four.x\n }\n}\n\
                    dynamic \"g\" {\n for_each = g.x\n iterator = h\n content {\n i = [h.key, g.y]\n }\n}\n";
        let (tree, id, _) = hcl::syntax::parse_config(SourceFile::new("t.tf", text.as_bytes()));
        check(&Body::native(tree, id), &["four", "g", "g", "one", "three", "two"]);
        let text = r#"{"a": "${one.x}", "dynamic": {"d": {"for_each": "${two.x}", "content": {"e": "${d.value}"}}}}"#;
        let (body, _) = hcl::data::parse_json(SourceFile::new("t.json", text.as_bytes()));
        check(&body, &["one", "two"]);
    }
}
