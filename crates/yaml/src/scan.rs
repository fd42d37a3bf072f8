//! Text to tokens.
//!
//! The rules are libyaml's, which differ from the YAML 1.2 grammar where that has no bearing on sane
//! documents: brackets may close at any indentation, tabs may not indent, a key fits one line. Whether
//! something is a key is known only at its colon, so tokens wait in a queue while one may still come.

use std::collections::VecDeque;

use crate::Error;
use crate::cursor::{Cursor, Mark};
use crate::token::{Style, Token, TokenKind};

/// How many characters a key without `?` may have.
const MAX_KEY: usize = 1024;

/// Something that is a key if a colon follows.
#[derive(Clone, Copy, Debug, Default)]
struct MaybeKey {
    possible: bool,
    /// Nothing else could stand there.
    required: bool,
    /// Which token it is, counted from the first of all.
    number: usize,
    mark: Mark,
}

pub(crate) struct Scanner<'t> {
    pub(crate) cursor: Cursor<'t>,
    queue: VecDeque<Token>,
    /// How many tokens were taken from the queue.
    taken: usize,
    ended: bool,
    /// The column of the innermost block collection; -1 outside of all.
    pub(crate) indent: isize,
    indents: Vec<isize>,
    /// One for each open bracket, and one for what is outside of all.
    keys: Vec<MaybeKey>,
    /// Whether a key may begin here.
    pub(crate) key_allowed: bool,
}

