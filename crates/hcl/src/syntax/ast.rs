//! The tree of one file in native syntax: flat pools of small nodes that refer to each other by index.
//!
//! A file becomes a few large vectors instead of a million small boxes: parsing is bound by memory
//! traffic, and dropping a tree is free. Everything carries a byte [`Span`]; lines and columns are
//! computed only for diagnostics. String and number literals are decoded here, once.

use std::marker::PhantomData;
use std::sync::Arc;

use diag::{SourceFile, SourceRange, Span};
use smol_str::SmolStr;
use value::Value;

/// Index of an expression in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExprId(pub(crate) u32);

/// Index of a body in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyId(pub(crate) u32);

/// A run of consecutive items in one of the tree's pools.
#[derive(Debug)]
pub struct Run<T> {
    pub(crate) start: u32,
    pub(crate) len: u32,
    marker: PhantomData<fn() -> T>,
}

impl<T> Clone for Run<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Run<T> {}

impl<T> Run<T> {
    /// The items `start .. start + len` of the pool of `T`.
    pub(crate) fn new(start: usize, len: usize) -> Self {
        Self { start: start as u32, len: len as u32, marker: PhantomData }
    }

    /// How many items there are.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    fn of(self, pool: &[T]) -> &[T] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// An expression and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct ExprNode {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, brackets and quotes included.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A number, bool, null, or constant string: index into the literals.
    Literal(u32),
    /// A template of several parts, or of one literal part (then it is always a string).
    Template(Run<ExprId>),
    /// A template that is exactly one interpolation, giving the value itself.
    TemplateWrap(ExprId),
    /// The `%{ for }` directive: a `For` whose results are joined as text.
    TemplateJoin(ExprId),
    /// `[a, b]`
    Tuple(Run<ExprId>),
    /// `{ a = b }`
    Object(Run<ObjectItem>),
    /// `f(a, b...)`: index into the calls.
    Call(u32),
    /// `a.b[0]` starting at a name: index into the traversals.
    Traversal(u32),
    /// Attribute and constant index steps on another expression.
    RelativeTraversal(ExprId, Run<Step>),
    /// `collection[key]` with a key that is not constant.
    Index(ExprId, ExprId),
    /// `source[*]...` or `source.*...`: index into the splats.
    Splat(u32),
    /// The element that the enclosing splat stands at.
    SplatItem,
    /// `[for ...]` and `{for ...}`: index into the fors.
    For(u32),
    /// `a ? b : c`: condition, then, else.
    Conditional(ExprId, ExprId, ExprId),
    /// An operator between two operands.
    Binary(BinaryOp, ExprId, ExprId),
    /// An operator before one operand.
    Unary(UnaryOp, ExprId),
    /// `(a)`
    Parens(ExprId),
    /// Text that could not be parsed; a diagnostic was given. Evaluates to an unknown value.
    Invalid,
}

/// One `key = value` of an object constructor.
#[derive(Clone, Copy, Debug)]
pub struct ObjectItem {
    /// The key; a bare name stands for itself, see [`Tree::object_key_literal`].
    pub key: ExprId,
    /// The value.
    pub value: ExprId,
}

/// A function call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name with any namespace, `provider::x::y`.
    pub name: SmolStr,
    /// Where the name stands.
    pub name_span: Span,
    /// The arguments.
    pub args: Run<ExprId>,
    /// Whether the last argument is followed by `...`.
    pub expand_final: bool,
    /// Where `(` stands.
    pub open_paren: Span,
    /// Where `)` stands.
    pub close_paren: Span,
}

impl Call {
    /// Where it begins: the name and `(`.
    pub fn start_span(&self) -> Span {
        Span::new(self.name_span.start, self.open_paren.end)
    }
}

/// A reference beginning at a name in scope.
#[derive(Clone, Debug)]
pub struct Traversal {
    /// Where the first name stands, which [`Tree::text`] tells.
    pub root_span: Span,
    /// What follows.
    pub steps: Run<Step>,
}

/// One step of a traversal.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it selects.
    pub kind: StepKind,
    /// Where it stands, with its dot or brackets.
    pub span: Span,
}

/// What a step selects.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// `.name`
    Attr(SmolStr),
    /// `[0]`, `["key"]` or the legacy `.0`; a string or number value.
    Index(Box<Value>),
}

/// A splat.
#[derive(Clone, Copy, Debug)]
pub struct Splat {
    /// What is iterated.
    pub source: ExprId,
    /// Evaluated for each element, which it names by [`ExprKind::SplatItem`].
    pub each: ExprId,
    /// True for `[*]`, false for `.*`.
    pub full: bool,
    /// Where the marker `[*]` or `.*` stands.
    pub marker: Span,
}

/// A `for` expression.
#[derive(Clone, Debug)]
pub struct For {
    /// The first of two names, if two are given.
    pub key_var: Option<SmolStr>,
    /// The only or second name.
    pub value_var: SmolStr,
    /// What is iterated.
    pub collection: ExprId,
    /// The key expression; present means an object is made.
    pub key: Option<ExprId>,
    /// The value expression.
    pub value: ExprId,
    /// The condition after `if`.
    pub condition: Option<ExprId>,
    /// Whether `...` groups values by key.
    pub group: bool,
    /// Where the opening bracket stands.
    pub open: Span,
    /// Where the closing bracket stands.
    pub close: Span,
}

/// Operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators")]
pub enum BinaryOp {
    Or,
    And,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// Operators before one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the operators")]
pub enum UnaryOp {
    Negate,
    Not,
}

/// `name = expr` in a body.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Where the name stands, which [`Tree::text`] tells.
    pub name_span: Span,
    /// Where `=` stands.
    pub equals_span: Span,
    /// The value.
    pub expr: ExprId,
}

