//! Finding the next item of a body after the place was lost.

use memchr::memchr;

use super::super::lexer::Lexer;
use super::super::token::{Token, TokenKind};
use super::{MAX_ERRORS, Parser};

/// So many items with a bracket that is never closed are looked into; each costs a look at the whole rest
/// of the file.
const MAX_UNCLOSED: u32 = 10;

impl Parser<'_> {
    /// Continues after the item that began at `start`, inside the body that ends with `end`.
    #[cold]
    pub(super) fn resync(&mut self, start: Token, end: TokenKind) {
        self.was_lost = true;
        self.children.clear();
        self.items.clear();
        if self.hopeless || self.diags.len() >= MAX_ERRORS {
            return self.restart(self.src.len() as u32);
        }
        let error_at = self.tok.start;
        let pos = self.item_end(start.start, error_at, end == TokenKind::CBrace);
        self.restart(pos);
    }

    /// Goes to the end of a body in which nothing can begin where the place is: what follows may belong to another body.
    #[cold]
    pub(super) fn skip_body(&mut self, end: TokenKind) {
        self.was_lost = true;
        let mut inner = 0_u32;
        // A brace that is what is wrong opens nothing.
        self.bump();
        loop {
            match self.tok.kind {
                TokenKind::Eof => return,
                TokenKind::OBrace => inner += 1,
                TokenKind::CBrace if inner > 0 => inner -= 1,
                kind if kind == end => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn restart(&mut self, pos: u32) {
        self.lexer = Lexer::resume_at(self.src, pos);
        self.skip_newlines = false;
        self.advance();
    }

    /// Where the item ends: after the first line end outside of all brackets that is not before the
    /// error, or before the brace that closes the body.
    fn item_end(&mut self, start: u32, error_at: u32, in_block: bool) -> u32 {
        let mut lexer = Lexer::resume_at(self.src, start);
        let mut open = Vec::new();
        loop {
            let token = lexer.next_token();
            match token.kind {
                TokenKind::Newline | TokenKind::Comment => {
                    let ends_line = self.src[token.end as usize - 1] == b'\n';
                    if ends_line && open.is_empty() && token.end > error_at {
                        return token.end;
                    }
                }
                TokenKind::OBrace
                | TokenKind::OBrack
                | TokenKind::OParen
                | TokenKind::OQuote
                | TokenKind::OHeredoc
                | TokenKind::TemplateInterp
                | TokenKind::TemplateControl => open.push(token.kind),
                TokenKind::CBrace if open.is_empty() && in_block && token.start >= error_at => {
                    return token.start;
                }
                TokenKind::CBrace
                | TokenKind::CBrack
                | TokenKind::CParen
                | TokenKind::CQuote
                | TokenKind::CHeredoc
                | TokenKind::TemplateSeqEnd => close(&mut open, token.kind),
                TokenKind::QuotedNewline if !self.quote_closes_later(token.end) => {
                    self.guessed = true;
                    return self.next_line(token.start);
                }
                TokenKind::Eof if open.is_empty() => return token.start,
                // Text of a heredoc must not be taken for items.
                TokenKind::Eof if open.contains(&TokenKind::OHeredoc) => return token.start,
                TokenKind::Eof => {
                    self.guessed = true;
                    self.unclosed += 1;
                    self.hopeless = self.unclosed >= MAX_UNCLOSED;
                    return self.next_item_by_indent(start, error_at);
                }
                _ => {}
            }
        }
    }

    /// Whether the next quote looks like the end of a string over several lines, rather than like the
    /// beginning of another string: nothing but punctuation follows it on its line.
    fn quote_closes_later(&self, from: u32) -> bool {
        let rest = &self.src[from as usize..];
        let Some(quote) = memchr(b'"', rest) else { return false };
        let after = &rest[quote + 1..];
        let line = &after[..memchr(b'\n', after).unwrap_or(after.len())];
        matches!(line.trim_ascii_start().first(), None | Some(b',' | b')' | b']' | b'}' | b'#' | b'/'))
    }

    fn next_line(&self, from: u32) -> u32 {
        let rest = &self.src[from as usize..];
        from + memchr(b'\n', rest).map_or(rest.len(), |at| at + 1) as u32
    }

    /// A bracket is never closed: the next line that is indented no more than the item, and that begins
    /// like an item or closes a block, is taken for the next item.
    fn next_item_by_indent(&self, start: u32, error_at: u32) -> u32 {
        let line_start = |at: u32| {
            let before = &self.src[..at as usize];
            memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1) as u32
        };
        let indent = start - line_start(start);
        let mut line = self.next_line(start);
        let error_line = line_start(error_at);
        while (line as usize) < self.src.len() {
            let rest = &self.src[line as usize..];
            let spaces = rest.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            let begins_item =
                rest.get(spaces).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'}'));
            if line >= error_line && begins_item && spaces as u32 <= indent {
                return line;
            }
            line = self.next_line(line);
        }
        self.src.len() as u32
    }
}

/// Takes off the opener that belongs to a closer, with those inside it that were never closed.
fn close(open: &mut Vec<TokenKind>, closer: TokenKind) {
    let fits = |opener: &TokenKind| match closer {
        TokenKind::CBrace => *opener == TokenKind::OBrace,
        TokenKind::CBrack => *opener == TokenKind::OBrack,
        TokenKind::CParen => *opener == TokenKind::OParen,
        TokenKind::CQuote => *opener == TokenKind::OQuote,
        TokenKind::CHeredoc => *opener == TokenKind::OHeredoc,
        _ => matches!(opener, TokenKind::TemplateInterp | TokenKind::TemplateControl),
    };
    if let Some(at) = open.iter().rposition(fits) {
        open.truncate(at);
    }
}
