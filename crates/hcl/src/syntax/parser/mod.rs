//! Tokens to tree by recursive descent.
//!
//! A parse function that loses its place says so in a diagnostic and returns [`Lost`]; the nearest body
//! then finds the next item. Mistakes that do not lose the place are reported and parsing goes on.

mod access;
mod body;
mod collection;
mod expr;
mod resync;
mod strings;
mod template;
mod template_tree;

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, Span};
use smol_str::SmolStr;
use value::Value;

use super::ast::{Attribute, Block, BodyId, BodyNode, ExprId, ExprKind, ExprNode, ObjectItem, Run, Tree};
use super::lexer::Lexer;
use super::lexical;
use super::token::{Token, TokenKind};

/// The place in the text is lost; a diagnostic was given.
#[derive(Debug)]
struct Lost;

type Parse<T> = Result<T, Lost>;

/// How deep brackets, operators and blocks may nest. Go's own stack ends somewhere beyond 10,000.
const MAX_DEPTH: u32 = 10_240;

/// After so many errors the rest of a file is not worth reading, and finding the next item could cost
/// a scan of the whole file each time.
pub(super) const MAX_ERRORS: usize = 100;

struct Parser<'s> {
    src: &'s [u8],
    /// The same as text if all of it is; then no piece of it needs to be checked again.
    utf8: Option<&'s str>,
    tree: Tree,
    lexer: Lexer<'s>,
    /// The token ahead.
    tok: Token,
    /// Where the token before it stands.
    prev: Span,
    /// Whether line ends are spaces, as they are in most brackets. Set before the token that opens or
    /// closes the bracket is taken, because taking it reads the next.
    skip_newlines: bool,
    depth: u32,
    diags: Diagnostics,
    saw_invalid: bool,
    /// Whether the place was ever found again by a guess only; then names and braces may be text.
    guessed: bool,
    /// Whether the place was lost before at all, so that braces may be out of step and more that is wrong may be a
    /// consequence.
    was_lost: bool,
    /// Whether the rest of the text is not worth reading.
    hopeless: bool,
    /// How many items had a bracket that is never closed.
    unclosed: u32,
    /// Items of lists that are still open; each list remembers where it began.
    children: Vec<ExprId>,
    items: Vec<ObjectItem>,
    attributes: Vec<Attribute>,
    blocks: Vec<Block>,
}

/// Parses a whole configuration file.
pub fn parse_config(source: Arc<SourceFile>) -> (Arc<Tree>, BodyId, Diagnostics) {
    parse(source, Kind::Config, |p| p.file_body())
}

/// Parses a text that is one expression; line ends are spaces as in parentheses.
pub fn parse_expression(source: Arc<SourceFile>) -> (Arc<Tree>, ExprId, Diagnostics) {
    parse(source, Kind::Expression, |p| {
        let result = p.only_expression();
        p.whole(result)
    })
}

/// Parses a text that is a template without quotes, such as a file for `templatefile`.
pub fn parse_template(source: Arc<SourceFile>) -> (Arc<Tree>, ExprId, Diagnostics) {
    parse(source, Kind::Template, |p| {
        let result = p.bare_template();
        p.whole(result)
    })
}

/// Parses a text that is a reference: a name, then attributes and constant indexes. The result is a
/// [`ExprKind::Traversal`], or [`ExprKind::Invalid`] if there are errors.
pub fn parse_traversal(source: Arc<SourceFile>) -> (Arc<Tree>, ExprId, Diagnostics) {
    parse(source, Kind::Expression, |p| {
        let result = p.only_traversal();
        p.whole(result)
    })
}

/// How a text is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Config,
    Expression,
    Template,
}

impl Kind {
    fn lexer(self, src: &[u8]) -> Lexer<'_> {
        match self {
            Kind::Template => Lexer::new_template(src),
            _ => Lexer::new(src),
        }
    }
}