/// A nested block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Where the type stands, which [`Tree::text`] tells.
    pub type_span: Span,
    /// The labels.
    pub labels: Run<Label>,
    /// What is between the braces.
    pub body: BodyId,
    /// Where `{` stands.
    pub open_brace: Span,
    /// Where `}` stands.
    pub close_brace: Span,
}

/// A block label.
#[derive(Clone, Debug)]
pub struct Label {
    /// The text without quotes.
    pub text: SmolStr,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// Attributes and blocks of a file or block, each in source order.
#[derive(Clone, Copy, Debug)]
pub struct BodyNode {
    /// The attributes.
    pub attributes: Run<Attribute>,
    /// The blocks.
    pub blocks: Run<Block>,
    /// The whole body, braces included.
    pub span: Span,
    /// Where a missing item would stand: the closing brace or the end of the file.
    pub end_span: Span,
}

/// One parsed file.
#[derive(Debug)]
pub struct Tree {
    pub(crate) source: Arc<SourceFile>,
    pub(crate) exprs: Vec<ExprNode>,
    pub(crate) expr_ids: Vec<ExprId>,
    pub(crate) object_items: Vec<ObjectItem>,
    pub(crate) literals: Vec<Value>,
    pub(crate) calls: Vec<Call>,
    pub(crate) traversals: Vec<Traversal>,
    pub(crate) steps: Vec<Step>,
    pub(crate) splats: Vec<Splat>,
    pub(crate) fors: Vec<For>,
    pub(crate) bodies: Vec<BodyNode>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) labels: Vec<Label>,
}

impl Tree {
    /// A tree without nodes, to be filled by the parser. Room is made for what a dense text of that many bytes
    /// holds, since growing the pools would copy them; room that stays empty costs addresses, not memory.
    pub(crate) fn for_source(source: Arc<SourceFile>, bytes: usize) -> Self {
        Self {
            source,
            exprs: Vec::with_capacity(bytes / 14),
            expr_ids: Vec::with_capacity(bytes / 32),
            object_items: Vec::with_capacity(bytes / 64),
            literals: Vec::with_capacity(bytes / 32),
            calls: Vec::with_capacity(bytes / 128),
            traversals: Vec::with_capacity(bytes / 32),
            steps: Vec::with_capacity(bytes / 32),
            splats: Vec::new(),
            fors: Vec::new(),
            bodies: Vec::with_capacity(bytes / 128),
            attributes: Vec::with_capacity(bytes / 40),
            blocks: Vec::with_capacity(bytes / 128),
            labels: Vec::with_capacity(bytes / 128),
        }
    }

    /// The text this tree was made from.
    pub fn source(&self) -> &Arc<SourceFile> {
        &self.source
    }

    /// Line and column of a span.
    pub fn range(&self, span: Span) -> SourceRange {
        self.source.range(span)
    }

    /// The text of a span that is UTF-8, as that of a name always is.
    #[inline]
    pub fn text(&self, span: Span) -> &str {
        self.source.piece(span).unwrap_or_default()
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> &ExprNode {
        &self.exprs[id.0 as usize]
    }

    /// The spans of what could not be read, which was reported when it was parsed.
    pub fn invalid_spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.exprs.iter().filter(|node| matches!(node.kind, ExprKind::Invalid)).map(|node| node.span)
    }

    /// The span of an expression.
    pub fn span(&self, id: ExprId) -> Span {
        self.exprs[id.0 as usize].span
    }

    /// A run of expressions.
    pub fn expr_run(&self, run: Run<ExprId>) -> &[ExprId] {
        run.of(&self.expr_ids)
    }

    /// The items of an object constructor.
    pub fn object_items(&self, run: Run<ObjectItem>) -> &[ObjectItem] {
        run.of(&self.object_items)
    }

    /// A decoded literal.
    pub fn literal(&self, index: u32) -> &Value {
        &self.literals[index as usize]
    }

    /// A function call.
    pub fn call(&self, index: u32) -> &Call {
        &self.calls[index as usize]
    }

    /// A reference.
    pub fn traversal(&self, index: u32) -> &Traversal {
        &self.traversals[index as usize]
    }

    /// The steps of a reference.
    pub fn steps(&self, run: Run<Step>) -> &[Step] {
        run.of(&self.steps)
    }

    /// A splat.
    pub fn splat(&self, index: u32) -> &Splat {
        &self.splats[index as usize]
    }

    /// A `for` expression.
    pub fn for_expr(&self, index: u32) -> &For {
        &self.fors[index as usize]
    }

    /// A body.
    pub fn body(&self, id: BodyId) -> &BodyNode {
        &self.bodies[id.0 as usize]
    }

    /// The attributes of a body.
    pub fn attributes(&self, run: Run<Attribute>) -> &[Attribute] {
        run.of(&self.attributes)
    }

    /// The blocks of a body.
    pub fn blocks(&self, run: Run<Block>) -> &[Block] {
        run.of(&self.blocks)
    }

    /// The labels of a block.
    pub fn labels(&self, run: Run<Label>) -> &[Label] {
        run.of(&self.labels)
    }

    /// The text of an object key that is a bare name: `{ name = 1 }` means the key `"name"`, while
    /// `{ (name) = 1 }` and `{ a.b = 1 }` are evaluated.
    pub fn object_key_literal(&self, key: ExprId) -> Option<&str> {
        match self.expr(key).kind {
            ExprKind::Traversal(index) => {
                let traversal = self.traversal(index);
                traversal.steps.is_empty().then(|| self.text(traversal.root_span))
            }
            _ => None,
        }
    }
}
