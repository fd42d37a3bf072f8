//! Bytes to tokens, one at a time: a stack of frames says whether the text ahead is code, a quoted
//! template, a heredoc or a bare template. Every byte that is in no token is a space or a tab.

use memchr::memchr;

use super::chars::{ident_len, is_ident_continue, is_plain_text, utf8_len};
use super::token::{Token, TokenKind};

/// What kind of text surrounds the position.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// Code outside of all templates.
    Code,
    /// Code in a `${` or `%{` sequence, with the number of braces open in it.
    Sequence { braces: u32 },
    /// Between quotes.
    Quote,
    /// In a heredoc with the marker at these offsets.
    Heredoc { marker: (u32, u32), line_start: bool },
    /// A template that is a whole text.
    Bare,
}

/// The scanner of one text.
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    src: &'s [u8],
    pos: usize,
    top: Frame,
    below: Vec<Frame>,
    /// No `*/` stands at or after this offset; keeps many unclosed `/*` from costing a scan each.
    no_comment_end_after: usize,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

impl<'s> Lexer<'s> {
    /// A scanner for configuration or one expression. Text over 4 GiB must be refused before.
    pub fn new(src: &'s [u8]) -> Self {
        Self::with_frame(src, Frame::Code)
    }

    /// A scanner for a template without quotes.
    pub fn new_template(src: &'s [u8]) -> Self {
        Self::with_frame(src, Frame::Bare)
    }

    fn with_frame(src: &'s [u8], top: Frame) -> Self {
        let pos = if src.starts_with(BOM) { BOM.len() } else { 0 };
        Self { src, pos, top, below: Vec::new(), no_comment_end_after: usize::MAX }
    }

    /// A scanner for configuration that begins in the middle of the text.
    pub(crate) fn resume_at(src: &'s [u8], pos: u32) -> Self {
        Self { pos: pos as usize, ..Self::new(src) }
    }

    /// The next token; at the end of the text [`TokenKind::Eof`] again and again.
    #[inline]
    pub fn next_token(&mut self) -> Token {
        match self.top {
            Frame::Code | Frame::Sequence { .. } => self.code(),
            Frame::Quote => self.quoted(),
            Frame::Heredoc { marker, line_start } => self.heredoc(marker, line_start),
            Frame::Bare => self.bare(),
        }
    }

    fn push(&mut self, frame: Frame) {
        self.below.push(std::mem::replace(&mut self.top, frame));
    }

    fn pop(&mut self) {
        // The bottom frame is never left: nothing closes `Code` or `Bare`.
        if let Some(frame) = self.below.pop() {
            self.top = frame;
        }
    }

    #[inline]
    fn at(&self, pos: usize) -> u8 {
        self.src.get(pos).copied().unwrap_or(0)
    }

    #[inline]
    fn emit(&mut self, kind: TokenKind, len: usize) -> Token {
        self.emit_text(kind, len, false)
    }

    #[inline]
    fn emit_text(&mut self, kind: TokenKind, len: usize, plain: bool) -> Token {
        let start = self.pos;
        self.pos = start + len;
        Token { kind, plain, start: start as u32, end: self.pos as u32 }
    }