fn parse<T>(
    source: Arc<SourceFile>,
    kind: Kind,
    run: impl FnOnce(&mut Parser<'_>) -> T,
) -> (Arc<Tree>, T, Diagnostics) {
    let too_large = source.bytes().len() >= u32::MAX as usize;
    let src = if too_large { &[][..] } else { source.bytes() };
    let mut parser = Parser {
        src,
        utf8: source.text().filter(|_| !too_large),
        tree: Tree::for_source(source.clone(), src.len()),
        lexer: kind.lexer(src),
        tok: Token { kind: TokenKind::Eof, plain: false, start: 0, end: 0 },
        prev: Span::default(),
        skip_newlines: kind == Kind::Expression,
        depth: 0,
        diags: Diagnostics::new(),
        saw_invalid: false,
        guessed: false,
        was_lost: false,
        hopeless: false,
        unclosed: 0,
        children: Vec::new(),
        items: Vec::new(),
        attributes: Vec::new(),
        blocks: Vec::new(),
    };
    if too_large {
        parser.diags.push(Diagnostic::error(
            "Source file too large",
            format!("{} is 4 GiB or larger. Split it into several files.", source.name()),
        ));
    }
    parser.advance();
    let result = run(&mut parser);
    let Parser { tree, diags, saw_invalid, .. } = parser;
    let mut all = Diagnostics::new();
    if saw_invalid || diags.has_errors() {
        all = lexical::check(&source, kind.lexer(src));
    }
    all.append(diags);
    (Arc::new(tree), result, all)
}

impl<'s> Parser<'s> {
    /// Takes the token ahead and reads the next.
    #[inline]
    fn bump(&mut self) -> Token {
        let token = self.tok;
        self.prev = token.span();
        self.advance();
        token
    }

    #[inline]
    fn advance(&mut self) {
        self.tok = self.lexer.next_token();
        // Comments, line ends, the end and all that is invalid are the last kinds.
        if self.tok.kind as u8 >= TokenKind::Comment as u8 {
            self.check_ahead();
        }
    }

    /// Skips comments, and line ends where they are spaces.
    fn check_ahead(&mut self) {
        loop {
            match self.tok.kind {
                TokenKind::Comment => {
                    let bytes = self.bytes(self.tok);
                    // A line comment holds the newline that ends the item before it.
                    if !self.skip_newlines && bytes.ends_with(b"\n") && !bytes.starts_with(b"/*") {
                        self.tok.kind = TokenKind::Newline;
                        return;
                    }
                }
                TokenKind::Newline if self.skip_newlines => {}
                kind => {
                    self.saw_invalid |= kind.is_invalid();
                    return;
                }
            }
            self.tok = self.lexer.next_token();
        }
    }

    #[inline]
    fn at(&self, kind: TokenKind) -> bool {
        self.tok.kind == kind
    }

    fn bytes(&self, token: Token) -> &'s [u8] {
        &self.src[token.start as usize..token.end as usize]
    }

    /// A piece of the text, if it is UTF-8.
    #[inline]
    fn piece(&self, span: Span) -> Option<&'s str> {
        let range = span.start as usize..span.end as usize;
        match self.utf8 {
            Some(text) => text.get(range),
            None => std::str::from_utf8(&self.src[range]).ok(),
        }
    }

    /// The text of a token that the lexer knows to be UTF-8.
    #[inline]
    fn text(&self, token: Token) -> &'s str {
        self.piece(token.span()).unwrap_or_default()
    }

    #[inline]
    fn name(&self, token: Token) -> SmolStr {
        SmolStr::new(self.text(token))
    }

    fn at_keyword(&self, word: &str) -> bool {
        self.at(TokenKind::Ident) && self.bytes(self.tok) == word.as_bytes()
    }

    #[inline]
    fn push(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let id = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(ExprNode { kind, span });
        id
    }

    #[inline]
    fn push_literal(&mut self, value: Value, span: Span) -> ExprId {
        let index = self.tree.literals.len() as u32;
        self.tree.literals.push(value);
        self.push(ExprKind::Literal(index), span)
    }

    /// Moves the open children from `mark` on into the tree.
    #[inline]
    fn close_children(&mut self, mark: usize) -> Run<ExprId> {
        let pool = &mut self.tree.expr_ids;
        let start = pool.len();
        pool.extend_from_slice(&self.children[mark..]);
        self.children.truncate(mark);
        Run::new(start, pool.len() - start)
    }

    #[cold]
    fn error(&mut self, summary: &str, detail: impl Into<String>, subject: Span) {
        let subject = self.tree.range(subject);
        self.diags.push(Diagnostic::error(summary, detail).at(subject));
    }

    #[cold]
    fn error_in(&mut self, summary: &str, detail: impl Into<String>, subject: Span, context: Span) {
        let (subject, context) = (self.tree.range(subject), self.tree.range(context));
        self.diags.push(Diagnostic::error(summary, detail).at(subject).within(context));
    }

    /// Reports an error after which the place is lost.
    #[cold]
    fn lost<T>(&mut self, summary: &str, detail: impl Into<String>, subject: Span) -> Parse<T> {
        self.error(summary, detail, subject);
        Err(Lost)
    }

    #[cold]
    fn lost_in<T>(
        &mut self,
        summary: &str,
        detail: impl Into<String>,
        subject: Span,
        context: Span,
    ) -> Parse<T> {
        self.error_in(summary, detail, subject, context);
        Err(Lost)
    }

    /// The same, but only the first time: after the place was lost, this may well be a consequence.
    #[cold]
    fn lost_first<T>(
        &mut self,
        summary: &str,
        detail: impl Into<String>,
        subject: Span,
        context: Option<Span>,
    ) -> Parse<T> {
        match context {
            _ if self.was_lost => Err(Lost),
            Some(context) => self.lost_in(summary, detail, subject, context),
            None => self.lost(summary, detail, subject),
        }
    }

    /// Runs one more level of nesting, unless there are too many.
    #[inline]
    fn nested<T>(&mut self, at: Span, level: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            self.hopeless = true;
            let line = self.tree.range(at).start.line;
            return self.lost(
                "Nesting too deep",
                format!(
                    "Brackets, operators and blocks are nested more than {MAX_DEPTH} levels deep on line \
                     {line}. Break the expression into several local values."
                ),
                at,
            );
        }
        self.depth += 1;
        // Asking for stack costs a little, so it is done for a few levels at a time.
        let result = if self.depth.is_multiple_of(8) {
            stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || level(self))
        } else {
            level(self)
        };
        self.depth -= 1;
        result
    }

    fn whole(&mut self, result: Parse<ExprId>) -> ExprId {
        match result {
            Ok(id) => id,
            Err(Lost) => self.push(ExprKind::Invalid, Span::new(0, self.src.len() as u32)),
        }
    }

    fn only_expression(&mut self) -> Parse<ExprId> {
        let id = self.expression()?;
        if !self.at(TokenKind::Eof) {
            self.error(
                "Extra characters after expression",
                "The expression is complete before this point. Remove what follows, or join the two with \
                 an operator.",
                self.tok.span(),
            );
        }
        Ok(id)
    }

    fn file_body(&mut self) -> BodyId {
        self.body(TokenKind::Eof, self.tok.span())
    }

    fn push_body(&mut self, body: BodyNode) -> BodyId {
        let id = BodyId(self.tree.bodies.len() as u32);
        self.tree.bodies.push(body);
        id
    }
}