pub(crate) type Scan<T> = Result<T, Error>;

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            cursor: Cursor::new(text),
            queue: VecDeque::new(),
            taken: 0,
            ended: false,
            indent: -1,
            indents: Vec::new(),
            keys: vec![MaybeKey::default()],
            key_allowed: true,
        }
    }

    /// The next token, which stays. After the end of the stream it is that again.
    pub(crate) fn peek(&mut self) -> Scan<&Token> {
        while !self.ended && self.needs_more()? {
            self.fetch()?;
        }
        let end = self.cursor.mark;
        if self.queue.is_empty() {
            self.queue.push_back(Token::new(TokenKind::StreamEnd, end, end.byte));
        }
        Ok(&self.queue[0])
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Scan<Token> {
        self.peek()?;
        self.taken += 1;
        let end = self.cursor.mark;
        Ok(self.queue.pop_front().unwrap_or(Token::new(TokenKind::StreamEnd, end, end.byte)))
    }

    pub(crate) fn in_flow(&self) -> bool {
        self.keys.len() > 1
    }

    pub(crate) fn error<T>(&self, message: &str) -> Scan<T> {
        Err(self.error_at(self.cursor.mark, message))
    }

    pub(crate) fn error_at(&self, mark: Mark, message: impl Into<String>) -> Error {
        Error { line: mark.line + 1, column: mark.column + 1, byte: mark.byte, message: message.into() }
    }

    /// Whether the first token could still turn out to be a key.
    fn needs_more(&mut self) -> Scan<bool> {
        if self.queue.is_empty() {
            return Ok(true);
        }
        self.drop_stale_keys()?;
        // Later keys have later marks, so all that is still possible is at the end of the list.
        let fresh = self.keys.iter().rev().take_while(|key| !self.is_stale(key));
        Ok(fresh.into_iter().any(|key| key.possible && key.number == self.taken))
    }

    fn is_stale(&self, key: &MaybeKey) -> bool {
        key.mark.line < self.cursor.mark.line || key.mark.index + MAX_KEY < self.cursor.mark.index
    }

    /// Only outside of brackets a key can be required, so only there it matters at once that none came.
    fn drop_stale_keys(&mut self) -> Scan<()> {
        let key = self.keys[0];
        if key.possible && self.is_stale(&key) {
            if key.required {
                return Err(self.error_at(key.mark, "could not find expected ':'"));
            }
            self.keys[0].possible = false;
        }
        Ok(())
    }

    fn save_key(&mut self) -> Scan<()> {
        if self.key_allowed {
            self.remove_key()?;
            let mark = self.cursor.mark;
            let required = !self.in_flow() && self.indent == mark.column as isize;
            let number = self.taken + self.queue.len();
            if let Some(key) = self.keys.last_mut() {
                *key = MaybeKey { possible: true, required, number, mark };
            }
        }
        Ok(())
    }

    /// What came so far was no key.
    fn remove_key(&mut self) -> Scan<()> {
        let mark = self.cursor.mark;
        let Some(key) = self.keys.last_mut() else { return Ok(()) };
        let old = *key;
        *key = MaybeKey { mark, ..MaybeKey::default() };
        if old.possible && old.required {
            return Err(self.error_at(old.mark, "could not find expected ':'"));
        }
        Ok(())
    }

    fn push(&mut self, kind: TokenKind, start: Mark) {
        self.queue.push_back(Token::new(kind, start, self.cursor.mark.byte));
    }

    /// Takes the character that is the whole token.
    fn push_one(&mut self, kind: TokenKind) {
        let start = self.cursor.mark;
        self.cursor.skip();
        self.push(kind, start);
    }

    /// Begins a block collection if the column is further right than the last one.
    fn begin_block(&mut self, column: usize, number: Option<usize>, kind: TokenKind, mark: Mark) {
        if self.in_flow() || self.indent >= column as isize {
            return;
        }
        self.indents.push(self.indent);
        self.indent = column as isize;
        let token = Token::new(kind, mark, mark.byte);
        match number {
            Some(number) => self.queue.insert(number - self.taken, token),
            None => self.queue.push_back(token),
        }
    }

    /// Ends all block collections further right than the column.
    fn end_blocks(&mut self, column: isize) {
        if self.in_flow() {
            return;
        }
        let mark = self.cursor.mark;
        while self.indent > column {
            self.queue.push_back(Token::new(TokenKind::BlockEnd, mark, mark.byte));
            self.indent = self.indents.pop().unwrap_or(-1);
        }
    }

    fn fetch(&mut self) -> Scan<()> {
        self.skip_space();
        self.drop_stale_keys()?;
        self.end_blocks(self.cursor.mark.column as isize);
        if self.cursor.at_end() {
            self.end_blocks(-1);
            self.remove_key()?;
            self.key_allowed = false;
            self.ended = true;
            self.push(TokenKind::StreamEnd, self.cursor.mark);
            return Ok(());
        }
        if self.cursor.mark.column == 0 && self.cursor.peek(0) == b'%' {
            self.outside_of_blocks()?;
            let token = self.directive()?;
            self.queue.push_back(token);
            return Ok(());
        }
        for (marker, kind) in [("---", TokenKind::DocumentStart), ("...", TokenKind::DocumentEnd)] {
            if self.cursor.at_document_marker(marker) {
                self.outside_of_blocks()?;
                let start = self.cursor.mark;
                (0..3).for_each(|_| self.cursor.skip());
                self.push(kind, start);
                return Ok(());
            }
        }
        self.fetch_content()
    }

    fn fetch_content(&mut self) -> Scan<()> {
        let in_flow = self.in_flow();
        match self.cursor.peek(0) {
            b'[' => self.flow_start(TokenKind::FlowSequenceStart),
            b'{' => self.flow_start(TokenKind::FlowMappingStart),
            b']' => self.flow_end(TokenKind::FlowSequenceEnd),
            b'}' => self.flow_end(TokenKind::FlowMappingEnd),
            b',' => {
                self.remove_key()?;
                self.key_allowed = true;
                self.push_one(TokenKind::FlowEntry);
                Ok(())
            }
            b'-' if self.cursor.is_space(1) => self.block_entry(),
            b'?' if in_flow || self.cursor.is_space(1) => self.key(),
            b':' if in_flow || self.cursor.is_space(1) => self.value(),
            b'*' => self.inline(|scanner| scanner.anchor(TokenKind::Alias)),
            b'&' => self.inline(|scanner| scanner.anchor(TokenKind::Anchor)),
            b'!' => self.inline(Self::tag),
            b'\'' => self.inline(|scanner| scanner.quoted(true)),
            b'"' => self.inline(|scanner| scanner.quoted(false)),
            b'|' | b'>' if !in_flow => {
                self.remove_key()?;
                self.key_allowed = true;
                let token = self.block_scalar()?;
                self.queue.push_back(token);
                Ok(())
            }
            b'-' if !self.cursor.is_blank(1) => self.inline(Self::plain),
            b'?' | b':' if !in_flow && !self.cursor.is_space(1) => self.inline(Self::plain),
            b'-' | b'?' | b':' | b'#' | b'|' | b'>' | b'%' | b'@' | b'`' => self.no_token(),
            _ if self.cursor.is_space(0) => self.no_token(),
            _ => self.inline(Self::plain),
        }
    }

    fn no_token(&self) -> Scan<()> {
        let hint = if self.cursor.peek(0) == b'\t' { ": a tab cannot indent a line" } else { "" };
        Err(self.error_at(self.cursor.mark, format!("found character that cannot start any token{hint}")))
    }

    /// Spaces, comments and line breaks. A tab may stand only where no key can begin, since it cannot be
    /// compared with the indentation of other lines.
    fn skip_space(&mut self) {
        loop {
            let cursor = &mut self.cursor;
            if cursor.mark.column == 0 && cursor.text[cursor.mark.byte..].starts_with('\u{feff}') {
                cursor.skip();
            }
            let tabs = self.keys.len() > 1 || !self.key_allowed;
            while cursor.peek(0) == b' ' || (tabs && cursor.peek(0) == b'\t') {
                cursor.skip();
            }
            cursor.skip_comment();
            if !cursor.is_break(0) {
                return;
            }
            cursor.skip_line();
            if !self.in_flow() {
                self.key_allowed = true;
            }
        }
    }

    fn outside_of_blocks(&mut self) -> Scan<()> {
        self.end_blocks(-1);
        self.remove_key()?;
        self.key_allowed = false;
        Ok(())
    }

    /// A token that may begin a key and after which none can.
    fn inline(&mut self, scan: impl FnOnce(&mut Self) -> Scan<Token>) -> Scan<()> {
        self.save_key()?;
        self.key_allowed = false;
        let token = scan(self)?;
        self.queue.push_back(token);
        Ok(())
    }

    fn flow_start(&mut self, kind: TokenKind) -> Scan<()> {
        self.save_key()?;
        self.keys.push(MaybeKey { mark: self.cursor.mark, ..MaybeKey::default() });
        self.key_allowed = true;
        self.push_one(kind);
        Ok(())
    }

    fn flow_end(&mut self, kind: TokenKind) -> Scan<()> {
        self.remove_key()?;
        if self.in_flow() {
            self.keys.pop();
        }
        self.key_allowed = false;
        self.push_one(kind);
        Ok(())
    }

    fn block_entry(&mut self) -> Scan<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return self.error("block sequence entries are not allowed in this context");
            }
            let mark = self.cursor.mark;
            self.begin_block(mark.column, None, TokenKind::BlockSequenceStart, mark);
        }
        self.remove_key()?;
        self.key_allowed = true;
        self.push_one(TokenKind::BlockEntry);
        Ok(())
    }

    fn key(&mut self) -> Scan<()> {
        if !self.in_flow() {
            if !self.key_allowed {
                return self.error("mapping keys are not allowed in this context");
            }
            let mark = self.cursor.mark;
            self.begin_block(mark.column, None, TokenKind::BlockMappingStart, mark);
        }
        self.remove_key()?;
        self.key_allowed = !self.in_flow();
        self.push_one(TokenKind::Key);
        Ok(())
    }

    /// The colon, which makes a key of what came before.
    fn value(&mut self) -> Scan<()> {
        let key = self.keys.last().copied().unwrap_or_default();
        if key.possible && !self.is_stale(&key) {
            let token = Token::new(TokenKind::Key, key.mark, key.mark.byte);
            self.queue.insert(key.number - self.taken, token);
            self.begin_block(key.mark.column, Some(key.number), TokenKind::BlockMappingStart, key.mark);
            if let Some(key) = self.keys.last_mut() {
                key.possible = false;
            }
            self.key_allowed = false;
        } else {
            if !self.in_flow() {
                if !self.key_allowed {
                    return self.error("mapping values are not allowed in this context");
                }
                let mark = self.cursor.mark;
                self.begin_block(mark.column, None, TokenKind::BlockMappingStart, mark);
            }
            self.key_allowed = !self.in_flow();
        }
        self.push_one(TokenKind::Value);
        Ok(())
    }

    pub(crate) fn scalar(&self, text: String, style: Style, start: Mark, end: usize) -> Token {
        Token { text, ..Token::new(TokenKind::Scalar(style), start, end) }
    }
}
