//! `dynamic` blocks: one that brings a block for every element of a collection.

use diag::{Diagnostic, Diagnostics};
use hcl::{BodyBlock, BodySchema, Expression};
use schema::{NestedBlock, Nesting};
use smol_str::SmolStr;
use value::{Kind, Marks, Type, Value, convert};

use crate::iterators::{Iterators, eval_with_iterators, problem_with_iterators};
use crate::{LangScope, PreparedBlock};

/// A `dynamic` block.
#[derive(Debug)]
pub(crate) struct Dynamic {
    for_each: Expression,
    iterator: SmolStr,
    /// Of blocks that have one.
    label: Option<Expression>,
    pub(crate) block: BodyBlock,
    pub(crate) content: PreparedBlock,
    /// What is wrong with the structure of the content; only told when there is an element.
    problems: Diagnostics,
}

/// A block that came out.
pub(crate) struct Found<'a> {
    pub(crate) label: Option<SmolStr>,
    pub(crate) value: Value,
    pub(crate) block: &'a BodyBlock,
}

/// What a `dynamic` block is evaluated with.
pub(crate) struct Run<'a> {
    pub(crate) scope: &'a LangScope<'a>,
    pub(crate) iterators: &'a Iterators,
    pub(crate) check: bool,
    pub(crate) nesting: Nesting,
}

impl Dynamic {
    pub(crate) fn new(block: &BodyBlock, nested: &NestedBlock, diags: &mut Diagnostics) -> Option<Self> {
        let has_label = nested.nesting == Nesting::Map;
        let names: &[&'static str] =
            if has_label { &["for_each", "iterator", "labels"] } else { &["for_each", "iterator"] };
        let schema = BodySchema::of(names, &[("content", &[])]);
        let (found, problems) = block.body.content(&schema.requiring(&["for_each", "labels"]));
        diags.append(problems);
        let mut contents = found.blocks_of("content");
        let content = contents.next();
        if let Some(second) = contents.next() {
            let detail = "Only one content block is allowed in each dynamic block.";
            diags.push(Diagnostic::error("Extraneous dynamic content block", detail).at(second.range()));
        }
        if content.is_none() {
            let detail = "A dynamic block needs a nested block of type \"content\", which describes the body of every \
                          block that it generates.";
            let range = block.body.missing_item_range();
            diags.push(Diagnostic::error("Missing dynamic content block", detail).at(range));
        }
        let iterator = match found.attribute("iterator") {
            None => block.label(0).clone(),
            Some(attribute) => match attribute.expr.as_keyword() {
                Some(name) => name,
                None => {
                    let detail = "The iterator of a dynamic block must be a single name.";
                    let range = attribute.expr.range();
                    diags.push(Diagnostic::error("Invalid dynamic iterator name", detail).at(range));
                    return None;
                }
            },
        };
        let label = match has_label {
            true => Some(the_label(&found.attribute("labels")?.expr, diags)?),
            false => None,
        };
        let for_each = found.attribute("for_each")?.expr.clone();
        let (content, problems) = PreparedBlock::new(&content?.body, &nested.block);
        Some(Self { for_each, iterator, label, block: block.clone(), content, problems })
    }

    /// Adds the blocks of all elements. When it is not known how many there are, everything of that type
    /// is unknown; the marks of that are the error.
    pub(crate) fn eval<'a>(
        &'a self,
        run: &Run<'_>,
        found: &mut Vec<Found<'a>>,
        diags: &mut Diagnostics,
    ) -> Result<(), Marks> {
        let (value, problems) = eval_with_iterators(run.scope, run.iterators, &self.for_each, run.check);
        let failed = problems.has_errors();
        diags.append(problems);
        let (value, marks) = value.unmark();
        let elements: Vec<(Value, Value)> = match value.kind() {
            Kind::Unknown if failed => return Err(marks),
            Kind::Unknown => {
                if let Some(detail) = not_iterable(&value.ty()) {
                    diags.push(self.bad_for_each(detail, run));
                    return Err(marks);
                }
                let element = [(Value::dynamic(), Value::dynamic())];
                self.expand(run, &element, &Marks::NONE, &mut Vec::new(), diags);
                if matches!(run.nesting, Nesting::Single | Nesting::Group) {
                    let value = self.content.unknown_value().with_marks(&marks);
                    found.push(Found { label: None, value, block: &self.block });
                }
                return Err(marks);
            }
            Kind::Null => {
                diags.push(self.bad_for_each("Cannot use a null value in for_each.".to_owned(), run));
                return Ok(());
            }
            Kind::List(items) | Kind::Tuple(items) => {
                items.iter().enumerate().map(|(at, item)| (Value::int(at as i64), item.clone())).collect()
            }
            Kind::Set(items) => items.iter().map(|item| (item.clone(), item.clone())).collect(),
            Kind::Map(entries) | Kind::Object(entries) => {
                entries.iter().map(|(key, item)| (Value::string(key.clone()), item.clone())).collect()
            }
            Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => {
                let detail = not_iterable(&value.ty()).unwrap_or_default();
                diags.push(self.bad_for_each(detail, run));
                return Ok(());
            }
        };
        self.expand(run, &elements, &marks, found, diags);
        Ok(())
    }

