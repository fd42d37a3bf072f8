//! Tuples, objects and `for` expressions.

use diag::Span;

use super::super::ast::{ExprId, ExprKind, For, ObjectItem, Run};
use super::super::token::{Token, TokenKind};
use super::{Parse, Parser};

const FOR: &str = "Invalid 'for' expression";

impl Parser<'_> {
    pub(super) fn tuple(&mut self) -> Parse<ExprId> {
        let outer = std::mem::replace(&mut self.skip_newlines, true);
        let open = self.bump();
        if self.at_keyword("for") {
            return self.for_expr(open, outer);
        }
        let mark = self.children.len();
        while !self.at(TokenKind::CBrack) {
            let item = self.expression()?;
            self.children.push(item);
            match self.tok.kind {
                TokenKind::CBrack => {}
                TokenKind::Comma => {
                    self.bump();
                }
                TokenKind::Eof => {
                    return self.lost(
                        "Unterminated tuple constructor expression",
                        "This bracket is not closed before the end of the text. Add `]` after the last item; \
                         a bracket left open further down can be the cause too.",
                        open.span(),
                    );
                }
                _ => {
                    return self.lost_first(
                        "Missing item separator",
                        "The items of a list are separated by commas. Add a comma before this, or close the \
                         list with `]`.",
                        self.tok.span(),
                        Some(open.span().to(self.tok.span())),
                    );
                }
            }
        }
        self.skip_newlines = outer;
        let close = self.bump();
        let items = self.close_children(mark);
        Ok(self.push(ExprKind::Tuple(items), open.span().to(close.span())))
    }

    pub(super) fn object(&mut self) -> Parse<ExprId> {
        // Line ends separate items, but those before the first item mean nothing, so that a `for` on a
        // line of its own is seen.
        let outer = std::mem::replace(&mut self.skip_newlines, true);
        let open = self.bump();
        if self.at_keyword("for") {
            return self.for_expr(open, outer);
        }
        self.skip_newlines = false;
        let mark = self.items.len();
        while !self.at(TokenKind::CBrace) {
            if self.at(TokenKind::Newline) {
                self.bump();
                continue;
            }
            let key = self.object_key(open)?;
            let value = self.expression()?;
            self.items.push(ObjectItem { key, value });
            match self.tok.kind {
                TokenKind::CBrace => {}
                TokenKind::Comma | TokenKind::Newline => {
                    self.bump();
                }
                TokenKind::Eof => return self.unterminated_object(open),
                _ => {
                    return self.lost_first(
                        "Missing attribute separator",
                        "Each item of an object ends with a comma or a line end. Add one before this, or \
                         close the object with `}`.",
                        self.tok.span(),
                        Some(open.span().to(self.tok.span())),
                    );
                }
            }
        }
        self.skip_newlines = outer;
        let close = self.bump();
        let pool = &mut self.tree.object_items;
        let start = pool.len();
        pool.extend_from_slice(&self.items[mark..]);
        self.items.truncate(mark);
        let items = Run::new(start, pool.len() - start);
        Ok(self.push(ExprKind::Object(items), open.span().to(close.span())))
    }

    /// A key with the sign after it.
    fn object_key(&mut self, open: Token) -> Parse<ExprId> {
        let first = self.tok;
        let key = self.expression()?;
        // `true`, `false` and `null` are names like any other when they stand alone before the sign.
        if first.kind == TokenKind::Ident
            && matches!(self.tree.expr(key).kind, ExprKind::Literal(_))
            && self.tree.span(key) == first.span()
        {
            self.tree.exprs.pop();
            self.tree.literals.pop();
            self.push_name(first);
        }
        let context = open.span().to(self.tok.span());
        let subject = self.tok.span();
        match self.tok.kind {
            TokenKind::Equal | TokenKind::Colon => {
                self.bump();
                Ok(key)
            }
            TokenKind::Eof => self.unterminated_object(open),
            TokenKind::Newline | TokenKind::Comma => self.lost_first(
                "Missing attribute value",
                "This key has no value. Add an equals sign and a value.",
                subject,
                Some(context),
            ),
            TokenKind::Ident => self.lost_first(
                "Missing key/value separator",
                "An equals sign must stand between a key and its value. If the key itself has dots or \
                 spaces, put it in quotes.",
                subject,
                Some(context),
            ),
            _ => self.lost_first(
                "Missing key/value separator",
                "An equals sign must stand between a key and its value.",
                subject,
                Some(context),
            ),
        }
    }

    fn unterminated_object(&mut self, open: Token) -> Parse<ExprId> {
        self.lost(
            "Unterminated object constructor expression",
            "This brace is not closed before the end of the text. Add `}` after the last item; a brace left \
             open further down can be the cause too.",
            open.span(),
        )
    }

    /// The rest of a `for` expression from the word `for` on; line ends are spaces already.
    fn for_expr(&mut self, open: Token, outer: bool) -> Parse<ExprId> {
        self.bump();
        let mut key_var = None;
        let mut value_var = self.for_name(open, "After `for` a variable name must follow.")?;
        if self.at(TokenKind::Comma) {
            self.bump();
            let second = self.for_name(open, "After the comma a second variable name must follow.")?;
            key_var = Some(std::mem::replace(&mut value_var, second));
        }
        if !self.at_keyword("in") {
            return self.lost_for(open, "After the variable names the word `in` must follow.");
        }
        self.bump();
        let collection = self.expression()?;
        if !self.at(TokenKind::Colon) {
            return self.lost_for(open, "After the collection a colon must follow, then the result.");
        }
        self.bump();
        let mut key = None;
        let mut value = self.expression()?;
        if self.at(TokenKind::FatArrow) {
            self.bump();
            key = Some(std::mem::replace(&mut value, self.expression()?));
        }
        let mut group = None;
        if self.at(TokenKind::Ellipsis) {
            group = Some(self.bump().span());
        }
        let mut condition = None;
        if self.at_keyword("if") {
            self.bump();
            condition = Some(self.expression()?);
        }
        let is_object = open.kind == TokenKind::OBrace;
        let closer = if is_object { TokenKind::CBrace } else { TokenKind::CBrack };
        if !self.at(closer) {
            return self.lost_for(
                open,
                "The `for` expression is complete before this point, so its closing bracket must follow.",
            );
        }
        self.skip_newlines = outer;
        let close = self.bump().span();
        let open = open.span();
        let span = open.to(close);
        self.check_for_form(is_object, key, value, group, span);
        let index = self.tree.fors.len() as u32;
        let group = group.is_some();
        self.tree.fors.push(For {
            key_var,
            value_var,
            collection,
            key,
            value,
            condition,
            group,
            open,
            close,
        });
        Ok(self.push(ExprKind::For(index), span))
    }

    fn for_name(&mut self, open: Token, detail: &str) -> Parse<smol_str::SmolStr> {
        if !self.at(TokenKind::Ident) {
            return self.lost_for(open, detail);
        }
        let token = self.bump();
        Ok(self.name(token))
    }

    fn lost_for<T>(&mut self, open: Token, detail: &str) -> Parse<T> {
        self.lost_first(FOR, detail, self.tok.span(), Some(open.span().to(self.tok.span())))
    }

    /// Complains of what fits only the other kind of bracket.
    fn check_for_form(
        &mut self,
        is_object: bool,
        key: Option<ExprId>,
        value: ExprId,
        group: Option<Span>,
        span: Span,
    ) {
        match key {
            Some(key) if !is_object => {
                let detail = "In square brackets the result is a list, which has no keys. Use braces to make \
                              an object, or remove the key and the arrow.";
                self.error_in(FOR, detail, self.tree.span(key), span);
            }
            None if is_object => {
                let detail = "In braces the result is an object, so each item needs a key: write `key => \
                              value`. Use square brackets to make a list.";
                self.error_in(FOR, detail, self.tree.span(value), span);
            }
            _ => {}
        }
        if let (Some(dots), false) = (group, is_object) {
            let detail = "`...` groups the values of equal keys, so it has a meaning in braces only.";
            self.error_in(FOR, detail, dots, span);
        }
    }
}
