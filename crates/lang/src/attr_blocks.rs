//! Lists and sets of objects that a schema calls attributes, and that may be written as blocks all the same.

use std::collections::BTreeMap;

use hcl::eval::EmptyScope;
use hcl::{AbsTraversal, Body, Content};
use schema::{Attribute, AttributeShape, Block, NestedBlock, Nesting};
use smol_str::SmolStr;
use value::{Type, Value, convert};

/// The attributes that a body writes as blocks, with what those blocks may hold.
pub(crate) fn written_as_blocks(body: &Body, block: &Block) -> BTreeMap<SmolStr, NestedBlock> {
    let mut candidates: BTreeMap<SmolStr, NestedBlock> = block
        .attributes
        .iter()
        .filter_map(|(name, attribute)| Some((name.clone(), as_blocks(attribute)?)))
        .collect();
    if candidates.is_empty() {
        return candidates;
    }
    // Where both are written the attribute counts, and the blocks are errors.
    let items = body.items();
    candidates.retain(|name, _| {
        let written = items.blocks_of(name).next().is_some()
            || items.blocks_of("dynamic").any(|dynamic| dynamic.label(0) == name);
        written && items.attribute(name).is_none()
    });
    candidates
}

/// What an attribute that is written as blocks amounts to.
#[derive(Debug)]
pub struct FromBlocks {
    /// Its value, if that needs no names.
    pub constant: Option<Value>,
    /// All that the blocks refer to.
    pub references: Vec<AbsTraversal>,
}

/// The attributes that a body writes as blocks, those with `dynamic` blocks only left out.
pub fn attributes_from_blocks(body: &Body, block: &Block) -> BTreeMap<SmolStr, FromBlocks> {
    let mut nested = written_as_blocks(body, block);
    if nested.is_empty() {
        return BTreeMap::new();
    }
    let items = body.items();
    nested.retain(|name, _| items.blocks_of(name).next().is_some());
    nested.iter().map(|(name, nested)| (name.clone(), from_blocks(name, nested, &items, block))).collect()
}

fn from_blocks(name: &str, nested: &NestedBlock, items: &Content, block: &Block) -> FromBlocks {
    let mut references = Vec::new();
    let mut elements = Some(Vec::new());
    for dynamic in items.blocks_of("dynamic").filter(|dynamic| dynamic.label(0) == name) {
        add_references(&dynamic.body.items(), &mut references);
        elements = None;
    }
    for written in items.blocks_of(name) {
        let content = written.body.items();
        add_references(&content, &mut references);
        let element = nested.block.attributes.iter().map(|(name, attribute)| {
            let value = match content.attribute(name) {
                Some(written) => written.expr.eval(&EmptyScope).0,
                None => Value::null(attribute.ty()),
            };
            (name.clone(), value)
        });
        let element = Value::object(element);
        elements = elements.filter(|_| element.is_wholly_known() && content.blocks.is_empty());
        if let Some(elements) = &mut elements {
            elements.push(element);
        }
    }
    let ty = block.attributes.get(name).map_or(Type::Dynamic, Attribute::ty);
    let constant = elements.and_then(|elements| convert::convert(&Value::tuple(elements), &ty).ok());
    FromBlocks { constant, references }
}

/// All that a body refers to, its blocks included.
fn add_references(content: &Content, references: &mut Vec<AbsTraversal>) {
    references.extend(content.attributes.iter().flat_map(|attribute| attribute.expr.references()));
    content.blocks.iter().for_each(|block| add_references(&block.body.items(), references));
}

