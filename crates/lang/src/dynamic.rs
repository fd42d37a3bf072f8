//! Nested blocks of one type: those written out and those that `dynamic` blocks bring.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{Body, BodyBlock, BodySchema, Content, Expression};
use schema::{NestedBlock, Nesting};
use smol_str::SmolStr;
use value::{Kind, Marks, PathStep, Type, Value, convert};

use crate::iterators::{Iterators, eval_with_iterators};
use crate::{LangScope, PreparedBlock};

/// All blocks of one type in a body.
#[derive(Debug)]
pub(crate) struct NestedBlocks {
    type_name: SmolStr,
    nesting: Nesting,
    min_items: u64,
    max_items: u64,
    /// The type of one block's value.
    object: Type,
    /// What comes out when there is no block.
    empty: Value,
    sources: Vec<Source>,
    /// Where they would stand.
    body: Body,
}

#[derive(Debug)]
enum Source {
    Written { block: BodyBlock, content: PreparedBlock },
    Dynamic(Box<Dynamic>),
}

/// A `dynamic` block.
#[derive(Debug)]
struct Dynamic {
    for_each: Expression,
    iterator: SmolStr,
    labels: Option<Expression>,
    block: BodyBlock,
    content: PreparedBlock,
    /// What is wrong with the structure of the content; only told when there is an element.
    problems: Diagnostics,
}

/// A block that came out.
struct Found<'a> {
    label: Option<SmolStr>,
    value: Value,
    block: &'a BodyBlock,
}

impl NestedBlocks {
    pub(crate) fn new(
        type_name: &SmolStr,
        nested: &NestedBlock,
        content: &Content,
        body: &Body,
        diags: &mut Diagnostics,
    ) -> Self {
        let mut sources = Vec::new();
        for block in &content.blocks {
            if block.type_name == *type_name {
                let (content, problems) = PreparedBlock::new(&block.body, &nested.block);
                diags.append(problems);
                sources.push(Source::Written { block: block.clone(), content });
            } else if block.type_name == "dynamic" && block.label(0) == type_name {
                sources.extend(Dynamic::new(block, nested, diags).map(|it| Source::Dynamic(Box::new(it))));
            }
        }
        Self {
            type_name: type_name.clone(),
            nesting: nested.nesting,
            min_items: nested.min_items,
            max_items: nested.max_items,
            object: nested.block.implied_type().clone(),
            empty: nested.empty_value(),
            sources,
            body: body.clone(),
        }
    }

    pub(crate) fn eval(
        &self,
        scope: &LangScope<'_>,
        iterators: &Iterators,
        check: bool,
        diags: &mut Diagnostics,
    ) -> Value {
        if self.sources.is_empty() && self.min_items == 0 {
            return self.empty.clone();
        }
        let mut found = Vec::with_capacity(self.sources.len());
        let mut unknown: Option<Marks> = None;
        for source in &self.sources {
            match source {
                Source::Written { block, content } => found.push(Found {
                    label: block.labels.first().map(|label| label.text.clone()),
                    value: content.eval_in(scope, iterators, diags),
                    block,
                }),
                Source::Dynamic(dynamic) => {
                    let run = Run { scope, iterators, check, nesting: self.nesting };
                    if let Err(marks) = dynamic.eval(&run, &mut found, diags) {
                        unknown = Some(unknown.unwrap_or_default().union(&marks));
                    }
                }
            }
        }
        match unknown {
            Some(marks) if !self.is_single() => self.all_unknown().with_marks(&marks),
            _ => self.collect(found, diags),
        }
    }

    /// The value when it is not known whether what is around it is there.
    pub(crate) fn unknown_value(&self) -> Value {
        match self.sources.first() {
            None => self.empty.clone(),
            Some(source) if self.is_single() => source.content().unknown_value(),
            Some(_) => self.all_unknown(),
        }
    }

    fn is_single(&self) -> bool {
        matches!(self.nesting, Nesting::Single | Nesting::Group)
    }

    fn all_unknown(&self) -> Value {
        Value::unknown(match self.nesting {
            Nesting::List | Nesting::Map if self.object.has_dynamic() => Type::Dynamic,
            _ => self.empty.ty(),
        })
    }

