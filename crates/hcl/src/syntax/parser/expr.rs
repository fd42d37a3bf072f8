//! Operators and terms.

use diag::Span;
use smol_str::SmolStr;
use value::{Type, Value, num::Num};

use super::super::ast::{BinaryOp, Call, ExprId, ExprKind, Run, Traversal, UnaryOp};
use super::super::token::{Token, TokenKind};
use super::{Parse, Parser};

/// The operator a token stands for and how tightly it binds.
#[inline]
fn binary_op(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        TokenKind::Or => (BinaryOp::Or, 1),
        TokenKind::And => (BinaryOp::And, 2),
        TokenKind::EqualOp => (BinaryOp::Equal, 3),
        TokenKind::NotEqual => (BinaryOp::NotEqual, 3),
        TokenKind::GreaterThan => (BinaryOp::Greater, 4),
        TokenKind::GreaterThanEq => (BinaryOp::GreaterOrEqual, 4),
        TokenKind::LessThan => (BinaryOp::Less, 4),
        TokenKind::LessThanEq => (BinaryOp::LessOrEqual, 4),
        TokenKind::Plus => (BinaryOp::Add, 5),
        TokenKind::Minus => (BinaryOp::Subtract, 5),
        TokenKind::Star => (BinaryOp::Multiply, 6),
        TokenKind::Slash => (BinaryOp::Divide, 6),
        TokenKind::Percent => (BinaryOp::Modulo, 6),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        self.nested(self.tok.span(), Self::conditional)
    }

    fn conditional(&mut self) -> Parse<ExprId> {
        let start = self.tok.start;
        let first = self.operand()?;
        // Most values are a single term.
        if binary_op(self.tok.kind).is_none() && !self.at(TokenKind::Question) {
            return Ok(first);
        }
        let condition = self.binary_from(first, 1)?;
        if !self.at(TokenKind::Question) {
            return Ok(condition);
        }
        self.bump();
        let then = self.expression()?;
        if !self.at(TokenKind::Colon) {
            // The place is not lost: the expression can end here.
            self.error_in(
                "Missing false expression in conditional",
                "A condition is written `test ? when_true : when_false`. Add a colon and the value for the \
                 case that the test is false.",
                self.tok.span(),
                Span::new(start, self.tok.end),
            );
            return Ok(self.push(ExprKind::Invalid, Span::new(start, self.prev.end)));
        }
        self.bump();
        let otherwise = self.expression()?;
        let span = Span::new(start, self.tree.span(otherwise).end);
        Ok(self.push(ExprKind::Conditional(condition, then, otherwise), span))
    }

    /// The operators after an operand, down to those that bind as `loosest`.
    fn binary_from(&mut self, first: ExprId, loosest: u8) -> Parse<ExprId> {
        let mut left = first;
        while let Some((op, level)) = binary_op(self.tok.kind) {
            if level < loosest {
                break;
            }
            self.bump();
            let operand = self.operand()?;
            let right = self.binary_from(operand, level + 1)?;
            let span = self.tree.span(left).to(self.tree.span(right));
            left = self.push(ExprKind::Binary(op, left, right), span);
        }
        Ok(left)
    }

    /// A term with the accesses that follow it.
    #[inline]
    fn operand(&mut self) -> Parse<ExprId> {
        let term = self.term()?;
        match self.tok.kind {
            TokenKind::Dot | TokenKind::OBrack => self.accesses(term),
            _ => Ok(term),
        }
    }

    fn term(&mut self) -> Parse<ExprId> {
        match self.tok.kind {
            TokenKind::Ident => self.name_or_call(),
            TokenKind::OQuote => self.quoted(),
            TokenKind::OHeredoc => self.heredoc(),
            TokenKind::NumberLit => {
                let token = self.bump();
                let value = self.number(token);
                Ok(match value {
                    Some(value) => self.push_literal(value, token.span()),
                    None => self.push(ExprKind::Invalid, token.span()),
                })
            }
            TokenKind::OParen => self.parens(),
            TokenKind::OBrack => self.tuple(),
            TokenKind::OBrace => self.object(),
            TokenKind::Minus => self.unary(UnaryOp::Negate),
            TokenKind::Bang => self.unary(UnaryOp::Not),
            TokenKind::Eof => self.lost_first(
                "Missing expression",
                "The text ends where a value should be. Write a value, or remove what asks for one.",
                self.tok.span(),
                None,
            ),
            _ => self.lost_first(
                "Invalid expression",
                "A value should begin here, such as a string in double quotes, a number, a reference or a \
                 bracket, but none can begin with this.",
                self.tok.span(),
                None,
            ),
        }
    }

    fn unary(&mut self, op: UnaryOp) -> Parse<ExprId> {
        let symbol = self.bump();
        // Not a whole expression: `-1 + 2` is `(-1) + 2`.
        let operand = self.nested(symbol.span(), Self::operand)?;
        let span = symbol.span().to(self.tree.span(operand));
        Ok(self.push(ExprKind::Unary(op, operand), span))
    }

    fn parens(&mut self) -> Parse<ExprId> {
        let outer = std::mem::replace(&mut self.skip_newlines, true);
        let open = self.bump();
        let inner = self.expression()?;
        if !self.at(TokenKind::CParen) {
            return self.lost_in(
                "Unbalanced parentheses",
                "The parenthesis opened before is not closed where its expression ends. Add `)` here, or \
                 check what stands between the two.",
                self.tok.span(),
                open.span().to(self.tok.span()),
            );
        }
        self.skip_newlines = outer;
        let close = self.bump();
        Ok(self.push(ExprKind::Parens(inner), open.span().to(close.span())))
    }

    /// The value of a number token; `None` after a diagnostic.
    pub(super) fn number(&mut self, token: Token) -> Option<Value> {
        let number = Num::parse_literal(self.text(token));
        if number.is_none() {
            self.error(
                "Invalid number literal",
                format!(
                    "`{}` cannot be read as a number. Write digits with at most one decimal point and one \
                     exponent, like 1.5 or 2e10.",
                    self.text(token)
                ),
                token.span(),
            );
        }
        number.map(Value::number)
    }

    fn name_or_call(&mut self) -> Parse<ExprId> {
        let token = self.bump();
        if matches!(self.tok.kind, TokenKind::OParen | TokenKind::DoubleColon) {
            return self.call(token);
        }
        Ok(match self.bytes(token) {
            b"true" => self.push_literal(Value::bool(true), token.span()),
            b"false" => self.push_literal(Value::bool(false), token.span()),
            b"null" => self.push_literal(Value::null(Type::Dynamic), token.span()),
            _ => self.push_name(token),
        })
    }

    /// A reference to a name without any step.
    pub(super) fn push_name(&mut self, token: Token) -> ExprId {
        let index = self.tree.traversals.len() as u32;
        let steps = Run::new(self.tree.steps.len(), 0);
        let traversal = Traversal { root_span: token.span(), steps };
        self.tree.traversals.push(traversal);
        self.push(ExprKind::Traversal(index), token.span())
    }

    fn call(&mut self, first: Token) -> Parse<ExprId> {
        let (name, name_span) = self.call_name(first)?;
        let outer = std::mem::replace(&mut self.skip_newlines, true);
        let open_paren = self.bump().span();
        let mark = self.children.len();
        let mut expand_final = false;
        while !self.at(TokenKind::CParen) {
            let arg = self.expression()?;
            self.children.push(arg);
            match self.tok.kind {
                TokenKind::CParen => {}
                TokenKind::Comma => {
                    self.bump();
                }
                TokenKind::Ellipsis => {
                    let dots = self.bump();
                    expand_final = true;
                    if !self.at(TokenKind::CParen) {
                        return self.lost_first(
                            "Missing closing parenthesis",
                            "Only the last argument can be expanded with `...`, and `)` must follow it.",
                            dots.span(),
                            Some(name_span.to(dots.span())),
                        );
                    }
                }
                TokenKind::Eof => {
                    return self.lost(
                        "Unterminated function call",
                        "This call has no closing parenthesis before the end of the text. Add `)` after its \
                         last argument; a bracket left open further down can be the cause too.",
                        name_span.to(open_paren),
                    );
                }
                _ => {
                    return self.lost_in(
                        "Missing argument separator",
                        "The arguments of a function are separated by commas. Add a comma before this, or \
                         close the call with `)`.",
                        self.tok.span(),
                        name_span.to(self.tok.span()),
                    );
                }
            }
        }
        self.skip_newlines = outer;
        let close_paren = self.bump().span();
        let args = self.close_children(mark);
        let index = self.tree.calls.len() as u32;
        self.tree.calls.push(Call { name, name_span, args, expand_final, open_paren, close_paren });
        Ok(self.push(ExprKind::Call(index), name_span.to(close_paren)))
    }

    /// The rest of a function's name, up to its parenthesis.
    fn call_name(&mut self, first: Token) -> Parse<(SmolStr, Span)> {
        if self.at(TokenKind::OParen) {
            return Ok((self.name(first), first.span()));
        }
        let mut name = self.text(first).to_owned();
        let mut span = first.span();
        while self.at(TokenKind::DoubleColon) {
            self.bump();
            if !self.at(TokenKind::Ident) {
                return self.lost_in(
                    "Missing function name",
                    "After `::` the name of a function or of a namespace must follow.",
                    self.tok.span(),
                    first.span().to(self.tok.span()),
                );
            }
            let part = self.bump();
            name.push_str("::");
            name.push_str(self.text(part));
            span = span.to(part.span());
        }
        if !self.at(TokenKind::OParen) {
            return self.lost_in(
                "Missing open parenthesis",
                "A name with `::` is a function, so its arguments must follow in parentheses.",
                self.tok.span(),
                first.span().to(self.tok.span()),
            );
        }
        Ok((name.into(), span))
    }
}
