//! Where in a body the part of a value is written that a path leads to.
//!
//! Providers name parts of a value by paths. Both models follow such a path through the blocks as they are written:
//! what `dynamic` blocks bring has no place, and what has a schema of its own is no block in native syntax. Where a
//! step leads into no block, the next one begins at the same body.

use diag::SourceRange;
use hcl::{Attribute, AttributeSchema, BlockSchema, Body, BodyBlock, BodySchema};
use smol_str::SmolStr;
use value::{PathStep, Value};

/// Where a part is written: the expression of an argument or where an element of it begins, or else the place in
/// the innermost block on the way where it would stand.
pub(crate) fn place_of(body: &Body, steps: &[PathStep]) -> SourceRange {
    let (steps, index) = match steps {
        [PathStep::Index(_), ..] => return body.missing_item_range(),
        [rest @ .., PathStep::Index(index)] => (rest, Some(index)),
        _ => (steps, None),
    };
    // A block as a whole is meant by what holds it.
    let body = if steps.len() > 1 { innermost(body.clone(), steps) } else { body.clone() };
    let argument = match steps.last() {
        Some(PathStep::Attr(name)) => argument(&body, name),
        _ => None,
    };
    match (argument, index) {
        (None, _) => body.missing_item_range(),
        (Some(argument), None) => argument.expr.range(),
        (Some(argument), Some(index)) => element(&argument, index),
    }
}

/// The innermost block that the steps lead into.
fn innermost(mut body: Body, steps: &[PathStep]) -> Body {
    let mut steps = steps.iter().peekable();
    while let Some(PathStep::Attr(name)) = steps.next() {
        let index = match steps.peek() {
            Some(PathStep::Index(index)) => Some(index),
            _ => None,
        };
        if index.is_some() {
            steps.next();
        }
        let Some(blocks) = blocks(&body, name, index.is_some_and(|index| index.as_str().is_some())) else {
            return body;
        };
        if blocks.is_empty() {
            continue;
        }
        let block = match index {
            None => blocks.first().filter(|_| blocks.len() == 1),
            Some(index) => match index.as_str() {
                Some(key) => blocks.iter().find(|block| block.label(0) == key),
                None => number(index).and_then(|at| blocks.get(at)),
            },
        };
        let Some(block) = block else { return body };
        body = block.body.clone();
    }
    body
}

/// The blocks of a type, with or without a label; nothing where they are not what is expected.
fn blocks(body: &Body, name: &SmolStr, labelled: bool) -> Option<Vec<BodyBlock>> {
    let labels = if labelled { vec![SmolStr::new_static("key")] } else { Vec::new() };
    let schema =
        BodySchema { attributes: Vec::new(), blocks: vec![BlockSchema { type_name: name.clone(), labels }] };
    let (content, _, diags) = body.partial_content(&schema);
    (!diags.has_errors()).then_some(content.blocks)
}

fn argument(body: &Body, name: &SmolStr) -> Option<Attribute> {
    let schema = BodySchema {
        attributes: vec![AttributeSchema { name: name.clone(), required: false }],
        blocks: Vec::new(),
    };
    let (content, _, diags) = body.partial_content(&schema);
    content.attribute(name).filter(|_| !diags.has_errors()).cloned()
}

/// Where an element of an argument is written: its name where there is no such element, all of it where its elements
/// are not written out.
fn element(argument: &Attribute, index: &Value) -> SourceRange {
    let whole = || argument.expr.range();
    let Some(key) = index.as_str() else {
        let Ok(items) = argument.expr.as_list() else { return whole() };
        let item = number(index).and_then(|at| items.get(at));
        return item.map_or_else(|| argument.name_range(), hcl::Expression::range);
    };
    let Ok(pairs) = argument.expr.as_pairs() else { return whole() };
    for (name, value) in pairs {
        match name.as_key() {
            None => return whole(),
            Some(name) if name == key => return value.start_range(),
            Some(_) => {}
        }
    }
    argument.name_range()
}