    fn collect(&self, mut found: Vec<Found<'_>>, diags: &mut Diagnostics) -> Value {
        match self.nesting {
            Nesting::Single | Nesting::Group => self.the_one(found, diags),
            Nesting::Map => self.by_label(found, diags),
            Nesting::List | Nesting::Set => {
                self.check_count(&found, diags);
                let items = found.drain(..).map(|found| found.value).collect();
                match self.nesting {
                    Nesting::Set => Value::set(self.object.clone(), items),
                    _ if self.object.has_dynamic() => Value::tuple(items),
                    _ => Value::list(self.object.clone(), items),
                }
            }
        }
    }

    fn the_one(&self, found: Vec<Found<'_>>, diags: &mut Diagnostics) -> Value {
        let name = self.type_name.as_str();
        if let Some(second) = found.get(1) {
            let first = place(&found[0].block.range());
            let detail = format!("Only one block of type {name:?} is allowed. The first one is at {first}.");
            diags.push(Diagnostic::error(format!("Duplicate {name} block"), detail).at(second.block.range()));
        }
        match found.into_iter().next() {
            Some(first) => first.value,
            None => {
                if self.min_items > 0 {
                    let detail = format!("A block of type {name:?} is required here.");
                    let summary = format!("Missing {name} block");
                    diags.push(Diagnostic::error(summary, detail).at(self.body.missing_item_range()));
                }
                self.empty.clone()
            }
        }
    }

    fn by_label(&self, found: Vec<Found<'_>>, diags: &mut Diagnostics) -> Value {
        let name = self.type_name.as_str();
        let mut entries: Vec<(SmolStr, Value)> = Vec::with_capacity(found.len());
        let mut seen: std::collections::HashMap<SmolStr, &BodyBlock> = std::collections::HashMap::new();
        for item in found {
            let label = item.label.unwrap_or_default();
            if let Some(first) = seen.get(&label) {
                let first = place(&first.range());
                let detail = format!(
                    "A block of type {name:?} with the label {:?} was already defined at {first}.",
                    label.as_str()
                );
                let summary = format!("Duplicate {name} block");
                diags.push(Diagnostic::error(summary, detail).at(item.block.range()));
                continue;
            }
            seen.insert(label.clone(), item.block);
            entries.push((label, item.value));
        }
        if self.object.has_dynamic() {
            Value::object(entries)
        } else {
            Value::map(self.object.clone(), entries)
        }
    }

    fn check_count(&self, found: &[Found<'_>], diags: &mut Diagnostics) {
        let name = self.type_name.as_str();
        let count = found.len() as u64;
        if count < self.min_items {
            let detail = format!("At least {} {name:?} blocks are required.", self.min_items);
            let summary = format!("Insufficient {name} blocks");
            diags.push(Diagnostic::error(summary, detail).at(self.body.missing_item_range()));
        } else if self.max_items > 0 && count > self.max_items {
            let detail = format!("No more than {} {name:?} blocks are allowed.", self.max_items);
            let first_over = usize::try_from(self.max_items).ok().and_then(|at| found.get(at));
            let range = first_over.map(|found| found.block.range());
            diags.push(Diagnostic::error(format!("Too many {name} blocks"), detail).at_maybe(range));
        }
    }

    /// Where a part is written. Which `dynamic` block an element came from is not remembered: the first
    /// one stands for them all.
    pub(crate) fn range_of_steps(&self, steps: &[PathStep]) -> Option<SourceRange> {
        if self.is_single() {
            return self.sources.first()?.content().range_of_steps(steps);
        }
        let (step, rest) = match steps.split_first() {
            Some((PathStep::Index(key), rest)) => (key, rest),
            _ => return Some(self.sources.first()?.block().range()),
        };
        let by_label = |source: &&Source| match source {
            Source::Written { block, .. } => Some(block.label(0).as_str()) == step.as_str(),
            Source::Dynamic(_) => false,
        };
        let dynamic = || self.sources.iter().find(|source| matches!(source, Source::Dynamic(_)));
        let position =
            step.as_num().and_then(|number| number.to_i64()).and_then(|at| usize::try_from(at).ok());
        let source = match (self.nesting, position) {
            (Nesting::Map, _) => self.sources.iter().find(by_label).or_else(dynamic),
            (_, Some(at)) => self.sources.get(at).or_else(dynamic),
            _ => self.sources.first(),
        };
        source?.content().range_of_steps(rest)
    }
}

impl Source {
    fn content(&self) -> &PreparedBlock {
        match self {
            Source::Written { content, .. } => content,
            Source::Dynamic(dynamic) => &dynamic.content,
        }
    }

