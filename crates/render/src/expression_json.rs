//! Expressions as the JSON form of a configuration shows them: constant values, or what they refer to.

use addrs::{InstanceKey, Referenceable};
use hcl::eval::EmptyScope;
use hcl::syntax::ast::StepKind;
use hcl::{AbsTraversal, Body, BodySchema, Expression};
use schema::{Block, Nesting};

use crate::json_writer::{ObjectWriter, array, texts};
use crate::value_json::write_known;

/// Writes an expression: its value if that needs no names, and what it refers to.
pub(crate) fn write_expression(expr: &Expression, out: &mut String) {
    let references = expr.references();
    let mut constant = None;
    // Most references are the whole expression, whose value is not known then. Strings in data stand for themselves
    // here, whatever they say.
    let is_data = matches!(expr, Expression::Data(_));
    if is_data || references.is_empty() || expr.as_traversal().is_err() {
        // What needs names or functions is unknown, but not all need depend on it, such as what a condition chooses.
        constant = Some(expr.eval(&EmptyScope).0).filter(value::Value::is_wholly_known);
    }
    write_value_and_references(constant.as_ref(), &references, out);
}

fn write_value_and_references(
    constant: Option<&value::Value>,
    references: &[AbsTraversal],
    out: &mut String,
) {
    let mut object = ObjectWriter::begin(out);
    if let Some(value) = constant {
        write_known(value, object.key("constant_value"));
    }
    let names: Vec<_> = references.iter().flat_map(names_of).collect();
    if !names.is_empty() {
        texts(names, object.key("references"));
    }
    object.end();
}

/// Writes an expression under a key, unless nothing can be said about it.
pub(crate) fn expression_unless_empty(object: &mut ObjectWriter<'_>, key: &str, expr: Option<&Expression>) {
    let Some(expr) = expr else { return };
    let mut text = String::new();
    write_expression(expr, &mut text);
    if text != "{}" {
        object.raw(key, &text);
    }
}

/// Writes the expressions of a body: by its schema, or as they stand where nobody knows it.
pub(crate) fn write_body(body: &Body, block: Option<&Block>, object: &mut ObjectWriter<'_>) {
    let Some(block) = block else { return write_items(body, object) };
    let schema = BodySchema {
        attributes: block
            .attributes
            .keys()
            .map(|name| hcl::AttributeSchema { name: name.clone(), required: false })
            .collect(),
        blocks: block.blocks.iter().map(|(name, nested)| block_schema(name, nested.nesting)).collect(),
    };
    let (content, _, _) = body.partial_content(&schema);
    let from_blocks = lang::attributes_from_blocks(body, block);
    // Attributes and blocks share one order of names.
    let names = block.attributes.keys().chain(block.blocks.keys());
    let mut names: Vec<_> = names.collect();
    names.sort();
    for name in names {
        if let Some(attribute) = content.attribute(name) {
            write_expression(&attribute.expr, object.key(name));
        }
        let Some(nested) = block.blocks.get(name) else {
            if let Some(found) = from_blocks.get(name) {
                write_value_and_references(found.constant.as_ref(), &found.references, object.key(name));
            }
            continue;
        };
        let found: Vec<_> = content.blocks_of(name).collect();
        if found.is_empty() {
            continue;
        }
        let write_one = |found: &hcl::BodyBlock, out: &mut String| {
            let mut object = ObjectWriter::begin(out);
            write_body(&found.body, Some(&nested.block), &mut object);
            object.end();
        };
        match nested.nesting {
            Nesting::Single | Nesting::Group => write_one(found[0], object.key(name)),
            Nesting::List | Nesting::Set => array(found, object.key(name), write_one),
            Nesting::Map => {
                let mut by_label = ObjectWriter::begin(object.key(name));
                found.iter().for_each(|block| write_one(block, by_label.key(block.label(0))));
                by_label.end();
            }
        }
    }
}

fn block_schema(name: &value::SmolStr, nesting: Nesting) -> hcl::BlockSchema {
    let labels = if nesting == Nesting::Map { vec!["key".into()] } else { Vec::new() };
    hcl::BlockSchema { type_name: name.clone(), labels }
}

fn write_items(body: &Body, object: &mut ObjectWriter<'_>) {
    let content = body.items();
    let mut names: Vec<_> = content.attributes.iter().map(|attribute| &attribute.name).collect();
    names.extend(content.blocks.iter().map(|block| &block.type_name).filter(|name| *name != "dynamic"));
    names.sort();
    names.dedup();
    for name in names {
        if let Some(attribute) = content.attribute(name) {
            write_expression(&attribute.expr, object.key(name));
            continue;
        }
        array(content.blocks_of(name), object.key(name), |block, out| {
            let mut object = ObjectWriter::begin(out);
            write_items(&block.body, &mut object);
            object.end();
        });
    }
}

/// A reference as text, then all that it reaches through, up to what it names.
pub(crate) fn names_of(traversal: &AbsTraversal) -> Vec<String> {
    let Ok(parsed) = lang::parse_reference(traversal.as_reference()) else { return Vec::new() };
    let mut names = vec![parsed.subject.to_string()];
    let mut rest = &traversal.steps[parsed.used.min(traversal.steps.len())..];
    let mut push = |kind: &StepKind| {
        let longer = format!("{}{}", names.last().map_or("", String::as_str), step_text(kind));
        names.push(longer);
    };
    // On the way to an output, an instance of a module is no step of its own: nobody refers to all of them by one of them.
    let mut skipped = false;
    if let (Referenceable::ModuleCall(_), [first, others @ ..]) = (&parsed.subject, rest)
        && matches!(first.kind, StepKind::Index(_))
        && matches!(others.first().map(|step| &step.kind), Some(StepKind::Attr(_)))
    {
        push(&first.kind);
        rest = others;
        skipped = true;
    }
    rest.iter().for_each(|step| push(&step.kind));
    if skipped {
        names.remove(0);
    }
    names.reverse();
    names
}

fn step_text(kind: &StepKind) -> String {
    match kind {
        StepKind::Attr(name) => format!(".{name}"),
        StepKind::Index(key) => match (key.as_smol_str(), key.as_num()) {
            (Some(text), _) => InstanceKey::String(text.clone()).to_string(),
            (_, Some(number)) => format!("[{}]", number.to_text()),
            _ => "[...]".to_owned(),
        },
    }
}
