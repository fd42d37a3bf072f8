//! Bodies whose schema a provider says, taken apart once and evaluated for every instance.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::EmptyScope;
use hcl::{AttributeSchema, BlockSchema, Body, BodySchema, Content, Expression};
use schema::{Block, NestedBlock};
use smol_str::SmolStr;
use value::{Path, Type, Value, convert};

use crate::LangScope;
use crate::attr_blocks::written_as_blocks;
use crate::iterators::{Iterators, eval_with_iterators, problem_with_iterators};
use crate::nested_blocks::NestedBlocks;
use crate::place::place_of;

/// Evaluates a body by a schema to a value of the schema's type.
///
/// For a body that is evaluated more than once, keep a [`PreparedBlock`].
pub fn eval_block(body: &Body, block: &Block, scope: &LangScope<'_>) -> (Value, Diagnostics) {
    let (prepared, mut diags) = PreparedBlock::new(body, block);
    let (value, more) = prepared.eval(scope);
    diags.append(more);
    (value, diags)
}

/// A body taken apart by a schema, ready to be evaluated for the instances of one block in one instance of its module:
/// between evaluations only `count`, `each` and `self` may stand for something else.
#[derive(Debug)]
pub struct PreparedBlock {
    /// By name, as the attributes of the object that comes out.
    items: Vec<(SmolStr, Item)>,
    /// Where to point at when the body as a whole is meant.
    body: Body,
    /// Whether an evaluation found all references good. They are the same for every instance.
    checked: AtomicBool,
}

#[derive(Debug)]
enum Item {
    /// Not written.
    Absent(Value),
    /// Written without names and functions; evaluated already.
    Constant(Value),
    /// To be evaluated.
    Attribute { expr: Expression, ty: Type },
    /// The same for all instances; evaluated when first asked for.
    Shared { expr: Expression, ty: Type, value: OnceLock<Value> },
    /// Nested blocks.
    Blocks(NestedBlocks),
}

impl PreparedBlock {
    /// Takes a body apart; the problems are those of its structure.
    pub fn new(body: &Body, block: &Block) -> (Self, Diagnostics) {
        let as_blocks = written_as_blocks(body, block);
        let (content, mut diags) = body.content(&body_schema(block, &as_blocks));
        let mut items: Vec<(SmolStr, Item)> = Vec::with_capacity(block.attributes.len() + block.blocks.len());
        for (name, attribute) in &block.attributes {
            if let Some(nested) = as_blocks.get(name) {
                // Without a block nothing is written, which is not the same as an empty list.
                let blocks = NestedBlocks::new(name, nested, &content, body, &mut diags);
                items.push((name.clone(), Item::Blocks(blocks.or_else(attribute.empty_value()))));
                continue;
            }
            let item = match content.attribute(name) {
                // A missing argument was reported; nothing more shall be said of it.
                None if attribute.required => Item::Absent(Value::unknown(attribute.ty())),
                None => Item::Absent(attribute.empty_value()),
                Some(given) => prepare(&given.expr, attribute.config_type()),
            };
            items.push((name.clone(), item));
        }
        report_unknown_dynamic(&content, block, &as_blocks, &mut diags);
        for (name, nested) in &block.blocks {
            let blocks = NestedBlocks::new(name, nested, &content, body, &mut diags);
            items.push((name.clone(), Item::Blocks(blocks)));
        }
        items.sort_by(|a, b| a.0.cmp(&b.0));
        (Self { items, body: body.clone(), checked: AtomicBool::new(false) }, diags)
    }

    /// Its value where names are known.
    pub fn eval(&self, scope: &LangScope<'_>) -> (Value, Diagnostics) {
        let mut diags = Diagnostics::new();
        let value = self.eval_in(scope, &[], &mut diags);
        (value, diags)
    }

    pub(crate) fn eval_in(
        &self,
        scope: &LangScope<'_>,
        iterators: &Iterators,
        diags: &mut Diagnostics,
    ) -> Value {
        let check = !self.checked.load(Ordering::Relaxed);
        let before = diags.len();
        let entries: Vec<(SmolStr, Value)> = self
            .items
            .iter()
            .map(|(name, item)| {
                let value = match item {
                    Item::Absent(value) | Item::Constant(value) => value.clone(),
                    Item::Attribute { expr, ty } => {
                        let (value, found) = eval_with_iterators(scope, iterators, expr, check);
                        diags.append(found);
                        Argument { name, expr, ty }.convert(&value, scope, iterators, diags)
                    }
                    Item::Shared { expr, ty, value } => {
                        let known = value.get().filter(|_| iterators.is_empty());
                        known.cloned().unwrap_or_else(|| {
                            let before = diags.len();
                            let (found, problems) = eval_with_iterators(scope, iterators, expr, check);
                            diags.append(problems);
                            let argument = Argument { name, expr, ty };
                            let found = argument.convert(&found, scope, iterators, diags);
                            if iterators.is_empty() && diags.len() == before {
                                // Whoever was first has found the same.
                                let _ = value.set(found.clone());
                            }
                            found
                        })
                    }
                    Item::Blocks(blocks) => blocks.eval(scope, iterators, check, diags),
                };
                (name.clone(), value)
            })
            .collect();
        if check && diags.len() == before {
            self.checked.store(true, Ordering::Relaxed);
        }
        Value::object(entries)
    }

