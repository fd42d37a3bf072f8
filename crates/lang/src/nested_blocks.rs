//! Nested blocks of one type: those written out and those that `dynamic` blocks bring.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{Body, BodyBlock, Content};
use schema::{NestedBlock, Nesting};
use smol_str::SmolStr;
use value::{Marks, Type, Value};

use crate::dynamic::{Dynamic, Found, Run};
use crate::iterators::Iterators;
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

    /// The same, but another value comes out when there is no block.
    pub(crate) fn or_else(self, empty: Value) -> Self {
        Self { empty, ..self }
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
                if found.is_empty() {
                    return self.empty.clone();
                }
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
            let range = first_over.map(|found| found.block.body.missing_item_range());
            diags.push(Diagnostic::error(format!("Too many {name} blocks"), detail).at_maybe(range));
        }
    }
}

impl Source {
    fn content(&self) -> &PreparedBlock {
        match self {
            Source::Written { content, .. } => content,
            Source::Dynamic(dynamic) => &dynamic.content,
        }
    }
}

/// A place in a text, for a sentence.
fn place(range: &SourceRange) -> String {
    format!("{}:{},{}", range.filename, range.start.line, range.start.column)
}