    // Inlined, this would be copied into every place that takes a token, and be slower for it.
    #[inline(never)]
    fn code(&mut self) -> Token {
        use TokenKind::*;
        // Counted apart from `self`, which would be written to memory for each space.
        let mut pos = self.pos;
        while let Some(b' ' | b'\t') = self.src.get(pos) {
            pos += 1;
        }
        self.pos = pos;
        let Some(&byte) = self.src.get(pos) else { return self.emit(Eof, 0) };
        if byte.is_ascii_alphabetic() || byte == b'_' {
            let len = self.ident_tail();
            return self.emit(Ident, len);
        }
        let next = self.at(self.pos + 1);
        match byte {
            b'\n' => self.emit(Newline, 1),
            b'\r' if next == b'\n' => self.emit(Newline, 2),
            b'"' => {
                self.push(Frame::Quote);
                self.emit(OQuote, 1)
            }
            b'0'..=b'9' => {
                let len = number_len(&self.src[self.pos..]);
                self.emit(NumberLit, len)
            }
            b'=' => match next {
                b'=' => self.emit(EqualOp, 2),
                b'>' => self.emit(FatArrow, 2),
                _ => self.emit(Equal, 1),
            },
            b'.' => {
                if next == b'.' && self.at(self.pos + 2) == b'.' {
                    self.emit(Ellipsis, 3)
                } else {
                    self.emit(Dot, 1)
                }
            }
            b',' => self.emit(Comma, 1),
            b'{' => {
                if let Frame::Sequence { braces } = &mut self.top {
                    *braces += 1;
                }
                self.emit(OBrace, 1)
            }
            b'}' => {
                let kind = if self.close_brace() { TemplateSeqEnd } else { CBrace };
                self.emit(kind, 1)
            }
            b'[' => self.emit(OBrack, 1),
            b']' => self.emit(CBrack, 1),
            b'(' => self.emit(OParen, 1),
            b')' => self.emit(CParen, 1),
            b'#' => self.line_comment(),
            b'/' if next == b'/' => self.line_comment(),
            b'/' if next == b'*' => self.block_comment(),
            b'/' => self.emit(Slash, 1),
            b'*' => self.emit(Star, 1),
            b'+' => self.emit(Plus, 1),
            b'-' => self.emit(Minus, 1),
            b'%' => self.emit(Percent, 1),
            b'!' if next == b'=' => self.emit(NotEqual, 2),
            b'!' => self.emit(Bang, 1),
            b'<' if next == b'<' => self.heredoc_open(),
            b'<' if next == b'=' => self.emit(LessThanEq, 2),
            b'<' => self.emit(LessThan, 1),
            b'>' if next == b'=' => self.emit(GreaterThanEq, 2),
            b'>' => self.emit(GreaterThan, 1),
            b'&' if next == b'&' => self.emit(And, 2),
            b'&' => self.emit(BitwiseAnd, 1),
            b'|' if next == b'|' => self.emit(Or, 2),
            b'|' => self.emit(BitwiseOr, 1),
            b'?' => self.emit(Question, 1),
            b':' if next == b':' => self.emit(DoubleColon, 2),
            b':' => self.emit(Colon, 1),
            b'~' if next == b'}' => {
                // Ends a sequence even where a plain brace is open: the parser then complains.
                self.close_brace();
                self.emit(TemplateSeqEnd, 2)
            }
            b'~' => self.emit(BitwiseNot, 1),
            b'^' => self.emit(BitwiseXor, 1),
            b';' => self.emit(Semicolon, 1),
            b'`' => self.emit(Backtick, 1),
            b'\'' => self.emit(Apostrophe, 1),
            0x80.. => self.other_char(),
            _ => self.emit(Invalid, 1),
        }
    }

    /// Takes one brace off; true if that ended the sequence.
    fn close_brace(&mut self) -> bool {
        match &mut self.top {
            Frame::Sequence { braces: 0 } => {
                self.pop();
                true
            }
            Frame::Sequence { braces } => {
                *braces -= 1;
                false
            }
            _ => false,
        }
    }

    /// Length of the name ahead, whose first byte is ASCII.
    #[inline]
    fn ident_tail(&self) -> usize {
        let rest = &self.src[self.pos..];
        let len = rest.iter().position(|byte| !is_ident_continue(*byte)).unwrap_or(rest.len());
        match rest.get(len) {
            Some(0x80..) => ident_len(rest),
            _ => len,
        }
    }

    #[cold]
    fn other_char(&mut self) -> Token {
        let rest = &self.src[self.pos..];
        match (ident_len(rest), utf8_len(rest)) {
            (0, 0) => self.emit(TokenKind::BadUtf8, 1),
            (0, len) => self.emit(TokenKind::Invalid, len),
            (len, _) => self.emit(TokenKind::Ident, len),
        }
    }

    fn line_comment(&mut self) -> Token {
        let rest = &self.src[self.pos..];
        let len = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        self.emit(TokenKind::Comment, len)
    }

    fn block_comment(&mut self) -> Token {
        let from = self.pos + 2;
        if from < self.no_comment_end_after {
            match memchr::memmem::find(&self.src[from..], b"*/") {
                Some(at) => return self.emit(TokenKind::Comment, at + 4),
                None => self.no_comment_end_after = from,
            }
        }
        self.emit(TokenKind::Slash, 1)
    }