    /// Its value when it is not known whether it is there at all: everything written is unknown.
    pub(crate) fn unknown_value(&self) -> Value {
        Value::object(self.items.iter().map(|(name, item)| {
            let value = match item {
                Item::Absent(value) => value.clone(),
                Item::Constant(value) => Value::unknown(value.ty()),
                Item::Attribute { ty, .. } | Item::Shared { ty, .. } => Value::unknown(ty.clone()),
                Item::Blocks(blocks) => blocks.unknown_value(),
            };
            (name.clone(), value)
        }))
    }

    /// Problems for what is ephemeral in its value and would be stored.
    pub fn refuse_ephemeral(&self, block: &Block, value: &Value) -> Diagnostics {
        let mut diags = Diagnostics::new();
        if !value.has_marks() || !value.deep_marks().is_ephemeral() {
            return diags;
        }
        let never_stored = block.write_only_paths(value);
        for (path, marks) in value.unmark_deep_with_paths().1 {
            if marks.is_ephemeral() && !never_stored.contains(&path) {
                let detail = "Ephemeral values are not valid in resource arguments, because resource instances must persist \
                              between runs.";
                let at = self.range_of(&path);
                diags.push(Diagnostic::error("Invalid use of ephemeral value", detail).at(at));
            }
        }
        diags
    }

    /// Where a part of the value is written, or the place where it would stand.
    pub fn range_of(&self, path: &Path) -> SourceRange {
        place_of(&self.body, &path.0)
    }
}

/// What a body of a schema may hold. Whatever only the provider sets may be written too: what to say of it
/// is the provider's business.
fn body_schema(block: &Block, as_blocks: &BTreeMap<SmolStr, NestedBlock>) -> BodySchema {
    let attribute = |(name, attribute): (&SmolStr, &schema::Attribute)| AttributeSchema {
        name: name.clone(),
        required: attribute.required,
    };
    let nested = |(name, nested): (&SmolStr, &NestedBlock)| BlockSchema {
        type_name: name.clone(),
        labels: match nested.nesting {
            schema::Nesting::Map => vec![SmolStr::new_static("key")],
            _ => Vec::new(),
        },
    };
    let dynamic =
        BlockSchema { type_name: SmolStr::new_static("dynamic"), labels: vec![SmolStr::new_static("type")] };
    let attributes = block.attributes.iter().filter(|(name, _)| !as_blocks.contains_key(*name));
    BodySchema {
        attributes: attributes.map(attribute).collect(),
        blocks: block.blocks.iter().chain(as_blocks).map(nested).chain([dynamic]).collect(),
    }
}

fn report_unknown_dynamic(
    content: &Content,
    block: &Block,
    as_blocks: &BTreeMap<SmolStr, NestedBlock>,
    diags: &mut Diagnostics,
) {
    for dynamic in content.blocks_of("dynamic") {
        let type_name = dynamic.label(0);
        if !block.blocks.contains_key(type_name) && !as_blocks.contains_key(type_name) {
            let hint = hcl::did_you_mean(type_name, block.blocks.keys().map(SmolStr::as_str));
            let detail = format!("Blocks of type {:?} are not expected here.{hint}", type_name.as_str());
            diags.push(Diagnostic::error("Unsupported block type", detail).at(dynamic.label_range(0)));
        }
    }
}

/// An argument; one that names nothing is evaluated at once, as its value is always the same.
fn prepare(expr: &Expression, ty: Type) -> Item {
    let (references, calls) = (expr.references(), expr.function_calls());
    if let Expression::Native(..) = expr
        && references.is_empty()
        && calls.is_empty()
    {
        let (value, diags) = expr.eval(&EmptyScope);
        if let (Ok(value), true) = (convert::convert(&value, &ty), diags.is_empty()) {
            return Item::Constant(value);
        }
    }
    let differs = references.iter().any(|found| matches!(found.root.as_str(), "count" | "each" | "self"))
        || calls.iter().any(|(name, _)| may_differ(name));
    if differs {
        return Item::Attribute { expr: expr.clone(), ty };
    }
    Item::Shared { expr: expr.clone(), ty, value: OnceLock::new() }
}

/// Whether a function may answer differently each time: by itself, or because of what a template calls.
fn may_differ(name: &str) -> bool {
    let name = name.strip_prefix("core::").unwrap_or(name);
    matches!(name, "bcrypt" | "timestamp" | "uuid" | "templatefile" | "templatestring")
}

/// What is written for an argument of a type.
struct Argument<'a> {
    name: &'a SmolStr,
    expr: &'a Expression,
    ty: &'a Type,
}

impl Argument<'_> {
    /// Its value as one of its type.
    fn convert(
        &self,
        value: &Value,
        scope: &LangScope<'_>,
        iterators: &Iterators,
        diags: &mut Diagnostics,
    ) -> Value {
        match convert::convert(value, self.ty) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("Inappropriate value for attribute {:?}: {error}.", self.name.as_str());
                let problem = Diagnostic::error("Incorrect attribute value type", detail);
                diags.push(problem_with_iterators(self.expr, problem, scope, iterators));
                Value::unknown(self.ty.without_optional())
            }
        }
    }
}