/// What blocks of an attribute would hold; nothing for one that is no list or set of objects.
fn as_blocks(attribute: &Attribute) -> Option<NestedBlock> {
    let AttributeShape::Plain(ty) = &attribute.shape else { return None };
    let (nesting, element) = match ty {
        Type::List(element) => (Nesting::List, element),
        Type::Set(element) => (Nesting::Set, element),
        _ => return None,
    };
    let Type::Object(object) = &**element else { return None };
    let attributes =
        object.attributes().iter().map(|part| (part.name.clone(), Attribute::optional(part.ty.clone())));
    let block = Block { attributes: attributes.collect(), ..Block::default() };
    Some(NestedBlock { nesting, block, min_items: 0, max_items: 0 })
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;
    use functions::NoFiles;

    use super::*;
    use crate::{LangScope, eval_block};

    struct NoNames;

    impl crate::Names for NoNames {
        fn value(&self, name: &addrs::Referenceable) -> Result<value::Value, Box<diag::Diagnostic>> {
            Err(Box::new(diag::Diagnostic::error("Undeclared", name.to_string())))
        }
        fn check(&self, name: &addrs::Referenceable) -> Result<(), Box<diag::Diagnostic>> {
            Err(Box::new(diag::Diagnostic::error("Undeclared", name.to_string())))
        }
    }

    #[test]
    fn what_blocks_amount_to() {
        let object = Type::object([("k", Type::String), ("n", Type::Number)]);
        let block = Block {
            attributes: [("l".into(), Attribute::optional(Type::list(object)))].into(),
            ..Block::default()
        };
        let check = |text: &str, constant: Option<&str>, references: usize| {
            let (tree, id, _) = hcl::syntax::parse_config(SourceFile::new("t.tf", text.as_bytes()));
            let found = attributes_from_blocks(&Body::native(tree, id), &block).remove("l");
            let found =
                found.map(|found| (found.constant.map(|value| format!("{value:?}")), found.references.len()));
            let expect =
                (constant.is_some() || references > 0).then(|| (constant.map(str::to_owned), references));
            assert_eq!(found, expect, "{text}");
        };
        check("l {\n  k = 1\n}", Some(r#"list[{"k": "1", "n": null(number)}]"#), 0);
        check("l {\n  k = var.a\n}\nl {\n  n = var.b + 1\n}", None, 2);
        check("l = []", None, 0);
        check("dynamic \"l\" {\n  for_each = var.a\n  content {\n    k = l.value\n  }\n}", None, 0);
    }

    #[test]
    fn lists_and_sets_of_objects() {
        let deep = Type::list(Type::object([("d", Type::Number)]));
        let object = Type::object([("k", Type::String), ("in", deep)]);
        let attributes =
            [("l", Type::list(object.clone())), ("s", Type::set(object)), ("m", Type::map(Type::String))];
        let attributes = attributes.map(|(name, ty)| (SmolStr::from(name), Attribute::optional(ty)));
        let block = Block { attributes: attributes.into(), ..Block::default() };
        let scope = LangScope {
            names: &NoNames,
            files: &NoFiles,
            console: false,
            plan_time: functions::PlanTime::Never,
            impure_allowed: false,
        };
        let none = "null(list(object({d=number})))";
        let check = |text: &str, part: &str, expect: &str| {
            let (tree, id, _) = hcl::syntax::parse_config(SourceFile::new("t.tf", text.as_bytes()));
            let (value, diags) = eval_block(&Body::native(tree, id), &block, &scope);
            let found = match diags.iter().next() {
                Some(problem) => problem.summary.clone(),
                None => value.entry(part).map(|value| format!("{value:?}")).unwrap_or_default(),
            };
            assert_eq!(found, expect, "{text}");
        };
        check("l {\n  k = 1\n}", "l", &format!(r#"list[{{"in": {none}, "k": "1"}}]"#));
        check("l {\n  in {\n    d = 2\n  }\n}", "l", r#"list[{"in": list[{"d": 2}], "k": null(string)}]"#);
        check("s {\n  k = 1\n}\ns {\n  k = 1\n}", "s", &format!(r#"set[{{"in": {none}, "k": "1"}}]"#));
        check("l = []", "l", "list[]");
        check("", "l", "null(list(object({in=list(object({d=number})),k=string})))");
        let dynamic = |each: &str| {
            format!("dynamic \"l\" {{\n  for_each = {each}\n  content {{\n    k = l.value\n  }}\n}}")
        };
        check(&dynamic("[\"x\"]"), "l", &format!(r#"list[{{"in": {none}, "k": "x"}}]"#));
        check(&dynamic("[]"), "l", "null(list(object({in=list(object({d=number})),k=string})))");
        check("l = []\nl {}", "l", "Unsupported block type");
        check("m {}", "m", "Unsupported block type");
        check("l {\n  other = 1\n}", "l", "Unsupported argument");
    }
}