    fn expand<'a>(
        &'a self,
        run: &Run<'_>,
        elements: &[(Value, Value)],
        marks: &Marks,
        found: &mut Vec<Found<'a>>,
        diags: &mut Diagnostics,
    ) {
        let mut iterators = run.iterators.to_vec();
        for (key, value) in elements {
            let element = Value::object([("key", key.clone()), ("value", value.clone())]);
            iterators.push((self.iterator.clone(), element));
            diags.append(self.problems.clone());
            let label = self.label.as_ref().map(|label| label_text(run.scope, &iterators, label, diags));
            let value = self.content.eval_in(run.scope, &iterators, diags).with_marks(marks);
            iterators.pop();
            match label {
                Some(None) => {}
                Some(label) => found.push(Found { label, value, block: &self.block }),
                None => found.push(Found { label: None, value, block: &self.block }),
            }
        }
    }

    fn bad_for_each(&self, detail: String, run: &Run<'_>) -> Diagnostic {
        let problem = Diagnostic::error("Invalid dynamic for_each value", detail);
        problem_with_iterators(&self.for_each, problem, run.scope, run.iterators)
    }
}

/// The one label that is written for all blocks that come out.
fn the_label(labels: &Expression, diags: &mut Diagnostics) -> Option<Expression> {
    let mut written = match labels.as_list() {
        Ok(written) => written.into_iter(),
        Err(diagnostic) => {
            diags.push(*diagnostic);
            return None;
        }
    };
    let (label, extra) = (written.next(), written.next());
    if let Some(extra) = extra {
        let detail = "This block has one label only.";
        diags.push(Diagnostic::error("Extraneous dynamic block label", detail).at(extra.range()));
        return None;
    }
    if label.is_none() {
        let detail = "This block has one label, but the list of labels is empty.";
        diags.push(Diagnostic::error("Insufficient dynamic block labels", detail).at(labels.range()));
    }
    label
}

/// The label of a block that comes out, or nothing when it is of no use.
fn label_text(
    scope: &LangScope<'_>,
    iterators: &Iterators,
    label: &Expression,
    diags: &mut Diagnostics,
) -> Option<SmolStr> {
    let (value, problems) = eval_with_iterators(scope, iterators, label, true);
    if problems.has_errors() {
        diags.append(problems);
        return None;
    }
    let problem = match convert::convert(&value, &Type::String) {
        Err(error) => format!("Cannot use this value as a dynamic block label: {error}."),
        Ok(value) if value.is_marked() => "A label cannot be a sensitive or ephemeral value.".to_owned(),
        Ok(value) if value.is_null() => "Cannot use a null value as a dynamic block label.".to_owned(),
        Ok(value) => match value.as_smol_str() {
            Some(text) => return Some(text.clone()),
            None => "This value is not known yet. Labels of dynamic blocks must be known at once.".to_owned(),
        },
    };
    diags.push(Diagnostic::error("Invalid dynamic block label", problem).at(label.range()));
    None
}

/// What is wrong with a type that has no elements.
fn not_iterable(ty: &Type) -> Option<String> {
    match ty {
        Type::String | Type::Number | Type::Bool => Some(format!(
            "Cannot use a {} value in for_each. An iterable collection is required.",
            ty.friendly_name()
        )),
        _ => None,
    }
}