fn number(index: &Value) -> Option<usize> {
    index.as_num()?.to_i64().and_then(|at| usize::try_from(at).ok())
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;
    use value::Path;

    use super::*;

    fn shown(body: &Body, path: &Path) -> String {
        let SourceRange { start, end, .. } = place_of(body, &path.0);
        format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column)
    }

    fn at(path: Path, index: i64) -> Path {
        path.index(Value::int(index))
    }

    fn key(path: Path, key: &str) -> Path {
        path.index(Value::string(key))
    }

    #[test]
    fn native_bodies() {
        let text = "x {\n  name = \"n\"\n  list = [1,\n    2]\n  tags = { a = \"b\", (c) = 1 }\n  made = f()\n  \
                    one {\n    sub {\n      v = 5\n    }\n  }\n  two {\n    v = 1\n  }\n  two {\n    v = 2\n  }\n  \
                    map \"k\" {\n    v = 3\n  }\n  dynamic \"dyn\" {\n    content {\n      v = 1\n    }\n  }\n}\n";
        let (tree, id, diags) = hcl::syntax::parse_config(SourceFile::new("t.tf", text.as_bytes()));
        assert!(diags.is_empty(), "{diags:?}");
        let outer = Body::native(tree, id);
        let (content, _, _) = outer.partial_content(&BodySchema::of(&[], &[("x", &[])]));
        let body = &content.blocks[0].body;
        let root = Path::new();
        let check = |path: Path, place: &str| assert_eq!(shown(body, &path), place, "{path}");
        check(root.clone(), "1:3-1:4");
        check(root.attr("name"), "2:10-2:13");
        check(root.attr("nope"), "1:3-1:4");
        check(at(root.attr("list"), 1), "4:5-4:6");
        check(at(root.attr("list"), 2), "3:3-3:7");
        check(key(root.attr("tags"), "a"), "5:17-5:18");
        // A key that is not known without names may be any.
        check(key(root.attr("tags"), "z"), "5:10-5:30");
        check(at(root.attr("made"), 0), "6:10-6:13");
        check(root.attr("one"), "1:3-1:4");
        check(root.attr("one").attr("v"), "7:7-7:8");
        check(root.attr("one").attr("sub"), "8:9-8:10");
        check(at(root.attr("one").attr("sub"), 0).attr("v"), "9:11-9:12");
        check(at(root.attr("two"), 1).attr("v"), "16:9-16:10");
        check(at(root.attr("two"), 7).attr("v"), "1:3-1:4");
        check(key(root.attr("map"), "k").attr("v"), "19:9-19:10");
        check(key(root.attr("map"), "l").attr("v"), "1:3-1:4");
        check(at(root.attr("dyn"), 0).attr("v"), "1:3-1:4");
        // What no block leads into is looked for where the way began.
        check(key(root.attr("tags"), "a").attr("name"), "2:10-2:13");
    }

    #[test]
    fn data_has_blocks_wherever_objects_are() {
        let text =
            "{\"obj\": {\"a\": \"x\"},\n\"list\": [{\"v\": 1}, {\"v\": 2}],\n\"map\": {\"k\": {\"v\": 1}}}";
        let (body, _) = hcl::data::parse_json(SourceFile::new("t.tf.json", text.as_bytes()));
        let root = Path::new();
        let check = |path: Path, place: &str| assert_eq!(shown(&body, &path), place, "{path}");
        check(root.attr("obj").attr("a"), "1:15-1:18");
        check(at(root.attr("list"), 1).attr("v"), "2:26-2:27");
        check(at(root.attr("list"), 1), "2:20-2:28");
        check(key(root.attr("map"), "k"), "3:14-3:15");
        check(key(root.attr("map"), "z"), "3:1-3:6");
        check(key(root.attr("map"), "k").attr("v"), "3:20-3:21");
    }
}