    fn heredoc_open(&mut self) -> Token {
        let rest = &self.src[self.pos..];
        let name_at = if rest.get(2) == Some(&b'-') { 3 } else { 2 };
        let name_len = ident_len(&rest[name_at..]);
        let name_end = name_at + name_len;
        let newline = match &rest[name_end..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => 0,
        };
        if name_len == 0 || newline == 0 {
            return self.emit(TokenKind::LessThan, 1);
        }
        let marker = ((self.pos + name_at) as u32, (self.pos + name_end) as u32);
        self.push(Frame::Heredoc { marker, line_start: true });
        self.emit(TokenKind::OHeredoc, name_end + newline)
    }

    /// `${` or `%{` ahead: the token, with its trim marker.
    fn sequence_open(&mut self) -> Option<Token> {
        let kind = match self.at(self.pos) {
            b'$' => TokenKind::TemplateInterp,
            b'%' => TokenKind::TemplateControl,
            _ => return None,
        };
        if self.at(self.pos + 1) != b'{' {
            return None;
        }
        if let Frame::Heredoc { line_start, .. } = &mut self.top {
            *line_start = false;
        }
        self.push(Frame::Sequence { braces: 0 });
        let len = if self.at(self.pos + 2) == b'~' { 3 } else { 2 };
        Some(self.emit(kind, len))
    }

    #[inline(never)]
    fn quoted(&mut self) -> Token {
        let rest = &self.src[self.pos..];
        let mut len = 0;
        let mut plain = true;
        loop {
            len += rest[len..].iter().position(|byte| !is_plain_text(*byte)).unwrap_or(rest.len() - len);
            let Some(&byte) = rest.get(len) else { break };
            match byte {
                b'$' | b'%' => match dollar_len(&rest[len..]) {
                    0 => break,
                    step => {
                        plain &= step == 1;
                        len += step;
                    }
                },
                b'\\' => {
                    plain = false;
                    match utf8_len(&rest[len + 1..]) {
                        0 => break,
                        1 if matches!(rest[len + 1], b'\n' | b'\r') => break,
                        step => len += 1 + step,
                    }
                }
                0x80.. => {
                    plain = false;
                    match utf8_len(&rest[len..]) {
                        0 => break,
                        step => len += step,
                    }
                }
                _ => break, // a quote or a line end
            }
        }
        if len > 0 {
            return self.emit_text(TokenKind::QuotedLit, len, plain);
        }
        match rest.first() {
            None => self.emit(TokenKind::Eof, 0),
            Some(b'"') => {
                self.pop();
                self.emit(TokenKind::CQuote, 1)
            }
            Some(b'\n' | b'\r') => {
                let len = rest.iter().take_while(|b| matches!(b, b'\n' | b'\r')).count();
                self.emit(TokenKind::QuotedNewline, len)
            }
            Some(0x80..) => self.emit(TokenKind::BadUtf8, 1),
            Some(_) => match self.sequence_open() {
                Some(token) => token,
                None => self.emit(TokenKind::Invalid, 1),
            },
        }
    }

    fn heredoc(&mut self, marker: (u32, u32), line_start: bool) -> Token {
        let rest = &self.src[self.pos..];
        if rest.is_empty() {
            return self.emit(TokenKind::Eof, 0);
        }
        if line_start && let Some(newline) = memchr(b'\n', rest) {
            let marker = &self.src[marker.0 as usize..marker.1 as usize];
            let line = rest[..newline].strip_suffix(b"\r").unwrap_or(&rest[..newline]);
            if is_marker_line(line, marker) {
                let len = line.len();
                self.pop();
                return self.emit(TokenKind::CHeredoc, len);
            }
        }
        let line = line_text(rest);
        if line.len > 0 {
            self.top = Frame::Heredoc { marker, line_start: line.ended };
            return self.emit_text(TokenKind::StringLit, line.len, line.plain);
        }
        if let Some(token) = self.sequence_open() {
            return token;
        }
        match rest[0] {
            // A carriage return alone ends the world for the scanner that everybody else has.
            b'\r' => self.emit(TokenKind::Invalid, rest.len()),
            0x80.. => {
                self.top = Frame::Heredoc { marker, line_start };
                self.emit(TokenKind::BadUtf8, 1)
            }
            _ => self.emit(TokenKind::Invalid, 1),
        }
    }

