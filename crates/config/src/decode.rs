//! What decoding any block has in common: names, constants, references, blocks that come once.

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange, Span};
use hcl::eval::EmptyScope;
use hcl::{AbsTraversal, Attribute, Body, BodyBlock, BodySchema, Content, Expression};
use smol_str::SmolStr;
use value::convert::convert;
use value::{Type, Value};

/// What a name looks like, for messages about one that does not.
pub(crate) const NAME_RULE: &str = "A name must start with a letter or underscore and may contain only letters, digits, underscores, and dashes.";

/// A block being decoded: what it holds and what is wrong with it so far.
pub(crate) struct Decode<'a> {
    pub(crate) block: &'a BodyBlock,
    pub(crate) content: Content,
    /// What the schema does not name.
    pub(crate) rest: Body,
    pub(crate) diags: Diagnostics,
}

impl<'a> Decode<'a> {
    /// Everything that the schema does not name is an error.
    pub(crate) fn whole(block: &'a BodyBlock, schema: &BodySchema) -> Self {
        let (content, diags) = block.body.content(schema);
        Self { block, content, rest: block.body.clone(), diags }
    }

    /// What the schema does not name is for somebody else.
    pub(crate) fn part(block: &'a BodyBlock, schema: &BodySchema) -> Self {
        let (content, rest, diags) = block.body.partial_content(schema);
        Self { block, content, rest, diags }
    }

    pub(crate) fn error(&mut self, summary: impl Into<String>, detail: impl Into<String>, at: SourceRange) {
        self.diags.push(Diagnostic::error(summary, detail).at(at));
    }

    /// Checks that a label is a name.
    pub(crate) fn check_label(&mut self, index: usize, summary: &str) {
        if !hcl::syntax::is_valid_identifier(self.block.label(index)) {
            self.error(summary, NAME_RULE, self.block.label_range(index));
        }
    }

    pub(crate) fn expr(&self, name: &str) -> Option<Expression> {
        self.content.attribute(name).map(|attribute| attribute.expr.clone())
    }

    /// A constant bool.
    pub(crate) fn bool(&mut self, name: &str) -> Option<bool> {
        let value = self.constant(name, &Type::Bool, "a bool")?;
        value.as_bool()
    }

    /// A constant string.
    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        let value = self.constant(name, &Type::String, "a string")?;
        value.as_str().map(str::to_owned)
    }

    fn constant(&mut self, name: &str, ty: &Type, what: &str) -> Option<Value> {
        let expr = self.expr(name)?;
        constant(&expr, ty, what, &mut self.diags)
    }

    /// A list of references that are not evaluated, as `depends_on` is.
    pub(crate) fn references(&mut self, name: &str) -> Vec<AbsTraversal> {
        let Some(expr) = self.expr(name) else { return Vec::new() };
        let items = match expr.as_list() {
            Ok(items) => items,
            Err(diagnostic) => {
                self.diags.push(*diagnostic);
                return Vec::new();
            }
        };
        items.iter().filter_map(|item| reference(item, &mut self.diags)).collect()
    }

    /// The one block of a type; `whose` says what has it already when there are more.
    pub(crate) fn only_block(&mut self, type_name: &str, whose: &str) -> Option<BodyBlock> {
        let mut blocks = self.content.blocks_of(type_name).cloned();
        let first = blocks.next()?;
        let more: Vec<BodyBlock> = blocks.collect();
        for block in more {
            let what = if type_name == "_" { "escaping" } else { type_name };
            let detail = format!("{whose} already has one at {}.", place(&first.range()));
            self.error(format!("Duplicate {what} block"), detail, block.range());
        }
        Some(first)
    }

    /// The rest of the block, together with the escaping block if there is one.
    pub(crate) fn rest_with_escape(&mut self, whose: &str) -> Body {
        match self.only_block("_", whose) {
            Some(escape) => self.rest.clone().joined_with(escape.body),
            None => self.rest.clone(),
        }
    }

    /// Refuses blocks of types that are kept for later.
    pub(crate) fn refuse_reserved(&mut self, types: &[&str], kind: &str) {
        let found: Vec<BodyBlock> = self.content.blocks.clone();
        for block in found.iter().filter(|block| types.contains(&block.type_name.as_str())) {
            let detail = format!(
                "The block type name {:?} is reserved for use in a future version.",
                block.type_name.as_str()
            );
            let at = block.body.source().range(block.type_span);
            self.error(format!("Reserved block type name in {kind} block"), detail, at);
        }
    }
}