    fn block(&self) -> &BodyBlock {
        match self {
            Source::Written { block, .. } => block,
            Source::Dynamic(dynamic) => &dynamic.block,
        }
    }
}

/// What a `dynamic` block is evaluated with.
struct Run<'a> {
    scope: &'a LangScope<'a>,
    iterators: &'a Iterators,
    check: bool,
    nesting: Nesting,
}

impl Dynamic {
    fn new(block: &BodyBlock, nested: &NestedBlock, diags: &mut Diagnostics) -> Option<Self> {
        let schema = BodySchema::of(&["for_each", "iterator", "labels"], &[("content", &[])]);
        let (found, problems) = block.body.content(&schema.requiring(&["for_each"]));
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
        let labels = found.attribute("labels").map(|attribute| attribute.expr.clone());
        if let Some(labels) = labels.as_ref().filter(|_| nested.nesting != Nesting::Map) {
            let detail = format!("Blocks of type {:?} take no labels.", block.label(0).as_str());
            diags.push(Diagnostic::error("Extraneous dynamic block labels", detail).at(labels.range()));
        } else if labels.is_none() && nested.nesting == Nesting::Map {
            let detail = format!(
                "Blocks of type {:?} have a label, so this dynamic block must set \"labels\" to a list of one element.",
                block.label(0).as_str()
            );
            let range = block.body.missing_item_range();
            diags.push(Diagnostic::error("Insufficient dynamic block labels", detail).at(range));
            return None;
        }
        let for_each = found.attribute("for_each")?.expr.clone();
        let (content, problems) = PreparedBlock::new(&content?.body, &nested.block);
        Some(Self { for_each, iterator, labels, block: block.clone(), content, problems })
    }

    /// Adds the blocks of all elements. When it is not known how many there are, everything of that type
    /// is unknown; the marks of that are the error.
    fn eval<'a>(
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
                    diags.push(self.bad_for_each(detail));
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
                diags.push(self.bad_for_each("Cannot use a null value in for_each.".to_owned()));
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
                diags.push(self.bad_for_each(detail));
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
            let label = self.labels.as_ref().map(|labels| self.label(run.scope, &iterators, labels, diags));
            let value = self.content.eval_in(run.scope, &iterators, diags).with_marks(marks);
            iterators.pop();
            match label {
                Some(None) => {}
                Some(label) => found.push(Found { label, value, block: &self.block }),
                None => found.push(Found { label: None, value, block: &self.block }),
            }
        }
    }

    /// The label of a block that comes out, or nothing when it is of no use.
    fn label(
        &self,
        scope: &LangScope<'_>,
        iterators: &Iterators,
        labels: &Expression,
        diags: &mut Diagnostics,
    ) -> Option<SmolStr> {
        let mut bad = |summary: &str, detail: String, range: SourceRange| {
            diags.push(Diagnostic::error(summary, detail).at(range));
            None
        };
        let exprs = match labels.as_list() {
            Ok(exprs) => exprs,
            Err(diagnostic) => {
                diags.push(*diagnostic);
                return None;
            }
        };
        let expr = match exprs.as_slice() {
            [expr] => expr,
            [] => {
                let detail = "This block has one label, but the list of labels is empty.".to_owned();
                return bad("Insufficient dynamic block labels", detail, labels.range());
            }
            [_, extra, ..] => {
                let detail = "This block has one label only.".to_owned();
                return bad("Extraneous dynamic block labels", detail, extra.range());
            }
        };
        let (value, problems) = eval_with_iterators(scope, iterators, expr, true);
        if problems.has_errors() {
            diags.append(problems);
            return None;
        }
        const SUMMARY: &str = "Invalid dynamic block label";
        let value = match convert::convert(&value, &Type::String) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("Cannot use this value as a dynamic block label: {error}.");
                return bad(SUMMARY, detail, expr.range());
            }
        };
        let detail = if value.is_marked() {
            "A label cannot be a sensitive or ephemeral value."
        } else if value.is_null() {
            "Cannot use a null value as a dynamic block label."
        } else {
            match value.as_smol_str() {
                Some(label) => return Some(label.clone()),
                None => "This value is not known yet. Labels of dynamic blocks must be known at once.",
            }
        };
        bad(SUMMARY, detail.to_owned(), expr.range())
    }

    fn bad_for_each(&self, detail: String) -> Diagnostic {
        Diagnostic::error("Invalid dynamic for_each value", detail).at(self.for_each.range())
    }
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

/// A place in a text, for a sentence.
fn place(range: &SourceRange) -> String {
    format!("{}:{},{}", range.filename, range.start.line, range.start.column)
}