    fn bare(&mut self) -> Token {
        let rest = &self.src[self.pos..];
        if rest.is_empty() {
            return self.emit(TokenKind::Eof, 0);
        }
        let line = line_text(rest);
        if line.len > 0 {
            return self.emit_text(TokenKind::StringLit, line.len, line.plain);
        }
        if let Some(token) = self.sequence_open() {
            return token;
        }
        match rest[0] {
            0x80.. => self.emit(TokenKind::BadUtf8, 1),
            // What the scanner cannot tell here, a last `$` or a carriage return alone, is text to the end.
            _ => self.emit(TokenKind::StringLit, rest.len()),
        }
    }
}

/// How many bytes of `$` or `%` are text: none where a sequence begins, 3 for an escaped one, else 1.
fn dollar_len(rest: &[u8]) -> usize {
    match rest {
        [_, b'{', ..] | [_] => 0,
        [a, b, b'{', ..] if a == b => 3,
        _ => 1,
    }
}

struct Line {
    len: usize,
    plain: bool,
    /// Whether it goes up to and with the newline.
    ended: bool,
}

/// The text ahead up to the end of the line or to the next sequence or bad byte.
fn line_text(rest: &[u8]) -> Line {
    let mut line = Line { len: 0, plain: true, ended: false };
    loop {
        let ahead = &rest[line.len..];
        line.len += ahead.iter().position(|byte| !is_plain_text(*byte)).unwrap_or(ahead.len());
        let Some(&byte) = rest.get(line.len) else { break };
        match byte {
            b'\n' => {
                line.len += 1;
                line.ended = true;
                break;
            }
            b'\r' => match rest.get(line.len + 1) {
                Some(b'\n') => line.len += 1,
                _ => break,
            },
            b'$' | b'%' => match dollar_len(&rest[line.len..]) {
                0 => break,
                step => {
                    line.plain &= step == 1;
                    line.len += step;
                }
            },
            0x80.. => {
                line.plain = false;
                match utf8_len(&rest[line.len..]) {
                    0 => break,
                    step => line.len += step,
                }
            }
            _ => line.len += 1,
        }
    }
    line
}

fn is_marker_line(line: &[u8], marker: &[u8]) -> bool {
    if line.contains(&b'\r') {
        return false; // a carriage return alone is an error, even here
    }
    if line.is_ascii() {
        // Unlike `trim_ascii`, a vertical tab counts as space here.
        let is_space = |b: &u8| matches!(b, b'\t'..=b'\r' | b' ');
        let start = line.iter().take_while(|b| is_space(b)).count();
        let end = line.len() - line.iter().rev().take_while(|b| is_space(b)).count();
        return line.get(start..end) == Some(marker);
    }
    std::str::from_utf8(line).is_ok_and(|text| text.trim().as_bytes() == marker)
}

/// Length of the number at the start: digits, dots and exponents that do not end in a dot.
fn number_len(rest: &[u8]) -> usize {
    let digit = |at: usize| rest.get(at).is_some_and(u8::is_ascii_digit);
    let mut len = 1;
    let mut pos = 1;
    loop {
        match rest.get(pos) {
            Some(b'0'..=b'9') => {
                pos += 1;
                len = pos;
            }
            Some(b'.') => pos += 1,
            Some(b'e' | b'E') => {
                let sign = usize::from(matches!(rest.get(pos + 1), Some(b'+' | b'-')));
                if !digit(pos + 1 + sign) {
                    return len;
                }
                pos += 2 + sign;
                len = pos;
            }
            _ => return len,
        }
    }
}

/// All tokens of a configuration text, comments and newlines included, up to and with the last `Eof`.
pub fn tokenize_config(src: &[u8]) -> Vec<Token> {
    collect(Lexer::new(src), src.len())
}

/// All tokens of a template without quotes.
pub fn tokenize_template(src: &[u8]) -> Vec<Token> {
    collect(Lexer::new_template(src), src.len())
}

fn collect(mut lexer: Lexer<'_>, len: usize) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(len / 4 + 1);
    loop {
        let token = lexer.next_token();
        tokens.push(token);
        if token.kind == TokenKind::Eof {
            return tokens;
        }
    }
}