/// A place in words: `main.tf:3,5`.
pub(crate) fn place(range: &SourceRange) -> String {
    format!("{}:{},{}", range.filename, range.start.line, range.start.column)
}

/// A constant of a type, which may refer to nothing; null is not one.
pub(crate) fn constant(expr: &Expression, ty: &Type, what: &str, diags: &mut Diagnostics) -> Option<Value> {
    let (value, more) = expr.eval(&EmptyScope);
    diags.append(more);
    // Whatever cannot be evaluated is not known, which is not suitable either.
    let reason = match convert(&value, ty) {
        Ok(value) if value.is_null() => "it must not be null".to_owned(),
        Ok(value) if !value.is_known() => "it must be known".to_owned(),
        Ok(value) => return Some(value),
        Err(error) => error.to_string(),
    };
    let detail = format!("This value is not suitable here, where {what} is wanted: {reason}.");
    diags.push(Diagnostic::error("Unsuitable value type", detail).at(expr.start_range()));
    None
}

/// A reference that is not evaluated; in quotes it is one all the same, with a warning.
pub(crate) fn reference(expr: &Expression, diags: &mut Diagnostics) -> Option<AbsTraversal> {
    match expr.as_traversal() {
        Ok(traversal) => Some(traversal),
        Err(diagnostic) => match quoted(expr, "references", diags) {
            Some(Ok(traversal)) => Some(traversal),
            Some(Err(problem)) => {
                diags.push(problem);
                None
            }
            None => {
                diags.push(*diagnostic);
                None
            }
        },
    }
}

/// The bare word that an argument is, in quotes or not.
pub(crate) fn keyword(attribute: &Attribute, diags: &mut Diagnostics) -> Option<SmolStr> {
    attribute.expr.as_keyword().or_else(|| match quoted(&attribute.expr, "keywords", diags)? {
        Ok(traversal) => traversal.steps.is_empty().then_some(traversal.root),
        Err(problem) => {
            diags.push(problem);
            None
        }
    })
}

/// What a quoted reference stands for: old configurations write references and keywords as strings.
/// A string in JSON is no such thing. Why it cannot be read is told beside that there are quotes.
fn quoted(
    expr: &Expression,
    what: &str,
    diags: &mut Diagnostics,
) -> Option<Result<AbsTraversal, Diagnostic>> {
    if !matches!(expr, Expression::Native(..)) {
        return None;
    }
    let (value, problems) = expr.eval(&EmptyScope);
    let text = value.as_str().filter(|_| !problems.has_errors())?;
    let source = SourceFile::new(expr.source().name().clone(), text.as_bytes());
    let (tree, id, problems) = hcl::syntax::parse_traversal(source);
    let range = expr.range();
    // The text stands between the quotes; with escapes in it, what follows them is not quite where this says.
    let inside = Span::new(range.start.byte + 1, range.end.byte.saturating_sub(1).max(range.start.byte + 1));
    let moved = |at: u32| (inside.start + at).min(inside.end);
    let found = match problems.into_iter().find(|problem| problem.severity == diag::Severity::Error) {
        Some(mut problem) => {
            problem.subject = problem.subject.map(|at| {
                let start = moved(at.start.byte);
                expr.source().range(Span::new(start, moved(at.end.byte).max(start + 1)))
            });
            problem.context = None;
            Err(problem)
        }
        None => {
            let mut traversal = Expression::Native(tree, id).as_traversal().ok()?;
            for step in &mut traversal.steps {
                step.span = Span::new(moved(step.span.start), moved(step.span.end));
            }
            traversal.source = expr.source().clone();
            traversal.span = inside;
            Ok(traversal)
        }
    };
    let detail =
        format!("Here {what} are written without quotes. The quotes are still understood, but remove them.");
    diags.push(Diagnostic::warning(format!("Quoted {what} are deprecated"), detail).at(range));
    Some(found)
}

/// Takes the upper value where there is one.
pub(crate) fn replace<T>(base: &mut Option<T>, over: Option<T>) {
    if over.is_some() {
        *base = over;
    }
}
